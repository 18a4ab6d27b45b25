//! A query's language, and how much of it the corpus has words for.

use jurat_text::Language;

use super::bm25::idf;
use crate::{
    fusion::{LegAdjustments, RankingFeatureVector},
    index::{IndexError, IndexFields, IndexSnapshot, TermAnalyser, query_language},
};

/// A query in another language than a passage, of which the corpus knows less than this, shares
/// no words with it that mean the same.
const FOREIGN: f32 = 0.5;

/// How a query reads in the light of a corpus.
pub(super) struct QueryProfile {
    language: Option<Language>,
    /// The share of its words, weighed by rarity, that some passage has.
    covered: f32,
}

impl QueryProfile {
    pub(super) fn of(
        text: &str,
        snapshot: &IndexSnapshot,
        fields: &IndexFields,
        analyser: &mut TermAnalyser,
    ) -> Result<Self, IndexError> {
        let mut covered = 0.0_f32;
        for language in snapshot.languages() {
            let terms = analyser.terms(text, *language);
            covered = covered.max(share(&terms, snapshot, fields)?);
        }
        Ok(Self { language: query_language(text), covered })
    }

    /// Gives words and meaning their due for a passage in some language.
    pub(super) fn weigh(
        &self,
        passage: Language,
        reach: &LegAdjustments,
        features: &mut RankingFeatureVector,
    ) {
        let asked = self.language.unwrap_or(passage);
        let foreign = asked != passage && self.covered < FOREIGN;
        let words = if foreign { 0.0 } else { self.covered.powf(reach.power) };
        let taught = reach.taught.contains(&asked) && reach.taught.contains(&passage);
        features.weigh(words, if taught { 1.0 } else { reach.untaught });
    }
}

/// Words that no passage has are as rare as can be.
fn share(
    terms: &[String],
    snapshot: &IndexSnapshot,
    fields: &IndexFields,
) -> Result<f32, IndexError> {
    let (mut all, mut known) = (0.0, 0.0);
    for term in terms {
        let count = snapshot.count(fields.text, term)?;
        let rare = idf(count, snapshot.rows());
        all += rare;
        known += if 0 < count { rare } else { 0.0 };
    }
    Ok(if 0.0 < all { known / all } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fusion::RankingFeature;

    /// What is left of words and of meaning.
    fn left(asked: Language, passage: Language, covered: f32) -> (f32, f32) {
        let mut features = RankingFeatureVector::default();
        for feature in [RankingFeature::Text, RankingFeature::Dense, RankingFeature::Cites] {
            features.set(feature, 1.0);
        }
        let reading = QueryProfile { language: Some(asked), covered };
        reading.weigh(
            passage,
            &LegAdjustments { power: 1.0, ..LegAdjustments::default() },
            &mut features,
        );
        assert!((features.get(RankingFeature::Cites) - 1.0).abs() < f32::EPSILON);
        (features.get(RankingFeature::Text), features.get(RankingFeature::Dense))
    }

    #[test]
    fn words_count_by_what_they_cover_and_not_at_all_across_languages() {
        use Language::{English as En, French as Fr, Portuguese as Pt};
        assert_eq!(left(En, En, 1.0), (1.0, 1.0));
        assert_eq!(left(En, En, 0.25), (0.25, 1.0));
        assert_eq!(left(Fr, En, 0.25), (0.0, 1.0));
        // What covers most of a query was only taken for another language.
        assert_eq!(left(Fr, En, 0.75), (0.75, 1.0));
        assert_eq!(left(Pt, Pt, 1.0), (1.0, 0.2));
    }
}
