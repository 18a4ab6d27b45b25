//! What is changed in a sentence: one row of the table each.

use super::{
    ChangedSentence, clauses, law_sentence::LawSentence, operators, paraphrases, parties,
    values,
};

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChangeKind {
    NumberInNoSource,
    NumberOfAnotherSection,
    Date,
    Negation,
    Modal,
    ExceptionDropped,
    ConditionDropped,
    PartiesSwapped,
    PartyReplaced,
    Conjunction,
    Comparator,
    Provision,
    /// Nothing; to stop it is a false alarm.
    Untouched,
    /// The same in other words; to stop it is a false alarm.
    Passive,
    Split,
    Reordered,
}

impl ChangeKind {
    pub(super) const ALL: [Self; 16] = [
        Self::NumberInNoSource,
        Self::NumberOfAnotherSection,
        Self::Date,
        Self::Negation,
        Self::Modal,
        Self::ExceptionDropped,
        Self::ConditionDropped,
        Self::PartiesSwapped,
        Self::PartyReplaced,
        Self::Conjunction,
        Self::Comparator,
        Self::Provision,
        Self::Untouched,
        Self::Passive,
        Self::Split,
        Self::Reordered,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::NumberInNoSource => "number_in_no_source",
            Self::NumberOfAnotherSection => "number_of_another_section",
            Self::Date => "date_changed",
            Self::Negation => "negation_changed",
            Self::Modal => "modal_changed",
            Self::ExceptionDropped => "exception_dropped",
            Self::ConditionDropped => "condition_dropped",
            Self::PartiesSwapped => "parties_swapped",
            Self::PartyReplaced => "party_replaced",
            Self::Conjunction => "conjunction_changed",
            Self::Comparator => "comparator_changed",
            Self::Provision => "provision_changed",
            Self::Untouched => "untouched",
            Self::Passive => "paraphrase_passive",
            Self::Split => "paraphrase_split",
            Self::Reordered => "paraphrase_reordered",
        }
    }

    /// Whether the sentence then says something else.
    pub(super) const fn alters(self) -> bool {
        !matches!(self, Self::Untouched | Self::Passive | Self::Split | Self::Reordered)
    }

    /// The sentence with the change; nothing where it cannot be made, or not surely.
    pub(super) fn make(self, sentence: &LawSentence<'_>) -> Option<ChangedSentence> {
        let changed = match self {
            Self::NumberOfAnotherSection => return values::borrowed_number(sentence),
            Self::NumberInNoSource => values::invented_number(sentence),
            Self::Date => values::other_date(sentence),
            Self::Provision => values::other_provision(sentence),
            Self::Negation => operators::negation(sentence),
            Self::Modal => operators::modal(sentence),
            Self::Conjunction => operators::conjunction(sentence),
            Self::Comparator => operators::comparator(sentence),
            Self::ExceptionDropped => clauses::without_exception(sentence),
            Self::ConditionDropped => clauses::without_condition(sentence),
            Self::PartiesSwapped => parties::swapped(sentence),
            Self::PartyReplaced => parties::replaced(sentence),
            Self::Untouched => Some(sentence.text.to_owned()),
            Self::Passive => paraphrases::passive(sentence),
            Self::Split => paraphrases::split(sentence),
            Self::Reordered => paraphrases::reordered(sentence),
        };
        changed.map(ChangedSentence::from)
    }
}
