//! Torn ends are cut off and said; damage is named; nothing begins anew in silence.

use std::fs;

use jurat_retrieve::{CorpusError, CorpusStore, FileStore};
use tempfile::tempdir;

use crate::sample::{contents, document, file, name, part, take, three};

#[test]
fn a_log_cut_anywhere_opens_as_of_an_earlier_commit() {
    let root = tempdir().unwrap();
    three(root.path());
    let log = part(root.path(), "log-");
    let whole = fs::read(&log).unwrap();
    for cut in (0..whole.len()).step_by(17) {
        fs::write(&log, &whole[..cut]).unwrap();
        let store = FileStore::read_only(root.path(), &name()).unwrap();
        let held = contents(&store);
        assert!(held.len() < 3, "cut at {cut}");
        assert!(0 < store.torn());
        assert_eq!(store.files().len(), held.len());
    }
}

#[test]
fn a_writer_goes_on_after_a_torn_end() {
    let root = tempdir().unwrap();
    three(root.path());
    let (log, pack) = (part(root.path(), "log-"), part(root.path(), "pack-"));
    let whole = fs::read(&log).unwrap();
    fs::write(&log, &whole[..whole.len() - 5]).unwrap();
    let longer = [fs::read(&pack).unwrap(), vec![b'x'; 99]].concat();
    fs::write(&pack, longer).unwrap();
    let store = FileStore::write_to(root.path(), &name()).unwrap();
    assert!(99 < store.torn());
    let (store, _) = take(store, &file("/new.txt", &[("new.txt", "A lamp is a light.")]));
    drop(store);
    let store = FileStore::read_only(root.path(), &name()).unwrap();
    assert_eq!(store.torn(), 0);
    let names: Vec<String> = store.entries().keys().collect();
    assert_eq!(names, ["0.txt", "1.txt", "new.txt"]);
    assert!(store.faults().is_empty());
}

#[test]
fn a_changed_log_is_an_error_that_says_where() {
    let root = tempdir().unwrap();
    three(root.path());
    let log = part(root.path(), "log-");
    let mut bytes = fs::read(&log).unwrap();
    bytes[200] ^= 1;
    fs::write(&log, bytes).unwrap();
    let error = FileStore::read_only(root.path(), &name()).unwrap_err().to_string();
    assert!(error.contains("batch 1 of the log"), "{error}");
    assert!(matches!(
        FileStore::create(root.path(), &name()),
        Err(CorpusError::Damaged { .. })
    ));
}

#[test]
fn a_changed_pack_is_found_when_read_and_when_checked() {
    let root = tempdir().unwrap();
    three(root.path());
    let pack = part(root.path(), "pack-");
    let mut bytes = fs::read(&pack).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&pack, bytes).unwrap();
    let store = FileStore::read_only(root.path(), &name()).unwrap();
    let faults = store.faults();
    assert!(faults.iter().any(|fault| fault.contains("source `1.txt`")), "{faults:?}");
    let entry = store.entries().get("1.txt").unwrap();
    assert!(store.rendition(&entry).unwrap_err().to_string().contains("blob "));
}

#[test]
fn a_short_pack_and_a_missing_manifest_are_damage() {
    let root = tempdir().unwrap();
    three(root.path());
    let pack = part(root.path(), "pack-");
    let bytes = fs::read(&pack).unwrap();
    fs::write(&pack, &bytes[..bytes.len() - 1]).unwrap();
    let error = FileStore::read_only(root.path(), &name()).unwrap_err().to_string();
    assert!(error.contains("1 bytes are missing at the end of its pack"), "{error}");
    fs::write(&pack, bytes).unwrap();
    fs::remove_file(root.path().join("ferry-rules/corpus.json")).unwrap();
    for opened in [FileStore::read_only, FileStore::write_to, FileStore::create] {
        let error = opened(root.path(), &name()).unwrap_err().to_string();
        assert!(error.contains("corpus.json is missing"), "{error}");
    }
}

#[test]
fn a_later_format_is_refused() {
    let root = tempdir().unwrap();
    three(root.path());
    let path = root.path().join("ferry-rules/corpus.json");
    fs::write(&path, r#"{"format": 99, "and": "more"}"#).unwrap();
    let error = FileStore::create(root.path(), &name()).unwrap_err();
    assert!(matches!(error, CorpusError::Newer { found: 99, .. }));
    assert!(error.hint().unwrap().contains("newer"));
}

#[test]
fn a_creation_that_was_cut_short_is_begun_again() {
    let root = tempdir().unwrap();
    let folder = root.path().join("ferry-rules");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("log-1"), "").unwrap();
    fs::write(folder.join("pack-1"), "left over").unwrap();
    let store = FileStore::create(root.path(), &name()).unwrap();
    let (store, _) = take(store, &file("/a", &[("a", "words")]));
    assert_eq!(contents(&store), [("a".to_owned(), document("a", "words").rendition.text)]);
}
