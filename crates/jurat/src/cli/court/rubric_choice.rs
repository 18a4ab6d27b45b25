//! Which rubric an audit goes by where nobody names one: what the repository holds decides.

use jurat_system::parameters::RunValues;

use crate::{app::AppContext, failure::CommandFailure};

/// Looks at the repository before the run and sets the rubric that fits it, with the reason. One
/// that cannot be read is left to the run, which says why; what was read is not read again by it.
pub(super) fn choose(
    app: &AppContext,
    values: &mut RunValues,
    (repo, hosts): (&str, &[String]),
) -> Result<(), CommandFailure> {
    let Some(choice) = app.submissions.fitting_rubric(repo, hosts) else { return Ok(()) };
    app.out.note(&format!("rubric {}: {}", choice.name, choice.why));
    values.set("rubric", choice.name)?;
    Ok(values.set("rubric_reason", choice.why)?)
}
