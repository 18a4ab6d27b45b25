//! Pictures made of points, small enough to look for letters in.

use jurat_model::{PageBoundingBox, PaperFigure};
use pdf_oxide::{
    PdfDocument,
    extractors::images::{ImageData, PdfImageHandle, PixelFormat, cmyk_to_rgb},
};

use super::visible_box::VisiblePageBox;
use crate::figures::raster;

/// Points and tenths of a point below which a picture is an icon.
const ICON: (u32, i32) = (32, 240);
/// Points of one picture that is looked into.
const POINTS: u64 = 16_000_000;
/// Bytes of all pictures that are handed out.
const BYTES: usize = 96 << 20;
/// Pictures of one page.
const PAGE: usize = 200;

/// What may still be handed out.
pub(super) struct FigureBudget {
    figures: usize,
    bytes: usize,
}

impl FigureBudget {
    pub(super) const fn new(figures: usize) -> Self {
        Self { figures, bytes: BYTES }
    }

    /// As many of these as there is room for.
    pub(super) const fn take(&mut self, wanted: usize) -> usize {
        let given = if wanted < self.figures { wanted } else { self.figures };
        self.figures -= given;
        given
    }

    pub(super) const fn is_full(&self) -> bool {
        self.figures == 0
    }
}

/// A figure where it lies, and its points for another program.
pub(super) type ExtractedFigure = (PageBoundingBox, PaperFigure, Option<Vec<u8>>);

/// The pictures of a page. One that cannot be unpacked is told with the reason.
pub(super) fn find_pictures(
    document: &PdfDocument,
    index: usize,
    sheet: &VisiblePageBox,
    room: &mut FigureBudget,
) -> Result<Vec<ExtractedFigure>, String> {
    let handles = document
        .page_image_handles(index)
        .map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for handle in handles.iter().take(PAGE) {
        let area = sheet.seen(&sheet.within(&handle.bbox));
        let icon =
            handle.width.min(handle.height) < ICON.0 || area.width.min(area.height) < ICON.1;
        if icon || room.figures <= found.len() {
            continue;
        }
        let mut figure = raster(handle.width, handle.height);
        let points = points(handle, room);
        let points = points.map_err(|why| figure.unread = Some(why)).ok();
        found.push((area, figure, points));
    }
    Ok(found)
}

fn points(handle: &PdfImageHandle<'_>, room: &mut FigureBudget) -> Result<Vec<u8>, String> {
    let count = u64::from(handle.width) * u64::from(handle.height);
    if POINTS < count {
        return Err(format!("the picture has {count} points, more than {POINTS}"));
    }
    let image = handle
        .decode()
        .map_err(|error| format!("the picture cannot be unpacked: {error}"))?;
    let bytes = match image.data() {
        ImageData::Jpeg(bytes) => bytes.clone(),
        ImageData::Raw { pixels, format } => {
            plain(image.width(), image.height(), pixels, *format)?
        }
    };
    room.bytes = room
        .bytes
        .checked_sub(bytes.len())
        .ok_or("the pictures of the paper have too many bytes together")?;
    Ok(bytes)
}

/// As PNM, which is a line of words before the points.
fn plain(
    width: u32,
    height: u32,
    points: &[u8],
    format: PixelFormat,
) -> Result<Vec<u8>, String> {
    let converted = match format {
        PixelFormat::CMYK => Some(cmyk_to_rgb(points)),
        _ => None,
    };
    let points = converted.as_deref().unwrap_or(points);
    let (mark, parts) = match format {
        PixelFormat::Grayscale => ("P5", 1),
        PixelFormat::RGB | PixelFormat::CMYK => ("P6", 3),
    };
    let wanted = width as usize * height as usize * parts;
    let points = points
        .get(..wanted)
        .filter(|points| !points.is_empty())
        .ok_or("the picture has fewer points than it says")?;
    let mut bytes = format!("{mark}\n{width} {height}\n255\n").into_bytes();
    bytes.extend_from_slice(points);
    Ok(bytes)
}
