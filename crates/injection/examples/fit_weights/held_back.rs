//! What weights say of rows that they were not fitted on.

use std::{collections::BTreeMap, collections::BTreeSet, path::Path};

use jurat_injection::{InjectionWeights, PASSAGE_THRESHOLD, ScreenedTextKind, screen_with};

use crate::{
    learn, learning,
    learning::HARMLESS_JOINED,
    regression::Row,
    training_texts::{self, Text, tenth},
};

/// Parts that are held back in turn.
const FOLDS: usize = 5;

/// How weights are learned from measured texts.
type Learned<'a> = dyn Fn(&[&Text]) -> InjectionWeights + 'a;

/// Right and all, by set.
pub(crate) type Counts = BTreeMap<&'static str, (usize, usize)>;

/// What weights say of texts they were not fitted on.
pub(crate) struct Held<'a> {
    /// The texts of each part, and the weights of the others, not calibrated.
    parts: Vec<(Vec<&'a Text>, InjectionWeights)>,
    /// For calibration: sums with their class and weight.
    pub(crate) sums: Vec<(f64, bool, f64)>,
}

impl<'a> Held<'a> {
    /// The risk of each. How sure the weights must be depends on what they judge, so they are calibrated first.
    pub(crate) fn risks(
        &self,
        setting: ScreenedTextKind,
        calibration: [f32; 2],
    ) -> Vec<(&'a Text, f64)> {
        let of = |(texts, weights): &(Vec<&'a Text>, InjectionWeights)| {
            risks(texts, setting, &weights.clone().calibrated(calibration))
        };
        self.parts.iter().flat_map(of).collect()
    }
}

/// Holds back each part in turn, and with it whatever has the same words put into it.
pub(crate) fn crossed<'a>(
    all: &[&'a Text],
    setting: ScreenedTextKind,
    learned: &Learned,
) -> Held<'a> {
    let mut held = Held { parts: Vec::new(), sums: Vec::new() };
    for fold in 0..FOLDS {
        let (test, rest): (Vec<&'a Text>, Vec<&Text>) =
            all.iter().partition(|text| tenth(&text.key) % FOLDS == fold);
        let put: BTreeSet<&String> =
            test.iter().filter_map(|text| text.injected.as_ref()).collect();
        let unseen = |text: &&Text| text.injected.as_ref().is_none_or(|one| !put.contains(one));
        let train: Vec<&Text> = rest.into_iter().filter(unseen).collect();
        let weights = learned(&train);
        for text in &test {
            let rows: Vec<Row> = match setting {
                ScreenedTextKind::Question => learning::question(text).into_iter().collect(),
                _ => learning::passage(text),
            };
            let sums = rows
                .iter()
                .map(|row| (weights.sum(&row.features), row.attack, row.weight));
            held.sums.extend(sums);
        }
        held.parts.push((test, weights));
    }
    held
}

/// Holds back each set in whole: what is left is nothing like it.
pub(crate) fn apart<'a>(
    all: &[&'a Text],
    setting: ScreenedTextKind,
    learned: &Learned,
    calibration: [f32; 2],
) -> Vec<(&'a Text, f64)> {
    let sets: BTreeSet<&str> = all.iter().map(|text| text.set.as_str()).collect();
    let mut found = Vec::new();
    for set in sets {
        let (test, train): (Vec<&Text>, Vec<&Text>) =
            all.iter().partition(|text| text.set == set);
        let weights = learned(&train).calibrated(calibration);
        found.extend(risks(&test, setting, &weights));
    }
    found
}

/// Holds back each fifth of our patterns in turn, and counts what is told rightly of them.
pub(crate) fn by_pattern(
    all: &[&Text],
    setting: ScreenedTextKind,
    own: &[Row],
    calibration: [f32; 2],
) -> Counts {
    let mut right = Counts::new();
    for part in 0..FOLDS {
        let (back, rest): (Vec<&Row>, Vec<&Row>) =
            own.iter().partition(|row| row.from.1 == part);
        let weights = learn(setting, &rest, all).calibrated(calibration);
        for row in back {
            let said = setting.threshold() <= weights.probability(&row.features);
            let (count, all) = right.entry(row.from.0).or_default();
            *count += usize::from(said == row.attack);
            *all += 1;
        }
    }
    right
}

/// Holds back each of our families in whole, and counts what is told rightly of it.
pub(crate) fn by_family(
    all: &[&Text],
    setting: ScreenedTextKind,
    own: &[Row],
    calibration: [f32; 2],
) -> Counts {
    let mut right = Counts::new();
    for family in training_texts::families() {
        let (back, rest): (Vec<&Row>, Vec<&Row>) =
            own.iter().partition(|row| row.from.0 == family.name);
        let rest: Vec<&Row> = rest
            .into_iter()
            .filter(|row| family.attack || row.from.0 != HARMLESS_JOINED)
            .collect();
        let weights = learn(setting, &rest, all).calibrated(calibration);
        let told = |row: &&&Row| {
            (setting.threshold() <= weights.probability(&row.features)) == row.attack
        };
        right.insert(family.name, (back.iter().filter(told).count(), back.len()));
    }
    right
}

/// How many passages of law, contracts and web pages pass that were not learned from.
pub(crate) fn unlearned(data: &Path, weights: &InjectionWeights) -> Counts {
    let mut passed = Counts::new();
    for (kind, text) in training_texts::benign_passages(data).iter().skip(1).step_by(2) {
        let risk = screen_with(text, ScreenedTextKind::Passage, weights).risk;
        let (pass, all) = passed.entry(kind).or_default();
        *pass += usize::from(risk < PASSAGE_THRESHOLD);
        *all += 1;
    }
    passed
}

/// The risk of each text.
pub(crate) fn risks<'a>(
    texts: &[&'a Text],
    setting: ScreenedTextKind,
    weights: &InjectionWeights,
) -> Vec<(&'a Text, f64)> {
    let risk = |text: &&'a Text| (*text, screen_with(&text.words, setting, weights).risk);
    texts.iter().map(risk).collect()
}
