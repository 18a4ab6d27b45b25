//! The files of a part, checked once more and laid out for intake: documents as they are, rows in our own shape.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    CheckedPack, PackError, PackFile, PackPart, check::file_check::verified, importer,
    safe_path::within,
};

/// The folder of a part's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StagedPart {
    pub folder: PathBuf,
}

/// Lays out a part below a folder. What lies there already as it should is left alone.
pub fn stage(
    pack: &CheckedPack,
    part: &PackPart,
    folder: &Path,
) -> Result<StagedPart, PackError> {
    let folder = folder.join(&part.name);
    make(&folder)?;
    for file in &part.files {
        // The files may have changed since they were checked.
        let bytes = verified(file, &pack.source, file.bytes)
            .map_err(|fault| PackError::Faulty(vec![fault]))?;
        let bytes = match importer(part.format) {
            Some(rows) => {
                let mut lines = String::new();
                (rows.rows)(&bytes, &mut |row| {
                    if let Ok(row) = row {
                        lines.push_str(&row.line());
                        lines.push('\n');
                    }
                });
                lines.into_bytes()
            }
            None => bytes,
        };
        write(&folder.join(staged_name(part, file)), &bytes)?;
    }
    Ok(StagedPart { folder })
}

/// What a file is called there.
pub(crate) fn staged_name(part: &PackPart, file: &PackFile) -> String {
    let name = within(&file.path, &part.path);
    match importer(part.format) {
        Some(_) => format!("{name}.jsonl"),
        None => name.to_owned(),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), PackError> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        make(folder)?;
    }
    fs::write(path, bytes).map_err(unwritable(path))
}

fn make(folder: &Path) -> Result<(), PackError> {
    fs::create_dir_all(folder).map_err(unwritable(folder))
}

pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> PackError {
    let path = path.to_owned();
    move |why| PackError::Unwritable { path: path.clone(), why: why.to_string() }
}
