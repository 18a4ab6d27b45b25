//! Where the checks put what they find.

use super::{
    diagnostic::{DefinitionDiagnostic, DefinitionError},
    json_locations::{JsonLocations, KeyOrValue},
};
use crate::condition::ConditionIssue;

/// More than these are not listed: a hostile text could hold a million.
pub(super) const MAX_LISTED: usize = 200;
/// Longest pointer shown, in bytes: its steps are as long as the text likes.
const MAX_POINTER: usize = 1_000;
/// Longest name shown in a message, in characters.
const MAX_NAME: usize = 80;

pub(super) struct DiagnosticReport<'t> {
    pub(super) places: JsonLocations<'t>,
    found: Vec<DefinitionDiagnostic>,
    /// Not all could be looked at.
    partial: bool,
}

pub(super) struct UnplacedDiagnostic {
    code: &'static str,
    message: String,
    pointer: String,
    hint: Option<String>,
    end: KeyOrValue,
}

/// A defect of the value at `pointer`.
pub(super) fn problem(
    code: &'static str,
    pointer: impl Into<String>,
    message: impl Into<String>,
) -> UnplacedDiagnostic {
    let (pointer, message) = (pointer.into(), message.into());
    UnplacedDiagnostic {
        code,
        message,
        pointer,
        hint: None,
        end: KeyOrValue::Value,
    }
}

impl UnplacedDiagnostic {
    pub(super) fn at_key(self) -> Self {
        Self { end: KeyOrValue::Key, ..self }
    }

    pub(super) fn hint(self, hint: impl Into<Option<String>>) -> Self {
        Self { hint: hint.into(), ..self }
    }
}

impl<'t> DiagnosticReport<'t> {
    pub(super) fn new(places: JsonLocations<'t>) -> Self {
        Self { places, found: Vec::new(), partial: false }
    }

    pub(super) fn add(&mut self, problem: UnplacedDiagnostic) {
        let offset = self.places.offset(&problem.pointer, problem.end);
        self.add_at(problem, offset);
    }

    /// Adds a problem whose place in the text is already known.
    pub(super) fn add_at(&mut self, problem: UnplacedDiagnostic, offset: usize) {
        if self.is_full() {
            return;
        }
        let (line, column) = self.places.line_column(offset);
        let UnplacedDiagnostic { code, message, mut pointer, hint, .. } = problem;
        if MAX_POINTER < pointer.len() {
            pointer.truncate(pointer.floor_char_boundary(MAX_POINTER));
        }
        self.found
            .push(DefinitionDiagnostic { code, message, line, column, pointer, hint });
    }

    /// Adds what is wrong with the expression in the string at `pointer`.
    pub(super) fn add_issue(&mut self, pointer: &str, issue: ConditionIssue) {
        let string = self.places.offset(pointer, KeyOrValue::Value);
        let offset = self.places.inside_string(string, issue.offset);
        let found = problem(issue.code, pointer, issue.message).hint(issue.hint);
        self.add_at(found, offset);
    }

    /// Some of the definition could not be looked at, for what was found so far.
    pub(super) fn more_may_follow(&mut self) {
        self.partial = true;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether looking further is of no use.
    pub(super) fn is_full(&self) -> bool {
        MAX_LISTED <= self.found.len()
    }

    pub(super) fn finish(self) -> DefinitionError {
        let (full, partial) = (self.is_full(), self.partial);
        let mut found = DefinitionError::sorted(self.found);
        if full {
            found.note_last(format!("only the first {MAX_LISTED} problems are listed"));
        } else if partial {
            found.note_last(
                "what rests on these could not be looked at: more may follow once they are mended".to_owned(),
            );
        }
        found
    }
}

/// A name for a message: short, on one line, in backquotes.
pub(super) fn quoted(name: &str) -> String {
    let mut shown: String = name.chars().take(MAX_NAME).flat_map(char::escape_debug).collect();
    if name.chars().nth(MAX_NAME).is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}
