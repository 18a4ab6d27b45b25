//! What a run was told to read against what it says was submitted: the repository, its hosts, the paper.

use jurat_code::{RepoAddress, facts::RepoIdentity};
use jurat_proof::{AskedParams, FinalState, LayerFindings};
use serde_json::Value as Json;

use super::DecodedChannels;
use crate::{
    detect::repository::shown,
    model::{ArtifactAvailability, Submission},
};

/// What was read is what was asked for. Of what could not be read the run has nothing to hold its name against.
pub(super) fn check(
    values: &DecodedChannels,
    state: &FinalState,
    asked: &mut AskedParams<'_>,
    findings: &mut LayerFindings,
) {
    let Some(submission) = &values.submission else { return };
    repository(submission, &state.params, asked, findings);
    paper(submission, &state.params, asked, findings);
    let why = |given: &Json| *given == submission.rubric_reason;
    asked.hold("rubric_reason", "rubric", why, findings);
}

fn repository(
    submission: &Submission,
    params: &Json,
    asked: &mut AskedParams<'_>,
    findings: &mut LayerFindings,
) {
    match &submission.repository {
        Some(identity) => {
            let same = |given: &Json| {
                let given = given.as_str().unwrap_or_default();
                is_address_of(identity, given, &params["hosts"])
            };
            asked.hold("repo", "repository", same, findings);
            // A host that is not on the list is refused before, and no other has a part.
            asked.made_again("hosts");
        }
        None if submission.repo == ArtifactAvailability::NotGiven => {
            asked.hold("repo", "repository", |given| given == "", findings);
            asked.made_again("hosts");
        }
        None => is_named(&params["repo"], "repository", findings),
    }
}

/// Whether an address leads to this repository: as it is fetched, from a host that is allowed, or the last part of a path.
fn is_address_of(identity: &RepoIdentity, given: &str, hosts: &Json) -> bool {
    if identity.form != "url" {
        let local = RepoIdentity {
            address: given.trim().to_owned(),
            ..identity.clone()
        };
        return !given.contains("://") && shown(&local).address == identity.address;
    }
    let hosts: Vec<String> = hosts
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|host| host.as_str().map(str::to_owned))
        .collect();
    given.contains("://")
        && RepoAddress::parse(given, &hosts).is_ok_and(|it| it.to_string() == identity.address)
}

fn paper(
    submission: &Submission,
    params: &Json,
    asked: &mut AskedParams<'_>,
    findings: &mut LayerFindings,
) {
    match &submission.paper {
        Some(paper) => {
            let same = |given: &Json| {
                let last = given.as_str().and_then(|given| given.rsplit('/').next());
                let rest = last
                    .filter(|last| !last.is_empty())
                    .and_then(|last| paper.name.strip_prefix(last));
                // What lies in a file is named after it: `mail.eml#2`, `papers.zip/a.md`.
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['#', '/', '!']))
            };
            asked.hold("paper", "paper", same, findings);
        }
        None if submission.docs == ArtifactAvailability::NotGiven => {
            asked.hold("paper", "paper", |given| given == "", findings);
        }
        None => is_named(&params["paper"], "paper", findings),
    }
}

/// What could not be read was at least asked for.
fn is_named(given: &Json, place: &str, findings: &mut LayerFindings) {
    let message = "it is said to be unreadable, and the run was not asked to read any";
    findings.expect("asked", given.as_str().is_some_and(|it| !it.is_empty()), place, message);
}
