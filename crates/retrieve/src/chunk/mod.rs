//! From a rendition to passages: along its parts first, then by whole sentences.
//!
//! A passage never cuts a sentence, nor a section number or heading from the text that it stands
//! over. Passages follow each other in order, do not overlap, and leave out nothing but space
//! and lines of signs that part a text.

mod clause;
mod group;
mod outline;
mod unit;

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, Passage, Rendition};
use serde::{Deserialize, Serialize};

use self::outline::RenditionOutline;

/// How large passages are, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChunkSettings {
    /// What a passage should not exceed.
    pub target_words: usize,
    /// Neighbours of one section below this are put together.
    pub small_words: usize,
    /// A single sentence beyond this is cut at the end of a clause.
    pub longest_words: usize,
}

impl Default for ChunkSettings {
    fn default() -> Self {
        Self {
            target_words: 180,
            small_words: 40,
            longest_words: 400,
        }
    }
}

impl ChunkSettings {
    /// Goes up whenever the same rendition may give other passages.
    pub const VERSION: u32 = 2;

    /// Settings that can be kept to: no passage of nothing, no bound below another.
    fn sound(self) -> Self {
        let target_words = self.target_words.max(1);
        Self {
            target_words,
            small_words: self.small_words.min(target_words),
            longest_words: self.longest_words.max(target_words),
        }
    }
}

/// One passage of a rendition, without the document that it belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RenditionChunk {
    pub span: ByteSpan,
    /// How the place is cited.
    pub label: Option<String>,
    /// The headings above it, outermost first.
    pub headings: Vec<String>,
}

/// What passages need to know of their document.
#[derive(Debug, Clone, Copy)]
pub struct ChunkedDocument<'a> {
    pub source: Hash,
    pub name: &'a str,
    pub rendition: Hash,
    pub metadata: &'a DocumentMetadata,
}

/// The passages of a document, numbered from 0.
pub fn passages(
    whole: &ChunkedDocument<'_>,
    rendition: &Rendition,
    settings: ChunkSettings,
) -> Vec<Passage> {
    let numbered = chunks(rendition, settings).into_iter().enumerate();
    let passage = |(number, chunk): (usize, RenditionChunk)| Passage {
        id: format!("{}:{number}", whole.name),
        source: whole.source,
        name: whole.name.to_owned(),
        rendition: whole.rendition,
        span: chunk.span,
        text: chunk.span.of(&rendition.text).unwrap_or_default().to_owned(),
        label: chunk.label,
        headings: chunk.headings,
        metadata: whole.metadata.clone(),
    };
    numbered.map(passage).collect()
}

pub fn chunks(rendition: &Rendition, settings: ChunkSettings) -> Vec<RenditionChunk> {
    let settings = settings.sound();
    let text = &rendition.text;
    let mut outline = RenditionOutline::new(text, &rendition.parts);
    let units = unit::units(text, &mut outline, settings.longest_words);
    let groups = group::groups(&units, &outline, settings);
    let chunk = |group: &group::ChunkUnitRange| {
        let span = ByteSpan::from(units[group.first].span.start..units[group.last].span.end);
        let span = without_rules(text, span)?;
        Some(RenditionChunk {
            span,
            label: outline.label(group.section, span),
            headings: outline.headings(group.section, span.start),
        })
    };
    groups.iter().filter_map(chunk).collect()
}

/// A stretch without the lines of signs (`-----`, `* * *`) at its ends, which say nothing; none where
/// nothing else is in it.
pub(crate) fn without_rules(text: &str, span: ByteSpan) -> Option<ByteSpan> {
    let words = span.of(text)?;
    let lines = words.split_inclusive('\n');
    let head: usize = lines.take_while(|line| says_nothing(line)).map(str::len).sum();
    let lines = words[head..].split_inclusive('\n').rev();
    let tail: usize = lines.take_while(|line| says_nothing(line)).map(str::len).sum();
    let kept = &words[head..words.len() - tail];
    let start = span.start + head + (kept.len() - kept.trim_start().len());
    let kept = kept.trim();
    (!kept.is_empty()).then(|| ByteSpan::from(start..start + kept.len()))
}

/// An empty line, or at least three of one sign that parts texts.
fn says_nothing(line: &str) -> bool {
    let mut signs = line.chars().filter(|c| !c.is_whitespace());
    let Some(first) = signs.next() else { return true };
    "-=*_~".contains(first) && 2 <= signs.clone().count() && signs.all(|sign| sign == first)
}
