//! Whether a rubric is meant for such a repository at all.

use crate::model::{CheckOutcome, CheckResult, Rubric, UnassessedReason};

/// A remark where the rubric is meant for other repositories: it says for which, and what was seen.
/// None where it is meant for this one, or where that could not be told. No verdict changes.
pub fn unsuited<'r>(
    rubric: &Rubric,
    results: impl IntoIterator<Item = &'r CheckResult>,
) -> Option<String> {
    let applies = rubric.applies_when.as_ref()?;
    let tells = |result: &&CheckResult| {
        result.criterion_id == applies.criterion && result.check_id == applies.check
    };
    let told = results.into_iter().find(tells)?;
    let unseen = told.unassessed == Some(UnassessedReason::NotSeen);
    (told.outcome == CheckOutcome::Unmet || unseen).then(|| {
        let (name, repositories) = (&rubric.name, &applies.repositories);
        format!("the rubric “{name}” is meant for {repositories}; here: {}", told.observed)
    })
}
