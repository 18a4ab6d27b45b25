//! What links can lead to, and which exhibits something leads to.

use std::collections::{BTreeMap, BTreeSet};

use crate::tree::{
    DocumentBlock, DocumentCard, DocumentSection, DocumentTree, InlineSpan, InlineText,
};

/// How much of a document a medium shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputMedium {
    /// It folds things away.
    Screen,
    /// It shows what stands instead.
    Print,
}

/// Lines of a file that print shows.
pub(crate) const PRINTED_LINES: usize = 12;

/// The parts of a folded block that a medium shows.
pub(crate) fn unfolded(
    folded: &crate::tree::CollapsibleBlock,
    medium: OutputMedium,
) -> &[DocumentBlock] {
    match medium {
        OutputMedium::Screen => &folded.blocks,
        OutputMedium::Print => &folded.instead,
    }
}

/// The heading of a card as one line: `Fees: PASS, 5 of 5`. What stands beside one without a chip may be long.
pub(crate) fn headed(card: &DocumentCard) -> String {
    let beside = card.aside.iter().filter_map(|span| match span {
        InlineSpan::Text { words } => Some(format!(", {words}")),
        _ => None,
    });
    match card.chip.as_str() {
        "" => card.title.clone(),
        chip => format!("{}: {chip}{}", card.title, beside.collect::<String>()),
    }
}

/// The ids that a medium shows.
#[derive(Debug, Default)]
pub(crate) struct AnchorIndex {
    linked: BTreeSet<String>,
    /// The heading that each id has, and that of the section around it.
    headings: BTreeMap<String, (String, String)>,
}

impl AnchorIndex {
    pub(crate) fn of(document: &DocumentTree, medium: OutputMedium) -> Self {
        let mut anchors = Self::default();
        anchors.walk(&document.blocks, medium, "");
        anchors
    }

    /// Whether a card stands on the page: an exhibit does where something leads to it.
    pub(crate) fn shows(&self, card: &DocumentCard) -> bool {
        !card.exhibit || self.linked.contains(&card.id)
    }

    /// The heading of an id, and that of the section around it; nothing where a link would lead nowhere.
    pub(crate) fn heading(&self, id: &str) -> Option<(&str, &str)> {
        let (own, around) = self.headings.get(id)?;
        Some((own, around))
    }

    fn walk(&mut self, blocks: &[DocumentBlock], medium: OutputMedium, around: &str) {
        for block in blocks {
            match block {
                DocumentBlock::Section(DocumentSection { id, title, blocks, .. }) => {
                    self.headings.insert(id.clone(), (title.clone(), title.clone()));
                    self.walk(blocks, medium, title);
                }
                DocumentBlock::Card(card) => {
                    self.headings
                        .insert(card.id.clone(), (headed(card), around.to_owned()));
                    self.inline(&card.aside);
                    self.walk(&card.blocks, medium, around);
                }
                DocumentBlock::Folded(folded) => {
                    self.walk(unfolded(folded, medium), medium, around);
                }
                DocumentBlock::Paragraph { words } | DocumentBlock::Callout { words } => {
                    self.inline(words);
                }
                DocumentBlock::Pairs { rows } => {
                    for (_, words) in rows {
                        self.inline(words);
                    }
                }
                DocumentBlock::Table(table) => {
                    table.rows.iter().flatten().for_each(|it| self.inline(it));
                }
                DocumentBlock::List(list) => {
                    for item in &list.items {
                        self.inline(&item.words);
                        let id = item.id.iter().cloned();
                        let place = (around.to_owned(), around.to_owned());
                        self.headings.extend(id.map(|id| (id, place.clone())));
                    }
                }
                _ => {}
            }
        }
    }

    fn inline(&mut self, words: &InlineText) {
        let links = words.iter().filter_map(|span| match span {
            InlineSpan::Link { to, .. } => Some(to.clone()),
            _ => None,
        });
        self.linked.extend(links);
    }
}
