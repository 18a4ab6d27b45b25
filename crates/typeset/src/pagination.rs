//! Galleys cut into pages: where pages end, which boxes and heads go on, where anchors lie.

use std::collections::BTreeMap;

use crate::{
    description::{FrameLook, PaperSheet},
    galley::{GalleySlice, PageGalley, PageItem},
};

/// A galley and how it stands on pages.
pub(crate) struct PageSegment {
    pub(crate) galley: PageGalley,
    pub(crate) columns: u8,
    /// From the left edge of one column to that of the next.
    pub(crate) step: f64,
    /// Whether it begins at the very top of its first page.
    pub(crate) is_bleeding: bool,
}

/// What stands on a page, at its place.
#[derive(Debug, Default)]
pub(crate) struct LaidPage {
    pub(crate) frames: Vec<LaidFrame>,
    pub(crate) items: Vec<PageItem>,
}

#[derive(Debug)]
pub(crate) struct LaidFrame {
    pub(crate) left: f64,
    pub(crate) width: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) look: FrameLook,
}

/// Where an anchor lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct AnchorPlace {
    pub(crate) page: usize,
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Debug, Default)]
pub(crate) struct LaidPages {
    pub(crate) pages: Vec<LaidPage>,
    pub(crate) anchors: BTreeMap<String, AnchorPlace>,
}

/// Cuts segments into pages, one after the other.
pub(crate) fn paginate(segments: Vec<PageSegment>, sheet: &PaperSheet) -> LaidPages {
    let mut pen = PagePen {
        laid: LaidPages {
            pages: vec![LaidPage::default()],
            ..LaidPages::default()
        },
        sheet: *sheet,
        y: sheet.top,
    };
    // What stands last in a segment may belong to the first of the next.
    let needs: Vec<f64> = segments.iter().map(|one| first_need(&one.galley)).collect();
    for (at, segment) in segments.into_iter().enumerate() {
        let next = needs.get(at + 1).copied().unwrap_or_default();
        pen.segment(segment, next);
    }
    pen.laid
}

/// How high the first slices are that stay together, with the room above them.
fn first_need(galley: &PageGalley) -> f64 {
    let last = galley.slices.iter().find(|slice| !slice.keeps_next);
    last.map_or(galley.bottom, |last| last.bottom)
}

/// A place for slices: a page, or a column of one.
#[derive(Debug, Clone, Copy)]
struct PageRegion {
    page: usize,
    shift: f64,
    top: f64,
}

struct PagePen {
    laid: LaidPages,
    sheet: PaperSheet,
    /// How far the last page is filled.
    y: f64,
}

impl PagePen {
    fn segment(&mut self, segment: PageSegment, next_need: f64) {
        let bottom = self.sheet.height - self.sheet.bottom;
        let galley = segment.galley;
        let map = OpenMap::of(&galley);
        // The room above its first block is the galley's; at the top of a page it goes.
        let above = map.starts.first().copied().unwrap_or_default();
        let mut top = if segment.is_bleeding { 0.0 } else { self.y + above };
        let cut = GalleyCut { galley: &galley, map: &map, next_need };
        let (mut from, mut column, mut lowest) = (0, 0, top);
        let mut height = bottom - top;
        while from < galley.slices.len() {
            if column == 0 {
                height = cut.balanced_height(from, bottom - top, segment.columns);
            }
            let page = self.laid.pages.len() - 1;
            let region = PageRegion { page, shift: f64::from(column) * segment.step, top };
            // A fresh page takes at least one slice, however high it is.
            let to = cut.end_from(from, height, top <= self.sheet.top);
            if from < to {
                lowest = lowest.max(top + cut.height(from, to));
                self.place(&cut, from..to, region);
            }
            column += 1;
            if to < galley.slices.len() && (from == to || segment.columns <= column) {
                self.laid.pages.push(LaidPage::default());
                (column, top, lowest) = (0, self.sheet.top, self.sheet.top);
            }
            from = to;
        }
        self.y = lowest;
    }

    fn place(
        &mut self,
        cut: &GalleyCut<'_>,
        slices: std::ops::Range<usize>,
        region: PageRegion,
    ) {
        let galley = cut.galley;
        let lift = region.top + cut.lead(slices.start) - cut.start(slices.start);
        for slice in &galley.slices[slices.clone()] {
            for anchor in &slice.anchors {
                let x = slice.items.first().map_or(0.0, |item| item.x) + region.shift;
                let place = AnchorPlace { page: region.page, x, y: slice.top + lift };
                self.laid.anchors.entry(anchor.clone()).or_insert(place);
            }
        }
        let page = &mut self.laid.pages[region.page];
        page.frames.extend(cut.frames(slices.clone(), region));
        page.items.extend(cut.heads(slices.start, region));
        let items = galley.slices[slices].iter().flat_map(|slice| &slice.items);
        page.items.extend(items.map(|item| PageItem {
            x: item.x + region.shift,
            y: item.y + lift,
            ..item.clone()
        }));
    }
}

/// A box or the head of a table, and the slices that it goes over.
#[derive(Debug, Clone, Copy)]
struct OpenSpan {
    first: usize,
    last: usize,
    /// What it takes at the top of a page where it goes on, and at the foot of one that it leaves.
    top: f64,
    bottom: f64,
    source: SpanSource,
}

#[derive(Debug, Clone, Copy)]
enum SpanSource {
    Frame(usize),
    Head(usize),
}

/// What is open where.
struct OpenMap {
    /// Outer ones first.
    spans: Vec<OpenSpan>,
    /// For each place between two slices, the spans that are open there.
    open: Vec<Vec<usize>>,
    /// How far each slice reaches with the boxes that begin and end with it.
    starts: Vec<f64>,
    ends: Vec<f64>,
}

impl OpenMap {
    fn of(galley: &PageGalley) -> Self {
        let slices = &galley.slices;
        let before = |slice: &GalleySlice, top: f64| {
            slice.top < top - 0.01 && slice.bottom <= top + 0.01
        };
        let first_at = |top: f64| {
            let first = slices.partition_point(|slice| before(slice, top));
            first.min(slices.len().saturating_sub(1))
        };
        let last_at = |bottom: f64| {
            let after = slices.partition_point(|slice| slice.top < bottom - 0.01);
            after.saturating_sub(1)
        };
        let mut spans: Vec<OpenSpan> = Vec::new();
        for (at, frame) in galley.frames.iter().enumerate() {
            let (top, bottom) = (frame.look.inset.top, frame.look.inset.bottom);
            let (first, last) = (first_at(frame.top), last_at(frame.bottom));
            let source = SpanSource::Frame(at);
            spans.push(OpenSpan { first, last: last.max(first), top, bottom, source });
        }
        for (at, head) in galley.repeats.iter().enumerate() {
            let (first, last) = (first_at(head.top), last_at(head.bottom));
            let source = SpanSource::Head(at);
            let last = last.max(first);
            spans.push(OpenSpan { first, last, top: head.height, bottom: 0.0, source });
        }
        spans.sort_by_key(|span| (span.first, std::cmp::Reverse(span.last)));
        let mut open = vec![Vec::new(); slices.len() + 1];
        let mut starts: Vec<f64> = slices.iter().map(|slice| slice.top).collect();
        let mut ends: Vec<f64> = slices.iter().map(|slice| slice.bottom).collect();
        for (at, span) in spans.iter().enumerate() {
            for place in open.iter_mut().take(span.last + 1).skip(span.first + 1) {
                place.push(at);
            }
            if let SpanSource::Frame(frame) = span.source {
                let frame = &galley.frames[frame];
                starts[span.first] = starts[span.first].min(frame.top);
                ends[span.last] = ends[span.last].max(frame.bottom);
            }
        }
        Self { spans, open, starts, ends }
    }
}

struct GalleyCut<'a> {
    galley: &'a PageGalley,
    map: &'a OpenMap,
    /// What the last slice needs below it where it stays with what follows.
    next_need: f64,
}

impl GalleyCut<'_> {
    fn start(&self, slice: usize) -> f64 {
        self.map.starts[slice]
    }

    /// What boxes and heads that go on take at the top of a page.
    fn lead(&self, slice: usize) -> f64 {
        self.open_at(slice).map(|span| span.top).sum()
    }

    fn open_at(&self, slice: usize) -> impl Iterator<Item = &OpenSpan> {
        self.map.open[slice].iter().map(|at| &self.map.spans[*at])
    }

    /// How high slices are on a page of their own.
    fn height(&self, from: usize, to: usize) -> f64 {
        let trail: f64 = self.open_at(to).map(|span| span.bottom).sum();
        self.lead(from) + self.map.ends[to - 1] - self.start(from) + trail
    }

    /// Where a page ends that begins with a slice; there itself where nothing fits.
    fn end_from(&self, from: usize, height: f64, is_fresh: bool) -> usize {
        let slices = &self.galley.slices;
        let (mut good, mut possible) = (from, from);
        for to in from + 1..=slices.len() {
            let is_last = to == slices.len();
            let keeps = slices[to - 1].keeps_next;
            let need = if is_last && keeps { self.next_need } else { 0.0 };
            let high = self.height(from, to);
            if height + 0.01 < high + need {
                if high <= height + 0.01 {
                    possible = to;
                }
                // A box that opens takes room at the foot which it gives back where it ends.
                if height + 0.01 < self.map.ends[to - 1] - self.start(from) {
                    break;
                }
                continue;
            }
            possible = to;
            if !keeps || is_last {
                good = to;
            }
        }
        match (from < good, is_fresh) {
            (true, _) => good,
            (false, true) => possible.max(from + 1),
            (false, false) => from,
        }
    }

    /// How high columns must be that hold all the rest and end alike; as high as they may be
    /// where they cannot hold it.
    fn balanced_height(&self, from: usize, most: f64, columns: u8) -> f64 {
        let fits = |height: f64| {
            let ends = (0..columns).fold(from, |from, _| self.end_from(from, height, false));
            ends == self.galley.slices.len()
        };
        if columns < 2 || !fits(most) {
            return most;
        }
        let (mut low, mut high) = (0.0, most);
        while 2.0 < high - low {
            let middle = f64::midpoint(low, high);
            if fits(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        high
    }

    /// What is seen of boxes on a page that shows these slices.
    fn frames(&self, slices: std::ops::Range<usize>, region: PageRegion) -> Vec<LaidFrame> {
        let lift = region.top + self.lead(slices.start) - self.start(slices.start);
        let foot = region.top + self.height(slices.start, slices.end);
        let mut shown = Vec::new();
        let mut going_on = region.top;
        let mut push = |span: &OpenSpan, top: f64, bottom: f64| {
            if let SpanSource::Frame(at) = span.source {
                let frame = &self.galley.frames[at];
                let left = frame.left + region.shift;
                let (width, look) = (frame.width, frame.look);
                shown.push(LaidFrame { left, width, top, bottom, look });
            }
        };
        // Where boxes end that go on after this page: the outer ones lowest.
        let mut trail = BTreeMap::new();
        let mut low = foot;
        for at in &self.map.open[slices.end] {
            trail.insert(*at, low);
            low -= self.map.spans[*at].bottom;
        }
        let bottom_of = |at: usize, span: &OpenSpan| match (trail.get(&at), span.source) {
            (Some(bottom), _) => *bottom,
            (None, SpanSource::Frame(frame)) => self.galley.frames[frame].bottom + lift,
            (None, SpanSource::Head(_)) => low,
        };
        for at in &self.map.open[slices.start] {
            let span = &self.map.spans[*at];
            push(span, going_on, bottom_of(*at, span));
            going_on += span.top;
        }
        let begin = self.map.spans.partition_point(|span| span.first < slices.start);
        for (at, span) in self.map.spans.iter().enumerate().skip(begin) {
            if slices.end <= span.first {
                break;
            }
            if let SpanSource::Frame(frame) = span.source {
                push(span, self.galley.frames[frame].top + lift, bottom_of(at, span));
            }
        }
        shown
    }

    /// Heads of tables that go on.
    fn heads(&self, slice: usize, region: PageRegion) -> Vec<PageItem> {
        let mut top = region.top;
        let mut items = Vec::new();
        for span in self.open_at(slice) {
            if let SpanSource::Head(at) = span.source {
                let head = self.galley.repeats[at].items.iter();
                items.extend(head.map(|item| PageItem {
                    x: item.x + region.shift,
                    y: item.y + top,
                    ..item.clone()
                }));
            }
            top += span.top;
        }
        items
    }
}
