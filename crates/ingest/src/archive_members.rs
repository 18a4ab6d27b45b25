//! The members of an archive as bytes, for who has a use for them besides reading their words.
//!
//! Unpacked in a child under the limits that hold for every archive; nothing is written anywhere.

use crate::{
    ChildLauncher, FileLimits, ReadRefusal, RefusalKind,
    formats::{self, ReaderInput, ReaderOutput},
    read::read_document,
};

/// A file out of an archive: a relative path that leads nowhere else, or the reason why it was not taken out.
#[derive(Debug)]
pub struct ArchiveMember {
    pub name: String,
    pub bytes: Result<Vec<u8>, ReadRefusal>,
}

/// Whether these bytes are an archive.
pub fn is_archive(name: &str, bytes: &[u8]) -> bool {
    formats::detect(name, bytes).is_some_and(formats::is_archive)
}

/// Hands out all members of an archive in order.
pub fn archive_members(
    launcher: &ChildLauncher,
    (name, bytes): (&str, &[u8]),
    limits: &FileLimits,
    take: &mut dyn FnMut(ArchiveMember),
) -> Result<(), ReadRefusal> {
    let format = formats::detect(name, bytes).filter(|format| formats::is_archive(format));
    let format =
        format.ok_or_else(|| ReadRefusal::new(RefusalKind::Unsupported, "it is no archive"))?;
    let input = ReaderInput { name, bytes, limits, first_page: 0 };
    let mut count = 0;
    let mut hand_out = |output: ReaderOutput| match output {
        ReaderOutput::Member { name, bytes } => {
            count += 1;
            take(ArchiveMember { name, bytes: Ok(bytes) });
        }
        ReaderOutput::Refused { name, refusal } => {
            let name = name.unwrap_or_else(|| input.name.to_owned());
            take(ArchiveMember { name, bytes: Err(refusal) });
        }
        _ => {}
    };
    let outcome = read_document(Some(launcher), &input, format, &mut hand_out);
    outcome.end?;
    match (count, outcome.died) {
        (0, Some(died)) => Err(died),
        _ => Ok(()),
    }
}
