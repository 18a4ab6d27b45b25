//! Names with a type, and what is defined where.

use tree_sitter::Node;

use super::{
    node_parts,
    scope::ScopeKind,
    walk::{MOST_SYMBOLS, SyntaxWalk},
};
use crate::facts::{AstKind, SymbolDefinition, SyntaxFact};

impl<'s> SyntaxWalk<'s, '_> {
    pub(super) fn typed(&mut self, node: Node<'s>, depth: u32) {
        let Some(name) = node_parts::holder(self.source, node) else { return };
        if let Some(kind) = node.child_by_field_name("type") {
            self.typed_as(name, kind, node);
            if self.source.of(kind) == "Runtime" && self.grammar.language.name == "java" {
                self.second_name(name, "Runtime.getRuntime()".to_owned());
            }
        }
        self.open(depth, ScopeKind::Holder, name);
    }

    pub(super) fn typed_as(&mut self, name: &str, kind: Node<'s>, node: Node<'s>) {
        let outer = self.scopes.iter().rev().find(|scope| scope.sort != ScopeKind::Loop);
        let in_class = outer.is_some_and(|scope| scope.sort == ScopeKind::Class);
        if !in_class && !self.to.wanted.asks(AstKind::Annotation) {
            return;
        }
        let target = if self.within.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.within)
        };
        if in_class && node_parts::is_name(name) {
            self.symbol(target.clone(), node);
        }
        self.annotation(&target, kind, node);
    }

    pub(super) fn annotation(&mut self, target: &str, kind: Node<'s>, node: Node<'s>) {
        let source = self.source;
        let last = target.rsplit('.').next().unwrap_or(target);
        self.to
            .wanted
            .offer((AstKind::Annotation, source, node), &[target, last], || {
                let text = source.short(kind).trim_start_matches([':', ' ']).to_owned();
                SyntaxFact::Annotation { target: target.to_owned(), text }
            });
    }

    pub(super) fn symbol(&mut self, name: String, node: Node<'s>) {
        if self.to.symbols.len() < MOST_SYMBOLS {
            let path = self.source.path.to_owned();
            self.to.symbols.push(SymbolDefinition {
                name,
                path,
                line: self.source.line_of(node),
            });
        }
    }
}
