//! Which passage stands above which: read off the numbers that a document gives its parts.

/// The passages above the one that was added last, outermost first.
#[derive(Default)]
pub(super) struct AncestorStack {
    document: u64,
    above: Vec<AncestorPassage>,
}

struct AncestorPassage {
    label: String,
    /// The words, where they are few enough to be a heading.
    heading: Option<String>,
}

/// A heading has no more bytes than this.
const LONGEST_HEADING: usize = 160;
/// Deeper than any law; bounds the work for hostile labels.
const DEEPEST: usize = 16;

impl AncestorStack {
    /// Takes the next passage of a document; afterwards `headings` is about it.
    pub(super) fn enter(&mut self, document: u64, label: Option<&str>, text: &str) {
        if document != self.document {
            self.above.clear();
            self.document = document;
        }
        let Some(label) = label.filter(|label| !label.is_empty()) else {
            self.above.clear();
            return;
        };
        while self.above.last().is_some_and(|above| !is_above(&above.label, label)) {
            self.above.pop();
        }
        if self.above.len() < DEEPEST {
            let heading = Some(text.trim())
                .filter(|text| !text.is_empty() && text.len() <= LONGEST_HEADING)
                .map(str::to_owned);
            self.above.push(AncestorPassage { label: label.to_owned(), heading });
        }
    }

    /// The headings above the one entered last, outermost first.
    pub(super) fn headings(&self) -> impl Iterator<Item = &str> {
        let above = self.above.split_last().map_or(&[][..], |(_, above)| above);
        above.iter().filter_map(|above| above.heading.as_deref())
    }
}

/// `1.1` is above `1.1.2` and `1.1(a)`, but not above `1.10`.
fn is_above(above: &str, label: &str) -> bool {
    let Some(rest) = label.strip_prefix(above) else { return false };
    let Some(next) = rest.chars().next() else { return false };
    !next.is_alphanumeric() || !above.ends_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::AncestorStack;

    #[track_caller]
    fn check(passages: &[(&str, &str)], expected: &[&str]) {
        let mut outline = AncestorStack::default();
        for (label, text) in passages {
            outline.enter(7, Some(label), text);
        }
        assert_eq!(outline.headings().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn numbers_show_what_stands_above() {
        let rules =
            [("1.", "Introduction"), ("1.1", "Scope"), ("1.1.1", ""), ("1.1.1.(1)", "It")];
        check(&rules, &["Introduction", "Scope"]);
    }

    #[test]
    fn a_longer_number_is_not_below() {
        check(&[("1.1", "Scope"), ("1.10", "Penalties")], &[]);
    }

    #[test]
    fn siblings_share_what_stands_above() {
        check(&[("2", "Duties"), ("2(a)", "x"), ("2(b)", "y")], &["Duties"]);
    }

    #[test]
    fn another_document_begins_anew() {
        let mut outline = AncestorStack::default();
        outline.enter(1, Some("1"), "Scope");
        outline.enter(2, Some("1.1"), "words");
        assert_eq!(outline.headings().count(), 0);
    }
}
