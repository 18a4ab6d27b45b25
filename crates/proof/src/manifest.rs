//! What a bundle says of itself: who made it, of which run, and the hash of every member.

use std::collections::BTreeMap;

use jurat_canon::{CanonError, Hash, canonical_json};
use jurat_engine::RunId;
use serde::{Deserialize, Serialize};

/// Says that a zip is a bundle; stands uncompressed in the file.
pub(crate) const FORMAT: &str = "jurat-bundle";
pub(crate) const VERSION: u32 = 1;

pub(crate) const MANIFEST: &str = "manifest.json";
pub(crate) const JOURNAL: &str = "journal.jsonl";
pub(crate) const DEFINITION: &str = "definition.json";
pub(crate) const SIGNATURE: &str = "signature.json";
pub(crate) const BLOBS: &str = "blobs/";
pub(crate) const REPORTS: &str = "reports/";

/// Who rendered the reports: the same maker gives the same bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleMaker {
    pub version: String,
    /// The hash of every template and of the gate's rules, by name.
    pub templates: BTreeMap<String, Hash>,
}

/// The name of the gate's rules among what a maker is told by.
const RULES_NAME: &str = "rules/gate";

impl BundleMaker {
    /// This version as a maker of reports by these templates, each a name and its text.
    pub fn ours<'t>(templates: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let rules = (RULES_NAME, jurat_verify::RULES);
        let all = templates.into_iter().chain([rules]);
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            templates: all
                .map(|(name, text)| (name.to_owned(), Hash::of(text.as_bytes())))
                .collect(),
        }
    }

    /// Whether it decided by the gate's rules as they are here, word for word.
    pub fn has_our_rules(&self) -> bool {
        let ours = Hash::of(jurat_verify::RULES.as_bytes());
        self.templates.get(RULES_NAME) == Some(&ours)
    }
}

/// A bundle's own account. `format`, `version` and `root` keep their meaning in every version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleManifest {
    /// Always `jurat-bundle`.
    pub format: String,
    pub version: u32,
    pub maker: BundleMaker,
    pub run: RunId,
    pub workflow: String,
    pub definition: Hash,
    pub head: BundleJournalHead,
    /// The public key of who signs, in hex; nothing where nobody does.
    pub signer: Option<String>,
    /// Every other member but the signature, sorted by name.
    pub members: Vec<MemberEntry>,
    /// The hash of all of the above: what is signed, and what can be compared.
    pub root: Hash,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleJournalHead {
    pub seq: u64,
    pub hash: Hash,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberEntry {
    pub name: String,
    /// What it is, as a media type.
    pub media: String,
    pub size: u64,
    pub hash: Hash,
    /// BLAKE3 of the bytes as they lie in the file, so that no bit of it is free.
    pub packed: Hash,
}

impl BundleManifest {
    /// The root that the rest of the manifest gives.
    pub fn computed_root(&self) -> Result<Hash, CanonError> {
        let bare = Self { root: Hash::ZERO, ..self.clone() };
        Ok(Hash::of_parts(&[b"jurat bundle root", &canonical_json(&bare)?]))
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, CanonError> {
        canonical_json(self)
    }
}
