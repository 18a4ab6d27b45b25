//! A fictional court over the repository `orchard-router` and its paper: a pass, a dissent, a
//! security cap, a failed claim, a figure that differs, and a criterion that nobody can tell.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a fixture that is wrong stops loudly")]

mod evidence;
mod results;
mod rubric;

use jurat_canon::Hash;
use jurat_code::facts::RepoIdentity;
use jurat_digital_courtroom::{
    model::{
        ArtifactAvailability, CriterionResult, Evidence, EvidenceSet, OverallResult,
        PaperIdentity, Rubric, Submission,
    },
    report::{CourtInput, CourtReport, report},
};

pub(crate) const COMMIT: &str = "4c1d0be2a97f6e3358c0b1d4e5f60718293a4b5c";
pub(crate) const ADDRESS: &str = "https://forge.example/orchard/orchard-router";

/// All that a report is made of.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) rubric: Rubric,
    pub(crate) submission: Submission,
    pub(crate) evidences: EvidenceSet,
    pub(crate) crossed: Vec<Evidence>,
    pub(crate) results: Vec<CriterionResult>,
    pub(crate) overall: OverallResult,
    pub(crate) as_of: Option<&'static str>,
}

impl Case {
    pub(crate) fn report(&self) -> CourtReport {
        report(&CourtInput {
            rubric: &self.rubric,
            submission: &self.submission,
            evidences: &self.evidences,
            crossed: &self.crossed,
            results: &self.results,
            overall: &self.overall,
            model_use: &[],
            as_of: self.as_of,
        })
    }
}

pub(crate) fn case() -> Case {
    let (evidences, crossed) = evidence::all();
    let rubric = rubric::rubric();
    let results = results::all(&evidences, &crossed);
    Case {
        overall: results::overall(),
        submission: submission(),
        as_of: Some("2026-03-02"),
        rubric,
        evidences,
        crossed,
        results,
    }
}

/// Nothing was given that could be read.
pub(crate) fn empty() -> Case {
    Case {
        rubric: rubric::rubric(),
        submission: Submission {
            repo: ArtifactAvailability::Unreadable("the server answered 404".to_owned()),
            ..Submission::default()
        },
        evidences: EvidenceSet::default(),
        crossed: Vec::new(),
        results: Vec::new(),
        overall: results::nothing(),
        as_of: None,
    }
}

fn submission() -> Submission {
    Submission {
        repo: ArtifactAvailability::Read,
        history: ArtifactAvailability::Read,
        docs: ArtifactAvailability::Read,
        vision: ArtifactAvailability::Read,
        repository: Some(RepoIdentity {
            address: ADDRESS.to_owned(),
            commit: Some(COMMIT.to_owned()),
            branch: Some("main".to_owned()),
            form: "url".to_owned(),
        }),
        paper: Some(PaperIdentity {
            name: "orchard-router.pdf".to_owned(),
            source: Hash::of(b"orchard-router.pdf"),
            rendition: Hash::of(b"its text"),
            pages: 6,
            unreadable: vec![5],
            words: 2140,
        }),
        remarks: vec![
            "assets/map.png: binary, not looked into".to_owned(),
            "vendor/: 212 files of others, facts not counted".to_owned(),
        ],
        ..Submission::default()
    }
}
