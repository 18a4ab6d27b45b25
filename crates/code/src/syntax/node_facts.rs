//! Facts that nodes of a tree come to: calls, and what a tree query captured.

use tree_sitter::Node;

use super::{
    call::{CallSite, callee},
    graph::hollow_function,
    imports::ImportTable,
    languages::{LoadedGrammar, SyntaxNodeKind},
    node_parts::{own_decorators, parameters},
    source::{LONG, SourceFile, squeezed},
};
use crate::facts::SyntaxFact;

pub(super) fn call(call: &CallSite<'_, '_>, within: &str) -> SyntaxFact {
    let source = call.source;
    let arguments = call.positional().into_iter().map(|one| source.short(one)).collect();
    let keywords = call.named().into_iter();
    let keywords = keywords.map(|(name, value)| format!("{name}={}", source.short(value)));
    SyntaxFact::Call {
        callee: call.callee.to_owned(),
        arguments,
        keywords: keywords.collect(),
        within: within.to_owned(),
    }
}

pub(super) struct CaptureDescriber<'s> {
    pub(super) source: &'s SourceFile<'s>,
    pub(super) grammar: &'s LoadedGrammar,
}

impl CaptureDescriber<'_> {
    pub(super) fn of(&self, name: &str, node: Node<'_>) -> SyntaxFact {
        let source = self.source;
        match self.grammar.kind(node) {
            SyntaxNodeKind::Call => {
                let mut called = String::new();
                let imports = ImportTable::default();
                callee(&mut called, node, source, self.grammar, &imports);
                call(
                    &CallSite {
                        node,
                        source,
                        grammar: self.grammar,
                        callee: &called,
                        imports: &imports,
                    },
                    "",
                )
            }
            SyntaxNodeKind::Class => match (self.grammar.language.class)(source, node) {
                Some(class) => SyntaxFact::Class {
                    name: class.name,
                    bases: class.bases,
                    fields: class.fields,
                },
                None => self.words(name, node),
            },
            SyntaxNodeKind::Function if node.child_by_field_name("name").is_some() => {
                SyntaxFact::Function {
                    name: source.field(node, "name").unwrap_or_default().to_owned(),
                    parameters: parameters(source, node),
                    decorators: own_decorators(source, self.grammar, node),
                    hollow: hollow_function(node, self.source).map(str::to_owned),
                }
            }
            _ => self.words(name, node),
        }
    }

    /// Anything else by its words, under the name of its capture.
    fn words(&self, name: &str, node: Node<'_>) -> SyntaxFact {
        let text = squeezed(self.source.of(node), LONG);
        SyntaxFact::Text { name: name.to_owned(), text }
    }
}
