//! Where a fact lies, so exactly that anyone can look there again.

use std::fmt;

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ByteSpan, PageBoundingBox};

/// Which part of the submission.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SubmissionArtifact {
    /// The repository.
    Repo,
    /// The paper: its text.
    Docs,
    /// The paper: its pictures and drawings.
    Vision,
}

impl SubmissionArtifact {
    /// Every one, in the order in which reports show them.
    pub const ALL: [Self; 3] = [Self::Repo, Self::Docs, Self::Vision];

    /// The key in `evidences`, and the first part of an alias such as `repo#0`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Repo => "repo",
            Self::Docs => "docs",
            Self::Vision => "vision",
        }
    }
}

/// Lines of a file, counted from 1, both included.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct LineRange {
    /// The first.
    pub start: u32,
    /// The last.
    pub end: u32,
}

impl LineRange {
    /// The words of these lines, joined by `\n` without the last line end; nothing where the text
    /// has no such lines. This is what evidence shows, and what is compared when it is looked up
    /// again.
    pub fn of(self, text: &str) -> Option<String> {
        let skip = usize::try_from(self.start.checked_sub(1)?).ok()?;
        let count = usize::try_from(self.end.checked_sub(self.start)?)
            .ok()?
            .checked_add(1)?;
        let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
        let lines: Vec<&str> = lines
            .map(|line| line.strip_suffix('\r').unwrap_or(line))
            .skip(skip)
            .take(count)
            .collect();
        (lines.len() == count).then(|| lines.join("\n"))
    }
}

/// A line of a cell of a notebook, both counted from 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct NotebookCell {
    /// Which cell, prose and code counted alike.
    pub number: u32,
    /// Which line of it.
    pub line: u32,
}

/// Where a fact lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceLocation {
    /// In which part of the submission.
    pub artifact: SubmissionArtifact,
    /// The file within the repository, or the name of the paper; empty for the whole.
    pub path: String,
    /// The commit, in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The id that git gives the file's bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
    /// The lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// The cell of a notebook that the lines begin in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<NotebookCell>,
    /// The page of a paper, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The place on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<PageBoundingBox>,
    /// The bytes of the paper's rendition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<ByteSpan>,
    /// BLAKE3 of the words that stand there, as the evidence shows them: of lines joined by `\n`
    /// without the last end of line, or of the span.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub snippet: Option<Hash>,
}

impl EvidenceLocation {
    /// To the whole of a file or paper.
    pub fn to(artifact: SubmissionArtifact, path: impl Into<String>) -> Self {
        Self {
            artifact,
            path: path.into(),
            commit: None,
            blob: None,
            lines: None,
            cell: None,
            page: None,
            area: None,
            span: None,
            snippet: None,
        }
    }
}

/// As people write it: `src/graph.py:10-24 @860fa77b64f9`, `report.pdf, page 3`.
impl fmt::Display for EvidenceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.path.is_empty() { self.artifact.word() } else { &self.path })?;
        match self.lines {
            Some(LineRange { start, end }) if start == end => write!(f, ":{start}")?,
            Some(LineRange { start, end }) => write!(f, ":{start}-{end}")?,
            None => {}
        }
        if let Some(NotebookCell { number, line }) = self.cell {
            write!(f, " (cell {number}, line {line})")?;
        }
        if let Some(page) = self.page {
            write!(f, ", page {page}")?;
        }
        match &self.commit {
            Some(commit) => write!(f, " @{}", commit.get(..12).unwrap_or(commit)),
            None => Ok(()),
        }
    }
}

/// Something, where it lies, and the words that stand there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocatedValue<T> {
    /// What.
    pub value: T,
    /// Where.
    pub at: EvidenceLocation,
    /// The words; empty where the place is a whole file or a picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub snippet: String,
}

#[cfg(test)]
mod tests {
    use super::LineRange;

    #[test]
    fn lines_are_counted_from_one_and_end_without_a_line_end() {
        let of = |start, end| LineRange { start, end }.of("a\r\nb\n\nd\n");
        assert_eq!(of(1, 2).as_deref(), Some("a\nb"));
        assert_eq!(of(3, 4).as_deref(), Some("\nd"));
        assert_eq!((of(0, 1), of(2, 1), of(4, 5), of(5, 5)), (None, None, None, None));
        assert_eq!(of(1, u32::MAX), None);
        let lines = LineRange { start: 1, end: 2 };
        assert_eq!(lines.of("a\r\r\nb\r").as_deref(), Some("a\r\nb"));
    }
}
