//! From members to the bytes of a zip. The same members give the same bytes.

use std::borrow::Cow;

use super::{
    CENTRAL, CompressionMethod, DATE, END, LOCAL, MAX_BUNDLE, MAX_MEMBERS, MAX_PLAIN,
    MAX_RATIO, PackedMember, VERSION,
};
use crate::ProofError;

const LEVEL: u8 = 2;

/// How a member should lie in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PackingPreference {
    Plain,
    /// As small as may be.
    Small,
}

/// Packs one member: deflated where that saves something and unpacking stays harmless.
pub(crate) fn pack<'a>(
    name: &'a str,
    plain: &'a [u8],
    wish: PackingPreference,
) -> PackedMember<'a> {
    let crc = crc32fast::hash(plain);
    let size = plain.len();
    let stored = || (CompressionMethod::Stored, Cow::Borrowed(plain));
    let (method, bytes) = if wish == PackingPreference::Small {
        let packed = miniz_oxide::deflate::compress_to_vec(plain, LEVEL);
        let sane = packed.len() < size && size <= packed.len().saturating_mul(MAX_RATIO);
        if sane { (CompressionMethod::Deflated, Cow::Owned(packed)) } else { stored() }
    } else {
        stored()
    };
    PackedMember { name, method, crc, size, bytes }
}

/// Writes members, which come sorted by name.
pub(crate) fn write(members: &[PackedMember<'_>]) -> Result<Vec<u8>, ProofError> {
    let plain: usize = members.iter().map(|member| member.size).sum();
    let packed: usize = members.iter().map(|member| member.bytes.len() + 400).sum();
    if MAX_MEMBERS < members.len() || MAX_PLAIN < plain || MAX_BUNDLE < packed {
        return Err(ProofError::TooLarge { members: members.len(), bytes: plain });
    }
    let mut out = Vec::with_capacity(packed);
    let mut central = Vec::new();
    for member in members {
        let offset = out.len();
        out.extend_from_slice(&LOCAL);
        put_shared(&mut out, member);
        out.extend_from_slice(member.name.as_bytes());
        out.extend_from_slice(&member.bytes);
        put_central(&mut central, member, offset);
    }
    let start = out.len();
    out.extend_from_slice(&central);
    out.extend_from_slice(&END);
    for number in [0, 0, members.len(), members.len()] {
        put16(&mut out, number);
    }
    put32(&mut out, central.len());
    put32(&mut out, start);
    put16(&mut out, 0);
    Ok(out)
}

/// What the local and the central record have in common.
fn put_shared(out: &mut Vec<u8>, member: &PackedMember<'_>) {
    for number in [VERSION, 0, member.method.code(), 0, DATE] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&member.crc.to_le_bytes());
    put32(out, member.bytes.len());
    put32(out, member.size);
    put16(out, member.name.len());
    put16(out, 0);
}

fn put_central(out: &mut Vec<u8>, member: &PackedMember<'_>, offset: usize) {
    out.extend_from_slice(&CENTRAL);
    out.extend_from_slice(&VERSION.to_le_bytes());
    put_shared(out, member);
    // No comment, first disk, no attributes.
    out.extend_from_slice(&[0; 10]);
    put32(out, offset);
    out.extend_from_slice(member.name.as_bytes());
}

/// Every number here is below a limit that was checked before.
fn put16(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes());
}

fn put32(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
}
