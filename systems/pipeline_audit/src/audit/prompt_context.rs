//! The sources that a prompt holds in its own words, and the question beside them: known by tags (`<context>`), by a
//! label (`Context:`), or by numbers (`[1]`). A prompt without any of them holds none.

use std::{iter, ops::Range};

use jurat_text::tokens::words;

/// What a prompt is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PromptParts {
    /// Where its sources stand, in order.
    pub(crate) sources: Vec<Range<usize>>,
    /// Where its question stands.
    pub(crate) question: Option<Range<usize>>,
}

/// Words below which a stretch of text is no source.
const FEWEST_WORDS: usize = 4;
/// Words of the longest label.
const LONGEST_LABEL: usize = 24;
/// Words of a label that is nothing but one.
const PLAIN_LABEL: usize = 4;
/// Tags that are followed.
const MOST_TAGS: usize = 4000;

jurat_text::word_lists! {
    "prompt_labels" [en, fr, pt];
    /// Words that stand over sources.
    static CONTEXTS;
    static QUESTIONS;
    static ANSWERS;
}

/// The parts of a prompt; none where it holds no source.
pub(crate) fn split(text: &str) -> Option<PromptParts> {
    let mut parts = tagged(text);
    if parts.sources.is_empty() {
        parts.sources = labelled(text, &mut parts.question);
    }
    parts.sources.retain(|one| is_text(&text[one.clone()]));
    if parts.sources.is_empty() {
        return None;
    }
    if parts.question.is_none() {
        labelled(text, &mut parts.question);
    }
    let beside = || beside(text, &parts.sources);
    parts.question = parts.question.clone().or_else(beside);
    Some(parts)
}

fn is_text(text: &str) -> bool {
    words(text).take(FEWEST_WORDS).count() == FEWEST_WORDS
}

/// What a label or tag says is below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PromptLabel {
    Context,
    Question,
    Answer,
}

fn label_word(word: &str) -> Option<PromptLabel> {
    let word = word.to_lowercase();
    let kinds: [(&[&str], PromptLabel); 3] = [
        (&CONTEXTS, PromptLabel::Context),
        (&QUESTIONS, PromptLabel::Question),
        (&ANSWERS, PromptLabel::Answer),
    ];
    kinds
        .into_iter()
        .find(|(list, _)| list.contains(&word.as_str()))
        .map(|(_, kind)| kind)
}

/// Sources and question in tags.
fn tagged(text: &str) -> PromptParts {
    let mut parts = PromptParts::default();
    let mut left = MOST_TAGS;
    let mut open: Vec<Range<usize>> = iter::once(0..text.len()).collect();
    while let Some(range) = open.pop() {
        let children = elements(text, range.clone(), &mut left);
        let labelled = |one: &&TaggedText| one.kind == Some(PromptLabel::Context);
        if children.iter().any(|one| labelled(&one)) || range == (0..text.len()) {
            let question = children.iter().find(|one| one.kind == Some(PromptLabel::Question));
            parts.question = parts.question.or_else(|| question.map(|one| one.inner.clone()));
            open.extend(children.iter().filter(labelled).rev().map(|one| one.inner.clone()));
        } else {
            parts.sources.push(range);
        }
    }
    if parts.sources.is_empty() { PromptParts::default() } else { parts }
}

struct TaggedText {
    kind: Option<PromptLabel>,
    inner: Range<usize>,
}

/// The elements right within a range, in order.
fn elements(text: &str, range: Range<usize>, left: &mut usize) -> Vec<TaggedText> {
    let mut all = Vec::new();
    let mut at = range.start;
    while let Some(open) = text[at..range.end].find('<').map(|found| at + found) {
        let Some(rest) = left.checked_sub(1) else { break };
        *left = rest;
        at = open + 1;
        let name_end = text[at..range.end]
            .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-')
            .map_or(range.end, |found| at + found);
        let name = &text[at..name_end];
        let Some(inner) = text[name_end..range.end].find('>').map(|found| name_end + found + 1)
        else {
            break;
        };
        let close = format!("</{name}>");
        let Some(end) = text[inner..range.end].find(&close).filter(|_| !name.is_empty()) else {
            continue;
        };
        let kind = name.split(['_', '-']).filter_map(label_word).next_back();
        all.push(TaggedText { kind, inner: inner..inner + end });
        at = inner + end + close.len();
    }
    all
}

/// A line that stands over what follows.
struct LabelLine {
    kind: PromptLabel,
    /// Where it begins.
    start: usize,
    /// Where what it stands over begins.
    content: usize,
}

/// Sources under labels, and the question under its own.
fn labelled(text: &str, question: &mut Option<Range<usize>>) -> Vec<Range<usize>> {
    let labels = label_lines(text);
    let mut sources = Vec::new();
    for (at, label) in labels.iter().enumerate() {
        let end = labels.get(at + 1).map_or(text.len(), |next| next.start);
        let content = trimmed(text, label.content..end.max(label.content));
        match label.kind {
            PromptLabel::Context => sources.extend(pieces(text, content)),
            PromptLabel::Question if question.is_none() && !content.is_empty() => {
                *question = Some(content);
            }
            PromptLabel::Question | PromptLabel::Answer => {}
        }
    }
    if sources.is_empty() {
        let end = labels.first().map_or(text.len(), |label| label.start);
        sources = numbered(text, 0..end);
    }
    sources
}

fn label_lines(text: &str) -> Vec<LabelLine> {
    let mut labels = Vec::new();
    let mut over = None;
    for line in lines(text) {
        let words = &text[line.clone()];
        if let Some((kind, head)) = label(words) {
            over = Some(kind);
            labels.push(LabelLine {
                kind,
                start: line.start,
                content: line.start + head,
            });
        } else if is_rule(words) && over.is_none() && names_context(&text[..line.start]) {
            // `Use the following context. … ----------` and then the context itself.
            over = Some(PromptLabel::Context);
            let kind = PromptLabel::Context;
            labels.push(LabelLine { kind, start: line.start, content: line.end });
        }
    }
    labels
}

/// What a line is a label of, and the bytes of it up to what it stands over.
fn label(line: &str) -> Option<(PromptLabel, usize)> {
    let lead = line.len() - line.trim_start_matches([' ', '#', '*', '=', '-', '_']).len();
    let decorated = 0 < lead && line.trim_start().starts_with(['#', '*', '=']);
    let colon = line[lead..].find(':').map(|at| lead + at);
    let head_end = colon.or_else(|| decorated.then_some(line.len()))?;
    let head = &line[lead..head_end];
    let all: Vec<&str> = words(head).map(|range| &head[range]).collect();
    if all.is_empty() || LONGEST_LABEL < all.len() {
        return None;
    }
    let mut kinds = all.iter().filter_map(|word| label_word(word));
    let rest = colon.map_or(line.len(), |at| at + 1);
    let rest = rest + line[rest..].len() - line[rest..].trim_start_matches(['*', ' ']).len();
    if all.len() <= PLAIN_LABEL {
        return Some((kinds.next_back()?, rest));
    }
    // A sentence that leads into the sources: `Answer the question from the context below:`
    let leads =
        line[rest..].trim().is_empty() && kinds.any(|kind| kind == PromptLabel::Context);
    leads.then_some((PromptLabel::Context, rest))
}

fn names_context(text: &str) -> bool {
    words(text).any(|range| label_word(&text[range]) == Some(PromptLabel::Context))
}

/// Whether a line is a rule: `---`, `=====`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    3 <= line.len()
        && ['-', '=', '*', '_']
            .iter()
            .any(|mark| line.chars().all(|c| c == *mark))
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        range
    })
}

/// The sources of one context: cut at rules and at numbers in brackets, or all of it.
fn pieces(text: &str, context: Range<usize>) -> Vec<Range<usize>> {
    let numbered = numbered(text, context.clone());
    if 1 < numbered.len() {
        return numbered;
    }
    let mut all = Vec::new();
    let mut start = context.start;
    let inner = lines(&text[context.clone()])
        .map(|line| context.start + line.start..context.start + line.end);
    for line in inner.filter(|line| is_rule(&text[line.clone()])) {
        all.push(trimmed(text, start..line.start));
        start = line.end;
    }
    all.push(trimmed(text, start..context.end));
    all.retain(|one| !one.is_empty());
    all
}

/// The stretches that begin with a number in brackets at the start of a line.
fn numbered(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let starts: Vec<usize> = lines(&text[range.clone()])
        .filter(|line| begins_with_number(&text[range.start + line.start..range.end]))
        .map(|line| range.start + line.start)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([range.end]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| trimmed(text, *start..end))
        .collect()
}

fn begins_with_number(text: &str) -> bool {
    let inner = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inner.is_some_and(|(number, _)| {
        !number.is_empty() && number.len() <= 3 && number.bytes().all(|c| c.is_ascii_digit())
    })
}

/// Without white space and fences around it.
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let fence = |c: char| c.is_whitespace() || matches!(c, '`' | '"' | '“' | '”');
    let words = &text[range.clone()];
    let start = range.start + words.len() - words.trim_start_matches(fence).len();
    let end = range.start + words.trim_end_matches(fence).len();
    start..end.max(start)
}

/// The last paragraph beside the sources.
fn beside(text: &str, sources: &[Range<usize>]) -> Option<Range<usize>> {
    let is_source = |line: &Range<usize>| {
        sources.iter().any(|one| one.start < line.end && line.start < one.end)
    };
    let is_tag = |line: &str| line.trim().starts_with('<') && line.trim().ends_with('>');
    let last = lines(text)
        .filter(|line| !is_source(line) && !is_tag(&text[line.clone()]))
        .filter(|line| !text[line.clone()].trim().is_empty() && !is_rule(&text[line.clone()]))
        .last()?;
    Some(trimmed(text, last)).filter(|range| !range.is_empty())
}

#[cfg(test)]
mod tests {
    use super::split;

    #[track_caller]
    fn check(text: &str, sources: &[&str], question: Option<&str>) {
        let parts = split(text);
        let told = |range: &std::ops::Range<usize>| text[range.clone()].to_owned();
        let found: Vec<String> = parts
            .iter()
            .flat_map(|parts| parts.sources.iter().map(told))
            .collect();
        assert_eq!(found, sources, "{text}");
        let asked = parts.as_ref().and_then(|parts| parts.question.as_ref().map(told));
        assert_eq!(asked.as_deref(), question, "{text}");
    }

    const RULE: &str = "A buyer may return a kayak within 14 days.";
    const OTHER: &str = "The seller repays the price at once.";

    #[test]
    fn tags_hold_sources() {
        let text = format!("Answer.\n<context>\n{RULE}\n</context>\nHow long do I have?");
        check(&text, &[&format!("\n{RULE}\n")], Some("How long do I have?"));
        let text = format!(
            "<documents><document index=\"1\">{RULE}</document><document index=\"2\">{OTHER}</document></documents>\n\
             <question>How long?</question>"
        );
        check(&text, &[RULE, OTHER], Some("How long?"));
    }

    #[test]
    fn labels_stand_over_sources() {
        let text = format!("Context: {RULE}\n\nQuestion: How long?\nAnswer:");
        check(&text, &[RULE], Some("How long?"));
        let text = format!(
            "Answer the question based only on the following context:\n{RULE}\n\nQuestion: How long?"
        );
        check(&text, &[RULE], Some("How long?"));
        let text = format!("Use the following pieces of context to answer.\n----\n{RULE}");
        check(&text, &[RULE], Some("Use the following pieces of context to answer."));
        let text = format!("## Sources\n[1] {RULE}\n[2] {OTHER}\n\n## Question\nHow long?");
        check(&text, &[&format!("[1] {RULE}"), &format!("[2] {OTHER}")], Some("How long?"));
        let text = format!("Contexto:\n{RULE}\n\nPergunta: Quanto tempo?");
        check(&text, &[RULE], Some("Quanto tempo?"));
    }

    #[test]
    fn a_prompt_without_sources_has_none() {
        check("You are a helpful assistant. Answer in one line.", &[], None);
        check("How long do I have to return a kayak?", &[], None);
        check("Context: none", &[], None);
        check("<b>Be brief.</b> Say what the law is, and no more than that.", &[], None);
    }
}
