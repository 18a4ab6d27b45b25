//! Lists of the evidence: the unit that leads into one, its items, and whether all of them are meant or any.

use super::{AnchoredClaim, content_ids};
use crate::grounding::{differences::ComparedText, evidence_index::EvidenceIndex};

/// Units after a lead-in among which its items are looked for.
const FARTHEST: usize = 60;

/// How the items of a list go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListJoint {
    All,
    Any,
}

/// A list of the evidence.
pub(super) struct SourceList<'a> {
    pub(super) lead_in: ComparedText<'a>,
    pub(super) items: Vec<ListItem<'a>>,
    pub(super) joint: ListJoint,
}

pub(super) struct ListItem<'a> {
    pub(super) unit: usize,
    pub(super) side: ComparedText<'a>,
    /// The words that say something and that the lead-in has not.
    pub(super) own: Vec<u32>,
}

/// The lists that the anchors of a claim are items of, or lead into.
pub(super) fn lists<'a>(claim: &AnchoredClaim<'a>) -> Vec<SourceList<'a>> {
    let units = &claim.evidence.units;
    let mut leads: Vec<usize> = claim
        .anchors
        .iter()
        .flat_map(|anchor| [units[anchor.unit].lead_in, Some(anchor.unit)])
        .flatten()
        .collect();
    leads.sort_unstable();
    leads.dedup();
    leads
        .into_iter()
        .filter_map(|lead| list(claim.evidence, lead))
        .collect()
}

fn list(evidence: &EvidenceIndex, lead_in: usize) -> Option<SourceList<'_>> {
    let lead = evidence.side_of(lead_in);
    let led = content_ids(&lead, 0..lead.words.len());
    let last = (lead_in + FARTHEST).min(evidence.units.len());
    let own = (lead_in + 1..last).filter(|unit| evidence.units[*unit].lead_in == Some(lead_in));
    let items: Vec<ListItem<'_>> = own
        .map(|unit| {
            let side = evidence.side_of(unit);
            let mut own = content_ids(&side, 0..side.words.len());
            own.retain(|id| !led.contains(id));
            own.sort_unstable();
            own.dedup();
            ListItem { unit, side, own }
        })
        .collect();
    let joint = items.iter().rev().skip(1).find_map(|item| joint(&item.side))?;
    Some(SourceList { lead_in: lead, items, joint })
}

/// The `and` or `or` at the end of an item.
fn joint(side: &ComparedText<'_>) -> Option<ListJoint> {
    let last = side.words.len().checked_sub(1)?;
    let reading = side.reading();
    let is_any = reading.is_alternative(last).then_some(ListJoint::Any);
    is_any.or_else(|| reading.is_conjunction(last).then_some(ListJoint::All))
}

impl ListItem<'_> {
    /// Whether some words have most of what it says.
    pub(super) fn is_among(&self, ids: &[u32]) -> bool {
        let had = self.own.iter().filter(|id| ids.contains(id)).count();
        !self.own.is_empty() && self.own.len() * 3 <= had * 5
    }
}
