//! The chain of a record's events: kinds, times and salted hashes, each link over the one before. Nothing personal is in it.

use jurat_canon::Hash;
use serde::{Deserialize, Serialize};

use crate::VaultError;

/// One event, as it stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainLink {
    /// From 1 without gaps.
    pub seq: u64,
    pub kind: String,
    /// Milliseconds since 1970.
    pub at_ms: i64,
    /// Of what the event says, under the record's salt; zero where it says nothing.
    pub content: Hash,
    pub previous: Hash,
    pub hash: Hash,
}

/// All events of a record, those before it was last erased too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventChain {
    links: Vec<ChainLink>,
}

impl EventChain {
    /// A line of JSON for each link.
    pub(crate) fn parse(text: &str, what: &str) -> Result<Self, VaultError> {
        let lines = text.lines().enumerate();
        let links = lines.map(|(at, line)| {
            serde_json::from_str(line)
                .map_err(|error| VaultError::damaged(what, format!("line {}: {error}", at + 1)))
        });
        Ok(Self { links: links.collect::<Result<_, _>>()? })
    }

    pub(crate) fn to_text(&self) -> serde_json::Result<String> {
        let mut text = String::new();
        for link in &self.links {
            text.push_str(&serde_json::to_string(link)?);
            text.push('\n');
        }
        Ok(text)
    }

    pub(crate) fn push(&mut self, kind: &str, at_ms: i64, content: Hash) -> ChainLink {
        let (seq, previous) = (self.next_seq(), self.head());
        let hash = link_hash(seq, kind, at_ms, (content, previous));
        let link = ChainLink {
            seq,
            kind: kind.to_owned(),
            at_ms,
            content,
            previous,
            hash,
        };
        self.links.push(link.clone());
        link
    }

    pub fn links(&self) -> &[ChainLink] {
        &self.links
    }

    /// The hash of the last link: whoever keeps it elsewhere sees when links are taken off the end.
    pub fn head(&self) -> Hash {
        self.links.last().map_or(Hash::ZERO, |link| link.hash)
    }

    pub(crate) fn next_seq(&self) -> u64 {
        self.links.last().map_or(1, |link| link.seq.saturating_add(1))
    }

    /// What does not follow, link by link; nothing where all do.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let (mut previous, mut at_ms) = (Hash::ZERO, i64::MIN);
        for (expected, link) in (1..).zip(&self.links) {
            let ChainLink { seq, kind, content, hash, .. } = link;
            if *seq != expected {
                faults.push(format!("event {expected} is numbered {seq}"));
            }
            if link.previous != previous {
                faults.push(format!("event {seq} does not follow the one before it"));
            }
            if *hash != link_hash(*seq, kind, link.at_ms, (*content, link.previous)) {
                faults.push(format!("event {seq} was changed"));
            }
            if link.at_ms < at_ms {
                faults.push(format!("event {seq} is older than the one before it"));
            }
            (previous, at_ms) = (*hash, link.at_ms);
        }
        faults
    }
}

fn link_hash(seq: u64, kind: &str, at_ms: i64, (content, previous): (Hash, Hash)) -> Hash {
    Hash::of_parts(&[
        &seq.to_le_bytes(),
        kind.as_bytes(),
        &at_ms.to_le_bytes(),
        content.as_bytes(),
        previous.as_bytes(),
    ])
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_canon::Hash;

    use super::EventChain;

    fn chain() -> EventChain {
        let mut chain = EventChain::default();
        for (kind, at_ms) in [("audited", 10), ("corrected", 20), ("erased", 30)] {
            chain.push(kind, at_ms, Hash::of(kind.as_bytes()));
        }
        chain
    }

    #[test]
    fn a_chain_is_written_read_and_holds() {
        let text = chain().to_text().unwrap();
        let again = EventChain::parse(&text, "a").unwrap();
        assert_eq!(again, chain());
        assert_eq!(again.faults(), [""; 0]);
    }

    #[test]
    fn every_change_is_told() {
        let text = chain().to_text().unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for changed in [
            text.replace("corrected", "signed"),
            text.replace("\"at_ms\":20", "\"at_ms\":19"),
            [lines[0], lines[2]].join("\n"),
            [lines[1], lines[0], lines[2]].join("\n"),
            [lines[1], lines[2]].join("\n"),
        ] {
            let read = EventChain::parse(&changed, "a").unwrap();
            assert!(!read.faults().is_empty(), "{changed}");
        }
    }

    #[test]
    fn what_is_no_chain_is_damaged() {
        let error = EventChain::parse("{\"seq\":1}", "a").unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
