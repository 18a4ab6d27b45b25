//! The key of a vault: 32 bytes, written as 64 hex digits.

use std::fmt;

use jurat_canon::{Hash, hex};

use crate::VaultError;

const SEALS: &str = "jurat vault 1: sealing";
const NAMES: &str = "jurat vault 1: names";
const MARKS: &str = "jurat vault 1: mark of the key";

/// Letters of a name.
const NAME: usize = 12;
/// Letters of a mark.
const MARK: usize = 16;

/// The one secret. What is done with it is done with keys that are derived from it, one for each purpose.
#[derive(Clone)]
pub struct VaultKey([u8; 32]);

impl VaultKey {
    /// A new one, out of the system's chance.
    pub fn generate() -> Result<Self, VaultError> {
        chance().map(Self)
    }

    /// As it is written; blanks around it are passed over.
    pub fn parse(text: &str) -> Result<Self, VaultError> {
        let read: Hash = text.trim().parse().map_err(|_| VaultError::NotAKey)?;
        Ok(Self(*read.as_bytes()))
    }

    /// To be kept secret.
    pub fn to_text(&self) -> String {
        hex(&self.0)
    }

    /// What tells it from others, and says nothing of it.
    pub fn mark(&self) -> String {
        shortened(&blake3::derive_key(MARKS, &self.0), MARK)
    }

    /// The id of what has this name: always the same, and nobody without the key can try names.
    pub fn id_of(&self, name: &str) -> String {
        let key = blake3::derive_key(NAMES, &self.0);
        shortened(blake3::keyed_hash(&key, name.as_bytes()).as_bytes(), NAME)
    }

    pub(crate) fn sealing(&self) -> [u8; 32] {
        blake3::derive_key(SEALS, &self.0)
    }
}

impl fmt::Debug for VaultKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VaultKey({})", self.mark())
    }
}

fn shortened(bytes: &[u8], letters: usize) -> String {
    hex(bytes).chars().take(letters).collect()
}

/// Bytes that nobody can guess.
pub(crate) fn chance<const N: usize>() -> Result<[u8; N], VaultError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| VaultError::NoChance(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::VaultKey;

    #[test]
    fn a_key_is_written_and_read_back() {
        let key = VaultKey::generate().unwrap();
        let again = VaultKey::parse(&format!(" {}\n", key.to_text())).unwrap();
        assert_eq!(again.to_text(), key.to_text());
        assert_eq!(again.id_of("/clients/a"), key.id_of("/clients/a"));
        assert_ne!(again.id_of("/clients/a"), key.id_of("/clients/b"));
    }

    #[test]
    fn what_is_no_key_is_refused_and_not_repeated() {
        for text in ["", "open sesame", &"g".repeat(64), &"a".repeat(63)] {
            let error = VaultKey::parse(text).unwrap_err().to_string();
            assert!(!error.contains("sesame"), "{error}");
        }
    }

    #[test]
    fn a_key_does_not_show_itself() {
        let key = VaultKey::generate().unwrap();
        assert!(!format!("{key:?}").contains(&key.to_text()[..8]));
    }
}
