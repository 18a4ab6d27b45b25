//! A pack as far as the score needs it.

use super::score_frame::{BandEdge, DimensionBasis, DimensionFrame, ScoreFrame};
use crate::packs::{ApplicationPack, DimensionBase, PackBand, PackDimension};

impl From<&ApplicationPack> for ScoreFrame {
    fn from(pack: &ApplicationPack) -> Self {
        Self {
            name: format!("{} {}", pack.id, pack.version),
            dimensions: pack.dimensions.iter().map(dimension).collect(),
            bands: pack.bands.iter().map(edge).collect(),
        }
    }
}

fn dimension(of: &PackDimension) -> DimensionFrame {
    DimensionFrame {
        id: of.id.clone(),
        words: of.words.clone(),
        weight: of.weight,
        basis: match of.basis {
            DimensionBase::Evidence => DimensionBasis::Evidence,
            DimensionBase::Consistency => DimensionBasis::Consistency,
            DimensionBase::Mitigation => DimensionBasis::Mitigation,
        },
        categories: of.categories.clone(),
    }
}

fn edge(of: &PackBand) -> BandEdge {
    BandEdge { from: of.from, name: of.word.clone() }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use crate::{
        model::{DetectiveFindings, MatterProfile},
        packs::{ALL_NAMES, assess, load},
        score::{ScoreFrame, evidence_plan, is_enough, score},
    };

    #[test]
    fn every_pack_frames_a_score_and_an_empty_folder_is_not_assessed() {
        for name in ALL_NAMES {
            let pack = load(name).unwrap();
            let frame = ScoreFrame::from(&pack);
            let full: f64 = frame.dimensions.iter().map(|it| frame.full(it)).sum();
            assert!((full - 100.0).abs() < 1e-9, "{name}");
            assert!(!frame.band(0).is_empty() && frame.band(100) != frame.band(0), "{name}");
            let day = "2026-01-09".parse().unwrap();
            let nothing = assess(&pack, &[], &MatterProfile::default(), &[], day);
            assert!(!is_enough(&nothing), "{name}");
            let told = score(&pack, &nothing, &[], &DetectiveFindings::default(), None);
            assert!(told.rationale.starts_with("Too little"), "{name}: {}", told.rationale);
            let plan = evidence_plan(&pack, &nothing, &told);
            assert!(plan.items.iter().all(|it| it.files.is_empty()), "{name}");
        }
    }
}
