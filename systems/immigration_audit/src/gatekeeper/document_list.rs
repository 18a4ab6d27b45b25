//! The documents asked for, and how they stand.

use crate::model::{FactPlace, PackAssessment, RequirementCheck, RequirementStanding};

/// A document asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedDocument {
    pub id: String,
    pub words: String,
    pub required: bool,
    pub standing: RequirementStanding,
    /// The files that hold it.
    pub files: Vec<String>,
    pub places: Vec<FactPlace>,
    pub obtain: String,
    pub source: String,
    pub as_of: String,
}

/// What is asked of this matter, or may be: what is required first, in the pack's order.
pub fn document_list(assessment: &PackAssessment) -> Vec<ListedDocument> {
    let asked = assessment.requirements.iter();
    let asked = asked.filter(|it| it.standing != RequirementStanding::NotApplicable);
    let mut listed: Vec<ListedDocument> = asked.map(listed).collect();
    listed.sort_by_key(|it| !it.required);
    listed
}

fn listed(requirement: &RequirementCheck) -> ListedDocument {
    let mut files: Vec<String> = requirement.places.iter().map(|it| it.file.clone()).collect();
    files.sort();
    files.dedup();
    ListedDocument {
        id: requirement.id.clone(),
        words: requirement.words.clone(),
        required: requirement.required,
        standing: requirement.standing,
        files,
        places: requirement.places.clone(),
        obtain: requirement.obtain.clone(),
        source: requirement.source.clone(),
        as_of: requirement.as_of.clone(),
    }
}
