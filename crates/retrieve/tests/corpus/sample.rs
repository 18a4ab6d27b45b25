//! Small documents, and a folder to keep them in.

use std::{fs, path::Path};

use jurat_canon::Hash;
use jurat_model::{
    ByteSpan, DocumentMetadata, IngestedDocument, PartKind, ReaderIdentity, Rendition,
    RenditionPart, Source,
};
use jurat_retrieve::{
    CorpusIntake, CorpusName, CorpusStore, FileStore, IntakeFile, IntakeTally,
};

pub(crate) fn name() -> CorpusName {
    "ferry-rules".parse().unwrap()
}

pub(crate) fn document(name: &str, text: &str) -> IngestedDocument {
    let reader = ReaderIdentity {
        name: "text".to_owned(),
        version: 1,
        options: String::new(),
    };
    let mut rendition = Rendition::plain(reader, text.to_owned());
    rendition.parts =
        vec![RenditionPart::new(PartKind::Section, ByteSpan::from(0..text.len()))];
    IngestedDocument {
        source: Source {
            hash: Hash::of(text.as_bytes()),
            size: text.len() as u64,
            name: name.to_owned(),
            media: "text/plain".to_owned(),
        },
        bytes: text.as_bytes().to_vec(),
        rendition,
        metadata: DocumentMetadata::default(),
    }
}

/// A file of rows: name and text.
pub(crate) fn file(path: &str, rows: &[(&str, &str)]) -> IntakeFile {
    let joined: Vec<String> =
        rows.iter().map(|(name, text)| format!("{name}\t{text}")).collect();
    IntakeFile {
        path: path.to_owned(),
        hash: Hash::of(joined.join("\n").as_bytes()),
        how: Hash::of(b"as ever"),
        documents: rows.iter().map(|(name, text)| document(name, text)).collect(),
        refused: Vec::new(),
    }
}

/// Takes a file in and commits.
pub(crate) fn take(store: FileStore, read: &IntakeFile) -> (FileStore, IntakeTally) {
    let mut intake = CorpusIntake::new(store);
    let tally = intake.take(read).unwrap();
    intake.commit().unwrap();
    (intake.into_store(), tally)
}

/// Three batches in a corpus under `root`.
pub(crate) fn three(root: &Path) {
    let mut store = FileStore::create(root, &name()).unwrap();
    for number in 0..3 {
        let text = format!("Ferry {number} must carry a lamp. ").repeat(40);
        let read = file(&format!("/rules/{number}.txt"), &[(&format!("{number}.txt"), &text)]);
        store = take(store, &read).0;
    }
}

/// The names and texts that a corpus holds.
pub(crate) fn contents(store: &FileStore) -> Vec<(String, String)> {
    let entries = store.entries().values();
    entries
        .map(|entry| (entry.name.clone(), store.rendition(&entry).unwrap().text))
        .collect()
}

/// The file of the corpus that holds the log or the pack.
pub(crate) fn part(root: &Path, prefix: &str) -> std::path::PathBuf {
    let found = fs::read_dir(root.join("ferry-rules")).unwrap().flatten();
    let mut found = found.filter(|e| e.file_name().to_string_lossy().starts_with(prefix));
    found.next().unwrap().path()
}
