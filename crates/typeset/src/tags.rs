//! What is read aloud and in which order: the tree of tags, filled as pages are drawn.

use std::num::NonZeroU16;

use krilla::tagging::{
    Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree,
};

use crate::description::PartRole;

/// The place of a tag in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TagPlace(usize);

/// The tree while it grows.
#[derive(Debug)]
pub(crate) struct TagArena {
    nodes: Vec<TagNode>,
}

#[derive(Debug)]
struct TagNode {
    /// None for words, which belong to the tag above.
    kind: Option<TagKind>,
    children: Vec<TagPlace>,
    drawn: Vec<Identifier>,
}

impl TagArena {
    pub(crate) const ROOT: TagPlace = TagPlace(0);

    pub(crate) fn new() -> Self {
        let root = TagNode {
            kind: None,
            children: Vec::new(),
            drawn: Vec::new(),
        };
        Self { nodes: vec![root] }
    }

    pub(crate) fn group(&mut self, above: TagPlace, kind: impl Into<TagKind>) -> TagPlace {
        self.push(above, Some(kind.into()))
    }

    /// A place for words.
    pub(crate) fn words(&mut self, above: TagPlace) -> TagPlace {
        self.push(above, None)
    }

    /// The tag of a part of a text.
    pub(crate) fn part(
        &mut self,
        above: TagPlace,
        role: &PartRole,
        (title, language): (&str, Option<&str>),
    ) -> TagPlace {
        let language = language.map(str::to_owned);
        match role {
            PartRole::Bare => above,
            PartRole::Paragraph => self.group(above, Tag::P.with_lang(language)),
            PartRole::Quote => {
                let quote = self.group(above, Tag::BlockQuote.with_lang(language));
                self.group(quote, Tag::P)
            }
            PartRole::Heading { level, .. } => {
                let level = NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN);
                let title = Some(title.to_owned());
                self.group(above, Tag::Hn(level, title).with_lang(language))
            }
        }
    }

    pub(crate) fn list(&mut self, above: TagPlace, is_numbered: Option<bool>) -> TagPlace {
        let numbering = match is_numbered {
            Some(true) => ListNumbering::Decimal,
            Some(false) => ListNumbering::Disc,
            None => ListNumbering::None,
        };
        self.group(above, Tag::L(numbering))
    }

    pub(crate) fn head_cell(&mut self, row: TagPlace) -> TagPlace {
        self.group(row, Tag::TH(TableHeaderScope::Column))
    }

    /// Says what was drawn for a tag.
    pub(crate) fn drew(&mut self, place: TagPlace, identifier: Identifier) {
        self.nodes[place.0].drawn.push(identifier);
    }

    pub(crate) fn finish(self) -> TagTree {
        let mut tree = TagTree::new();
        for child in self.children(Self::ROOT) {
            tree.push(child);
        }
        tree
    }

    fn push(&mut self, above: TagPlace, kind: Option<TagKind>) -> TagPlace {
        let place = TagPlace(self.nodes.len());
        self.nodes
            .push(TagNode { kind, children: Vec::new(), drawn: Vec::new() });
        self.nodes[above.0].children.push(place);
        place
    }

    fn children(&self, place: TagPlace) -> Vec<Node> {
        let node = &self.nodes[place.0];
        let mut children: Vec<Node> = Vec::new();
        for below in &node.children {
            match &self.nodes[below.0].kind {
                None => children.extend(self.children(*below)),
                Some(kind) => {
                    let inner = self.children(*below);
                    // Only a cell says something where it is empty: that its row goes on.
                    let is_cell = matches!(kind, TagKind::TD(_) | TagKind::TH(_));
                    if is_cell || !inner.is_empty() {
                        children.push(TagGroup::with_children(kind.clone(), inner).into());
                    }
                }
            }
        }
        children.extend(node.drawn.iter().copied().map(Node::from));
        children
    }
}
