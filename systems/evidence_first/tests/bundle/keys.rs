//! Keys in files.

use jurat_proof::{ProofError, PublicKey, SigningKey, keys::generate};

#[test]
fn keys_come_back_from_their_files_and_secrets_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (secret, public) = (folder.path().join("secret"), folder.path().join("public"));
    let key = generate().unwrap();
    key.write(&secret).unwrap();
    key.public().write(&public).unwrap();
    assert_eq!(SigningKey::read(&secret).unwrap().public(), key.public());
    assert_eq!(PublicKey::read(&public).unwrap(), key.public());
    assert!(matches!(key.write(&secret), Err(ProofError::Key { .. })), "never over a file");
    assert!(SigningKey::read(&public).is_err());
    assert!(PublicKey::read(&secret).is_err(), "a secret is not handed round as a public key");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&secret).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn two_new_keys_differ_and_fingerprints_are_short() {
    let (one, other) = (generate().unwrap().public(), generate().unwrap().public());
    assert_ne!(one, other);
    assert_eq!(one.fingerprint().len(), 39);
    assert_eq!(one.to_string().parse::<PublicKey>().unwrap(), one);
    assert!("AB".repeat(32).parse::<PublicKey>().is_err(), "one key, one spelling");
}

#[test]
fn a_key_file_whose_halves_differ_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed");
    let public = generate().unwrap().public();
    let text = format!(
        r#"{{"key":"jurat-secret-ed25519","public":"{public}","secret":"{}"}}"#,
        "01".repeat(32)
    );
    std::fs::write(&path, text).unwrap();
    let error = SigningKey::read(&path).unwrap_err().to_string();
    assert!(error.contains("do not belong together"), "{error}");
}
