//! The name of a kind of issue.

use jurat_model::audit::{Issue, IssueSeverity};

/// What an issue is called. Each has a page in `docs/codes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IssueCode(&'static str);

/// A check could not run.
const NOT_CHECKED: IssueCode = IssueCode("NOT_CHECKED");

impl IssueCode {
    /// A code by its name, in capitals with underscores.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// As it is printed.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The code of a check that could not run.
    pub const fn not_checked() -> Self {
        NOT_CHECKED
    }

    /// An issue of this kind: what is wrong, and what would mend it.
    pub(crate) fn issue(
        self,
        severity: IssueSeverity,
        msg: impl Into<String>,
        suggested_fix: impl Into<String>,
    ) -> Issue {
        Issue {
            code: self.0.to_owned(),
            msg: msg.into(),
            evidence: Vec::new(),
            suggested_fix: suggested_fix.into(),
            severity,
            span: None,
            at: None,
        }
    }

    /// That this could not be looked for: `missing` says what was not there, as in `no source has
    /// a score`; `fix` what would make the check possible.
    pub(crate) fn unchecked(self, missing: impl AsRef<str>, fix: impl Into<String>) -> Issue {
        let msg = format!("{} was not checked: {}", self.0, missing.as_ref());
        NOT_CHECKED
            .issue(IssueSeverity::Info, msg, fix)
            .with_evidence(format!("check:{}", self.0))
    }

    /// The code that an issue says was not checked, and why.
    pub(crate) fn of_unchecked(issue: &Issue) -> Option<(&str, &str)> {
        if issue.code != NOT_CHECKED.0 {
            return None;
        }
        let code = issue.evidence.iter().find_map(|one| one.strip_prefix("check:"))?;
        let reason = issue
            .msg
            .split_once(": ")
            .map_or(issue.msg.as_str(), |(_, reason)| reason);
        Some((code, reason))
    }
}
