//! What parent and child say to each other: a request with its bytes one way, frames the other.
//!
//! A frame is a tag, a length and a payload. The length is only believed as far as the budget that
//! the reader of frames still has, and no memory is set aside for bytes that have not come.

use std::{
    borrow::Cow,
    io::{self, ErrorKind, Read, Write},
    path::PathBuf,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::SandboxIsolation;
use crate::{FileLimits, ReadRefusal, formats::ReaderOutput};

/// The longest head of a request.
const HEAD: u64 = 1 << 20;

/// What a child is to do, ahead of the bytes it is to do it with.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ChildRequest {
    pub(crate) limits: FileLimits,
    /// How many bytes follow.
    pub(crate) size: u64,
    pub(crate) job: ChildJob,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum ChildJob {
    /// Read these bytes as this format.
    Read {
        format: String,
        name: String,
        first_page: u32,
    },
    Exec(ExecRequest),
    /// Do the job of this name with so many items, which follow.
    Named {
        name: String,
        items: u32,
        settings: Value,
    },
}

/// An outside program and what it may touch.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExecRequest {
    pub program: PathBuf,
    pub args: Vec<String>,
    pub env: Vec<(String, String)>,
    /// What may be read and executed.
    pub executable: Vec<PathBuf>,
    /// What may be read and never executed; all else is shut off.
    pub readable: Vec<PathBuf>,
    /// What may be written too.
    pub writable: Vec<PathBuf>,
    /// Ports of other machines that may be called.
    pub ports: Vec<u16>,
    /// Bytes of one file that is written.
    pub file_bytes: u64,
    /// Whether it starts others: then it is not us who become the program, we stay and end all of
    /// them when nobody listens any more.
    pub helpers: bool,
}

/// What a child says.
#[derive(Debug)]
pub(crate) enum ChildFrame {
    /// It has taken its rights away.
    Confined(SandboxIsolation),
    Piece(Box<ReaderOutput>),
    /// What a job makes of one item, as JSON.
    Item(Vec<u8>),
    /// What it makes of all of them, as JSON.
    Result(Vec<u8>),
    /// What it took, as it sees it.
    Spent(ProcessUsage),
    /// It is done, or says why not.
    End(Result<(), ReadRefusal>),
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ProcessUsage {
    pub(crate) cpu_seconds: f64,
    pub(crate) peak_rss: u64,
}

const CONFINED: u8 = b'c';
const PIECE: u8 = b'p';
const MEMBER: u8 = b'm';
const SPENT: u8 = b's';
const END: u8 = b'e';
const ITEM: u8 = b'i';
const RESULT: u8 = b'r';
const TAGS: [u8; 7] = [CONFINED, PIECE, MEMBER, SPENT, END, ITEM, RESULT];

/// Writes the head of a request.
pub(crate) fn write_request(to: &mut dyn Write, request: &ChildRequest) -> io::Result<()> {
    let head = serde_json::to_vec(request)?;
    to.write_all(&length(head.len())?.to_le_bytes())?;
    to.write_all(&head)
}

/// Reads the head of a request and not a byte more: what follows may be for another program.
pub(crate) fn read_request(from: &mut dyn Read) -> io::Result<ChildRequest> {
    let length = read_length(from)?;
    if HEAD < u64::from(length) {
        return Err(invalid("the head of a request is too long"));
    }
    Ok(serde_json::from_slice(&exactly(from, length)?)?)
}

pub(crate) fn write_frame(to: &mut dyn Write, frame: &ChildFrame) -> io::Result<()> {
    let owned = |payload: Vec<u8>| Cow::Owned(payload);
    let (tag, payload) = match frame {
        ChildFrame::Confined(isolation) => (CONFINED, owned(serde_json::to_vec(isolation)?)),
        // Bytes as JSON would be four times as long.
        ChildFrame::Piece(piece) => match &**piece {
            ReaderOutput::Member { name, bytes } => (MEMBER, owned(member(name, bytes)?)),
            piece => (PIECE, owned(serde_json::to_vec(piece)?)),
        },
        ChildFrame::Item(payload) => (ITEM, Cow::Borrowed(payload.as_slice())),
        ChildFrame::Result(payload) => (RESULT, Cow::Borrowed(payload.as_slice())),
        ChildFrame::Spent(spent) => (SPENT, owned(serde_json::to_vec(spent)?)),
        ChildFrame::End(end) => (END, owned(serde_json::to_vec(end)?)),
    };
    to.write_all(&[tag])?;
    to.write_all(&length(payload.len())?.to_le_bytes())?;
    to.write_all(&payload)?;
    to.flush()
}

/// Reads one frame, or nothing at the end. `budget` is what all frames together may still take.
pub(crate) fn read_frame(
    from: &mut dyn Read,
    budget: &mut u64,
) -> Result<Option<ChildFrame>, FrameError> {
    let mut tag = [0];
    match from.read_exact(&mut tag) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    if !TAGS.contains(&tag[0]) {
        return Err(FrameError::Broken(format!("frame {}", tag[0])));
    }
    let length = read_length(from)?;
    *budget = budget.checked_sub(u64::from(length)).ok_or(FrameError::TooMuch)?;
    let payload = exactly(from, length)?;
    decode(tag[0], payload).map(Some)
}

/// Why no frame came.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FrameError {
    /// More than there was room for.
    #[error("it said more than its limit")]
    TooMuch,
    /// It broke off, or is no frame.
    #[error("it does not speak as a reader does: {0}")]
    Broken(String),
}

impl From<io::Error> for FrameError {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

fn decode(tag: u8, payload: Vec<u8>) -> Result<ChildFrame, FrameError> {
    Ok(match tag {
        CONFINED => ChildFrame::Confined(json(&payload)?),
        PIECE => ChildFrame::Piece(Box::new(json(&payload)?)),
        MEMBER => ChildFrame::Piece(Box::new(read_member(&payload)?)),
        ITEM => ChildFrame::Item(payload),
        RESULT => ChildFrame::Result(payload),
        SPENT => ChildFrame::Spent(json(&payload)?),
        _ => ChildFrame::End(json(&payload)?),
    })
}

pub(super) fn json<T: DeserializeOwned>(payload: &[u8]) -> Result<T, FrameError> {
    serde_json::from_slice(payload).map_err(|error| FrameError::Broken(error.to_string()))
}

fn member(name: &str, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut payload = Vec::with_capacity(4 + name.len() + bytes.len());
    payload.extend(length(name.len())?.to_le_bytes());
    payload.extend(name.as_bytes());
    payload.extend(bytes);
    Ok(payload)
}

fn read_member(payload: &[u8]) -> Result<ReaderOutput, FrameError> {
    let broken = || FrameError::Broken("a member without a name".to_owned());
    let (length, rest) = payload.split_first_chunk().ok_or_else(broken)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| broken())?;
    let (name, bytes) = rest.split_at_checked(length).ok_or_else(broken)?;
    let name = String::from_utf8_lossy(name).into_owned();
    Ok(ReaderOutput::Member { name, bytes: bytes.to_vec() })
}

fn length(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| invalid("more than four gigabytes at once"))
}

fn read_length(from: &mut dyn Read) -> io::Result<u32> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    Ok(u32::from_le_bytes(length))
}

/// Grows with what comes, not with what was announced.
fn exactly(from: &mut dyn Read, length: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == u64::from(length) {
        return Ok(bytes);
    }
    Err(ErrorKind::UnexpectedEof.into())
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{ChildFrame, FrameError, read_frame, write_frame};
    use crate::formats::ReaderOutput;

    #[track_caller]
    fn check(bytes: &[u8], mut budget: u64, expected: &str) {
        let read = read_frame(&mut &*bytes, &mut budget);
        assert!(format!("{read:?}").contains(expected), "{read:?}");
    }

    #[test]
    fn a_member_keeps_its_bytes() {
        let piece = ReaderOutput::Member { name: "a/é".to_owned(), bytes: vec![0, 255, 10] };
        let mut wire = Vec::new();
        write_frame(&mut wire, &ChildFrame::Piece(Box::new(piece.clone()))).unwrap();
        let read = read_frame(&mut &*wire, &mut 100).unwrap();
        assert!(matches!(read, Some(ChildFrame::Piece(read)) if *read == piece));
    }

    #[test]
    fn the_end_of_frames_is_no_frame() {
        check(b"", 10, "Ok(None)");
    }

    #[test]
    fn a_length_beyond_the_budget_is_refused_before_it_is_read() {
        let read = read_frame(&mut &b"p\xff\xff\xff\xff"[..], &mut 1000);
        assert!(matches!(read, Err(FrameError::TooMuch)));
    }

    #[test]
    fn a_frame_that_breaks_off_is_broken() {
        check(b"p\x10\0\0\0{", 1000, "Broken");
        check(b"z\0\0\0\0", 1000, "frame 122");
        check(b"m\x04\0\0\0\xff\0\0\0", 1000, "a member without a name");
    }
}
