//! The id that git gives the bytes of a file. It names bytes; it is no proof against forgers.

use sha1::{Digest, Sha1};
use sha2::Sha256;

use crate::hex;

/// The id of these bytes as a blob, by the hash that `like`, another id of the same repository,
/// was made with: 40 hex digits for SHA-1, 64 for SHA-256. Nothing where it is neither.
pub fn git_blob_id(bytes: &[u8], like: &str) -> Option<String> {
    if !like.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let head = format!("blob {}\0", bytes.len());
    match like.len() {
        40 => Some(hex(&Sha1::new().chain_update(head).chain_update(bytes).finalize())),
        64 => Some(hex(&Sha256::new().chain_update(head).chain_update(bytes).finalize())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::git_blob_id;

    #[track_caller]
    fn check(bytes: &[u8], digits: usize, expected: Option<&str>) {
        assert_eq!(git_blob_id(bytes, &"a".repeat(digits)).as_deref(), expected);
    }

    #[test]
    fn ids_are_those_of_git() {
        check(b"", 40, Some("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"));
        check(b"hello\n", 40, Some("ce013625030ba8dba906f756967f9e9ca394464a"));
        let sha256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813";
        check(b"", 64, Some(sha256));
    }

    #[test]
    fn what_is_like_no_id_has_none() {
        check(b"", 39, None);
        assert_eq!(git_blob_id(b"", &"z".repeat(40)), None);
    }
}
