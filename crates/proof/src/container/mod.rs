//! The zip around a bundle, written one way only: what is read must be what would be written.
//!
//! Absent on purpose: comments, extra fields, time stamps, folders, links, encryption, zip64. A
//! byte that the members do not account for is a fault.

mod read;
mod write;

pub(crate) use read::{UnpackedMember, ZipContents, read_zip};
pub(crate) use write::{PackingPreference, pack, write};

/// Most members; the classic format can count no more.
pub(crate) const MAX_MEMBERS: usize = 65_000;
/// Longest name of a member.
pub(crate) const MAX_NAME: usize = 120;
/// Most bytes of a whole bundle; offsets have 32 bits.
pub(crate) const MAX_BUNDLE: usize = 1 << 30;
/// Most bytes of all members unpacked.
pub(crate) const MAX_PLAIN: usize = 1 << 30;
/// No member unpacks to more than this many times its packed size: the writer stores such a member
/// as it is.
pub(crate) const MAX_RATIO: usize = 100;

const LOCAL: [u8; 4] = *b"PK\x03\x04";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const END: [u8; 4] = *b"PK\x05\x06";
const CENTRAL_LEN: usize = 46;
const END_LEN: usize = 22;
const VERSION: u16 = 20;
/// 1980-01-01, the first day that the format knows.
const DATE: u16 = 0x21;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompressionMethod {
    Stored,
    Deflated,
}

impl CompressionMethod {
    const fn code(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::Deflated => 8,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct PackedMember<'a> {
    pub(crate) name: &'a str,
    pub(crate) method: CompressionMethod,
    pub(crate) crc: u32,
    pub(crate) size: usize,
    pub(crate) bytes: std::borrow::Cow<'a, [u8]>,
}

/// Whether a name can stand in a bundle: plain names, at most one folder, nothing that
/// a file system could take for something else.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let plain = |part: &str| {
        let first = part.bytes().next();
        first.is_some_and(|byte| byte.is_ascii_alphanumeric())
            && !part.ends_with('.')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    let mut parts = name.split('/');
    name.len() <= MAX_NAME
        && parts.next().is_some_and(plain)
        && parts.next().is_none_or(plain)
        && parts.next().is_none()
}
