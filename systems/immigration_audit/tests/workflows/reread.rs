//! A folder read again: only what changed is read, and what is told of it is the same as if all had been read.

use std::fs;

use jurat_immigration_audit::matter_reader::{
    LocalMatterReader, MatterReader as _, ReadMatter,
};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::audited_run::{folder_of, launcher, local_reader};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("only_what_changed_is_read_again", only_what_changed),
    ("what_could_not_be_read_is_tried_again", torn_files),
    ("readings_may_be_taken_away", readings_taken_away),
];

const FILES: [(&str, &str); 4] = [
    ("a.txt", "Letter of invitation\n\nI invite my cousin Odo Fenn.\n"),
    ("b/c.md", "# Employment letter\n\nOdo Fenn works for Lantern Works.\n"),
    ("b/d.csv", "id,text\n1,I board at nine\n2,I will be at the gate\n"),
    ("e.html", "<html><body><p>A page of words.</p></body></html>"),
];

/// A new process each time, with readings kept in one place.
fn reader(kept: &TempDir) -> LocalMatterReader {
    let folder = kept.path().join("readings");
    LocalMatterReader::new(Box::new(|| Ok(launcher()))).keeping(folder)
}

fn told(read: &ReadMatter) -> Json {
    json!([read.files, read.exhibits])
}

fn only_what_changed() {
    let (matter, kept) = (folder_of(&FILES), TempDir::new().unwrap());
    let path = matter.path().to_str().unwrap();
    let first = reader(&kept);
    let whole = first.read(path).unwrap();
    assert_eq!((first.read_anew(), whole.files.len()), (4, 4));
    // A table that is read row by row is one paper.
    let chat = whole.exhibits.iter().find(|it| it.name == "b/d.csv").unwrap();
    assert!(chat.text.contains("nine") && chat.text.contains("gate"), "{}", chat.text);
    let again = reader(&kept);
    assert_eq!(told(&again.read(path).unwrap()), told(&whole));
    assert_eq!(again.read_anew(), 0);
    fs::write(matter.path().join("b/c.md"), "# Employment letter\n\nShe left in May.\n")
        .unwrap();
    let changed = reader(&kept);
    let read = changed.read(path).unwrap();
    assert_eq!(changed.read_anew(), 1);
    assert_eq!(told(&read), told(&local_reader().read(path).unwrap()));
    assert_ne!(told(&read), told(&whole));
}

fn torn_files() {
    let (matter, kept) = (folder_of(&FILES), TempDir::new().unwrap());
    fs::write(matter.path().join("torn.pdf"), b"%PDF-1.7\nnothing more").unwrap();
    let path = matter.path().to_str().unwrap();
    for expected in [5, 1] {
        let reader = reader(&kept);
        let read = reader.read(path).unwrap();
        assert_eq!((reader.read_anew(), read.files.len()), (expected, 5));
    }
}

fn readings_taken_away() {
    let (matter, kept) = (folder_of(&FILES), TempDir::new().unwrap());
    let path = matter.path().to_str().unwrap();
    let whole = reader(&kept).read(path).unwrap();
    fs::remove_dir_all(kept.path().join("readings")).unwrap();
    let again = reader(&kept);
    assert_eq!(told(&again.read(path).unwrap()), told(&whole));
    assert_eq!(again.read_anew(), 4);
    // Where nothing can be kept everything is read, every time.
    fs::remove_dir_all(kept.path().join("readings")).unwrap();
    fs::write(kept.path().join("readings"), "no folder").unwrap();
    for _ in 0..2 {
        let reader = reader(&kept);
        assert_eq!(told(&reader.read(path).unwrap()), told(&whole));
        assert_eq!(reader.read_anew(), 4);
    }
}
