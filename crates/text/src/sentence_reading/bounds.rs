//! On which side of a number or a day something lies: `at least`, `not later than`.

use super::{SentenceReading, lexicon::WordMeaning};

/// The side that a phrase names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundDirection {
    /// As much or more.
    AtLeast,
    /// As much or less.
    AtMost,
    /// Up to a time.
    Earlier,
    /// From a time on.
    Later,
}

const DIRECTIONS: [(BoundDirection, WordMeaning); 4] = [
    (BoundDirection::AtLeast, WordMeaning::AtLeast),
    (BoundDirection::AtMost, WordMeaning::AtMost),
    (BoundDirection::Earlier, WordMeaning::Earlier),
    (BoundDirection::Later, WordMeaning::Later),
];

impl SentenceReading<'_> {
    /// The bound that begins at a word, and how many words it takes.
    pub fn bound_at(self, at: usize) -> Option<(BoundDirection, usize)> {
        let standing = DIRECTIONS.iter().filter_map(|(direction, meaning)| {
            Some((*direction, self.length_at(at, &[*meaning])?))
        });
        standing.max_by_key(|(_, words)| *words)
    }

    /// Whether the word at a place may say on which side of a number something lies, and may say other things: `over`.
    pub fn takes_side(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Narrowing])
    }

    /// Whether the word at a place is an `and`.
    pub fn is_conjunction(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Conjunction])
    }

    /// Whether the word at a place is an `or`.
    pub fn is_alternative(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Alternative])
    }

    /// Whether the word at a place stands for a noun that was named before: `one`.
    pub fn is_stand_in(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::StandIn])
    }

    /// Whether the word at a place takes in every one of what follows: `all`.
    pub fn takes_in_all(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Everything])
    }

    /// Whether the word at a place is an article or its like.
    pub fn is_determiner(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Determiner])
    }

    /// Whether the word at a place stands for who acts: `you`.
    pub fn is_pronoun(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Pronoun])
    }

    /// Whether the word at a place makes a clause depend on the word before it as no pronoun does: `as`.
    pub fn subordinates(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Subordinating])
    }

    /// Whether the word at a place comes before who acts in the passive: `by`.
    pub fn names_agent(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Agent])
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{SentenceReading, sentence_words},
        BoundDirection::{self, AtLeast, AtMost, Earlier, Later},
    };
    use crate::Language::{self, English, French, Portuguese};

    #[track_caller]
    fn check(text: &str, language: Language, expected: &[BoundDirection]) {
        let words: Vec<_> = sentence_words(text).collect();
        let reading = SentenceReading::new(text, &words, language);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let bound = reading.bound_at(at);
            found.extend(bound.map(|(direction, _)| direction));
            at += bound.map_or(1, |(_, words)| words);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_bound_is_known_by_its_whole_phrase() {
        check("at least 3 and not more than 5 bells", English, &[AtLeast, AtMost]);
        check("a fee that exceeds $5, or less than that", English, &[AtLeast, AtMost]);
        check(
            "not later than noon, within 3 days after dusk",
            English,
            &[Earlier, Earlier, Later],
        );
        check("au moins trois, au plus tard le 3 mai", French, &[AtLeast, Earlier]);
        check("no mínimo três, até cinco, após o prazo", Portuguese, &[AtLeast, AtMost, Later]);
        check("under section 5 the keeper rings", English, &[]);
    }
}
