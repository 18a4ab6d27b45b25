//! What limits a sentence: conditions, exceptions, `only`, and clauses that narrow a word.

use super::{
    SentenceReading,
    lexicon::{self, WordMeaning},
};

/// Whether a word in small letters says, in any language, on which side of a number something lies.
pub fn is_number_bound(lower: &str) -> bool {
    lexicon::means(lower, None, &[WordMeaning::NumberBound])
}

impl SentenceReading<'_> {
    /// How many words the beginning of a condition or an exception takes that stands at a place. `au moins`, `to save`
    /// and `sentar-se` begin none.
    pub fn condition_at(self, at: usize) -> Option<usize> {
        let wanted = [
            WordMeaning::Condition,
            WordMeaning::Proviso,
            WordMeaning::Exception,
            WordMeaning::Exempting,
        ];
        self.limit_at(at, &wanted)
    }

    /// Whether a condition or an exception begins at a word.
    pub fn begins_condition(self, at: usize) -> bool {
        self.condition_at(at).is_some()
    }

    /// Whether an exception begins at a word.
    pub fn begins_exception(self, at: usize) -> bool {
        self.limit_at(at, &[WordMeaning::Exception, WordMeaning::Exempting])
            .is_some()
    }

    /// Whether a condition begins at a word wherever that stands: `if`. A `where` may as well tell of a place.
    pub fn is_plain_condition(self, at: usize) -> bool {
        self.limit_at(at, &[WordMeaning::PlainCondition]).is_some()
    }

    /// Whether what begins at a word limits more than a plain `if` does: `unless`, `provided that`.
    pub fn begins_limit(self, at: usize) -> bool {
        self.limit_at(at, &[WordMeaning::Exception, WordMeaning::Proviso])
            .is_some()
    }

    /// How many words a phrase takes that stands at a place and sets a limit aside: `even if`.
    pub fn concession_at(self, at: usize) -> Option<usize> {
        self.length_at(at, &[WordMeaning::Concession])
    }

    /// How many words a phrase takes that stands at a place and leaves somebody out: `other than`.
    pub fn leaving_out_at(self, at: usize) -> Option<usize> {
        self.length_at(at, &[WordMeaning::LeavingOut])
    }

    /// How many words a phrase takes that stands at a place and sets every limit aside: `in all cases`.
    pub fn sweeping_at(self, at: usize) -> Option<usize> {
        self.length_at(at, &[WordMeaning::Sweeping])
    }

    /// The same of limits of time alone: `at any time`.
    pub fn any_time_at(self, at: usize) -> Option<usize> {
        self.length_at(at, &[WordMeaning::AnyTime])
    }

    /// Whether the word at a place restricts: `only`.
    pub fn is_only(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Only])
    }

    /// Whether any word of it restricts.
    pub fn restricts(self) -> bool {
        (0..self.words.len()).any(|at| self.is_only(at))
    }

    /// Whether the word at a place narrows what comes before it: `who`, `aged`.
    pub fn narrows(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Relative, WordMeaning::Narrowing])
    }

    fn limit_at(self, at: usize, wanted: &[WordMeaning]) -> Option<usize> {
        let is_exception = wanted.contains(&WordMeaning::Exception);
        self.length_at(at, wanted)
            .or_else(|| (is_exception && self.is_loose_exception(at)).then_some(1))
            .filter(|_| !self.is_joined(at) && !self.is_other_way(at))
    }

    /// Whether an `otherwise` only means another way of doing it: `used or otherwise disclosed`.
    fn is_other_way(self, at: usize) -> bool {
        let joins = [WordMeaning::Alternative, WordMeaning::Conjunction];
        self.means(at, &[WordMeaning::Exempting])
            && at.checked_sub(1).is_some_and(|before| self.means(before, &joins))
    }

    /// `save in winter`, not `to save` and `must save`.
    pub(super) fn is_loose_exception(self, at: usize) -> bool {
        let is_verb = || {
            self.before(at) == "to" || at.checked_sub(1).is_some_and(|at| self.is_auxiliary(at))
        };
        self.means(at, &[WordMeaning::LooseException]) && !is_verb()
    }

    /// Whether a hyphen joins a word to the one before: Portuguese `deve-se`, a pronoun and no condition.
    pub(super) fn is_joined(self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| self.gap_after(before) == "-")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{SentenceReading, sentence_words};
    use crate::Language::{self, English, French, Portuguese};

    #[track_caller]
    fn check(text: &str, language: Language, expected: &[&str]) {
        let words: Vec<_> = sentence_words(text).collect();
        let reading = SentenceReading::new(text, &words, language);
        let found: Vec<&str> = (0..words.len())
            .filter_map(|at| {
                let last = at + reading.condition_at(at)? - 1;
                Some(&text[words[at].range.start..words[last].range.end])
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_condition_is_known_by_its_first_words() {
        check("Ring if it rains, unless asleep.", English, &["if", "unless"]);
        check("Ring, subject to section 4.", English, &["subject to"]);
        check("All subjects provided bells.", English, &[]);
        check("Not lent or otherwise shown, unless asked.", English, &["unless"]);
        check("Ring, except as otherwise told.", English, &["except", "otherwise"]);
        check("Ring, save in winter.", English, &["save"]);
        check("Ring to save a ship; a keeper must save it.", English, &[]);
        check("Sonner s'il pleut, à moins que la cloche dorme.", French, &["s'il", "à moins"]);
        check("Sonner au moins trois fois.", French, &[]);
        check("Tocar se chover, desde que haja sino.", Portuguese, &["se", "desde que"]);
        check("Deve-se tocar.", Portuguese, &[]);
        check("In the absence of rain, ring.", English, &["In the absence of"]);
    }

    #[test]
    fn a_concession_sets_a_limit_aside() {
        for (text, language, at) in [
            ("Ring even if it rains.", English, Some(1)),
            ("Ring regardless of rain.", English, Some(1)),
            ("Ring at even intervals.", English, None),
            ("Sonner même en hiver.", French, Some(1)),
        ] {
            let words: Vec<_> = sentence_words(text).collect();
            let reading = SentenceReading::new(text, &words, language);
            let found = (0..words.len()).find(|at| reading.concession_at(*at).is_some());
            assert_eq!(found, at, "{text}");
        }
    }

    #[test]
    fn a_word_counts_in_its_own_language() {
        check("Le gardien se repose, caso fermé.", French, &[]);
    }
}
