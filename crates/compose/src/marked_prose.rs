//! Marked prose read back into statements: `Counties must keep records [REQ-S001].`

use std::ops::Range;

use jurat_model::{RequirementId, Statement, StatementRole};
use jurat_text::sentences::sentences;

use crate::framing_phrases;

/// Reads marked prose. A sentence is a statement; the marks in it, or right after its full stop,
/// are its own. What reads like a mark and is none stays in the text.
pub fn parse_marked(text: &str) -> Vec<Statement> {
    let groups = groups(text);
    let mut statements = Vec::new();
    let (mut from, mut first) = (0, 0);
    for (at, group) in groups.iter().enumerate() {
        // A full stop after a mark ends a statement, whatever the words look like.
        if let Some(end) = hard_end(text, group.place.end) {
            stretch(text, from..end, &groups[first..=at], &mut statements);
            (from, first) = (end, at + 1);
        }
    }
    stretch(text, from..text.len(), &groups[first..], &mut statements);
    statements
}

/// The sentences of a text, cut at full stops only.
pub(crate) fn cut(text: &str) -> Vec<Range<usize>> {
    let mut cuts: Vec<Range<usize>> = Vec::new();
    for sentence in sentences(text) {
        match cuts.last_mut() {
            Some(last) if !is_ended(&text[last.clone()]) => last.end = sentence.range.end,
            _ => cuts.push(sentence.range),
        }
    }
    cuts
}

fn is_ended(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', '”', '’', '»', ')'])
        .ends_with(['.', '!', '?'])
}

struct MarkGroup {
    place: Range<usize>,
    ids: Vec<RequirementId>,
}

/// Where marks stand, in order.
fn groups(text: &str) -> Vec<MarkGroup> {
    let mut groups = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find("[REQ-").map(|at| from + at) {
        from = open + 1;
        let Some(len) = text[open..].find([']', '\n']) else { break };
        let ids: Result<Vec<RequirementId>, _> = text[open + 1..open + len]
            .split([',', ';'])
            .map(|id| id.trim().parse())
            .collect();
        if let (Ok(ids), true) = (ids, text[open + len..].starts_with(']')) {
            from = open + len + 1;
            groups.push(MarkGroup { place: open..from, ids });
        }
    }
    groups
}

/// The place after a full stop that follows a mark and ends a sentence.
fn hard_end(text: &str, after: usize) -> Option<usize> {
    let rest = &text[after..];
    let end = rest.starts_with(['.', '!', '?']).then_some(after + 1)?;
    let next = text[end..].chars().next();
    next.is_none_or(char::is_whitespace).then_some(end)
}

fn stretch(text: &str, range: Range<usize>, groups: &[MarkGroup], into: &mut Vec<Statement>) {
    let mut plain = String::with_capacity(range.len());
    let mut marks: Vec<(usize, &[RequirementId])> = Vec::new();
    let mut from = range.start;
    for group in groups {
        let words = &text[from..group.place.start];
        plain.push_str(words.strip_suffix(' ').unwrap_or(words));
        marks.push((plain.len(), &group.ids));
        from = group.place.end;
    }
    plain.push_str(&text[from..range.end]);
    let cuts = cut(&plain);
    let ends = cuts.iter().skip(1).map(|next| next.start).chain([usize::MAX]);
    let mut left = marks.into_iter().peekable();
    for (cut, next) in cuts.iter().zip(ends) {
        let mut own: Vec<RequirementId> = Vec::new();
        while let Some((_, ids)) = left.next_if(|(at, _)| *at < next) {
            own.extend(ids);
        }
        into.push(statement(&plain[cut.clone()], own));
    }
    if let Some(only) = left.next() {
        into.push(statement("", only.1.to_vec()));
    }
}

fn statement(text: &str, marks: Vec<RequirementId>) -> Statement {
    let conflict = framing_phrases::within_conflict(text).is_some() && 1 < marks.len();
    let role = if conflict { StatementRole::Conflict } else { StatementRole::Requirement };
    Statement { text: text.to_owned(), marks, role, quote: None }
}

#[cfg(test)]
mod tests {
    use super::parse_marked;

    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[&str])]) {
        let read = parse_marked(text);
        let read: Vec<(&str, Vec<String>)> = read
            .iter()
            .map(|one| (one.text.as_str(), one.marks.iter().map(ToString::to_string).collect()))
            .collect();
        let expected: Vec<(&str, Vec<String>)> = expected
            .iter()
            .map(|(text, marks)| (*text, marks.iter().map(ToString::to_string).collect()))
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn marks_belong_to_their_sentence() {
        check(
            "Counties must keep logs [REQ-S001, REQ-P002]. They must file them [REQ-S002].",
            &[
                ("Counties must keep logs.", &["REQ-S001", "REQ-P002"]),
                ("They must file them.", &["REQ-S002"]),
            ],
        );
        check(
            "Keep logs [REQ-S001] and file them [REQ-P001]. No mark here.",
            &[("Keep logs and file them.", &["REQ-S001", "REQ-P001"]), ("No mark here.", &[])],
        );
        check(
            "Keep the logs. [REQ-S001] File them all. [REQ-S002]",
            &[("Keep the logs.", &["REQ-S001"]), ("File them all.", &["REQ-S002"])],
        );
    }

    #[test]
    fn what_is_no_mark_stays() {
        check("Keep logs [REQ-1].", &[("Keep logs [REQ-1].", &[])]);
        check("Keep logs [REQ-S001", &[("Keep logs [REQ-S001", &[])]);
        check("[REQ-S001].", &[(".", &["REQ-S001"])]);
        check("", &[]);
    }

    #[test]
    fn a_full_stop_after_a_mark_ends_a_statement() {
        check(
            "Keep logs, etc [REQ-S001]. Acme Inc [REQ-S002]. It ends.",
            &[
                ("Keep logs, etc.", &["REQ-S001"]),
                ("Acme Inc.", &["REQ-S002"]),
                ("It ends.", &[]),
            ],
        );
    }
}
