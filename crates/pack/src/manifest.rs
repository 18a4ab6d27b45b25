//! The manifest of a pack, `pack.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file that makes a folder a pack.
pub(crate) const MANIFEST: &str = "pack.json";
/// What `format` says.
pub(crate) const FORMAT: &str = "jurat-pack";
/// Goes up whenever an older program would misread a manifest.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// What a pack says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackManifest {
    /// `jurat-pack`.
    pub format: String,
    /// 1.
    pub format_version: u32,
    /// Small letters, digits and hyphens.
    pub name: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_fr: Option<String>,
    /// Whether nothing in it is real.
    #[serde(default)]
    pub fictional: bool,
    pub version: String,
    /// Under which terms it may be used, as an SPDX name or in words.
    pub licence: String,
    /// The day up to which it is known to be right, as 2024-12-31.
    pub as_of: String,
    pub languages: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub courts: Vec<PackCourt>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statutes: Vec<PackStatute>,
    pub parts: Vec<PackPart>,
}

/// A court whose decisions are in a pack, or are cited in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackCourt {
    /// As in its neutral citations: FC.
    pub code: String,
    /// As in its French ones: CF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_fr: Option<String>,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name_fr: Option<String>,
    /// `tribunal`, `trial`, `appeal`, `supreme`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Its first day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The code of the court that hears appeals from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appeals_to: Option<String>,
}

/// An act or a regulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackStatute {
    pub key: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_fr: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    /// Whether its text is in the pack, or it is only cited.
    #[serde(default)]
    pub in_pack: bool,
}

/// A part of a pack: files of one kind in one format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackPart {
    /// Small letters, digits and hyphens.
    pub name: String,
    pub kind: PackPartKind,
    /// The folder of its files, or its one file; `.` for all of the pack.
    pub path: String,
    pub format: PartFormat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its own day, where it is not the pack's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    /// How many documents come out of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documents: Option<u64>,
    #[serde(default)]
    pub coverage: Vec<CoverageClaim>,
    pub files: Vec<PackFile>,
}

/// What a part holds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PackPartKind {
    Decisions,
    Act,
    Manual,
    Help,
    Table,
}

/// In which shape its files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PartFormat {
    Text,
    Markdown,
    Html,
    Pdf,
    /// Rows of JSON with `text`, and what is known of each beside it.
    Jsonl,
    /// Rows as the Refugee Law Lab publishes them.
    RefugeeLawLab,
    /// Rows as A2AJ publishes them, English and French side by side.
    A2aj,
    /// A manual page by page: `doc`, `page`, `text`.
    PagesJsonl,
    /// Chunks of help pages: `pageUrl`, `pageTitle`, `heading`, `text`.
    HelpChunks,
    /// Acts and regulations as the Department of Justice publishes them.
    JusticeXml,
    /// A table of facts.
    Json,
    /// Known by name, and not read.
    Parquet,
}

/// How far a part reaches, and whether all there is in that reach is in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CoverageClaim {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub court: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statute: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapters: Option<Vec<u32>>,
    /// How many pages there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<CoverageEnd>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<CoverageEnd>,
    pub extent: CoverageExtent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A year, or a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CoverageEnd {
    Year(u16),
    Day(String),
}

impl CoverageEnd {
    /// Its first day, as text that sorts.
    pub fn first_day(&self) -> String {
        match self {
            Self::Year(year) => format!("{year:04}-01-01"),
            Self::Day(day) => day.clone(),
        }
    }

    /// Its last day.
    pub fn last_day(&self) -> String {
        match self {
            Self::Year(year) => format!("{year:04}-12-31"),
            Self::Day(day) => day.clone(),
        }
    }
}

/// Whether all there is in a reach is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CoverageExtent {
    /// What is not here does not exist.
    Whole,
    /// What is not here may exist.
    Part,
}

/// A file of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// From the pack's folder, with forward slashes.
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    pub bytes: u64,
    /// 64 hexadecimal digits.
    pub sha256: String,
    /// What the pack's makers know of the document that the file is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<FileFields>,
}

/// What is known of a decision, where the file is one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FileFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub citation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub court: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judge: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub docket: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub issues: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

impl PackPartKind {
    pub const ALL: [Self; 5] =
        [Self::Decisions, Self::Act, Self::Manual, Self::Help, Self::Table];

    /// The word for it in manifests and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Decisions => "decisions",
            Self::Act => "act",
            Self::Manual => "manual",
            Self::Help => "help",
            Self::Table => "table",
        }
    }

    /// The formats that such a part can be in.
    pub const fn formats(self) -> &'static [PartFormat] {
        use PartFormat as F;
        match self {
            Self::Decisions => {
                &[F::Text, F::Markdown, F::Html, F::Pdf, F::Jsonl, F::RefugeeLawLab, F::A2aj]
            }
            Self::Act => &[F::JusticeXml, F::Markdown, F::Text, F::Html, F::Pdf],
            Self::Manual => &[F::Markdown, F::Text, F::Html, F::Pdf, F::Jsonl, F::PagesJsonl],
            Self::Help => &[F::Markdown, F::Text, F::Html, F::Jsonl, F::HelpChunks],
            Self::Table => &[F::Json],
        }
    }
}

impl PartFormat {
    /// The word for it in manifests and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Jsonl => "jsonl",
            Self::RefugeeLawLab => "refugee_law_lab",
            Self::A2aj => "a2aj",
            Self::PagesJsonl => "pages_jsonl",
            Self::HelpChunks => "help_chunks",
            Self::JusticeXml => "justice_xml",
            Self::Json => "json",
            Self::Parquet => "parquet",
        }
    }

    /// Whether its files are UTF-8 or nothing. What others hold, their readers decide.
    pub const fn is_utf8(self) -> bool {
        !matches!(self, Self::Html | Self::Pdf | Self::JusticeXml | Self::Parquet)
    }
}

impl PackManifest {
    /// The part of this name.
    pub fn part(&self, name: &str) -> Option<&PackPart> {
        self.parts.iter().find(|part| part.name == name)
    }

    /// The day up to which a part is known to be right.
    pub fn part_as_of<'a>(&'a self, part: &'a PackPart) -> &'a str {
        part.as_of.as_deref().unwrap_or(&self.as_of)
    }
}
