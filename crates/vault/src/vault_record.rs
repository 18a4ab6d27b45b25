//! What is sealed: the events of a record with all that they say.

use jurat_canon::{Hash, canonical_json};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{ChainLink, VaultError, vault_key::chance};

/// A record, as its owner reads it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VaultRecord {
    /// What it is a record of.
    pub name: String,
    /// Makes the hashes of the chain say nothing to whoever guesses at contents; it goes with the record.
    salt: Hash,
    pub events: Vec<RecordedEvent>,
}

/// An event with what it says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedEvent {
    pub seq: u64,
    pub kind: String,
    pub at_ms: i64,
    /// Who did it, where a person did.
    pub author: Option<String>,
    pub body: Json,
}

impl VaultRecord {
    pub(crate) fn new(name: &str) -> Result<Self, VaultError> {
        let salt = Hash::from_bytes(chance()?);
        Ok(Self { name: name.to_owned(), salt, events: Vec::new() })
    }

    /// Events of a kind, the oldest first.
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a RecordedEvent> {
        self.events.iter().filter(move |event| event.kind == kind)
    }

    pub(crate) fn content(&self, event: &RecordedEvent) -> Result<Hash, VaultError> {
        let told = canonical_json(&(&event.author, &event.body))
            .map_err(|error| VaultError::damaged("an event", error.to_string()))?;
        let hash = blake3::keyed_hash(self.salt.as_bytes(), &told);
        Ok(Hash::from_bytes(*hash.as_bytes()))
    }

    /// What does not agree with the links from its first event on.
    pub(crate) fn faults(&self, links: &[ChainLink]) -> Result<Vec<String>, VaultError> {
        let first = self.events.first().map_or(u64::MAX, |event| event.seq);
        let of_it: Vec<&ChainLink> = links.iter().filter(|link| first <= link.seq).collect();
        let mut faults = Vec::new();
        if of_it.len() != self.events.len() {
            faults.push(format!(
                "the chain has {} events where the record has {}",
                of_it.len(),
                self.events.len()
            ));
        }
        for (event, link) in self.events.iter().zip(of_it) {
            let same = event.seq == link.seq
                && event.kind == link.kind
                && event.at_ms == link.at_ms
                && self.content(event)? == link.content;
            if !same {
                faults.push(format!("event {} says something else in the record", link.seq));
            }
        }
        Ok(faults)
    }
}
