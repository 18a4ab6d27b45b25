//! Where a bundle comes from: a signature, a root known from elsewhere, or nothing that shows it.

use jurat_canon::Hash;

use crate::{
    Finding, Findings, Layer, Manifest, PublicKey,
    container::Contents,
    keys::Signature,
    manifest::{MANIFEST, SIGNATURE},
    verdict::Origin,
};

use super::How;

pub(super) fn check(
    contents: &Contents<'_>,
    manifest: &Manifest,
    root: Option<Hash>,
    how: &How<'_>,
) -> (Origin, Vec<Finding>) {
    let mut findings = Findings::new(Layer::Origin);
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
        (false, _, _) => Origin::Refuted,
        (true, Some(key), _) => Origin::Signed { fingerprint: key.fingerprint() },
        (true, None, Some(_)) => Origin::Expected,
        (true, None, None) => {
            Origin::NotProven { signed_by: signer.map(|key| key.fingerprint()) }
        }
    };
    (origin, findings.finish())
}

/// Who signed, where someone did and it holds. The manifest names its signer, so that a signature
/// can be neither taken away nor added.
fn signer(
    contents: &Contents<'_>,
    manifest: &Manifest,
    root: Option<Hash>,
    findings: &mut Findings,
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
    let read: Option<Signature> = serde_json::from_slice(bytes).ok();
    let read = read.filter(|read| read.to_bytes().is_ok_and(|again| again == bytes));
    let key = read
        .filter(|read| read.public_key == *named)
        .and_then(|read| read.signer(root?));
    findings.expect("signature", key.is_some(), SIGNATURE, "it does not hold");
    key
}
