//! Items of one list in one sentence: the lead-in once, then what it leads to.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, Requirement, RequirementId, Statement, StatementRole};

use super::{
    CapitalizedWords, StatementGroup,
    sentence::{finished, joined, musts, parts, sentence},
};
use crate::marked_prose::cut;

/// Words beyond which a list is told in several sentences.
const LONGEST: usize = 60;

/// A block for each lead-in that several requirements share.
pub(super) fn blocks(
    free: &[(usize, &Requirement)],
    names: &CapitalizedWords,
    told: &mut BTreeSet<RequirementId>,
) -> Vec<StatementGroup> {
    let mut lists: BTreeMap<(Hash, ByteSpan), Vec<(usize, &Requirement)>> = BTreeMap::new();
    for (rank, requirement) in free {
        if let [lead_in, _] = requirement.quote.ranges[..] {
            let key = (requirement.quote.rendition, lead_in);
            lists.entry(key).or_default().push((*rank, requirement));
        }
    }
    let mut blocks = Vec::new();
    for members in lists.into_values().filter(|members| 1 < members.len()) {
        let mut items = members;
        items.sort_by_key(|(_, one)| one.quote.ranges.clone());
        for some in runs(&items) {
            if let Some(block) = block(some, names) {
                told.extend(some.iter().map(|(_, one)| one.requirement_id));
                blocks.push(block);
            }
        }
    }
    blocks
}

/// Items that make a sentence of a readable length.
fn runs<'a, 'b>(items: &'a [(usize, &'b Requirement)]) -> Vec<&'a [(usize, &'b Requirement)]> {
    let length = |one: &Requirement| one.exact_quote.split_whitespace().count();
    let mut runs = Vec::new();
    let (mut from, mut words) = (0, 0);
    for (at, (_, one)) in items.iter().enumerate() {
        if LONGEST < words + length(one) && from < at {
            runs.push(&items[from..at]);
            (from, words) = (at, 0);
        }
        words += length(one);
    }
    runs.push(&items[from..]);
    runs.into_iter().filter(|run| 1 < run.len()).collect()
}

fn block(run: &[(usize, &Requirement)], names: &CapitalizedWords) -> Option<StatementGroup> {
    let cut_up: Vec<_> = run.iter().map(|(_, one)| parts(one, names)).collect();
    let first = cut_up.first()?;
    let alternative = cut_up.iter().any(|parts| parts.alternative);
    // Only a list's own conjunction is used: whether all or one of the items count is its matter.
    let last = cut_up.len() - 1;
    let conjunction = cut_up[..last].iter().find_map(|parts| parts.conjunction);
    let mut words = joined(&first.lead_in, &first.item, alternative);
    for (at, parts) in cut_up.iter().enumerate().skip(1) {
        let gap = if alternative { "… " } else { "" };
        let between = conjunction.filter(|_| at == last).map(|word| format!("{word} "));
        words.push_str("; ");
        words.push_str(&between.unwrap_or_default());
        words.push_str(gap);
        words.push_str(&parts.item);
    }
    let model = sentence(run[0].1, names);
    let text = plain_modals(&finished(&words), &model);
    (cut(&text).len() == 1).then(|| StatementGroup {
        rank: run.iter().map(|(rank, _)| *rank).min().unwrap_or(0),
        statements: vec![Statement {
            text,
            marks: run.iter().map(|(_, one)| one.requirement_id).collect(),
            role: StatementRole::Requirement,
            quote: None,
        }],
    })
}

/// `must` for `shall` where the first item by itself is told so.
fn plain_modals(text: &str, model: &str) -> String {
    let has =
        |wanted: &str| model.split(|c: char| !c.is_alphanumeric()).any(|word| word == wanted);
    if has("shall") || !has("must") {
        return text.to_owned();
    }
    musts(text)
}
