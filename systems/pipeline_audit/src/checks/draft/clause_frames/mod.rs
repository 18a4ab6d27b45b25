//! Who must, may, need not or must not do what: clauses of the draft beside those of the sources, whatever their verbs are.
//!
//! A clause is laid beside the one of the sources that has most of what it says: its subject, its deed, or words of one meaning
//! with them. Only then are the two compared: what one demands and the other allows, and who it is that acts. Where the two
//! differ and are not sure to be of one rule, or where no clause has enough of it, nothing is said of a fault: it was not checked.

mod changed_actor;
mod changed_form;
mod clause_reader;
mod deontic_forms;
mod frame_alignment;
mod frame_lexicon;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
};

use jurat_model::ByteSpan;
use jurat_text::{Language, sentences::sentences};
use jurat_verify::grounding::GroundingDifference;

use clause_reader::frames;
use frame_alignment::alignments;
use frame_lexicon::FrameLexicon;
pub(super) use frame_lexicon::reply_length;

/// Clauses of the sources that are read.
const MOST_CLAUSES: usize = 4_000;
/// Clauses that are looked at for one word, and for one claim.
const MOST_PLACES: usize = 256;
const MOST_CANDIDATES: usize = 24;
/// Bytes of a sentence beyond which it is a table or damage.
const LONGEST: usize = 2_000;
/// The share of a clause's words below which no clause of the sources is about the same.
const SHARED: f64 = 0.25;

/// What a clause does to whom it speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DeonticForm {
    Must,
    May,
    NeedNot,
    MustNot,
}

/// A clause that demands, allows or forbids.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, read on its own")]
struct ClauseFrame {
    form: DeonticForm,
    /// The bytes of the words that say so.
    said: Range<usize>,
    /// The words before and after these that say something, by their meaning.
    subject: Vec<String>,
    deed: Vec<String>,
    /// The nouns that open the clause, by their meaning.
    head: Vec<String>,
    /// Who acts; nobody where that is not told.
    actors: Vec<ActorPhrase>,
    /// Whether the deed is said as one that is done to the subject.
    is_passive: bool,
    /// Whether it hangs on another clause: `who may`, `if it must`.
    depends: bool,
    /// Whether it limits what it says: `only`, `unless`.
    limits: bool,
    /// Whether it denies anything besides.
    denies: bool,
    /// Whether it leaves a choice: `or`.
    chooses: bool,
    /// Whether it says outright that it is left to somebody's choice: `has a discretion to`.
    is_free: bool,
    /// Whether it gives a right, which may be the other side of a duty: `is entitled to be paid`.
    is_right: bool,
    /// Whether another clause of its sentence comes before it: `…, but the Board must`.
    is_joined: bool,
    /// Whether it opens with what the deed is for, as a condition does: `To renew it, …`.
    opens_with_aim: bool,
}

/// Who acts, as it is said.
#[derive(Debug, Clone)]
struct ActorPhrase {
    /// Its words that say something, by their meaning.
    words: Vec<String>,
    /// The noun that it is about, by its meaning.
    noun: String,
    /// The party that it is.
    party: Option<PartyName>,
    /// Its bytes.
    said: Range<usize>,
}

/// A word for a party.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PartyName {
    /// Whether there is one of it, with no other name: `Minister`.
    is_institution: bool,
}

impl ClauseFrame {
    /// The words of subject and deed.
    fn words(&self) -> BTreeSet<&str> {
        self.subject.iter().chain(&self.deed).map(String::as_str).collect()
    }
}

/// A clause of a source.
#[derive(Debug)]
struct SourceClause {
    hit: usize,
    /// Its sentence in the source.
    span: ByteSpan,
    /// The sentence, with what leads into it.
    text: String,
    frame: ClauseFrame,
}

/// The clauses of all sources, read once.
#[derive(Debug)]
pub(super) struct SourceClauses {
    lexicon: Option<&'static FrameLexicon>,
    clauses: Vec<SourceClause>,
    /// The clauses that have a word, by its meaning.
    places: HashMap<String, Vec<usize>>,
    /// The words of each source by their meaning.
    words: BTreeSet<String>,
}

/// What the clauses of the sources say of a claim.
#[derive(Debug)]
pub(super) struct FrameFinding {
    /// The source, by index, and the sentence of it that is nearest.
    pub(super) hit: usize,
    pub(super) span: ByteSpan,
    pub(super) verdict: FrameVerdict,
}

#[derive(Debug)]
pub(super) enum FrameVerdict {
    /// It says otherwise. The span counts in the claim.
    Differs(GroundingDifference),
    /// What it demands or allows may be another rule: it was not checked.
    Unsure,
}

impl SourceClauses {
    /// Reads the texts of sources.
    pub(super) fn read<'t>(
        texts: impl Iterator<Item = &'t str>,
        language: Option<Language>,
    ) -> Self {
        let lexicon = language.and_then(FrameLexicon::of);
        let mut read = Self {
            lexicon,
            clauses: Vec::new(),
            places: HashMap::new(),
            words: BTreeSet::new(),
        };
        let Some(lexicon) = lexicon else { return read };
        for (hit, text) in texts.enumerate() {
            read.take(hit, text, lexicon);
        }
        for (at, clause) in read.clauses.iter().enumerate() {
            for word in clause.frame.words() {
                let places = read.places.entry(word.to_owned()).or_default();
                if places.len() < MOST_PLACES {
                    places.push(at);
                }
            }
        }
        read
    }

    fn take(&mut self, hit: usize, text: &str, lexicon: &FrameLexicon) {
        self.words.extend(lexicon.meanings(text));
        let all = sentences(text);
        for one in &all {
            let own = one.range.clone();
            let lead = one.lead_in.and_then(|at| all.get(at)).map(|lead| lead.range.clone());
            if LONGEST < own.len() || MOST_CLAUSES <= self.clauses.len() {
                continue;
            }
            let words = text[own.clone()].to_owned();
            let mut found = frames(&words, lexicon);
            let mut span = own.clone();
            let mut said = words;
            if let Some(lead) = lead.filter(|lead| lead.len() < LONGEST)
                && found.iter().all(|frame| frame.depends)
            {
                said =
                    format!("{} {said}", text[lead.clone()].trim_end_matches([':', ';', '—']));
                found = frames(&said, lexicon);
                span = lead.start..own.end;
            }
            self.clauses.extend(found.into_iter().map(|frame| SourceClause {
                hit,
                span: span.clone().into(),
                text: said.clone(),
                frame,
            }));
        }
    }

    /// The clauses that share most words with another.
    fn candidates(&self, frame: &ClauseFrame) -> Vec<&SourceClause> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for word in frame.words() {
            for at in self.places.get(word).into_iter().flatten() {
                *counts.entry(*at).or_default() += 1;
            }
        }
        let mut all: Vec<(usize, usize)> = counts.into_iter().collect();
        all.sort_by_key(|(at, count)| (usize::MAX - *count, *at));
        all.truncate(MOST_CANDIDATES);
        all.iter().filter_map(|(at, _)| self.clauses.get(*at)).collect()
    }

    /// What a claim says otherwise than the clause that it rests on.
    pub(super) fn compare(&self, claim: &str) -> Option<FrameFinding> {
        let lexicon = self.lexicon.filter(|_| claim.len() <= LONGEST)?;
        let own: Vec<ClauseFrame> = frames(claim, lexicon)
            .into_iter()
            .filter(|frame| !frame.depends && !frame.deed.is_empty())
            .collect();
        let found: Vec<_> = own
            .iter()
            .filter_map(|frame| self.verdict(claim, frame, own.len() == 1, lexicon))
            .collect();
        let differs = |one: &&FrameFinding| matches!(one.verdict, FrameVerdict::Differs(_));
        let at = found.iter().position(|one| differs(&one)).unwrap_or(0);
        found.into_iter().nth(at)
    }

    /// What the sources say of one clause of a claim. One of several may be in a clause of its own there, so only the same
    /// deed tells.
    fn verdict(
        &self,
        claim: &str,
        frame: &ClauseFrame,
        is_alone: bool,
        lexicon: &FrameLexicon,
    ) -> Option<FrameFinding> {
        let candidates = self.candidates(frame);
        let nearest = alignments(frame, &candidates, lexicon);
        let best = nearest.first()?;
        let is_far = best.share < SHARED;
        let is_same = is_alone && !frame.is_joined;
        let (clause, verdict) = changed_form::compared(claim, frame, &nearest)
            .filter(|_| is_same || best.has_deed)
            .or_else(|| {
                let actor =
                    || changed_actor::compared(claim, frame, (self, &candidates), lexicon);
                if is_same { actor() } else { None }
            })
            .or_else(|| (is_same && is_far).then_some((best.clause, FrameVerdict::Unsure)))?;
        Some(FrameFinding { hit: clause.hit, span: clause.span, verdict })
    }
}

fn span_of(range: &Range<usize>) -> ByteSpan {
    range.clone().into()
}

/// The words of a range, with one space between two.
fn written(text: &str, range: &Range<usize>) -> String {
    let words = text.get(range.clone()).unwrap_or_default();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
