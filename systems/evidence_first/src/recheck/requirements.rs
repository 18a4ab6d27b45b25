//! Exhibits, chunks, quotes, and the gate passed again.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::{
    Confidence, GroundingRecord, Quote, Requirement, RequirementId, SourceExhibit,
};
use jurat_verify::{GateMetadata, GateOutcome, GateRequest, Grounded, decide};

use super::ChannelValues;
use crate::channels::EXTRACTED;
use jurat_proof::{FinalState, LayerFindings, RulesVersion};

/// What the gate lets through; nothing where it cannot be passed again.
pub(super) fn check(
    values: &ChannelValues,
    state: &FinalState,
    findings: &mut LayerFindings,
) -> Option<AdmittedRequirements> {
    let exhibits = values.exhibits.as_deref()?;
    let texts = texts(exhibits, findings);
    chunks(values, &texts, findings);
    let extracted = values.extracted.as_deref()?;
    quotes(values, extracted, &texts, findings);
    chunk_ids(values, extracted, findings);
    lists(values, extracted, findings);
    let (question, policy) = (values.question.as_deref()?, values.policy?);
    let judgements = values.judgements.as_deref().unwrap_or_default();
    let chunks = values.chunks.as_slice();
    let inquiry = GateRequest { question, chunks, exhibits, judgements, policy };
    let gated = decide(inquiry, extracted);
    decisions(values, &gated, state.rules(), findings);
    let recorded = values.verified.iter().flatten().map(|it| it.requirement_id);
    let ids = match state.rules() {
        RulesVersion::Ours => gated.admitted.iter().map(|it| it.requirement_id).collect(),
        // What rests on the record is compared with the record; the record itself was just now.
        RulesVersion::Of(_) => recorded.collect(),
    };
    Some(AdmittedRequirements {
        ids,
        again: gated.admitted,
        metadata: gated.metadata,
    })
}

/// What an answer may rest on.
pub(super) struct AdmittedRequirements {
    /// By the rules of whoever made the bundle.
    pub(super) ids: BTreeSet<RequirementId>,
    /// By the gate of this version.
    pub(super) again: Vec<Grounded<Requirement>>,
    /// The account that this gate gives of itself.
    pub(super) metadata: GateMetadata,
}

/// What rules decide, decided again.
fn decisions(
    values: &ChannelValues,
    gated: &GateOutcome,
    rules: RulesVersion<'_>,
    findings: &mut LayerFindings,
) {
    for (recorded, again) in
        [(&values.verified, &gated.verified), (&values.rejected, &gated.rejected)]
    {
        if let Some(recorded) = recorded {
            verdicts(recorded, again, rules, findings);
        }
    }
    if let Some(conflicts) = &values.conflicts {
        let message = "the gate finds other conflicts";
        let same = *conflicts == gated.conflicts;
        findings.redecided("conflicts", (same, rules), "conflicts", message);
    }
    if let Some(confidence) = values.confidence {
        let count = match rules {
            RulesVersion::Ours => gated.admitted.len(),
            RulesVersion::Of(_) => values.verified.as_ref().map_or(0, Vec::len),
        };
        let right = Confidence::of(count) == confidence;
        let message = "it does not follow from the number of verified requirements";
        findings.redecided("confidence", (right, rules), "grounding_confidence", message);
    }
}

/// Whatever the rules: each requirement was either verified or rejected, and is said to be so.
fn lists(values: &ChannelValues, extracted: &[Requirement], findings: &mut LayerFindings) {
    let (Some(verified), Some(rejected)) = (&values.verified, &values.rejected) else { return };
    let mut times: BTreeMap<RequirementId, usize> =
        extracted.iter().map(|it| (it.requirement_id, 0)).collect();
    for (list, passed) in [(verified, true), (rejected, false)] {
        for it in list {
            let said = it.verified == passed && it.rejection_reason.is_none() == passed;
            let message = "what it says is not what the list says that it is in";
            findings.expect("list", said, it.requirement_id, message);
            match times.get_mut(&it.requirement_id) {
                Some(times) => *times += 1,
                None => findings.failed("list", it.requirement_id, "there is no requirement"),
            }
        }
    }
    for (id, times) in times {
        let message = "it was not verified or rejected exactly once";
        findings.expect("list", times == 1, id, message);
    }
}

type ExhibitsByHash<'a> = BTreeMap<Hash, &'a SourceExhibit>;

fn texts<'a>(
    exhibits: &'a [SourceExhibit],
    findings: &mut LayerFindings,
) -> ExhibitsByHash<'a> {
    let mut texts = ExhibitsByHash::new();
    for exhibit in exhibits {
        let whole = exhibit.is_whole();
        let message = "its text is not the one that its hash names";
        findings.expect("exhibit", whole, &exhibit.name, message);
        if whole {
            texts.insert(exhibit.rendition, exhibit);
        }
    }
    texts
}

/// Passages must stand in the texts that they are said to be of. One whose text is not carried cannot be looked up.
fn chunks(values: &ChannelValues, texts: &ExhibitsByHash<'_>, findings: &mut LayerFindings) {
    for chunk in &values.chunks {
        let passage = &chunk.passage;
        let Some(exhibit) = texts.get(&passage.rendition) else {
            let message = "the text that it is part of is not held";
            findings.unchecked("chunk", &chunk.chunk_id, message);
            continue;
        };
        let stands = passage.span.of(&exhibit.text) == Some(passage.text.as_str());
        let message = "its words do not stand in the exhibit";
        findings.expect("chunk", stands, &chunk.chunk_id, message);
    }
}

fn quotes(
    values: &ChannelValues,
    extracted: &[Requirement],
    texts: &ExhibitsByHash<'_>,
    findings: &mut LayerFindings,
) {
    let mut ids = BTreeSet::new();
    let listed = |list: &Option<Vec<GroundingRecord>>| -> BTreeSet<RequirementId> {
        list.iter().flatten().map(|it| it.requirement_id).collect()
    };
    let (verified, rejected) = (listed(&values.verified), listed(&values.rejected));
    for requirement in extracted {
        let id = requirement.requirement_id;
        findings.expect("id", ids.insert(id), id, "two requirements have this id");
        // A quote that was made up is turned away by the gate, and will be again.
        if rejected.contains(&id) && !verified.contains(&id) {
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

/// That words of requirements which were turned away stand nowhere: no answer rests on them, and a report shows them.
pub(super) fn notice(values: &ChannelValues) -> Option<String> {
    let texts: ExhibitsByHash<'_> = values
        .exhibits
        .iter()
        .flatten()
        .map(|it| (it.rendition, it))
        .collect();
    let made_up = values
        .extracted
        .iter()
        .flatten()
        .filter(|it| !stands(&it.quote, &texts));
    let ids: Vec<String> = made_up.map(|it| it.requirement_id.to_string()).collect();
    (!ids.is_empty()).then(|| {
        format!("words that were turned away stand in no source given: {}", ids.join(", "))
    })
}

fn stands(quote: &Quote, texts: &ExhibitsByHash<'_>) -> bool {
    texts
        .get(&quote.rendition)
        .is_some_and(|exhibit| quote.holds(&exhibit.text))
}

fn chunk_ids(values: &ChannelValues, extracted: &[Requirement], findings: &mut LayerFindings) {
    if values.chunks.is_empty() && !extracted.is_empty() {
        let message = "the passages that led to them are not held";
        return findings.unchecked("chunk of", EXTRACTED.name(), message);
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
    recorded: &[GroundingRecord],
    again: &[GroundingRecord],
    rules: RulesVersion<'_>,
    findings: &mut LayerFindings,
) {
    let by_id = |list: &'_ [GroundingRecord]| -> BTreeMap<RequirementId, usize> {
        list.iter().zip(0..).map(|(it, at)| (it.requirement_id, at)).collect()
    };
    let (old, new) = (by_id(recorded), by_id(again));
    if old.len() != recorded.len() {
        findings.failed("verdict", "verified or rejected", "a requirement is there twice");
    }
    let ids: BTreeSet<&RequirementId> = old.keys().chain(new.keys()).collect();
    let message = "the gate decides otherwise";
    for id in ids {
        let (Some(old), Some(new)) = (old.get(id), new.get(id)) else {
            findings.redecided("verdict", (false, rules), id, message);
            continue;
        };
        let (old, new) = (&recorded[*old], &again[*new]);
        let same = old.verified == new.verified && old.rejection_reason == new.rejection_reason;
        findings.redecided("verdict", (same, rules), id, message);
        let same = old.verification_rationale == new.verification_rationale
            && old.probability == new.probability;
        findings.redecided("rationale", (same, rules), id, "the gate gives another reason");
    }
}
