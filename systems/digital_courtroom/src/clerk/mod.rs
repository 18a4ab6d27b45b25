//! What the court asks of the world outside: a repository, a paper, its figures.

mod desk;

use jurat_canon::Hash;
use jurat_model::{
    Exhibit, Rendition,
    court::{AstQuery, Figure, Located, Paper, RepoFacts},
};
use serde::{Deserialize, Serialize};

pub use desk::{Desk, OpenLauncher};

/// A repository that is wanted, and what is to be looked for in its code.
#[derive(Debug, Clone)]
pub struct RepoAsked {
    /// An address, a path, a bundle or an archive.
    pub address: String,
    /// Hosts that may be cloned from.
    pub hosts: Vec<String>,
    /// The queries of the rubric.
    pub wanted: Vec<AstQuery>,
}

/// A paper that was read.
#[derive(Debug, Clone)]
pub struct PaperRead {
    /// Which.
    pub paper: Paper,
    /// Its text, to be carried along.
    pub exhibit: Exhibit,
    /// The same with its parts and warnings.
    pub rendition: Rendition,
}

/// Brings submissions before the court. Errors are in words for people: the submission could not
/// be read, and the report says so.
pub trait Clerk: Send + Sync {
    /// Takes in a repository and gathers its facts. Nothing of it is executed.
    fn repository(&self, asked: &RepoAsked) -> Result<RepoFacts, String>;

    /// Reads a paper.
    fn paper(&self, path: &str) -> Result<PaperRead, String>;

    /// Finds the figures of a paper, which must still have these bytes.
    fn figures(&self, path: &str, source: Hash) -> Result<Vec<Located<Figure>>, String>;
}

/// A place without submissions.
pub struct NoClerk;

impl Clerk for NoClerk {
    fn repository(&self, _: &RepoAsked) -> Result<RepoFacts, String> {
        Err("no repository can be taken in here".to_owned())
    }

    fn paper(&self, _: &str) -> Result<PaperRead, String> {
        Err("no paper can be read here".to_owned())
    }

    fn figures(&self, _: &str, _: Hash) -> Result<Vec<Located<Figure>>, String> {
        Err("no figures can be read here".to_owned())
    }
}

/// A paper between the stage that reads it and the detectives.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct DocContext {
    pub(super) paper: Paper,
    /// Without its text, which is the exhibit's.
    pub(super) outline: Rendition,
}
