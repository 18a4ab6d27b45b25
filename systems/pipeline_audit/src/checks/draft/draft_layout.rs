//! A draft without its markup, cut into stretches that may each state something: sentences, lines, items, rows of
//! tables. Offsets are those of the draft.

use std::ops::Range;

use jurat_text::sentences::{SentenceKind, sentences};

/// A stretch of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DraftStretch {
    pub(super) range: Range<usize>,
    pub(super) kind: StretchKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StretchKind {
    Sentence,
    /// A line of its own without a mark at its end.
    Line,
    /// An item of a list.
    Item,
    /// A row of a table that is no head of it.
    Row,
    /// What stands over something else: a title, the head of a table.
    Title,
}

/// Tags that stand within a sentence.
const INLINE: &str = "a abbr b cite code em font i mark q s small span strong sub sup u";
/// Bytes of the longest tag.
const LONGEST_TAG: usize = 2000;
/// Characters from which on a line may have been broken because it is full.
const FULL_LINE: usize = 60;

/// The text with spaces and line ends for its tags, byte for byte. Cells of a table stand between bars.
pub(super) fn without_markup(text: &str) -> String {
    let mut plain = text.to_owned().into_bytes();
    let mut row: Option<usize> = None;
    let mut at = 0;
    while let Some(open) = text[at..].find('<').map(|found| at + found) {
        at = open + 1;
        let Some(tag) = tag_at(text, open) else { continue };
        at = tag.end;
        let name = text[tag.clone()].trim_matches(['<', '>', '/']).to_lowercase();
        let name = name.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let closes = text[tag.clone()].starts_with("</");
        let heading = name.len() == 2 && name.starts_with('h') && !name.ends_with('r');
        let put: &[u8] = match name {
            _ if INLINE.split(' ').any(|inline| inline == name) => b"",
            "td" | "th" if !closes => b"| ",
            "td" | "th" => b"",
            "tr" if !closes => b"\n\n| ",
            _ if heading && !closes => b"\n\n# ",
            _ if row.is_some() && !closes => b"",
            _ => b"\n\n",
        };
        plain[tag.clone()].fill(b' ');
        let from = tag.end.saturating_sub(put.len()).max(tag.start);
        let put = &put[put.len().saturating_sub(tag.len())..];
        plain[from..from + put.len()].copy_from_slice(put);
        match (name, closes, row) {
            ("tr", false, _) => row = Some(tag.end),
            // What heads the columns stands over them.
            ("th", false, Some(start)) => plain[start - 2] = b'#',
            ("tr", true, Some(start)) => {
                joined(&mut plain[start..tag.start]);
                row = None;
            }
            _ => {}
        }
    }
    // Only whole tags were written over, with ASCII.
    String::from_utf8(plain).unwrap_or_else(|_| text.to_owned())
}

/// The tag that opens at a byte.
fn tag_at(text: &str, open: usize) -> Option<Range<usize>> {
    let rest = &text.as_bytes()[open + 1..];
    let name = rest.strip_prefix(b"/").unwrap_or(rest);
    if !name.first()?.is_ascii_alphabetic() {
        return None;
    }
    let end = rest
        .iter()
        .take(LONGEST_TAG)
        .position(|byte| matches!(byte, b'<' | b'>'))?;
    (rest[end] == b'>').then(|| open..open + end + 2)
}

/// Puts what lies between two bytes on one line.
fn joined(bytes: &mut [u8]) {
    bytes
        .iter_mut()
        .filter(|byte| matches!(byte, b'\n' | b'\r'))
        .for_each(|byte| *byte = b' ');
}

/// The stretches of a text without markup, in order.
pub(super) fn stretches(plain: &str) -> Vec<DraftStretch> {
    let mut all: Vec<DraftStretch> = Vec::new();
    let mut open: Option<Range<usize>> = None;
    let lines: Vec<Range<usize>> = lines(plain).collect();
    for (at, line) in lines.iter().enumerate() {
        let words = plain[line.clone()].trim();
        if is_row(words) {
            cut(plain, open.take(), &mut all);
            row(plain, line, words, &mut all);
            continue;
        }
        let start = open.as_ref().map_or(line.start, |open| open.start);
        open = Some(start..line.end);
        let next = lines.get(at + 1).map_or("", |next| plain[next.clone()].trim());
        if ends(words, next) {
            cut(plain, open.take(), &mut all);
        }
    }
    cut(plain, open, &mut all);
    all
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.len();
        start = range.end;
        range
    })
}

fn is_row(line: &str) -> bool {
    line.starts_with('|') && 2 <= line.matches('|').count()
}

fn row(plain: &str, line: &Range<usize>, words: &str, all: &mut Vec<DraftStretch>) {
    // The line below the head of a table.
    if words.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ' | '=' | '+')) {
        if let Some(head) = all.last_mut().filter(|last| last.kind == StretchKind::Row) {
            head.kind = StretchKind::Title;
        }
        return;
    }
    let bar = |c: char| c == '|' || c.is_whitespace();
    let whole = &plain[line.clone()];
    let start = line.start + whole.len() - whole.trim_start_matches(bar).len();
    let end = line.start + whole.trim_end_matches(bar).len();
    if start < end {
        all.push(DraftStretch { range: start..end, kind: StretchKind::Row });
    }
}

/// Whether a line that is not full ends what it says, though it has no stop: the next begins anew.
fn ends(line: &str, next: &str) -> bool {
    let open = line.ends_with([',', ';', '-', '–', '—', '(', '/']);
    let begins = next.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    !line.is_empty() && !open && begins && line.chars().count() < FULL_LINE
}

/// Cuts what stands in lines into sentences.
fn cut(plain: &str, range: Option<Range<usize>>, all: &mut Vec<DraftStretch>) {
    let Some(range) = range else { return };
    for one in sentences(&plain[range.clone()]) {
        let kind = match one.kind {
            SentenceKind::Sentence => StretchKind::Sentence,
            SentenceKind::Item => StretchKind::Item,
            SentenceKind::Heading => StretchKind::Line,
        };
        let within = range.start + one.range.start..range.start + one.range.end;
        let kind =
            if is_title(plain[within.clone()].trim()) { StretchKind::Title } else { kind };
        all.push(DraftStretch { range: within, kind });
    }
}

/// Whether a line is marked as one that stands over others: with `#`, in bold, in capitals, or with capitals.
fn is_title(line: &str) -> bool {
    let bold = |mark: &str| {
        let inner = line.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        inner.is_some_and(|inner| !inner.contains(mark) && !inner.ends_with('.'))
    };
    let words: Vec<&str> = line
        .split_whitespace()
        .filter(|word| 3 < word.chars().count())
        .collect();
    let capital = |word: &&&str| word.trim_start_matches('*').starts_with(char::is_uppercase);
    let capitals = words.iter().filter(capital).count();
    let titled = 1 < words.len() && capitals == words.len() && !line.ends_with(['.', '!']);
    line.starts_with('#') || bold("**") || bold("__") || titled
}

#[cfg(test)]
mod tests {
    use super::{StretchKind, stretches, without_markup};

    #[track_caller]
    fn check(text: &str, expected: &[(StretchKind, &str)]) {
        let plain = without_markup(text);
        assert_eq!(plain.len(), text.len(), "{text:?}");
        let found: Vec<(StretchKind, String)> = stretches(&plain)
            .into_iter()
            .map(|one| {
                let words: Vec<&str> = plain[one.range].split_whitespace().collect();
                (one.kind, words.join(" "))
            })
            .collect();
        let found: Vec<(StretchKind, &str)> =
            found.iter().map(|(kind, words)| (*kind, words.as_str())).collect();
        assert_eq!(found, expected, "{plain:?}");
    }

    #[test]
    fn lines_without_a_stop_stand_apart() {
        check(
            "The boat is red\nThe oar is blue\nIt is long, and it\nfloats",
            &[
                (StretchKind::Line, "The boat is red"),
                (StretchKind::Line, "The oar is blue"),
                (StretchKind::Line, "It is long, and it floats"),
            ],
        );
    }

    #[test]
    fn rows_of_tables_are_told_from_their_heads() {
        check(
            "Terms:\n\n| Case | Time |\n|---|---|\n| Return of a boat | 30 days |\n\nThat is all.",
            &[
                (StretchKind::Sentence, "Terms:"),
                (StretchKind::Title, "Case | Time"),
                (StretchKind::Row, "Return of a boat | 30 days"),
                (StretchKind::Sentence, "That is all."),
            ],
        );
    }

    #[test]
    fn tags_divide_and_vanish() {
        check(
            "<h2>Your boat</h2><p>You have <b>30 days</b>.</p><ul><li>Pay the fee</li></ul>",
            &[
                (StretchKind::Title, "# Your boat"),
                (StretchKind::Sentence, "You have 30 days ."),
                (StretchKind::Line, "Pay the fee"),
            ],
        );
        check(
            "<table><tr><th>Case</th><th>Time</th></tr>\n<tr>\n<td>Return</td>\n<td>30 days</td>\n</tr></table>",
            &[(StretchKind::Title, "# | Case | Time"), (StretchKind::Row, "Return | 30 days")],
        );
        check("a < b and c > d", &[(StretchKind::Sentence, "a < b and c > d")]);
    }
}
