//! Records from their first event to the end, as whoever holds the key, whoever does not, and whoever changes bytes sees them.

#![expect(clippy::unwrap_used)]

use std::{fs, path::Path};

use jurat_vault::{ERASED, EXPIRED, RecordedEvent, VaultError, VaultFolder, VaultKey};
use serde_json::json;
use tempfile::TempDir;

const DAY: i64 = 86_400_000;
const NAME: &str = "/clients/Yasmin Kestrel";

struct Desk {
    dir: TempDir,
    vault: VaultFolder,
    key: VaultKey,
}

impl Desk {
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let vault = VaultFolder::new(dir.path().join("cases"));
        Self { dir, vault, key: VaultKey::generate().unwrap() }
    }

    fn add(&self, kind: &str, at_ms: i64, body: &str) -> String {
        let event = RecordedEvent {
            seq: 0,
            kind: kind.to_owned(),
            at_ms,
            author: Some("Ada Ravel".to_owned()),
            body: json!({ "value": body }),
        };
        let files: &[(&str, &[u8])] = &[("bundle", body.as_bytes())];
        self.vault.record(&self.key, NAME, event, files).unwrap();
        self.id()
    }

    fn id(&self) -> String {
        self.key.id_of(NAME)
    }

    fn faults(&self) -> Vec<String> {
        self.vault.check(&self.id(), Some(&self.key)).unwrap().faults
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join("cases").join(self.id()).join(name)
    }
}

/// All bytes below a folder, and the names of what lies there.
fn everything(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        all.extend_from_slice(path.as_os_str().as_encoded_bytes());
        all.extend(if path.is_dir() { everything(&path) } else { fs::read(&path).unwrap() });
    }
    all
}

fn holds(all: &[u8], word: &str) -> bool {
    all.windows(word.len()).any(|part| part == word.as_bytes())
}

#[test]
fn a_record_is_read_back_and_nobody_else_reads_it() {
    let desk = Desk::new();
    desk.add("audited", DAY, "Kestrel, Yasmin");
    let id = desk.add("corrected", 2 * DAY, "born 1990-02-03");
    let record = desk.vault.open(&desk.key, &id).unwrap();
    assert_eq!((record.name.as_str(), record.events.len()), (NAME, 2));
    assert_eq!(desk.vault.file(&desk.key, &id, "bundle").unwrap(), b"born 1990-02-03");
    assert_eq!(desk.faults(), [""; 0]);
    let all = everything(desk.dir.path());
    for word in ["Kestrel", "Yasmin", "1990", "Ravel", "clients"] {
        assert!(!holds(&all, word), "{word}");
    }
    assert!(holds(&all, "corrected"));
}

#[test]
fn another_key_opens_nothing_and_is_told() {
    let desk = Desk::new();
    let id = desk.add("audited", DAY, "x");
    let other = VaultKey::generate().unwrap();
    let error = desk.vault.open(&other, &id).unwrap_err();
    assert!(matches!(error, VaultError::OtherKey { .. }), "{error}");
    assert!(error.to_string().contains(&desk.key.mark()), "{error}");
    assert!(matches!(desk.vault.open(&other, "beef"), Err(VaultError::Unknown(_))));
}

#[test]
fn an_erased_record_leaves_a_chain_that_holds() {
    let desk = Desk::new();
    desk.add("audited", DAY, "x");
    let id = desk.add("corrected", 2 * DAY, "y");
    desk.vault.erase(&id, ERASED, 3 * DAY).unwrap();
    let left = desk.vault.check(&id, None).unwrap();
    assert_eq!((left.is_kept, left.faults.len(), left.chain.links().len()), (false, 0, 3));
    assert!(matches!(desk.vault.open(&desk.key, &id), Err(VaultError::Erased(_))));
    assert!(matches!(desk.vault.erase(&id, ERASED, 4 * DAY), Err(VaultError::Erased(_))));
    let names: Vec<_> = fs::read_dir(desk.path(""))
        .unwrap()
        .map(|it| it.unwrap().file_name())
        .collect();
    assert_eq!(names, ["chain.jsonl"]);
    // What begins again goes on with the same chain, under another salt.
    desk.add("audited", 5 * DAY, "x");
    assert_eq!(desk.faults(), [""; 0]);
    let chain = desk.vault.chain(&id).unwrap();
    assert_eq!(chain.links().len(), 4);
    assert_ne!(chain.links()[0].content, chain.links()[3].content);
}

#[test]
fn time_is_up_after_the_last_event() {
    let desk = Desk::new();
    desk.add("audited", DAY, "x");
    let id = desk.add("corrected", 5 * DAY, "y");
    assert_eq!(desk.vault.expires_ms(&id, 90).unwrap(), Some(95 * DAY));
    assert_eq!(desk.vault.erase_expired(95 * DAY - 1, 90).unwrap(), [""; 0]);
    assert_eq!(desk.vault.erase_expired(95 * DAY, 90).unwrap(), [id.as_str()]);
    assert_eq!(desk.vault.erase_expired(96 * DAY, 90).unwrap(), [""; 0]);
    let left = desk.vault.check(&id, None).unwrap();
    assert_eq!(left.chain.links().last().unwrap().kind, EXPIRED);
    assert_eq!((left.is_kept, left.faults.len()), (false, 0));
}

#[test]
fn figures_stay_and_do_not_say_whose_they_are() {
    let desk = Desk::new();
    let id = desk.add("outcome", DAY, "x");
    desk.vault.set_remainder(&id, &json!({ "score": 31 })).unwrap();
    assert_eq!(desk.vault.remainders().unwrap(), [json!({ "score": 31 })]);
    desk.vault.erase(&id, ERASED, 2 * DAY).unwrap();
    assert_eq!(desk.vault.remainders().unwrap(), [json!({ "score": 31 })]);
    let text = fs::read_to_string(desk.dir.path().join("cases/remainders.jsonl")).unwrap();
    assert_eq!(text, "{\"score\":31}\n");
}

#[test]
fn what_was_changed_taken_away_or_put_back_is_told() {
    let desk = Desk::new();
    desk.add("audited", DAY, "x");
    desk.add("corrected", 2 * DAY, "y");
    let (chain, record) = (desk.path("chain.jsonl"), desk.path("record.sealed"));
    let (whole, sealed) = (fs::read_to_string(&chain).unwrap(), fs::read(&record).unwrap());
    let first = whole.lines().next().unwrap();
    fs::write(&chain, format!("{first}\n")).unwrap();
    assert!(
        desk.faults()
            .iter()
            .any(|it| it.contains("1 events where the record has 2"))
    );
    fs::write(&chain, whole.replace("corrected", "signed")).unwrap();
    assert!(!desk.faults().is_empty());
    fs::write(&chain, &whole).unwrap();
    fs::remove_file(&record).unwrap();
    assert!(desk.faults()[0].contains("does not say that it was erased"));
    fs::write(&record, &sealed).unwrap();
    desk.vault.erase(&desk.id(), ERASED, 3 * DAY).unwrap();
    fs::write(&record, &sealed).unwrap();
    assert!(desk.faults().iter().any(|it| it.contains("still there")));
    // The next look takes it away, as it does after a death in the middle of an erasure.
    desk.vault.erase_expired(4 * DAY, 90).unwrap();
    assert!(!record.exists());
}

#[test]
fn a_death_between_record_and_chain_loses_no_event() {
    let desk = Desk::new();
    desk.add("audited", DAY, "x");
    let before = fs::read(desk.path("chain.jsonl")).unwrap();
    desk.add("corrected", 2 * DAY, "y");
    fs::write(desk.path("chain.jsonl"), before).unwrap();
    desk.add("signed", 3 * DAY, "z");
    assert_eq!(desk.faults(), [""; 0]);
    assert_eq!(desk.vault.chain(&desk.id()).unwrap().links().len(), 3);
}
