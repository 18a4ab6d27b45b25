//! Blobs: each what its name says, each needed, none missing.

use std::collections::BTreeSet;

use jurat_canon::Hash;

use crate::{
    BundleFinding, BundleLayer, LayerFindings,
    container::ZipContents,
    manifest::{BLOBS, DEFINITION},
};

/// `needed` is what the journal rests on; without it only names can be checked.
pub(super) fn check(
    contents: &ZipContents<'_>,
    needed: Option<&BTreeSet<Hash>>,
) -> Vec<BundleFinding> {
    let mut findings = LayerFindings::new(BundleLayer::Blobs);
    let mut there = BTreeSet::new();
    for (name, member) in &contents.members {
        let Some(digits) = name.strip_prefix(BLOBS) else { continue };
        let hash = member.hash;
        let message = "its bytes are not those that its name promises";
        findings.expect("name", hash.to_string() == digits, name, message);
        there.insert(hash);
    }
    let Some(needed) = needed else { return findings.finish() };
    for hash in &there {
        let wanted = needed.contains(hash);
        findings.expect("needed", wanted, format!("{BLOBS}{hash}"), "no event refers to it");
    }
    if let Some(definition) = contents.plain(DEFINITION) {
        there.insert(Hash::of(definition));
    }
    for hash in needed.difference(&there) {
        findings.failed(
            "there",
            format!("{BLOBS}{hash}"),
            "an event refers to it; it is missing",
        );
    }
    findings.finish()
}
