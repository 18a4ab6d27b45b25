//! The log: batches of changes, each one frame with a checksum that covers the one before.
//!
//! A frame is there whole or not at all. What follows the last whole frame is the torn end of a
//! batch that was never acknowledged; a broken frame before a whole one is damage.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
};

use jurat_canon::{Blob, Hash};

use crate::corpus::entry::CorpusChange;

const MAGIC: &[u8; 8] = b"JRTBATCH";
/// Magic, previous check, hash of the plain lines, their length, encoded length, pack length.
const COVERED: usize = 8 + 32 + 32 + 8 + 8 + 8;
const HEADER: usize = COVERED + 32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CorpusLogFrame {
    pub(super) start: usize,
    pub(super) end: usize,
    /// How long the pack was when it was written.
    pub(super) pack: u64,
    pub(super) check: Hash,
    previous: Hash,
    plain: Hash,
    size: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct CorpusLogScan {
    pub(super) frames: Vec<CorpusLogFrame>,
    /// Bytes after the last whole frame.
    pub(super) torn: usize,
}

pub(super) fn frame(
    changes: &[CorpusChange],
    previous: Hash,
    pack: u64,
) -> Result<(Vec<u8>, Hash), serde_json::Error> {
    let mut lines = Vec::new();
    for change in changes {
        serde_json::to_writer(&mut lines, change)?;
        lines.push(b'\n');
    }
    let blob = Blob::encode(&lines);
    let mut out = Vec::with_capacity(HEADER + blob.encoded.len());
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(previous.as_bytes());
    out.extend_from_slice(blob.hash.as_bytes());
    out.extend_from_slice(&blob.size.to_le_bytes());
    out.extend_from_slice(&(blob.encoded.len() as u64).to_le_bytes());
    out.extend_from_slice(&pack.to_le_bytes());
    let check = Hash::of_parts(&[&out, &blob.encoded]);
    out.extend_from_slice(check.as_bytes());
    out.extend_from_slice(&blob.encoded);
    Ok((out, check))
}

/// The whole frames of a log, or what is wrong with it.
pub(super) fn scan(bytes: &[u8]) -> Result<CorpusLogScan, String> {
    let mut frames: Vec<CorpusLogFrame> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let expected = frames.last().map_or(Hash::ZERO, |frame| frame.check);
        match whole(bytes, at) {
            Some(frame) if frame.previous == expected => {
                at = frame.end;
                frames.push(frame);
            }
            Some(_) => {
                let number = frames.len() + 1;
                return Err(format!(
                    "batch {number} of the log does not follow the one before"
                ));
            }
            None => {
                unless_followed(bytes, at, frames.len() + 1)?;
                break;
            }
        }
    }
    Ok(CorpusLogScan { frames, torn: bytes.len() - at })
}

/// The bytes of a frame that lies between two places of a log.
pub(super) fn read_frame(log: &mut File, start: u64, end: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    log.seek(SeekFrom::Start(start))?;
    log.take(end.saturating_sub(start)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The changes of one frame whose checksum is known, or what is wrong with it.
pub(super) fn single(bytes: &[u8], check: Hash) -> Result<Vec<CorpusChange>, String> {
    let frame = whole(bytes, 0).filter(|frame| frame.check == check);
    let frame = frame.ok_or("a batch of the log is broken that was whole before")?;
    changes(bytes, &frame)
}

/// The changes of a frame, or what is wrong with it.
pub(super) fn changes(
    bytes: &[u8],
    frame: &CorpusLogFrame,
) -> Result<Vec<CorpusChange>, String> {
    let encoded = bytes.get(frame.start + HEADER..frame.end).unwrap_or_default();
    let lines = Blob::decode(frame.plain, frame.size, encoded)
        .map_err(|error| format!("the log's batch at byte {}: {error}", frame.start))?;
    let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let read = lines.enumerate().map(|(number, line)| {
        serde_json::from_slice(line).map_err(|error| {
            let at = frame.start;
            format!("line {} of the log's batch at byte {at}: {error}", number + 1)
        })
    });
    read.collect()
}

/// The frame that begins here, if it is whole.
fn whole(bytes: &[u8], start: usize) -> Option<CorpusLogFrame> {
    let header = bytes.get(start..start.checked_add(HEADER)?)?;
    if !header.starts_with(MAGIC) {
        return None;
    }
    let encoded = usize::try_from(number(header, 80)?).ok()?;
    let end = start.checked_add(HEADER)?.checked_add(encoded)?;
    let body = bytes.get(start + HEADER..end)?;
    let check = hash(header, COVERED)?;
    if Hash::of_parts(&[&header[..COVERED], body]) != check {
        return None;
    }
    let (previous, plain) = (hash(header, 8)?, hash(header, 40)?);
    let (size, pack) = (number(header, 72)?, number(header, 88)?);
    Some(CorpusLogFrame { start, end, pack, check, previous, plain, size })
}

/// A torn end has nothing whole after it. Where something is, the middle was changed.
fn unless_followed(bytes: &[u8], at: usize, number: usize) -> Result<(), String> {
    let rest = bytes.get(at + 1..).unwrap_or_default();
    let starts = rest
        .windows(MAGIC.len())
        .enumerate()
        .filter(|(_, found)| *found == MAGIC);
    for (offset, _) in starts {
        if whole(bytes, at + 1 + offset).is_some() {
            return Err(format!("batch {number} of the log, at byte {at}, is broken"));
        }
    }
    Ok(())
}

fn hash(header: &[u8], at: usize) -> Option<Hash> {
    header.get(at..at + 32)?.try_into().ok().map(Hash::from_bytes)
}

fn number(header: &[u8], at: usize) -> Option<u64> {
    header.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    fn log(batches: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut check = Hash::ZERO;
        for number in 0..batches {
            let change = CorpusChange::Drop(format!("source {number}"));
            let (frame, next) = frame(&[change], check, number as u64).unwrap();
            bytes.extend(frame);
            check = next;
        }
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = log(3);
        let scan = scan(&bytes).unwrap();
        assert_eq!((scan.frames.len(), scan.torn), (3, 0));
        let read = changes(&bytes, &scan.frames[2]).unwrap();
        assert_eq!(read, [CorpusChange::Drop("source 2".to_owned())]);
        assert_eq!(scan.frames[2].pack, 2);
    }

    #[test]
    fn a_log_cut_anywhere_keeps_its_whole_batches() {
        let bytes = log(3);
        let ends: Vec<usize> = scan(&bytes).unwrap().frames.iter().map(|f| f.end).collect();
        for cut in 0..=bytes.len() {
            let kept = ends.iter().filter(|end| **end <= cut).count();
            let found = scan(&bytes[..cut]).unwrap();
            assert_eq!(found.frames.len(), kept, "cut at {cut}");
            assert_eq!(found.torn, cut - ends[..kept].last().unwrap_or(&0));
        }
    }

    #[test]
    fn a_changed_byte_before_a_whole_batch_is_damage() {
        let bytes = log(3);
        let last = scan(&bytes).unwrap().frames[2].start;
        for at in 0..last {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x20;
            assert!(scan(&bytes).is_err(), "byte {at}");
        }
    }

    #[test]
    fn a_batch_taken_out_is_damage() {
        let bytes = log(3);
        let frames = scan(&bytes).unwrap().frames;
        let joined = [&bytes[..frames[0].end], &bytes[frames[2].start..]].concat();
        assert!(scan(&joined).unwrap_err().contains("does not follow"));
    }

    #[test]
    fn zeros_after_the_end_are_a_torn_end() {
        let mut bytes = log(1);
        let end = bytes.len();
        bytes.extend([0; 500]);
        let found = scan(&bytes).unwrap();
        assert_eq!((found.frames.len(), found.torn), (1, 500));
        assert_eq!(found.frames[0].end, end);
    }
}
