//! The text that a named reader made of a source, with a map to pages and sections.

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ByteSpan, InForceStatus};

/// What a reader made of a source. For plain text it is the source itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rendition {
    /// Who read it, so that the same reader can read it again.
    pub reader: ReaderIdentity,
    /// UTF-8.
    pub text: String,
    /// Pages, sections, headings: in order of `span.start`, the wider first.
    pub parts: Vec<RenditionPart>,
    /// What forms hold, by name.
    pub fields: Vec<FormFieldValue>,
    /// Where the text points elsewhere, as far as the format itself says so.
    pub references: Vec<RenditionReference>,
    /// What a careful person would want to know before relying on the text.
    pub warnings: Vec<RenditionWarning>,
}

impl Rendition {
    /// A rendition of text alone.
    pub fn plain(reader: ReaderIdentity, text: String) -> Self {
        Self {
            reader,
            text,
            parts: Vec::new(),
            fields: Vec::new(),
            references: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// BLAKE3 of the text: what a quote names.
    pub fn hash(&self) -> Hash {
        Hash::of(self.text.as_bytes())
    }
}

/// A reader of one format, in one version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReaderIdentity {
    /// The format it reads, such as `pdf`.
    pub name: String,
    /// Goes up whenever the same bytes may give other text.
    pub version: u32,
    /// What it was told, empty for the defaults.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub options: String,
}

/// A named stretch of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenditionPart {
    /// What it is.
    pub kind: PartKind,
    /// Where it lies in the text.
    pub span: ByteSpan,
    /// How it is cited: a page number, `40(1)(a)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// What it is called: a heading, a marginal note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How deep it lies: 1 for a chapter, 2 for what is in it.
    #[serde(default)]
    pub depth: u8,
    /// The id that the format gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The day from which it is law, as `2018-07-31`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force: Option<String>,
    /// Whether it is law at all.
    #[serde(default, skip_serializing_if = "InForceStatus::is_law")]
    pub standing: InForceStatus,
    /// Where it lies in the raw bytes, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<ByteSpan>,
}

impl RenditionPart {
    /// A part with nothing but its place.
    pub const fn new(kind: PartKind, span: ByteSpan) -> Self {
        Self {
            kind,
            span,
            label: None,
            title: None,
            depth: 0,
            id: None,
            in_force: None,
            standing: InForceStatus::InForce,
            raw: None,
        }
    }
}

/// What a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// A page of a paged document.
    Page,
    /// A numbered provision, or what follows a heading up to the next of its depth.
    Section,
    /// The words of a heading itself.
    Heading,
    /// An item of a list.
    Item,
    /// A row of a table.
    Row,
    /// What was read from a picture.
    Picture,
}

/// One field of a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormFieldValue {
    /// Its full name, as `form1.page1.family_name`.
    pub name: String,
    /// What is filled in.
    pub value: String,
}

/// A place where the text points to another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenditionReference {
    /// The words that point.
    pub span: ByteSpan,
    /// Within the same document, or to another.
    pub kind: ReferenceKind,
    /// What they point to, as the format gives it: a section, a statute's code, an address.
    pub target: String,
}

/// How far a reference leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceKind {
    /// Within the document.
    Internal,
    /// To another.
    External,
}

/// Something about the text that must not pass unseen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenditionWarning {
    /// What it is.
    pub kind: WarningKind,
    /// Where, if it has a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<ByteSpan>,
    /// In words.
    pub message: String,
}

/// What a warning is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// Words that a person looking at the document would not see.
    HiddenText,
    /// A page or part that could not be read; the rest stands.
    PartUnreadable,
    /// Something was left out because a limit was reached.
    Truncated,
    /// Bytes that were not valid in the encoding and were replaced.
    Encoding,
    /// Text made from a picture: letters may be wrong.
    Recognised,
    /// The file breaks the rules of its format; what could be read is here.
    Repaired,
}
