//! A statement that is nothing but words of its provision: they must be there, and nothing else.

use jurat_model::{Quote, Requirement, Statement};

use super::StatementDefect;
use crate::answer::provisions::{ends, shown, within};

pub(super) fn check(
    statement: &Statement,
    quote: &Quote,
    quoted: &[&Requirement],
) -> Vec<StatementDefect> {
    let again = quoted.iter().find_map(|one| {
        let own = one.quote.rendition == quote.rendition;
        own.then(|| within(one, &quote.ranges).map(|again| (again, ends(one, quote))))?
    });
    let Some((again, ends)) = again.filter(|(again, _)| again == quote) else {
        let hint = "quote the provision that is marked";
        return vec![StatementDefect::new(
            "not_verbatim",
            "its words are not those of its provision",
            hint,
        )];
    };
    if shown(&again, ends) == statement.text {
        return Vec::new();
    }
    let hint = "say it in the provision's words, with … where some are left out";
    vec![StatementDefect::new("not_verbatim", "it says its provision's words otherwise", hint)]
}
