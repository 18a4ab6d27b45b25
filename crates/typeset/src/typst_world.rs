//! What typst sees of the world: one template, its data, and our fonts.

use std::sync::LazyLock;

use typst::{
    Library, LibraryExt, World,
    diag::{FileError, FileResult},
    foundations::{Bytes, Datetime, Duration},
    syntax::{FileId, Source, VirtualPath},
    text::{Font, FontBook},
    utils::LazyHash,
};

use crate::fonts::FONTS;

static LIBRARY: LazyLock<LazyHash<Library>> =
    LazyLock::new(|| LazyHash::new(Library::default()));

/// One template and its data. There is no other file and no clock.
pub(crate) struct TypstWorld {
    template: Source,
    data: Bytes,
}

impl TypstWorld {
    pub(crate) fn new(template: &str, data: &[u8]) -> Self {
        Self {
            template: Source::detached(template),
            data: Bytes::new(data.to_vec()),
        }
    }
}

impl World for TypstWorld {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &FONTS.book
    }

    fn main(&self) -> FileId {
        self.template.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        if id == self.template.id() {
            return Ok(self.template.clone());
        }
        Err(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        let data = VirtualPath::new(crate::DATA).is_ok_and(|data| *id.get().vpath() == data);
        if data {
            return Ok(self.data.clone());
        }
        Err(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.fonts.get(index).cloned()
    }

    fn today(&self, _: Option<Duration>) -> Option<Datetime> {
        None
    }
}
