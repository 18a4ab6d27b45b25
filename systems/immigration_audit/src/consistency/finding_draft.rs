//! A finding as a check writes it, before it has its code and its id.

use crate::model::{FactPlace, Finding, FindingCategory, FindingSeverity, FindingStanding};

/// A finding without code, category and id: these are the check's.
#[derive(Debug, Clone)]
pub struct FindingDraft {
    severity: FindingSeverity,
    standing: FindingStanding,
    message: String,
    places: Vec<FactPlace>,
    fields: Vec<String>,
    action: String,
}

impl FindingDraft {
    /// What documents show.
    pub(super) const fn shown(severity: FindingSeverity, message: String) -> Self {
        Self {
            severity,
            standing: FindingStanding::Shown,
            message,
            places: Vec::new(),
            fields: Vec::new(),
            action: String::new(),
        }
    }

    /// What was looked for and not seen.
    pub(super) fn not_seen(
        severity: FindingSeverity,
        message: String,
        looked_for: &str,
        unread: Vec<String>,
    ) -> Self {
        let standing = FindingStanding::NotSeen { looked_for: looked_for.to_owned(), unread };
        Self { standing, ..Self::shown(severity, message) }
    }

    pub(super) fn at(mut self, places: impl IntoIterator<Item = FactPlace>) -> Self {
        for place in places {
            if !self.places.contains(&place) {
                self.places.push(place);
            }
        }
        self
    }

    pub(super) fn about<S: Into<String>>(
        mut self,
        fields: impl IntoIterator<Item = S>,
    ) -> Self {
        self.fields.extend(fields.into_iter().map(Into::into));
        self
    }

    pub(super) fn action(mut self, action: impl Into<String>) -> Self {
        self.action = action.into();
        self
    }

    pub(super) fn finished(self, code: &str, category: FindingCategory) -> Finding {
        Finding {
            id: Finding::id_of(code, &self.message, &self.places),
            code: code.to_owned(),
            category,
            severity: self.severity,
            standing: self.standing,
            message: self.message,
            places: self.places,
            fields: self.fields,
            action: self.action,
        }
    }
}
