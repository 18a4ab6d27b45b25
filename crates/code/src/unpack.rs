//! Archives: unpacked in memory, in a limited child, never onto a disk.
//!
//! Limits hold for what really comes out. A name that leads out of its folder and a link are
//! passed over alone; an archive that unpacks to too much is refused as a whole.

use std::{collections::BTreeSet, fs, io::Read, path::Path};

use flate2::read::MultiGzDecoder;
use jurat_canon::git_blob_id;
use jurat_ingest::{
    DocumentFormat, FileLimits, ReadRefusal, ReaderInput, ReaderOutput, ReaderPlacement,
    RefusalKind, sandbox,
};
use tar::{Archive, EntryType};

use super::{
    SurveyContext, escaped_names,
    file_selection::{self, FileSelection},
    folder::{FolderFiles, LIKE},
    tree::{PathBudget, TreeEntry},
};
use crate::facts::{FileMode, SkippedFile};

/// The most bytes that the name of a member may have.
const LONGEST_NAME: usize = 1024;
/// Folders that are part of a project rather than the folder that a project was packed in.
const OWN: [&str; 12] = [
    "app", "cmd", "crates", "docs", "internal", "lib", "packages", "pkg", "rubric", "src",
    "test", "tests",
];

/// Packed files, for the child. Documents are not read so.
pub(super) const TAR: DocumentFormat = DocumentFormat {
    name: "tar",
    media: "application/x-tar",
    extensions: &["tar"],
    sniff: |_| false,
    place: ReaderPlacement::Sandbox,
    read: |input, hand_out| untar(input.bytes, input.limits, hand_out),
};
/// The same, compressed.
pub(super) const TAR_GZ: DocumentFormat = DocumentFormat {
    name: "tar.gz",
    media: "application/gzip",
    extensions: &["tgz"],
    sniff: |_| false,
    place: ReaderPlacement::Sandbox,
    read: |input, hand_out| untar(MultiGzDecoder::new(input.bytes), input.limits, hand_out),
};

pub(super) fn unpack(
    intake: &SurveyContext<'_>,
    path: &Path,
    format: &str,
) -> Result<FolderFiles, ReadRefusal> {
    let limits = &intake.limits;
    // All of it is in memory at once, packed and unpacked.
    let most = limits.disk_bytes.min(limits.source_bytes.saturating_mul(2));
    let bytes = read_archive(path, most)?;
    let seconds = limits.clone_seconds;
    let child = FileLimits { bytes: most, ..limits.for_child(seconds, seconds) };
    let name = escaped_names::shown(path.as_os_str().as_encoded_bytes());
    let input = ReaderInput {
        name: &name,
        bytes: &bytes,
        limits: &child,
        first_page: 0,
    };
    let mut budget = sandbox::frames_limit(&child);
    let run = sandbox::read_in_child(intake.launcher, format, &input, &mut budget);
    run.end?;
    let mut room = PathBudget::whole();
    let (mut members, mut skipped) = (Vec::new(), Vec::new());
    for piece in run.pieces {
        match piece {
            ReaderOutput::Member { name, bytes } => {
                let name = escaped_names::shown(name.as_bytes());
                if !room.take(&name) {
                    return Err(PathBudget::refusal());
                }
                members.push((name, bytes));
            }
            ReaderOutput::Refused { name, refusal } => {
                let path = escaped_names::shown(name.unwrap_or_default().as_bytes());
                let why = format!("it was not unpacked: {}", refusal.message);
                skipped.push(SkippedFile { path, why });
            }
            _ => {}
        }
    }
    strip_root(&mut members);
    members.sort_by(|(one, _), (two, _)| one.cmp(two));
    Ok(gathered(members, skipped, intake))
}

fn read_archive(path: &Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    let unreadable = |error: std::io::Error| {
        ReadRefusal::new(RefusalKind::Unreadable, format!("cannot read the archive: {error}"))
    };
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(unreadable)?;
    file.take(most.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if most < bytes.len() as u64 {
        let message = format!("the archive has more than {most} bytes");
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    Ok(bytes)
}

fn gathered(
    members: Vec<(String, Vec<u8>)>,
    skipped: Vec<SkippedFile>,
    intake: &SurveyContext<'_>,
) -> FolderFiles {
    let entry = |(path, bytes): &(String, Vec<u8>)| TreeEntry {
        path: path.clone(),
        blob: git_blob_id(bytes, LIKE).unwrap_or_default(),
        size: bytes.len() as u64,
        mode: FileMode::Regular,
    };
    let entries: Vec<TreeEntry> = members.iter().map(entry).collect();
    let wanted = file_selection::choose(&entries, &intake.limits);
    let bytes = members.into_iter().zip(&wanted);
    let bytes =
        bytes.map(|((_, bytes), wanted)| (*wanted == FileSelection::Yes).then_some(bytes));
    FolderFiles {
        bytes: bytes.collect(),
        entries,
        wanted,
        skipped,
        cut: Vec::new(),
    }
}

/// Archives of whole projects have all files in one folder, which is none of theirs.
fn strip_root(members: &mut [(String, Vec<u8>)]) {
    let Some((root, _)) = members.first().and_then(|(path, _)| path.split_once('/')) else {
        return;
    };
    let root = format!("{root}/");
    let own = OWN.contains(&root.trim_end_matches('/'));
    if own || !members.iter().all(|(path, _)| path.starts_with(&root)) {
        return;
    }
    for (path, _) in members {
        path.drain(..root.len());
    }
}

fn untar(
    from: impl Read,
    limits: &FileLimits,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    // What is passed over is read too: the limit is on all that is inflated, and heads of members
    // take room besides.
    let most = limits.bytes.saturating_add(limits.count.saturating_mul(2048));
    let mut archive = Archive::new(from.take(most.saturating_add(1)));
    let damaged = |error: std::io::Error| {
        ReadRefusal::new(RefusalKind::Damaged, format!("no sound archive: {error}"))
    };
    let (mut room, mut count, mut taken) = (limits.bytes, 0_u64, BTreeSet::new());
    for member in archive.entries().map_err(damaged)? {
        let mut member = member.map_err(damaged)?;
        count += 1;
        if limits.count < count {
            let message = format!("it has more than {} members", limits.count);
            return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
        }
        let kind = member.header().entry_type();
        if matches!(kind, EntryType::Directory | EntryType::XGlobalHeader) {
            continue;
        }
        let raw = member.path_bytes().into_owned();
        let name = match safe_name(&raw, kind).and_then(|name| unique(&mut taken, name)) {
            Ok(name) => name,
            Err(refusal) => {
                let name = escaped_names::shown(&raw[..raw.len().min(LONGEST_NAME)]);
                hand_out(ReaderOutput::Refused { name: Some(name), refusal });
                continue;
            }
        };
        let mut bytes = Vec::new();
        member
            .by_ref()
            .take(room.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(damaged)?;
        room = room.checked_sub(bytes.len() as u64).ok_or_else(|| {
            let message = format!("it unpacks to more than {} bytes", limits.bytes);
            ReadRefusal::new(RefusalKind::TooLarge, message)
        })?;
        hand_out(ReaderOutput::Member { name, bytes });
    }
    if count == 0 {
        return Err(ReadRefusal::new(RefusalKind::Empty, "the archive has no members"));
    }
    Ok(())
}

/// A relative path that stays below where it starts.
fn safe_name(raw: &[u8], kind: EntryType) -> Result<String, ReadRefusal> {
    let no = |why: &str| Err(ReadRefusal::new(RefusalKind::Unsafe, why.to_owned()));
    if !matches!(kind, EntryType::Regular | EntryType::Continuous) {
        return no("it is a link or a device");
    }
    if LONGEST_NAME < raw.len() {
        return no("its name is too long");
    }
    let name = escaped_names::shown(raw.strip_prefix(b"./").unwrap_or(raw));
    if name.starts_with('/') || name.as_bytes().get(1) == Some(&b':') {
        return no("its name is an absolute path");
    }
    if name.split(['/', '\\']).any(|step| matches!(step, "" | "." | "..")) {
        return no("its name leads out of its folder");
    }
    Ok(name)
}

fn unique(taken: &mut BTreeSet<String>, name: String) -> Result<String, ReadRefusal> {
    if taken.insert(name.clone()) {
        return Ok(name);
    }
    Err(ReadRefusal::new(RefusalKind::Unsafe, "another member has this name"))
}

#[cfg(test)]
mod tests {
    use super::strip_root;

    #[track_caller]
    fn check(given: &[&str], expected: &[&str]) {
        let mut members: Vec<_> =
            given.iter().map(|name| ((*name).to_owned(), Vec::new())).collect();
        strip_root(&mut members);
        let seen: Vec<&str> = members.iter().map(|(name, _)| &**name).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_folder_that_a_project_was_packed_in_is_none_of_its_own() {
        check(&["name-main/README.md", "name-main/src/a.py"], &["README.md", "src/a.py"]);
        check(&["src/a.py", "src/b.py"], &["src/a.py", "src/b.py"]);
        check(&["a/x", "b/y"], &["a/x", "b/y"]);
        check(&["a/x", "y"], &["a/x", "y"]);
        check(&["y"], &["y"]);
        check(&[], &[]);
    }
}
