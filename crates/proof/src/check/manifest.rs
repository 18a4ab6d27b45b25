//! The manifest: written the one way, its root right, and every member accounted for.

use std::collections::BTreeSet;

use jurat_canon::Hash;

use crate::{
    BundleFinding, BundleLayer, BundleManifest, LayerFindings,
    container::ZipContents,
    manifest::{
        BLOBS, DEFINITION, FORMAT, JOURNAL, MANIFEST, MemberEntry, REPORTS, SIGNATURE, VERSION,
    },
};

/// Longest version of a maker.
const MAX_VERSION: usize = 40;

/// The manifest and what is to be said of it; nothing where there is none.
pub(crate) fn check(
    contents: &ZipContents<'_>,
) -> Option<(BundleManifest, Vec<BundleFinding>)> {
    let bytes = contents.plain(MANIFEST)?;
    let manifest: BundleManifest = serde_json::from_slice(bytes).ok()?;
    if manifest.format != FORMAT {
        return None;
    }
    let mut findings = LayerFindings::new(BundleLayer::Manifest);
    let canonical = manifest.to_bytes().is_ok_and(|again| again == bytes);
    findings.expect("canonical", canonical, MANIFEST, "it is not written as we write it");
    let root = manifest.computed_root().is_ok_and(|root| root == manifest.root);
    findings.expect("root", root, MANIFEST, "its root is not the hash of what it says");
    // It is printed in the verdict, and says whose rules apply.
    let version = &manifest.maker.version;
    let plain = (1..=MAX_VERSION).contains(&version.len())
        && version
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".+-".contains(&byte));
    findings.expect("maker", plain, MANIFEST, "the version of its maker is no version");
    if manifest.version != VERSION {
        let message =
            format!("the bundle has format {}, this jurat knows {VERSION}", manifest.version);
        findings.unchecked("version", MANIFEST, message);
    }
    members(contents, &manifest, &mut findings);
    Some((manifest, findings.finish()))
}

fn members(
    contents: &ZipContents<'_>,
    manifest: &BundleManifest,
    findings: &mut LayerFindings,
) {
    let sorted = manifest.members.windows(2).all(|pair| pair[0].name < pair[1].name);
    findings.expect("order", sorted, MANIFEST, "its members are not sorted, each once");
    for entry in &manifest.members {
        member(contents, entry, findings);
    }
    let known: BTreeSet<&str> =
        manifest.members.iter().map(|entry| entry.name.as_str()).collect();
    for name in contents.members.keys() {
        if !known.contains(name) && *name != MANIFEST && *name != SIGNATURE {
            findings.failed("members", name, "the manifest does not name it");
        }
    }
    findings.expect("members", known.contains(JOURNAL), JOURNAL, "there is no journal");
}

fn member(contents: &ZipContents<'_>, entry: &MemberEntry, findings: &mut LayerFindings) {
    let name = entry.name.as_str();
    let ours = [JOURNAL, DEFINITION].contains(&name)
        || name.starts_with(REPORTS)
        || name
            .strip_prefix(BLOBS)
            .is_some_and(|hash| hash.parse::<Hash>().is_ok());
    if !ours {
        return findings.failed("members", name, "no such member belongs in a bundle");
    }
    let Some(found) = contents.members.get(name) else {
        return findings.failed("members", name, "it is missing");
    };
    let right = found.plain.len() as u64 == entry.size
        && found.hash == entry.hash
        && found.packed == entry.packed;
    findings.expect("hash", right, name, "its bytes are not those that the manifest names");
}
