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

use super::{
    TreatmentKind,
    plain_sentence::{CASE, PlainSentence},
};
use crate::pattern_classes;

#[derive(Debug, Default, Deserialize)]
struct GrammarFile {
    classes: BTreeMap<String, String>,
    heads: Vec<String>,
    blockers: Vec<String>,
    breaks: Vec<String>,
    vetoes: Vec<String>,
    frames: Vec<FrameRow>,
    demonstratives: String,
    /// Nouns that stand for a case or what it says.
    nouns: String,
    /// What takes an act back after it.
    after: Vec<String>,
    /// Words that open a clause about the cited case itself.
    relatives: Vec<String>,
    /// How an act begins that is done to its subject.
    passive: String,
    /// Words that a new subject begins with.
    subjects: String,
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
    /// The case comes first, and the act is told of it.
    of_case: bool,
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
    nouns: Option<Regex>,
    after: Vec<Regex>,
    relatives: Vec<String>,
    passive: Option<Regex>,
    subjects: Option<Regex>,
    within: Option<Regex>,
    benches: Option<Regex>,
}

/// What a sentence does with the case, and the words that say so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FrameMatch {
    pub(super) kind: TreatmentKind,
    pub(super) cue: ByteSpan,
}

static ENGLISH: LazyLock<TreatmentGrammar> = LazyLock::new(|| {
    TreatmentGrammar::from_file(include_str!("../../data/treatment_grammar/en.json")).0
});
static FRENCH: LazyLock<TreatmentGrammar> = LazyLock::new(|| {
    TreatmentGrammar::from_file(include_str!("../../data/treatment_grammar/fr.json")).0
});

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
    fn from_file(file: &str) -> (Self, Vec<String>) {
        let mut faults = Vec::new();
        let file: GrammarFile = serde_json::from_str(file).unwrap_or_else(|error| {
            faults.push(error.to_string());
            GrammarFile::default()
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
            let of_case = row.says.starts_with("CASE ");
            frames.push(TreatmentFrame { kind, says, unless, of_case });
        }
        let demonstratives = compiled(&format!(" (?:{}) ", file.demonstratives));
        let breaks = file.breaks.iter().filter_map(|one| compiled(one)).collect();
        let vetoes = file.vetoes.iter().filter_map(|one| compiled(one)).collect();
        let after = file.after.iter().filter_map(|one| compiled(one)).collect();
        let grammar = Self {
            breaks,
            vetoes,
            frames,
            demonstratives,
            after,
            nouns: compiled(&format!("^(?:{})$", file.nouns)),
            passive: compiled(&file.passive),
            subjects: compiled(&file.subjects),
            within: compiled(
                r"(?: in| dans)(?: the case of| l' arrêt| l' affaire| la décision| le jugement)? $",
            ),
            benches: compiled("court|bench|majority|panel|cour|formation|majorité"),
            heads: file.heads,
            blockers: file.blockers,
            relatives: file.relatives,
        };
        faults.extend(unknown);
        (grammar, faults)
    }

    /// What the sentence does with its case: the first frame that holds and is not taken back.
    pub(super) fn classify(&self, sentence: &PlainSentence) -> Option<FrameMatch> {
        sentence.case_at()?;
        let line = sentence.line.as_str();
        // A question does nothing.
        if sentence.line.trim_end().ends_with('?') {
            return None;
        }
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
                let told = frame.kind != TreatmentKind::Mentioned;
                if told
                    && frame.of_case
                    && !self.is_told_of_case(line, whole.start(), cue.range(), frame.kind)
                {
                    continue;
                }
                if told
                    && (self.is_taken_back(line, cue.start())
                        || self.is_undone(line, whole.end(), frame.kind))
                {
                    continue;
                }
                return Some(FrameMatch {
                    kind: frame.kind,
                    cue: sentence.source(cue.range()),
                });
            }
        }
        None
    }

    /// Whether an act reaches its object over these words.
    fn reaches(&self, line: &str, gap: &Range<usize>) -> bool {
        let words: Vec<&str> =
            line[gap.clone()].split(' ').filter(|word| !word.is_empty()).collect();
        let Some(first) = words.first() else {
            // A citation in brackets right after a verb is a reference, not its object.
            return !line[gap.end..].starts_with("( ");
        };
        let named = |word: &str| self.nouns.as_ref().is_some_and(|nouns| nouns.is_match(word));
        if line[gap.end..].starts_with("( ") && !words.iter().any(|word| named(word)) {
            return false;
        }
        // Two commas are words put in between.
        let put_in = words.iter().filter(|word| **word == ",").count() == 2;
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
                && !put_in
                && words
                    .get(at + 1)
                    .is_some_and(|next| !next.starts_with(|c: char| c.is_ascii_digit()));
            (!blocked || free) && !listed
        })
    }

    /// Whether words after an act take it back: `or so the applicant says`. A doubt and a difference may be told so.
    fn is_undone(&self, line: &str, end: usize, kind: TreatmentKind) -> bool {
        !matches!(kind, TreatmentKind::Questioned | TreatmentKind::Distinguished)
            && self.after.iter().any(|after| after.is_match(&line[end..]))
    }

    /// Whether an act that comes after the case is one upon it: not what was done within it, nor what was done to another.
    fn is_told_of_case(
        &self,
        line: &str,
        from: usize,
        cue: Range<usize>,
        kind: TreatmentKind,
    ) -> bool {
        let Some(case) = line[from..].find(CASE).map(|at| from + at) else { return true };
        let between = line.get(case + CASE.len()..cue.start).unwrap_or_default();
        let padded = format!(" {} ", between.trim());
        let clause = padded.rsplit([',', ')', ';']).next().unwrap_or_default();
        let clause = format!(" {} ", clause.trim());
        if self.relatives.iter().any(|one| clause.contains(&format!(" {one} "))) {
            return false;
        }
        let is = |pattern: &Option<Regex>, words: &str| {
            pattern.as_ref().is_some_and(|pattern| pattern.is_match(words))
        };
        let passive = is(&self.passive, line[cue.start..].trim_start());
        let history = matches!(
            kind,
            TreatmentKind::Affirmed | TreatmentKind::Reversed | TreatmentKind::Varied
        );
        // `In CASE, the Court of Appeal reversed the judge`: the case is where it was done.
        if history
            && !passive
            && is(&self.within, &line[..case])
            && is(&self.benches, &line[cue])
        {
            return false;
        }
        !(passive && self.has_other_subject(&clause))
    }

    /// Whether a new subject stands in a clause, and it is no case.
    fn has_other_subject(&self, clause: &str) -> bool {
        // What the case said may be its subject: `the suggestion in CASE that …`.
        if [" that ", " que ", " qu' "]
            .iter()
            .any(|opens| clause.starts_with(opens))
        {
            return false;
        }
        let Some(last) = self.subjects.as_ref().and_then(|one| one.find_iter(clause).last())
        else {
            return false;
        };
        let mut after = clause[last.end()..].split_whitespace().take(4);
        !after.any(|word| {
            word == CASE
                || matches!(word, "case" | "affaire")
                || self.nouns.as_ref().is_some_and(|nouns| nouns.is_match(word))
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
            let (grammar, faults) = TreatmentGrammar::from_file(file);
            assert!(faults.is_empty(), "{faults:?}");
            assert!(30 < grammar.frames.len() && !grammar.vetoes.is_empty());
        }
    }
}
