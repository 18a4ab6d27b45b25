//! The blob codec: bytes named by the hash of their plain form, kept as zstd where that is smaller.

use crate::Hash;

/// The largest plain size that decoding accepts, so that a forged length cannot exhaust memory.
const MAX_PLAIN: u64 = 1 << 32;
const LEVEL: i32 = 3;
const RAW: u8 = 0;
const ZSTD: u8 = 1;

/// Bytes ready to be stored: the hash of the plain bytes and their encoded form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    pub hash: Hash,
    pub size: u64,
    /// One codec byte, then the plain or compressed bytes.
    pub encoded: Vec<u8>,
}

#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    #[error("blob {0} is damaged and cannot be decoded")]
    Damaged(Hash),
    /// It decodes, to other bytes.
    #[error("blob {expected} holds other bytes (their hash is {found})")]
    Mismatch { expected: Hash, found: Hash },
}

impl Blob {
    /// Encodes `plain`; falls back to the plain form where compression does not help.
    pub fn encode(plain: &[u8]) -> Self {
        let hash = Hash::of(plain);
        let size = plain.len() as u64;
        let encoded = match zstd::bulk::compress(plain, LEVEL) {
            Ok(packed) if packed.len() < plain.len() => with_codec(ZSTD, &packed),
            _ => with_codec(RAW, plain),
        };
        Self { hash, size, encoded }
    }

    /// The plain bytes of `encoded`, checked against `hash`.
    pub fn decode(hash: Hash, size: u64, encoded: &[u8]) -> Result<Vec<u8>, BlobError> {
        let plain = match encoded.split_first() {
            Some((&RAW, rest)) => rest.to_vec(),
            Some((&ZSTD, rest)) if size <= MAX_PLAIN => {
                let capacity = usize::try_from(size).map_err(|_| BlobError::Damaged(hash))?;
                zstd::bulk::decompress(rest, capacity).map_err(|_| BlobError::Damaged(hash))?
            }
            _ => return Err(BlobError::Damaged(hash)),
        };
        let found = Hash::of(&plain);
        if found == hash {
            Ok(plain)
        } else {
            Err(BlobError::Mismatch { expected: hash, found })
        }
    }
}

fn with_codec(codec: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 1);
    out.push(codec);
    out.extend_from_slice(bytes);
    out
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    fn check(plain: &[u8]) {
        let blob = Blob::encode(plain);
        assert_eq!(Blob::decode(blob.hash, blob.size, &blob.encoded).unwrap(), plain);
    }

    #[test]
    fn decodes_to_the_same_bytes() {
        check(b"");
        check(b"x");
        check(&b"again and ".repeat(1000));
    }

    #[test]
    fn compresses_what_repeats() {
        assert!(Blob::encode(&[7; 10_000]).encoded.len() < 100);
    }

    #[test]
    fn a_changed_byte_is_found() {
        let blob = Blob::encode(&b"again and ".repeat(1000));
        for at in 0..blob.encoded.len() {
            let mut bytes = blob.encoded.clone();
            bytes[at] ^= 1;
            let decoded = Blob::decode(blob.hash, blob.size, &bytes);
            assert!(decoded.is_err() || decoded.unwrap() == b"again and ".repeat(1000));
        }
    }
}
