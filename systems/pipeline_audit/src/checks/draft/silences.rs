//! Clauses that tell of the sources that they say nothing: `the documents I was given say nothing about fees`.

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, SentenceWord, is_deontic, sentence_words},
};

use super::refusals::{SPEAKER, is_of_answering};
use crate::audit::content_words::{ContentWordBag, content_words};

jurat_text::word_lists! {
    "silences" [en, fr, pt];
    /// What whoever answers was given to answer from, and nothing else.
    static SOURCES;
    /// What may be a thing of the matter too: a document that travels with its holder.
    static PAPERS;
    /// Words that make papers those which were given.
    static AT_HAND;
    /// Words for what only a text does.
    static SAYING;
    /// Words for what a text does, and things too.
    static HOLDING;
    /// Words for having and finding.
    static HAVING;
    /// What one who looks for an answer may find.
    static FINDINGS;
    /// Words for nothing.
    static NOTHING;
    /// Words that lead into what nothing is said about.
    static TOPICS;
    /// Words that lead into a clause of what is not said.
    static ASKING;
    /// Words with which another clause begins.
    pub(super) static TURNS;
    /// Words that may join a clause to a topic.
    static JOINING;
}

/// Words of the longest clause: what is longer says something.
const LONGEST: usize = 48;
/// Words of the longest topic.
const TOPIC: usize = 18;
/// Words that a topic may have after its last `and`: more may be a clause of their own.
const JOINED: usize = 4;

/// Whether a clause says no more than that the sources have nothing on a topic, or that none was found.
pub(super) fn tells_silence(
    text: &str,
    language: Option<Language>,
    asked: Option<&ContentWordBag>,
) -> bool {
    let words: Vec<_> = sentence_words(text).collect();
    let silence = SilentClause { text, words: &words, language, asked };
    words.len() <= LONGEST
        && (0..words.len()).any(|at| silence.denies(at))
        && (silence.is_active() || silence.is_passive())
}

struct SilentClause<'c> {
    text: &'c str,
    words: &'c [SentenceWord],
    language: Option<Language>,
    asked: Option<&'c ContentWordBag>,
}

impl SilentClause<'_> {
    fn lower(&self, at: usize) -> &str {
        &self.words[at].lower
    }

    fn denies(&self, at: usize) -> bool {
        SentenceReading::new(self.text, self.words, self.language).negates(at)
            || NOTHING.contains(self.lower(at))
    }

    fn is_auxiliary(&self, at: usize) -> bool {
        let reading = SentenceReading::new(self.text, self.words, self.language);
        reading.is_auxiliary(at)
            || reading
                .modals()
                .iter()
                .any(|one| one.at == at && !one.force.is_requirement())
    }

    /// Whether a word is one of telling that nothing is said, or says nothing by itself.
    fn is_of_telling(&self, at: usize) -> bool {
        let word = self.lower(at);
        let lists =
            [&SOURCES, &PAPERS, &AT_HAND, &SAYING, &HOLDING, &HAVING, &FINDINGS, &NOTHING];
        word.chars().count() < 2
            || self.denies(at)
            || self.is_auxiliary(at)
            || lists.iter().any(|list| list.contains(word))
            || SPEAKER.contains(word)
            || is_of_answering(word)
            || content_words(&self.text[self.words[at].range.clone()], self.language).is_empty()
    }

    fn any(&self, from: usize, to: usize, has: impl Fn(&str) -> bool) -> bool {
        (from..to).any(|at| has(self.lower(at)))
    }

    /// Whether words deny that sources, those at hand, say or hold something.
    fn denies_telling(&self, from: usize, to: usize) -> bool {
        let any = |list: &jurat_text::word_list::WordList| {
            self.any(from, to, |word| list.contains(word))
        };
        let at_hand = any(&AT_HAND) && (any(&PAPERS) || any(&SPEAKER));
        let is_source = any(&SOURCES) || at_hand;
        (from..to).any(|at| self.denies(at))
            && (is_source && (any(&SAYING) || any(&HOLDING)) || any(&PAPERS) && any(&SAYING))
    }

    /// Whether words deny having or finding an answer, of the sources or of whoever speaks.
    fn denies_having(&self, to: usize) -> bool {
        let any = |list: &jurat_text::word_list::WordList| {
            self.any(0, to, |word| list.contains(word))
        };
        let is_own = any(&SPEAKER) && any(&FINDINGS);
        let is_source = any(&SOURCES) || any(&AT_HAND) && any(&PAPERS);
        (0..to).any(|at| self.denies(at)) && any(&HAVING) && (is_own || is_source)
    }

    /// `The context does not mention fees`, `I found nothing about fees`.
    fn is_active(&self) -> bool {
        let count = self.words.len();
        let mut to = 0;
        while to < count {
            let word = self.lower(to);
            let leads = TOPICS.contains(word) || ASKING.contains(word);
            if leads && (self.denies_telling(0, to) || self.denies_having(to)) {
                // What must be done is no topic: `the source does not have to pay`.
                let is_duty = word == "to";
                return !is_duty && self.is_topic(to, count);
            }
            let is_asked = || self.asked.is_some_and(|all| all.has(word, self.language));
            let is_open = !self.denies_telling(0, to);
            let goes_on = self.is_of_telling(to) || (is_open && is_asked());
            if !goes_on {
                break;
            }
            to += 1;
        }
        let whole = to == count && self.denies_having(to);
        whole || self.denies_telling(0, to) && self.is_topic(to, count)
    }

    /// `Fees are not mentioned in the context`.
    fn is_passive(&self) -> bool {
        let count = self.words.len();
        let Some(from) = (0..count).find(|at| self.denies(*at)) else { return false };
        (from..count).all(|at| self.is_of_telling(at))
            && self.denies_telling(from, count)
            && self.is_topic(0, from)
    }

    /// Whether words only name what nothing is said about.
    fn is_topic(&self, from: usize, to: usize) -> bool {
        if self.any(from, to.min(from + 1), |word| ASKING.contains(word)) {
            return true;
        }
        let last = (from..to).rev().find(|at| JOINING.contains(self.lower(*at)));
        to - from <= TOPIC
            && !self.any(from, to, |word| is_deontic(word, self.language))
            && last.is_none_or(|last| to - last <= JOINED + 1)
    }
}
