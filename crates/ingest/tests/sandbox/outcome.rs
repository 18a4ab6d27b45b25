//! What came of a file, in the words that tests compare.

use std::{env, ffi::OsString};

use jurat_ingest::{ChildLauncher, ExtractedFile, FileLimits, RefusalKind, read_bytes};
use jurat_model::{Rendition, RenditionWarning, WarningKind};

/// This test program as its own child.
pub(crate) fn launcher(args: &[&str]) -> ChildLauncher {
    ChildLauncher {
        program: env::current_exe().unwrap(),
        args: args.iter().map(OsString::from).collect(),
    }
}

/// Limits that keep tests short.
pub(crate) fn limits() -> FileLimits {
    FileLimits {
        cpu_seconds: 20,
        wall_seconds: 60,
        ..FileLimits::default()
    }
}

/// Reads a file as the product does.
pub(crate) fn read(name: &str, bytes: Vec<u8>) -> ExtractedFile {
    read_bytes(Some(&launcher(&["--child"])), name, bytes, &limits())
}

/// The one rendition that a file gives.
#[track_caller]
pub(crate) fn rendition(name: &str, bytes: Vec<u8>) -> Rendition {
    let read = read(name, bytes);
    assert_eq!(read.documents.len(), 1, "{:?}", read.refusals);
    read.documents.into_iter().next().unwrap().rendition
}

/// Why a file was refused.
#[track_caller]
pub(crate) fn refused(read: &ExtractedFile) -> RefusalKind {
    assert!(read.documents.is_empty(), "{:?}", read.documents);
    read.refusals.first().unwrap().1.kind
}

/// The warnings of one kind.
pub(crate) fn warnings(rendition: &Rendition, kind: WarningKind) -> Vec<&RenditionWarning> {
    rendition
        .warnings
        .iter()
        .filter(|warning| warning.kind == kind)
        .collect()
}
