//! Texts that order the judge to give a verdict: under every rubric, whoever hands one in gets no pass.

use crate::{
    english_phrases::{counted, listed},
    model::{Evidence, RubricScore},
    verdict::{adjudication::AdjudicationInput, rules::ScoreCeiling},
};

/// What the rule is called in the trace.
pub(crate) const ORDER_CEILING: &str = "order_ceiling";

/// The best score beside such a text: that of a work which passes in part.
const CAP: u8 = 3;

/// Places that are named.
const SHOWN: usize = 3;

/// What orders, in the paper or in the repository, leave of the whole.
pub(crate) fn order_ceiling(case: &AdjudicationInput<'_>) -> Option<ScoreCeiling> {
    let is = |one: &&Evidence| one.found && one.fact.order().is_some();
    let mut found: Vec<&Evidence> = case.evidences.all().filter(is).collect();
    found.sort_by(|a, b| (&a.location, &a.id).cmp(&(&b.location, &b.id)));
    found.dedup_by(|a, b| a.id == b.id);
    let more = found.len().saturating_sub(SHOWN);
    let places = found.iter().take(SHOWN);
    let places = places.map(|one| format!("{} [{}]", one.location, one.name()));
    let places = listed(places.chain((0 < more).then(|| format!("{more} more"))));
    (!found.is_empty()).then(|| ScoreCeiling {
        cap: RubricScore::nearest(CAP),
        fails: false,
        saw: format!(
            "{} to the judge, which nobody obeyed: {places}",
            counted(found.len(), "order")
        ),
    })
}
