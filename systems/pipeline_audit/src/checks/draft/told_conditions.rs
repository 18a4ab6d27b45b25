//! Conditions that whoever asks says to be met: `I have no lamp on my boat` for `if you have no lamp on your boat`.

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, is_number_bound, sentence_words},
    sentences::sentences,
    tokens::{is_stop_word, stem},
};

use super::condition_dropped::stems;

/// The share of a condition's words that a sentence must have, in its order: three of four.
const FITTING: (usize, usize) = (3, 4);

/// A sentence of a question that asks nothing, or the words of a condition.
pub(super) struct ToldSentence {
    words: Vec<ToldWord>,
    /// How often it denies.
    denials: usize,
}

struct ToldWord {
    stem: String,
    /// Whether it says nothing by itself: `you`, `have`, `on`.
    is_small: bool,
}

/// The sentences of a question that ask nothing.
pub(super) fn told_sentences(question: &str, language: Language) -> Vec<ToldSentence> {
    let all = sentences(question).into_iter().map(|one| question[one.range].trim());
    let told = all.filter(|one| !one.ends_with('?'));
    told.map(|one| ToldSentence::read(one, language)).collect()
}

impl ToldSentence {
    pub(super) fn read(text: &str, language: Language) -> Self {
        let words: Vec<_> = sentence_words(text).collect();
        let reading = SentenceReading::new(text, &words, language);
        let told = words.iter().enumerate().map(|(at, word)| {
            let is_plain = is_stop_word(&word.lower, language) && !is_number_bound(&word.lower);
            ToldWord {
                stem: stem(&word.lower, language).into_owned(),
                // The first half of `don't` is one too.
                is_small: is_plain || reading.negates(at + 1),
            }
        });
        let told = told.collect();
        let denials = (0..words.len()).filter(|at| reading.negates(*at)).count();
        Self { words: told, denials }
    }

    /// Whether it tells that a condition is met: as the condition says it, but for small words in the place of others. A
    /// thing may have another name where a sentence of the source has both.
    pub(super) fn meets(&self, condition: &Self, source: &str, language: Language) -> bool {
        let (theirs, ours) = (condition.content(), self.content());
        let strange: Vec<&str> = without(&theirs, &ours);
        let new = without(&ours, &theirs);
        let names = || {
            let mut all = sentences(source)
                .into_iter()
                .map(|one| stems(&source[one.range], language));
            all.any(|has| strange.iter().chain(&new).all(|stem| has.contains(*stem)))
        };
        self.denials == condition.denials
            && strange.len() < theirs.len()
            && condition.words.len() * FITTING.0 <= self.fitting(condition) * FITTING.1
            && (strange.is_empty() || names())
    }

    fn content(&self) -> Vec<&str> {
        let content = self.words.iter().filter(|word| !word.is_small);
        content.map(|word| word.stem.as_str()).collect()
    }

    /// How many words of a condition stand here in its order, small ones for small ones.
    fn fitting(&self, condition: &Self) -> usize {
        let mut best = vec![0; self.words.len() + 1];
        for theirs in &condition.words {
            let mut diagonal = 0;
            for (at, ours) in self.words.iter().enumerate() {
                let fits = theirs.is_small && ours.is_small || theirs.stem == ours.stem;
                let above = best[at + 1];
                let with = if fits { diagonal + 1 } else { 0 };
                best[at + 1] = above.max(best[at]).max(with);
                diagonal = above;
            }
        }
        best[self.words.len()]
    }
}

/// The words of one list that another has not.
fn without<'w>(one: &[&'w str], other: &[&str]) -> Vec<&'w str> {
    one.iter().copied().filter(|word| !other.contains(word)).collect()
}
