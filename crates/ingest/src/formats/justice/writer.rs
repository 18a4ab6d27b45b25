//! From the elements of an act to its text, parts and references.

use std::collections::BTreeMap;

use jurat_model::{
    ByteSpan, InForceStatus, PartKind, ReaderIdentity, ReferenceKind, Rendition, RenditionPart,
};
use quick_xml::events::BytesStart;

use super::element::{ActElement, ActMetadataField, TermLanguage};
use crate::{
    FileLimits,
    formats::{
        rendition_builder::{OpenHeading, OpenTextRange, RenditionBuilder, one_line},
        xml::attribute,
    },
};

/// The text of an act as it grows.
pub(super) struct ActTextWriter {
    script: RenditionBuilder,
    frames: Vec<OpenActElement>,
    /// Where text byte 0 lies in the raw bytes, if they were not converted.
    shift: Option<usize>,
    /// Words that go elsewhere than into the text.
    aside: Option<String>,
    /// How many elements deep we are in something that is not read.
    muted: usize,
    /// How many elements deep we are in words that would be inserted elsewhere.
    quoted: usize,
    french: bool,
    /// Whether what is read is law.
    standing: InForceStatus,
    about: ActMetadata,
}

/// What an act says of itself.
#[derive(Default)]
pub(super) struct ActMetadata {
    pub(super) title: Option<String>,
    pub(super) values: BTreeMap<String, String>,
}

struct OpenActElement {
    element: ActElement,
    open: Option<OpenTextRange>,
    heading: Option<OpenHeading>,
    /// How it and all above it are cited.
    path: String,
    depth: u8,
    /// It has its label, but no words yet.
    bare: bool,
    /// Where its words begin, how many headings were open, how many cells it has had.
    mark: usize,
}

impl ActTextWriter {
    pub(super) fn new(limits: &FileLimits, shift: Option<usize>) -> Self {
        Self {
            script: RenditionBuilder::new(limits),
            frames: Vec::new(),
            shift,
            aside: None,
            muted: 0,
            quoted: 0,
            french: false,
            standing: InForceStatus::InForce,
            about: ActMetadata::default(),
        }
    }

    pub(super) fn finish(self, reader: ReaderIdentity) -> (Rendition, ActMetadata) {
        (self.script.finish(reader), self.about)
    }

    pub(super) fn words(&mut self, words: &str) {
        if 0 < self.muted {
            return;
        }
        match &mut self.aside {
            Some(aside) => aside.push_str(words),
            None => self.script.words(words),
        }
    }

    pub(super) fn start(&mut self, start: &BytesStart<'_>) {
        let element = ActElement::named(start.local_name().into_inner());
        let above = self.frames.last();
        let mut frame = OpenActElement {
            element,
            open: None,
            heading: None,
            path: above.map(|above| above.path.clone()).unwrap_or_default(),
            depth: above.map_or(0, |above| above.depth),
            bare: false,
            mark: 0,
        };
        let unread = element == ActElement::Left
            || (self.aside.is_some() && element == ActElement::History);
        if 0 < self.muted || unread {
            self.muted += 1;
        } else if self.aside.is_some() {
            self.words(if element == ActElement::LineBreak { " " } else { "" });
        } else {
            self.begin(&mut frame, start);
        }
        self.frames.push(frame);
    }

    fn begin(&mut self, frame: &mut OpenActElement, start: &BytesStart<'_>) {
        match frame.element {
            ActElement::Root => self.root(start),
            ActElement::Provision(kind) => self.provision(frame, kind, start),
            ActElement::Definition => self.provision(frame, PartKind::Item, start),
            ActElement::Heading | ActElement::ScheduleHeading => self.heading(frame, start),
            ActElement::Schedule | ActElement::Related => {
                frame.mark = self.script.headings_above();
                if frame.element == ActElement::Schedule {
                    self.script.close_under(0);
                    frame.mark = 0;
                    self.standing = match attribute(start, "id").as_deref() {
                        Some("NifProvs") => InForceStatus::NotInForce,
                        Some("RelatedProvs") => InForceStatus::Related,
                        _ => InForceStatus::InForce,
                    };
                }
                frame.path.clear();
                self.script.blank();
            }
            ActElement::Quoted => {
                self.quoted += 1;
                self.script.line();
            }
            element if goes_aside(element) => self.aside = Some(String::new()),
            ActElement::External => {
                let target = attribute(start, "link").unwrap_or_default();
                frame.open = Some(self.script.refer(ReferenceKind::External, target));
            }
            ActElement::Internal => {
                frame.open = Some(self.script.refer(ReferenceKind::Internal, String::new()));
            }
            ActElement::Repealed | ActElement::Term(_) => {
                // A repealed term is followed by the repeal without a space.
                if frame.element == ActElement::Repealed {
                    self.script.space();
                }
                frame.mark = self.script.text().len();
            }
            ActElement::Row => {
                self.script.line();
                frame.open = Some(self.script.open(part(PartKind::Row)));
            }
            ActElement::Cell => self.cell(),
            ActElement::Block => self.next_line(),
            ActElement::LineBreak => self.script.line(),
            _ => {}
        }
    }

    fn root(&mut self, start: &BytesStart<'_>) {
        let keys =
            [("lang", "language"), ("lastAmendedDate", "date"), ("current-date", "current_to")];
        for (name, key) in keys {
            if let Some(value) = attribute(start, name) {
                self.french |= key == "language" && value.starts_with("fr");
                self.about.values.insert(key.to_owned(), value);
            }
        }
    }

    fn provision(
        &mut self,
        frame: &mut OpenActElement,
        kind: PartKind,
        start: &BytesStart<'_>,
    ) {
        let is_section = start.local_name().into_inner() == "Section";
        if is_section && self.quoted == 0 {
            self.script.blank();
        }
        self.next_line();
        if 0 < self.quoted {
            return;
        }
        let above = self.frames.last().map_or(0, |above| above.depth);
        frame.depth = above.max(self.script.depth()).saturating_add(1);
        let part = RenditionPart {
            depth: frame.depth,
            id: attribute(start, "id"),
            in_force: attribute(start, "inforce-start-date"),
            standing: self.standing,
            ..part(kind)
        };
        frame.open = Some(self.script.open(part));
    }

    fn heading(&mut self, frame: &mut OpenActElement, start: &BytesStart<'_>) {
        if 0 < self.quoted {
            self.script.line();
            return;
        }
        let within =
            |seen: fn(ActElement) -> bool| self.frames.iter().any(|frame| seen(frame.element));
        let in_schedule = within(|element| element == ActElement::Schedule);
        let directly = self
            .frames
            .last()
            .is_some_and(|above| above.element == ActElement::Schedule);
        let level = attribute(start, "level").and_then(|level| level.parse::<u8>().ok());
        let depth = match (frame.element, in_schedule) {
            (ActElement::ScheduleHeading, _) => 1 + u8::from(!directly),
            (_, false) => level.unwrap_or(1).clamp(1, 16),
            (_, true) => level.unwrap_or(1).clamp(1, 16) + 1,
        };
        let heading = self.script.open_heading(depth);
        let (id, day) = (attribute(start, "id"), attribute(start, "inforce-start-date"));
        let standing = self.standing;
        for part in self.script.heading_parts(heading) {
            part.standing = standing;
            part.id.clone_from(&id);
            part.in_force.clone_from(&day);
        }
        frame.heading = Some(heading);
    }

    fn cell(&mut self) {
        let cells = self.frames.last_mut().map(|row| {
            row.mark += 1;
            row.mark
        });
        if cells.is_some_and(|cells| 1 < cells) {
            self.script.words(" | ");
        }
        self.script.flatten();
    }

    /// A new line, unless the one above has only its label yet.
    fn next_line(&mut self) {
        let bare = self
            .frames
            .last_mut()
            .is_some_and(|above| std::mem::take(&mut above.bare));
        if bare { self.script.space() } else { self.script.line() }
    }

    pub(super) fn end(&mut self, raw: ByteSpan) {
        let Some(mut frame) = self.frames.pop() else { return };
        if 0 < self.muted {
            self.muted -= 1;
            return;
        }
        if self.aside.is_some() {
            // An inner label of a note belongs to the note.
            let outermost = !self.frames.iter().any(|above| goes_aside(above.element));
            if goes_aside(frame.element) && outermost {
                let words = one_line(&self.aside.take().unwrap_or_default());
                self.aside_ends(frame.element, words);
            }
            return;
        }
        match frame.element {
            ActElement::Heading | ActElement::ScheduleHeading => self.heading_ends(&frame, raw),
            ActElement::Schedule | ActElement::Related => {
                self.script.close_under(frame.mark);
                if frame.element == ActElement::Schedule {
                    self.standing = InForceStatus::InForce;
                }
            }
            ActElement::Quoted => {
                self.quoted = self.quoted.saturating_sub(1);
                self.script.line();
            }
            ActElement::Internal | ActElement::External => self.reference_ends(&frame),
            ActElement::Repealed => self.repeal(&frame),
            ActElement::Term(language) => self.term(&frame, language),
            ActElement::Cell => self.script.unflatten(),
            ActElement::Block => self.script.line(),
            _ => {}
        }
        if let Some(open) = frame.open.take() {
            let shift = self.shift;
            if let Some(part) = self.script.part_mut(open) {
                part.raw =
                    shift.map(|by| ByteSpan { start: raw.start + by, end: raw.end + by });
            }
            self.script.close(open);
        }
        if matches!(
            frame.element,
            ActElement::Provision(_) | ActElement::Definition | ActElement::Row
        ) {
            self.script.line();
        }
    }

    fn aside_ends(&mut self, element: ActElement, words: String) {
        match element {
            ActElement::Label => self.label(&words),
            ActElement::MarginalNote => {
                if let Some(part) = self.innermost() {
                    part.title = Some(words);
                }
            }
            ActElement::History => self.field("history", words),
            ActElement::Note => self.field("note", words),
            ActElement::About(about) => self.tell(about, words),
            _ => {}
        }
    }

    fn label(&mut self, own: &str) {
        let Some((frame, above)) = self.frames.split_last_mut() else { return };
        match frame.element {
            ActElement::Provision(_) | ActElement::Definition => {
                frame.bare = true;
                let first = !above.iter().any(|above| is_provision(above.element));
                let comma = if first && !frame.path.is_empty() { ", " } else { "" };
                // A section of another act is cited by that act, which its path names already,
                // sometimes down to the subsection.
                let related = |nth: usize| {
                    let above = above.iter().rev().nth(nth);
                    above.is_some_and(|above| above.element == ActElement::Related)
                };
                let is_named = related(0) || (related(1) && frame.path.ends_with(own));
                if !is_named {
                    frame.path = short(format!("{}{comma}{own}", frame.path));
                }
            }
            ActElement::Heading | ActElement::ScheduleHeading => {
                frame.path = short(own.to_owned());
            }
            _ => {}
        }
        let path = Some(frame.path.clone()).filter(|path| !path.is_empty());
        if let Some(part) = frame.open.and_then(|open| self.script.part_mut(open)) {
            part.label = path;
        }
        self.script.words(own);
        self.script.space();
    }

    fn heading_ends(&mut self, frame: &OpenActElement, raw: ByteSpan) {
        let Some(heading) = frame.heading else {
            self.script.line();
            return;
        };
        self.script.close_heading(heading);
        let shift = self.shift;
        let own = Some(frame.path.clone()).filter(|_| self.has_label(frame));
        let parts = self.script.heading_parts(heading);
        let title = parts[0].title.clone().unwrap_or_default();
        for part in parts {
            part.label.clone_from(&own);
            part.raw = shift.map(|by| ByteSpan { start: raw.start + by, end: raw.end + by });
        }
        let Some(above) = self.frames.last_mut() else { return };
        if matches!(above.element, ActElement::Schedule | ActElement::Related)
            && above.path.is_empty()
        {
            let cite = title.trim_start_matches(['—', '–', '-', ' ']);
            above.path = own.unwrap_or_else(|| short(cite.to_owned()));
        }
    }

    /// Whether a heading had a label of its own: its path differs from what it inherited.
    fn has_label(&self, frame: &OpenActElement) -> bool {
        let above = self
            .frames
            .last()
            .map(|above| above.path.as_str())
            .unwrap_or_default();
        !frame.path.is_empty() && frame.path != above
    }

    fn reference_ends(&mut self, frame: &OpenActElement) {
        let Some(open) = frame.open else { return };
        let words = one_line(self.script.so_far(open));
        if self.script.target(open).is_some_and(str::is_empty) {
            self.script.aim(open, words);
        }
    }

    fn repeal(&mut self, frame: &OpenActElement) {
        let words = self.script.text().get(frame.mark..).map(one_line).unwrap_or_default();
        self.field("repealed", words);
        let provision = self.frames.iter().rev().find_map(|frame| frame.open);
        let repealed = provision.filter(|open| {
            // A repealed item leaves the rest of its section law.
            let so_far = one_line(self.script.so_far(*open));
            so_far
                .find('[')
                .is_some_and(|at| so_far[..at].split_whitespace().count() < 4)
        });
        if let Some(part) = repealed.and_then(|open| self.script.part_mut(open)) {
            part.standing = InForceStatus::Repealed;
        }
    }

    /// The term that a definition defines, in the language of the act.
    fn term(&mut self, frame: &OpenActElement, language: TermLanguage) {
        let own = (language == TermLanguage::French) == self.french;
        let words = self.script.text().get(frame.mark..).map(one_line).unwrap_or_default();
        let place = self
            .frames
            .iter()
            .rposition(|above| above.element == ActElement::Definition);
        let Some(above) = place.filter(|_| own).and_then(|at| self.frames.get_mut(at)) else {
            return;
        };
        let Some(part) = above.open.and_then(|open| self.script.part_mut(open)) else { return };
        if part.title.is_none() && !words.is_empty() {
            above.path = short(format!("{} “{words}”", above.path).trim_start().to_owned());
            part.label = Some(above.path.clone());
            part.title = Some(words);
        }
    }

    fn tell(&mut self, about: ActMetadataField, words: String) {
        if words.is_empty() {
            return;
        }
        if about == ActMetadataField::Number {
            self.about.values.entry("number".to_owned()).or_insert(words);
            return;
        }
        self.script.line();
        self.script.words(&words);
        self.script.line();
        if about == ActMetadataField::ShortTitle || self.about.title.is_none() {
            self.about.title = Some(words);
        }
    }

    /// The part of the innermost provision.
    fn innermost(&mut self) -> Option<&mut RenditionPart> {
        let open = self.frames.last()?.open?;
        self.script.part_mut(open)
    }

    /// Something to be known about the innermost provision, apart from its words.
    fn field(&mut self, name: &str, value: String) {
        let path = self.frames.last().map(|above| above.path.clone()).unwrap_or_default();
        if !value.is_empty() && self.quoted == 0 {
            self.script.field(format!("{name}:{path}"), value);
        }
    }
}

/// Whether the words of an element stay out of the text at first.
const fn goes_aside(element: ActElement) -> bool {
    matches!(
        element,
        ActElement::Label
            | ActElement::MarginalNote
            | ActElement::History
            | ActElement::Note
            | ActElement::About(_)
    )
}

const fn is_provision(element: ActElement) -> bool {
    matches!(element, ActElement::Provision(_) | ActElement::Definition)
}

/// A label is short; a hostile one must not be copied to everything below it.
fn short(mut path: String) -> String {
    const BYTES: usize = 240;
    path.truncate(path.floor_char_boundary(BYTES));
    path
}

const fn part(kind: PartKind) -> RenditionPart {
    RenditionPart::new(kind, ByteSpan { start: 0, end: 0 })
}
