//! What the court asks of the world outside: a repository, a paper, its figures.

mod local;

use jurat_canon::Hash;
use jurat_code::facts::{AstQuery, RepoFacts};
use jurat_model::{LocatedValue, PaperFigure, Rendition, SourceExhibit};
use serde::{Deserialize, Serialize};

use crate::model::PaperIdentity;

pub use local::{LocalSubmissionReader, OpenLauncher, sweep_clones};

/// A repository that is wanted, and what is to be looked for in its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryRequest {
    /// An address, a path, a bundle or an archive.
    pub address: String,
    /// Hosts that may be cloned from.
    pub hosts: Vec<String>,
    /// The commit that is wanted; none asks for that of its head.
    pub commit: Option<String>,
    /// The queries of the rubric.
    pub wanted: Vec<AstQuery>,
}

/// A paper that was read.
#[derive(Debug, Clone)]
pub struct SubmittedPaper {
    pub paper: PaperIdentity,
    /// Its text, to be carried along.
    pub exhibit: SourceExhibit,
    /// The same with its parts and warnings.
    pub rendition: Rendition,
}

/// Brings submissions before the court. Errors are in words for people: the submission could not
/// be read, and the report says so.
pub trait SubmissionReader: Send + Sync {
    /// Takes in a repository and gathers its facts. Nothing of it is executed.
    fn repository(&self, asked: &RepositoryRequest) -> Result<RepoFacts, String>;

    fn paper(&self, path: &str) -> Result<SubmittedPaper, String>;

    /// Finds the figures of a paper, which must still have these bytes.
    fn figures(
        &self,
        path: &str,
        source: Hash,
    ) -> Result<Vec<LocatedValue<PaperFigure>>, String>;
}

/// A place without submissions.
pub struct NoSubmissionReader;

impl SubmissionReader for NoSubmissionReader {
    fn repository(&self, _: &RepositoryRequest) -> Result<RepoFacts, String> {
        Err("no repository can be taken in here".to_owned())
    }

    fn paper(&self, _: &str) -> Result<SubmittedPaper, String> {
        Err("no paper can be read here".to_owned())
    }

    fn figures(&self, _: &str, _: Hash) -> Result<Vec<LocatedValue<PaperFigure>>, String> {
        Err("no figures can be read here".to_owned())
    }
}

/// A paper between the stage that reads it and the detectives.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PaperOutline {
    pub(super) paper: PaperIdentity,
    /// Without its text, which is the exhibit's.
    pub(super) outline: Rendition,
}
