//! `NAME_SPELLING`: a name that is written in two ways: other letters, another order, other accents.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    name_likeness::NameDifference,
    name_pair::{NamePair, name_pairs},
    spoken::{role_words, sentence},
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "NAME_SPELLING",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let near = |pair: &&NamePair<'_>| {
        !matches!(pair.difference, NameDifference::Same | NameDifference::Other)
    };
    let pairs = name_pairs(view);
    pairs.iter().filter(near).map(|pair| told(view, pair)).collect()
}

fn told(view: &MatterView<'_>, pair: &NamePair<'_>) -> FindingDraft {
    let (first, second) = (&pair.first, &pair.second);
    let message = format!(
        "The name of {} {}: `{}` in `{}`, `{}` in `{}`.",
        role_words(&pair.role),
        pair.difference.words(),
        first.value,
        view.path(&first.place),
        second.value,
        view.path(&second.place),
    );
    let severity = match pair.difference {
        NameDifference::Spelling => FindingSeverity::Medium,
        _ => FindingSeverity::Low,
    };
    FindingDraft::shown(severity, sentence(&message))
        .at([first.place.clone(), second.place.clone()])
        .about([pair.field.clone()])
        .action("Write the name everywhere as the passport has it, and declare the other spelling as a name used.")
}
