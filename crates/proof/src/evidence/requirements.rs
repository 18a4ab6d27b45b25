//! Exhibits, chunks, quotes, and the gate passed again.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::{Confidence, Exhibit, Quote, Requirement, RequirementId, Verification};
use jurat_verify::{Grounded, gate};

use super::Values;
use crate::{FinalState, Findings};

/// What the gate lets through; nothing where it cannot be passed again.
pub(super) fn check(
    values: &Values,
    state: &FinalState,
    findings: &mut Findings,
) -> Option<Vec<Grounded<Requirement>>> {
    let exhibits = values.exhibits.as_deref()?;
    let texts = texts(exhibits, findings);
    chunks(values, &texts, findings);
    let extracted = values.extracted.as_deref()?;
    quotes(values, extracted, &texts, findings);
    chunk_ids(values, extracted, findings);
    let (question, policy) = (values.question.as_deref()?, values.policy?);
    let gated = gate(question, extracted, exhibits, policy);
    let same_version = state.maker.version == env!("CARGO_PKG_VERSION");
    for (recorded, again) in
        [(&values.verified, &gated.verified), (&values.rejected, &gated.rejected)]
    {
        if let Some(recorded) = recorded {
            verdicts(recorded, again, same_version, findings);
        }
    }
    if let Some(conflicts) = &values.conflicts {
        let message = "the gate finds other conflicts";
        findings.expect("conflicts", *conflicts == gated.conflicts, "conflicts", message);
    }
    if let Some(confidence) = values.confidence {
        let right = Confidence::of(gated.admitted.len()) == confidence;
        let message = "it does not follow from the number of verified requirements";
        findings.expect("confidence", right, "grounding_confidence", message);
    }
    Some(gated.admitted)
}

type Texts<'a> = BTreeMap<Hash, &'a Exhibit>;

fn texts<'a>(exhibits: &'a [Exhibit], findings: &mut Findings) -> Texts<'a> {
    let mut texts = Texts::new();
    for exhibit in exhibits {
        let message = "its text is not the one that its hash names";
        findings.expect("exhibit", exhibit.is_whole(), &exhibit.name, message);
        if exhibit.is_whole() {
            texts.insert(exhibit.rendition, exhibit);
        }
    }
    texts
}

/// Passages of texts that the bundle carries must stand in them.
fn chunks(values: &Values, texts: &Texts<'_>, findings: &mut Findings) {
    for chunk in &values.chunks {
        let passage = &chunk.passage;
        let Some(exhibit) = texts.get(&passage.rendition) else { continue };
        let stands = passage.span.of(&exhibit.text) == Some(passage.text.as_str());
        let message = "its words do not stand in the exhibit";
        findings.expect("chunk", stands, &chunk.chunk_id, message);
    }
}

fn quotes(
    values: &Values,
    extracted: &[Requirement],
    texts: &Texts<'_>,
    findings: &mut Findings,
) {
    let mut ids = BTreeSet::new();
    let rejected: BTreeSet<RequirementId> =
        values.rejected.iter().flatten().map(|it| it.requirement_id).collect();
    for requirement in extracted {
        let id = requirement.requirement_id;
        findings.expect("id", ids.insert(id), id, "two requirements have this id");
        // A quote that was made up is turned away by the gate, and will be again.
        if rejected.contains(&id) {
            continue;
        }
        let stands = stands(&requirement.quote, texts)
            && requirement.exact_quote == requirement.quote.text;
        let message = "the words do not stand in the exhibit at the place that is given";
        findings.expect("quote", stands, id, message);
        for target in requirement.points_to.iter().filter_map(|to| to.target.as_ref()) {
            let message = "the words that it points to do not stand where it says";
            findings.expect("pointed-to quote", self::stands(target, texts), id, message);
        }
    }
}

fn stands(quote: &Quote, texts: &Texts<'_>) -> bool {
    texts
        .get(&quote.rendition)
        .is_some_and(|exhibit| quote.holds(&exhibit.text))
}

fn chunk_ids(values: &Values, extracted: &[Requirement], findings: &mut Findings) {
    if values.chunks.is_empty() {
        return;
    }
    let known: BTreeSet<&str> = values.chunks.iter().map(|it| it.chunk_id.as_str()).collect();
    for requirement in extracted {
        let there = known.contains(requirement.chunk_id.as_str());
        let message = "no chunk has the id that led to it";
        findings.expect("chunk of", there, requirement.requirement_id, message);
    }
}

/// Recorded verdicts against those of the gate now.
fn verdicts(
    recorded: &[Verification],
    again: &[Verification],
    same_version: bool,
    findings: &mut Findings,
) {
    let by_id = |list: &[Verification]| -> BTreeMap<RequirementId, Verification> {
        list.iter().map(|it| (it.requirement_id, it.clone())).collect()
    };
    let (old, new) = (by_id(recorded), by_id(again));
    if old.len() != recorded.len() {
        findings.failed("verdict", "verified or rejected", "a requirement is there twice");
    }
    let ids: BTreeSet<&RequirementId> = old.keys().chain(new.keys()).collect();
    for id in ids {
        let (Some(old), Some(new)) = (old.get(id), new.get(id)) else {
            findings.failed("verdict", id, "the gate decides otherwise");
            continue;
        };
        let same = old.verified == new.verified && old.rejection_reason == new.rejection_reason;
        findings.expect("verdict", same, id, "the gate decides otherwise");
        if same_version {
            let same = old.verification_rationale == new.verification_rationale;
            findings.expect("rationale", same, id, "the gate gives another reason");
        } else if old.verification_rationale != new.verification_rationale {
            findings.unchecked("rationale", id, "another version of jurat gave it");
        }
    }
}
