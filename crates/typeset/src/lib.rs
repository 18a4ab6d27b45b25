//! Pages of words and boxes to PDF. The only crate that writes one; it reads no file.
//!
//! A [`TypesetJob`] says what stands where and how it looks. Its words become glyphs (`shaping`) and lines
//! (`line_breaking`, `text_layout`), its blocks a galley (`blocks`, `grids`, `galley`), galleys pages (`pagination`),
//! and pages a file (`painting`) whose tags (`tags`) say how it is read aloud.

mod blocks;
mod description;
mod fonts;
mod galley;
mod grids;
mod line_breaking;
mod pagination;
mod painting;
mod running_words;
mod shaping;
mod tags;
#[cfg(test)]
mod tests;
mod text_layout;

use krilla::{
    Document, SerializeSettings,
    configure::{Accessibility, Archival, Configuration, ConfigurationBuilder},
    error::KrillaError,
    metadata::{DateTime, Metadata, TextDirection},
};

use blocks::{BlockLayout, LineArea};
pub use description::{
    BlockGap, BoxInset, DrawnShape, EdgeStroke, FlowBlock, FontFace, FrameBlock, FrameLook,
    GridBlock, GridCell, GridColumn, GridRole, InlineDrawing, InlineRun, PaperSheet, PartRole,
    RgbColour, RunningWords, TextBlock, TextPart, TextStyle, TypesetJob, WordFrame, WordRole,
    WordRun,
};
pub use fonts::has_glyph;
use galley::PageGalley;
use pagination::{LaidPages, PageSegment, paginate};
use painting::PagePainter;
use tags::TagArena;

/// The texts that decide how pages look, by name: the same texts and the same job give the same bytes.
pub const TEMPLATES: [(&str, &str); 13] = [
    ("typeset/blocks", include_str!("blocks.rs")),
    ("typeset/description", include_str!("description.rs")),
    ("typeset/fonts", include_str!("fonts.rs")),
    ("typeset/galley", include_str!("galley.rs")),
    ("typeset/grids", include_str!("grids.rs")),
    ("typeset/lib", include_str!("lib.rs")),
    ("typeset/line_breaking", include_str!("line_breaking.rs")),
    ("typeset/painting", include_str!("painting.rs")),
    ("typeset/pagination", include_str!("pagination.rs")),
    ("typeset/running_words", include_str!("running_words.rs")),
    ("typeset/shaping", include_str!("shaping.rs")),
    ("typeset/tags", include_str!("tags.rs")),
    ("typeset/text_layout", include_str!("text_layout.rs")),
];

/// Letters of a title that the file's own fields hold.
const MOST_TITLE: usize = 2000;

/// A document that could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the document cannot be set: {0}")]
pub struct TypesetError(String);

impl TypesetError {
    fn new(why: &str) -> Self {
        Self(why.to_owned())
    }

    fn nested(most: usize) -> Self {
        Self(format!("it has more than {most} boxes within boxes"))
    }
}

/// Sets a document as a PDF that can be read aloud (PDF/UA-1): tagged, its fonts in it. The same
/// job gives the same bytes.
pub fn typeset(job: TypesetJob<'_>) -> Result<Vec<u8>, TypesetError> {
    let (layout, laid) = lay(job)?;
    let many = laid.pages.len();
    let BlockLayout { mut shaper, tags, outline, .. } = layout;
    let document = Document::new_with(settings(job)?);
    let mut painter =
        PagePainter::new(document, (job.sheet, &job.running.page), tags, &laid.anchors)?;
    for (at, page) in laid.pages.into_iter().enumerate() {
        let running = running_words::items(&mut shaper, job, (at + 1, many));
        painter.page(page, &running)?;
    }
    painter.outline(&outline, &laid.anchors);
    let PagePainter { mut document, tags, .. } = painter;
    document.set_tag_tree(tags.finish());
    document.set_metadata(metadata(job));
    document.finish().map_err(|error| failure(&error))
}

/// All that stands on pages, and what its headings and tags are.
fn lay(job: TypesetJob<'_>) -> Result<(BlockLayout, LaidPages), TypesetError> {
    let mut layout = BlockLayout::new();
    let segments = segments(&mut layout, job)?;
    Ok((layout, paginate(segments, job.sheet)))
}

/// The head, and the body in one column or in several.
fn segments(
    layout: &mut BlockLayout,
    job: TypesetJob<'_>,
) -> Result<Vec<PageSegment>, TypesetError> {
    let sheet = job.sheet;
    let mut segments = Vec::new();
    let mut head = PageGalley::default();
    layout.blocks(&mut head, job.head, LineArea::new(0.0, sheet.width), TagArena::ROOT)?;
    let mut next = head.next();
    if !head.slices.is_empty() {
        segments.push(PageSegment {
            galley: head,
            columns: 1,
            step: 0.0,
            is_bleeding: true,
        });
    }
    let width = sheet.width - 2.0 * sheet.side;
    let mut rest = job.body;
    while let Some(first) = rest.first() {
        let is_columns = |block: &FlowBlock| matches!(block, FlowBlock::Columns { .. });
        let (blocks, columns, between);
        if let FlowBlock::Columns { blocks: own, count, between: room } = first {
            (blocks, columns, between) = (own.as_slice(), (*count).max(1), *room);
            rest = &rest[1..];
        } else {
            (columns, between) = (1, 0.0);
            (blocks, rest) =
                rest.split_at(rest.iter().position(is_columns).unwrap_or(rest.len()));
        }
        let own = (width - between * f64::from(columns - 1)) / f64::from(columns);
        let mut galley = next;
        layout.blocks(&mut galley, blocks, LineArea::new(sheet.side, own), TagArena::ROOT)?;
        next = galley.next();
        let step = own + between;
        segments.push(PageSegment { galley, columns, step, is_bleeding: false });
    }
    Ok(segments)
}

fn settings(job: TypesetJob<'_>) -> Result<SerializeSettings, TypesetError> {
    let mut standards =
        ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1);
    if job.date.is_some() {
        standards = standards.with_archival_validator(Archival::A2_A);
    }
    let configuration: Configuration = standards
        .finish()
        .map_err(|error| TypesetError(format!("{error:?}")))?;
    Ok(SerializeSettings {
        no_device_cs: true,
        xmp_metadata: true,
        enable_tagging: true,
        compress_content_streams: true,
        configuration,
        ..SerializeSettings::default()
    })
}

fn metadata(job: TypesetJob<'_>) -> Metadata {
    let title: String = job.title.chars().take(MOST_TITLE).collect();
    let metadata = Metadata::new()
        .title(if title.trim().is_empty() { job.creator.to_owned() } else { title })
        .creator(job.creator.to_owned())
        .language(job.language.to_owned())
        .text_direction(TextDirection::LeftToRight);
    let Some([year, month, day]) = job.date else {
        return metadata;
    };
    let small = |number: u16| u8::try_from(number).unwrap_or(1);
    metadata.creation_date(DateTime::new(year).month(small(month)).day(small(day)))
}

fn failure(error: &KrillaError) -> TypesetError {
    match error {
        KrillaError::Validation(faults) => {
            let faults: Vec<String> =
                faults.iter().map(|(fault, _)| format!("{fault:?}")).collect();
            TypesetError(faults.join("; "))
        }
        _ => TypesetError(error.to_string()),
    }
}
