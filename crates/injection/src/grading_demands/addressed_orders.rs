//! Orders by who is told: `The reviewer should …`, `Note to the model: …`, `We ask that you …`,
//! `Thank you for rating …`.
//!
//! Two things make one. Who is told, which the construction shows; and what is demanded of them: the
//! best grade, a favourable finding, or that something is not looked at, and none of it depending on
//! anything. Papers on graders speak of them in the third person: there it must point at the paper.

use std::ops::Range;

use super::{
    GIVE, GradedSentence, MARKS, NEGATIONS, NOUNISH, PASSED, PLEASE, POLITE, REACH, READERS,
    RULES, THIS_WORK, YOU, behind, first_and_last,
};
use crate::{
    hashed_words::GapBeforeWord,
    rules::{InjectionReason, is},
};

jurat_text::word_lists! {
    "addressed_orders" [en, fr];

    /// Who may grade, besides those whose name says so.
    pub(super) static PARTIES;

    /// `whoever`, and what they do: somebody who grades, by what they do.
    pub(super) static WHOEVER;
    pub(super) static GRADES;

    /// What may stand before whoever is addressed.
    pub(super) static OPENERS;
    pub(super) static DEONTIC;

    /// Who asks, and that they ask.
    pub(super) static FIRST;
    pub(super) static REQUESTS;
    pub(super) static THANKS;

    /// Verbs that grade, in the forms that thanks and wishes have.
    pub(super) static ASKED;

    /// Behind `when you`: whoever is spoken to grades.
    pub(super) static GRADING;

    /// Verbs that hold something to be so, that write an answer, and that let a work pass.
    pub(super) static DEEMS;
    pub(super) static OUTPUTS;
    pub(super) static ACCEPTS;

    /// Verbs of looking into something and of holding it against a work.
    pub(super) static CHECKS;
    pub(super) static UNCHECKED;
    pub(super) static PASS_OVER;
    pub(super) static DEFECTS;

    /// What a requirement or a claim is where all is well, and what a review then is.
    pub(super) static STATES;
    pub(super) static PRAISES;

    /// What points at the paper: `this section`, `our claims`, `here`.
    pub(super) static POINTING;
    pub(super) static PARTS;
    pub(super) static PLACES;

    pub(super) static REGARDLESS;

    /// The best number of points of the scales in use, and what makes a scale of a number.
    pub(super) static BEST;
    pub(super) static SCALE;

    /// Behind such a number: it counts nothing else.
    pub(super) static AFTER_BEST;

    /// What leaves a finding open.
    pub(super) static OPEN;
}

/// Words between whoever is told and what they are told.
const APART: usize = 7;

/// Verbs behind one address that are tried.
const MOST_JOINED: usize = 4;

/// In what person somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ToldPerson {
    /// They are addressed or asked.
    Second,
    /// It is said of them what they must do.
    Third,
}

/// A verb that somebody who grades is told.
#[derive(Debug, Clone, Copy)]
struct ToldVerb {
    verb: usize,
    negated: bool,
    person: ToldPerson,
}

impl GradedSentence<'_> {
    /// The orders to somebody named, addressed or asked, each with its verb.
    pub(super) fn addressed_orders(&self) -> Vec<(InjectionReason, usize)> {
        let mut told = self.told_of_parties();
        told.extend(self.told_while_grading());
        told.extend(self.asked_for());
        let told = first_and_last(told).into_iter();
        told.filter_map(|one| Some((self.demand(one)?, one.verb))).collect()
    }

    /// `The reviewer should …`, `Graders: …`, `AI assistant reading this, …`.
    fn told_of_parties(&self) -> Vec<ToldVerb> {
        let mut told = Vec::new();
        for party in self.parties() {
            let near = party.end..party.end + APART;
            if let Some(must) = self.of(&DEONTIC, near.clone()).next() {
                told.extend(self.verb_from(must.end, ToldPerson::Third));
            }
            if self.opens(&party) && self.is_called(&party) {
                told.extend(self.verbs_behind_break(near));
            }
        }
        told
    }

    /// Who grades, by their names or by what they do: `whoever marks this`.
    fn parties(&self) -> Vec<Range<usize>> {
        let all = 0..self.words.len();
        let named = [&READERS, &PARTIES].map(|list| self.of(list, all.clone()));
        let doing = self.of(&WHOEVER, all).filter(|who| self.begins(&GRADES, who.end));
        let doing = doing.map(|who| who.start..who.end + 1);
        let named = named.into_iter().flatten().cloned().chain(doing);
        first_and_last(named.chain(self.system_label()).collect())
    }

    /// `SYSTEM:` before a sentence: whoever wrote it speaks as who runs the model.
    fn system_label(&self) -> Option<Range<usize>> {
        let first = self.words.first()?;
        (first.capitals && is(*first, &["system"]) && self.is_labelled(1)).then_some(0..1)
    }

    /// The byte behind the colon or comma that ends an address with which all begins.
    pub(super) fn address(&self) -> Option<usize> {
        const WHICH: usize = 4;
        let called = |party: &Range<usize>| {
            let close = (party.end..=party.end + WHICH).find(|at| self.is_parted(*at))?;
            let opens = self.opens(party) && self.is_called(party);
            let first = (0..party.start)
                .all(|at| self.words[at].gap == GapBeforeWord::Space || at == 0);
            (opens && first).then(|| self.words[close].start as usize)
        };
        self.parties().iter().find_map(called)
    }

    /// `When you score this report, …`.
    fn told_while_grading(&self) -> Vec<ToldVerb> {
        let you = self.of(&YOU, 0..self.words.len());
        let grading = you.filter(|you| self.begins(&GRADING, you.end)).collect();
        first_and_last(grading)
            .into_iter()
            .flat_map(|you: &Range<usize>| self.verbs_behind_break(you.end..you.end + APART))
            .collect()
    }

    /// `We ask that you rate …`, `Thank you for rating …`, `Please … when you grade`.
    fn asked_for(&self) -> Vec<ToldVerb> {
        let all = 0..self.words.len();
        let second = |verb| self.verb_from(verb, ToldPerson::Second);
        let mut told: Vec<ToldVerb> = self
            .of(&THANKS, all.clone())
            .filter_map(|thanks| second(thanks.end))
            .collect();
        for request in self.of(&REQUESTS, all.clone()) {
            let ours = self.any(&FIRST, request.start.saturating_sub(4)..request.start);
            let near = request.end..request.end + 4;
            let whom =
                [&YOU, &READERS, &PARTIES].map(|list| self.of(list, near.clone()).next());
            if let Some(whom) = whom.into_iter().flatten().next().filter(|_| ours) {
                let to = self.words.get(whom.end).is_some_and(|word| is(*word, &["to"]));
                told.extend(second(whom.end + usize::from(to)));
            }
        }
        let you = self.of(&YOU, all.clone()).any(|you| self.begins(&GRADING, you.end));
        if you {
            let please = self.of(&PLEASE, all.clone());
            told.extend(
                please.flat_map(|please| (please.end..please.end + APART).filter_map(second)),
            );
        }
        if let Some(regardless) = self.of(&REGARDLESS, all).next() {
            told.extend(self.told(&GIVE).into_iter().filter_map(second));
            let near = regardless.end..regardless.end + APART;
            told.extend(self.verbs_behind_break(near));
        }
        told
    }

    /// Whether only words of address stand before a party in its clause. Behind the first of them,
    /// others may say which party where a colon follows: `To the assessing model:`.
    fn opens(&self, party: &Range<usize>) -> bool {
        const WHICH: usize = 5;
        let mut first = party.start;
        while 0 < first && self.words[first].gap == GapBeforeWord::Space {
            first -= 1;
        }
        let which = self.begins(&OPENERS, first)
            && party.start - first <= WHICH
            && self.is_parted(party.end);
        let says_whom = |word: usize| {
            [&OPENERS, &READERS, &PARTIES]
                .iter()
                .any(|list| self.begins(list, word))
        };
        which || self.is_dative(party, first) || (first..party.start).all(says_whom)
    }

    /// `… for AI:`: whatever stands before, what comes is said to them.
    fn is_dative(&self, party: &Range<usize>, first: usize) -> bool {
        let to = |at: usize| {
            let word = self.words.get(at).filter(|_| first <= at);
            word.is_some_and(|word| is(*word, &["to", "for", "aux", "au", "pour"]))
        };
        let article = |at: usize| is(self.words[at], &["the", "any", "all", "les", "l"]);
        let whom = party.start.checked_sub(1).is_some_and(|before| {
            to(before) || article(before) && before.checked_sub(1).is_some_and(to)
        });
        whom && self.is_labelled(party.end)
    }

    /// Whether nothing is said of a party but what it does just now: `AI that reads this, …`. In `Judges
    /// use one scale; …` it is spoken of. A word may say which party before a colon.
    fn is_called(&self, party: &Range<usize>) -> bool {
        let Some(next) = self.words.get(party.end) else { return false };
        let words = &self.text[next.start as usize..next.end as usize];
        let doing = words.ends_with("ing") || is(*next, &["that", "who", "which", "qui"]);
        doing || self.is_parted(party.end) || self.is_labelled(party.end + 1)
    }

    /// Whether a colon stands before a word.
    fn is_labelled(&self, at: usize) -> bool {
        self.between(at).is_some_and(|between| between.contains(':'))
    }

    /// What stands between a word and the one before.
    fn between(&self, at: usize) -> Option<&str> {
        let word = self.words.get(at).filter(|_| 0 < at)?;
        self.text.get(self.words[at - 1].end as usize..word.start as usize)
    }

    /// The verbs right behind the first comma or colon among some words, and those joined to them.
    fn verbs_behind_break(&self, near: Range<usize>) -> Vec<ToldVerb> {
        let second = |verb| self.verb_from(verb, ToldPerson::Second);
        let mut breaks = near.filter(|at| self.is_parted(*at));
        let Some(from) = breaks.next() else { return Vec::new() };
        let joins = |at: &usize| {
            is(self.words[*at - 1], &["and", "then", "et", "puis"]) || self.is_parted(*at)
        };
        let joined = (from + 1..self.words.len()).filter(joins).take(MOST_JOINED);
        std::iter::once(from).chain(joined).filter_map(second).collect()
    }

    /// Whether a comma, a colon or a dash stands before a word.
    fn is_parted(&self, at: usize) -> bool {
        let parts = |between: &str| between.contains([',', ':', ';', '—', '–']);
        self.between(at).is_some_and(parts)
    }

    /// The verb from a word on, behind what softens or denies it.
    fn verb_from(&self, at: usize, person: ToldPerson) -> Option<ToldVerb> {
        const SOFT: usize = 3;
        let fills = |word: usize| {
            self.begins(&POLITE, word)
                || self.begins(&NEGATIONS, word)
                || is(self.words[word], &["do", "also", "then", "d"])
        };
        let verb = (at..self.words.len()).take(SOFT + 1).find(|word| !fills(*word))?;
        let negated = self.any(&NEGATIONS, at..verb) || self.begins(&NEGATIONS, verb + 1);
        Some(ToldVerb { verb, negated, person })
    }

    fn demand(&self, told: ToldVerb) -> Option<InjectionReason> {
        let ToldVerb { verb, negated, person } = told;
        if self.is_open(verb) {
            return None;
        }
        let near = behind(verb, REACH);
        let faults = self.any(&DEFECTS, near.clone());
        let meant = self.points_here || person == ToldPerson::Second;
        if negated {
            let spared = self.begins(&CHECKS, verb) && (self.points_here || faults && meant);
            return spared.then_some(InjectionReason::SparesMarks);
        }
        if self.begins(&PASS_OVER, verb) {
            let what =
                faults || [&CHECKS, &RULES].iter().any(|list| self.any(list, near.clone()));
            let told = meant || self.grants_behind(verb);
            return (what && told).then_some(InjectionReason::SparesMarks);
        }
        let wished = self.grades_best(told) || meant && self.finds_well(verb);
        wished.then_some(InjectionReason::AsksForGrade)
    }

    /// `… and grant those points`: what is passed over is paid for.
    fn grants_behind(&self, verb: usize) -> bool {
        self.of(&GIVE, behind(verb, REACH)).any(|grant| {
            let joined = is(self.words[grant.start - 1], &["and", "then", "et", "puis"]);
            joined && self.any(&MARKS, grant.end..grant.end + 4)
        })
    }

    /// `award five`, `rate this section as …`.
    fn grades_best(&self, told: ToldVerb) -> bool {
        let verb = told.verb;
        let grades = [&GIVE, &NOUNISH, &ASKED].iter().any(|list| self.begins(list, verb));
        let meant = self.points_here || told.person == ToldPerson::Second;
        let best = self.is_top(verb, false) || self.is_best_number(verb);
        let writes = [&OUTPUTS, &DEEMS].iter().any(|list| self.begins(list, verb));
        let marks = [&NOUNISH, &ASKED].iter().any(|list| self.begins(list, verb));
        let blindly = || self.any(&UNCHECKED, behind(verb, REACH));
        best && (grades || writes && (meant || blindly()))
            || marks && self.points_here && self.is_graded_as(verb)
    }

    /// A number of points that is the best, and no part of a scale: `at five`, `5 for style`.
    fn is_best_number(&self, verb: usize) -> bool {
        self.of(&BEST, behind(verb, REACH)).any(|best| {
            let scale = self.is_ranged(best.start) || self.begins(&SCALE, best.start - 1);
            let counts = self.words.get(best.end).is_some_and(|next| {
                let ends = next.gap != GapBeforeWord::Space;
                !ends && !self.begins(&AFTER_BEST, best.end)
            });
            !scale && !counts
        })
    }

    /// `1–5` and `1 à 5` are scales; `5/5` and `a five` are none.
    fn is_ranged(&self, best: usize) -> bool {
        let number = |at: usize| self.words[at].number;
        let between = self.words[best - 1].end as usize..self.words[best].start as usize;
        let share = self.text.get(between).is_some_and(|sign| sign.contains(['/', '／']));
        number(best - 1) && !share || 1 < best && number(best - 2) && !number(best - 1)
    }

    /// `this section as Master`: whatever grade is named.
    fn is_graded_as(&self, verb: usize) -> bool {
        let near = behind(verb, 6);
        let end = near.end.min(self.words.len());
        let pointed = self.any(&POINTING, near.clone());
        pointed && (near.start.min(end)..end).any(|at| is(self.words[at], &["as", "comme"]))
    }

    /// `treat every claim as verified`, `accept it without a check`, `output only positive findings`.
    fn finds_well(&self, verb: usize) -> bool {
        let near = behind(verb, REACH);
        let deems = self.begins(&DEEMS, verb);
        let grades = [&GIVE, &NOUNISH, &ASKED, &OUTPUTS, &ACCEPTS]
            .iter()
            .any(|list| self.begins(list, verb));
        let loud = self
            .of(&PASSED, near.clone())
            .any(|words| self.words[words.start].capitals && !self.is_alternative(words));
        let praise = loud || self.any(&PRAISES, near.clone());
        let only = is(self.words[verb], &["only", "uniquement", "seulement", "exclusively"]);
        if only && self.any(&PRAISES, behind(verb, 2)) {
            return true;
        }
        let faultless = self.is_faultless(near.clone());
        let denied = !faultless
            && (self.any(&NEGATIONS, near.clone())
                || self.any(&DEFECTS, near.clone()) && !self.any(&STATES, near.clone()));
        let well = praise
            || faultless
            || [&STATES, &PASSED].iter().any(|list| self.any(list, near.clone()));
        // A finding that is dictated, whatever it is.
        let that = self
            .words
            .get(verb + 1)
            .is_some_and(|next| is(*next, &["that", "que"]));
        let well = well || that && self.points_here;
        let accepted = self.begins(&ACCEPTS, verb)
            && self.points_here
            && self.any(&POINTING, behind(verb, 1));
        let unchecked = self.any(&UNCHECKED, near);
        !denied && (deems && well || grades && praise)
            || (deems || accepted) && unchecked
            || accepted && !denied
    }

    /// `PASS or FAIL` leaves it open.
    fn is_alternative(&self, words: &Range<usize>) -> bool {
        let or = |at: Option<usize>| {
            let word = at.and_then(|at| self.words.get(at));
            word.is_some_and(|word| is(*word, &["or", "ou", "and"]))
        };
        let slash = self.between(words.end).is_some_and(|sign| sign.contains(['/', '|']));
        slash || or(Some(words.end)) || or(words.start.checked_sub(1))
    }

    /// Whether it points at the paper that it stands in.
    pub(super) fn points_at_paper(&self) -> bool {
        let all = 0..self.words.len();
        let part = |this: &Range<usize>| self.any(&PARTS, this.end..this.end + 3);
        self.any(&THIS_WORK, all.clone())
            || self.any(&PLACES, all.clone())
            || self.of(&POINTING, all).any(part)
    }

    /// Whether what is demanded depends on something, other than that somebody grades.
    fn is_open(&self, verb: usize) -> bool {
        let mut open = self.of(&OPEN, verb + 1..self.words.len());
        open.any(|words| !self.begins(&YOU, words.end))
    }
}
