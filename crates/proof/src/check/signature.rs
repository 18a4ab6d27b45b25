//! Where a bundle comes from: a signature, a root known from elsewhere, or nothing that shows it.

use jurat_canon::Hash;

use crate::{
    BundleFinding, BundleLayer, BundleManifest, LayerFindings, PublicKey,
    container::ZipContents,
    keys::BundleSignature,
    manifest::{MANIFEST, SIGNATURE},
    verdict::BundleOrigin,
};

use super::BundleCheckOptions;

pub(super) fn check(
    contents: &ZipContents<'_>,
    manifest: &BundleManifest,
    root: Option<Hash>,
    how: &BundleCheckOptions<'_>,
) -> (BundleOrigin, Vec<BundleFinding>) {
    let mut findings = LayerFindings::new(BundleLayer::Origin);
    let signer = signer(contents, manifest, root, &mut findings);
    if let Some(key) = how.key {
        match signer {
            Some(found) if found == key => findings.held("key"),
            Some(found) => {
                let message = format!("another key signed it: {}", found.fingerprint());
                findings.failed("key", SIGNATURE, message);
            }
            None => findings.failed("key", SIGNATURE, "the key that was given did not sign it"),
        }
    }
    if let Some(expected) = how.expect {
        let message = format!("its root is not {expected}");
        findings.expect("expected root", root == Some(expected), MANIFEST, &message);
    }
    let origin = match (findings.none_failed(), how.key, how.expect) {
        (false, _, _) => BundleOrigin::Refuted,
        (true, Some(key), _) => BundleOrigin::Signed { fingerprint: key.fingerprint() },
        (true, None, Some(_)) => BundleOrigin::Expected,
        (true, None, None) => {
            BundleOrigin::NotProven { signed_by: signer.map(|key| key.fingerprint()) }
        }
    };
    (origin, findings.finish())
}

/// Who signed, where someone did and it holds. The manifest names its signer, so that a signature
/// can be neither taken away nor added.
fn signer(
    contents: &ZipContents<'_>,
    manifest: &BundleManifest,
    root: Option<Hash>,
    findings: &mut LayerFindings,
) -> Option<PublicKey> {
    let bytes = contents.plain(SIGNATURE);
    let (named, bytes) = match (&manifest.signer, bytes) {
        (None, None) => return None,
        (Some(_), None) => {
            findings.failed("signature", SIGNATURE, "it was signed; the signature is missing");
            return None;
        }
        (None, Some(_)) => {
            findings.failed("signature", SIGNATURE, "the manifest names no signer");
            return None;
        }
        (Some(named), Some(bytes)) => (named, bytes),
    };
    let read: Option<BundleSignature> = serde_json::from_slice(bytes).ok();
    let read = read.filter(|read| read.to_bytes().is_ok_and(|again| again == bytes));
    let key = read
        .filter(|read| read.public_key == *named)
        .and_then(|read| read.signer(root?));
    findings.expect("signature", key.is_some(), SIGNATURE, "it does not hold");
    key
}
