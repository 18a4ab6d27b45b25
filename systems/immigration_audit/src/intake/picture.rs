//! Pictures: those in which there is nothing to read, and those that carry the place where they were taken.

use jurat_canon::Hash;

use crate::model::{FileStanding, FileWarning, MatterFile};

use super::{
    describe::role_in_name,
    document_kind::{KindEvidence, told_kind},
};

/// Endings of pictures.
const ENDINGS: [&str; 5] = ["png", "jpg", "jpeg", "tif", "tiff"];
/// A picture lower or narrower than this holds no line that could be read.
const LEAST_SIDE: u32 = 24;
/// What a picture is called that is none of the kinds.
pub(super) const PICTURE: &str = "picture";

/// Whether a file is a picture by its name.
pub fn is_picture(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// A picture that was looked at and holds no words: a photograph, a logo, a signature. It is no file that could not be read.
pub fn picture_without_words(path: &str, source: Hash, bytes: u64) -> MatterFile {
    let told = told_kind(&KindEvidence::of(path, "", std::iter::empty()));
    let is_told = told.id != "unknown";
    MatterFile {
        id: String::new(),
        path: path.to_owned(),
        source,
        bytes,
        standing: FileStanding::Whole,
        rendition: None,
        pages: None,
        language: None,
        kind: if is_told { told.id } else { PICTURE.to_owned() },
        kind_certainty: if is_told { told.certainty } else { 0.5 },
        kind_reason: format!(
            "a picture without words{}",
            if is_told { format!("; {}", told.reason) } else { String::new() }
        ),
        about: role_in_name(path),
        dated: None,
        form: None,
        form_fields: Vec::new(),
        warnings: vec![FileWarning {
            kind: "no_words".to_owned(),
            message: "there are no words in the picture; nobody looked at what it shows"
                .to_owned(),
            page: None,
        }],
        suspect_orders: Vec::new(),
    }
}

/// What is told of a picture that carries the place where it was taken. The place itself is kept nowhere.
pub fn location_warning(bytes: &[u8]) -> Option<FileWarning> {
    has_location(bytes).then(|| FileWarning {
        kind: "metadata_location".to_owned(),
        message: "the file carries the place where it was taken".to_owned(),
        page: None,
    })
}

/// Whether a picture is too small to hold a line of words.
pub fn is_tiny(bytes: &[u8]) -> bool {
    let is_png = bytes.starts_with(b"\x89PNG");
    let side = |at: usize| {
        let four = bytes.get(at..at + 4)?;
        Some(u32::from_be_bytes(four.try_into().ok()?))
    };
    let sides = if is_png { side(16).zip(side(20)) } else { jpeg_sides(bytes) };
    sides.is_some_and(|(width, height)| width.min(height) < LEAST_SIDE)
}

fn has_location(bytes: &[u8]) -> bool {
    if let Some(tiff) = exif_of_jpeg(bytes).or_else(|| exif_of_png(bytes)) {
        return tiff_has_location(tiff);
    }
    tiff_has_location(bytes)
}

/// Segments of a JPEG before its picture: the marker and the bytes.
fn segments(bytes: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut at = if bytes.starts_with(b"\xff\xd8") { 2 } else { bytes.len() };
    std::iter::from_fn(move || {
        let head = bytes.get(at..at + 4)?;
        let [0xff, marker, high, low] = *head else { return None };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let body = bytes.get(at + 4..at + 2 + length)?;
        at += 2 + length;
        Some((marker, body))
    })
    .take_while(|(marker, _)| *marker != 0xda)
}

fn exif_of_jpeg(bytes: &[u8]) -> Option<&[u8]> {
    segments(bytes)
        .filter(|(marker, _)| *marker == 0xe1)
        .find_map(|(_, body)| body.strip_prefix(b"Exif\0\0"))
}

fn jpeg_sides(bytes: &[u8]) -> Option<(u32, u32)> {
    let frames = 0xc0..=0xc2_u8;
    let (_, body) = segments(bytes).find(|(marker, _)| frames.contains(marker))?;
    let two =
        |at: usize| Some(u32::from(u16::from_be_bytes([*body.get(at)?, *body.get(at + 1)?])));
    Some((two(3)?, two(1)?))
}

fn exif_of_png(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n")?;
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?);
        let length = usize::try_from(length).ok()?;
        let body = rest.get(8..)?.get(..length)?;
        if rest.get(4..8)? == b"eXIf" {
            return Some(body);
        }
        rest = rest.get(8..)?.get(length..)?.get(4..)?;
    }
}

/// The bytes of a TIFF read in its order.
struct TiffBytes<'a> {
    bytes: &'a [u8],
    is_little: bool,
}

impl<'a> TiffBytes<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let is_little = match bytes.get(..4)? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        };
        Some(Self { bytes, is_little })
    }

    fn short(&self, at: usize) -> Option<u16> {
        let two = self.bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if self.is_little { u16::from_le_bytes(two) } else { u16::from_be_bytes(two) })
    }

    fn offset(&self, at: usize) -> Option<usize> {
        let four = self.bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        let long =
            if self.is_little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) };
        usize::try_from(long).ok()
    }

    /// Where the entries of a directory begin, with their tags.
    fn entries(&self, directory: usize) -> Vec<(u16, usize)> {
        let count = usize::from(self.short(directory).unwrap_or(0));
        let starts = (0..count).filter_map(|entry| directory.checked_add(2 + 12 * entry));
        starts.map_while(|at| Some((self.short(at)?, at))).collect()
    }
}

/// The directory of places has this tag in the first directory, and latitude and longitude have these in it.
const PLACES: u16 = 0x8825;
const COORDINATES: [u16; 2] = [2, 4];

fn tiff_has_location(bytes: &[u8]) -> bool {
    let Some(tiff) = TiffBytes::of(bytes) else { return false };
    let Some(first) = tiff.offset(4) else { return false };
    let places = tiff.entries(first).into_iter().find(|(tag, _)| *tag == PLACES);
    let directory = places.and_then(|(_, at)| tiff.offset(at + 8));
    let tags = directory.map(|at| tiff.entries(at)).unwrap_or_default();
    tags.iter().any(|(tag, _)| COORDINATES.contains(tag))
}

#[cfg(test)]
mod tests {
    use jurat_canon::Hash;

    use super::{is_picture, is_tiny, location_warning, picture_without_words};
    use crate::model::FileStanding;

    /// A directory of places with these tags, as a camera writes it, high bytes first.
    fn exif(tags: &[u16]) -> Vec<u8> {
        let mut made = b"MM\0*\0\0\0\x08".to_vec();
        made.extend([0, 1, 0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]);
        made.extend(u16::try_from(tags.len()).unwrap_or(0).to_be_bytes());
        for tag in tags {
            made.extend(tag.to_be_bytes());
            made.extend([0, 5, 0, 0, 0, 3, 0, 0, 0, 0]);
        }
        made
    }

    fn jpeg(exif: &[u8]) -> Vec<u8> {
        let length = u16::try_from(exif.len() + 8).unwrap_or(0).to_be_bytes();
        let head = [b"\xff\xd8\xff\xe1".as_slice(), &length, b"Exif\0\0", exif].concat();
        [head.as_slice(), b"\xff\xc0\x00\x0b\x08\x00\x10\x01\x00\x01\x01\x11\x00\xff\xd9"]
            .concat()
    }

    #[test]
    fn a_place_is_told_of_and_broken_bytes_are_not() {
        let told = |bytes: &[u8]| location_warning(bytes).map(|it| it.kind);
        let with = jpeg(&exif(&[1, 2, 3, 4]));
        assert_eq!(told(&with).as_deref(), Some("metadata_location"));
        assert_eq!(told(&jpeg(&exif(&[29]))), None);
        assert_eq!(told(&exif(&[2])).as_deref(), Some("metadata_location"));
        for end in 0..with.len() {
            let _ = told(&with[..end]);
        }
        assert_eq!(told(b"\xff\xd8\xff\xe1\xff\xff"), None);
        assert_eq!(told(b"II*\0\xff\xff\xff\xff"), None);
    }

    #[test]
    fn a_logo_is_no_file_that_could_not_be_read() {
        assert!(is_picture("a/b.JPG") && !is_picture("a/b.pdf"));
        assert!(is_tiny(&jpeg(&[])), "16 dots high");
        let file = picture_without_words("logo.png", Hash::of(b"x"), 9);
        assert_eq!((file.kind.as_str(), &file.standing), ("picture", &FileStanding::Whole));
        assert_eq!(picture_without_words("photo_sponsor.png", Hash::of(b"x"), 9).kind, "photo");
    }
}
