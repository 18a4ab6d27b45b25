//! Pictures and drawings of a paper, with the words in them.
//!
//! A PDF is looked through page by page in a child process; letters of a picture are recognised by
//! another program in a child of its own. What could not be looked at is said, never left out.

mod image_size;
pub(crate) mod label_rows;
mod recognise;

use jurat_model::{
    EvidenceLocation, LocatedValue, PageBoundingBox, PaperFigure, PictureFact,
    SubmissionArtifact,
};

use crate::{
    ChildLauncher, FileLimits, ReadRefusal, RefusalKind,
    formats::{self, DocumentFormat, ReaderInput, ReaderOutput},
    read::read_document,
};

/// Figures that are kept of one paper.
pub(crate) const MOST: usize = 64;
/// Points of all pictures together in which letters are looked for.
const POINTS: u64 = 64_000_000;

/// The figures of a paper: a PDF, or a picture by itself. A page that could not be looked at has a
/// figure of the form `page` that says why.
pub fn figures(
    launcher: &ChildLauncher,
    name: &str,
    bytes: &[u8],
    limits: &FileLimits,
) -> Result<Vec<LocatedValue<PaperFigure>>, ReadRefusal> {
    if limits.bytes < bytes.len() as u64 {
        let message = format!("it has more than {} bytes", limits.bytes);
        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
    }
    let looking = FigureReader { launcher, name, limits };
    match formats::detect(name, bytes).map(|format| format.name) {
        Some("pdf") => looking.pdf(bytes),
        Some("png" | "jpeg" | "tiff") => Ok(vec![looking.picture(bytes)]),
        _ => {
            let message =
                "figures are looked for in PDFs and in pictures (PNG, JPEG, TIFF) alone";
            Err(ReadRefusal::new(RefusalKind::Unsupported, message))
        }
    }
}

struct FigureReader<'a> {
    launcher: &'a ChildLauncher,
    name: &'a str,
    limits: &'a FileLimits,
}

impl FigureReader<'_> {
    fn pdf(&self, bytes: &[u8]) -> Result<Vec<LocatedValue<PaperFigure>>, ReadRefusal> {
        let format: &DocumentFormat = formats::named("pdf-figures").ok_or_else(|| {
            ReadRefusal::new(RefusalKind::Unsupported, "PDFs are not read by this build")
        })?;
        let (name, limits) = (self.name, self.limits);
        let input = ReaderInput { name, bytes, limits, first_page: 0 };
        let mut pieces = Vec::new();
        let mut keep = |piece| pieces.push(piece);
        let outcome = read_document(Some(self.launcher), &input, format, &mut keep);
        let mut found: Vec<LocatedValue<PaperFigure>> = Vec::new();
        let mut points = POINTS;
        for piece in pieces {
            match piece {
                ReaderOutput::Drawn { number, area, figure } if found.len() < MOST => {
                    found.push(self.located(Some(number + 1), Some(area), *figure));
                }
                ReaderOutput::Member { bytes, .. } => {
                    let Some(last) = found.last_mut() else { continue };
                    self.recognise(last, &bytes, &mut points);
                }
                ReaderOutput::Page { number, rendition, .. } => {
                    let why = rendition.warnings.first().map(|warning| &warning.message);
                    found.extend(why.map(|why| self.unseen(number + 1, why)));
                }
                _ => {}
            }
        }
        // What was found before the end stays.
        match outcome.end {
            Err(refusal) if found.is_empty() => Err(refusal),
            _ => Ok(found),
        }
    }

    fn picture(&self, bytes: &[u8]) -> LocatedValue<PaperFigure> {
        let (width, height) = image_size::size(bytes).unwrap_or_default();
        let figure = raster(width, height);
        let tenths = |points: u32| i32::try_from(points.saturating_mul(10)).unwrap_or(i32::MAX);
        let area = PageBoundingBox {
            x: 0,
            y: 0,
            width: tenths(width),
            height: tenths(height),
        };
        let mut located = self.located(None, Some(area), figure);
        self.recognise(&mut located, bytes, &mut { POINTS });
        located
    }

    /// Letters in the picture that a figure is.
    fn recognise(
        &self,
        figure: &mut LocatedValue<PaperFigure>,
        bytes: &[u8],
        points: &mut u64,
    ) {
        let PictureFact { width, height, .. } = figure.value.picture;
        let Some(left) = points.checked_sub(u64::from(width) * u64::from(height)) else {
            figure.value.unread = Some("its pictures have too many points together".to_owned());
            return;
        };
        *points = left;
        let area =
            figure
                .at
                .area
                .unwrap_or(PageBoundingBox { x: 0, y: 0, width: 0, height: 0 });
        match recognise::labels(self.launcher, bytes, self.limits, area) {
            Ok(seen) => {
                if figure.value.picture.width == 0 {
                    (figure.value.picture.width, figure.value.picture.height) = seen.size;
                }
                figure.value.rows = label_rows::rows(&seen.labels);
                figure.value.unread = seen
                    .labels
                    .is_empty()
                    .then(|| "no letters were found in the picture".to_owned());
                figure.value.labels = seen.labels;
            }
            Err(refusal) => figure.value.unread = Some(refusal.message),
        }
    }

    fn located(
        &self,
        page: Option<u32>,
        area: Option<PageBoundingBox>,
        value: PaperFigure,
    ) -> LocatedValue<PaperFigure> {
        let mut at = EvidenceLocation::to(SubmissionArtifact::Vision, self.name);
        (at.page, at.area) = (page, area);
        LocatedValue { value, at, snippet: String::new() }
    }

    fn unseen(&self, page: u32, why: &str) -> LocatedValue<PaperFigure> {
        let mut figure = raster(0, 0);
        "page".clone_into(&mut figure.picture.form);
        figure.unread = Some(why.to_owned());
        self.located(Some(page), None, figure)
    }
}

/// A picture in which nothing was read yet.
pub(crate) fn raster(width: u32, height: u32) -> PaperFigure {
    PaperFigure {
        picture: PictureFact { form: "raster".to_owned(), width, height },
        labels: Vec::new(),
        rows: Vec::new(),
        connectors: None,
        unread: None,
    }
}
