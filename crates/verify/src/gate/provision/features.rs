//! What is measured of a provision against a question, and the weights that make a probability of it.

use std::sync::OnceLock;

use jurat_model::{NormModality, ProvisionMeasures, Requirement, RetrievedChunk};
use jurat_text::{crossref::cross_references, question_parts::quoted, word_list::WordList};
use serde::Deserialize;

use super::super::{
    addressing::{AddressingScore, PassageInContext, PreparedQuestion},
    gate_tokens,
};
use crate::gate::reasons::GateReasons;

/// How many features there are, the constant one included.
const FEATURES: usize = 15;

/// What each feature is, in the order of the weights. `ahead` and `nearer` compare a provision's score and
/// `late` (how well it meets the question word by word) with those of the best other one.
pub const NAMES: [&str; FEATURES] = [
    "constant", "coverage", "ahead", "focus", "nearer", "meaning", "heading", "score", "place",
    "want", "cites", "label", "length", "passing", "late",
];

/// The weights of a logistic model, as a file.
#[derive(Debug, Clone, Deserialize)]
pub struct ProvisionWeights {
    /// With the cosines of an encoder.
    by_meaning: [f64; FEATURES],
    by_words: [f64; FEATURES],
}

impl ProvisionWeights {
    /// The weights that ship; the file says on what they were fitted.
    pub(super) fn shipped() -> Self {
        static SHIPPED: OnceLock<ProvisionWeights> = OnceLock::new();
        let read = || serde_json::from_str(include_str!("weights.json"));
        SHIPPED
            .get_or_init(|| {
                read().unwrap_or(Self {
                    by_meaning: [0.0; FEATURES],
                    by_words: [0.0; FEATURES],
                })
            })
            .clone()
    }

    /// How likely a provision of these features answers.
    pub(super) fn probability(&self, features: &[f64; FEATURES]) -> f64 {
        let weights = if features[MEANING] == 0.0 { &self.by_words } else { &self.by_meaning };
        let sum: f64 = weights
            .iter()
            .zip(features)
            .map(|(weight, value)| weight * value)
            .sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

const AHEAD: usize = 2;
const NEARER: usize = 4;
const MEANING: usize = 5;
const SCORE: usize = 7;
const LATE: usize = 14;
/// Late interaction lies within a narrower band than the other features; so it is fitted as freely as they are.
const LATE_SPREAD: f64 = 2.0;

/// What being ahead counts at most: about the largest that the weights were fitted on.
const AHEAD_MOST: f64 = 0.4;

/// Sets what compares each provision with the others.
pub(super) fn compare(all: &mut [MeasuredProvision]) {
    for (of, into) in [(SCORE, AHEAD), (LATE, NEARER)] {
        let values: Vec<f64> = all.iter().map(|one| one.features[of]).collect();
        for (at, one) in all.iter_mut().enumerate() {
            let others = values.iter().enumerate().filter(|(other, _)| *other != at);
            // Alone it is ahead of nobody; far ahead of poor ones says no more than well ahead.
            let best = others.map(|(_, value)| *value).reduce(f64::max);
            one.features[into] = best.map_or(0.0, |best| (values[at] - best).min(AHEAD_MOST));
        }
    }
}

/// What a question asks for, read once.
pub(super) struct ProvisionQuestion {
    /// Numbers of sections that it names.
    cited: Vec<String>,
    /// The label of what answers it, where its words say so.
    wants: Option<NormModality>,
    /// It has words in quotation marks.
    quotes: bool,
    /// It asks about the time of change from an older law.
    passing: bool,
}

impl ProvisionQuestion {
    pub(super) fn of(question: &str) -> Self {
        let paths = cross_references(question).into_iter().flat_map(|one| one.paths);
        Self {
            cited: paths.filter_map(|path| path.from.into_iter().next()).collect(),
            wants: wants(question),
            quotes: quoted(question).next().is_some(),
            passing: is_passing(question),
        }
    }

    /// Whether headings say that what is under them only bridges two laws, and the question does not ask for that.
    fn passes_over(&self, path: &[String]) -> bool {
        !self.passing && path.iter().any(|heading| is_passing(heading))
    }

    /// 1 where a provision is of the kind that is asked for, -1 where it is of another. Of definitions that of the term
    /// that is asked after comes first.
    fn kind(&self, modality: NormModality, defines: bool) -> f64 {
        match self.wants {
            None if defines && self.quotes => 1.0,
            Some(NormModality::Definition) if defines => 1.0,
            Some(NormModality::Definition) if modality == NormModality::Definition => 0.5,
            None => 0.0,
            Some(wanted) if wanted == modality => 1.0,
            Some(_) => -1.0,
        }
    }

    /// 1 where a provision bears a number that is named, -1 where it bears another.
    fn cites(&self, labels: &[String]) -> f64 {
        if self.cited.is_empty() || labels.is_empty() {
            return 0.0;
        }
        let head = |label: &str| -> String {
            let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit());
            digits
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '.')
                .collect()
        };
        let named = labels.iter().any(|label| self.cited.contains(&head(label)));
        if named { 1.0 } else { -1.0 }
    }
}

fn is_passing(words: &str) -> bool {
    let small = words.to_lowercase();
    TRANSITIONAL_PARTS.iter().any(|part| small.contains(part))
}

/// Whether words of a question ask for a meaning or for a punishment.
fn wants(question: &str) -> Option<NormModality> {
    let small = format!(" {} ", question.to_lowercase().replace('’', "'"));
    let says = |parts: &WordList, starts: &WordList, phrases: &WordList| {
        parts.iter().any(|part| small.contains(part))
            || starts.iter().any(|start| small.contains(&format!(" {start}")))
            || phrases.iter().any(|phrase| small.contains(&format!(" {phrase} ")))
    };
    if says(&DEFINITION_PARTS, &DEFINITION_STARTS, &DEFINITION_PHRASES) {
        Some(NormModality::Definition)
    } else if says(&PENALTY_PARTS, &PENALTY_STARTS, &PENALTY_PHRASES) {
        Some(NormModality::Penalty)
    } else {
        None
    }
}

jurat_text::word_lists! {
    "provision_cues" [en, fr, pt];
    /// Anywhere in a word.
    static DEFINITION_PARTS;
    /// At the start of a word.
    static DEFINITION_STARTS;
    /// Whole words.
    static DEFINITION_PHRASES;
    static PENALTY_PARTS;
    static PENALTY_STARTS;
    static PENALTY_PHRASES;
    static TRANSITIONAL_PARTS;
}

/// What was measured of one provision.
pub(super) struct MeasuredProvision {
    pub(super) features: [f64; FEATURES],
    words: AddressingScore,
}

impl MeasuredProvision {
    pub(super) fn of(
        question: &ProvisionQuestion,
        asked: &PreparedQuestion,
        requirement: &Requirement,
        chunk: Option<&RetrievedChunk>,
    ) -> Self {
        let provision = chunk.and_then(|chunk| chunk.provision.as_ref());
        let measures =
            provision.map_or_else(ProvisionMeasures::default, |provision| provision.measures);
        let heading = provision.map_or_else(
            || requirement.section_heading.clone(),
            |provision| format!("{} {}", provision.path.join(" "), provision.note),
        );
        let language = gate_tokens::language(&requirement.language);
        let passage = PassageInContext {
            text: &requirement.exact_quote,
            heading: &heading,
            document: &requirement.document_id,
            language,
        };
        let words = asked.addressing(passage);
        let [_, coverage, _, focus, _] = words.features;
        let labels = provision.map_or(&[][..], |provision| &provision.labels);
        let label = question.kind(requirement.modality, measures.defines);
        let meaning = measures.meaning.unwrap_or(0.0);
        let features = [
            1.0,
            coverage,
            0.0,
            focus,
            0.0,
            meaning,
            measures.heading.unwrap_or(meaning / 2.0),
            measures.score,
            1.0 / f64::from(measures.place.max(1)),
            words.want_met.map_or(0.0, |met| if met { 1.0 } else { -1.0 }),
            question.cites(labels),
            label,
            length(&requirement.exact_quote),
            f64::from(u8::from(provision.is_some_and(|it| question.passes_over(&it.path)))),
            LATE_SPREAD * measures.late.unwrap_or(meaning),
        ];
        Self { features, words }
    }

    /// Why it is taken, in words; in a model's own where it chose.
    pub(super) fn admitted(
        &self,
        probability: f64,
        chosen_for: Option<&str>,
        reasons: &GateReasons,
    ) -> String {
        match chosen_for {
            Some(why) => reasons.chosen(probability, why),
            None => reasons.likely(probability, &self.because(reasons)),
        }
    }

    /// Why it is not, in words.
    pub(super) fn rejected(&self, probability: f64, reasons: &GateReasons) -> String {
        let missing = reasons.missing(self.words.wanting, &self.words.missing);
        reasons.likely(probability, &missing)
    }

    fn because(&self, reasons: &GateReasons) -> String {
        let meaning = match self.features[MEANING] {
            near if 0.6 <= near => &reasons.means_the_same,
            near if 0.45 <= near => &reasons.is_near,
            _ => &reasons.has_the_words,
        };
        let AddressingScore { shared, around, .. } = &self.words;
        match (shared.as_slice(), around.as_slice()) {
            ([], []) => meaning.clone(),
            ([], around) => reasons.stands_under(meaning, around),
            (shared, _) => reasons.speaks_of(meaning, shared),
        }
    }
}

/// From 0 for a few words to 1 for a page.
fn length(text: &str) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "words of a provision are few")]
    let words = text.split_whitespace().count() as f64;
    ((1.0 + words).ln() / 8.0).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, MEANING, ProvisionWeights};

    #[test]
    fn the_weights_that_ship_are_read() {
        let weights = ProvisionWeights::shipped();
        for list in [weights.by_meaning, weights.by_words] {
            assert!(list.iter().any(|weight| 0.5 < weight.abs()), "{list:?}");
        }
        let mut features = [0.0; FEATURES];
        (features[0], features[MEANING]) = (1.0, 0.3);
        let far = weights.probability(&features);
        features[MEANING] = 0.8;
        assert!(far < weights.probability(&features) && far < 0.01, "{far}");
    }

    #[test]
    fn words_of_a_question_say_what_it_wants() {
        use jurat_model::NormModality;
        assert_eq!(super::wants("What does ferry mean?"), Some(NormModality::Definition));
        assert_eq!(
            super::wants("Quelle amende risque le passeur ?"),
            Some(NormModality::Penalty)
        );
        assert_eq!(super::wants("Who may row?"), None);
    }
}
