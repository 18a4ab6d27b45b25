//! How large a picture says it is: the few bytes of its head, nothing else of it.

/// Across and down, in points; nothing where the head does not say.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let four = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
        return Some((four(16)?, four(20)?));
    }
    bytes.starts_with(b"\xff\xd8").then(|| jpeg(bytes)).flatten()
}

/// Walks from segment to segment until one starts a frame.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    /// Segments before which the frame must start.
    const SEGMENTS: usize = 256;
    let mut rest = bytes.get(2..)?;
    for _ in 0..SEGMENTS {
        let [0xff, kind, high, low, ..] = rest else { return None };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let frame = matches!(kind, 0xc0..=0xcf) && !matches!(kind, 0xc4 | 0xc8 | 0xcc);
        if frame {
            let two = |at: usize| Some(u16::from_be_bytes(*rest.get(at..)?.first_chunk()?));
            return Some((two(7)?.into(), two(5)?.into()));
        }
        rest = rest.get(2 + length.max(2)..)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn heads_tell_how_large_a_picture_is() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x02\0\0\0\x03";
        assert_eq!(size(png), Some((258, 3)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x0b\x08\0\x05\x01\0\x01";
        assert_eq!(size(jpeg), Some((256, 5)));
        for broken in [&png[..18], &jpeg[..14], b"\xff\xd8\xff\xe0\0\0", b"GIF89a", b""] {
            assert_eq!(size(broken), None);
        }
    }
}
