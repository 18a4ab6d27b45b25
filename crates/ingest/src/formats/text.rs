//! Plain text: the source itself, with the sections that are sure to be sections.
//!
//! A line begins a section only where its form and what stands before it leave little doubt;
//! everything else stays words.

use jurat_model::{
    ByteSpan, DocumentMetadata, ReaderIdentity, Rendition, RenditionWarning, WarningKind,
};

use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    encoding::decode,
    outline::{SectionBoundary, SectionStart, sections},
};
use crate::{FileLimits, ReadRefusal};

pub(super) const TEXT: DocumentFormat = DocumentFormat {
    name: "text",
    media: "text/plain",
    extensions: &["txt", "text", "log"],
    sniff: |_| false,
    place: ReaderPlacement::Here,
    read,
};

/// A longer line is a sentence, whatever its letters.
const HEADING_BYTES: usize = 120;

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let decoded = decode(input.bytes, None)?;
    let (text, mut warnings) = (decoded.text.into_owned(), decoded.warnings);
    let text = cut(text, input.limits, &mut warnings);
    let mut rendition = Rendition::plain(reader(), text);
    rendition.parts = sections(&rendition.text, borders(&rendition.text));
    rendition.warnings = warnings;
    hand_out(ReaderOutput::Document {
        name: None,
        raw: None,
        rendition,
        metadata: DocumentMetadata::default(),
    });
    Ok(())
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: TEXT.name.to_owned(),
        version: 2,
        options: String::new(),
    }
}

/// The text up to the limit on its bytes.
pub(super) fn cut(
    mut text: String,
    limits: &FileLimits,
    warnings: &mut Vec<RenditionWarning>,
) -> String {
    let room = usize::try_from(limits.text_bytes).unwrap_or(usize::MAX);
    if room < text.len() {
        text.truncate(text.floor_char_boundary(room));
        warnings.retain(|warning| warning.span.is_none_or(|span| span.end <= text.len()));
        let message = format!("the text was cut after {} bytes", text.len());
        warnings.push(RenditionWarning { kind: WarningKind::Truncated, span: None, message });
    }
    text
}

/// One line and what stands around it.
struct LineContext<'a> {
    /// Where its first word starts.
    start: usize,
    /// Without white space around it.
    words: &'a str,
    /// Nothing, a rule, or a sentence that has ended stands before it.
    fresh: bool,
    /// Nothing or a rule stands before it, and nothing after.
    alone: bool,
}

/// What a line is, before its depth is known.
enum SectionLevel {
    /// A heading in capitals, a schedule.
    Top,
    /// A part, a chapter, a division: those that come first in a text hold those that follow.
    Chapter(&'static str),
    /// A section, or a number of so many levels.
    Section(u8),
    /// `§ 2`: a section, but a paragraph of its article where a text has articles.
    Paragraph,
    /// A line that only ends what is above it.
    Rule,
}

type SectionCandidate = (usize, SectionLevel, Option<SectionStart>);

fn borders(text: &str) -> Vec<SectionBoundary> {
    let mut found: Vec<SectionCandidate> = Vec::new();
    let mut before = "";
    let mut lines = text.split('\n').peekable();
    let mut start = 0;
    while let Some(full) = lines.next() {
        let words = full.trim();
        let after = lines.peek().map_or("", |line| line.trim());
        let open = before.is_empty() || is_rule(before);
        let line = LineContext {
            start: start + (full.len() - full.trim_start().len()),
            words,
            fresh: open || before.ends_with(['.', ';', ':', '!', '?', ')']),
            alone: open && (after.is_empty() || is_rule(after)),
        };
        found.extend(border(&line));
        before = words;
        start += full.len() + 1;
    }
    with_depths(found)
}

fn with_depths(found: Vec<SectionCandidate>) -> Vec<SectionBoundary> {
    let mut chapters: Vec<&str> = Vec::new();
    let mut has_tops = false;
    for (_, sort, _) in &found {
        match sort {
            SectionLevel::Chapter(word) if !chapters.contains(word) => chapters.push(word),
            SectionLevel::Top => has_tops = true,
            _ => {}
        }
    }
    let base = chapters.len().max(usize::from(has_tops));
    let has_articles = found
        .iter()
        .any(|(_, _, begins)| begins.as_ref().is_some_and(is_article));
    let depth = |sort: &SectionLevel| match sort {
        SectionLevel::Top => 1,
        SectionLevel::Chapter(word) => {
            1 + chapters.iter().position(|seen| seen == word).unwrap_or(base)
        }
        SectionLevel::Section(levels) => base + usize::from(*levels),
        SectionLevel::Paragraph => base + 1 + usize::from(has_articles),
        SectionLevel::Rule => base + 1,
    };
    found
        .into_iter()
        .map(|(start, sort, begins)| SectionBoundary {
            start,
            depth: u8::try_from(depth(&sort)).unwrap_or(u8::MAX),
            begins,
        })
        .collect()
}

/// `Art. 22` and its kin, which have paragraphs `§ 1` and `§ 2` in Brazil and Portugal.
fn is_article(begins: &SectionStart) -> bool {
    begins
        .label
        .as_deref()
        .is_some_and(|label| strip_word(label, "Art").is_some())
}

fn border(line: &LineContext<'_>) -> Option<SectionCandidate> {
    let whole = ByteSpan::from(line.start..line.start + line.words.len());
    let begins = |label: Option<String>, heading: Option<ByteSpan>| {
        Some(SectionStart { label, heading, title: None })
    };
    if is_rule(line.words) {
        return Some((line.start, SectionLevel::Rule, None));
    }
    if let Some((keyword, number)) = named(line) {
        let sort = match keyword.rank {
            KeywordRank::Top => SectionLevel::Top,
            KeywordRank::Chapter => SectionLevel::Chapter(keyword.word),
            // An article that is a heading of its own holds what follows.
            KeywordRank::Section if line.alone && is_short(line.words) => {
                SectionLevel::Chapter(keyword.word)
            }
            KeywordRank::Section if keyword.word == "§" => SectionLevel::Paragraph,
            KeywordRank::Section => SectionLevel::Section(1),
        };
        let label = format!("{} {number}", keyword.word);
        let is_sentence = keyword.rank == KeywordRank::Section && !is_short(line.words);
        let heading = (line.alone && !is_sentence).then_some(whole);
        return Some((line.start, sort, begins(Some(label), heading)));
    }
    if let Some((number, rest)) = numbered(line) {
        let levels = number.split('.').count().min(8);
        let sort = SectionLevel::Section(u8::try_from(levels).unwrap_or(8));
        let heading = (line.alone && !rest.is_empty() && is_short(rest)).then_some(whole);
        return Some((line.start, sort, begins(Some(number.to_owned()), heading)));
    }
    let is_heading = line.alone && is_capitals(line.words);
    is_heading.then(|| (line.start, SectionLevel::Top, begins(None, Some(whole))))
}

/// A line of hyphens, equals signs, underscores or stars.
fn is_rule(words: &str) -> bool {
    const LEAST: usize = 8;
    let first = words.bytes().next();
    LEAST <= words.len()
        && matches!(first, Some(b'-' | b'=' | b'_' | b'*'))
        && words.bytes().all(|byte| Some(byte) == first)
}

struct SectionKeyword {
    word: &'static str,
    rank: KeywordRank,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeywordRank {
    Top,
    Chapter,
    Section,
}

const KEYWORDS: &[SectionKeyword] = &[
    keyword("Section", KeywordRank::Section),
    keyword("Sec.", KeywordRank::Section),
    keyword("Article", KeywordRank::Section),
    keyword("Artigo", KeywordRank::Section),
    keyword("Artikel", KeywordRank::Section),
    keyword("Art.", KeywordRank::Section),
    keyword("Rule", KeywordRank::Section),
    keyword("Règle", KeywordRank::Section),
    keyword("Regulation", KeywordRank::Section),
    keyword("§", KeywordRank::Section),
    keyword("Part", KeywordRank::Chapter),
    keyword("Partie", KeywordRank::Chapter),
    keyword("Chapter", KeywordRank::Chapter),
    keyword("Chapitre", KeywordRank::Chapter),
    keyword("Capítulo", KeywordRank::Chapter),
    keyword("Title", KeywordRank::Chapter),
    keyword("Titre", KeywordRank::Chapter),
    keyword("Título", KeywordRank::Chapter),
    keyword("Division", KeywordRank::Chapter),
    keyword("Schedule", KeywordRank::Top),
    keyword("Annex", KeywordRank::Top),
    keyword("Annexe", KeywordRank::Top),
    keyword("Appendix", KeywordRank::Top),
];

const fn keyword(word: &'static str, rank: KeywordRank) -> SectionKeyword {
    SectionKeyword { word, rank }
}

/// `Section 12.`, `Art. 5 The …`, `PART IV`: a word, a number, and then an end, a stop or a
/// capital. `section 12 of the Act`, wrapped to a line's start, is none.
fn named<'a>(line: &LineContext<'a>) -> Option<(&'static SectionKeyword, &'a str)> {
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
    let is_chapter = keyword.rank != KeywordRank::Section;
    let roman = is_chapter && number.bytes().all(|byte| b"IVXLC".contains(&byte));
    let arabic = number.starts_with(|letter: char| letter.is_ascii_digit());
    if number.is_empty() || 12 < number.len() || !(roman || arabic) {
        return None;
    }
    ends_a_number(&rest[number.len()..], is_chapter).then_some((keyword, number))
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
fn numbered<'a>(line: &LineContext<'a>) -> Option<(&'a str, &'a str)> {
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
        .then_some(rest.as_str())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

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
                (1, Some("Section 12"), "Section 12. A ferry."),
                (1, Some("Section 13"), "Section 13. A lamp."),
            ],
        );
        check(
            "Art. 5º Todo barco.\n§ 1º A lanterna.\n\nArt. 6º O remo.",
            &[
                (1, Some("Art. 5"), "Art. 5º Todo barco.\n§ 1º A lanterna."),
                (2, Some("§ 1"), "§ 1º A lanterna."),
                (1, Some("Art. 6"), "Art. 6º O remo."),
            ],
        );
        check(
            "§ 2 Das Ruder.\n\n§ 3 Der Kahn.",
            &[(1, Some("§ 2"), "§ 2 Das Ruder."), (1, Some("§ 3"), "§ 3 Der Kahn.")],
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
                (1, Some("1"), "1. Scope\n\n1.1 Boats are meant.\n1.2 Rafts too."),
                (2, Some("1.1"), "1.1 Boats are meant."),
                (2, Some("1.2"), "1.2 Rafts too."),
                (1, Some("2"), "2. Fees\n\nNone."),
            ],
        );
    }

    #[test]
    fn chapters_nest_in_the_order_in_which_they_first_come() {
        let text = "DIVISION 1. Boats\n\nPART 1. Oars\n\nARTICLE 1. Long ones\n\n7.\n\nRow.\n\nPART 2. Lamps";
        check(
            text,
            &[
                (1, Some("Division 1"), text),
                (2, Some("Part 1"), "PART 1. Oars\n\nARTICLE 1. Long ones\n\n7.\n\nRow."),
                (3, Some("Article 1"), "ARTICLE 1. Long ones\n\n7.\n\nRow."),
                (4, Some("7"), "7.\n\nRow."),
                (2, Some("Part 2"), "PART 2. Lamps"),
            ],
        );
    }
}
