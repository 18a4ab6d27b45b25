//! Headings: those that the format names, else those that a person would take for one.

use jurat_model::{ByteSpan, PartKind, Rendition};
use jurat_text::headings::markdown;

const MOST: usize = 2_000;
/// The most bytes of one that nobody marked.
const LONGEST: usize = 90;
/// The most words of one that nobody marked.
const WORDS: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HeadingSpan {
    pub(super) span: ByteSpan,
    /// 1 for the highest.
    pub(super) level: u8,
}

/// In order. What the format says comes first; without it, signs of Markdown; without them, lines
/// that can hardly be anything else.
pub(super) fn headings_of(rendition: &Rendition) -> Vec<HeadingSpan> {
    let marked = rendition.parts.iter().filter(|part| part.kind == PartKind::Heading);
    let marked = marked.filter(|part| part.span.of(&rendition.text).is_some());
    let mut found: Vec<HeadingSpan> = marked
        .take(MOST)
        .map(|part| HeadingSpan { span: part.span, level: part.depth.max(1) })
        .collect();
    // On pages a `#` is the head of a column, or a comment.
    let paged = rendition.parts.iter().any(|part| part.kind == PartKind::Page);
    if found.is_empty() && !paged {
        found = signed(&rendition.text);
    }
    if found.is_empty() {
        found = guessed(&rendition.text);
    }
    found.retain(|head| !head.span.is_empty());
    found.sort_by_key(|head| head.span);
    found.dedup_by(|next, last| next.span.meets(last.span));
    found
}

fn signed(text: &str) -> Vec<HeadingSpan> {
    let fences = fences(text);
    let level = |start: usize| {
        let signs = text[..start].trim_end().bytes().rev();
        u8::try_from(signs.take_while(|byte| *byte == b'#').count()).unwrap_or(6)
    };
    markdown(text)
        .into_iter()
        .filter(|range| !fences.iter().any(|fence| fence.holds(range.clone().into())))
        .take(MOST)
        .map(|range| HeadingSpan {
            level: level(range.start).max(1),
            span: range.into(),
        })
        .collect()
}

/// Comments of shell scripts are no headings.
fn fences(text: &str) -> Vec<ByteSpan> {
    let (mut found, mut open, mut start) = (Vec::new(), None, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            match open.take() {
                Some(from) => found.push(ByteSpan::from(from..start)),
                None => open = Some(start),
            }
        }
        start += line.len();
    }
    found
}

/// Of a text without any mark. Numbered lines that follow each other are a list.
fn guessed(text: &str) -> Vec<HeadingSpan> {
    let lines = trimmed_lines(text).map(|(_, span)| span);
    let lines: Vec<ByteSpan> = lines.filter(|span| !span.is_empty()).collect();
    let words = |at: usize| lines.get(at).and_then(|line| line.of(text)).unwrap_or_default();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let alone = stands_alone(text, *line) && is_titled(words(at));
        let Some(level) = level(words(at)).or(alone.then_some(2)) else { continue };
        let listed = |other: usize| is_item(words(at)) && is_item(words(other));
        let beside = at.checked_sub(1).is_some_and(listed) || listed(at + 1);
        // A line that goes on in small letters is the first of a sentence.
        let goes_on = words(at + 1).starts_with(char::is_lowercase);
        if !beside && !goes_on && found.len() < MOST {
            found.push(HeadingSpan { span: *line, level });
        }
    }
    found
}

/// Whether there is an empty line, or none at all, before and behind a line.
fn stands_alone(text: &str, line: ByteSpan) -> bool {
    let before = text[..line.start].trim_end_matches([' ', '\t', '\r']);
    let behind = text[line.end..].trim_start_matches([' ', '\t', '\r']);
    let above = before.is_empty() || before.ends_with("\n\n") || before.ends_with('\u{c}');
    above && (behind.is_empty() || behind.starts_with("\n\n"))
}

/// Whether every long word of a short line has a capital, as titles have.
fn is_titled(line: &str) -> bool {
    let long = |word: &&str| 3 < word.chars().filter(|letter| letter.is_alphabetic()).count();
    let words = || line.split([' ', '-', '(']).filter(long);
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let plain = !line.contains(['/', '_', '=', '.', ':', '"']) && line.len() <= LONGEST;
    plain && 2 <= words().count() && words().all(capital) && capital(line)
}

/// Lines without the blanks around them: each as it is written, and where its words lie.
pub(super) fn trimmed_lines(text: &str) -> impl Iterator<Item = (&str, ByteSpan)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let from = start + (line.len() - line.trim_start().len());
        start += line.len();
        (line, ByteSpan::from(from..from + line.trim().len()))
    })
}

/// How high a line stands that looks like a heading.
fn level(line: &str) -> Option<u8> {
    let ends = line.ends_with(['.', ',', ';', '!', '?', '|']);
    if LONGEST < line.len() || ends || WORDS < line.split_whitespace().count() {
        return None;
    }
    let (number, words) = line.split_once(' ').unwrap_or(("", line));
    let bare = number.trim_end_matches(['.', ')']);
    let numbered = bare.split('.').all(|part| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    let titled = |words: &str| words.starts_with(char::is_uppercase);
    if numbered && titled(words.trim()) {
        return u8::try_from(bare.split('.').count()).ok();
    }
    let letters = || line.chars().filter(|letter| letter.is_alphabetic());
    let capitals = 6 <= letters().count()
        && letters().all(char::is_uppercase)
        && !line.contains(['_', '/', '=', '(']);
    (capitals || USUAL.contains(line.to_lowercase().trim_end_matches(':'))).then_some(1)
}

/// Whether a line begins with a bullet or a number of a list.
pub(super) fn is_item(words: &str) -> bool {
    let Some((mark, rest)) = words.split_once(' ') else { return false };
    let number = mark.trim_end_matches(['.', ')']);
    let numbered = number.len() < mark.len()
        && (1..=3).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit());
    let bullet = matches!(mark, "-" | "*" | "+" | "•" | "●" | "○" | "▪" | "◦" | "–");
    (bullet || numbered) && !rest.trim().is_empty()
}

jurat_text::word_lists! {
    "headings" [en, fr, pt, de, es];

    /// Headings that stand in most papers.
    static USUAL;
}

#[cfg(test)]
mod tests {
    use jurat_model::{ReaderIdentity, Rendition};

    use super::headings_of;

    #[track_caller]
    fn check(text: &str, expected: &[(u8, &str)]) {
        let reader = ReaderIdentity {
            name: "text".to_owned(),
            version: 1,
            options: String::new(),
        };
        let rendition = Rendition::plain(reader, text.to_owned());
        let found = headings_of(&rendition);
        let found: Vec<(u8, &str)> = found
            .iter()
            .map(|head| (head.level, head.span.of(text).unwrap_or_default()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn signs_of_markdown_count_but_not_in_code() {
        check("# Tides\n```sh\n# set up\n```\n## Gates é\n", &[(1, "Tides"), (2, "Gates é")]);
    }

    #[test]
    fn numbers_and_capitals_make_headings() {
        check(
            "TIDE GATES\nThe gates open.\n1. Purpose\nIt holds water.\n2.1 Sluice control\nMore.\n\
             Future work\nNone.",
            &[
                (1, "TIDE GATES"),
                (1, "1. Purpose"),
                (2, "2.1 Sluice control"),
                (1, "Future work"),
            ],
        );
    }

    #[test]
    fn a_title_between_empty_lines_is_a_heading() {
        check(
            "Gates and Weirs\n\nThey open.\n\nThe Keeper (of Tides)\n\nHe sleeps.",
            &[(2, "Gates and Weirs"), (2, "The Keeper (of Tides)")],
        );
    }

    #[test]
    fn lists_and_sentences_are_no_headings() {
        check("1. Open the gate\n2. Close the gate\n3. Rest\n", &[]);
        check("3 Gates are open and this line\ngoes on here.\n", &[]);
        check("MAX_DEPTH = 4\nA GPU is fast.\n12 gates are open, they say.\n", &[]);
    }
}
