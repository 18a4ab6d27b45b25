//! The verdict on each criterion, and the report of a court.

use std::{cmp::Reverse, fmt};

use jurat_model::{EvidenceLocation, LineRange, SubmissionArtifact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CheckResult, Evidence, EvidenceFact, EvidenceId, Opinion, RubricScore};
use crate::english_phrases::cut;

/// What a criterion, or the whole, comes to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CourtVerdict {
    /// It is met.
    Pass,
    /// In part.
    Partial,
    /// It is not.
    Fail,
    /// It could not be told. Shown, and left out of the total.
    NotAssessable,
}

impl CourtVerdict {
    /// As it is written everywhere, for people and for machines.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Partial => "PARTIAL",
            Self::Fail => "FAIL",
            Self::NotAssessable => "NOT_ASSESSABLE",
        }
    }
}

/// A rule that fired, with what it saw and did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleFired {
    /// Which.
    pub rule: String,
    /// What it saw, in words.
    pub saw: String,
    /// What it did, in words.
    pub did: String,
    /// The score before, where there was one.
    pub before: Option<RubricScore>,
    /// The score after.
    pub after: Option<RubricScore>,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct RemediationFile {
    /// The file.
    pub path: String,
    /// The lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// The page of a paper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// The words of a paper that it is about; of code the lines say it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
}

/// Characters of the words at a place.
const LONGEST_WORDS: usize = 60;

impl From<&EvidenceLocation> for RemediationFile {
    fn from(at: &EvidenceLocation) -> Self {
        Self {
            path: at.path.clone(),
            lines: at.lines,
            page: at.page,
            words: String::new(),
        }
    }
}

impl From<&Evidence> for RemediationFile {
    fn from(one: &Evidence) -> Self {
        let place = Self::from(&one.location);
        if one.location.artifact == SubmissionArtifact::Repo {
            return place;
        }
        let words = match &one.fact {
            EvidenceFact::Claim(claim) => &claim.name,
            EvidenceFact::CheckedClaim(claim) => &claim.name,
            EvidenceFact::Term(term) => &term.term,
            EvidenceFact::Heading(heading) => &heading.text,
            EvidenceFact::Order(order) => &order.words,
            _ => &one.content,
        };
        Self { words: cut(words, LONGEST_WORDS), ..place }
    }
}

impl fmt::Display for RemediationFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        match self.lines {
            None => {}
            Some(LineRange { start, end }) if start == end => write!(f, ":{start}")?,
            Some(LineRange { start, end }) => write!(f, ":{start}-{end}")?,
        }
        match self.page {
            Some(page) => write!(f, ", page {page}"),
            None => Ok(()),
        }
    }
}

/// What to do about a criterion that is not met.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionRemediation {
    /// The criterion.
    pub criterion_id: String,
    /// Where.
    pub files: Vec<RemediationFile>,
    /// What good would look like.
    pub architecture_hint: String,
    /// What to change, the worst first.
    pub steps: Vec<String>,
    /// What the personas recommend: `Prosecutor recommended: …`.
    pub recommended: Vec<String>,
}

/// The verdict on one criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionResult {
    /// Which.
    pub criterion_id: String,
    /// What people call it.
    pub name: String,
    /// The verdict.
    pub verdict: CourtVerdict,
    /// From 1 to 5; none where it could not be told.
    pub score: Option<RubricScore>,
    /// Points, where the rubric gives points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Why, in a few sentences.
    pub summary: String,
    /// Who differed, and what each cited; empty where they agreed.
    pub dissent_summary: String,
    /// What to do; none where it passed.
    pub remediation: Option<CriterionRemediation>,
    /// How much of it, by weight, could be told, in per cent.
    pub coverage: u8,
    /// The three opinions.
    pub opinions: Vec<Opinion>,
    /// What its checks came to.
    pub checks: Vec<CheckResult>,
    /// The rules that fired, in order.
    pub trace: Vec<RuleFired>,
    /// All evidence that it rests on.
    pub evidence: Vec<EvidenceId>,
}

impl CriterionResult {
    /// Checks that are not wholly met, the worst first.
    pub fn unmet(&self) -> Vec<&CheckResult> {
        let mut open: Vec<&CheckResult> =
            self.checks.iter().filter(|check| check.outcome.is_open()).collect();
        open.sort_by_key(|check| Reverse((check.severity, check.outcome, check.weight)));
        open
    }
}

/// The whole, in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OverallResult {
    /// The verdict on the whole.
    pub verdict: CourtVerdict,
    /// The mean of the assessed criteria by weight, in hundredths; none where none was assessed.
    pub score_hundredths: Option<u32>,
    /// Points and the most there could be, where the rubric gives points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<(u32, u32)>,
    /// Criteria with a score.
    pub assessed: u32,
    /// Criteria without.
    pub not_assessable: u32,
    /// Rules that fired on the whole.
    pub trace: Vec<RuleFired>,
}

/// The report of a court, as public auditors shape it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditReport {
    /// The whole in a paragraph.
    pub executive_summary: String,
    /// Every criterion, in the order of the rubric.
    pub criterion_breakdown: Vec<CriterionResult>,
    /// What to do, the worst first.
    pub remediation_plan: Vec<CriterionRemediation>,
    /// How the verdicts were reached, in a paragraph.
    pub synthesis_narrative: String,
    /// The whole, in numbers.
    pub overall: OverallResult,
}
