//! An answer out of verified requirements: their own words as readable sentences, each with its
//! marks, statutes before policies, conflicts shown as such.

mod conflicts;
mod list_sentences;
mod merged_statements;
pub(crate) mod provisions;
mod revision_constraints;
mod sentence;

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::{
    ComposedAnswer, ExtractionConfidence, Requirement, RequirementConflict, RequirementId,
    RequirementReference, ReviewIssue, SourceType, Statement, StatementRole,
};
use jurat_verify::Grounded;

use crate::marked_prose::cut;

pub(crate) use sentence::without_enumerator;

/// Statements that a person reads in one go.
const MOST_STATEMENTS: usize = 12;

/// Composes an answer. The same input gives the same answer.
///
/// `attempt` is 0 at first. At 1, what the issues name is said in the very words of its quotes; at
/// 2 everything is, and what they still name is left out: a loop of revisions ends.
pub fn compose(
    evidence: &[Grounded<Requirement>],
    conflicts: &[RequirementConflict],
    earlier: &[ReviewIssue],
    attempt: u32,
) -> ComposedAnswer {
    let all: Vec<&Requirement> = evidence.iter().map(Grounded::get).collect();
    let caution = if attempt == 0 {
        revision_constraints::RevisionConstraints::default()
    } else {
        let first =
            statements(&all, conflicts, &revision_constraints::RevisionConstraints::default());
        revision_constraints::revision_constraints(&first, &all, earlier, attempt)
    };
    answer_of(statements(&all, conflicts, &caution), evidence)
}

/// The answer that some statements make: what they use, what they leave, how sure it is.
pub fn answer_of(
    statements: Vec<Statement>,
    evidence: &[Grounded<Requirement>],
) -> ComposedAnswer {
    let reference = |one: &Grounded<Requirement>| {
        let id = one.requirement_id;
        let user = statements.iter().find(|statement| statement.marks.contains(&id));
        RequirementReference {
            requirement_id: id,
            used_in_answer: user.is_some(),
            statement: user.map(|user| user.text.clone()).unwrap_or_default(),
        }
    };
    let references: Vec<RequirementReference> = evidence.iter().map(reference).collect();
    let unused = references.iter().filter(|one| !one.used_in_answer);
    let used: BTreeSet<RequirementId> =
        statements.iter().flat_map(|one| one.marks.iter().copied()).collect();
    let least = evidence
        .iter()
        .filter(|one| used.contains(&one.requirement_id))
        .map(|one| one.extraction_confidence)
        .max();
    ComposedAnswer {
        unused_requirements: unused.map(|one| one.requirement_id).collect(),
        requirement_references: references,
        statute_summary: summary(&statements, SourceType::Statute),
        policy_summary: summary(&statements, SourceType::Policy),
        composition_confidence: least.unwrap_or(ExtractionConfidence::Low),
        value: None,
        statements,
    }
}

fn summary(statements: &[Statement], source_type: SourceType) -> String {
    let alone = |one: &&Statement| {
        !one.marks.is_empty() && one.marks.iter().all(|mark| mark.source_type == source_type)
    };
    let marked: Vec<String> = statements.iter().filter(alone).map(Statement::marked).collect();
    marked.join(" ")
}

/// Statements that belong together: all are shown or none.
struct StatementGroup {
    /// The place, in the order of relevance, of the first requirement in it.
    rank: usize,
    statements: Vec<Statement>,
}

fn statements(
    all: &[&Requirement],
    conflicts: &[RequirementConflict],
    caution: &revision_constraints::RevisionConstraints,
) -> Vec<Statement> {
    let mut seen = BTreeSet::new();
    let usable: Vec<&Requirement> = all
        .iter()
        .copied()
        .filter(|one| seen.insert(one.requirement_id))
        .filter(|one| !caution.dropped.contains(&one.requirement_id) && is_usable(one))
        .collect();
    let (mut blocks, mut told) = conflicts::blocks(&usable, conflicts, caution);
    let names = sentence::names(&usable);
    let plain = |one: &&Requirement| !caution.verbatim.contains(&one.requirement_id);
    let free = |told: &BTreeSet<RequirementId>| -> Vec<(usize, &Requirement)> {
        let ranked = usable.iter().copied().enumerate();
        ranked
            .filter(|(_, one)| !told.contains(&one.requirement_id))
            .collect()
    };
    let mut candidates = free(&told);
    candidates.retain(|(_, one)| plain(one));
    blocks.extend(list_sentences::blocks(&candidates, &names, &mut told));
    let rest = free(&told);
    blocks.extend(merged_statements::blocks(&rest, &names, caution));
    in_order(blocks)
}

/// A quote that looks as if it had marks of its own cannot be told from one that has.
fn is_usable(requirement: &Requirement) -> bool {
    !requirement.exact_quote.to_uppercase().contains("REQ-")
}

/// The most relevant that can be read in one go; statutes, then policies, then conflicts.
fn in_order(mut blocks: Vec<StatementGroup>) -> Vec<Statement> {
    blocks.sort_by_key(|block| block.rank);
    let mut room = MOST_STATEMENTS;
    blocks.retain(|block| {
        let fits = block.statements.len() <= room;
        room -= if fits { block.statements.len() } else { 0 };
        fits
    });
    let mut statements: Vec<Statement> =
        blocks.into_iter().flat_map(|block| block.statements).collect();
    statements.sort_by_key(|one| {
        let policy = one.marks.iter().all(|mark| mark.source_type == SourceType::Policy);
        (one.role == StatementRole::Conflict, policy)
    });
    statements
}

/// One statement for each sentence of a text.
fn apart(text: &str, marks: &[RequirementId]) -> Vec<Statement> {
    let cuts = cut(text);
    let statement = |words: &str| Statement {
        text: sentence::finished(words),
        marks: marks.to_vec(),
        role: StatementRole::Requirement,
        quote: None,
    };
    cuts.into_iter().map(|range| statement(&text[range])).collect()
}

/// Words that stand with a capital within a sentence, small, with how they are written.
type CapitalizedWords = BTreeMap<String, String>;
