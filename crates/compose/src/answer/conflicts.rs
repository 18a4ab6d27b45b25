//! Requirements that conflict, side by side in one statement, in their very words.

use std::collections::BTreeSet;

use jurat_model::{Requirement, RequirementConflict, RequirementId, Statement, StatementRole};
use jurat_text::Language;

use super::{StatementGroup, revision_constraints::RevisionConstraints, sentence};
use crate::{framing_phrases::frames, marked_prose::cut};

/// Requirements in one statement; more would not be read.
const MOST_SIDES: usize = 3;

/// A block for each set of requirements that conflict, and which requirements these tell.
pub(super) fn blocks(
    usable: &[&Requirement],
    conflicts: &[RequirementConflict],
    caution: &RevisionConstraints,
) -> (Vec<StatementGroup>, BTreeSet<RequirementId>) {
    let mut told = BTreeSet::new();
    let mut blocks = Vec::new();
    for sides in sets(usable, conflicts) {
        let (first, others) = match sides.split_first() {
            Some(split) if !split.1.is_empty() => split,
            _ => continue,
        };
        for some in others.chunks(MOST_SIDES - 1) {
            let sides: Vec<usize> = [first].into_iter().chain(some).copied().collect();
            let requirements: Vec<&Requirement> = sides.iter().map(|at| usable[*at]).collect();
            let cautious = requirements
                .iter()
                .any(|one| caution.verbatim.contains(&one.requirement_id));
            // What failed at first is not framed again: its sides are told one by one.
            if let Some(statement) = statement(&requirements).filter(|_| !cautious) {
                told.extend(statement.marks.iter().copied());
                blocks.push(StatementGroup { rank: *first, statements: vec![statement] });
            }
        }
    }
    (blocks, told)
}

/// Requirements, by place, that are tied to each other by conflicts.
fn sets(usable: &[&Requirement], conflicts: &[RequirementConflict]) -> Vec<Vec<usize>> {
    let place = |id: RequirementId| usable.iter().position(|one| one.requirement_id == id);
    let mut set: Vec<usize> = (0..usable.len()).collect();
    for conflict in conflicts {
        if let (Some(one), Some(other)) = (place(conflict.one), place(conflict.other)) {
            let (low, high) = (set[one].min(set[other]), set[one].max(set[other]));
            set.iter_mut().filter(|at| **at == high).for_each(|at| *at = low);
        }
    }
    (0..usable.len())
        .filter(|at| set[*at] == *at)
        .map(|first| (0..usable.len()).filter(|at| set[*at] == first).collect())
        .filter(|members: &Vec<usize>| 1 < members.len())
        .collect()
}

/// Both sides under our frame; nothing where they cannot be one sentence.
fn statement(sides: &[&Requirement]) -> Option<Statement> {
    let first = sides.first()?;
    if sides.iter().any(|one| one.language != first.language) {
        return None;
    }
    let language = Language::from_code(&first.language).unwrap_or(Language::English);
    let mut sides = sides.to_vec();
    sides.sort_by_key(|one| one.source_type);
    let quoted = |one: &&Requirement| {
        let words = sentence::verbatim(one);
        format!("“{}”", words.trim_end_matches('.'))
    };
    let words: Vec<String> = sides.iter().map(quoted).collect();
    let text = format!("{}{}.", frames(language)?.conflict, words.join("; "));
    (cut(&text).len() == 1).then(|| Statement {
        text,
        marks: sides.iter().map(|one| one.requirement_id).collect(),
        role: StatementRole::Conflict,
        quote: None,
    })
}
