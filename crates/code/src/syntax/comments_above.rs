//! Comments that stand right above something, or that it begins with.

use jurat_text::WildcardPattern;
use tree_sitter::Node;

use super::source::SourceFile;

/// Lines above something that are looked at.
const MOST_LINES: usize = 40;

/// Nodes around something that its statement may begin with.
const MOST_AROUND: usize = 8;

/// How lines of comments and attributes begin.
const MARKS: &[&str] = &["//", "/*", "*", "#"];

/// Whether a comment that fits stands above a node or the statement that it is part of, or first in it.
pub(super) fn is_under_comment(
    source: &SourceFile<'_>,
    node: Node<'_>,
    patterns: &[WildcardPattern],
) -> bool {
    let fits = |words: &str| patterns.iter().any(|pattern| pattern.fits(words));
    if patterns.is_empty() {
        return false;
    }
    let starts = std::iter::successors(Some(node), |inner| {
        let block =
            inner.kind().ends_with("statement") || inner.kind().ends_with("declaration");
        inner.parent().filter(|around| !block && around.kind() != "block")
    });
    let above = |start: usize| {
        let before = source.text.get(..start).unwrap_or_default();
        let mut lines = before.rsplit('\n').skip(1).take(MOST_LINES).map(str::trim);
        let is_comment = |line: &&str| MARKS.iter().any(|mark| line.starts_with(mark));
        lines.by_ref().take_while(is_comment).any(fits)
    };
    let within = || source.of(node).split(['{', '\n']).take(3).map(str::trim).any(fits);
    starts.take(MOST_AROUND).any(|one| above(one.start_byte())) || within()
}
