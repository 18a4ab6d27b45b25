//! How long a name, a heading or a value may be: each of them goes along with every passage.

use jurat_model::{DocumentMetadata, Rendition, RenditionWarning, WarningKind};

/// The most bytes of one of them.
const LONGEST: usize = 1024;
/// The most values that are kept of what is known about a document.
const VALUES: usize = 256;

/// Cuts what is too long, and warns of it.
pub(super) fn cut(rendition: &mut Rendition, metadata: &mut DocumentMetadata) {
    let mut count = 0;
    let titles = rendition.parts.iter_mut();
    let titles = titles.flat_map(|part| [&mut part.title, &mut part.label]);
    let titles = titles.chain([&mut metadata.title]).flatten();
    for text in titles {
        count += usize::from(shorten(text));
    }
    count += values(metadata);
    if 0 < count {
        rendition.warnings.push(RenditionWarning {
            kind: WarningKind::Truncated,
            span: None,
            message: format!(
                "{count} headings or values were too long or too many and were cut"
            ),
        });
    }
}

/// Cuts the values and their names, and says how many.
fn values(metadata: &mut DocumentMetadata) -> usize {
    let long = |text: &String| LONGEST < text.len();
    let count = metadata
        .values
        .iter()
        .filter(|(name, value)| long(name) || long(value))
        .count();
    let extra = metadata.values.len().saturating_sub(VALUES);
    if 0 < count + extra {
        let all = std::mem::take(&mut metadata.values).into_iter().take(VALUES);
        let whole = all.map(|(mut name, mut value)| {
            shorten(&mut name);
            shorten(&mut value);
            (name, value)
        });
        metadata.values = whole.collect();
    }
    count + extra
}

fn shorten(text: &mut String) -> bool {
    let length = start(text).len();
    let is_long = length < text.len();
    text.truncate(length);
    is_long
}

/// As much of a text as may be kept, up to a border between letters.
pub(super) fn start(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}
