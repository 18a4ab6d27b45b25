//! Archives: their members, handed out one by one and never written to a disk.
//!
//! Limits hold for what is really inflated, not for what the archive says. A member whose name
//! would lead out of a folder, a link, or one with a password is refused alone; an archive whose
//! members share bytes is refused as a whole.

use std::{
    collections::BTreeSet,
    io::{Cursor, Read},
};

use ::zip::{ZipArchive, read::ZipFile, result::ZipError};

use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement, rendition_builder::gist,
};
use crate::{FileLimits, ReadRefusal, RefusalKind, folder_walk::is_litter};

pub(super) const ZIP: DocumentFormat = DocumentFormat {
    name: "zip",
    media: "application/zip",
    extensions: &["zip", "epub"],
    sniff: |bytes| bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06"),
    place: ReaderPlacement::Sandbox,
    read,
};

/// No honest text shrinks to less than this share of itself, once it is longer than a mebibyte.
pub(crate) const RATIO: u64 = 200;
const SMALL: u64 = 1 << 20;
/// The most bytes that the name of a member may have.
const LONGEST_NAME: usize = 1024;

type InMemoryZip<'a> = ZipArchive<Cursor<&'a [u8]>>;

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let mut archive = open(input.bytes, input.limits)?;
    if archive.has_duplicate_names() {
        let message = "two members carry the same name; only the last of them was read";
        let refusal = ReadRefusal::new(RefusalKind::Unsafe, message);
        hand_out(ReaderOutput::Refused { name: None, refusal });
    }
    let mut room = input.limits.bytes;
    let mut names = BTreeSet::new();
    for at in 0..archive.len() {
        let mut refuse = |name: String, refusal| {
            hand_out(ReaderOutput::Refused { name: Some(name), refusal });
        };
        let listed = archive.name_for_index(at).and_then(Result::ok);
        let listed = listed.map_or_else(|| format!("member {at}"), |name| gist(&name));
        let mut member = match archive.by_index(at) {
            Ok(member) => member,
            Err(fault) => {
                refuse(listed, fault_of(&fault));
                continue;
            }
        };
        if member.is_dir() || listed.split('/').any(is_litter) {
            continue;
        }
        match safe_name(&member).and_then(|name| unique(&mut names, name)) {
            Err(refusal) => refuse(listed, refusal),
            Ok(name) => match inflate(&mut member, room) {
                Ok(bytes) => {
                    room = room.saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
                    hand_out(ReaderOutput::Member { name, bytes });
                }
                // A bomb has cost what was left; nothing after it is trusted with more.
                Err(refusal) if refusal.kind == RefusalKind::TooLarge => {
                    refuse(name, refusal);
                    return Err(too_large(input.limits));
                }
                Err(refusal) => refuse(name, refusal),
            },
        }
    }
    Ok(())
}

/// Opens an archive whose members are few enough and lie apart.
pub(super) fn open<'a>(
    bytes: &'a [u8],
    limits: &FileLimits,
) -> Result<InMemoryZip<'a>, ReadRefusal> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|fault| fault_of(&fault))?;
    let count = u64::try_from(archive.len()).unwrap_or(u64::MAX);
    if limits.count < count {
        let message = format!("it has {count} members, more than {}", limits.count);
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    if archive.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "the archive has no members"));
    }
    if archive.has_overlapping_files().map_err(|fault| fault_of(&fault))? {
        let message = "members of the archive share their bytes, as bombs do";
        return Err(ReadRefusal::new(RefusalKind::Unsafe, message));
    }
    Ok(archive)
}

/// A member's bytes, as long as they fit.
pub(super) fn inflate<R: Read>(
    member: &mut ZipFile<'_, R>,
    room: u64,
) -> Result<Vec<u8>, ReadRefusal> {
    let packed = member.compressed_size();
    let most = room.min(packed.saturating_mul(RATIO).max(SMALL));
    let mut bytes = Vec::new();
    let read = member.by_ref().take(most.saturating_add(1)).read_to_end(&mut bytes);
    if most < u64::try_from(bytes.len()).unwrap_or(u64::MAX) {
        let message = format!("{packed} packed bytes grow to more than {most}");
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    match read {
        Ok(_) => Ok(bytes),
        Err(fault) => Err(ReadRefusal::new(
            RefusalKind::Damaged,
            format!("it cannot be unpacked: {fault}"),
        )),
    }
}

/// A relative path with forward slashes that stays below where it starts.
fn safe_name<R: Read>(member: &ZipFile<'_, R>) -> Result<String, ReadRefusal> {
    let unsafe_ = |why: &str| Err(ReadRefusal::new(RefusalKind::Unsafe, why.to_owned()));
    if member.is_symlink() {
        return unsafe_("it is a link to another place");
    }
    let Ok(name) = member.name() else { return unsafe_("its name is no text") };
    if LONGEST_NAME < name.len() {
        let message = format!("its name has more than {LONGEST_NAME} bytes");
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    let drive = name.as_bytes().get(1) == Some(&b':');
    if name.starts_with('/') || drive {
        return unsafe_("its name is an absolute path");
    }
    if name.contains('\\') || name.chars().any(char::is_control) {
        return unsafe_("its name holds a backslash or a control character");
    }
    if name.split('/').any(|step| matches!(step, "" | "." | "..")) {
        return unsafe_("its name leads out of its folder");
    }
    Ok(name.into_owned())
}

fn unique(names: &mut BTreeSet<String>, name: String) -> Result<String, ReadRefusal> {
    if names.insert(name.clone()) {
        return Ok(name);
    }
    Err(ReadRefusal::new(RefusalKind::Unsafe, "another member has this name"))
}

fn too_large(limits: &FileLimits) -> ReadRefusal {
    let message =
        format!("it unpacks to too much: more than {} bytes, or a bomb", limits.bytes);
    ReadRefusal::new(RefusalKind::TooLarge, message)
}

fn fault_of(fault: &ZipError) -> ReadRefusal {
    match fault {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)
        | ZipError::InvalidPassword => {
            ReadRefusal::new(RefusalKind::Encrypted, "it needs a password")
        }
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            ReadRefusal::new(
                RefusalKind::Unsupported,
                format!("packed in a way we cannot read: {fault}"),
            )
        }
        _ => ReadRefusal::new(RefusalKind::Damaged, format!("no sound archive: {fault}")),
    }
}

/// The names in an archive's own list, without unpacking anything; none where it is broken.
pub(super) fn names(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    const ENTRY: usize = 46;
    let number = |at: usize, width: usize| -> Option<usize> {
        let bytes = bytes.get(at..at.checked_add(width)?)?;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |sum, byte| (sum << 8) | usize::from(*byte)),
        )
    };
    let end = list_end(bytes).and_then(|end| number(end + 16, 4));
    let mut at = end.unwrap_or(bytes.len());
    std::iter::from_fn(move || {
        if !bytes.get(at..)?.starts_with(b"PK\x01\x02") {
            return None;
        }
        let [name, extra, comment] =
            [number(at + 28, 2)?, number(at + 30, 2)?, number(at + 32, 2)?];
        let start = at + ENTRY;
        at = start + name + extra + comment;
        bytes.get(start..start + name)
    })
}

/// Where the record that closes an archive starts: within its last 64 KiB.
fn list_end(bytes: &[u8]) -> Option<usize> {
    const RECORD: usize = 22;
    let from = bytes.len().saturating_sub(RECORD + usize::from(u16::MAX));
    bytes[from..]
        .windows(4)
        .rposition(|seen| seen == b"PK\x05\x06")
        .map(|at| from + at)
}

#[cfg(test)]
mod tests;
