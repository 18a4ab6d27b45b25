//! A typed page as a picture: PNG in shades of grey, written without compression, so that its bytes never change.

use super::bitmap_letters::letter;

/// Dots of the picture to a dot of a letter.
const SCALE: usize = 4;
const MARGIN: usize = 60;
/// Dots from line to line.
const LEADING: usize = 14 * SCALE;
/// The most bytes of a stored block.
const BLOCK: usize = 65_535;

/// The lines as a typewriter would set them, black on white.
pub fn write_scan(lines: &[&str]) -> Vec<u8> {
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = 2 * MARGIN + longest * 6 * SCALE;
    let height = 2 * MARGIN + lines.len() * LEADING;
    // Each row begins with the number of its filter, which is none.
    let stride = width + 1;
    let mut dots = vec![0xFF; stride * height];
    for row in 0..height {
        dots[row * stride] = 0;
    }
    for (line, words) in lines.iter().enumerate() {
        for (column, of) in words.chars().enumerate() {
            let left = MARGIN + column * 6 * SCALE;
            set_letter(&mut dots, stride, (left, MARGIN + line * LEADING), of);
        }
    }
    png(width, height, &dots)
}

fn set_letter(dots: &mut [u8], stride: usize, (left, top): (usize, usize), of: char) {
    let Some(rows) = letter(of) else { return };
    for (y, row) in rows.iter().enumerate() {
        for x in (0..5).filter(|x| row & (0x10 >> x) != 0) {
            for down in 0..SCALE {
                let start = (top + y * SCALE + down) * stride + 1 + left + x * SCALE;
                dots[start..start + SCALE].fill(0);
            }
        }
    }
}

fn png(width: usize, height: usize, dots: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(four_bytes(width));
    head.extend(four_bytes(height));
    // Eight bits of grey; nothing interlaced.
    head.extend([8, 0, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &head);
    chunk(&mut file, *b"IDAT", &stored(dots));
    chunk(&mut file, *b"IEND", &[]);
    file
}

/// A stream of stored blocks with its header and its sum.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let blocks = bytes.chunks(BLOCK);
    let last = blocks.len().saturating_sub(1);
    for (at, block) in blocks.enumerate() {
        let size = u16::try_from(block.len()).unwrap_or(u16::MAX);
        stream.push(u8::from(at == last));
        stream.extend(size.to_le_bytes());
        stream.extend((!size).to_le_bytes());
        stream.extend(block);
    }
    stream.extend(adler(bytes).to_be_bytes());
    stream
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], body: &[u8]) {
    file.extend(four_bytes(body.len()));
    let start = file.len();
    file.extend(kind);
    file.extend(body);
    let sum = crc(&file[start..]);
    file.extend(sum.to_be_bytes());
}

fn four_bytes(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes()
}

fn adler(bytes: &[u8]) -> u32 {
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in bytes {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    (high << 16) | low
}

pub(super) fn crc(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 0 { sum >> 1 } else { (sum >> 1) ^ 0xEDB8_8320 };
        }
    }
    !sum
}

#[cfg(test)]
mod tests {
    use super::{adler, crc, write_scan};

    #[test]
    fn sums_are_those_of_the_format() {
        assert_eq!(crc(b"IEND"), 0xAE42_6082);
        assert_eq!(adler(b"Wikipedia"), 0x11E6_0398);
    }

    #[test]
    fn the_same_lines_give_the_same_picture() {
        let scan = write_scan(&["POLICE CERTIFICATE", "NO RECORD"]);
        assert_eq!(scan, write_scan(&["POLICE CERTIFICATE", "NO RECORD"]));
        assert!(scan.starts_with(b"\x89PNG") && scan.ends_with(&[0xAE, 0x42, 0x60, 0x82]));
    }
}
