//! A stretch of a rendition that can be found and quoted.

use jurat_canon::Hash;
use serde::{Deserialize, Serialize};

use crate::{ByteSpan, DocumentMetadata};

/// What retrieval returns: whole sentences of one document, with the way back to its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// Stable: the source's name and the passage's number, as `irpa.xml:12`.
    pub id: String,
    pub source: Hash,
    pub name: String,
    pub rendition: Hash,
    /// Where the words lie in the rendition.
    pub span: ByteSpan,
    pub text: String,
    /// How the place is cited: a section, a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The headings above it, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// What is known about the document.
    pub metadata: DocumentMetadata,
}
