//! What a demonstration shows of a system: a sample of its own, what is done with it, and what came of it.
//!
//! Samples are made up, and small: they are part of the program.

use jurat_document::{DocumentTree, StatusTone};
use jurat_engine::RunEnd;
use serde_json::Value as Json;

/// A file of a sample.
pub struct SampleFile {
    /// Its path below the folder of the sample, parted by `/`.
    pub name: &'static str,
    pub text: &'static str,
}

/// Files of a folder of this crate, by name.
#[macro_export]
macro_rules! sample_files {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$($crate::demo::SampleFile {
            name: $name,
            text: include_str!(concat!($folder, $name)),
        }),+]
    };
}

/// What a demonstration shows of a system.
pub struct SystemDemo {
    /// What it does, in a few words.
    pub title: &'static str,
    /// The same in a sentence or two.
    pub about: &'static str,
    /// The sample; each file is written to a folder of the system's own.
    pub files: &'static [SampleFile],
    pub cases: &'static [DemoCase],
    /// What a run of a case came to.
    pub outcome: fn(&DemoRun<'_>) -> Result<DemoOutcome, String>,
}

/// One thing that is shown.
pub struct DemoCase {
    /// The name of its folder.
    pub name: &'static str,
    /// What is asked or looked at, in a line.
    pub title: &'static str,
    pub workflow: &'static str,
    pub values: &'static [(&'static str, DemoValue)],
    /// What to type oneself: `{sample}` is the folder of the files, `{proof}` the bundle.
    pub commands: &'static [&'static str],
}

/// A value that a case is started with.
pub enum DemoValue {
    Text(&'static str),
    /// The full path of a file or folder of the sample.
    Path(&'static str),
    /// What a file of the sample holds, as JSON.
    Json(&'static str),
    /// The name of a corpus that the whole sample is read into.
    Corpus(&'static str),
}

/// A run of a case at its end.
pub struct DemoRun<'a> {
    pub title: &'static str,
    pub end: &'a RunEnd,
    /// All that its channels hold.
    pub state: &'a Json,
}

/// What a case came to.
pub struct DemoOutcome {
    /// In a word or two.
    pub verdict: String,
    pub tone: StatusTone,
    /// In a sentence or two.
    pub line: String,
    /// A page to read, where the system's runs come to no report.
    pub page: Option<DocumentTree>,
}

impl SystemDemo {
    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&'static str> {
        Some(self.files.iter().find(|file| file.name == name)?.text)
    }
}
