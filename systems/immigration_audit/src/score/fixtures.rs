//! Matters that are made up, for tests.

use super::{BandEdge, DimensionBasis, DimensionFrame, ScoreFrame};
use crate::model::{
    Authority, AuthoritySide, AuthoritySource, CitationVerification, DetectiveFindings,
    Finding, FindingCategory, FindingSeverity, FindingStanding, RequirementCheck,
    RequirementStanding as Standing, TriggerCheck, VerificationRecord,
};

pub(crate) fn frame() -> ScoreFrame {
    let dimension = |id: &str, weight, basis, categories| DimensionFrame {
        id: id.to_owned(),
        words: id.to_owned(),
        weight,
        basis,
        categories,
    };
    let edge = |from, name: &str| BandEdge { from, name: name.to_owned() };
    ScoreFrame {
        name: "orchard 1".to_owned(),
        dimensions: vec![
            dimension(
                "authenticity",
                30.0,
                DimensionBasis::Evidence,
                vec![FindingCategory::Relationship],
            ),
            dimension("consistency", 25.0, DimensionBasis::Consistency, Vec::new()),
            dimension("coverage", 25.0, DimensionBasis::Evidence, Vec::new()),
            dimension("mitigation", 20.0, DimensionBasis::Mitigation, Vec::new()),
        ],
        bands: vec![edge(80, "strong"), edge(60, "fair"), edge(40, "weak"), edge(0, "poor")],
    }
}

pub(crate) fn requirement(
    at: usize,
    dimension: &str,
    standing: Standing,
    worth: f64,
) -> RequirementCheck {
    RequirementCheck {
        id: format!("R{at:02}"),
        words: format!("paper {at}"),
        required: at.is_multiple_of(2),
        standing,
        places: Vec::new(),
        reason: String::new(),
        source: String::new(),
        as_of: String::new(),
        dimension: Some(dimension.to_owned()),
        worth,
        obtain: "from the registry".to_owned(),
    }
}

pub(crate) fn finding(
    at: usize,
    category: FindingCategory,
    severity: FindingSeverity,
) -> Finding {
    Finding {
        id: format!("X-{at}"),
        code: "DATE_CONFLICT".to_owned(),
        category,
        severity,
        standing: FindingStanding::Shown,
        message: format!("two dates {at}"),
        places: Vec::new(),
        fields: Vec::new(),
        action: String::new(),
    }
}

pub(crate) fn trigger(
    at: usize,
    standing: Standing,
    severity: FindingSeverity,
) -> TriggerCheck {
    TriggerCheck {
        id: format!("T{at}"),
        words: format!("doubt {at}"),
        is_pill: false,
        severity,
        standing,
        places: Vec::new(),
        reason: String::new(),
        rebuttal: "letters".to_owned(),
        research: Vec::new(),
        source: String::new(),
    }
}

pub(crate) fn authority(at: usize) -> Authority {
    Authority {
        citation: format!("2019 FC {at}"),
        style: String::new(),
        court: String::new(),
        date: String::new(),
        cited_for: "T0".to_owned(),
        side: AuthoritySide::ForUs,
        source: AuthoritySource {
            service: String::new(),
            basis: String::new(),
            as_of: String::new(),
        },
        quote: String::new(),
        paragraph: None,
        text_hash: String::new(),
        span: None,
        confidence: 1.0,
    }
}

pub(crate) fn checked(count: usize, status: &str) -> VerificationRecord {
    let citation = |at| CitationVerification {
        citation: format!("2019 FC {at}"),
        status: status.to_owned(),
        exists: String::new(),
        good_law: String::new(),
        authority: String::new(),
        issue: String::new(),
        critical: false,
        attempts: 1,
        card: None,
    };
    VerificationRecord {
        citations: (0..count).map(citation).collect(),
        ..VerificationRecord::default()
    }
}

pub(crate) fn research(count: usize) -> DetectiveFindings {
    DetectiveFindings {
        case_law: (0..count).map(authority).collect(),
        ..DetectiveFindings::default()
    }
}
