//! Which classes and ids a page's own style sheets hide, as far as plain rules say so.
//!
//! Rules under a condition (`@media`) and selectors of more than one step are not looked at: what
//! they hide is shown elsewhere or at another time.

use std::collections::BTreeSet;

use scraper::{Html, Node, node::Element};

use super::element_role::hiding;

/// More names than this are no style sheet.
const NAMES: usize = 1000;

/// Names of classes (`.x`) and ids (`#x`) that are hidden.
#[derive(Debug, Default)]
pub(super) struct HiddenSelectors {
    names: BTreeSet<String>,
}

impl HiddenSelectors {
    pub(super) fn of(page: &Html) -> Self {
        let mut sheet = Self::default();
        for node in page.tree.nodes() {
            let Node::Element(element) = node.value() else { continue };
            if element.name() == "style" {
                let words = node.children().filter_map(|child| child.value().as_text());
                words.for_each(|words| sheet.read(&words.text));
            }
        }
        sheet
    }

    pub(super) fn hides(&self, element: &Element) -> bool {
        !self.names.is_empty()
            && (element
                .classes()
                .any(|class| self.names.contains(&format!(".{class}")))
                || element.id().is_some_and(|id| self.names.contains(&format!("#{id}"))))
    }

    fn read(&mut self, sheet: &str) {
        let sheet = without_comments(sheet);
        let mut rest = sheet.as_str();
        while let Some(at) = rest.find(['{', ';', '}']) {
            let (selectors, from) = rest.split_at(at);
            if !from.starts_with('{') {
                rest = &from[1..];
                continue;
            }
            let body = &from[1..];
            let end = block_end(body);
            if !selectors.trim_start().starts_with('@') && hiding(&body[..end]).is_some() {
                let simple = selectors.split(',').map(str::trim).filter(|name| is_simple(name));
                let room = NAMES.saturating_sub(self.names.len());
                self.names.extend(simple.take(room).map(str::to_owned));
            }
            rest = body.get(end + 1..).unwrap_or_default();
        }
    }
}

/// Where the block ends whose first byte this is: its closing brace, or the end.
fn block_end(body: &str) -> usize {
    let mut depth = 0usize;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return at,
            b'}' => depth -= 1,
            _ => {}
        }
    }
    body.len()
}

fn is_simple(selector: &str) -> bool {
    let name = selector.strip_prefix(['.', '#']);
    name.is_some_and(|name| {
        let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        !name.is_empty() && name.len() <= 100 && name.chars().all(is_letter)
    })
}

fn without_comments(sheet: &str) -> String {
    let mut kept = String::new();
    let mut rest = sheet;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::HiddenSelectors;

    #[track_caller]
    fn check(sheet: &str, expected: &[&str]) {
        let mut read = HiddenSelectors::default();
        read.read(sheet);
        assert_eq!(read.names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn plain_rules_that_hide_are_seen() {
        check(
            "p{color:red} .a, #b , .c .d{ display : none }/* .x{display:none} */.e{opacity:0}",
            &["#b", ".a", ".e"],
        );
    }

    #[test]
    fn rules_under_a_condition_are_not() {
        check("@import 'x';@media print{.a{display:none}} .b{font-size:0}", &[".b"]);
        check(".a{display:none", &[".a"]);
        check("}}{{{;", &[]);
    }
}
