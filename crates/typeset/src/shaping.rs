//! Letters to glyphs: which face shows which sign, how wide each is, and where a line may end.

use std::{collections::BTreeMap, ops::Range};

use rustybuzz::{
    Direction, Feature, GlyphBuffer, Script, ShapePlan, UnicodeBuffer, script, shape_with_plan,
    ttf_parser::Tag,
};
use unicode_bidi::{BidiInfo, Level};

use crate::{
    description::TextStyle,
    fonts::{faces, place_for, place_of},
};

/// A piece of a line as it is given.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LineInput<'a> {
    Words {
        words: &'a str,
        style: TextStyle,
    },
    /// Something in one piece, this wide.
    Whole(f64),
    /// Room that goes where a line ends.
    Room(f64),
    Break,
}

/// Words and pieces with their widths, in the order in which they are read.
#[derive(Debug, Default)]
pub(crate) struct ShapedText {
    pub(crate) text: String,
    pub(crate) pieces: Vec<ShapedPiece>,
    pub(crate) clusters: Vec<TextCluster>,
}

/// Signs of one run, one face and one direction; or something in one piece.
#[derive(Debug)]
pub(crate) struct ShapedPiece {
    /// Which input it comes from.
    pub(crate) input: usize,
    /// Where its face stands among our faces.
    pub(crate) face: usize,
    /// Odd where it is read from right to left.
    pub(crate) level: u8,
    /// From left to right.
    pub(crate) glyphs: Vec<ShapedGlyph>,
}

/// A glyph; lengths are parts of the size.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShapedGlyph {
    pub(crate) id: u32,
    pub(crate) advance: f64,
    pub(crate) x_offset: f64,
    pub(crate) y_offset: f64,
    /// The bytes of the whole text that it shows.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// What cannot be parted.
#[derive(Debug, Clone)]
pub(crate) struct TextCluster {
    pub(crate) piece: usize,
    pub(crate) glyphs: Range<usize>,
    pub(crate) bytes: Range<usize>,
    pub(crate) width: f64,
    pub(crate) kind: ClusterKind,
    /// Whether a line may begin with it.
    pub(crate) may_begin_line: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClusterKind {
    Sign,
    Space,
    Newline,
}

/// Shapes texts, and keeps what it has learnt about faces.
#[derive(Default)]
pub(crate) struct TextShaper {
    plans: BTreeMap<PlanKey, ShapePlan>,
    buffer: Option<UnicodeBuffer>,
}

/// A face, the tag of a script, whether it runs to the left, whether letters stay apart.
type PlanKey = (usize, u32, bool, bool);

/// Bytes after which a piece ends with a word, and after which it ends anywhere: marks upon marks
/// without end would take time without end.
const LONG_PIECE: usize = 2048;
const LONGEST_PIECE: usize = 8192;

/// Stands in the text for what is in one piece.
const WHOLE: char = '\u{fffc}';

impl TextShaper {
    pub(crate) fn shape(&mut self, inputs: &[LineInput<'_>]) -> ShapedText {
        let mut shaped = ShapedText::default();
        let mut starts = Vec::with_capacity(inputs.len());
        for input in inputs {
            starts.push(shaped.text.len());
            match input {
                LineInput::Words { words, .. } => shaped.text.push_str(words),
                LineInput::Whole(_) => shaped.text.push(WHOLE),
                LineInput::Room(_) => shaped.text.push(' '),
                LineInput::Break => shaped.text.push('\n'),
            }
        }
        let levels = levels(&shaped.text);
        for (at, input) in inputs.iter().enumerate() {
            let end = starts.get(at + 1).copied().unwrap_or(shaped.text.len());
            let bytes = starts[at]..end;
            match input {
                LineInput::Words { style, .. } => {
                    self.words(&mut shaped, at, (bytes, *style), &levels);
                }
                LineInput::Whole(width) => {
                    lone(&mut shaped, at, bytes, (*width, ClusterKind::Sign));
                }
                LineInput::Room(width) => {
                    lone(&mut shaped, at, bytes, (*width, ClusterKind::Space));
                }
                LineInput::Break => lone(&mut shaped, at, bytes, (0.0, ClusterKind::Newline)),
            }
        }
        mark_breaks(&mut shaped);
        shaped
    }

    fn words(
        &mut self,
        shaped: &mut ShapedText,
        input: usize,
        (bytes, style): (Range<usize>, TextStyle),
        levels: &[Level],
    ) {
        let wanted = place_of(style.face);
        let level_at = |at: usize| levels.get(at).map_or(0, Level::number);
        let text = shaped.text[bytes.clone()].to_owned();
        let mut from = bytes.start;
        let mut now: Option<(usize, u8)> = None;
        for (at, sign) in text.char_indices() {
            let at = bytes.start + at;
            let next = (!sign.is_control()).then(|| (place_for(wanted, sign), level_at(at)));
            let is_long = LONG_PIECE < at - from && sign == ' ' || LONGEST_PIECE < at - from;
            if next == now && next.is_some() && !is_long {
                continue;
            }
            self.piece(shaped, input, (from..at, style), now);
            (from, now) = (at, next);
            if sign.is_control() {
                lone(shaped, input, at..at + sign.len_utf8(), (0.0, ClusterKind::Newline));
                from = at + sign.len_utf8();
            }
        }
        self.piece(shaped, input, (from..bytes.end, style), now);
    }

    fn piece(
        &mut self,
        shaped: &mut ShapedText,
        input: usize,
        (bytes, style): (Range<usize>, TextStyle),
        look: Option<(usize, u8)>,
    ) {
        let Some((face, level)) = look.filter(|_| !bytes.is_empty()) else {
            return;
        };
        let is_spaced = style.tracking != 0.0;
        let words = &shaped.text[bytes.clone()];
        let glyphs = self.glyphs(words, (face, level % 2 == 1, is_spaced));
        let tracking = style.tracking / style.size;
        let glyphs = shaped_glyphs(&glyphs, bytes, (face, level % 2 == 1), tracking);
        push_clusters(shaped, &glyphs, (level % 2 == 1, style.size));
        shaped.pieces.push(ShapedPiece { input, face, level, glyphs });
    }

    fn glyphs(
        &mut self,
        words: &str,
        (face, is_left, is_spaced): (usize, bool, bool),
    ) -> GlyphBuffer {
        let mut buffer = self.buffer.take().unwrap_or_default();
        buffer.push_str(words);
        buffer.set_direction(if is_left {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        });
        buffer.guess_segment_properties();
        let script: Script = buffer.script();
        let key = (face, script.tag().0, is_left, is_spaced);
        let shaper = &faces()[face].shaper;
        let plan = self.plans.entry(key).or_insert_with(|| {
            let apart: [Feature; 2] =
                [*b"liga", *b"clig"].map(|tag| Feature::new(Tag::from_bytes(&tag), 0, ..));
            let features: &[Feature] = if is_spaced { &apart } else { &[] };
            let script = (script != script::UNKNOWN).then_some(script);
            ShapePlan::new(shaper, buffer.direction(), script, None, features)
        });
        shape_with_plan(shaper, plan, buffer)
    }
}

/// The levels of every byte; none where all is read from left to right.
fn levels(text: &str) -> Vec<Level> {
    let turns = |sign: char| matches!(sign, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}');
    if !text.chars().any(turns) {
        return Vec::new();
    }
    BidiInfo::new(text, Some(Level::ltr())).levels
}

/// A piece of its own, without glyphs.
fn lone(
    shaped: &mut ShapedText,
    input: usize,
    bytes: Range<usize>,
    (width, kind): (f64, ClusterKind),
) {
    let piece = shaped.pieces.len();
    shaped
        .pieces
        .push(ShapedPiece { input, face: 0, level: 0, glyphs: Vec::new() });
    shaped.clusters.push(TextCluster {
        piece,
        glyphs: 0..0,
        bytes,
        width,
        kind,
        may_begin_line: false,
    });
}

/// The glyphs of a piece. One that no face has is left out: a file that must be read aloud cannot hold it.
fn shaped_glyphs(
    shaped: &GlyphBuffer,
    bytes: Range<usize>,
    (face, is_left): (usize, bool),
    tracking: f64,
) -> Vec<ShapedGlyph> {
    let units = faces()[face].units;
    let infos = shaped.glyph_infos();
    let mut glyphs: Vec<ShapedGlyph> = infos
        .iter()
        .zip(shaped.glyph_positions())
        .map(|(info, place)| ShapedGlyph {
            id: info.glyph_id,
            advance: f64::from(place.x_advance) / units,
            x_offset: f64::from(place.x_offset) / units,
            y_offset: f64::from(place.y_offset) / units,
            start: bytes.start + usize::try_from(info.cluster).unwrap_or(usize::MAX),
            end: bytes.end,
        })
        .collect();
    if is_left {
        end_each(glyphs.iter_mut(), bytes.end);
    } else {
        end_each(glyphs.iter_mut().rev(), bytes.end);
    }
    // One step of room after all the glyphs of a letter.
    for at in 0..glyphs.len() {
        let is_last = glyphs.get(at + 1).is_none_or(|next| next.start != glyphs[at].start);
        if is_last {
            glyphs[at].advance += tracking;
        }
    }
    glyphs.retain(|glyph| glyph.id != 0);
    glyphs
}

/// Each cluster ends where the next begins; glyphs come with the last first.
fn end_each<'a>(glyphs: impl Iterator<Item = &'a mut ShapedGlyph>, end: usize) {
    let (mut end, mut last) = (end, usize::MAX);
    for glyph in glyphs {
        if last != usize::MAX && glyph.start != last {
            end = last;
        }
        last = glyph.start;
        glyph.end = end;
    }
}

fn push_clusters(
    shaped: &mut ShapedText,
    glyphs: &[ShapedGlyph],
    (is_left, size): (bool, f64),
) {
    let piece = shaped.pieces.len();
    let mut found = Vec::new();
    let mut at = 0;
    for group in glyphs.chunk_by(|one, other| one.start == other.start) {
        let bytes = group[0].start..group[0].end;
        let width: f64 = group.iter().map(|glyph| glyph.advance * size).sum();
        let is_space = shaped.text[bytes.clone()].chars().all(is_breaking_space);
        found.push(TextCluster {
            piece,
            glyphs: at..at + group.len(),
            bytes,
            width,
            kind: if is_space { ClusterKind::Space } else { ClusterKind::Sign },
            may_begin_line: false,
        });
        at += group.len();
    }
    if is_left {
        found.reverse();
    }
    shaped.clusters.append(&mut found);
}

fn is_breaking_space(sign: char) -> bool {
    sign.is_whitespace() && !matches!(sign, '\u{a0}' | '\u{2007}' | '\u{202f}')
}

fn mark_breaks(shaped: &mut ShapedText) {
    let mut breaks = unicode_linebreak::linebreaks(&shaped.text)
        .map(|(at, _)| at)
        .peekable();
    for cluster in &mut shaped.clusters {
        while breaks.next_if(|at| *at < cluster.bytes.start).is_some() {}
        cluster.may_begin_line = breaks.peek() == Some(&cluster.bytes.start);
    }
}
