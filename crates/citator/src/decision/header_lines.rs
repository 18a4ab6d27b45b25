//! The lines before the reasons, and what their labels say.

use std::ops::Range;

use jurat_text::citations::CitationKind;

use super::ReadField;
use crate::court_table::CourtTable;

jurat_text::word_lists! {
    "decision_labels" [en, fr];

    /// Labels of the citation.
    static CITATIONS;

    /// Labels of file numbers.
    static DOCKETS;

    /// Labels of the style of cause.
    static STYLES;

    /// The line above the parties.
    static BETWEEN;

    /// The line between the two sides.
    static AND;

    /// What a party is called in the cause.
    static ROLES;
}

/// So much is looked at where no paragraph has a number.
const LONGEST: usize = 3000;
/// A line that is longer is no header.
const LONGEST_LINE: usize = 240;

/// The header of a decision, line by line.
pub(super) struct HeaderLines<'a> {
    lines: Vec<(usize, &'a str)>,
    end: usize,
}

impl<'a> HeaderLines<'a> {
    /// Everything before the first paragraph.
    pub(super) fn new(text: &'a str, first_paragraph: Option<usize>) -> Self {
        let mut end = first_paragraph.unwrap_or(LONGEST).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut lines = Vec::new();
        let mut at = 0;
        for line in text[..end].split('\n') {
            let start = at + (line.len() - line.trim_start().len());
            let words = line.trim();
            if !words.is_empty() {
                lines.push((start, words));
            }
            at += line.len() + 1;
        }
        Self { lines, end }
    }

    pub(super) const fn end(&self) -> usize {
        self.end
    }

    /// Lines with their first byte, without space around them.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &'a str)> + '_ {
        self.lines.iter().copied()
    }

    /// Whether what stands at a byte is the value of a label, and not part of a sentence.
    pub(super) fn is_label_value(&self, text: &str, at: usize) -> bool {
        let index = self.lines.partition_point(|(start, _)| *start <= at);
        let Some((start, line)) = index.checked_sub(1).and_then(|index| self.lines.get(index))
        else {
            return false;
        };
        let before = text.get(*start..at).unwrap_or_default().trim();
        let labelled = label_end(line, &CITATIONS).is_some();
        line.len() <= LONGEST_LINE && (labelled || before.is_empty() || before.ends_with(','))
    }

    /// The value of the first label of a list: on its line after the colon, or on the next.
    fn value(&self, labels: &[&str]) -> Option<(usize, &'a str)> {
        self.lines.iter().enumerate().find_map(|(index, (start, line))| {
            let end = label_end(line, labels)?;
            let rest = &line[end..];
            let value = rest.trim_start_matches([':', ' ', '\u{a0}', '\t', '#', '/']);
            if value.is_empty() {
                return self.lines.get(index + 1).copied();
            }
            Some((start + line.len() - value.len(), value))
        })
    }

    /// The style of cause: after its label, beside the citation, as the first line, or from the parties.
    pub(super) fn style(&self, text: &str, courts: &CourtTable) -> Option<ReadField<String>> {
        let first = self.lines().next();
        let named = self.value(&STYLES).filter(|(_, line)| has_sides(line));
        let titled = first.filter(|(_, line)| has_sides(line) && line.len() <= LONGEST_LINE);
        let beside = || {
            let (start, line) = self.value(&CITATIONS)?;
            let found = courts.extract(line, None);
            let own = found.iter().find(|one| one.kind == CitationKind::Neutral)?;
            let name = line[..own.span.start].trim_end_matches([' ', ',', '\u{a0}']);
            has_sides(name).then_some((start, name))
        };
        let found = titled.or_else(beside).or(named);
        match found {
            Some((start, line)) => {
                Some(ReadField::new(line.to_owned(), start..start + line.len()))
            }
            None => self.parties(text),
        }
    }

    /// `BETWEEN: A, Appellant, and B, Respondent`.
    fn parties(&self, text: &str) -> Option<ReadField<String>> {
        let at = self.lines.iter().position(|(_, line)| {
            let word = line.trim_end_matches([':', ' ', '\u{a0}']).to_lowercase();
            BETWEEN.contains(&word)
        })?;
        let after = &self.lines[at + 1..];
        let and = after.iter().take(30).position(|(_, line)| {
            AND.contains(&line.trim_matches(['-', ' ']).to_lowercase())
        })?;
        let (start, one) = first_party(&after[..and])?;
        let (other_start, other) = first_party(after.get(and + 1..)?)?;
        let french = text[start..other_start].to_lowercase().contains("\net\n");
        let versus = if french { "c" } else { "v" };
        let span = start..other_start + other.len();
        Some(ReadField::new(format!("{one} {versus} {other}"), span))
    }

    /// The court: by the citation, else by its name or its code in the header.
    pub(super) fn court(
        &self,
        citation: Option<&ReadField<String>>,
        courts: &CourtTable,
    ) -> Option<ReadField<String>> {
        if let Some(citation) = citation {
            let code = citation.value.split(' ').nth(1)?;
            let span = citation.span.start..citation.span.end;
            return Some(ReadField::new(courts.find(code)?.code.clone(), span));
        }
        let named = self.lines().find_map(|(start, line)| {
            let (court, from, to) = courts.named_within(line)?;
            Some(ReadField::new(court.code.clone(), start + from..start + to))
        });
        named.or_else(|| self.lines().find_map(|(start, line)| coded(start, line, courts)))
    }

    /// File numbers.
    pub(super) fn dockets(&self, text: &str, courts: &CourtTable) -> Vec<ReadField<String>> {
        let mut dockets: Vec<ReadField<String>> = Vec::new();
        let mut add = |value: &str, span: Range<usize>| {
            if dockets.iter().all(|one| one.value != value) {
                dockets.push(ReadField::new(value.to_owned(), span));
            }
        };
        for (start, line) in &self.lines {
            let Some(end) = label_end(line, &DOCKETS) else { continue };
            for (offset, token) in numbers(&line[end..]) {
                add(token, start + end + offset..start + end + offset + token.len());
            }
        }
        let head = text.get(..self.end).unwrap_or_default();
        let cited = courts.extract(head, None);
        for docket in cited.iter().filter(|one| one.kind == CitationKind::Docket) {
            if let Some(number) = docket.normal.first() {
                add(number, docket.span.clone());
            }
        }
        if dockets.is_empty()
            && let Some((start, line)) = self.value(&DOCKETS)
        {
            for (offset, token) in numbers(line) {
                dockets.push(ReadField::new(
                    token.to_owned(),
                    start + offset..start + offset + token.len(),
                ));
            }
        }
        dockets
    }
}

/// The end of a label that a line begins with.
pub(super) fn label_end(line: &str, labels: &[&str]) -> Option<usize> {
    let small = line.to_lowercase();
    if small.len() != line.len() {
        return None;
    }
    labels
        .iter()
        .filter(|label| {
            small
                .strip_prefix(**label)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        })
        .map(|label| label.len())
        .max()
}

fn has_sides(line: &str) -> bool {
    [" v. ", " v ", " c. ", " c ", " V. ", " C. "]
        .iter()
        .any(|between| line.contains(between))
        || line.ends_with("(Re)")
}

fn first_party<'a>(lines: &[(usize, &'a str)]) -> Option<(usize, &'a str)> {
    lines
        .iter()
        .take(12)
        .find(|(_, line)| !ROLES.contains(&line.trim_end_matches(['.', ',']).to_lowercase()))
        .copied()
}

/// Numbers of files in a stretch: digits with hyphens, or long ones.
fn numbers(part: &str) -> Vec<(usize, &str)> {
    let border = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | ':' | '/');
    let mut found = Vec::new();
    let mut at = 0;
    for token in part.split(border) {
        let start = at;
        at += token.len();
        at += part[at..].chars().next().map_or(0, char::len_utf8);
        let token = token.trim_end_matches('.');
        let digits = token.bytes().filter(u8::is_ascii_digit).count();
        if 4 <= digits || (2 <= digits && token.contains('-')) {
            found.push((start, token));
        }
    }
    found
}

/// The code of a court that stands with a label of files: `RAD File`, `Dossier de la SAR`.
fn coded(start: usize, line: &str, courts: &CourtTable) -> Option<ReadField<String>> {
    let small = line.to_lowercase();
    if !small.contains("file") && !small.contains("dossier") {
        return None;
    }
    let border = |c: char| !c.is_alphanumeric();
    let mut at = 0;
    for token in line.split(border) {
        if let Some(court) = courts.find(token).filter(|_| 2 < token.len()) {
            return Some(ReadField::new(
                court.code.clone(),
                start + at..start + at + token.len(),
            ));
        }
        at += token.len();
        at += line[at..].chars().next().map_or(0, char::len_utf8);
    }
    None
}
