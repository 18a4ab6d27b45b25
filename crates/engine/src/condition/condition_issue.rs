//! What a check of a condition reports.

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionIssue {
    pub code: &'static str,
    pub message: String,
    /// Where, in characters from the start of the expression.
    pub offset: usize,
    pub hint: Option<String>,
}

impl ConditionIssue {
    pub(super) fn new(code: &'static str, message: String, offset: usize) -> Self {
        Self { code, message, offset, hint: None }
    }
}
