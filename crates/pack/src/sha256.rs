//! SHA-256 in hexadecimal, as other programs print it.

use jurat_canon::hex;
use sha2::{Digest as _, Sha256};

pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
