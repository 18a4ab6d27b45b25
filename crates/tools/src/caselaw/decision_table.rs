//! What is known of the decisions of a part, to be filtered and looked up by.

use std::collections::{BTreeMap, BTreeSet};

use jurat_canon::Hash;
use jurat_pack::DecisionFields;
use jurat_retrieve::CorpusEntry;

/// A decision of a part.
pub(crate) struct DecisionRow {
    /// What the document is called in its corpus.
    pub(crate) name: String,
    pub(crate) source: Hash,
    pub(crate) fields: DecisionFields,
}

/// The decisions of a part.
pub(crate) struct DecisionTable {
    pub(crate) rows: Vec<DecisionRow>,
    by_citation: BTreeMap<String, Vec<usize>>,
    by_docket: BTreeMap<String, Vec<usize>>,
    by_url: BTreeMap<String, Vec<usize>>,
    /// How many decisions of the part cite a key.
    cited: BTreeMap<String, u32>,
}

impl DecisionTable {
    pub(crate) fn of(entries: impl Iterator<Item = CorpusEntry>) -> Self {
        let rows: Vec<DecisionRow> = entries
            .map(|entry| DecisionRow {
                source: entry.source.hash,
                fields: DecisionFields::kept(&entry.metadata),
                name: entry.name,
            })
            .collect();
        let mut table = Self {
            by_citation: BTreeMap::new(),
            by_docket: BTreeMap::new(),
            by_url: BTreeMap::new(),
            cited: BTreeMap::new(),
            rows,
        };
        // A decision in two languages is one that cites.
        let mut citing: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (at, row) in table.rows.iter().enumerate() {
            let fields = &row.fields;
            for (map, value) in [
                (&mut table.by_citation, fields.citation.as_deref().map(folded)),
                (&mut table.by_docket, fields.docket.as_deref().map(folded)),
                (&mut table.by_url, fields.url.as_deref().map(folded_url)),
            ] {
                if let Some(value) = value {
                    map.entry(value).or_default().push(at);
                }
            }
            let own = fields.citation.as_deref().unwrap_or(&row.name);
            citing.extend(fields.cites.iter().map(|cited| (cited.as_str(), own)));
        }
        for (cited, _) in citing {
            *table.cited.entry(cited.to_owned()).or_insert(0) += 1;
        }
        table
    }

    /// The decisions of a citation, in every language there is.
    pub(crate) fn by_citation(&self, key: &str) -> Vec<&DecisionRow> {
        self.at(self.by_citation.get(&folded(key)))
    }

    pub(crate) fn by_docket(&self, docket: &str) -> Vec<&DecisionRow> {
        self.at(self.by_docket.get(&folded(docket)))
    }

    pub(crate) fn by_url(&self, url: &str) -> Vec<&DecisionRow> {
        self.at(self.by_url.get(&folded_url(url)))
    }

    pub(crate) fn cited_by(&self, key: &str) -> u32 {
        self.cited.get(key).copied().unwrap_or(0)
    }

    fn at(&self, found: Option<&Vec<usize>>) -> Vec<&DecisionRow> {
        found.into_iter().flatten().map(|at| &self.rows[*at]).collect()
    }
}

fn folded(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// With or without the scheme, `www.` and a slash at its end, an address is the same.
fn folded_url(url: &str) -> String {
    let url = url.trim().to_lowercase();
    let bare = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    bare.trim_start_matches("www.").trim_end_matches('/').to_owned()
}
