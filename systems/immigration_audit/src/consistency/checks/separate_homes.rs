//! `SEPARATE_HOMES`: partners who are said to live together and give other present addresses.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView, address_form::may_be_one, spoken::role_words,
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "SEPARATE_HOMES",
    category: FindingCategory::Relationship,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    told(view).into_iter().collect()
}

/// Only of common-law partners: spouses may live apart, and their form asks why.
fn told(view: &MatterView<'_>) -> Option<FindingDraft> {
    let kind = view.profile.words("relationship.type")?.to_lowercase();
    if !kind.contains("common") || view.profile.best("relationship.separations").is_some() {
        return None;
    }
    let since = view.profile.best("relationship.cohabitation_start")?;
    let partner = ["sponsor", "spouse"]
        .into_iter()
        .find(|role| home(view, role).is_some())?;
    let (own, theirs) = (home(view, "applicant")?, home(view, partner)?);
    if may_be_one(&own.value.to_string(), &theirs.value.to_string()) {
        return None;
    }
    let message = format!(
        "They live together since {} by `{}`, and the applicant lives in `{}` by `{}`, {} in `{}` by `{}`.",
        since.value,
        view.path(&since.place),
        own.value,
        view.path(&own.place),
        role_words(partner),
        theirs.value,
        view.path(&theirs.place)
    );
    Some(
        FindingDraft::shown(FindingSeverity::Medium, message)
            .at([since.place.clone(), own.place.clone(), theirs.place.clone()])
            .about(["relationship.cohabitation_start", "applicant.city"])
            .action("Give one present address with proof of both, or say since when and why they live apart."),
    )
}

fn home<'a>(view: &MatterView<'a>, role: &str) -> Option<&'a FieldReading> {
    view.readings(&format!("{role}.city")).first()
}
