//! Requirements that say the same, or of which one says all of the other, share a statement.

use jurat_model::{Requirement, RequirementId};
use jurat_text::{Language, fold::fold};

use super::{Block, Names, apart, cautious::Caution, sentence};
use crate::words::{Key, read};

struct Told {
    rank: usize,
    text: String,
    folded: String,
    ids: Vec<RequirementId>,
    verbatim: bool,
}

/// A block for each thing that is said.
pub(super) fn blocks(
    rest: &[(usize, &Requirement)],
    names: &Names,
    caution: &Caution,
) -> Vec<Block> {
    let mut told: Vec<Told> = Vec::new();
    for (rank, requirement) in rest {
        let verbatim = caution.verbatim.contains(&requirement.requirement_id);
        let text = if verbatim {
            sentence::verbatim(requirement)
        } else {
            sentence::sentence(requirement, names)
        };
        let folded = fold(text.trim_end_matches('.'));
        let ids = vec![requirement.requirement_id];
        take(Told { rank: *rank, text, folded, ids, verbatim }, &mut told, requirement);
    }
    let block = |one: Told| Block {
        rank: one.rank,
        statements: apart(&one.text, &one.ids),
    };
    told.into_iter().map(block).collect()
}

fn take(new: Told, told: &mut Vec<Told>, requirement: &Requirement) {
    let language = Language::from_code(&requirement.language).unwrap_or(Language::English);
    for old in told.iter_mut().filter(|old| !old.verbatim && !new.verbatim) {
        let relation = relation(&old.folded, &new.folded, language);
        if relation == Relation::Other {
            continue;
        }
        if relation == Relation::Around {
            (old.text, old.folded) = (new.text, new.folded);
        }
        old.ids.extend(&new.ids);
        old.ids.sort_by_key(|id| id.source_type);
        return;
    }
    told.push(new);
}

/// How what is new stands to what was told.
#[derive(PartialEq, Eq)]
enum Relation {
    /// It says the same, or a part of it.
    Within,
    /// It says all of it, and more.
    Around,
    Other,
}

fn relation(old: &str, new: &str, language: Language) -> Relation {
    if old == new {
        return Relation::Within;
    }
    let (long, short) = if old.len() < new.len() { (new, old) } else { (old, new) };
    let Some(at) = long.find(short).filter(|at| on_words(long, *at, short.len())) else {
        return Relation::Other;
    };
    let more = [&long[..at], &long[at + short.len()..]].join(" ");
    let turns = |key: &Key| !matches!(key, Key::Word(_) | Key::Number(_) | Key::And);
    if read(&more, language).iter().any(|token| turns(&token.key)) {
        return Relation::Other;
    }
    if old.len() < new.len() { Relation::Around } else { Relation::Within }
}

fn on_words(long: &str, at: usize, len: usize) -> bool {
    !long[..at].ends_with(char::is_alphanumeric)
        && !long[at + len..].starts_with(char::is_alphanumeric)
}
