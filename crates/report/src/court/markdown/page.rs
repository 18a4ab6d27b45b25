//! The parts that Markdown is put together from. Words are made safe by whoever hands them over.

use std::fmt::Write as _;

use crate::escape::visible;

/// A text that grows.
#[derive(Default)]
pub(super) struct Page {
    text: String,
}

impl Page {
    /// A paragraph or a heading.
    pub(super) fn say(&mut self, words: &str) {
        self.text.push_str(words);
        self.text.push_str("\n\n");
    }

    pub(super) fn item(&mut self, words: &str) {
        self.text.push_str("- ");
        self.text.push_str(words);
        self.text.push('\n');
    }

    pub(super) fn numbered(&mut self, number: usize, words: &str) {
        let _ = writeln!(self.text, "{number}. {words}");
    }

    /// After a list or a block.
    pub(super) fn end(&mut self) {
        self.text.push('\n');
    }

    pub(super) fn table(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        let _ = writeln!(self.text, "| {} |", head.join(" | "));
        let _ = writeln!(self.text, "|{}", "---|".repeat(head.len()));
        for row in rows {
            let _ = writeln!(self.text, "| {} |", row.join(" | "));
        }
        self.end();
    }

    /// Lines of code with their numbers. Set in from the margin, nothing in them has a meaning,
    /// and no fence can be closed from within.
    pub(super) fn lines(&mut self, lines: &[&str], first: Option<u32>) {
        for (at, line) in lines.iter().enumerate() {
            let line = visible(line.strip_suffix('\r').unwrap_or(line));
            let number =
                first.map(|first| first.saturating_add(u32::try_from(at).unwrap_or(0)));
            let line = match number {
                Some(number) => format!("    {number:>4}  {line}"),
                None => format!("    {line}"),
            };
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
        self.end();
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut text = self.text;
        text.truncate(text.trim_end().len());
        text.push('\n');
        text.into_bytes()
    }
}

/// A code span, fenced by more backticks than it holds. For running text: in a table a bar would
/// still part cells.
pub(super) fn code(text: &str) -> String {
    let text: Vec<&str> = text.split_whitespace().collect();
    let text = visible(&text.join(" "));
    if text.is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn a_code_span_cannot_be_left() {
        for (given, span) in [
            ("src/graph.py:3 @0f3a", "`src/graph.py:3 @0f3a`"),
            ("a`b", "``a`b``"),
            ("``", "``` `` ```"),
            ("a\u{1b}[31m\nb", "`a⟨U+001B⟩[31m b`"),
            (" ", ""),
        ] {
            assert_eq!(code(given), span);
        }
    }
}
