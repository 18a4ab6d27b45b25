//! The grammar of treatment: frames that say who does what to which case, and what takes the act back.
//!
//! It is data (`data/treatment_grammar`): classes of words, frames built of them with the kind they tell, words that an
//! object may not reach over, borders of clauses, and vetoes. A veto looks at the clause before the act: denied, asked for,
//! argued by a party, supposed, or done by somebody who is no court.

use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

use jurat_model::ByteSpan;
use jurat_text::Language;
use regex::Regex;
use serde::Deserialize;

use super::{TreatmentKind, plain_sentence::PlainSentence};
use crate::pattern_classes;

#[derive(Debug, Deserialize)]
struct GrammarFile {
    classes: BTreeMap<String, String>,
    heads: Vec<String>,
    blockers: Vec<String>,
    breaks: Vec<String>,
    vetoes: Vec<String>,
    frames: Vec<FrameRow>,
    demonstratives: String,
}

#[derive(Debug, Deserialize)]
struct FrameRow {
    kind: String,
    says: String,
    #[serde(default)]
    unless: Option<String>,
}

/// One frame, ready to be looked for.
#[derive(Debug)]
struct TreatmentFrame {
    kind: TreatmentKind,
    says: Regex,
    unless: Option<Regex>,
}

/// The grammar of one language.
#[derive(Debug)]
pub(super) struct TreatmentGrammar {
    heads: Vec<String>,
    blockers: Vec<String>,
    breaks: Vec<Regex>,
    vetoes: Vec<Regex>,
    frames: Vec<TreatmentFrame>,
    demonstratives: Option<Regex>,
}

/// What a sentence does with the case, and the words that say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FrameMatch {
    pub(super) kind: TreatmentKind,
    pub(super) cue: ByteSpan,
}

static ENGLISH: LazyLock<TreatmentGrammar> =
    LazyLock::new(|| TreatmentGrammar::read(include_str!("../../data/treatment_grammar/en.json")).0);
static FRENCH: LazyLock<TreatmentGrammar> =
    LazyLock::new(|| TreatmentGrammar::read(include_str!("../../data/treatment_grammar/fr.json")).0);

/// How far around an act `unless` looks.
const NEAR: usize = 40;

impl TreatmentGrammar {
    /// The grammars to try on a sentence: that of its language; both where that is not sure.
    pub(super) fn of_language(
        sentence: Option<Language>,
        document: Option<Language>,
    ) -> Vec<&'static Self> {
        match (sentence, document) {
            (Some(Language::English), Some(Language::English) | None) => vec![&*ENGLISH],
            (Some(Language::French), Some(Language::French) | None) => vec![&*FRENCH],
            (Some(Language::French), _) => vec![&*FRENCH, &*ENGLISH],
            _ => vec![&*ENGLISH, &*FRENCH],
        }
    }

    /// A grammar from its file, and what in it cannot be used.
    fn read(file: &str) -> (Self, Vec<String>) {
        let mut faults = Vec::new();
        let file: GrammarFile = serde_json::from_str(file).unwrap_or_else(|error| {
            faults.push(error.to_string());
            GrammarFile {
                classes: BTreeMap::new(),
                heads: Vec::new(),
                blockers: Vec::new(),
                breaks: Vec::new(),
                vetoes: Vec::new(),
                frames: Vec::new(),
                demonstratives: String::new(),
            }
        });
        let mut compiled =
            |pattern: &str| pattern_classes::compiled(pattern, &file.classes, &mut faults);
        let mut frames = Vec::new();
        let mut unknown = Vec::new();
        for row in &file.frames {
            let Some(kind) = TreatmentKind::from_word(&row.kind) else {
                unknown.push(format!("there is no kind `{}`", row.kind));
                continue;
            };
            let Some(says) = compiled(&row.says) else { continue };
            let unless = row.unless.as_deref().and_then(&mut compiled);
            frames.push(TreatmentFrame { kind, says, unless });
        }
        let demonstratives = compiled(&format!(" (?:{}) ", file.demonstratives));
        let breaks = file.breaks.iter().filter_map(|one| compiled(one)).collect();
        let vetoes = file.vetoes.iter().filter_map(|one| compiled(one)).collect();
        faults.extend(unknown);
        let (heads, blockers) = (file.heads, file.blockers);
        (Self { heads, blockers, breaks, vetoes, frames, demonstratives }, faults)
    }

    /// What the sentence does with its case: the first frame that holds and is not taken back.
    pub(super) fn classify(&self, sentence: &PlainSentence) -> Option<FrameMatch> {
        sentence.case_at()?;
        let line = sentence.line.as_str();
        for frame in &self.frames {
            let mut from = 0;
            while let Some(found) = frame.says.captures_at(line, from) {
                let Some(whole) = found.get(0) else { break };
                from = next_place(line, whole.start());
                let Some(cue) = found.name("cue") else { break };
                let gap = found.name("gap").map(|gap| gap.range());
                if gap.is_some_and(|gap| !self.reaches(line, &gap)) {
                    continue;
                }
                let near = around(line, cue.start().saturating_sub(NEAR)..whole.end() + NEAR);
                if frame.unless.as_ref().is_some_and(|unless| unless.is_match(near)) {
                    continue;
                }
                if frame.kind != TreatmentKind::Mentioned && self.is_taken_back(line, cue.start()) {
                    continue;
                }
                return Some(FrameMatch { kind: frame.kind, cue: sentence.source(cue.range()) });
            }
        }
        None
    }

    /// Whether an act reaches its object over these words.
    fn reaches(&self, line: &str, gap: &Range<usize>) -> bool {
        let words: Vec<&str> = line[gap.clone()].split(' ').filter(|word| !word.is_empty()).collect();
        let Some(first) = words.first() else {
            // A citation in brackets right after a verb is a reference, not its object.
            return !line[gap.end..].starts_with("( ");
        };
        // `affirmed in CASE`: there it was done, and to another.
        if matches!(*first, "in" | "dans" | "by" | "par" | "(") {
            return false;
        }
        let before = line[..gap.start].split(' ').rev().find(|word| !word.is_empty());
        words.iter().enumerate().all(|(at, word)| {
            let head = if at == 0 { before } else { words.get(at - 1).copied() };
            let free = head.is_some_and(|head| self.heads.iter().any(|one| one == head));
            let blocked = self.blockers.iter().any(|one| one == word);
            let listed = *word == ","
                && words
                    .get(at + 1)
                    .is_some_and(|next| !next.starts_with(|c: char| c.is_ascii_digit()));
            (!blocked || free) && !listed
        })
    }

    /// Whether the clause before an act denies it, supposes it, or lays it to somebody who is no court.
    fn is_taken_back(&self, line: &str, act: usize) -> bool {
        let before = &line[..act];
        let mut from = 0;
        for border in &self.breaks {
            let mut at = 0;
            while let Some(found) = border.captures_at(line, at) {
                let Some(mark) = found.name("b") else { break };
                if act < mark.end() {
                    break;
                }
                from = from.max(mark.end() - 1);
                at = next_place(line, mark.start());
            }
        }
        let clause = format!(" {}", before[from.min(before.len())..].trim_start());
        self.vetoes.iter().any(|veto| veto.is_match(&clause))
    }

    /// The sentence with `that decision` read as the case, where it comes after it and no other case lies between.
    pub(super) fn with_anaphors(&self, sentence: &PlainSentence) -> PlainSentence {
        let mut resolved = sentence.clone();
        let Some(demonstratives) = &self.demonstratives else { return resolved };
        for _ in 0..4 {
            let Some(case) = resolved.case_at() else { break };
            let limit = resolved.other_after(case).unwrap_or(resolved.line.len());
            let Some(found) = demonstratives.find_at(&resolved.line, case) else { break };
            if limit < found.end() {
                break;
            }
            resolved = resolved.with_case_at(&(found.start() + 1..found.end() - 1));
        }
        resolved
    }

    /// The sentence after one that names the case, if it speaks of `these cases` first of all.
    pub(super) fn by_demonstrative(&self, sentence: &PlainSentence) -> Option<PlainSentence> {
        let found = self.demonstratives.as_ref()?.find(&sentence.line)?;
        let limit = sentence.other_after(0).unwrap_or(sentence.line.len());
        (found.end() <= limit)
            .then(|| sentence.with_case_at(&(found.start() + 1..found.end() - 1)))
    }
}

/// The next character of a line after a place.
fn next_place(line: &str, at: usize) -> usize {
    let mut next = at + 1;
    while next < line.len() && !line.is_char_boundary(next) {
        next += 1;
    }
    next.min(line.len())
}

fn around(line: &str, part: Range<usize>) -> &str {
    let mut start = part.start.min(line.len());
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = part.end.min(line.len());
    while !line.is_char_boundary(end) {
        end += 1;
    }
    &line[start..end]
}

#[cfg(test)]
mod tests {
    use super::TreatmentGrammar;

    #[test]
    fn every_frame_of_both_languages_can_be_used() {
        for file in [
            include_str!("../../data/treatment_grammar/en.json"),
            include_str!("../../data/treatment_grammar/fr.json"),
        ] {
            let (grammar, faults) = TreatmentGrammar::read(file);
            assert!(faults.is_empty(), "{faults:?}");
            assert!(30 < grammar.frames.len() && !grammar.vetoes.is_empty());
        }
    }
}
