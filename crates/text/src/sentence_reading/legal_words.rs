//! The words that a wording turns on, phrase by phrase, for who compares two wordings of one thing.

use super::{
    ModalForce, SentenceReading,
    lexicon::{self, WordMeaning},
    modality::ModalClass,
};

/// What a phrase does to the sentence that it stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LegalWord {
    /// A duty, a ban, a leave.
    Modal(ModalForce),
    /// not, no, never, without
    Negation,
    Exception,
    /// if, when, provided that
    Condition,
    Only,
    And,
    Or,
}

impl SentenceReading<'_> {
    /// The longest phrase that stands at a place and turns the sentence, and how many words it takes. A text with its
    /// case folded will do.
    pub fn legal_word_at(self, at: usize) -> Option<(LegalWord, usize)> {
        let joined = self.is_joined(at);
        let known = lexicon::phrases_in_language(self, at)
            .filter_map(|one| Some((legal_word(one.meaning)?, one.length())))
            .filter(|(word, _)| !joined || *word != LegalWord::Condition);
        let loose = self.is_loose_exception(at).then_some((LegalWord::Exception, 1));
        let negated = self.negated_modal_at(at);
        let negated = negated.map(|(modal, length)| (LegalWord::Modal(modal), length));
        known.chain(loose).chain(negated).max_by_key(|(_, length)| *length)
    }

    /// A modal verb with its `not`, and how many words both take: `must not`, `ne doit pas`, `não pode`.
    fn negated_modal_at(self, at: usize) -> Option<(ModalForce, usize)> {
        let denied = |at: usize| {
            self.meanings(at).find_map(|one| match one {
                WordMeaning::Modal(ModalClass::Command | ModalClass::Leave) => {
                    Some(ModalForce::MustNot)
                }
                WordMeaning::Modal(ModalClass::Advice) => Some(ModalForce::ShouldNot),
                WordMeaning::Modal(ModalClass::Intention) => Some(ModalForce::WillNot),
                _ => None,
            })
        };
        let is_not = |at: usize| self.means(at, &[WordMeaning::Negation]);
        if self.means(at, &[WordMeaning::VerbNegation]) {
            return Some((denied(at + 1)?, 2 + usize::from(is_not(at + 2))));
        }
        Some((denied(at).filter(|_| is_not(at + 1))?, 2))
    }
}

const fn legal_word(meaning: WordMeaning) -> Option<LegalWord> {
    Some(match meaning {
        WordMeaning::Modal(class) => match class.modal_force() {
            Some(modal) => LegalWord::Modal(modal),
            None => return None,
        },
        WordMeaning::ModalPhrase(modal) => LegalWord::Modal(modal),
        WordMeaning::Negation
        | WordMeaning::Nobody
        | WordMeaning::Lacking
        | WordMeaning::Denial
        | WordMeaning::Contraction => LegalWord::Negation,
        WordMeaning::Exception => LegalWord::Exception,
        WordMeaning::Condition | WordMeaning::Proviso | WordMeaning::MayLimit => {
            LegalWord::Condition
        }
        WordMeaning::Only => LegalWord::Only,
        WordMeaning::Conjunction => LegalWord::And,
        WordMeaning::Alternative => LegalWord::Or,
        _ => return None,
    })
}
