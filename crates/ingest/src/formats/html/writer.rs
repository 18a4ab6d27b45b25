//! From the tree of a page to its text, without recursion.

use ego_tree::NodeRef;
use jurat_model::{
    Part, PartKind, Reader, ReferenceKind, Rendition, Span, Warning, WarningKind,
};
use scraper::{Html, Node, node::Element};

use super::element::{Role, hidden, role};
use crate::{
    Limits,
    formats::manuscript::{Manuscript, Open, OpenHeading, gist},
};

/// An address longer than this is data, not an address.
const TARGET_BYTES: usize = 2048;
const WARNINGS: usize = 32;

pub(super) struct Writer<'a> {
    script: Manuscript,
    page: &'a Html,
    /// Elements that are open, innermost last.
    open: Vec<Begun>,
    /// The numbers that the next items get; nothing for bullets.
    lists: Vec<Option<u64>>,
    /// A page that marks its main part has frames around it.
    has_main: bool,
    /// How many marked main parts we are in, how many verbatim stretches.
    main: usize,
    verbatim: usize,
    warnings: Vec<Warning>,
}

/// What an element has begun.
struct Begun {
    role: Role,
    open: Option<Open>,
    heading: Option<OpenHeading>,
    /// Cells of a row so far.
    cells: usize,
    is_main: bool,
    spoken: Option<usize>,
}

enum Visit<'a> {
    Enter(NodeRef<'a, Node>),
    Leave,
}

impl<'a> Writer<'a> {
    pub(super) fn new(limits: &Limits, page: &'a Html) -> Self {
        let mut elements = page.tree.nodes().filter_map(|node| node.value().as_element());
        Self {
            script: Manuscript::new(limits),
            page,
            open: Vec::new(),
            lists: Vec::new(),
            has_main: elements.any(is_main),
            main: 0,
            verbatim: 0,
            warnings: Vec::new(),
        }
    }

    pub(super) fn finish(self, reader: Reader) -> Rendition {
        let mut rendition = self.script.finish(reader);
        rendition.warnings.extend(self.warnings);
        rendition
    }

    pub(super) fn write(&mut self) {
        let mut visits = vec![Visit::Enter(self.page.tree.root())];
        while let Some(visit) = visits.pop() {
            match visit {
                Visit::Leave => self.leave(),
                Visit::Enter(node) => {
                    if self.enter(node) {
                        visits.push(Visit::Leave);
                    } else if !matches!(node.value(), Node::Document | Node::Fragment) {
                        continue;
                    }
                    visits.extend(node.children().rev().map(Visit::Enter));
                }
            }
        }
    }

    /// Whether the node was begun, and what is in it is to be read.
    fn enter(&mut self, node: NodeRef<'a, Node>) -> bool {
        match node.value() {
            Node::Text(words) if 0 < self.verbatim => self.script.lines(&words.text),
            Node::Text(words) => self.script.words(&words.text),
            Node::Element(element) => return self.begin(node, element),
            _ => {}
        }
        false
    }

    fn begin(&mut self, node: NodeRef<'a, Node>, element: &'a Element) -> bool {
        let role = role(element.name());
        if role == Role::Left || (role == Role::Frame && self.has_main && self.main == 0) {
            return false;
        }
        if let Some(why) = hidden(element) {
            self.left_out(node, why);
            return false;
        }
        let mut begun = Begun {
            role,
            open: None,
            heading: None,
            cells: 0,
            is_main: is_main(element),
            spoken: (element.attr("aria-hidden") == Some("true"))
                .then(|| self.script.text().len()),
        };
        self.main += usize::from(begun.is_main);
        match role {
            Role::Heading(depth) if !self.script.is_flat() => {
                begun.heading = Some(self.script.open_heading(depth));
            }
            Role::Heading(_) | Role::Paragraph => self.script.blank(),
            Role::Block | Role::Frame | Role::Break => self.script.line(),
            Role::List => {
                self.script.line();
                let first = element.attr("start").and_then(|start| start.parse().ok());
                self.lists.push((element.name() == "ol").then(|| first.unwrap_or(1)));
            }
            Role::Item => begun.open = Some(self.item(element)),
            Role::Row => {
                self.script.line();
                begun.open = Some(self.script.open(part(PartKind::Row)));
            }
            Role::Cell => self.cell(),
            Role::Link => begun.open = self.link(element),
            Role::Verbatim => {
                self.script.blank();
                self.verbatim += 1;
            }
            Role::Left | Role::Inline => {}
        }
        self.open.push(begun);
        true
    }

    fn leave(&mut self) {
        let Some(begun) = self.open.pop() else { return };
        self.main -= usize::from(begun.is_main);
        match begun.role {
            Role::List => {
                self.lists.pop();
            }
            Role::Cell => self.script.unflatten(),
            Role::Verbatim => self.verbatim = self.verbatim.saturating_sub(1),
            _ => {}
        }
        if let Some(heading) = begun.heading {
            self.script.close_heading(heading);
        }
        if let Some(open) = begun.open {
            self.script.close(open);
        }
        if let Some(from) = begun.spoken {
            self.unspoken(from);
        }
        match begun.role {
            Role::Paragraph | Role::Verbatim | Role::Heading(_) => self.script.blank(),
            Role::Block | Role::Frame | Role::List | Role::Item | Role::Row => {
                self.script.line()
            }
            _ => {}
        }
    }

    fn item(&mut self, element: &Element) -> Open {
        self.script.line();
        let depth = u8::try_from(self.lists.len()).unwrap_or(u8::MAX);
        let open = self.script.open(Part { depth, ..part(PartKind::Item) });
        let given = element.attr("value").and_then(|value| value.parse().ok());
        match self.lists.last_mut() {
            Some(Some(number)) => {
                let own = given.unwrap_or(*number);
                *number = own.saturating_add(1);
                self.script.words(&format!("{own}. "));
            }
            _ => self.script.words("- "),
        }
        open
    }

    fn cell(&mut self) {
        let row = self.open.iter_mut().rev().find(|begun| begun.role == Role::Row);
        let cells = row.map_or(0, |row| {
            row.cells += 1;
            row.cells
        });
        if 1 < cells {
            self.script.words(" | ");
        }
        self.script.flatten();
    }

    fn link(&mut self, element: &Element) -> Option<Open> {
        let target = element
            .attr("href")
            .map(str::trim)
            .filter(|target| !target.is_empty())?;
        let target = &target[..target.floor_char_boundary(TARGET_BYTES)];
        let kind = match target.starts_with('#') {
            true => ReferenceKind::Internal,
            false => ReferenceKind::External,
        };
        Some(self.script.refer(kind, target.to_owned()))
    }

    /// Hidden words stay out of the text; a person is told how they begin.
    fn left_out(&mut self, node: NodeRef<'a, Node>, why: &str) {
        if WARNINGS <= self.warnings.len() {
            return;
        }
        let mut words = String::new();
        for text in node
            .descendants()
            .filter_map(|below| below.value().as_text())
            .take(64)
        {
            words.push_str(&text.text);
            words.push(' ');
            if 1024 < words.len() {
                break;
            }
        }
        if !words.trim().is_empty() {
            let message = format!("words hidden by {why} were left out: {}", gist(&words));
            self.warnings
                .push(Warning { kind: WarningKind::HiddenText, span: None, message });
        }
    }

    /// Words that are seen but not read aloud stay in the text, and are flagged.
    fn unspoken(&mut self, from: usize) {
        let text = self.script.text();
        let words = text.get(from..).unwrap_or_default();
        let start = from + (words.len() - words.trim_start().len());
        if words.trim().is_empty() || WARNINGS <= self.warnings.len() {
            return;
        }
        let message = format!("words marked `aria-hidden`: {}", gist(words));
        let span = Some(Span { start, end: text.len() });
        self.warnings
            .push(Warning { kind: WarningKind::HiddenText, span, message });
    }
}

fn is_main(element: &Element) -> bool {
    matches!(element.name(), "main" | "article") || element.attr("role") == Some("main")
}

const fn part(kind: PartKind) -> Part {
    Part::new(kind, Span { start: 0, end: 0 })
}
