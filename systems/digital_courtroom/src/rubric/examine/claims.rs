//! What is measured of claims that were held against the repository.

use super::{
    ExaminationContext, docs,
    measurement::QueryMeasurement,
    unit::{MeasureUnit, share},
};
use crate::model::{ClaimMeasure, ClaimStatus, Evidence};

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    measure: ClaimMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let claims = view.docket.crossed.iter();
    let claims = claims.filter_map(|one| Some((one, one.fact.checked_claim()?.status)));
    let aside = |status| matches!(status, ClaimStatus::Planned | ClaimStatus::Aside);
    let (untold, claims): (Vec<_>, Vec<_>) = claims
        .filter(|(_, status)| !aside(*status))
        .partition(|(_, status)| *status == ClaimStatus::Untold);
    if claims.is_empty() {
        // Nothing invented among no claims is no merit.
        let none = || "no claim of a file or name in the paper".to_owned();
        return QueryMeasurement::untold(unread(untold.len()).unwrap_or_else(none));
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
    let counted_of = |found: Vec<&'d Evidence>| {
        let number = found.len() as u64;
        let evidence = if found.is_empty() { all() } else { found };
        QueryMeasurement::number(number, unit.part(number, total), evidence)
    };
    let seen = match measure {
        ClaimMeasure::Claimed => QueryMeasurement::number(total, unit.counted(total), all()),
        ClaimMeasure::Verified => counted_of(of(ClaimStatus::Verified)),
        ClaimMeasure::Hollow => counted_of(of(ClaimStatus::Hollow)),
        ClaimMeasure::Missing => counted_of(of(ClaimStatus::Missing)),
        ClaimMeasure::VerifiedShare => {
            let good = of(ClaimStatus::Verified).len() as u64;
            let bad = claims.iter().filter(|(_, status)| *status != ClaimStatus::Verified);
            let bad: Vec<&Evidence> = bad.map(|(one, _)| *one).collect();
            let evidence = if bad.is_empty() { all() } else { bad };
            // What nobody can tell is not borne out.
            let total = total + untold.len() as u64;
            QueryMeasurement::number(share(good, total), unit.part(good, total), evidence)
        }
    };
    let overlooked = docs::paper(view).and_then(|(_, paper)| docs::overlooked(paper));
    seen.overlooking(overlooked.or_else(|| unread(untold.len())))
}

/// Why a claim that nobody can tell of may be one of those that are counted.
fn unread(claims: usize) -> Option<String> {
    match claims {
        0 => None,
        1 => Some("what one claim names may lie in code that was not read".to_owned()),
        many => Some(format!("what {many} claims name may lie in code that was not read")),
    }
}
