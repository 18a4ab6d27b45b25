//! One row of data as a document of its own: its `text`, and everything else as what is known
//! about it.

use jurat_model::{ByteSpan, DocumentMetadata, ReaderIdentity, Rendition, SourceKind};

use super::ReaderOutput;
use crate::{FileLimits, ReadRefusal, RefusalKind};

/// The column that holds a row's words.
pub(super) const TEXT: &str = "text";

/// What a row holds besides its text.
#[derive(Debug, Default)]
pub(super) struct DocumentRow {
    id: Option<String>,
    text: Option<String>,
    metadata: DocumentMetadata,
}

impl DocumentRow {
    /// Takes one named value. Of several with one name, the last counts.
    pub(super) fn take(&mut self, name: &str, value: String) {
        match name {
            TEXT => self.text = Some(value),
            "id" | "_id" => self.id = Some(value).filter(|id| !id.trim().is_empty()),
            "title" => self.metadata.title = Some(value),
            "kind" => match value.parse::<SourceKind>() {
                Ok(kind) => self.metadata.kind = kind,
                // Not one of ours, but not to be lost.
                Err(_) => self.set("kind_given", value),
            },
            "lang" => self.set("language", value),
            _ => self.set(name, value),
        }
    }

    /// The row as a document, if it has a text that is not too long.
    pub(super) fn document(
        self,
        reader: ReaderIdentity,
        number: u64,
        raw: Option<ByteSpan>,
        limits: &FileLimits,
    ) -> Result<ReaderOutput, ReadRefusal> {
        let Some(text) = self.text else {
            return Err(ReadRefusal::new(RefusalKind::Unsupported, "has no `text`"));
        };
        if limits.text_bytes < u64::try_from(text.len()).unwrap_or(u64::MAX) {
            let message = format!("has a text of {} bytes", text.len());
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        Ok(ReaderOutput::Document {
            name: Some(self.id.unwrap_or_else(|| format!("line-{number}"))),
            raw,
            rendition: Rendition::plain(reader, text),
            metadata: self.metadata,
        })
    }

    fn set(&mut self, name: &str, value: String) {
        if !value.is_empty() {
            self.metadata.values.insert(name.to_owned(), value);
        }
    }
}
