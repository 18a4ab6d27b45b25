//! Markup that is put into a page as it comes.

use tree_sitter::Node;

use super::{super::call::CallSite, RuleSeverity, Severity, constness::is_fixed};

/// The rule for it.
pub(super) const RULE: &str = "unescaped-markup";

const CLEANED: &[&str] = &["sanitize", "sanitise", "DOMPurify", "escape", "purify"];

pub(super) fn written(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let value = call.positional().pop()?;
    let open = !is_fixed(call.source, value) && !is_cleaned(call.written());
    open.then_some((Severity::Medium, false))
}

/// A value that is given to a property of a page.
pub(super) fn assigned(name: &str, words: &str, value: Node<'_>) -> Option<RuleSeverity> {
    let literal = matches!(value.kind(), "string" | "null" | "undefined")
        || (value.kind() == "template_string" && !words.contains("${"));
    let filled = value.kind() == "template_string" || value.kind() == "binary_expression";
    let set = matches!(name, "innerHTML" | "outerHTML");
    (set && !literal && !is_cleaned(words)).then_some((Severity::Medium, filled))
}

/// `dangerouslySetInnerHTML={{ __html: … }}`.
pub(super) fn attribute(words: &str) -> Option<RuleSeverity> {
    let sets = words.starts_with("dangerouslySetInnerHTML");
    let fixed = words.split("__html:").nth(1).is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.starts_with(['"', '\'']) || (rest.starts_with('`') && !rest.contains("${"))
    });
    (sets && !fixed && !is_cleaned(words)).then_some((Severity::Medium, false))
}

fn is_cleaned(words: &str) -> bool {
    CLEANED.iter().any(|cleaned| words.contains(cleaned))
}
