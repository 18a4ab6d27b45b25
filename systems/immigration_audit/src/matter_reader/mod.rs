//! What the audit asks of the world outside: the files of a matter, each read or named with why it was not.

mod local;
mod reading_cache;
mod table_rows;

use jurat_model::SourceExhibit;

use crate::model::MatterFile;

pub use local::{LocalMatterReader, OpenLauncher};

/// The folder inside a matter's own that reports are written to: it is no part of the matter.
pub const OWN_FOLDER: &str = "jurat-audit";

/// The files of a matter and the texts that were made of them.
#[derive(Debug, Clone, Default)]
pub struct ReadMatter {
    /// In the order of paths, those that were not read too.
    pub files: Vec<MatterFile>,
    /// Each text once.
    pub exhibits: Vec<SourceExhibit>,
}

/// Reads the files of a matter. An error means that nothing could be looked at.
pub trait MatterReader: Send + Sync {
    fn read(&self, folder: &str) -> Result<ReadMatter, String>;

    /// The text of an application pack of the caller's own.
    fn pack_text(&self, path: &str) -> Result<String, String>;
}

/// A place without files.
pub struct NoMatterReader;

impl MatterReader for NoMatterReader {
    fn read(&self, _: &str) -> Result<ReadMatter, String> {
        Err("no folder can be read here".to_owned())
    }

    fn pack_text(&self, _: &str) -> Result<String, String> {
        Err("no file can be read here".to_owned())
    }
}
