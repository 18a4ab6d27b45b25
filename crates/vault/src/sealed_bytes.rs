//! XChaCha20-Poly1305 over bytes that know what they are: a file that is moved to another place no longer opens.

use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead as _, KeyInit as _, Payload},
};

use crate::{VaultError, VaultKey, vault_key::chance};

/// What a sealed file begins with; the mark of its key and the nonce follow.
const MAGIC: &[u8; 14] = b"jurat sealed 1";
const MARK: usize = 16;
const NONCE: usize = 24;

/// Seals bytes. `about` says what they are, and must be said again to open them.
pub(crate) fn seal(key: &VaultKey, about: &str, plain: &[u8]) -> Result<Vec<u8>, VaultError> {
    let nonce: [u8; NONCE] = chance()?;
    let payload = Payload { msg: plain, aad: about.as_bytes() };
    let sealed = cipher(key)
        .encrypt(&XNonce::from(nonce), payload)
        .map_err(|_| VaultError::damaged(about, "it is too long to be sealed"))?;
    Ok([MAGIC.as_slice(), key.mark().as_bytes(), &nonce, &sealed].concat())
}

/// Opens what was sealed.
pub(crate) fn open(key: &VaultKey, about: &str, sealed: &[u8]) -> Result<Vec<u8>, VaultError> {
    let broken = |why: &str| VaultError::damaged(about, why);
    let rest = sealed
        .strip_prefix(MAGIC)
        .ok_or_else(|| broken("it does not begin as a sealed file does"))?;
    let (mark, rest) = rest.split_at_checked(MARK).ok_or_else(|| broken("it is cut off"))?;
    let (nonce, rest) = rest
        .split_first_chunk::<NONCE>()
        .ok_or_else(|| broken("it is cut off"))?;
    if mark != key.mark().as_bytes() {
        return Err(VaultError::OtherKey {
            what: about.to_owned(),
            sealed_with: String::from_utf8_lossy(mark).into_owned(),
            given: key.mark(),
        });
    }
    let payload = Payload { msg: rest, aad: about.as_bytes() };
    cipher(key)
        .decrypt(&XNonce::from(*nonce), payload)
        .map_err(|_| broken("its bytes were changed, or it was moved here"))
}

fn cipher(key: &VaultKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&key.sealing().into())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{open, seal};
    use crate::{VaultError, VaultKey};

    #[test]
    fn what_is_sealed_opens_and_says_nothing_before() {
        let key = VaultKey::generate().unwrap();
        let sealed = seal(&key, "a", b"Yasmin Kestrel").unwrap();
        assert!(!sealed.windows(6).any(|part| part == b"Yasmin"));
        assert_eq!(open(&key, "a", &sealed).unwrap(), b"Yasmin Kestrel");
        assert_ne!(sealed, seal(&key, "a", b"Yasmin Kestrel").unwrap());
    }

    #[test]
    fn another_key_is_told_from_damage() {
        let key = VaultKey::generate().unwrap();
        let sealed = seal(&key, "a", b"words").unwrap();
        let other = VaultKey::generate().unwrap();
        assert!(matches!(open(&other, "a", &sealed), Err(VaultError::OtherKey { .. })));
        assert!(matches!(open(&key, "b", &sealed), Err(VaultError::Damaged { .. })));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(open(&key, "a", &changed).is_err(), "byte {at}");
            assert!(open(&key, "a", &sealed[..at]).is_err(), "cut at {at}");
        }
    }
}
