//! The tables that are part of the program, as they were written: for who wants to read a table whole.

use jurat_canon::Hash;
use serde_json::Value as Json;

/// A table and its bytes.
#[derive(Debug, Clone, Copy)]
pub struct TableText {
    pub name: &'static str,
    pub text: &'static str,
}

const TABLES: &[TableText] = &[
    TableText {
        name: "clb",
        text: include_str!("../data/clb.json"),
    },
    TableText {
        name: "crs",
        text: include_str!("../data/crs.json"),
    },
    TableText {
        name: "fsw67",
        text: include_str!("../data/fsw67.json"),
    },
    TableText {
        name: "holidays",
        text: include_str!("../data/holidays.json"),
    },
    TableText {
        name: "minima",
        text: include_str!("../data/minima.json"),
    },
    TableText {
        name: "noc",
        text: include_str!("../data/noc.json"),
    },
    TableText {
        name: "noc_duties",
        text: include_str!("../data/noc_duties.json"),
    },
    TableText {
        name: "noc_keywords",
        text: include_str!("../data/noc_keywords.json"),
    },
    TableText {
        name: "noc_supervisors",
        text: include_str!("../data/noc_supervisors.json"),
    },
    TableText {
        name: "noc_terms",
        text: include_str!("../data/noc_terms.json"),
    },
    TableText {
        name: "noc_titles",
        text: include_str!("../data/noc_titles.json"),
    },
];

/// Every table, by name.
pub const fn table_texts() -> &'static [TableText] {
    TABLES
}

impl TableText {
    /// BLAKE3 of its bytes, which answers that rest on it carry.
    pub fn hash(&self) -> Hash {
        Hash::of(self.text.as_bytes())
    }

    /// Its title, as it says itself.
    pub fn title(&self) -> String {
        let table: Option<Json> = serde_json::from_str(self.text).ok();
        let title = table.and_then(|table| table["title"].as_str().map(str::to_owned));
        title.unwrap_or_else(|| self.name.to_owned())
    }
}
