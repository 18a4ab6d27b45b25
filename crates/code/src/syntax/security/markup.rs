//! Markup that is put into a page as it comes.

use tree_sitter::Node;

use super::{
    super::source::SourceFile, CallRule, RuleSeverity, SecurityRule, Severity, ValueRule,
    constness::is_fixed,
};

static MARKUP: SecurityRule = SecurityRule {
    id: "unescaped-markup",
    cwe: "CWE-79",
    message: "a value is put into the page as markup",
    remediation: "set `textContent`, or clean the value before",
};

const CLEANED: &[&str] = &["sanitize", "sanitise", "DOMPurify", "escape", "purify"];

pub(super) static CALLS: &[CallRule] = &[CallRule {
    rule: &MARKUP,
    languages: &["typescript", "javascript"],
    callees: &["document.write", "document.writeln", "*.insertAdjacentHTML"],
    when: |call, _| {
        let value = call.positional().pop()?;
        let open = !is_fixed(call.source, value) && !is_cleaned(call.written());
        open.then_some((Severity::Medium, false))
    },
}];

pub(super) static VALUES: &[ValueRule] = &[ValueRule {
    rule: &MARKUP,
    names: &["innerHTML", "outerHTML"],
    when: |words, value| {
        let literal = matches!(value.kind(), "string" | "null" | "undefined")
            || (value.kind() == "template_string" && !words.contains("${"));
        let filled = value.kind() == "template_string" || value.kind() == "binary_expression";
        (!literal && !is_cleaned(words)).then_some((Severity::Medium, filled))
    },
}];

/// `dangerouslySetInnerHTML={{ __html: … }}`.
pub(super) fn attribute(
    source: &SourceFile<'_>,
    node: Node<'_>,
) -> Option<(&'static SecurityRule, RuleSeverity)> {
    let words = source.of(node);
    let sets = words.starts_with("dangerouslySetInnerHTML");
    let fixed = words.split("__html:").nth(1).is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.starts_with(['"', '\'']) || (rest.starts_with('`') && !rest.contains("${"))
    });
    (sets && !fixed && !is_cleaned(words)).then_some((&MARKUP, (Severity::Medium, false)))
}

fn is_cleaned(words: &str) -> bool {
    CLEANED.iter().any(|cleaned| words.contains(cleaned))
}
