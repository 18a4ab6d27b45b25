//! Plain text: the source itself, with the sections that are sure to be sections.
//!
//! A line begins a section only where its form and what stands before it leave little doubt;
//! everything else stays words.

use jurat_model::{Metadata, Reader, Rendition, Span, Warning, WarningKind};

use super::{
    Format, Input, Piece, Place,
    encoding::decode,
    outline::{Begins, Border, sections},
};
use crate::{Limits, Refusal};

pub(super) const TEXT: Format = Format {
    name: "text",
    media: "text/plain",
    extensions: &["txt", "text", "log"],
    sniff: |_| false,
    place: Place::Here,
    read,
};

/// Depth of parts, chapters and headings in capitals; sections lie one deeper.
const CHAPTER: u8 = 1;
const SECTION: u8 = 2;
/// A longer line is a sentence, whatever its letters.
const HEADING_BYTES: usize = 120;

fn read(input: &Input<'_>, hand_out: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let decoded = decode(input.bytes, None)?;
    let (text, mut warnings) = (decoded.text.into_owned(), decoded.warnings);
    let text = cut(text, input.limits, &mut warnings);
    let mut rendition = Rendition::plain(reader(), text);
    rendition.parts = sections(&rendition.text, borders(&rendition.text));
    rendition.warnings = warnings;
    hand_out(Piece::Document {
        name: None,
        raw: None,
        rendition,
        metadata: Metadata::default(),
    });
    Ok(())
}

fn reader() -> Reader {
    Reader {
        name: TEXT.name.to_owned(),
        version: 1,
        options: String::new(),
    }
}

/// The text up to the limit on its bytes.
pub(super) fn cut(mut text: String, limits: &Limits, warnings: &mut Vec<Warning>) -> String {
    let room = usize::try_from(limits.text_bytes).unwrap_or(usize::MAX);
    if room < text.len() {
        text.truncate(text.floor_char_boundary(room));
        warnings.retain(|warning| warning.span.is_none_or(|span| span.end <= text.len()));
        let message = format!("the text was cut after {} bytes", text.len());
        warnings.push(Warning { kind: WarningKind::Truncated, span: None, message });
    }
    text
}

/// One line and what stands around it.
struct Line<'a> {
    /// Where its first word starts.
    start: usize,
    /// Without white space around it.
    words: &'a str,
    /// Nothing, a rule, or a sentence that has ended stands before it.
    fresh: bool,
    /// Nothing or a rule stands before it, and nothing after.
    alone: bool,
}

fn borders(text: &str) -> Vec<Border> {
    let mut borders = Vec::new();
    let mut before = "";
    let mut lines = text.split('\n').peekable();
    let mut start = 0;
    while let Some(full) = lines.next() {
        let words = full.trim();
        let after = lines.peek().map_or("", |line| line.trim());
        let open = before.is_empty() || is_rule(before);
        let line = Line {
            start: start + (full.len() - full.trim_start().len()),
            words,
            fresh: open || before.ends_with(['.', ';', ':', '!', '?', ')']),
            alone: open && (after.is_empty() || is_rule(after)),
        };
        borders.extend(border(&line));
        before = words;
        start += full.len() + 1;
    }
    borders
}

fn border(line: &Line<'_>) -> Option<Border> {
    let begins = |depth, label: Option<String>, heading: Option<Span>| Border {
        start: line.start,
        depth,
        begins: Some(Begins { label, heading }),
    };
    let whole = Span::from(line.start..line.start + line.words.len());
    if is_rule(line.words) {
        return Some(Border { start: line.start, depth: SECTION, begins: None });
    }
    if let Some((keyword, number)) = named(line) {
        let depth = if keyword.is_chapter { CHAPTER } else { SECTION };
        let label = format!("{} {number}", keyword.word);
        return Some(begins(depth, Some(label), line.alone.then_some(whole)));
    }
    if let Some((number, rest)) = numbered(line) {
        let levels = u8::try_from(number.split('.').count()).unwrap_or(u8::MAX);
        let depth = CHAPTER.saturating_add(levels.min(8));
        let heading = (line.alone && !rest.is_empty() && is_short(rest)).then_some(whole);
        return Some(begins(depth, Some(number.to_owned()), heading));
    }
    (line.alone && is_capitals(line.words)).then(|| begins(CHAPTER, None, Some(whole)))
}

/// A line of hyphens, equals signs, underscores or stars.
fn is_rule(words: &str) -> bool {
    const LEAST: usize = 8;
    let first = words.bytes().next();
    LEAST <= words.len()
        && matches!(first, Some(b'-' | b'=' | b'_' | b'*'))
        && words.bytes().all(|byte| Some(byte) == first)
}

struct Keyword {
    word: &'static str,
    is_chapter: bool,
}

const KEYWORDS: &[Keyword] = &[
    section("Section"),
    section("Sec."),
    section("Article"),
    section("Artigo"),
    section("Artikel"),
    section("Art."),
    section("Rule"),
    section("Règle"),
    section("Regulation"),
    section("§"),
    chapter("Part"),
    chapter("Partie"),
    chapter("Chapter"),
    chapter("Chapitre"),
    chapter("Capítulo"),
    chapter("Title"),
    chapter("Titre"),
    chapter("Título"),
    chapter("Division"),
    chapter("Schedule"),
    chapter("Annex"),
    chapter("Annexe"),
    chapter("Appendix"),
];

const fn section(word: &'static str) -> Keyword {
    Keyword { word, is_chapter: false }
}

const fn chapter(word: &'static str) -> Keyword {
    Keyword { word, is_chapter: true }
}

/// `Section 12.`, `Art. 5 The …`, `PART IV`: a word, a number, and then an end, a stop or a
/// capital. `section 12 of the Act`, wrapped to a line's start, is none.
fn named<'a>(line: &Line<'a>) -> Option<(&'static Keyword, &'a str)> {
    if !line.fresh {
        return None;
    }
    let (keyword, rest) = KEYWORDS.iter().find_map(|keyword| {
        let rest = strip_word(line.words, keyword.word)?;
        let gap = rest.len() - rest.trim_start().len();
        (0 < gap || keyword.word == "§").then(|| (keyword, rest.trim_start()))
    })?;
    let length = rest
        .find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.' && letter != '-')
        .unwrap_or(rest.len());
    let number = rest[..length].trim_end_matches(['.', '-']);
    let roman = keyword.is_chapter && number.bytes().all(|byte| b"IVXLC".contains(&byte));
    let arabic = number.starts_with(|letter: char| letter.is_ascii_digit());
    if number.is_empty() || 12 < number.len() || !(roman || arabic) {
        return None;
    }
    ends_a_number(&rest[number.len()..], keyword.is_chapter).then_some((keyword, number))
}

/// Whether what follows a number can only follow the number of a section.
fn ends_a_number(after: &str, is_chapter: bool) -> bool {
    let after = after.trim_start_matches(['º', '°', 'ª']);
    let rest = after.trim_start();
    let stop =
        after.starts_with(['.', ':', '—', '–', ')']) || rest.starts_with(['—', '–', '-']);
    let title = rest.starts_with(char::is_uppercase) && rest.len() < after.len();
    rest.is_empty() || stop || (title && !is_chapter) || (title && is_short(rest))
}

/// `1.2.3 Scope` after a sentence's end, or `12.` on a line of its own.
fn numbered<'a>(line: &Line<'a>) -> Option<(&'a str, &'a str)> {
    let length = line
        .words
        .find(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .unwrap_or(line.words.len());
    let (number, rest) = line.words.split_at(length);
    let bare = number.trim_end_matches('.');
    let sound = !bare.is_empty()
        && bare.len() <= 16
        && bare.split('.').all(|level| (1..=6).contains(&level.len()));
    if !sound {
        return None;
    }
    let words = rest.trim_start();
    if words.is_empty() {
        // With its stop it is a number of a section; without, it may be that of a page.
        return (line.alone && number.ends_with('.')).then_some((bare, words));
    }
    let titled = words.len() < rest.len() && words.starts_with(char::is_uppercase);
    let many = bare.contains('.');
    // One number and a stop begin an item of a list as often as a section.
    let sure =
        if many { line.fresh } else { line.alone && number.ends_with('.') && is_short(words) };
    (titled && sure && (!many || 3 <= words.len())).then_some((bare, words))
}

/// Short, and no sentence.
fn is_short(words: &str) -> bool {
    words.len() <= HEADING_BYTES && !words.ends_with(['.', ';', ',', ':', '?', '!'])
}

fn is_capitals(words: &str) -> bool {
    const LETTERS: usize = 4;
    words.len() <= HEADING_BYTES
        && !words.chars().any(char::is_lowercase)
        && LETTERS <= words.chars().filter(|letter| letter.is_uppercase()).count()
        && !words.ends_with([',', ';'])
}

/// What follows a word, whatever its case.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for letter in word.chars() {
        let next = rest.next()?;
        if next != letter && next.to_lowercase().ne(letter.to_lowercase()) {
            return None;
        }
    }
    // `section` in small letters stands within a sentence.
    text.starts_with(|first: char| !first.is_lowercase())
        .then(|| rest.as_str())
}

#[cfg(test)]
mod tests {
    use jurat_model::PartKind;

    use super::{borders, sections};

    #[track_caller]
    fn check(text: &str, expected: &[(u8, Option<&str>, &str)]) {
        let parts = sections(text, borders(text));
        let seen: Vec<_> = parts
            .iter()
            .filter(|part| part.kind == PartKind::Section)
            .map(|part| (part.depth, part.label.as_deref(), part.span.of(text).unwrap()))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn numbers_on_their_own_lines_between_rules_are_sections() {
        check(
            "GENERAL\n\n1.\n\nThis act.\n----------\n\n2.5.\n\nNext.\n\n12\n\n----------\n",
            &[
                (
                    1,
                    None,
                    "GENERAL\n\n1.\n\nThis act.\n----------\n\n2.5.\n\nNext.\n\n12\n\n----------",
                ),
                (2, Some("1"), "1.\n\nThis act."),
                (3, Some("2.5"), "2.5.\n\nNext.\n\n12"),
            ],
        );
    }

    #[test]
    fn named_numbers_begin_sections() {
        check(
            "Section 12. A ferry.\nSection 13. A lamp.",
            &[
                (2, Some("Section 12"), "Section 12. A ferry."),
                (2, Some("Section 13"), "Section 13. A lamp."),
            ],
        );
        check(
            "Art. 5º Todo barco.\n\n§ 3 Der Kahn.",
            &[(2, Some("Art. 5"), "Art. 5º Todo barco."), (2, Some("§ 3"), "§ 3 Der Kahn.")],
        );
        check(
            "PART IV\n\nArticle 1\nOars.",
            &[
                (1, Some("Part IV"), "PART IV\n\nArticle 1\nOars."),
                (2, Some("Article 1"), "Article 1\nOars."),
            ],
        );
    }

    #[test]
    fn sentences_that_speak_of_sections_begin_none() {
        check("under\nSection 12 of the Ferry Act.", &[]);
        check("It ends.\nsection 12 applies. Part of it\nis lost.", &[]);
        check("Section 12 of the Ferry Act applies.", &[]);
        check("They owe 5.\n1.5 million crowns were paid.", &[]);
        check("1. An oar;\n2. A lamp.", &[]);
        check("THE COURT,\nhaving heard", &[]);
    }

    #[test]
    fn dotted_numbers_nest() {
        check(
            "1. Scope\n\n1.1 Boats are meant.\n1.2 Rafts too.\n\n2. Fees\n\nNone.",
            &[
                (2, Some("1"), "1. Scope\n\n1.1 Boats are meant.\n1.2 Rafts too."),
                (3, Some("1.1"), "1.1 Boats are meant."),
                (3, Some("1.2"), "1.2 Rafts too."),
                (2, Some("2"), "2. Fees\n\nNone."),
            ],
        );
    }
}
