//! The `jurat.toml` of a project: found above the current folder, and taken at its word only once it is trusted.
//!
//! Whoever clones a repository, unpacks an archive or works in a shared folder has files of others around. So one that the
//! command looks at, that others can put there or that is no plain file is not read at all.

use std::{
    fs::{self, File, Metadata},
    io::Read as _,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;

use super::{
    FILE, processors,
    settings_file::{HarmlessPart, SettingsFile},
    trusted_files::TrustedFiles,
};
use crate::{failure::CommandFailure, output};

/// The longest file that is read.
const LONGEST: u64 = 64 << 10;
/// How many keys are named, and how much of each.
const NAMED_KEYS: usize = 8;
const KEY_LENGTH: usize = 40;

/// A file as it was read.
#[derive(Debug)]
pub(crate) struct ProjectFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
    pub(crate) hash: Hash,
}

/// The file of a folder; none where there is none. The error says why it is not read.
pub(crate) fn project_file(folder: &Path) -> Result<Option<ProjectFile>, String> {
    let path = folder.join(FILE);
    let Ok(found) = fs::symlink_metadata(&path) else { return Ok(None) };
    refuse_foreign(folder, &found)?;
    let mut text = String::new();
    let read = File::open(&path)
        .and_then(|file| file.take(LONGEST + 1).read_to_string(&mut text))
        .map_err(|error| error.to_string())?;
    if LONGEST < read as u64 {
        return Err(format!("it is longer than {LONGEST} bytes"));
    }
    let hash = Hash::of(text.as_bytes());
    Ok(Some(ProjectFile { path, text, hash }))
}

/// Where the file of a project is looked for.
pub(super) struct ProjectSearch<'a> {
    /// The user's own folder: its file is no project's, and it says what is trusted.
    pub(super) home: Option<&'a Path>,
    pub(super) subjects: &'a [PathBuf],
    pub(super) tell: &'a dyn Fn(&str),
}

impl ProjectSearch<'_> {
    /// What the nearest file may say that is read, in this folder or above it. One that is not trusted hides none further
    /// up that is: anyone may put a file between.
    pub(super) fn nearest(&self) -> Result<SettingsFile, CommandFailure> {
        let here = fs::canonicalize(".").unwrap_or_default();
        let home = self.home.and_then(|home| fs::canonicalize(home).ok());
        let subjects = self.subjects.iter().filter_map(|path| fs::canonicalize(path).ok());
        let subjects: Vec<PathBuf> = subjects.collect();
        let folders = here.ancestors().filter(|folder| Some(*folder) != home.as_deref());
        let mut files = folders.filter_map(|folder| self.found(folder, &subjects));
        let Some(nearest) = files.next() else { return Ok(SettingsFile::default()) };
        let trusted = self.home.map(TrustedFiles::read).transpose()?.unwrap_or_default();
        let is_trusted = |file: &ProjectFile| trusted.holds(&file.path, file.hash);
        if is_trusted(&nearest) {
            return SettingsFile::parse(&nearest.text, &nearest.path);
        }
        let above = files.find(is_trusted);
        let harmless = self.harmless(&nearest, above.as_ref());
        let above = above
            .map(|file| SettingsFile::parse(&file.text, &file.path))
            .transpose()?;
        Ok(harmless.over(above.unwrap_or_default()))
    }

    /// The file of a folder, if it is one to read; else it is said why it is none.
    fn found(&self, folder: &Path, subjects: &[PathBuf]) -> Option<ProjectFile> {
        let found = if subjects.iter().any(|subject| folder.starts_with(subject)) {
            let is_there = fs::symlink_metadata(folder.join(FILE)).is_ok();
            is_there.then_some(Err("it lies in what this command looks at".to_owned()))?
        } else {
            project_file(folder).transpose()?
        };
        let refused =
            |why: String| (self.tell)(&format!("{} is not read: {why}", shown(folder)));
        found.map_err(refused).ok()
    }

    /// What counts of a file that nobody trusts. It is said what does not, and which file stands in for it.
    fn harmless(&self, file: &ProjectFile, above: Option<&ProjectFile>) -> SettingsFile {
        let folder = file.path.parent().unwrap_or(&file.path);
        let instead = above.map(|file| output::plain(&file.path.display().to_string()));
        let instead = instead.map(|path| format!("; {path} is trusted and counts instead"));
        let instead = instead.unwrap_or_default();
        let Some(part) = HarmlessPart::of(&file.text, processors()) else {
            (self.tell)(&format!("{} is no TOML: nothing comes of it{instead}", shown(folder)));
            return SettingsFile::default();
        };
        if !part.ignored.is_empty() {
            (self.tell)(&format!(
                "{} is not trusted: nothing comes of {} in it{instead}; `jurat trust DIR` shows what it would set",
                shown(folder),
                key_names(&part.ignored)
            ));
        }
        part.taken
    }
}

/// The file of a folder, on one line.
fn shown(folder: &Path) -> String {
    output::plain(&folder.join(FILE).display().to_string())
}

fn key_names(keys: &[String]) -> String {
    let name = |key: &String| {
        let cut: String = key.chars().take(KEY_LENGTH).collect();
        format!("`{}`", output::plain(&cut))
    };
    let named: Vec<String> = keys.iter().take(NAMED_KEYS).map(name).collect();
    let more = keys.len().saturating_sub(NAMED_KEYS);
    let more = if 0 < more { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// Says why a file could be another's work: trust in it would be trust in whoever was there last.
fn refuse_foreign(folder: &Path, file: &Metadata) -> Result<(), String> {
    if !file.is_file() {
        return Err("it is no plain file".to_owned());
    }
    let folder = fs::metadata(folder).map_err(|error| error.to_string())?;
    foreign(&folder, file).map_or(Ok(()), |why| Err(why.to_owned()))
}

#[cfg(unix)]
fn foreign(folder: &Metadata, file: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::MetadataExt as _;
    let owners = [0, rustix::process::geteuid().as_raw()];
    if folder.mode() & 0o002 != 0 {
        Some("anyone can write into its folder")
    } else if owners.contains(&file.uid()) {
        None
    } else {
        Some("it belongs to another user")
    }
}

#[cfg(not(unix))]
fn foreign(_: &Metadata, _: &Metadata) -> Option<&'static str> {
    None
}
