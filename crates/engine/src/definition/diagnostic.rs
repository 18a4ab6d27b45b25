//! What is wrong with a definition, and where.

use std::fmt;

/// The code of words about the list itself.
const MORE: &str = "more-problems";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionDiagnostic {
    /// What kind of defect it is, such as `unknown-stage`.
    pub code: &'static str,
    pub message: String,
    /// Line in the text, from 1.
    pub line: usize,
    /// Column in the line, in characters from 1.
    pub column: usize,
    pub pointer: String,
    pub hint: Option<String>,
}

/// Everything that is wrong with a definition: at least one thing, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct DefinitionError(Vec<DefinitionDiagnostic>);

impl DefinitionError {
    pub(super) fn sorted(mut found: Vec<DefinitionDiagnostic>) -> Self {
        found.sort_by(|a, b| {
            let key = |d: &DefinitionDiagnostic| (d.line, d.column, d.code);
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        found.dedup();
        Self(found)
    }

    /// Adds words about the list itself, at its end.
    pub(super) fn note_last(&mut self, message: String) {
        if let Some(last) = self.0.last().cloned() {
            self.0
                .push(DefinitionDiagnostic { code: MORE, message, hint: None, ..last });
        }
    }

    /// How many defects are listed.
    pub fn count(&self) -> usize {
        self.0.iter().filter(|found| found.code != MORE).count()
    }

    pub fn iter(&self) -> std::slice::Iter<'_, DefinitionDiagnostic> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a DefinitionError {
    type Item = &'a DefinitionDiagnostic;
    type IntoIter = std::slice::Iter<'a, DefinitionDiagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for DefinitionDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for DefinitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, diagnostic) in self.iter().enumerate() {
            if 0 < place {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}
