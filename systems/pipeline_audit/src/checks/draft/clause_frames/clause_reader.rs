//! Clauses that demand, allow or forbid, with who acts and what is done.

use std::ops::Range;

use jurat_text::sentence_reading::{SentenceReading, SentenceWord, sentence_words};

use super::{
    ActorPhrase, ClauseFrame, DeonticForm,
    deontic_forms::{FormOccurrence, forms},
    frame_lexicon::FrameLexicon,
};

/// Words before a form in which what makes it hang on another clause stands.
const HANGS: usize = 8;
/// Words from a form to the `by` of who acts.
const TO_AGENT: usize = 16;
/// Words of who acts, at most.
const LONGEST_ACTOR: usize = 8;
/// Adverbs between `be` and its participle.
const ADVERBS: usize = 2;

/// A sentence with its words.
struct ClauseText<'t> {
    text: &'t str,
    words: &'t [SentenceWord],
    reading: SentenceReading<'t>,
    lexicon: &'t FrameLexicon,
}

pub(super) fn frames(text: &str, lexicon: &FrameLexicon) -> Vec<ClauseFrame> {
    let words: Vec<SentenceWord> = sentence_words(text).collect();
    let reading = SentenceReading::new(text, &words, lexicon.language);
    let clause = ClauseText { text, words: &words, reading, lexicon };
    let mut found: Vec<ClauseFrame> = Vec::new();
    let all = forms(reading, lexicon);
    for part in clause.parts() {
        let own: Vec<&FormOccurrence> =
            all.iter().filter(|form| part.contains(&form.words.start)).collect();
        if own.is_empty() {
            // An item of a list in one line does what the words before the list say.
            let lead = found.iter().rev().find(|frame| !frame.depends).cloned();
            found.extend(lead.map(|lead| clause.item(lead, part)));
        } else {
            let mut from = part.start;
            for form in own {
                found.push(clause.frame(form, from, &part));
                from = form.words.end;
            }
        }
    }
    found
}

impl ClauseText<'_> {
    /// The stretches between `;` and `:`.
    fn parts(&self) -> Vec<Range<usize>> {
        let mut starts: Vec<usize> = (1..self.words.len())
            .filter(|at| self.is_parted(*at, &[';', ':']))
            .collect();
        starts.insert(0, 0);
        let ends = starts.iter().skip(1).copied().chain([self.words.len()]);
        let parts: Vec<Range<usize>> = starts
            .iter()
            .copied()
            .zip(ends)
            .map(|(start, end)| start..end)
            .collect();
        parts
    }

    fn item(&self, lead: ClauseFrame, part: Range<usize>) -> ClauseFrame {
        ClauseFrame {
            deed: self.meanings(part.clone()),
            chooses: self.any(part, "choices"),
            ..lead
        }
    }

    /// The frame of a form; what comes before `from` is of another.
    fn frame(&self, form: &FormOccurrence, from: usize, part: &Range<usize>) -> ClauseFrame {
        let (at, end) = (form.words.start, form.words.end);
        let reading = self.reading;
        let clause = self.clause_start(at, from)..at;
        let is_joined = part.start < clause.start && self.has("joints", clause.start);
        let from = if is_joined { clause.start } else { from };
        let after = end..part.end;
        let opens_with_none = [from, clause.start]
            .iter()
            .any(|start| *start < at && reading.negates(*start));
        let form_said = match form.form {
            DeonticForm::Must | DeonticForm::May if opens_with_none => DeonticForm::MustNot,
            form => form,
        };
        let is_passive = self.is_passive(end);
        let head_words = self.opening_words(&clause, from);
        let limits = |at: usize| reading.is_only(at) || reading.begins_exception(at);
        let denies = |at: usize| self.has("denials", at);
        ClauseFrame {
            form: form_said,
            said: self.bytes(&form.words),
            subject: self.meanings(from..at),
            deed: self.deed(&after),
            head: self
                .phrases(head_words.clone())
                .into_iter()
                .flat_map(|one| one.words)
                .collect(),
            actors: if is_passive { self.agents(&after) } else { self.phrases(head_words) },
            is_passive,
            depends: self.depends(&clause, from),
            is_joined,
            is_free: self.any(form.words.clone(), "discretion"),
            is_right: self.any(form.words.clone(), "rights"),
            limits: part.clone().any(limits),
            denies: (from..at).chain(after.clone()).any(denies),
            chooses: self.any(after, "choices"),
            opens_with_aim: self.has("openings", from),
        }
    }

    /// The first word of the clause around a place that commas and brackets part from the rest.
    fn clause_start(&self, at: usize, from: usize) -> usize {
        let parted = |at: &usize| self.is_parted(*at, &[',', '(', ')', '—', '–']);
        (from + 1..=at).rev().find(parted).unwrap_or(from)
    }

    /// The words in which the subject stands: those of the clause, or those that open the sentence where a phrase between
    /// commas stands before the form.
    fn opening_words(&self, clause: &Range<usize>, from: usize) -> Range<usize> {
        if !self.meanings(clause.clone()).is_empty() && !self.has("phrase_ends", clause.start) {
            return clause.clone();
        }
        let comma = |at: &usize| self.is_parted(*at, &[',']);
        let end = (from + 1..clause.end).find(comma).unwrap_or(clause.end);
        from..end
    }

    /// The words of a deed, its verb first: what stands between commas before it comes last.
    fn deed(&self, after: &Range<usize>) -> Vec<String> {
        let is_comma = |at: &usize| self.is_parted(*at, &[',']);
        let verb = Some(after.start)
            .filter(is_comma)
            .and_then(|start| (start + 1..after.end).find(is_comma))
            .unwrap_or(after.start);
        let mut deed = self.meanings(verb..after.end);
        deed.extend(self.meanings(after.start..verb));
        deed
    }

    fn depends(&self, clause: &Range<usize>, from: usize) -> bool {
        let reading = self.reading;
        let near = clause.end.saturating_sub(2).max(from)..clause.end;
        let before = clause.end.saturating_sub(HANGS).max(clause.start)..clause.end;
        let hangs = |at: usize| {
            reading.begins_condition(at)
                || reading.subordinates(at)
                || reading.bound_at(at).is_some()
        };
        // `information that the Minister may require`
        let is_relative = |at: usize| {
            reading.narrows(at) && (reading.is_determiner(at + 1) || reading.is_pronoun(at + 1))
        };
        near.into_iter().any(|at| reading.narrows(at))
            || before.into_iter().any(|at| hangs(at) || is_relative(at))
    }

    /// Whether a participle follows with its `be`.
    fn is_passive(&self, end: usize) -> bool {
        let is_participle = |at: usize| {
            let word = self.words.get(at).map_or("", |word| word.lower.as_str());
            self.lexicon.is_participle(word)
        };
        self.has("passive", end) && (end + 1..=end + 1 + ADVERBS).any(is_participle)
    }

    /// Who acts, after its `by`.
    fn agents(&self, after: &Range<usize>) -> Vec<ActorPhrase> {
        let last = (after.start + TO_AGENT).min(after.end);
        let by = (after.start..last).find(|at| self.reading.names_agent(*at));
        by.map_or_else(Vec::new, |by| {
            self.phrases(by + 1..(by + 1 + LONGEST_ACTOR).min(after.end))
        })
    }

    /// The nouns at the beginning of a stretch, those that `and` and `or` join apart.
    fn phrases(&self, range: Range<usize>) -> Vec<ActorPhrase> {
        let mut all: Vec<Vec<usize>> = vec![Vec::new()];
        for at in range {
            let is_open = all.iter().any(|one| !one.is_empty());
            if self.has("phrase_ends", at) && is_open {
                break;
            }
            if self.reading.is_conjunction(at) || self.reading.is_alternative(at) {
                all.push(Vec::new());
            } else if self.reading.is_determiner(at) && is_open {
                // `Each quarter the keeper must`: the last noun before the form is the one that acts.
                all = vec![Vec::new()];
            } else if self.counts(at)
                && let Some(last) = all.last_mut()
            {
                last.push(at);
            }
        }
        all.iter().filter_map(|words| self.phrase(words)).collect()
    }

    fn phrase(&self, words: &[usize]) -> Option<ActorPhrase> {
        let (first, last) = (*words.first()?, *words.last()?);
        let lower = |at: usize| self.words[at].lower.as_str();
        // The noun that a phrase is about ends it in English, and opens it in French and Portuguese.
        let is_english = self.lexicon.language == jurat_text::Language::English;
        let noun = if is_english { last } else { first };
        Some(ActorPhrase {
            words: words
                .iter()
                .filter_map(|at| self.lexicon.meaning(lower(*at)))
                .collect(),
            noun: self.lexicon.meaning(lower(noun))?,
            party: self.lexicon.party(lower(noun)),
            said: self.bytes(&(first..last + 1)),
        })
    }

    /// Whether the word at a place says something and is no number.
    fn counts(&self, at: usize) -> bool {
        let word = self.words.get(at).map_or("", |word| word.lower.as_str());
        !word.starts_with(|c: char| c.is_ascii_digit()) && self.lexicon.meaning(word).is_some()
    }

    fn meanings(&self, range: Range<usize>) -> Vec<String> {
        let words = self.words.get(range).unwrap_or_default();
        words
            .iter()
            .filter_map(|word| self.lexicon.meaning(&word.lower))
            .collect()
    }

    fn any(&self, range: Range<usize>, list: &str) -> bool {
        range.into_iter().any(|at| self.has(list, at))
    }

    fn has(&self, list: &str, at: usize) -> bool {
        self.words
            .get(at)
            .is_some_and(|word| self.lexicon.has(list, &word.lower))
    }

    fn is_parted(&self, at: usize, marks: &[char]) -> bool {
        match (at.checked_sub(1).and_then(|at| self.words.get(at)), self.words.get(at)) {
            (Some(before), Some(word)) => {
                self.text[before.range.end..word.range.start].contains(marks)
            }
            _ => false,
        }
    }

    fn bytes(&self, words: &Range<usize>) -> Range<usize> {
        match (self.words.get(words.start), self.words.get(words.end.saturating_sub(1))) {
            (Some(first), Some(last)) => first.range.start..last.range.end,
            _ => 0..0,
        }
    }
}
