//! Records of bytes in pieces of memory that never move, and how numbers, names and places lie in them.

use jurat_canon::Hash;

use crate::corpus::entry::BlobLocation;

/// Memory is taken in pieces of this size: one that grew would be copied, and be there twice meanwhile.
const PIECE: usize = 1 << 20;
/// The length of a record stands before it.
const LENGTH: usize = 4;

/// Where a record lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrySpot {
    piece: u32,
    at: u32,
}

#[derive(Debug, Default)]
pub(super) struct PackedBytes {
    pieces: Vec<Vec<u8>>,
}

impl PackedBytes {
    pub(super) fn push(&mut self, record: &[u8]) -> EntrySpot {
        let needed = LENGTH + record.len();
        let room = self.pieces.last().map_or(0, |piece| piece.capacity() - piece.len());
        if room < needed {
            self.pieces.push(Vec::with_capacity(needed.max(PIECE)));
        }
        let number = self.pieces.len().saturating_sub(1);
        let mut at = 0;
        if let Some(piece) = self.pieces.last_mut() {
            at = piece.len();
            // No record comes near four gigabytes: names and metadata are limited well below.
            piece.extend(u32::try_from(record.len()).unwrap_or(u32::MAX).to_le_bytes());
            piece.extend(record);
        }
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        EntrySpot { piece: small(number), at: small(at) }
    }

    pub(super) fn record(&self, spot: EntrySpot) -> &[u8] {
        let piece = self.pieces.get(spot.piece as usize).map_or(&[][..], Vec::as_slice);
        let rest = piece.get(spot.at as usize..).unwrap_or_default();
        let Some((length, rest)) = rest.split_first_chunk::<LENGTH>() else { return &[] };
        rest.get(..u32::from_le_bytes(*length) as usize).unwrap_or_default()
    }

    /// Every record that was ever put here, in order.
    pub(super) fn spots(&self) -> impl Iterator<Item = EntrySpot> + '_ {
        self.pieces.iter().zip(0..).flat_map(move |(bytes, piece)| {
            let mut at = 0;
            std::iter::from_fn(move || {
                if bytes.len() <= at {
                    return None;
                }
                let spot = EntrySpot { piece, at: u32::try_from(at).ok()? };
                at += LENGTH + self.record(spot).len();
                Some(spot)
            })
        })
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }
}

/// Some of the records, in a bit or two for each.
#[derive(Debug, Default)]
pub(crate) struct SpotSet {
    pieces: Vec<Vec<u64>>,
}

/// Records are longer than this: each holds two hashes. So no two of them begin within so many bytes.
const SHORTEST: usize = 64;

impl SpotSet {
    /// Whether it was not among them before.
    pub(crate) fn insert(&mut self, spot: EntrySpot) -> bool {
        let (piece, place) = (spot.piece as usize, spot.at as usize / SHORTEST);
        if self.pieces.len() <= piece {
            self.pieces.resize_with(piece + 1, Vec::new);
        }
        let (bits, word) = (&mut self.pieces[piece], place / 64);
        if bits.len() <= word {
            bits.resize(word + 1, 0);
        }
        let bit = 1_u64 << (place % 64);
        let is_new = bits[word] & bit == 0;
        bits[word] |= bit;
        is_new
    }
}

/// Seven bits a byte, the lowest first.
pub(super) fn push_number(to: &mut Vec<u8>, mut number: u64) {
    while 0x80 <= number {
        to.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    to.push(number.to_le_bytes()[0]);
}

pub(super) fn push_bytes(to: &mut Vec<u8>, bytes: &[u8]) {
    push_number(to, bytes.len() as u64);
    to.extend(bytes);
}

/// A place without its hash.
pub(super) fn push_place(to: &mut Vec<u8>, place: &BlobLocation) {
    for number in [place.block, place.start, place.len] {
        push_number(to, number);
    }
}

/// Reads what was packed above, in the same order.
pub(super) struct ByteReader<'a> {
    bytes: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    pub(super) fn byte(&mut self) -> u8 {
        let (first, rest) = self.bytes.split_first().unwrap_or((&0, &[]));
        self.bytes = rest;
        *first
    }

    pub(super) fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 || 63 < shift {
                return number;
            }
        }
    }

    pub(super) fn index(&mut self) -> usize {
        usize::try_from(self.number()).unwrap_or(usize::MAX)
    }

    pub(super) fn text(&mut self) -> &'a str {
        let length = self.index().min(self.bytes.len());
        str::from_utf8(self.take(length)).unwrap_or_default()
    }

    pub(super) fn hash(&mut self) -> Hash {
        let bytes = self.take(32.min(self.bytes.len()));
        bytes.try_into().map_or(Hash::ZERO, Hash::from_bytes)
    }

    pub(super) fn place(&mut self, hash: Hash) -> BlobLocation {
        let [block, start, len] = [(); 3].map(|()| self.number());
        BlobLocation { hash, block, start, len }
    }

    pub(super) const fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        taken
    }
}
