//! The repository's facts, gathered again at the commit that the run records, and compared.
//!
//! Which address the repository has, and on which branch the commit lies, is not compared: a clone
//! elsewhere has the same commits. What cannot be gathered again is not checked, and never held.

use std::collections::{BTreeMap, BTreeSet};

use jurat_code::{
    KILLED_ITS_READER,
    facts::{AstQuery, FileFact, RepoFacts, RepoIdentity, SkippedFile},
};
use jurat_proof::{FinalState, LayerFindings, RulesVersion};

use super::DecodedChannels;
use crate::{
    detect::{
        not_read::not_read,
        repository::{RepositoryEvidence, history_availability, investigated},
    },
    model::{CheckAnswer, Evidence, Rubric, Submission},
    rubric::wanted,
};

/// Gathers the facts of the repository at hand at a commit, or says why it cannot.
pub type SurveyFn<'a> = dyn Fn(Option<&str>, Vec<AstQuery>) -> Result<RepoFacts, String> + 'a;

const CHECK: &str = "repository";

/// Whether the facts are those of the repository at hand: gathered again, and all the same.
pub(super) fn check(
    values: &DecodedChannels,
    (state, survey): (&FinalState, Option<&SurveyFn<'_>>),
    findings: &mut LayerFindings,
) -> bool {
    let Some(survey) = survey else { return false };
    match gathered(values, survey) {
        Ok((submission, rubric, facts)) => {
            let mut comparison = FactComparison { rules: state.rules(), findings, same: true };
            comparison.all(values, submission, (rubric, facts));
            comparison.same
        }
        Err((place, why)) => {
            findings.unchecked(CHECK, place, why);
            false
        }
    }
}

/// Where something could not be checked, and why.
type NotChecked = (String, String);

/// The facts at hand, where they are of the state that the run records.
fn gathered<'v>(
    values: &'v DecodedChannels,
    survey: &SurveyFn<'_>,
) -> Result<(&'v Submission, &'v Rubric, RepoFacts), NotChecked> {
    let not = |why: &str| ("repository".to_owned(), why.to_owned());
    let submission = values.submission.as_ref().filter(|_| values.grounded);
    let submission = submission.ok_or_else(|| not("what the run records cannot be read"))?;
    let rubric = values.rubric.as_ref();
    let rubric =
        rubric.ok_or_else(|| not("the rubric that facts are asked by cannot be read"))?;
    let recorded = submission.repository.as_ref();
    let recorded = recorded.ok_or_else(|| not("the run read no repository"))?;
    let place = place(recorded);
    let queries = wanted(rubric).into_iter().map(|one| one.query).collect();
    let facts = survey(recorded.commit.as_deref(), queries)
        .map_err(|why| (place.clone(), format!("not gathered again: {why}")))?;
    match other_state(values, recorded, &facts) {
        Some(why) => Err((place, why.to_owned())),
        None => Ok((submission, rubric, RepoFacts { identity: recorded.clone(), ..facts })),
    }
}

/// Why the facts at hand say nothing about those that are recorded.
fn other_state(
    values: &DecodedChannels,
    recorded: &RepoIdentity,
    facts: &RepoFacts,
) -> Option<&'static str> {
    let blobs = |files: &[FileFact]| -> BTreeSet<(String, String)> {
        files
            .iter()
            .map(|file| (file.path.clone(), file.blob.clone()))
            .collect()
    };
    let killed =
        |all: &[SkippedFile]| all.iter().any(|it| it.why.starts_with(KILLED_ITS_READER));
    let was_cut = values
        .evidences
        .repo
        .iter()
        .any(|one| one.fact.history().is_some_and(|history| history.shallow));
    let is_cut = facts.history.as_ref().is_some_and(|history| history.shallow);
    if facts.identity.commit != recorded.commit {
        Some("the run records no commit of it")
    } else if recorded.commit.is_none() && blobs(&facts.files) != blobs(&values.index.files) {
        Some("it has no commits, and holds other files than the run read")
    } else if is_cut || was_cut {
        Some("its history is cut off, here or where the run was made")
    } else if killed(&values.index.unread) || killed(&facts.skipped) {
        Some("a file of it kills its reader, here or where the run was made")
    } else {
        None
    }
}

fn place(recorded: &RepoIdentity) -> String {
    match &recorded.commit {
        Some(commit) => format!("{} at {commit}", recorded.address),
        None => recorded.address.clone(),
    }
}

/// Facts that are recorded against facts at hand.
struct FactComparison<'f, 's> {
    rules: RulesVersion<'s>,
    findings: &'f mut LayerFindings,
    same: bool,
}

impl FactComparison<'_, '_> {
    fn all(
        &mut self,
        values: &DecodedChannels,
        submission: &Submission,
        (rubric, facts): (&Rubric, RepoFacts),
    ) {
        let unread = not_read(&facts) == submission.not_read;
        self.tell(unread, "not read", "what could not be read is something else");
        let history = history_availability(&facts) == submission.history;
        self.tell(history, "history", "whether it can be read is told otherwise");
        let again = investigated(facts, rubric);
        self.evidence(&values.evidences.repo, &again.evidence);
        self.index(values, &again);
        self.answers(&values.answers, &again.answers);
        let texts = |all: &[jurat_code::facts::HeldBlob]| -> BTreeMap<String, String> {
            all.iter().map(|one| (one.path.clone(), one.text.clone())).collect()
        };
        self.by_key((&texts(&values.held), &texts(&again.held)), "text of ");
        let told = again.remarks.iter().all(|it| submission.remarks.contains(it));
        self.tell(told, "remarks", "a remark on it is left out");
    }

    fn evidence(&mut self, recorded: &[Evidence], again: &[Evidence]) {
        let by_id = |all: &[Evidence]| -> BTreeMap<String, String> {
            let told = all.iter().map(|one| (one.id.to_string(), described(one)));
            told.collect()
        };
        let (recorded, again) = (by_id(recorded), by_id(again));
        let gone = recorded.iter().filter(|(id, _)| !again.contains_key(*id));
        for (_, what) in gone {
            self.tell(false, what, "recorded, and not found again");
        }
        let new = again.iter().filter(|(id, _)| !recorded.contains_key(*id));
        for (_, what) in new {
            self.tell(false, what, "found again, and not recorded");
        }
        if recorded == again {
            self.tell(true, "evidence", "");
        }
    }

    fn index(&mut self, values: &DecodedChannels, again: &RepositoryEvidence) {
        let files = |all: &[FileFact]| -> BTreeMap<String, FileFact> {
            all.iter().map(|file| (file.path.clone(), file.clone())).collect()
        };
        self.by_key((&files(&values.index.files), &files(&again.index.files)), "file ");
        let symbols = values.index.symbols == again.index.symbols
            && values.index.names == again.index.names;
        self.tell(symbols, "names that are defined", "others are found again");
        let unread = values.index.unread == again.index.unread;
        self.tell(unread, "code that was not read", "other files are found again");
    }

    fn answers(&mut self, recorded: &[CheckAnswer], again: &[CheckAnswer]) {
        let by_check = |all: &[CheckAnswer]| -> BTreeMap<String, CheckAnswer> {
            let key = |one: &CheckAnswer| format!("{} of {}", one.check_id, one.criterion_id);
            all.iter().map(|one| (key(one), one.clone())).collect()
        };
        self.by_key((&by_check(recorded), &by_check(again)), "answer to ");
    }

    /// Each that is not the same is named.
    fn by_key<T: PartialEq>(
        &mut self,
        (recorded, again): (&BTreeMap<String, T>, &BTreeMap<String, T>),
        what: &str,
    ) {
        let keys: BTreeSet<&String> = recorded.keys().chain(again.keys()).collect();
        for key in keys {
            let place = format!("{what}{key}");
            match (recorded.get(key), again.get(key)) {
                (Some(one), Some(other)) => {
                    self.tell(one == other, &place, "found again, it is another");
                }
                (Some(_), None) => self.tell(false, &place, "recorded, and not found again"),
                _ => self.tell(false, &place, "found again, and not recorded"),
            }
        }
    }

    fn tell(&mut self, same: bool, place: &str, message: &str) {
        self.same &= same;
        self.findings.redecided(CHECK, (same, self.rules), place, message);
    }
}

/// A fact by its sort and its place.
fn described(one: &Evidence) -> String {
    match one.location.path.as_str() {
        "" => one.kind.clone(),
        _ => format!("{} in {}", one.kind, one.location),
    }
}
