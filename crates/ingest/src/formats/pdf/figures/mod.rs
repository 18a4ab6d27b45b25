//! The pictures and drawings on the pages of a PDF. Runs in the child, as the reader of text does.

mod drawing;
mod picture;
mod visible_box;

use std::panic::{self, AssertUnwindSafe};

use jurat_model::{PageBoundingBox, ReaderIdentity, Rendition, WarningKind};
use pdf_oxide::PdfDocument;

use super::{DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement, count, open, warning};
use crate::{ReadRefusal, figures::MOST, sandbox};

use picture::FigureBudget;
use visible_box::VisiblePageBox;

/// Not a format of its own: another look at a PDF. No file is ever taken for it.
pub(crate) const FIGURES: DocumentFormat = DocumentFormat {
    name: "pdf-figures",
    media: "application/pdf",
    extensions: &[],
    sniff: |_| false,
    place: ReaderPlacement::Sandbox,
    read,
};

fn read(
    input: &ReaderInput<'_>,
    emit: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let document = open(input.bytes)?;
    let pages = count(&document)?;
    emit(ReaderOutput::Pages { of: pages });
    let mut room = FigureBudget::new(MOST);
    for number in input.first_page..pages.min(input.limits.pages) {
        let looked =
            panic::catch_unwind(AssertUnwindSafe(|| page(&document, number, &mut room)));
        let looked = looked.unwrap_or_else(|panic| Err(sandbox::words(&*panic)));
        let reader = ReaderIdentity {
            name: FIGURES.name.to_owned(),
            version: 1,
            options: String::new(),
        };
        let mut rendition = Rendition::plain(reader, String::new());
        match looked {
            Ok(pieces) => pieces.into_iter().for_each(&mut *emit),
            Err(why) => {
                let message = format!("page {} could not be looked at: {why}", number + 1);
                rendition.warnings.push(warning(WarningKind::PartUnreadable, message));
            }
        }
        // Says how far we are: whoever goes on after us begins behind it.
        emit(ReaderOutput::Page { number, of: pages, rendition });
        if room.is_full() {
            break;
        }
    }
    Ok(())
}

/// What is on a page, from top to bottom: each figure, and the points of it where it is a picture.
fn page(
    document: &PdfDocument,
    number: u32,
    room: &mut FigureBudget,
) -> Result<Vec<ReaderOutput>, String> {
    let index = number as usize;
    let sheet = VisiblePageBox::of(document, index)?;
    let mut found = picture::find_pictures(document, index, &sheet, room)?;
    let drawings = drawing::find_drawings(document, index, &sheet)?;
    found.extend(drawings.into_iter().map(|(area, figure)| (area, figure, None)));
    found.sort_by_key(|(area, figure, _)| {
        let PageBoundingBox { x, y, .. } = *area;
        (y, x, figure.picture.form.clone())
    });
    found.truncate(room.take(found.len()));
    let mut pieces = Vec::new();
    for (area, figure, points) in found {
        pieces.push(ReaderOutput::Drawn { number, area, figure: Box::new(figure) });
        pieces.extend(
            points.map(|bytes| ReaderOutput::Member { name: "points".to_owned(), bytes }),
        );
    }
    Ok(pieces)
}
