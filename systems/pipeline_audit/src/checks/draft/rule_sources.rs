//! Which sources lay down rules. In a rule one word for another is another rule; in prose it is another way to say
//! the same, and tells nothing by itself.

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
    sentences::sentences,
};

use crate::audit::{AuditSubject, AuditedHit, ProvisionMention};

/// The share of sentences that bind someone from which texts that name provisions are rules.
const SOME_NORMS: f64 = 0.03;
/// The share from which texts that name none are.
const MANY_NORMS: f64 = 0.2;

/// Provisions in a source from which it is one of rules, whatever it says.
const MANY_PROVISIONS: usize = 3;

/// Words of the longest phrase for a bound.
const BOUND: usize = 4;

/// Whether each source is a provision by its label or law, or one of texts that are made of norms for a good part.
pub(super) fn rule_sources(subject: &AuditSubject) -> Vec<bool> {
    let norms = share_of_norms(subject);
    let provisions = subject.hit_provisions();
    let is_rule = |(hit, provisions): (&AuditedHit, &Vec<ProvisionMention>)| {
        is_provision(hit, Some(provisions))
            || MANY_NORMS <= norms
            || SOME_NORMS <= norms && !provisions.is_empty()
    };
    subject.hits().iter().zip(provisions).map(is_rule).collect()
}

/// Whether a source is a provision by what it is called, or by those that it names.
pub(super) fn is_provision(
    hit: &AuditedHit,
    provisions: Option<&Vec<ProvisionMention>>,
) -> bool {
    let labelled = || hit.label.as_deref().and_then(ProvisionMention::of_label).is_some();
    hit.law.is_some()
        || labelled()
        || provisions.is_some_and(|provisions| MANY_PROVISIONS <= provisions.len())
}

/// Whether a sentence says how long something runs: so many days `after`, `within`, `at least`.
pub(super) fn sets_term(text: &str, language: Option<Language>) -> bool {
    let words: Vec<_> = sentence_words(text).collect();
    let reading = SentenceReading::new(text, &words, language.unwrap_or(Language::English));
    reading
        .quantities()
        .iter()
        .filter(|one| one.measure.is_time())
        .any(|one| {
            let number = reading.number_at(one.at).map_or(1, |number| number.words);
            let unit = one.at + number;
            let end = unit + reading.unit_at(unit).map_or(0, |(_, words)| words);
            let leads =
                |at: usize| reading.bound_at(at).is_some_and(|(_, words)| at + words == one.at);
            (one.at.saturating_sub(BOUND)..one.at).any(leads) || reading.bound_at(end).is_some()
        })
}

/// Whether a sentence binds someone, wherever it stands. What is only allowed may be a mere possibility.
pub(super) fn binds(text: &str, language: Option<Language>) -> bool {
    let words: Vec<_> = sentence_words(text).collect();
    let language = language.unwrap_or(Language::English);
    let modals = SentenceReading::new(text, &words, language).modals();
    modals.iter().any(|one| one.force.is_requirement())
}

/// The share of sentences that bind someone among those of all sources.
#[expect(clippy::cast_precision_loss, reason = "counts of sentences fit")]
fn share_of_norms(subject: &AuditSubject) -> f64 {
    let (mut all, mut norms): (usize, usize) = (0, 0);
    for hit in subject.hits() {
        let language = Language::of(&hit.text).or(subject.language());
        for one in sentences(&hit.text) {
            all += 1;
            norms += usize::from(binds(&hit.text[one.range], language));
        }
    }
    norms as f64 / all.max(1) as f64
}
