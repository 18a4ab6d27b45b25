//! Words in lines: where each piece of a line stands, what it is read as, and where it leads.

use std::ops::Range;

use krilla::tagging::Tag;
use unicode_bidi::{BidiInfo, Level};

use crate::{
    blocks::{BlockLayout, LineArea, OutlineEntry},
    description::{
        DrawnShape, InlineRun, PartRole, TextBlock, TextPart, TextStyle, WordFrame, WordRole,
        WordRun,
    },
    fonts::{faces, place_of},
    galley::{GalleySlice, GlyphRun, PageGalley, PageItem, PageMark},
    line_breaking::{lines, width_of},
    shaping::{LineInput, ShapedText},
    tags::TagPlace,
};

/// Letters of a heading or a link that its tag repeats.
const MOST_REPEATED: usize = 400;

/// How far the colour behind words goes beyond them.
const HIGHLIGHT_ROOM: f64 = 0.5;

/// A run with all that its line has to know of it.
struct SetRun<'a> {
    run: &'a InlineRun,
    words: TagPlace,
    /// The tag that an area which leads somewhere belongs to.
    link: Option<TagPlace>,
    /// Words that are kept in one piece.
    kept: Option<KeptWords<'a>>,
}

/// Words that stand in a frame, in lines of their own.
struct KeptWords<'a> {
    run: &'a WordRun,
    frame: WordFrame,
    shaped: ShapedText,
    lines: Vec<Range<usize>>,
    width: f64,
    height: f64,
}

/// A piece of a line, or what of it stands in the line.
pub(crate) struct LinePiece {
    clusters: Range<usize>,
    piece: usize,
    width: f64,
}

impl BlockLayout {
    pub(crate) fn text(
        &mut self,
        galley: &mut PageGalley,
        block: &TextBlock,
        area: LineArea,
        above: TagPlace,
    ) {
        let runs = self.runs(block, area, above);
        let inputs: Vec<LineInput<'_>> = runs.iter().map(SetRun::input).collect();
        let shaped = self.shaper.shape(&inputs);
        let lines = lines(&shaped, area.width);
        let mut top = galley.begin(block.gap);
        let many = lines.len();
        for (at, line) in lines.into_iter().enumerate() {
            let (rise, drop) = extent(&shaped, &runs, line.clone());
            let mut items = Vec::new();
            let indent = if area.is_right {
                (area.width - width_of(&shaped, line.clone())).max(0.0)
            } else {
                0.0
            };
            let pen = (area.left + indent, top + rise);
            self.line(&mut items, (&shaped, line), &runs, pen);
            let bottom = top + rise + drop;
            // No page ends with the first line of a paragraph, and none begins with its last.
            let is_pair = 1 < many && (at == 0 || at + 2 == many);
            let keeps_next = is_pair || at + 1 == many && block.is_sticky;
            let anchors = block.anchor.iter().filter(|_| at == 0).cloned().collect();
            galley
                .slices
                .push(GalleySlice { top, bottom, keeps_next, items, anchors });
            galley.end(bottom, block.gap);
            top = bottom + block.leading;
        }
    }

    /// How wide a text would be without an end to its lines.
    pub(crate) fn natural_width(&mut self, block: &TextBlock) -> f64 {
        let mut widest: f64 = 0.0;
        let mut wide = 0.0;
        for run in block.parts.iter().flat_map(|part| &part.runs) {
            match run {
                InlineRun::Break => wide = 0.0,
                InlineRun::Room(room) => wide += room,
                InlineRun::Drawing(drawing) => wide += drawing.width,
                InlineRun::Words(words) => {
                    let inset = words.frame.map_or(0.0, |frame| 2.0 * frame.inset.0);
                    let input = LineInput::Words { words: &words.words, style: words.style };
                    let shaped = self.shaper.shape(&[input]);
                    for (at, line) in lines(&shaped, f64::INFINITY).into_iter().enumerate() {
                        if 0 < at {
                            wide = 0.0;
                        }
                        let clusters = &shaped.clusters[line];
                        wide += inset + clusters.iter().map(|one| one.width).sum::<f64>();
                        widest = widest.max(wide);
                    }
                }
            }
            widest = widest.max(wide);
        }
        widest
    }

    fn runs<'a>(
        &mut self,
        block: &'a TextBlock,
        area: LineArea,
        above: TagPlace,
    ) -> Vec<SetRun<'a>> {
        let mut runs = Vec::new();
        for part in &block.parts {
            let title = self.heading(part, block);
            let language = part.language.as_deref();
            let group = self.tags.part(above, &part.role, (&title, language));
            for run in &part.runs {
                runs.push(self.run(run, area, group));
            }
        }
        runs
    }

    /// What a heading says, which the outline then names.
    fn heading(&mut self, part: &TextPart, block: &TextBlock) -> String {
        let PartRole::Heading { level, is_outlined } = part.role else {
            return String::new();
        };
        let words = part.runs.iter().filter_map(|run| match run {
            InlineRun::Words(run) => Some(run.words.as_str()),
            _ => None,
        });
        let title = repeated(&words.collect::<String>());
        if let Some(anchor) = block.anchor.clone().filter(|_| is_outlined) {
            self.outline
                .push(OutlineEntry { level, title: title.clone(), anchor });
        }
        title
    }

    fn run<'a>(&mut self, run: &'a InlineRun, area: LineArea, above: TagPlace) -> SetRun<'a> {
        let InlineRun::Words(words) = run else {
            return SetRun { run, words: above, link: None, kept: None };
        };
        let group = match &words.role {
            WordRole::Plain => above,
            WordRole::Strong => self.group(above, Tag::Strong),
            WordRole::Code => self.group(above, Tag::Code),
            WordRole::Link(_) => self.group(above, Tag::Link),
        };
        let link = matches!(words.role, WordRole::Link(_)).then_some(group);
        let kept = words.frame.map(|frame| self.keep(words, frame, area));
        SetRun { run, words: self.tags.words(group), link, kept }
    }

    fn keep<'a>(
        &mut self,
        run: &'a WordRun,
        frame: WordFrame,
        area: LineArea,
    ) -> KeptWords<'a> {
        let inset = frame.inset;
        let input = LineInput::Words { words: &run.words, style: run.style };
        let shaped = self.shaper.shape(&[input]);
        let lines = lines(&shaped, area.width - 2.0 * inset.0);
        let widths = lines.iter().map(|line| width_of(&shaped, line.clone()));
        let width = widths.fold(0.0, f64::max) + 2.0 * inset.0;
        let height = lines.iter().map(|_| line_step(run.style)).sum::<f64>()
            - (line_step(run.style) - rise_of(run.style))
            + 2.0 * inset.1;
        KeptWords { run, frame, shaped, lines, width, height }
    }

    fn line(
        &mut self,
        items: &mut Vec<PageItem>,
        (shaped, line): (&ShapedText, Range<usize>),
        runs: &[SetRun<'_>],
        (x, y): (f64, f64),
    ) {
        let pieces = pieces(shaped, line);
        let places = places(shaped, &pieces);
        for (piece, place) in pieces.iter().zip(places) {
            let Some(run) = runs.get(shaped.pieces[piece.piece].input) else {
                continue;
            };
            let pen = (x + place, y);
            match (run.run, &run.kept) {
                (InlineRun::Words(_), Some(kept)) => self.kept(items, kept, run.words, pen),
                (InlineRun::Words(words), None) => {
                    self.words(items, (shaped, piece), (words, run.words), pen);
                }
                (InlineRun::Drawing(drawing), _) => {
                    let top = (pen.0, pen.1 + drawing.drop - drawing.height);
                    let shapes = drawing.shapes.iter();
                    items.extend(shapes.map(|it| self.item(None, top, PageMark::Shape(*it))));
                }
                (InlineRun::Room(_) | InlineRun::Break, _) => {}
            }
            if let Some(link) = run.link {
                items.extend(self.link(run.run, piece.width, (link, pen)));
            }
        }
    }

    fn words(
        &mut self,
        items: &mut Vec<PageItem>,
        (shaped, piece): (&ShapedText, &LinePiece),
        (run, tag): (&WordRun, TagPlace),
        (x, y): (f64, f64),
    ) {
        let style = run.style;
        let seen = width_of(shaped, piece.clusters.clone());
        if let Some(fill) = style.highlight.filter(|_| 0.0 < seen) {
            let face = &faces()[shaped.pieces[piece.piece].face];
            let (rise, drop) = (face.ascender * style.size, face.descender * style.size);
            let shape = DrawnShape {
                x: -HIGHLIGHT_ROOM,
                y: -rise,
                width: seen + 2.0 * HIGHLIGHT_ROOM,
                height: rise + drop,
                radius: 0.0,
                fill: Some(fill),
                stroke: None,
            };
            items.push(self.item(None, (x, y), PageMark::Shape(shape)));
        }
        let glyphs = glyphs(shaped, piece, style);
        if !glyphs.glyphs.is_empty() {
            items.push(self.item(Some(tag), (x, y), PageMark::Glyphs(glyphs)));
        }
    }

    fn kept(
        &mut self,
        items: &mut Vec<PageItem>,
        kept: &KeptWords<'_>,
        tag: TagPlace,
        (x, y): (f64, f64),
    ) {
        let frame = kept.frame;
        let top = y + frame.drop - kept.height;
        if frame.fill.is_some() || frame.stroke.is_some() {
            let shape = DrawnShape {
                x: 0.0,
                y: 0.0,
                width: kept.width,
                height: kept.height,
                radius: frame.radius,
                fill: frame.fill,
                stroke: frame.stroke,
            };
            items.push(self.item(None, (x, top), PageMark::Shape(shape)));
        }
        let mut base = top + frame.inset.1 + rise_of(kept.run.style);
        for line in &kept.lines {
            let pieces = pieces(&kept.shaped, line.clone());
            let places = places(&kept.shaped, &pieces);
            for (piece, place) in pieces.iter().zip(places) {
                let pen = (x + frame.inset.0 + place, base);
                self.words(items, (&kept.shaped, piece), (kept.run, tag), pen);
            }
            base += line_step(kept.run.style);
        }
    }

    fn link(
        &mut self,
        run: &InlineRun,
        width: f64,
        (tag, (x, y)): (TagPlace, (f64, f64)),
    ) -> Option<PageItem> {
        let InlineRun::Words(run) = run else { return None };
        let WordRole::Link(target) = &run.role else { return None };
        let face = &faces()[place_of(run.style.face)];
        let (rise, drop) = (face.ascender * run.style.size, face.descender * run.style.size);
        let mark = PageMark::Link {
            target: target.clone(),
            words: repeated(&run.words),
            width,
            height: rise + drop,
        };
        (0.0 < width).then(|| self.item(Some(tag), (x, y - rise), mark))
    }
}

impl<'a> SetRun<'a> {
    fn input(&self) -> LineInput<'a> {
        match (self.run, &self.kept) {
            (_, Some(kept)) => LineInput::Whole(kept.width),
            (InlineRun::Words(run), None) => {
                LineInput::Words { words: &run.words, style: run.style }
            }
            (InlineRun::Drawing(drawing), _) => LineInput::Whole(drawing.width),
            (InlineRun::Room(room), _) => LineInput::Room(*room),
            (InlineRun::Break, _) => LineInput::Break,
        }
    }

    /// How far it rises above its line, and how far it drops below.
    fn extent(&self) -> (f64, f64) {
        match (self.run, &self.kept) {
            (_, Some(kept)) => (kept.height - kept.frame.drop, kept.frame.drop.max(0.0)),
            (InlineRun::Words(run), None) => (rise_of(run.style), 0.0),
            (InlineRun::Drawing(drawing), _) => {
                (drawing.height - drawing.drop, drawing.drop.max(0.0))
            }
            (InlineRun::Room(_) | InlineRun::Break, _) => (0.0, 0.0),
        }
    }
}

fn extent(shaped: &ShapedText, runs: &[SetRun<'_>], line: Range<usize>) -> (f64, f64) {
    let (mut rise, mut drop): (f64, f64) = (0.0, 0.0);
    let mut seen = usize::MAX;
    for cluster in &shaped.clusters[line] {
        let input = shaped.pieces[cluster.piece].input;
        if input != seen {
            let own = runs.get(input).map_or((0.0, 0.0), SetRun::extent);
            (rise, drop) = (rise.max(own.0), drop.max(own.1));
            seen = input;
        }
    }
    if rise == 0.0 {
        // An empty line is as high as one with words.
        rise = runs.iter().map(|run| run.extent().0).fold(0.0, f64::max);
    }
    (rise, drop)
}

pub(crate) fn pieces(shaped: &ShapedText, line: Range<usize>) -> Vec<LinePiece> {
    let mut pieces: Vec<LinePiece> = Vec::new();
    for at in line {
        let cluster = &shaped.clusters[at];
        match pieces.last_mut() {
            Some(last) if last.piece == cluster.piece => {
                last.clusters.end = at + 1;
                last.width += cluster.width;
            }
            _ => pieces.push(LinePiece {
                clusters: at..at + 1,
                piece: cluster.piece,
                width: cluster.width,
            }),
        }
    }
    pieces
}

/// Where each piece of a line begins; what is read from right to left stands so.
pub(crate) fn places(shaped: &ShapedText, pieces: &[LinePiece]) -> Vec<f64> {
    let level = |piece: &LinePiece| shaped.pieces[piece.piece].level;
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    if pieces.iter().any(|piece| level(piece) != 0) {
        let levels: Vec<Level> = pieces
            .iter()
            .map(|piece| Level::new(level(piece)).unwrap_or_else(|_| Level::ltr()))
            .collect();
        order = BidiInfo::reorder_visual(&levels);
    }
    let mut places = vec![0.0; pieces.len()];
    let mut x = 0.0;
    for at in order {
        places[at] = x;
        x += pieces[at].width;
    }
    places
}

pub(crate) fn glyphs(shaped: &ShapedText, piece: &LinePiece, style: TextStyle) -> GlyphRun {
    let clusters = &shaped.clusters[piece.clusters.clone()];
    let own = &shaped.pieces[piece.piece];
    let bytes =
        |pick: fn(&Range<usize>) -> usize| clusters.iter().map(move |one| pick(&one.bytes));
    let start = bytes(|range| range.start).min().unwrap_or_default();
    let end = bytes(|range| range.end).max().unwrap_or_default();
    let from = clusters.iter().map(|one| one.glyphs.start).min().unwrap_or_default();
    let to = clusters.iter().map(|one| one.glyphs.end).max().unwrap_or_default();
    let mut glyphs = own.glyphs.get(from..to).unwrap_or_default().to_vec();
    for glyph in &mut glyphs {
        glyph.start -= start;
        glyph.end -= start;
    }
    GlyphRun {
        face: own.face,
        size: style.size,
        colour: style.colour,
        text: shaped.text[start..end].to_owned(),
        glyphs,
    }
}

/// The height of its capitals: lines are measured from them to the line that letters stand on.
fn rise_of(style: TextStyle) -> f64 {
    faces()[place_of(style.face)].capitals * style.size
}

/// From one line to the next within a frame.
fn line_step(style: TextStyle) -> f64 {
    rise_of(style) + 0.5 * style.size
}

/// As much of a text as a tag repeats.
fn repeated(words: &str) -> String {
    words
        .chars()
        .take(MOST_REPEATED)
        .collect::<String>()
        .trim()
        .to_owned()
}
