//! Ed25519 keys: made, kept in files, and the signature they put under a root.
//!
//! A key file is JSON on one line: `{"key":"jurat-secret-ed25519","secret":"…","public":"…"}` or
//! `{"key":"jurat-public-ed25519","public":"…"}`, both values 64 hex digits.

use std::{
    fmt, fs,
    io::{Read, Write},
    path::Path,
    str::FromStr,
};

use ed25519_dalek::{Signature as Raw, Signer};
use jurat_canon::{CanonError, Hash, canonical_json, hex};
use serde::{Deserialize, Serialize};

use crate::ProofError;

const SECRET: &str = "jurat-secret-ed25519";
const PUBLIC: &str = "jurat-public-ed25519";
/// What is signed begins with this, so that no other signature can be taken for ours.
const CONTEXT: &[u8] = b"jurat bundle root\n";
const MAX_FILE: u64 = 4096;

/// A key that signs. Never printed.
pub struct SigningKey(ed25519_dalek::SigningKey);

/// A key that checks; printed as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(ed25519_dalek::VerifyingKey);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
    public: String,
}

/// Makes a key out of the operating system's chance.
pub fn generate() -> Result<SigningKey, ProofError> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| wrong("new", error))?;
    Ok(SigningKey(ed25519_dalek::SigningKey::from_bytes(&secret)))
}

impl SigningKey {
    pub fn from_secret(secret: &[u8; 32]) -> Self {
        Self(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// A signature under a message as it is. What is signed under a bundle begins with words that no such message may
    /// begin with.
    pub fn sign_message(&self, message: &[u8]) -> [u8; 64] {
        debug_assert!(!message.starts_with(CONTEXT));
        self.0.sign(message).to_bytes()
    }

    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    pub fn read(path: &Path) -> Result<Self, ProofError> {
        let file = read_key_file(path, SECRET)?;
        let place = path.display();
        let secret = file.secret.as_deref().and_then(unhex::<32>);
        let secret = secret.ok_or_else(|| wrong(place, "the secret is not 64 hex digits"))?;
        let key = Self::from_secret(&secret);
        if key.public().to_string() == file.public {
            Ok(key)
        } else {
            Err(wrong(path.display(), "its two halves do not belong together"))
        }
    }

    /// Writes a secret key file that only its owner can read. Never over another file.
    pub fn write(&self, path: &Path) -> Result<(), ProofError> {
        let secret = Some(hex(&self.0.to_bytes()));
        let public = self.public().to_string();
        save(path, &KeyFile { key: SECRET.to_owned(), secret, public }, 0o600)
    }
}

impl PublicKey {
    /// Whether a signature under a message is this key's.
    pub fn signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.0.verify_strict(message, &Raw::from_bytes(signature)).is_ok()
    }

    pub fn read(path: &Path) -> Result<Self, ProofError> {
        let file = read_key_file(path, PUBLIC)?;
        file.public.parse().map_err(|what| wrong(path.display(), what))
    }

    /// Writes a public key file. Never over another file.
    pub fn write(&self, path: &Path) -> Result<(), ProofError> {
        let file = KeyFile {
            key: PUBLIC.to_owned(),
            secret: None,
            public: self.to_string(),
        };
        save(path, &file, 0o644)
    }

    /// A short name for people to compare: eight groups of four hex digits.
    pub fn fingerprint(&self) -> String {
        let hash = Hash::of(self.0.as_bytes()).to_string();
        let groups: Vec<&str> = (0..8).map(|at| &hash[at * 4..at * 4 + 4]).collect();
        groups.join(" ")
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(self.0.as_bytes()))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({self})")
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey(of {})", self.public())
    }
}

impl FromStr for PublicKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let bytes = unhex(text).ok_or("a public key has 64 hex digits")?;
        let key = ed25519_dalek::VerifyingKey::from_bytes(&bytes);
        key.map(Self).map_err(|_| "the digits are no public key")
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BundleSignature {
    algorithm: String,
    pub(crate) public_key: String,
    pub(crate) root: Hash,
    #[serde(rename = "signature")]
    bytes: String,
}

impl BundleSignature {
    pub(crate) fn of(key: &SigningKey, root: Hash) -> Self {
        let signature = key.0.sign(&message(root));
        Self {
            algorithm: "ed25519".to_owned(),
            public_key: key.public().to_string(),
            root,
            bytes: hex(&signature.to_bytes()),
        }
    }

    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, CanonError> {
        canonical_json(self)
    }

    /// Who signed this root; nothing where the signature does not hold.
    pub(crate) fn signer(&self, root: Hash) -> Option<PublicKey> {
        let key: PublicKey = self.public_key.parse().ok()?;
        let signature = Raw::from_bytes(&unhex::<64>(&self.bytes)?);
        let ours = self.algorithm == "ed25519" && self.root == root;
        let holds = ours && key.0.verify_strict(&message(root), &signature).is_ok();
        holds.then_some(key)
    }
}

fn message(root: Hash) -> Vec<u8> {
    [CONTEXT, root.as_bytes()].concat()
}

fn read_key_file(path: &Path, kind: &str) -> Result<KeyFile, ProofError> {
    let mut text = String::new();
    let file = fs::File::open(path).map_err(|error| wrong(path.display(), error))?;
    file.take(MAX_FILE)
        .read_to_string(&mut text)
        .map_err(|error| wrong(path.display(), error))?;
    // Not the parser's words: they could repeat a secret.
    let file: KeyFile = serde_json::from_str(&text)
        .map_err(|_| wrong(path.display(), "it is no key file of jurat"))?;
    if file.key == kind {
        Ok(file)
    } else {
        Err(wrong(path.display(), format!("it is `{}`, expected `{kind}`", file.key)))
    }
}

fn save(path: &Path, file: &KeyFile, mode: u32) -> Result<(), ProofError> {
    let mut bytes = canonical_json(file)?;
    bytes.push(b'\n');
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    let written = options.open(path).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.sync_all()
    });
    written.map_err(|error| wrong(path.display(), error))
}

fn wrong(place: impl fmt::Display, what: impl fmt::Display) -> ProofError {
    ProofError::Key { place: place.to_string(), what: what.to_string() }
}

/// Lower-case hex only: one key, one spelling.
fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    bytes.collect::<Option<Vec<u8>>>()?.try_into().ok()
}
