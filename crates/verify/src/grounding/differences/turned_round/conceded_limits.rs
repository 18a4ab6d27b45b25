//! A limit of the evidence that a sentence says does not matter: `even in a storm` for `unless there is a storm`.

use std::ops::Range;

use super::{
    super::{ComparedText, GroundingDifference, QualifierChange},
    TurnedComparison, content, is_parted,
};
use crate::grounding::evidence_index::NOVEL;

/// Marks at which a clause ends.
const MARKS: [char; 4] = [',', ';', ':', '.'];
/// Words of one more thing in a list.
const LISTED: usize = 2;

pub(super) fn conceded(compared: &TurnedComparison<'_>) -> Option<GroundingDifference> {
    let (said, near) = (compared.said, &compared.near);
    if !concessions(near).is_empty() {
        return None;
    }
    concessions(said).into_iter().find_map(|clause| {
        let named = content(said, clause.clone()).map(|at| said.ids[at]);
        let named: Vec<u32> = named.filter(|id| *id != NOVEL).collect();
        let limits = |at: &usize| {
            let own = limit(near, *at);
            let told = named.iter().filter(|id| near.ids[own.clone()].contains(id)).count();
            0 < told && named.len() <= told * 2
        };
        let reading = near.reading();
        let begins = |at: &usize| reading.begins_condition(*at) || reading.is_only(*at);
        let at = (0..near.words.len()).filter(begins).find(limits)?;
        let words = near.reading().condition_at(at).unwrap_or(1);
        Some(GroundingDifference::Condition {
            word: near.said(at, at + words - 1),
            change: QualifierChange::SetAside,
            is_close: true,
            span: said.span(clause.start, clause.end - 1),
        })
    })
}

/// The clauses that set a limit aside, with the words that begin them.
fn concessions(side: &ComparedText<'_>) -> Vec<Range<usize>> {
    let begins = (0..side.words.len()).filter(|at| side.reading().concession_at(*at).is_some());
    begins.map(|at| at..clause_end(side, at)).collect()
}

/// A limit with all that is listed in it: `in the absence of fraud, mistake or delay`.
fn limit(side: &ComparedText<'_>, at: usize) -> Range<usize> {
    let mut end = clause_end(side, at);
    while end < side.words.len() && is_parted(side, end, &[',']) {
        let next = clause_end(side, end);
        let is_last = side.reading().is_alternative(end) || side.reading().is_conjunction(end);
        if !is_last && LISTED < next - end {
            break;
        }
        end = next;
        if is_last {
            break;
        }
    }
    at..end
}

fn clause_end(side: &ComparedText<'_>, at: usize) -> usize {
    let parted = |next: &usize| is_parted(side, *next, &MARKS);
    (at + 1..side.words.len()).find(parted).unwrap_or(side.words.len())
}
