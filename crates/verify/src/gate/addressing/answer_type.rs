//! What sort of answer a question wants, and whether a passage has one.

use std::collections::BTreeSet;

use jurat_text::{
    Language,
    sentence_reading::{QuantityDimension, SentenceReading, SentenceWord, sentence_words},
};

/// What sort of answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerType {
    /// A period: how long, how soon, within what time.
    Period,
    /// A time or an event: when.
    Moment,
    /// A number, of the unit that is named, if one is.
    Number(&'static str),
    /// An amount of money.
    Money,
}

impl AnswerType {
    /// What words of a question want.
    pub(super) fn wanted(words: &[SentenceWord]) -> Option<Self> {
        let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
        let money = words.iter().any(|word| word.term.as_deref() == Some("fee"));
        let asked = |at: usize| {
            let before = &words[..at];
            before.iter().any(|word| WHICH.contains(&word.lower))
        };
        (0..words.len()).find_map(|at| match (lower(at), lower(at + 1)) {
            ("how", "long" | "soon" | "quickly" | "fast" | "late")
            | ("quanto", "tempo")
            | ("time", "limit")
            | ("deadline" | "délai" | "prazo", _) => Some(Self::Period),
            ("how", "much") if matches!(lower(at + 2), "time" | "notice") => Some(Self::Period),
            ("combien", "de") if lower(at + 2) == "temps" => Some(Self::Period),
            ("how", "many") | ("combien", "de" | "d") => {
                Some(Self::Number(unit(lower(at + 2))))
            }
            ("quantos" | "quantas", noun) => Some(Self::Number(unit(noun))),
            ("how", "much") | ("combien" | "quanto", _) => {
                Some(if money { Self::Money } else { Self::Number("") })
            }
            ("when" | "quand" | "quando", _) if at == 0 => Some(Self::Moment),
            ("fee" | "fees" | "price" | "fare" | "tarif" | "tarifa" | "preço" | "taxa", _)
                if asked(at) =>
            {
                Some(Self::Money)
            }
            _ => None,
        })
    }

    /// Whether a passage has an answer of this sort.
    pub(super) fn is_met(self, reading: SentenceReading<'_>) -> bool {
        let words = reading.words();
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.lower.as_str()));
        let found = reading.quantities();
        let period = || found.iter().any(|one| one.measure.is_time()) || has(&PERIODS);
        match self {
            Self::Period => period(),
            Self::Moment => period() || has(&MOMENTS),
            Self::Number("") => !found.is_empty(),
            Self::Number(unit) => found.iter().any(|one| one.unit == unit),
            Self::Money => {
                found.iter().any(|one| one.measure == QuantityDimension::Money) || has(&FREE)
            }
        }
    }

    /// The values of this sort in a sentence, as they are written, each once.
    pub(super) fn values(self, reading: SentenceReading<'_>) -> BTreeSet<String> {
        let fits = reading.quantities().into_iter().filter(|one| match self {
            Self::Period => one.measure.is_time(),
            Self::Money => one.measure == QuantityDimension::Money,
            Self::Number(unit) if !unit.is_empty() => one.unit == unit,
            Self::Number(_) | Self::Moment => false,
        });
        fits.map(|one| one.written).collect()
    }

    /// What is wanted, for people.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Period => "a period of time",
            Self::Moment => "a time",
            Self::Number(_) => "a number",
            Self::Money => "an amount of money",
        }
    }
}

/// The unit that a noun of a question is, in whatever language it is asked.
fn unit(noun: &str) -> &'static str {
    let words: Vec<_> = sentence_words(noun).collect();
    let unit = |language| SentenceReading::new(noun, &words, language).unit_at(0);
    let mut units = Language::ALL.into_iter().filter_map(unit);
    units.next().map_or("", |(name, _)| name)
}

jurat_text::word_lists! {
    "answer_types" [en, fr, pt];
    static WHICH;

    /// Periods and times that are no numbers.
    static PERIODS;
    static MOMENTS;
    static FREE;
}
