//! Which rubric an audit goes by where nobody names one: what the repository holds decides.

use jurat_digital_courtroom::{
    fitting_rubric,
    submission_reader::{RepositoryRequest, SubmissionReader as _},
};
use jurat_system::parameters::RunValues;

use crate::{app::AppContext, failure::CommandFailure, services};

/// Looks at the repository before the run and sets the rubric that fits it, with the reason. One
/// that cannot be read is left to the run, which says why.
pub(super) fn choose(
    app: &AppContext,
    values: &mut RunValues,
    (repo, hosts): (&str, &[String]),
) -> Result<(), CommandFailure> {
    let asked = RepositoryRequest {
        address: repo.to_owned(),
        hosts: hosts.to_vec(),
        wanted: Vec::new(),
    };
    let Ok(facts) = services::submission_reader(&app.settings).repository(&asked) else {
        return Ok(());
    };
    let choice = fitting_rubric(&facts);
    app.out.note(&format!("rubric {}: {}", choice.name, choice.why));
    values.set("rubric", choice.name)?;
    Ok(values.set("rubric_reason", choice.why)?)
}
