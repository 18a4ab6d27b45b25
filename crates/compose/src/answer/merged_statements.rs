//! Requirements that say the same, or of which one says all of the other, share a statement.

use jurat_model::{Requirement, RequirementId};
use jurat_text::{Language, fold::fold, sentence_reading::LegalWord};

use super::{
    CapitalizedWords, StatementGroup, apart, revision_constraints::RevisionConstraints,
    sentence,
};
use crate::content_tokens::{ContentTokenKey, content_tokens};

struct MergedStatement {
    rank: usize,
    text: String,
    folded: String,
    ids: Vec<RequirementId>,
    verbatim: bool,
}

/// A block for each thing that is said.
pub(super) fn blocks(
    rest: &[(usize, &Requirement)],
    names: &CapitalizedWords,
    caution: &RevisionConstraints,
) -> Vec<StatementGroup> {
    let mut told: Vec<MergedStatement> = Vec::new();
    for (rank, requirement) in rest {
        let verbatim = caution.verbatim.contains(&requirement.requirement_id);
        let text = if verbatim {
            sentence::verbatim(requirement)
        } else {
            sentence::sentence(requirement, names)
        };
        let folded = fold(text.trim_end_matches('.'));
        let ids = vec![requirement.requirement_id];
        take(
            MergedStatement { rank: *rank, text, folded, ids, verbatim },
            &mut told,
            requirement,
        );
    }
    let block = |one: MergedStatement| StatementGroup {
        rank: one.rank,
        statements: apart(&one.text, &one.ids),
    };
    told.into_iter().map(block).collect()
}

fn take(new: MergedStatement, told: &mut Vec<MergedStatement>, requirement: &Requirement) {
    let language = Language::from_code(&requirement.language).unwrap_or(Language::English);
    for old in told.iter_mut().filter(|old| !old.verbatim && !new.verbatim) {
        let relation = relation(&old.folded, &new.folded, language);
        if relation == TextContainment::Other {
            continue;
        }
        if relation == TextContainment::Around {
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
enum TextContainment {
    /// It says the same, or a part of it.
    Within,
    /// It says all of it, and more.
    Around,
    Other,
}

fn relation(old: &str, new: &str, language: Language) -> TextContainment {
    if old == new {
        return TextContainment::Within;
    }
    let (long, short) = if old.len() < new.len() { (new, old) } else { (old, new) };
    let Some(at) = long.find(short).filter(|at| on_words(long, *at, short.len())) else {
        return TextContainment::Other;
    };
    let more = [&long[..at], &long[at + short.len()..]].join(" ");
    let turns = |key: &ContentTokenKey| matches!(key, ContentTokenKey::Legal(word) if *word != LegalWord::And);
    if content_tokens(&more, language).iter().any(|token| turns(&token.key)) {
        return TextContainment::Other;
    }
    if old.len() < new.len() { TextContainment::Around } else { TextContainment::Within }
}

fn on_words(long: &str, at: usize, len: usize) -> bool {
    !long[..at].ends_with(char::is_alphanumeric)
        && !long[at + len..].starts_with(char::is_alphanumeric)
}
