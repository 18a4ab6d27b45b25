//! One walk over the tree of one file, with a cursor and a list of what is open.
//!
//! Nothing here calls itself: a file may nest as deeply as it likes.

use std::ops::Range;

use tree_sitter::{Node, Tree};

use super::{
    FactCollectors,
    call::{CallSite, callee},
    graph::hollow_function,
    imports::ImportTable,
    languages::{LoadedGrammar, SyntaxNodeKind},
    node_facts, node_parts,
    scope::{InlineTests, OpenScope, ScopeKind},
    source::{LONG, SourceFile, squeezed},
};
use crate::facts::{AstKind, FileRole, SyntaxFact};

/// Names that are kept of a repository.
pub(super) const MOST_SYMBOLS: usize = 200_000;

/// Bytes of a name with all that it lies in.
const MOST_NAME: usize = 240;

/// Words from which on a text counts as one.
const TEXT_WORDS: usize = 20;

pub(super) struct SyntaxWalk<'s, 'g> {
    pub(super) source: &'s SourceFile<'s>,
    pub(super) grammar: &'s LoadedGrammar,
    /// Of where the walk is: tests may stand within the product.
    role: FileRole,
    tests: InlineTests,
    pub(super) to: FactCollectors<'g>,
    pub(super) imports: ImportTable,
    pub(super) scopes: Vec<OpenScope<'s>>,
    /// Classes and functions that are open, as `Store.load`.
    pub(super) within: String,
    /// Decorators whose function or class is yet to come, with their depth.
    pending: Vec<(u32, String)>,
    /// Comments and bare texts.
    prose: Vec<Range<usize>>,
    /// Where the text ends that was last taken: its parts are none of their own.
    text_end: usize,
    /// Kept between calls so that its memory is.
    callee: String,
    pub(super) full: String,
    /// Where the name stands that was last defined: it is not said there.
    defined: usize,
    /// All that the node in hand lies in, from the outside in. To ask a node for what it lies in
    /// costs as much as it lies deep.
    around: Vec<Node<'s>>,
}

impl<'s, 'g> SyntaxWalk<'s, 'g> {
    pub(super) fn new(
        source: &'s SourceFile<'s>,
        grammar: &'s LoadedGrammar,
        role: FileRole,
        to: FactCollectors<'g>,
    ) -> Self {
        Self {
            source,
            grammar,
            role,
            tests: InlineTests { of_file: role, mark: None, end: 0 },
            to,
            imports: ImportTable::default(),
            scopes: Vec::new(),
            within: String::new(),
            pending: Vec::new(),
            prose: Vec::new(),
            text_end: 0,
            callee: String::new(),
            full: String::new(),
            defined: usize::MAX,
            around: Vec::new(),
        }
    }

    /// Walks it all. Yields where comments and bare texts lie, in order.
    pub(super) fn over(mut self, tree: &'s Tree) -> Vec<Range<usize>> {
        self.to.notes.begin(
            self.source,
            self.grammar.language.name,
            self.role,
            tree.root_node(),
        );
        self.to.findings.begin(self.source, self.grammar, tree.root_node());
        self.foresee(tree.root_node());
        let mut cursor = tree.walk();
        let mut depth = 0;
        loop {
            let node = cursor.node();
            if self.visit(node, depth) && cursor.goto_first_child() {
                self.around.push(node);
                depth += 1;
                continue;
            }
            self.leave(depth);
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    self.to.notes.end(self.source, self.imports);
                    return self.prose;
                }
                depth -= 1;
                self.around.pop();
                self.leave(depth);
            }
        }
    }

    /// Closes what was opened at a depth.
    fn leave(&mut self, depth: u32) {
        while let Some(scope) = self.scopes.pop_if(|scope| depth <= scope.depth) {
            self.within.truncate(scope.before);
            match scope.sort {
                ScopeKind::Loop => self.to.notes.leave_loop(),
                ScopeKind::Class | ScopeKind::Function => self.imports.leave(scope.depth),
                ScopeKind::Holder => {}
            }
        }
    }

    /// Looks at one node. Yields whether to look into it.
    fn visit(&mut self, node: Node<'s>, depth: u32) -> bool {
        let kind = self.grammar.kind(node);
        match kind {
            SyntaxNodeKind::Other => return true,
            SyntaxNodeKind::Name => return self.name(node),
            _ => {}
        }
        self.in_tests(node, kind, depth);
        match kind {
            SyntaxNodeKind::Comment => return self.comment(node),
            SyntaxNodeKind::Statement => return self.statement(node),
            SyntaxNodeKind::Decorator => self.decorator(node, depth),
            SyntaxNodeKind::Class => self.class(node, depth),
            SyntaxNodeKind::Function => self.function(node, depth),
            SyntaxNodeKind::Call => self.call(node),
            SyntaxNodeKind::Import => self.import(node),
            SyntaxNodeKind::Text => self.text(node),
            SyntaxNodeKind::Holder => self.holder(node, depth),
            SyntaxNodeKind::Typed => self.typed(node, depth),
            SyntaxNodeKind::Return => self.to.notes.returns(node, self.source, &self.within),
            SyntaxNodeKind::Loop => {
                self.to.notes.enter_loop(node, self.source);
                self.open(depth, ScopeKind::Loop, "");
            }
            SyntaxNodeKind::Markup => self.to.findings.markup(self.source, node, self.role),
            SyntaxNodeKind::Module | SyntaxNodeKind::Name | SyntaxNodeKind::Other => {}
        }
        true
    }

    /// A name has no parts.
    fn name(&mut self, node: Node<'s>) -> bool {
        self.to.said.add(self.source.of(node), self.role);
        if self.to.notes.listens() && node.start_byte() != self.defined {
            self.to.notes.says(node, &self.around, self.source, &self.within);
        }
        false
    }

    /// Keeps up with where tests begin and end.
    fn in_tests(&mut self, node: Node<'s>, kind: SyntaxNodeKind, depth: u32) {
        if self.tests.end != 0 && self.tests.end <= node.start_byte() {
            self.tests.end = 0;
            self.role = self.tests.of_file;
            self.to.wanted.in_tests(false);
        }
        if matches!(kind, SyntaxNodeKind::Decorator | SyntaxNodeKind::Comment) {
            return;
        }
        if self.tests.mark.take() == Some(depth) && self.tests.end == 0 {
            self.tests.end = node.end_byte();
            self.role = FileRole::Test;
            self.to.wanted.in_tests(true);
        }
        if matches!(
            kind,
            SyntaxNodeKind::Import | SyntaxNodeKind::Holder | SyntaxNodeKind::Module
        ) {
            self.pending.retain(|(at, _)| *at < depth);
        }
    }

    pub(super) fn open(&mut self, depth: u32, sort: ScopeKind, name: &'s str) {
        let before = self.within.len();
        self.scopes.push(OpenScope { depth, sort, name, before });
    }

    /// Opens a class or function; its name joins those around it.
    fn open_named(&mut self, depth: u32, sort: ScopeKind, name: &str) {
        self.open(depth, sort, "");
        if self.within.len() + name.len() < MOST_NAME {
            if !self.within.is_empty() {
                self.within.push('.');
            }
            self.within.push_str(name);
        }
    }

    fn comment(&mut self, node: Node<'s>) -> bool {
        self.prose.push(node.byte_range());
        false
    }

    /// A text that stands for itself is a comment by another name.
    fn statement(&mut self, node: Node<'s>) -> bool {
        let only = (node.named_child_count() == 1).then(|| node.named_child(0)).flatten();
        match only.filter(|only| self.grammar.kind(*only) == SyntaxNodeKind::Text) {
            Some(_) => self.comment(node),
            None => true,
        }
    }

    fn decorator(&mut self, node: Node<'s>, depth: u32) {
        let words = self.source.of(node);
        if words.starts_with("#[cfg(test)") || words.starts_with("#[test]") {
            self.tests.mark = Some(depth);
        }
        let asked =
            self.to.wanted.asks(AstKind::Function) || self.to.wanted.asks(AstKind::Class);
        if asked && self.pending.len() < 64 {
            let words = self.source.short(node);
            self.pending.push((depth, words));
        }
    }

    /// The decorators of what stands at a depth; those of anything deeper are gone.
    fn decorators(&mut self, node: Node<'s>, depth: u32) -> Vec<String> {
        let taken = std::mem::take(&mut self.pending);
        let above = taken
            .into_iter()
            .filter(|(at, _)| *at == depth)
            .map(|(_, words)| words);
        above
            .chain(node_parts::own_decorators(self.source, self.grammar, node))
            .collect()
    }

    fn class(&mut self, node: Node<'s>, depth: u32) {
        let Some(mut class) = (self.grammar.language.class)(self.source, node) else { return };
        let decorators = self.decorators(node, depth);
        class
            .bases
            .extend(decorators.iter().flat_map(|one| node_parts::derived(one)));
        let name = if self.within.is_empty() {
            class.name.clone()
        } else {
            format!("{}.{}", self.within, class.name)
        };
        if class.defines {
            self.symbol(name.clone(), node);
        }
        self.defines(node);
        self.to
            .notes
            .class((node, &self.around), &name, &class.name, &class.bases);
        self.open_named(depth, ScopeKind::Class, &class.name);
        let (mut bases, fields) = (class.bases, class.fields);
        // What makes a class of it is as much what it is based on: `@dataclass(frozen=True)`.
        if self.grammar.language.name == "python" {
            bases.extend(decorators.iter().filter_map(|one| node_parts::applied(one)));
        }
        self.to.wanted.inherits(&class.name, &bases);
        let source = self.source;
        self.to.wanted.offer(
            (AstKind::Class, source, node),
            &[&class.name, &name.clone()],
            || SyntaxFact::Class { name, bases, fields },
        );
    }

    fn function(&mut self, node: Node<'s>, depth: u32) {
        let Some(name) = self.function_name(node, depth) else { return };
        let decorators = self.decorators(node, depth);
        self.open_named(depth, ScopeKind::Function, &name);
        self.shadow(node, depth);
        let name = self.within.clone();
        self.defines(node);
        self.symbol(name.clone(), node);
        let placed = (node, self.around.as_slice());
        self.to
            .notes
            .function(placed, self.source, &self.within, &self.imports);
        let source = self.source;
        if self.to.wanted.asks(AstKind::Annotation)
            && let Some(kind) = node.child_by_field_name("return_type")
        {
            self.annotation(&format!("{name}.return"), kind, node);
        }
        let last = name.rsplit('.').next().unwrap_or(&name);
        self.to
            .wanted
            .offer((AstKind::Function, source, node), &[&name, last], || {
                let parameters = node_parts::parameters(source, node);
                let name = name.clone();
                let hollow = hollow_function(node, source).map(str::to_owned);
                SyntaxFact::Function { name, parameters, decorators, hollow }
            });
    }

    fn defines(&mut self, node: Node<'s>) {
        let name = node.child_by_field_name("name");
        self.defined = name.map_or(usize::MAX, |name| name.start_byte());
    }

    /// Its own name, or the name of what it is given to right away.
    fn function_name(&self, node: Node<'s>, depth: u32) -> Option<String> {
        if let Some(name) = self.source.field(node, "name") {
            let receiver = (self.grammar.language.receiver)(self.source, node);
            return Some(receiver.map_or_else(|| name.to_owned(), |of| format!("{of}.{name}")));
        }
        let holder = self.scopes.last().filter(|scope| scope.sort == ScopeKind::Holder)?;
        (holder.depth + 1 == depth).then(|| holder.name.to_owned())
    }

    fn call(&mut self, node: Node<'s>) {
        let mut name = std::mem::take(&mut self.callee);
        name.clear();
        callee(&mut name, node, self.source, self.grammar, &self.imports);
        let call = CallSite {
            node,
            source: self.source,
            grammar: self.grammar,
            callee: &name,
            imports: &self.imports,
        };
        self.to.findings.call(&call, self.role);
        self.to.notes.call(&call, &self.around, &self.within);
        let within = &self.within;
        self.to
            .wanted
            .offer((AstKind::Call, self.source, node), &[&name], || {
                node_facts::call(&call, within)
            });
        self.callee = name;
    }

    fn import(&mut self, node: Node<'s>) {
        let mut found = Vec::new();
        (self.grammar.language.imports)(self.source, node, &mut found);
        for import in found {
            let full = import.full;
            let source = self.source;
            self.to.libraries.import(&full, source, node, self.role);
            self.to.wanted.offer((AstKind::Import, source, node), &[&full], || {
                SyntaxFact::Import { name: full.clone() }
            });
            if let Some((local, stands)) = import.local {
                self.imports.add(local, stands);
            }
        }
    }

    fn text(&mut self, node: Node<'s>) {
        if node.start_byte() < self.text_end {
            return;
        }
        self.text_end = node.end_byte();
        let words = self.source.of(node);
        self.to.notes.says_text(words, &self.within);
        self.to.loaded.says(words);
        let holder = self.scopes.iter().rev().find(|scope| scope.sort == ScopeKind::Holder);
        let holder = holder.map_or(self.within.as_str(), |scope| scope.name);
        self.to.findings.text(self.source, node, words, holder, self.role);
        let long = 60 <= words.len()
            && TEXT_WORDS <= words.split_whitespace().take(TEXT_WORDS).count();
        if !long {
            return;
        }
        self.to.addressed.text(self.source, node.byte_range(), self.role);
        let source = self.source;
        self.to.wanted.offer((AstKind::Text, source, node), &[holder], || {
            let text = squeezed(node_parts::unquoted(words), LONG);
            SyntaxFact::Text { name: holder.to_owned(), text }
        });
    }

    fn holder(&mut self, node: Node<'s>, depth: u32) {
        let Some(name) = node_parts::holder(self.source, node) else { return };
        let top = self.scopes.is_empty();
        let fixed = self.scopes.iter().all(|scope| scope.sort == ScopeKind::Class);
        if let Some(value) = node_parts::value(node) {
            self.second_names(node, name, value);
            self.to.findings.assigned(self.source, name, value, self.role);
            self.to.notes.assigns(name, value, self.source, &self.within, fixed);
        }
        if top && node_parts::is_name(name) {
            self.symbol(name.to_owned(), node);
        }
        if let Some(kind) = node.child_by_field_name("type") {
            self.typed_as(name, kind, node);
        }
        self.open(depth, ScopeKind::Holder, name);
    }
}
