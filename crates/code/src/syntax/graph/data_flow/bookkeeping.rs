//! Results that only keep the books: fields that are set to nothing, or to the time.

use tree_sitter::Node;

use super::{
    super::super::{imports::ImportTable, source::SourceFile},
    assignments::{StatementNotes, root_name},
    outside_calls::is_built_in,
};

/// What tells the time, by the first part of its name.
const CLOCKS: &[&str] = &["time", "datetime", "Date"];

/// Fields of one result, and names that are followed to what they are given.
const MOST_FIELDS: usize = 64;
const MOST_STEPS: usize = 4;

pub(super) struct BookkeepingCheck<'a, 't, 's> {
    pub(super) notes: &'a StatementNotes<'t>,
    pub(super) source: &'a SourceFile<'s>,
    pub(super) imports: &'a ImportTable,
}

impl BookkeepingCheck<'_, '_, '_> {
    /// Whether a result sets fields to nothing or to the time, and does no more.
    pub(super) fn keeps_books(&self, result: Node<'_>) -> bool {
        let inner = result
            .named_child(0)
            .filter(|_| result.kind() == "parenthesized_expression");
        let result = inner.unwrap_or(result);
        let mut cursor = result.walk();
        let fields: Vec<_> = result.named_children(&mut cursor).take(MOST_FIELDS).collect();
        let is_kept = |field: &Node<'_>| {
            let value = field.child_by_field_name("value");
            let value = value.filter(|_| field.kind() == "pair");
            value.is_some_and(|value| self.is_nothing(value) || self.is_time(value, 0))
        };
        let is_map = matches!(result.kind(), "dictionary" | "object");
        is_map && !fields.is_empty() && fields.iter().all(is_kept)
    }

    fn is_nothing(&self, value: Node<'_>) -> bool {
        let made = value.child_by_field_name("arguments");
        let function = value.child_by_field_name("function");
        let called = made.is_some_and(|list| list.named_child_count() == 0)
            && function.is_some_and(|name| is_built_in(self.source.of(name)));
        let empty = matches!(
            value.kind(),
            "list"
                | "dictionary"
                | "tuple"
                | "array"
                | "object"
                | "none"
                | "null"
                | "undefined"
        ) && value.named_child_count() == 0;
        let words = self.source.of(value);
        called || empty || matches!(words, "\"\"" | "''" | "0" | "False" | "false")
    }

    /// `time.time()`, `datetime.now().isoformat()`, or a name that is given nothing else.
    fn is_time(&self, value: Node<'_>, steps: usize) -> bool {
        if MOST_STEPS < steps {
            return false;
        }
        if value.kind() == "identifier" {
            let name = self.source.of(value);
            let given = self.notes.given.get(name).map(Vec::as_slice).unwrap_or_default();
            let local = self.notes.locals.contains(name);
            return local
                && !given.is_empty()
                && given.iter().all(|(value, _)| self.is_time(*value, steps + 1));
        }
        let callee = value
            .child_by_field_name("function")
            .or_else(|| value.child_by_field_name("constructor"));
        let Some(callee) = callee else { return false };
        let Some(root) = callee_root(callee, self.source) else { return false };
        let full = self.imports.get(root).unwrap_or(root);
        CLOCKS.contains(&full.split('.').next().unwrap_or(full))
    }
}

/// The name that a chain of calls begins with.
fn callee_root<'s>(callee: Node<'_>, source: &SourceFile<'s>) -> Option<&'s str> {
    let mut at = callee;
    for _ in 0..MOST_STEPS {
        if let Some(root) = root_name(at, source) {
            return Some(root);
        }
        let object = at.child_by_field_name("object").unwrap_or(at);
        at = object.child_by_field_name("function")?;
    }
    None
}
