//! Pages drawn into a file: shapes, glyphs, areas that lead somewhere, and the outline.

use std::collections::BTreeMap;

use krilla::{
    Data, Document,
    annotation::{Annotation, LinkAnnotation, Target},
    color::rgb,
    destination::{Destination, NamedDestination, XyzDestination},
    geom::{Path, PathBuilder, Point, Quadrilateral, Rect},
    num::NormalizedF32,
    outline::{Outline, OutlineNode},
    page::PageSettings,
    paint::{Fill, FillRule, Stroke},
    surface::Surface,
    tagging::{Artifact, ArtifactType, ContentTag, SpanTag},
    text::{Font, GlyphId, KrillaGlyph},
};

use crate::{
    TypesetError,
    blocks::OutlineEntry,
    description::{DrawnShape, EdgeStroke, PaperSheet, RgbColour},
    fonts::faces,
    galley::{GlyphRun, PageItem, PageMark},
    pagination::{AnchorPlace, LaidFrame, LaidPage},
    tags::{TagArena, TagPlace},
};

/// How far above an anchor a reader is taken to.
const ROOM_ABOVE: f64 = 10.0;

/// Draws pages, one after the other.
pub(crate) struct PagePainter<'a> {
    pub(crate) document: Document,
    sheet: &'a PaperSheet,
    /// What stands before the number of a page.
    page_word: &'a str,
    pub(crate) tags: TagArena,
    fonts: Vec<Font>,
    /// Where each anchor lies, and on which page.
    places: BTreeMap<String, (NamedDestination, usize)>,
}

impl<'a> PagePainter<'a> {
    pub(crate) fn new(
        document: Document,
        (sheet, page_word): (&'a PaperSheet, &'a str),
        tags: TagArena,
        anchors: &BTreeMap<String, AnchorPlace>,
    ) -> Result<Self, TypesetError> {
        let fonts = faces().iter().map(|face| Font::new(Data::from(face.data), 0));
        let fonts = fonts
            .collect::<Option<_>>()
            .ok_or_else(|| TypesetError::new("a font cannot be read"))?;
        let named = |(name, place): (&String, &AnchorPlace)| {
            let named = NamedDestination::new(name.clone(), destination(*place));
            (name.clone(), (named, place.page + 1))
        };
        let places = anchors.iter().map(named).collect();
        Ok(Self { document, sheet, page_word, tags, fonts, places })
    }

    /// Draws a page; `running` is what every page has at its head and foot.
    pub(crate) fn page(
        &mut self,
        mut page: LaidPage,
        running: &[PageItem],
    ) -> Result<(), TypesetError> {
        let settings = PageSettings::from_wh(pt(self.sheet.width), pt(self.sheet.height))
            .ok_or_else(|| TypesetError::new("the page has no size"))?;
        let mut sheet = self.document.start_page_with(settings);
        let mut surface = sheet.surface();
        surface.start_tagged(artifact(ArtifactType::Page));
        fill(
            &mut surface,
            self.sheet.colour,
            rect(0.0, 0.0, self.sheet.width, self.sheet.height),
        );
        for frame in &page.frames {
            draw_frame(&mut surface, frame);
        }
        surface.end_tagged();
        page.items.sort_by_key(|item| item.order);
        let mut links: Vec<(TagPlace, Vec<&PageItem>)> = Vec::new();
        for item in &page.items {
            match (&item.mark, item.tag) {
                (PageMark::Link { .. }, Some(tag)) => match links.last_mut() {
                    Some((last, areas)) if *last == tag => areas.push(item),
                    _ => links.push((tag, vec![item])),
                },
                (_, Some(tag)) => {
                    let words = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
                    draw(&mut surface, &self.fonts, item);
                    surface.end_tagged();
                    self.tags.drew(tag, words);
                }
                (_, None) => {
                    surface.start_tagged(artifact(ArtifactType::Layout));
                    draw(&mut surface, &self.fonts, item);
                    surface.end_tagged();
                }
            }
        }
        surface.start_tagged(artifact(ArtifactType::PaginationOther));
        for item in running {
            draw(&mut surface, &self.fonts, item);
        }
        surface.end_tagged();
        surface.finish();
        for (tag, areas) in links {
            let annotation = annotation(&self.places, self.page_word, &areas)?;
            let drawn = sheet.add_tagged_annotation(annotation);
            self.tags.drew(tag, drawn);
        }
        sheet.finish();
        Ok(())
    }

    pub(crate) fn outline(
        &mut self,
        entries: &[OutlineEntry],
        anchors: &BTreeMap<String, AnchorPlace>,
    ) {
        let mut outline = Outline::new();
        for node in nodes(entries, anchors) {
            outline.push_child(node);
        }
        self.document.set_outline(outline);
    }
}

fn annotation(
    places: &BTreeMap<String, (NamedDestination, usize)>,
    page_word: &str,
    areas: &[&PageItem],
) -> Result<Annotation, TypesetError> {
    let Some(PageMark::Link { target, words, .. }) = areas.first().map(|area| &area.mark)
    else {
        return Err(TypesetError::new("a link has no words"));
    };
    let (place, page) = places
        .get(target)
        .ok_or_else(|| TypesetError::new(&format!("nothing has the anchor `{target}`")))?;
    let target = Target::Destination(Destination::Named(place.clone()));
    let said = format!("{words}, {page_word} {page}");
    let corners = areas.iter().map(|area| corners(area)).collect();
    let link = LinkAnnotation::new_with_quad_points(corners, target);
    Ok(Annotation::new_link(link, Some(said)))
}

/// The corners of an area that leads somewhere, from the lower left on.
fn corners(item: &PageItem) -> Quadrilateral {
    let (width, height) = match &item.mark {
        PageMark::Link { width, height, .. } => (*width, *height),
        _ => (0.0, 0.0),
    };
    let (left, right) = (pt(item.x), pt(item.x + width));
    let (top, bottom) = (pt(item.y), pt(item.y + height));
    let corners = [(left, bottom), (right, bottom), (right, top), (left, top)];
    Quadrilateral(corners.map(|(x, y)| Point::from_xy(x, y)))
}

/// Headings under those that stand above them.
fn nodes(
    entries: &[OutlineEntry],
    anchors: &BTreeMap<String, AnchorPlace>,
) -> Vec<OutlineNode> {
    let mut nodes = Vec::new();
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let below = entries[at + 1..]
            .iter()
            .position(|next| next.level <= entry.level)
            .unwrap_or(entries.len() - at - 1);
        if let Some(place) = anchors.get(&entry.anchor) {
            let mut node = OutlineNode::new(entry.title.clone(), destination(*place));
            for child in self::nodes(&entries[at + 1..at + 1 + below], anchors) {
                node.push_child(child);
            }
            nodes.push(node);
        }
        at += below + 1;
    }
    nodes
}

fn destination(place: AnchorPlace) -> XyzDestination {
    let point = Point::from_xy(pt(place.x), pt((place.y - ROOM_ABOVE).max(0.0)));
    XyzDestination::new(place.page, point)
}

fn artifact(kind: ArtifactType) -> ContentTag<'static> {
    ContentTag::Artifact(Artifact::with_kind(kind))
}

fn draw(surface: &mut Surface<'_>, fonts: &[Font], item: &PageItem) {
    match &item.mark {
        PageMark::Glyphs(run) => draw_glyphs(surface, fonts, run, (item.x, item.y)),
        PageMark::Shape(shape) => draw_shape(surface, *shape, (item.x, item.y)),
        PageMark::Link { .. } => {}
    }
}

fn draw_glyphs(surface: &mut Surface<'_>, fonts: &[Font], run: &GlyphRun, (x, y): (f64, f64)) {
    let Some(font) = fonts.get(run.face) else { return };
    let glyphs: Vec<KrillaGlyph> = run
        .glyphs
        .iter()
        .map(|glyph| {
            let (advance, x, y) = (pt(glyph.advance), pt(glyph.x_offset), pt(glyph.y_offset));
            let bytes = glyph.start..glyph.end;
            KrillaGlyph::new(GlyphId::new(glyph.id), advance, x, y, 0.0, bytes, None)
        })
        .collect();
    surface.set_stroke(None);
    surface.set_fill(Some(paint(run.colour)));
    let start = Point::from_xy(pt(x), pt(y));
    surface.draw_glyphs(start, &glyphs, font.clone(), &run.text, pt(run.size), false);
}

fn draw_shape(surface: &mut Surface<'_>, shape: DrawnShape, (x, y): (f64, f64)) {
    let path = rounded((x + shape.x, y + shape.y), (shape.width, shape.height), shape.radius);
    let Some(path) = path else { return };
    surface.set_fill(shape.fill.map(paint));
    surface.set_stroke(shape.stroke.map(stroke));
    if shape.fill.is_some() || shape.stroke.is_some() {
        surface.draw_path(&path);
    }
    surface.set_stroke(None);
}

fn draw_frame(surface: &mut Surface<'_>, frame: &LaidFrame) {
    let (left, right) = (frame.left, frame.left + frame.width);
    let (top, bottom) = (frame.top, frame.bottom);
    if let Some(colour) = frame.look.fill {
        fill(surface, colour, rect(left, top, frame.width, bottom - top));
    }
    if let Some(rest) = frame.look.rest {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        draw_lines(surface, rest, &corners);
    }
    if let Some(own) = frame.look.left {
        draw_lines(surface, own, &[(left, top), (left, bottom)]);
    }
}

fn draw_lines(surface: &mut Surface<'_>, edge: EdgeStroke, points: &[(f64, f64)]) {
    let mut path = PathBuilder::new();
    for (at, (x, y)) in points.iter().enumerate() {
        if at == 0 {
            path.move_to(pt(*x), pt(*y));
        } else {
            path.line_to(pt(*x), pt(*y));
        }
    }
    let Some(path) = path.finish() else { return };
    surface.set_fill(None);
    surface.set_stroke(Some(stroke(edge)));
    surface.draw_path(&path);
    surface.set_stroke(None);
}

fn fill(surface: &mut Surface<'_>, colour: RgbColour, area: Option<Rect>) {
    let mut path = PathBuilder::new();
    let Some(area) = area else { return };
    path.push_rect(area);
    surface.set_stroke(None);
    surface.set_fill(Some(paint(colour)));
    if let Some(path) = path.finish() {
        surface.draw_path(&path);
    }
}

/// A box with round corners; a corner is a quarter of a circle, near enough.
fn rounded((x, y): (f64, f64), (width, height): (f64, f64), radius: f64) -> Option<Path> {
    /// How far the handles of a curve reach that looks like a quarter of a circle.
    const HANDLE: f64 = 0.552_284_75;
    let mut path = PathBuilder::new();
    let radius = radius.min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        path.push_rect(rect(x, y, width, height)?);
        return path.finish();
    }
    let (right, bottom) = (x + width, y + height);
    let (near, far) = (radius, radius * (1.0 - HANDLE));
    path.move_to(pt(x + near), pt(y));
    path.line_to(pt(right - near), pt(y));
    path.cubic_to(pt(right - far), pt(y), pt(right), pt(y + far), pt(right), pt(y + near));
    path.line_to(pt(right), pt(bottom - near));
    path.cubic_to(
        pt(right),
        pt(bottom - far),
        pt(right - far),
        pt(bottom),
        pt(right - near),
        pt(bottom),
    );
    path.line_to(pt(x + near), pt(bottom));
    path.cubic_to(pt(x + far), pt(bottom), pt(x), pt(bottom - far), pt(x), pt(bottom - near));
    path.line_to(pt(x), pt(y + near));
    path.cubic_to(pt(x), pt(y + far), pt(x + far), pt(y), pt(x + near), pt(y));
    path.close();
    path.finish()
}

fn paint(colour: RgbColour) -> Fill {
    let colour = rgb::Color::new(colour.0, colour.1, colour.2);
    Fill {
        paint: colour.into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}

fn stroke(edge: EdgeStroke) -> Stroke {
    let colour = rgb::Color::new(edge.colour.0, edge.colour.1, edge.colour.2);
    Stroke {
        paint: colour.into(),
        width: pt(edge.width),
        ..Stroke::default()
    }
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Option<Rect> {
    Rect::from_xywh(pt(x), pt(y), pt(width), pt(height))
}

/// A length as the file holds it.
#[expect(clippy::cast_possible_truncation, reason = "a page is small")]
fn pt(length: f64) -> f32 {
    length as f32
}
