//! Takes the repository in and turns its facts into evidence.

use jurat_code::facts::RepoFacts;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::SubmissionArtifact;
use jurat_system::NoSettings;

use super::{evidence, told, value};
use crate::{
    channels::{ANSWERS, EVIDENCES, HELD_BLOBS, REMARKS, REPO_INDEX, RUBRIC, SUBMISSION},
    detect::{
        not_read::not_read,
        repository::{RepositoryEvidence, history_availability, investigated, shown},
    },
    model::{ArtifactAvailability, Rubric},
    rubric::wanted,
    submission_reader::{RepositoryRequest, SubmissionReader},
};

pub(crate) fn investigate(
    ctx: &StageCtx,
    _: &NoSettings,
    clerk: &dyn SubmissionReader,
) -> Result<Patch, StageError> {
    let rubric = ctx.get(RUBRIC)?;
    let asked = RepositoryRequest {
        address: ctx.param("repo")?,
        hosts: ctx.param("hosts")?,
        commit: None,
        wanted: wanted(&rubric).into_iter().map(|one| one.query).collect(),
    };
    Ok(match clerk.repository(&asked) {
        Ok(facts) => found(facts, &rubric),
        Err(why) => unreadable(&why),
    })
}

fn found(facts: RepoFacts, rubric: &Rubric) -> Patch {
    let submission = told([
        ("repo", value(&ArtifactAvailability::Read)),
        ("history", value(&history_availability(&facts))),
        ("repository", value(&shown(&facts.identity))),
        ("not_read", value(&not_read(&facts))),
    ]);
    let RepositoryEvidence { evidence: all, index, answers, remarks, held } =
        investigated(facts, rubric);
    Patch::of(EVIDENCES, evidence(SubmissionArtifact::Repo, all))
        .and(SUBMISSION, submission)
        .and(REMARKS, remarks)
        .and(REPO_INDEX, Some(index))
        .and(ANSWERS, answers)
        .and(HELD_BLOBS, held)
}

/// "Could not look" is told as such; the criteria that need the repository are not assessable.
fn unreadable(why: &str) -> Patch {
    let unread = || value(&ArtifactAvailability::Unreadable(why.to_owned()));
    let submission = told([("repo", unread()), ("history", unread())]);
    Patch::of(EVIDENCES, evidence(SubmissionArtifact::Repo, Vec::new()))
        .and(SUBMISSION, submission)
        .and(REMARKS, vec![format!("the repository could not be taken in: {why}")])
}
