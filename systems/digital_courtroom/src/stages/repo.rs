//! Takes the repository in and turns its facts into evidence.

use crate::detect::repository::{Investigated, history_availability, investigated, shown};
use crate::rubric::wanted;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::court::{Artifact, Availability, RepoFacts, Rubric};

use super::{NoSettings, evidence, told, value};
use crate::{
    channels::{ANSWERS, EVIDENCES, HELD_BLOBS, REMARKS, REPO_INDEX, RUBRIC, SUBMISSION},
    clerk::{Clerk, RepoAsked},
};

pub(crate) fn investigate(
    ctx: &StageCtx,
    _: &NoSettings,
    clerk: &dyn Clerk,
) -> Result<Patch, StageError> {
    let rubric = ctx.get(RUBRIC)?;
    let asked = RepoAsked {
        address: ctx.param("repo")?,
        hosts: ctx.param("hosts")?,
        wanted: wanted(&rubric).into_iter().map(|one| one.query).collect(),
    };
    Ok(match clerk.repository(&asked) {
        Ok(facts) => found(facts, &rubric),
        Err(why) => unreadable(&why),
    })
}

fn found(facts: RepoFacts, rubric: &Rubric) -> Patch {
    let submission = told([
        ("repo", value(&Availability::Read)),
        ("history", value(&history_availability(&facts))),
        ("repository", value(&shown(&facts.identity))),
    ]);
    let Investigated { evidence: all, index, answers, remarks, held } =
        investigated(facts, rubric);
    Patch::of(EVIDENCES, evidence(Artifact::Repo, all))
        .and(SUBMISSION, submission)
        .and(REMARKS, remarks)
        .and(REPO_INDEX, Some(index))
        .and(ANSWERS, answers)
        .and(HELD_BLOBS, held)
}

/// "Could not look" is told as such; the criteria that need the repository are not assessable.
fn unreadable(why: &str) -> Patch {
    let unread = || value(&Availability::Unreadable(why.to_owned()));
    let submission = told([("repo", unread()), ("history", unread())]);
    Patch::of(EVIDENCES, evidence(Artifact::Repo, Vec::new()))
        .and(SUBMISSION, submission)
        .and(REMARKS, vec![format!("the repository could not be taken in: {why}")])
}
