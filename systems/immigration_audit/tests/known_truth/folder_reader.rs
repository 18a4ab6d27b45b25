//! A folder read as an audit reads it: every file by its reader, then what it is, the profile and the findings.

use std::{collections::BTreeMap, fs, path::Path};

use jurat_immigration_audit::{
    consistency,
    intake::{ReadFile, describe, page_starts, read_profile},
    model::{FileStanding, Finding, MatterFile, MatterProfile, PartialDate},
};
use jurat_ingest::{ChildLauncher, FileLimits, read_bytes};
use jurat_model::SourceExhibit;

/// The argument by which this program is a reader's child.
pub(crate) const CHILD: &str = "read-in-child";

/// A folder and what was found in it.
pub(crate) struct ReadMatter {
    pub(crate) files: Vec<MatterFile>,
    pub(crate) profile: MatterProfile,
    pub(crate) found: Vec<Finding>,
}

impl ReadMatter {
    /// The path of the file of an id.
    pub(crate) fn path(&self, id: &str) -> &str {
        self.files
            .iter()
            .find(|file| file.id == id)
            .map_or("", |file| file.path.as_str())
    }
}

/// Files by their paths below a folder.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Pictures are left out: what recognises letters is not on every machine.
pub(crate) fn read_matter(
    folder: &BTreeMap<String, Vec<u8>>,
    as_of: PartialDate,
) -> ReadMatter {
    let launcher = ChildLauncher {
        program: std::env::current_exe().unwrap(),
        args: vec![CHILD.into()],
    };
    let (mut files, mut exhibits) = (Vec::new(), Vec::new());
    for (path, bytes) in folder.iter().filter(|(path, _)| !path.ends_with("png")) {
        let read = read_bytes(Some(&launcher), path, bytes.clone(), &FileLimits::default());
        assert_eq!(read.documents.len(), 1, "{path}: {:?}", read.refusals);
        let document = &read.documents[0];
        let id = format!("F{:02}", files.len() + 1);
        let file = describe(&ReadFile {
            id: &id,
            path,
            source: document.source.hash,
            bytes: document.source.size,
            rendition: &document.rendition,
        });
        assert!(!matches!(file.standing, FileStanding::NotRead { .. }), "{path}");
        let mut metadata = document.metadata.clone();
        metadata
            .values
            .insert("page_starts".to_owned(), page_starts(&document.rendition));
        exhibits.push(SourceExhibit {
            name: path.clone(),
            source: document.source.hash,
            media: document.source.media.clone(),
            rendition: document.rendition.hash(),
            reader: document.rendition.reader.clone(),
            metadata,
            text: document.rendition.text.clone(),
        });
        files.push(file);
    }
    let profile = read_profile(&files, &exhibits);
    let found = consistency::findings(&files, &profile, as_of);
    ReadMatter { files, profile, found }
}
