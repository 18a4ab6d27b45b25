//! What is measured of claims that were held against the repository.

use jurat_model::court::{ClaimMeasure, ClaimStatus, Evidence, Fact};

use super::{
    Case, docs,
    seen::{Seen, counted, share},
};

pub(super) fn seen<'d>(case: &Case<'_, 'd>, measure: ClaimMeasure) -> Seen<'d> {
    let claims: Vec<(&Evidence, ClaimStatus)> = case
        .docket
        .crossed
        .iter()
        .filter_map(|evidence| match &evidence.fact {
            Fact::CheckedClaim(claim) => Some((evidence, claim.status)),
            _ => None,
        })
        .filter(|(_, status)| !matches!(status, ClaimStatus::Planned | ClaimStatus::Aside))
        .collect();
    if claims.is_empty() {
        // Nothing invented among no claims is no merit.
        return Seen::untold("no claim of a file or name was found in the paper");
    }
    let of = |status: ClaimStatus| -> Vec<&Evidence> {
        claims
            .iter()
            .filter(|(_, is)| *is == status)
            .map(|(one, _)| *one)
            .collect()
    };
    let all = || claims.iter().map(|(one, _)| *one).collect::<Vec<_>>();
    let total = claims.len() as u64;
    let counted_of = |found: Vec<&'d Evidence>, what: &str| {
        let number = found.len() as u64;
        let evidence = if found.is_empty() { all() } else { found };
        Seen::number(number, format!("{number} of {total} claims {what}"), evidence)
    };
    let seen = match measure {
        ClaimMeasure::Claimed => Seen::number(total, counted(total, "claim", "claims"), all()),
        ClaimMeasure::Verified => counted_of(of(ClaimStatus::Verified), "borne out"),
        ClaimMeasure::Hollow => counted_of(of(ClaimStatus::Hollow), "about empty files"),
        ClaimMeasure::Missing => counted_of(of(ClaimStatus::Missing), "not borne out"),
        ClaimMeasure::VerifiedShare => {
            let good = of(ClaimStatus::Verified).len() as u64;
            let bad = claims.iter().filter(|(_, status)| *status != ClaimStatus::Verified);
            let bad: Vec<&Evidence> = bad.map(|(one, _)| *one).collect();
            let evidence = if bad.is_empty() { all() } else { bad };
            let words = format!("{good} of {total} claims borne out");
            Seen::number(share(good, total), words, evidence)
        }
    };
    seen.overlooking(docs::paper(case).and_then(|(_, paper)| docs::overlooked(paper)))
}
