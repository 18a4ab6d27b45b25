//! From hostile bytes to members. Whatever could be read comes back with everything that is wrong.

use std::{borrow::Cow, collections::BTreeMap};

use jurat_canon::Hash;
use miniz_oxide::inflate::{
    TINFLStatus,
    core::{
        DecompressorOxide, decompress, inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
    },
};

use super::{
    CENTRAL, CENTRAL_LEN, CompressionMethod, END, END_LEN, LOCAL, MAX_BUNDLE, MAX_MEMBERS,
    MAX_NAME, MAX_PLAIN, MAX_RATIO, PackedMember, is_plain_name, write,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContainerFault {
    /// A member or a place in the file.
    pub(crate) place: String,
    pub(crate) message: String,
}

#[derive(Debug)]
pub(crate) struct UnpackedMember<'a> {
    pub(crate) plain: Cow<'a, [u8]>,
    pub(crate) hash: Hash,
    /// The hash of the bytes as they lie in the file.
    pub(crate) packed: Hash,
}

#[derive(Debug, Default)]
pub(crate) struct ZipContents<'a> {
    pub(crate) members: BTreeMap<&'a str, UnpackedMember<'a>>,
    pub(crate) faults: Vec<ContainerFault>,
}

impl ZipContents<'_> {
    pub(crate) fn plain(&self, name: &str) -> Option<&[u8]> {
        self.members.get(name).map(|member| &*member.plain)
    }

    fn fault(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.faults
            .push(ContainerFault { place: place.into(), message: message.into() });
    }
}

/// One line of the central directory.
struct CentralDirEntry<'a> {
    name: &'a str,
    method: CompressionMethod,
    packed: usize,
    size: usize,
    offset: usize,
}

/// Reads a zip as far as that goes.
pub(crate) fn read_zip(bytes: &[u8]) -> ZipContents<'_> {
    let mut contents = ZipContents::default();
    if MAX_BUNDLE < bytes.len() {
        contents.fault("file", format!("it has more than {MAX_BUNDLE} bytes"));
        return contents;
    }
    let entries = match directory(bytes) {
        Ok(entries) => entries,
        Err(message) => {
            contents.fault("directory", message);
            return contents;
        }
    };
    let mut again = Vec::with_capacity(entries.len());
    let mut room = MAX_PLAIN;
    for entry in &entries {
        match member(bytes, entry, &mut room) {
            Ok((packed, plain)) => {
                let hash = Hash::of(&plain);
                // A member that is stored as it is has one hash, not two to compute.
                let as_it_lies = match packed.method {
                    CompressionMethod::Stored => hash,
                    CompressionMethod::Deflated => Hash::of(&packed.bytes),
                };
                let member = UnpackedMember { plain, hash, packed: as_it_lies };
                contents.members.insert(entry.name, member);
                again.push(packed);
            }
            Err(message) => contents.fault(entry.name, message),
        }
    }
    if let Some((place, message)) = names(&entries) {
        contents.fault(place, message);
    }
    if contents.faults.is_empty() {
        compare(bytes, &again, &mut contents);
    }
    contents
}

/// The one way to write these members must give these bytes.
fn compare(bytes: &[u8], members: &[PackedMember<'_>], contents: &mut ZipContents<'_>) {
    let Ok(again) = write(members) else {
        return contents.fault("file", "its members are too many or too large");
    };
    if again == bytes {
        return;
    }
    let at = again.iter().zip(bytes).position(|(one, other)| one != other);
    let at = at.unwrap_or(again.len().min(bytes.len()));
    let message = "bytes that its members do not account for: a header, a comment, a time or \
                   something between or behind the members was changed or added";
    contents.fault(format!("byte {at}"), message);
}

/// Sorted names, each once, each plain.
fn names(entries: &[CentralDirEntry<'_>]) -> Option<(String, String)> {
    if let Some(entry) = entries.iter().find(|entry| !is_plain_name(entry.name)) {
        return Some((entry.name.to_owned(), "no name that a bundle may hold".to_owned()));
    }
    let pair = entries.windows(2).find(|pair| pair[1].name <= pair[0].name)?;
    let message =
        if pair[0].name == pair[1].name { "it is there twice" } else { "out of order" };
    Some((pair[1].name.to_owned(), message.to_owned()))
}

fn directory(bytes: &[u8]) -> Result<Vec<CentralDirEntry<'_>>, String> {
    let end_at = bytes.len().checked_sub(END_LEN).ok_or("the file is too short")?;
    let end = &bytes[end_at..];
    if end[..4] != END {
        return Err("the file does not end with its directory: it was cut or added to".into());
    }
    let count = usize::from(u16_at(end, 10)?);
    let (len, start) = (u32_at(end, 12)?, u32_at(end, 16)?);
    if MAX_MEMBERS < count {
        return Err(format!("it names {count} members; the limit is {MAX_MEMBERS}"));
    }
    if start.checked_add(len) != Some(end_at) {
        return Err("the directory is not where the end of the file says".into());
    }
    let mut rest = &bytes[start..end_at];
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let (entry, tail) = entry(rest)?;
        entries.push(entry);
        rest = tail;
    }
    if !rest.is_empty() {
        return Err("more in it than it counts".into());
    }
    // Members that overlap could unpack to far more than the file is large.
    let held: usize = entries.iter().map(|entry| 30 + entry.name.len() + entry.packed).sum();
    if held == start {
        Ok(entries)
    } else {
        Err("the members it names do not fill the file: something is hidden or shared".into())
    }
}

fn entry(bytes: &[u8]) -> Result<(CentralDirEntry<'_>, &[u8]), String> {
    if bytes.get(..4) != Some(&CENTRAL) || bytes.len() < CENTRAL_LEN {
        return Err("a line of the directory is damaged".into());
    }
    let method = match u16_at(bytes, 10)? {
        0 => CompressionMethod::Stored,
        8 => CompressionMethod::Deflated,
        other => return Err(format!("a member is packed in a way we do not use ({other})")),
    };
    let name_len = usize::from(u16_at(bytes, 28)?);
    let plain = u16_at(bytes, 8)? == 0 && u16_at(bytes, 30)? == 0 && u16_at(bytes, 32)? == 0;
    if !plain || MAX_NAME < name_len {
        let what = "a line of the directory has flags, extra fields, a comment or a long name";
        return Err(what.into());
    }
    let (head, rest) = bytes.split_at(CENTRAL_LEN);
    let name = rest.get(..name_len).ok_or("a name is cut")?;
    let name = std::str::from_utf8(name).map_err(|_| "a name is not plain text")?;
    let entry = CentralDirEntry {
        name,
        method,
        packed: u32_at(head, 20)?,
        size: u32_at(head, 24)?,
        offset: u32_at(head, 42)?,
    };
    Ok((entry, &rest[name_len..]))
}

/// Finds and unpacks one member. `room` is what may still be unpacked.
fn member<'a>(
    bytes: &'a [u8],
    entry: &CentralDirEntry<'a>,
    room: &mut usize,
) -> Result<(PackedMember<'a>, Cow<'a, [u8]>), String> {
    let header = bytes.get(entry.offset..).unwrap_or_default();
    if header.get(..4) != Some(&LOCAL) {
        return Err("it is not where the directory says".into());
    }
    let start = 30 + entry.name.len();
    let data = header.get(start..).and_then(|rest| rest.get(..entry.packed));
    let data = data.ok_or("it is cut")?;
    *room = room
        .checked_sub(entry.size)
        .ok_or("the whole unpacks to more than the limit")?;
    let plain = match entry.method {
        CompressionMethod::Stored if entry.packed == entry.size => Cow::Borrowed(data),
        CompressionMethod::Stored => return Err("its two sizes differ".into()),
        CompressionMethod::Deflated => Cow::Owned(inflate(data, entry.size)?),
    };
    let packed = PackedMember {
        name: entry.name,
        method: entry.method,
        crc: crc32fast::hash(&plain),
        size: entry.size,
        bytes: Cow::Borrowed(data),
    };
    Ok((packed, plain))
}

fn inflate(data: &[u8], size: usize) -> Result<Vec<u8>, String> {
    if data.len().saturating_mul(MAX_RATIO) < size {
        return Err(format!("it claims to unpack to more than {MAX_RATIO} times its size"));
    }
    let mut out = vec![0; size];
    let mut state = Box::<DecompressorOxide>::default();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) = decompress(&mut state, data, &mut out, 0, flags);
    if status == TINFLStatus::Done && read == data.len() && written == size {
        Ok(out)
    } else {
        Err("it cannot be unpacked to what it should hold".into())
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Result<u16, String> {
    let two = bytes.get(at..at + 2).and_then(|two| two.try_into().ok());
    two.map(u16::from_le_bytes)
        .ok_or_else(|| "a record is cut".to_owned())
}

fn u32_at(bytes: &[u8], at: usize) -> Result<usize, String> {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    let number = four
        .map(u32::from_le_bytes)
        .ok_or_else(|| "a record is cut".to_owned())?;
    usize::try_from(number).map_err(|error| error.to_string())
}
