//! What a host can read: tables with their hashes, and whatever else a surface puts on a shelf.

use jurat_canon::Hash;
use jurat_tools::{ToolFailure, table_texts};

/// A resource as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceCard {
    pub uri: String,
    pub name: String,
    pub title: String,
    pub mime: &'static str,
    /// Bytes, and BLAKE3 of them, where they are fixed.
    pub size: Option<u64>,
    pub hash: Option<Hash>,
}

/// Resources that are found by what stands in the holes of their address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResourceTemplateCard {
    /// As RFC 6570 has it: `jurat://decisions/{citation}`.
    pub template: &'static str,
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub mime: &'static str,
}

/// A resource as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceText {
    pub mime: &'static str,
    pub text: String,
}

/// Some resources.
pub trait ResourceShelf: Send + Sync {
    /// Those that are few enough to be listed, in a fixed order.
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure>;

    /// How those are found that are not listed.
    fn templates(&self) -> &[ResourceTemplateCard] {
        &[]
    }

    /// The one at this address; none where it is not of this shelf.
    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure>;
}

const TABLES: &str = "jurat://tables/";
const JSON: &str = "application/json";

/// The dated tables that are part of the program.
pub struct TableShelf {
    cards: Vec<ResourceCard>,
}

impl TableShelf {
    /// Reads what each says of itself, once.
    pub fn built_in() -> Self {
        let card = |table: &jurat_tools::TableText| ResourceCard {
            uri: format!("{TABLES}{}", table.name),
            name: table.name.to_owned(),
            title: table.title(),
            mime: JSON,
            size: Some(table.text.len() as u64),
            hash: Some(table.hash()),
        };
        Self { cards: table_texts().iter().map(card).collect() }
    }
}

impl ResourceShelf for TableShelf {
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure> {
        Ok(self.cards.clone())
    }

    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure> {
        let name = uri.strip_prefix(TABLES);
        let table = table_texts().iter().find(|table| Some(table.name) == name);
        Ok(table.map(|table| ResourceText { mime: JSON, text: table.text.to_owned() }))
    }
}
