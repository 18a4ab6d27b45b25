//! How like a job title is to the phrases that each unit group is known by, letter for letter.
//!
//! Terms as a whole miss compounds and kindred words (`dyer`, `dyeing`); groups of four letters do not.

use std::collections::BTreeMap;

use crate::noc::title_terms::plain_words;

/// Letters in a row that are compared.
const GRAM: usize = 4;
/// Phrases further away are not like it at all.
const POWER: i32 = 3;

/// How like a title is to a unit group.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct TitleLikeness {
    /// To the nearest of its phrases, 0 to 1.
    pub(super) nearest: f64,
    /// To all of them, the near ones above all.
    pub(super) together: f64,
}

/// The phrases of all unit groups by their letters.
#[derive(Debug, Default)]
pub(super) struct PhraseLetters {
    /// The group of each phrase.
    groups: Vec<u16>,
    grams: BTreeMap<String, GramPlaces>,
    /// What a gram weighs that no phrase has.
    unknown: f64,
}

#[derive(Debug, Default)]
struct GramPlaces {
    rarity: f64,
    /// Phrases that have it, and its share in each.
    phrases: Vec<(u32, f32)>,
}

impl PhraseLetters {
    /// Takes in phrases, each with its group.
    pub(super) fn of<'p>(phrases: impl Iterator<Item = (usize, &'p str)>) -> Self {
        let mut all = Self::default();
        // Squares of lengths need the rarity of every gram, so phrases are counted first.
        for (group, phrase) in phrases {
            let (Ok(group), Ok(at)) = (u16::try_from(group), u32::try_from(all.groups.len()))
            else {
                continue;
            };
            all.groups.push(group);
            for (gram, count) in grams(phrase) {
                all.grams.entry(gram).or_default().phrases.push((at, count));
            }
        }
        let total = counts(all.groups.len());
        let mut squares = vec![0.0; all.groups.len()];
        for places in all.grams.values_mut() {
            places.phrases.shrink_to_fit();
            places.rarity = (1.0 + total / counts(places.phrases.len())).ln();
            for (at, count) in &places.phrases {
                if let Some(square) = place(*at).and_then(|at| squares.get_mut(at)) {
                    *square += (f64::from(*count) * places.rarity).powi(2);
                }
            }
        }
        all.unknown = (1.0 + total).ln();
        for places in all.grams.values_mut() {
            for (at, share) in &mut places.phrases {
                let square: Option<&f64> = place(*at).and_then(|at| squares.get(at));
                let length = square.map_or(f64::MAX, |square| square.sqrt());
                *share =
                    narrow(f64::from(*share) * places.rarity / length.max(f64::MIN_POSITIVE));
            }
        }
        all
    }

    /// The likeness of a title to each of so many groups.
    pub(super) fn likeness(&self, title: &str, groups: usize) -> Vec<TitleLikeness> {
        let asked = grams(title);
        let length = self.length(&asked).max(f64::MIN_POSITIVE);
        let mut cosines = vec![0.0; self.groups.len()];
        for (gram, count) in &asked {
            let Some(places) = self.grams.get(gram) else { continue };
            let weight = f64::from(*count) * places.rarity / length;
            for (at, share) in &places.phrases {
                if let Some(cosine) = place(*at).and_then(|at| cosines.get_mut(at)) {
                    *cosine += weight * f64::from(*share);
                }
            }
        }
        let mut likeness = vec![TitleLikeness::default(); groups];
        for (group, cosine) in self.groups.iter().zip(cosines) {
            let Some(one) = likeness.get_mut(usize::from(*group)) else { continue };
            let cosine: f64 = cosine;
            one.nearest = one.nearest.max(cosine);
            one.together += cosine.powi(POWER);
        }
        for one in &mut likeness {
            one.together = one.together.sqrt();
        }
        likeness
    }

    fn length(&self, own: &BTreeMap<String, f32>) -> f64 {
        let square = |(gram, count): (&String, &f32)| {
            let rarity = self.grams.get(gram).map_or(self.unknown, |places| places.rarity);
            (f64::from(*count) * rarity).powi(2)
        };
        own.iter().map(square).sum::<f64>().sqrt()
    }
}

/// Groups of letters of a phrase, borders of words marked, with how often each stands in it.
fn grams(phrase: &str) -> BTreeMap<String, f32> {
    let mut all = BTreeMap::new();
    for word in plain_words(phrase) {
        let letters: Vec<char> = format!("^{word}$").chars().collect();
        for gram in letters.windows(GRAM.min(letters.len())) {
            *all.entry(gram.iter().collect()).or_insert(0.0) += 1.0;
        }
    }
    all
}

fn place(at: u32) -> Option<usize> {
    usize::try_from(at).ok()
}

/// A share, in half the room: it is compared and never shown.
#[expect(clippy::cast_possible_truncation, reason = "a share between 0 and 1")]
const fn narrow(share: f64) -> f32 {
    share as f32
}

fn counts(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compound_is_nearer_to_its_parts_than_to_anything_else() {
        let phrases = ["textile dyer", "snow groomer", "dye house hand"];
        let letters = PhraseLetters::of(phrases.into_iter().enumerate());
        let found = letters.likeness("Dyehouse worker", phrases.len());
        assert!(found[0].nearest < found[2].nearest, "{found:?}");
        assert!(found[1].nearest < found[0].nearest, "{found:?}");
        let same = letters.likeness("Snow groomers", phrases.len());
        assert!((same[1].nearest - 1.0).abs() < 1e-6, "{same:?}");
        assert_eq!(letters.likeness("qqq", phrases.len())[0], TitleLikeness::default());
    }
}
