//! A file of the matter: what it is, how far it was read, and where in it a value stands.

use jurat_canon::Hash;
use jurat_model::{ByteSpan, FormFieldValue};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::PartialDate;

/// A file of the matter, or a member of an archive in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatterFile {
    /// `F01`, `F02` …, in the order of paths.
    pub id: String,
    /// Below the matter's folder; a member of an archive is `letters.zip!/one.pdf`.
    pub path: String,
    /// The hash of its bytes.
    #[schemars(with = "String")]
    pub source: Hash,
    pub bytes: u64,
    pub standing: FileStanding,
    /// The hash of its text, which the run carries as an exhibit; nothing where none was read.
    #[schemars(with = "Option<String>")]
    pub rendition: Option<Hash>,
    pub pages: Option<u32>,
    /// The language of its text, as `en`, where it can be told.
    pub language: Option<String>,
    /// What sort of document it is, by the ids of `data/documents.json`; `unknown` where it cannot be told.
    pub kind: String,
    /// How sure that is, from 0 to 1.
    pub kind_certainty: f64,
    /// Why it was taken for that, in words.
    pub kind_reason: String,
    /// Who it is about, by role (`applicant`, `sponsor`, `child1` …), where that can be told.
    pub about: Option<String>,
    /// The day it was issued or signed.
    pub dated: Option<PartialDate>,
    pub form: Option<FormIdentity>,
    /// What is filled into the form, by path; defaults of a blank edition left out.
    #[schemars(with = "Vec<std::collections::BTreeMap<String, String>>")]
    pub form_fields: Vec<FormFieldValue>,
    pub warnings: Vec<FileWarning>,
    /// Words in it that give orders to a machine. They are shown, and never obeyed.
    pub suspect_orders: Vec<SuspectOrder>,
}

/// How far a file was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "read", rename_all = "snake_case")]
pub enum FileStanding {
    Whole,
    /// Some of it is missing.
    InPart {
        reason: String,
    },
    /// Nothing of it was read.
    NotRead {
        reason: String,
    },
}

/// Which form a file is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FormIdentity {
    /// `IMM 1344`.
    pub number: String,
    /// The edition as a month, as `2023-08`.
    pub edition: Option<String>,
    /// Whether anything is filled in.
    pub filled: bool,
    /// Whether the form was validated by its own button; nothing where it has none.
    pub validated: Option<bool>,
    /// Whether it is signed; nothing where that cannot be told.
    pub signed: Option<bool>,
    /// The day beside the signature.
    pub signed_on: Option<PartialDate>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileWarning {
    /// A short code: `hidden_text`, `recognised`, `truncated`, `metadata_location` …
    pub kind: String,
    pub message: String,
    pub page: Option<u32>,
}

/// Words that give orders to whoever reads by machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuspectOrder {
    pub words: String,
    pub reason: String,
    pub page: Option<u32>,
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct FactPlace {
    /// The id of the file.
    pub file: String,
    pub page: Option<u32>,
    /// The path in a form, where it is filled into one.
    pub form_path: Option<String>,
    /// The bytes of the file's text, where it stands in words.
    pub span: Option<ByteSpan>,
    /// The words or the code as they stand there.
    pub words: String,
}
