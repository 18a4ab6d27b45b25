//! `NAME_CONFLICT`: documents that give one person another name.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    name_likeness::NameDifference,
    name_pair::{NamePair, name_pairs},
    spoken::{role_words, sentence},
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "NAME_CONFLICT",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let pairs = name_pairs(view);
    let other = |pair: &&NamePair<'_>| pair.difference == NameDifference::Other;
    pairs.iter().filter(other).map(|pair| told(view, pair)).collect()
}

fn told(view: &MatterView<'_>, pair: &NamePair<'_>) -> FindingDraft {
    let (first, second) = (&pair.first, &pair.second);
    let message = format!(
        "{} is `{}` in `{}` and `{}` in `{}`, and no other name that is declared explains it.",
        sentence(&role_words(&pair.role)),
        first.value,
        view.path(&first.place),
        second.value,
        view.path(&second.place),
    );
    FindingDraft::shown(FindingSeverity::High, message)
        .at([first.place.clone(), second.place.clone()])
        .about([pair.field.clone()])
        .action("Find out which name is right; declare the other as a name used, with proof of the change of name.")
}
