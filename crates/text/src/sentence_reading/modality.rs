//! What a sentence demands, forbids and allows, word by word.

use serde::{Deserialize, Serialize};

use super::{
    SentenceReading,
    lexicon::{self, WordMeaning},
};
use crate::Language;

/// What a sentence, or a word of it, does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DeonticForce {
    /// Somebody must, or something must be so.
    Obligation,
    Prohibition,
    /// Something may be done or be so only if.
    Condition,
    /// Somebody may, or need not.
    Permission,
    /// It defines, explains, extends, or tells.
    Other,
}

impl DeonticForce {
    /// Whether it binds anyone.
    pub const fn is_requirement(self) -> bool {
        matches!(self, Self::Obligation | Self::Prohibition | Self::Condition)
    }
}

/// A modal as a writer chose it. [`DeonticForce`] says what it does to the reader, for which `should` is as good as
/// `must`; who checks a wording must tell the two apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModalForce {
    /// must, shall, is required to
    Must,
    /// must not, shall not, may not, is prohibited
    MustNot,
    /// need not, is not required to
    NeedNot,
    /// may, is permitted to
    May,
    Should,
    ShouldNot,
    Will,
    WillNot,
}

impl ModalForce {
    /// Whether there is a negation in it.
    pub const fn is_negative(self) -> bool {
        matches!(self, Self::MustNot | Self::NeedNot | Self::ShouldNot | Self::WillNot)
    }
}

/// Words that do the same, negated or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModalClass {
    /// `must`: with a negation, a prohibition.
    Command,
    /// `should`
    Advice,
    /// `will`
    Intention,
    /// `may`
    Leave,
    /// `might`
    Possibility,
    /// `cannot`, which is `can` with its negation.
    Cannot,
    /// `required`: with a negation, no duty.
    Duty,
    /// `has to`
    HasTo,
    /// `need not`, which is `need` with its negation.
    NeedNot,
    /// `permitted`
    Allowing,
    /// `prohibited`
    Forbidding,
}

/// Verbs that only say that another is demanded or allowed.
pub(super) const AUXILIARIES: [WordMeaning; 6] = [
    WordMeaning::Modal(ModalClass::Command),
    WordMeaning::Modal(ModalClass::Advice),
    WordMeaning::Modal(ModalClass::Intention),
    WordMeaning::Modal(ModalClass::Leave),
    WordMeaning::Modal(ModalClass::Possibility),
    WordMeaning::Modal(ModalClass::Cannot),
];

impl ModalClass {
    const fn force(self, negated: bool) -> DeonticForce {
        match (self, negated) {
            (
                Self::Command | Self::Advice | Self::Intention | Self::Duty | Self::HasTo,
                false,
            ) => DeonticForce::Obligation,
            (Self::Cannot, _)
            | (
                Self::Command
                | Self::Advice
                | Self::Intention
                | Self::Leave
                | Self::Possibility
                | Self::Allowing,
                true,
            )
            | (Self::Forbidding, false) => DeonticForce::Prohibition,
            (Self::NeedNot, _)
            | (Self::Duty | Self::HasTo | Self::Forbidding, true)
            | (Self::Leave | Self::Possibility | Self::Allowing, false) => {
                DeonticForce::Permission
            }
        }
    }

    /// What the modal verb itself says; nothing for words that need another verb: `required`.
    pub(super) const fn modal_force(self) -> Option<ModalForce> {
        match self {
            Self::Command | Self::HasTo => Some(ModalForce::Must),
            Self::Advice => Some(ModalForce::Should),
            Self::Intention => Some(ModalForce::Will),
            Self::Leave | Self::Possibility => Some(ModalForce::May),
            Self::Cannot => Some(ModalForce::MustNot),
            Self::NeedNot => Some(ModalForce::NeedNot),
            Self::Duty | Self::Allowing | Self::Forbidding => None,
        }
    }
}

/// The month that is a modal too.
const MAY: u32 = 5;

/// A word that demands, forbids or allows, with what it does where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModalOccurrence {
    pub at: usize,
    /// What it does there, negation counted.
    pub force: DeonticForce,
}

/// Whether a word in small letters demands, forbids or allows.
pub fn is_deontic(lower: &str, language: Option<Language>) -> bool {
    lexicon::meanings(lower, language).any(|one| matches!(one, WordMeaning::Modal(_)))
}

impl SentenceReading<'_> {
    /// The norms that its words state, in order.
    pub fn modals(self) -> Vec<ModalOccurrence> {
        let mut found: Vec<ModalOccurrence> = Vec::new();
        for at in 0..self.words.len() {
            let Some(class) = self.modal_class(at) else { continue };
            let from = found.last().map_or(0, |last| last.at + 1);
            let force = class.force(self.is_negated(from, at));
            found.push(ModalOccurrence { at, force });
        }
        found
    }

    /// Whether a modal says that there is no duty: `need not`, `is not required`. A leave says nothing of a duty.
    pub fn denies_duty(self, modal: &ModalOccurrence) -> bool {
        modal.force == DeonticForce::Permission
            && !self.is_allowing(modal.at)
            && !self.is_forbidding(modal.at)
    }

    /// Whether the word at a place demands, forbids or allows, wherever it stands.
    pub fn is_deontic(self, at: usize) -> bool {
        is_deontic(self.word(at), self.language)
    }

    /// Whether the word at a place is a verb that only says that another is demanded or allowed.
    pub fn is_auxiliary(self, at: usize) -> bool {
        self.means(at, &AUXILIARIES)
    }

    /// Whether the word at a place allows, negated or not.
    pub fn is_allowing(self, at: usize) -> bool {
        let classes = [
            ModalClass::Leave,
            ModalClass::Possibility,
            ModalClass::Cannot,
            ModalClass::Allowing,
        ];
        self.means(at, &classes.map(WordMeaning::Modal))
    }

    /// Whether the word at a place forbids by itself.
    pub fn is_forbidding(self, at: usize) -> bool {
        self.means(at, &[WordMeaning::Modal(ModalClass::Forbidding)])
    }

    /// Whether it speaks to everyone, so that any actor is meant: `No person shall`, `Il est interdit`, `É vedado`.
    pub fn addresses_everyone(self) -> bool {
        self.everyone_at(0).is_some()
            || self.means(0, &[WordMeaning::ImpersonalVerb]) && self.is_deontic(1)
    }

    /// How many words there say that anyone is meant.
    pub fn everyone_at(self, at: usize) -> Option<usize> {
        self.length_at(at, &[WordMeaning::Everyone])
    }

    fn modal_class(self, at: usize) -> Option<ModalClass> {
        let classes = lexicon::phrases_in_language(self, at).filter_map(|one| {
            let WordMeaning::Modal(class) = one.meaning else { return None };
            Some((one.length(), class))
        });
        let (_, class) = classes.max_by_key(|(length, _)| *length)?;
        let is_norm = self.length_at(at, &[WordMeaning::NoNorm]).is_none()
            && !self.is_month(at)
            && !self.is_noun(at);
        is_norm.then_some(class)
    }

    /// `in the month of May`, `on 3 May`, `May 3`: written with a capital, and a verb is not.
    fn is_month(self, at: usize) -> bool {
        let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let leads = |at: Option<usize>| {
            at.is_some_and(|at| self.means(at, &[WordMeaning::MonthBefore]))
        };
        self.means(at, &[WordMeaning::Month(MAY)])
            && self.text[self.words[at].range.clone()].starts_with(char::is_uppercase)
            && (is_number(self.word(at + 1))
                || leads(at.checked_sub(1))
                || is_number(self.before(at)) && leads(at.checked_sub(2)))
    }

    /// Whether a word that may be a verb is a noun here: `a permit`, `work permit`; not `must permit`, `permit the`.
    fn is_noun(self, at: usize) -> bool {
        let before =
            |wanted: &[WordMeaning]| at.checked_sub(1).is_some_and(|at| self.means(at, wanted));
        let nouns = [WordMeaning::NounOrVerb, WordMeaning::NounAfterDeterminer];
        if self.means(at, &nouns) && before(&[WordMeaning::Determiner]) {
            return true;
        }
        let is_verb = self.before(at) == "to"
            || before(&AUXILIARIES)
            || before(&[WordMeaning::Negation, WordMeaning::Pronoun])
            || self.means(at + 1, &[WordMeaning::Determiner, WordMeaning::Pronoun]);
        self.means(at, &[WordMeaning::NounOrVerb]) && !is_verb
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{SentenceReading, sentence_words},
        DeonticForce::{self, Obligation, Permission, Prohibition},
    };
    use crate::Language::{self, English, French, German, Portuguese};

    #[track_caller]
    fn check(text: &str, language: Language, expected: &[DeonticForce]) {
        let words: Vec<_> = sentence_words(text).collect();
        let found = SentenceReading::new(text, &words, language).modals();
        let found: Vec<DeonticForce> = found.iter().map(|one| one.force).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn no_duty_is_no_leave() {
        for (text, expected) in [
            ("The keeper need not ring.", true),
            ("A bell is not required.", true),
            ("The keeper does not need to ring.", true),
            ("The keeper may ring.", false),
            ("Ringing is not prohibited.", false),
            ("The keeper must ring.", false),
        ] {
            let words: Vec<_> = sentence_words(text).collect();
            let reading = SentenceReading::new(text, &words, English);
            let found = reading.modals().iter().any(|one| reading.denies_duty(one));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_modal_does_what_its_negation_makes_of_it() {
        check("The keeper must ring.", English, &[Obligation]);
        check("The keeper must not ring.", English, &[Prohibition]);
        check("The keeper shouldn't ring.", English, &[Prohibition]);
        check("The keeper need not ring.", English, &[Permission]);
        check("The keeper does not have to ring.", English, &[Permission]);
        check("The keeper cannot ring.", English, &[Prohibition]);
        check("No keeper of a pier may ring.", English, &[Prohibition]);
        check("In no event shall the keeper ring.", English, &[Prohibition]);
        check("No case shall be heard at night.", English, &[Prohibition]);
        check("No later than noon the keeper shall ring.", English, &[Obligation]);
        check("Le gardien ne peut sonner.", French, &[Prohibition]);
        check("Nenhum guarda pode tocar.", Portuguese, &[Prohibition]);
    }

    #[test]
    fn a_word_counts_in_its_own_language() {
        // `no` is `in the`.
        check("No cais o guarda deve tocar.", Portuguese, &[Obligation]);
        check("Le gardien doit passer, puis sonner.", French, &[Obligation]);
        check("Der Wärter must.", German, &[Obligation]);
    }

    #[test]
    fn a_noun_allows_nothing() {
        check("The holder of a permit must ring.", English, &[Obligation]);
        check("The permit must be kept.", English, &[Obligation]);
        check("A work permit holder must ring.", English, &[Obligation]);
        check("The keeper must permit visitors.", English, &[Obligation, Permission]);
        check("The rules permit the keeper to ring.", English, &[Permission]);
        check("Le permis de travail est requis.", French, &[Obligation]);
        check("Il est permis de sonner.", French, &[Permission]);
        check("In May the keeper must ring.", English, &[Obligation]);
        check("By 3 May the keeper must ring.", English, &[Obligation]);
        check("A keeper named in section 3 may ring.", English, &[Permission]);
    }
}
