//! Where the files of a pack lie: a folder, an archive, or the program itself.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use jurat_ingest::{
    ArchiveMember, ChildLauncher, FileLimits, ReadRefusal, RefusalKind, archive_members,
    is_archive, walk,
};

use crate::{
    BUILT_IN, FaultName, PackError, PackFault, PackLimits, built_in::BuiltInPack,
    manifest::MANIFEST,
};

/// An archive is unpacked in memory; larger packs are added as folders.
const ARCHIVE_BYTES: u64 = 1 << 30;

/// Where the files of a pack lie.
pub enum PackSource {
    Folder(PathBuf),
    /// All members, by name.
    Archive(BTreeMap<String, Result<Vec<u8>, ReadRefusal>>),
    BuiltIn(&'static BuiltInPack),
}

impl PackSource {
    /// A pack that is part of the program.
    pub fn built_in(name: &str) -> Option<Self> {
        BUILT_IN.iter().find(|pack| pack.name == name).map(Self::BuiltIn)
    }

    /// A folder, or an archive, which a child of ours unpacks.
    pub fn open(
        path: &Path,
        launcher: &ChildLauncher,
        limits: &PackLimits,
    ) -> Result<Self, PackError> {
        let unreadable = |why: io::Error| PackError::Unreadable {
            path: path.to_owned(),
            why: why.to_string(),
        };
        let about = fs::metadata(path).map_err(unreadable)?;
        if about.is_dir() {
            return Ok(Self::Folder(path.to_owned()));
        }
        let most = limits.total_bytes.min(ARCHIVE_BYTES);
        if !about.is_file() || most < about.len() {
            return Err(PackError::NoPack { path: path.to_owned() });
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        let name = path.display().to_string();
        if !is_archive(&name, &bytes) {
            return Err(PackError::NoPack { path: path.to_owned() });
        }
        let mut members = BTreeMap::new();
        let limits = FileLimits {
            bytes: most,
            count: u64::try_from(limits.files).unwrap_or(u64::MAX),
            ..FileLimits::default()
        };
        let mut take = |member: ArchiveMember| drop(members.insert(member.name, member.bytes));
        archive_members(launcher, (&name, &bytes), &limits, &mut take)
            .map_err(|refusal| PackError::ArchiveRefused { why: refusal.message })?;
        Ok(Self::Archive(without_top_folder(members)))
    }

    /// A file of at most so many bytes.
    pub(crate) fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, PackFault> {
        let bytes = match self {
            Self::Folder(root) => return read_plain(root, path, most),
            Self::Archive(members) => match members.get(path) {
                Some(Ok(bytes)) => Some(bytes.clone()),
                Some(Err(refusal)) => return Err(refused(path, refusal)),
                None => None,
            },
            Self::BuiltIn(pack) => {
                let found = pack.files.iter().find(|(known, _)| *known == path);
                found.map(|(_, bytes)| bytes.to_vec())
            }
        };
        let bytes = bytes.ok_or_else(|| missing(path))?;
        if most < bytes.len() as u64 {
            return Err(too_large(path, bytes.len() as u64, most));
        }
        Ok(bytes)
    }

    /// The path of every file, and what cannot be one.
    pub(crate) fn files(&self, limits: &PackLimits) -> (Vec<String>, Vec<PackFault>) {
        match self {
            Self::BuiltIn(pack) => {
                (pack.files.iter().map(|(path, _)| (*path).to_owned()).collect(), Vec::new())
            }
            Self::Archive(members) => {
                let bad = members
                    .iter()
                    .filter_map(|(name, bytes)| Some(refused(name, bytes.as_ref().err()?)));
                let good = members.iter().filter(|(_, bytes)| bytes.is_ok());
                (good.map(|(name, _)| name.clone()).collect(), bad.collect())
            }
            Self::Folder(root) => {
                let walked = FileLimits {
                    bytes: u64::MAX,
                    count: u64::try_from(limits.files).unwrap_or(u64::MAX),
                    ..FileLimits::default()
                };
                let mut files = Vec::new();
                let mut bad = Vec::new();
                for entry in walk(std::slice::from_ref(root), &walked) {
                    match entry.size {
                        Ok(_) => files.push(entry.name),
                        Err(refusal) => bad.push(refused(&entry.name, &refusal)),
                    }
                }
                (files, bad)
            }
        }
    }

    /// What it is, for records.
    pub fn shown(&self) -> String {
        match self {
            Self::Folder(path) => path.display().to_string(),
            Self::Archive(_) => "an archive".to_owned(),
            Self::BuiltIn(_) => "part of the program".to_owned(),
        }
    }
}

/// An archive of a folder has that folder around everything.
fn without_top_folder(
    members: BTreeMap<String, Result<Vec<u8>, ReadRefusal>>,
) -> BTreeMap<String, Result<Vec<u8>, ReadRefusal>> {
    if members.contains_key(MANIFEST) {
        return members;
    }
    let top = members.keys().find_map(|name| {
        let top = name.strip_suffix(MANIFEST)?;
        (top.matches('/').count() == 1 && top.ends_with('/')).then(|| top.to_owned())
    });
    let Some(top) = top else { return members };
    let bare = |(name, bytes): (String, _)| {
        (name.strip_prefix(&top).map_or_else(|| name.clone(), str::to_owned), bytes)
    };
    members.into_iter().map(bare).collect()
}

/// A plain file below the root, with no link on the way to it.
fn read_plain(root: &Path, path: &str, most: u64) -> Result<Vec<u8>, PackFault> {
    let mut at = root.to_owned();
    let unreadable = |why: &io::Error| match why.kind() {
        io::ErrorKind::NotFound => missing(path),
        _ => PackFault::new(
            FaultName::FileUnreadable,
            path,
            format!("it cannot be read: {why}"),
            "look at the disk and the rights",
        ),
    };
    for step in path.split('/') {
        at.push(step);
        let about = fs::symlink_metadata(&at).map_err(|why| unreadable(&why))?;
        if about.is_symlink() {
            return Err(link(path));
        }
    }
    let about = fs::metadata(&at).map_err(|why| unreadable(&why))?;
    if !about.is_file() {
        return Err(PackFault::new(
            FaultName::FileUnreadable,
            path,
            "it is no plain file",
            "a pack holds files, and nothing else",
        ));
    }
    if most < about.len() {
        return Err(too_large(path, about.len(), most));
    }
    fs::read(&at).map_err(|why| unreadable(&why))
}

fn missing(path: &str) -> PackFault {
    PackFault::new(
        FaultName::FileMissing,
        path,
        "it is not in the pack",
        "put the file there, or take it out of the manifest",
    )
}

fn link(path: &str) -> PackFault {
    PackFault::new(
        FaultName::LinkInPack,
        path,
        "it is a link to another place",
        "put the file itself there",
    )
}

pub(crate) fn too_large(path: &str, found: u64, most: u64) -> PackFault {
    PackFault::new(
        FaultName::TooLarge,
        path,
        format!("it has {found} bytes, more than {most}"),
        "cut it into smaller files",
    )
}

fn refused(path: &str, refusal: &ReadRefusal) -> PackFault {
    let name = match refusal.kind {
        RefusalKind::Unsafe if refusal.message.contains("link") => FaultName::LinkInPack,
        RefusalKind::Unsafe => FaultName::PathEscapes,
        RefusalKind::TooLarge => FaultName::TooLarge,
        _ => FaultName::FileUnreadable,
    };
    PackFault::new(name, path, refusal.message.clone(), "take it out of the pack")
}
