//! From the tree of a page to its text, without recursion.

use ego_tree::NodeRef;
use jurat_model::{
    ByteSpan, PartKind, ReaderIdentity, ReferenceKind, Rendition, RenditionPart,
    RenditionWarning, WarningKind,
};
use scraper::{Html, Node, node::Element};

use super::{
    element_role::{HtmlElementRole, hidden, role},
    hidden_selectors::HiddenSelectors,
};
use crate::{
    FileLimits,
    formats::rendition_builder::{OpenHeading, OpenTextRange, RenditionBuilder, gist},
};

/// An address longer than this is data, not an address.
const TARGET_BYTES: usize = 2048;
const WARNINGS: usize = 32;

pub(super) struct HtmlTextWriter<'a> {
    script: RenditionBuilder,
    page: &'a Html,
    sheet: HiddenSelectors,
    /// Elements that are open, innermost last.
    open: Vec<OpenHtmlElement>,
    /// The numbers that the next items get; nothing for bullets.
    lists: Vec<Option<u64>>,
    /// A page that marks its main part has frames around it.
    has_main: bool,
    /// How many marked main parts we are in, how many verbatim stretches.
    main: usize,
    verbatim: usize,
    warnings: Vec<RenditionWarning>,
}

/// What an element has begun.
struct OpenHtmlElement {
    role: HtmlElementRole,
    open: Option<OpenTextRange>,
    heading: Option<OpenHeading>,
    /// Cells of a row so far.
    cells: usize,
    is_main: bool,
    /// Where words begin that stay, but need saying something of.
    flagged: Option<(usize, &'static str)>,
}

enum TreeVisit<'a> {
    Enter(NodeRef<'a, Node>),
    Leave,
}

impl<'a> HtmlTextWriter<'a> {
    pub(super) fn new(limits: &FileLimits, page: &'a Html) -> Self {
        let mut elements = page.tree.nodes().filter_map(|node| node.value().as_element());
        Self {
            script: RenditionBuilder::new(limits),
            page,
            sheet: HiddenSelectors::of(page),
            open: Vec::new(),
            lists: Vec::new(),
            has_main: elements.any(is_main),
            main: 0,
            verbatim: 0,
            warnings: Vec::new(),
        }
    }

    pub(super) fn finish(self, reader: ReaderIdentity) -> Rendition {
        let mut rendition = self.script.finish(reader);
        rendition.warnings.extend(self.warnings);
        rendition
    }

    pub(super) fn write(&mut self) {
        let mut visits = vec![TreeVisit::Enter(self.page.tree.root())];
        while let Some(visit) = visits.pop() {
            match visit {
                TreeVisit::Leave => self.leave(),
                TreeVisit::Enter(node) => {
                    if self.enter(node) {
                        visits.push(TreeVisit::Leave);
                    } else if !matches!(node.value(), Node::Document | Node::Fragment) {
                        continue;
                    }
                    visits.extend(node.children().rev().map(TreeVisit::Enter));
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
        if role == HtmlElementRole::Left
            || (role == HtmlElementRole::Frame && self.has_main && self.main == 0)
        {
            return false;
        }
        if let Some(why) = hidden(element) {
            self.left_out(node, why);
            return false;
        }
        let mut begun = OpenHtmlElement {
            role,
            open: None,
            heading: None,
            cells: 0,
            is_main: is_main(element),
            flagged: self.flag(element).map(|why| (self.script.text().len(), why)),
        };
        self.main += usize::from(begun.is_main);
        match role {
            HtmlElementRole::Heading(depth) if !self.script.is_flat() => {
                begun.heading = Some(self.script.open_heading(depth));
            }
            HtmlElementRole::Heading(_) | HtmlElementRole::Paragraph => self.script.blank(),
            HtmlElementRole::Block | HtmlElementRole::Frame | HtmlElementRole::Break => {
                self.script.line();
            }
            HtmlElementRole::List => {
                self.script.line();
                let first = element.attr("start").and_then(|start| start.parse().ok());
                self.lists.push((element.name() == "ol").then(|| first.unwrap_or(1)));
            }
            HtmlElementRole::Item => begun.open = Some(self.item(element)),
            HtmlElementRole::Row => {
                self.script.line();
                begun.open = Some(self.script.open(part(PartKind::Row)));
            }
            HtmlElementRole::Cell => self.cell(),
            HtmlElementRole::Link => {
                // Links side by side are set apart by their style.
                let before = node.prev_sibling().and_then(|before| before.value().as_element());
                if before.is_some_and(|before| before.name() == "a") {
                    self.script.space();
                }
                begun.open = self.link(element);
            }
            HtmlElementRole::Verbatim => {
                self.script.blank();
                self.verbatim += 1;
            }
            HtmlElementRole::Left | HtmlElementRole::Inline => {}
        }
        self.open.push(begun);
        true
    }

    fn leave(&mut self) {
        let Some(begun) = self.open.pop() else { return };
        self.main -= usize::from(begun.is_main);
        match begun.role {
            HtmlElementRole::List => {
                self.lists.pop();
            }
            HtmlElementRole::Cell => self.script.unflatten(),
            HtmlElementRole::Verbatim => self.verbatim = self.verbatim.saturating_sub(1),
            _ => {}
        }
        if let Some(heading) = begun.heading {
            self.script.close_heading(heading);
        }
        if let Some(open) = begun.open {
            self.script.close(open);
        }
        if let Some((from, why)) = begun.flagged {
            self.doubtful(from, why);
        }
        match begun.role {
            HtmlElementRole::Paragraph
            | HtmlElementRole::Verbatim
            | HtmlElementRole::Heading(_) => self.script.blank(),
            HtmlElementRole::Block
            | HtmlElementRole::Frame
            | HtmlElementRole::List
            | HtmlElementRole::Item
            | HtmlElementRole::Row => {
                self.script.line();
            }
            _ => {}
        }
    }

    fn item(&mut self, element: &Element) -> OpenTextRange {
        self.script.line();
        let depth = u8::try_from(self.lists.len()).unwrap_or(u8::MAX);
        let open = self.script.open(RenditionPart { depth, ..part(PartKind::Item) });
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
        let row = self
            .open
            .iter_mut()
            .rev()
            .find(|begun| begun.role == HtmlElementRole::Row);
        let cells = row.map_or(0, |row| {
            row.cells += 1;
            row.cells
        });
        if 1 < cells {
            self.script.words(" | ");
        }
        self.script.flatten();
    }

    fn link(&mut self, element: &Element) -> Option<OpenTextRange> {
        let target = element
            .attr("href")
            .map(str::trim)
            .filter(|target| !target.is_empty())?;
        let target = &target[..target.floor_char_boundary(TARGET_BYTES)];
        let inside = target.starts_with('#');
        let kind = if inside { ReferenceKind::Internal } else { ReferenceKind::External };
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
            self.warnings.push(RenditionWarning {
                kind: WarningKind::HiddenText,
                span: None,
                message,
            });
        }
    }

    /// Why words may not be seen, though nothing in their own element hides them.
    fn flag(&self, element: &Element) -> Option<&'static str> {
        if element.attr("aria-hidden") == Some("true") {
            return Some("words marked `aria-hidden`");
        }
        self.sheet
            .hides(element)
            .then_some("words that a style sheet of the page hides")
    }

    /// Words that some see and some do not stay in the text, and are flagged.
    fn doubtful(&mut self, from: usize, why: &str) {
        let text = self.script.text();
        let words = text.get(from..).unwrap_or_default();
        let start = from + (words.len() - words.trim_start().len());
        if words.trim().is_empty() || WARNINGS <= self.warnings.len() {
            return;
        }
        let message = format!("{why}: {}", gist(words));
        let span = Some(ByteSpan { start, end: text.len() });
        self.warnings
            .push(RenditionWarning { kind: WarningKind::HiddenText, span, message });
    }
}

fn is_main(element: &Element) -> bool {
    matches!(element.name(), "main" | "article") || element.attr("role") == Some("main")
}

const fn part(kind: PartKind) -> RenditionPart {
    RenditionPart::new(kind, ByteSpan { start: 0, end: 0 })
}
