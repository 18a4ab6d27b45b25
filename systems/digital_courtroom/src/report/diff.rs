//! Two reports compared by rule and content, never by line numbers.

use std::collections::BTreeMap;

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CourtFinding, CourtReport, FindingSort};
use crate::model::{
    ArtifactAvailability, CheckOutcome, CheckResult, CourtVerdict, CriterionResult, RubricScore,
};

/// What changed from one report to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CourtDiff {
    /// The earlier one.
    pub old: ComparedReport,
    /// The later one.
    pub new: ComparedReport,
    /// Whether both were judged by the same rubric: else scores compare badly.
    pub same_rubric: bool,
    /// Findings of the later report alone.
    pub new_findings: Vec<CourtFinding>,
    /// Findings of the earlier report alone, where the later one could look and found nothing.
    pub gone: Vec<CourtFinding>,
    /// Findings of the earlier report of which the later one can tell nothing; as they were.
    #[serde(default)]
    pub unknown: Vec<CourtFinding>,
    /// Findings of both that are worse than before; as they are now.
    #[serde(default)]
    pub worse: Vec<CourtFinding>,
    /// Checks that were not met and still are not, of which something differs; as they are now.
    pub changed: Vec<CourtFinding>,
    /// Findings of both; as they are now.
    pub unchanged: Vec<CourtFinding>,
    /// Criteria whose verdict or score is another.
    pub criteria: Vec<CriterionChange>,
    /// Criteria of the later report alone.
    pub added: Vec<CriterionChange>,
    /// Criteria of the earlier report alone.
    pub removed: Vec<CriterionChange>,
}

impl CourtDiff {
    /// Whether there is a finding that was not there before, one that is worse than before, or
    /// one that may still be there though nobody could look: what cannot be told is not mended.
    pub const fn has_new(&self) -> bool {
        !(self.new_findings.is_empty() && self.worse.is_empty() && self.unknown.is_empty())
    }

    /// Whether nothing at all is another.
    pub const fn is_empty(&self) -> bool {
        !self.has_new()
            && self.gone.is_empty()
            && self.changed.is_empty()
            && self.criteria.is_empty()
            && self.added.is_empty()
            && self.removed.is_empty()
    }
}

/// One of two reports, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComparedReport {
    /// The repository's address, where there is one.
    pub repository: Option<String>,
    /// The commit.
    pub commit: Option<String>,
    /// The paper's name.
    pub paper: Option<String>,
    /// The rubric's name and version.
    pub rubric: String,
    /// BLAKE3 of the rubric.
    #[schemars(with = "String")]
    pub rubric_hash: Hash,
    /// The whole.
    pub overall: ScoredVerdict,
}

/// A verdict and a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoredVerdict {
    /// The verdict.
    pub verdict: CourtVerdict,
    /// The score in hundredths; none where there is none.
    pub score_hundredths: Option<u32>,
}

/// A criterion in two reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionChange {
    /// Which.
    pub criterion_id: String,
    /// What people call it.
    pub name: String,
    /// Before; none where it was not there.
    pub before: Option<ScoredVerdict>,
    /// After; none where it is not there.
    pub after: Option<ScoredVerdict>,
}

pub fn compare(old: &CourtReport, new: &CourtReport) -> CourtDiff {
    let mut before = UnmatchedFindings::of(&old.findings);
    let same_rubric = old.rubric.hash == new.rubric.hash;
    let looks = ComparedChecks { before: told(old), after: told(new), same_rubric };
    let mut diff = CourtDiff {
        old: compared(old),
        new: compared(new),
        same_rubric,
        new_findings: Vec::new(),
        gone: Vec::new(),
        unknown: Vec::new(),
        worse: Vec::new(),
        changed: Vec::new(),
        unchanged: Vec::new(),
        criteria: Vec::new(),
        added: Vec::new(),
        removed: Vec::new(),
    };
    // Exact twins are paired first, so that none of them is taken for one that moved.
    let mut open = Vec::new();
    for now in &new.findings {
        match before.same(now) {
            Some(was) if looks.are_worse(was, now) => diff.worse.push(now.clone()),
            Some(was) if was.outcome == now.outcome => diff.unchanged.push(now.clone()),
            Some(_) => diff.changed.push(now.clone()),
            None => open.push(now),
        }
    }
    for now in open {
        let into = match (before.alike(now), now.sort) {
            (None, _) => &mut diff.new_findings,
            (Some(was), _) if looks.are_worse(was, now) => &mut diff.worse,
            (Some(_), FindingSort::Security) => &mut diff.unchanged,
            (Some(_), FindingSort::Check) => &mut diff.changed,
        };
        into.push(now.clone());
    }
    let unknown = |was: &CourtFinding| looks.are_blind(was, &new.submission.repo);
    (diff.unknown, diff.gone) = before.rest().into_iter().partition(unknown);
    criteria(old, new, &mut diff);
    diff
}

/// What the checks of a report came to, by rule. Of two results the worse counts.
fn told(report: &CourtReport) -> BTreeMap<String, &CheckResult> {
    let mut told: BTreeMap<String, &CheckResult> = BTreeMap::new();
    let all = report.audit.criterion_breakdown.iter().flat_map(|one| &one.checks);
    for check in all {
        let rule = format!("{}/{}", check.criterion_id, check.check_id);
        let kept = told.entry(rule).or_insert(check);
        if kept.outcome < check.outcome {
            *kept = check;
        }
    }
    told
}

/// What the checks of both reports came to.
struct ComparedChecks<'a> {
    before: BTreeMap<String, &'a CheckResult>,
    after: BTreeMap<String, &'a CheckResult>,
    same_rubric: bool,
}

impl ComparedChecks<'_> {
    /// Whether a finding has become worse: less is met, there is more of what should not be, or
    /// what was a suspicion is proved.
    fn are_worse(&self, was: &CourtFinding, now: &CourtFinding) -> bool {
        let proved = now.sort == FindingSort::Security && now.level < was.level;
        proved || was.outcome < now.outcome || self.has_more(&now.rule)
    }

    fn has_more(&self, rule: &str) -> bool {
        let (Some(before), Some(after)) = (self.before.get(rule), self.after.get(rule)) else {
            return false;
        };
        let bounded = ["at most ", "none"]
            .iter()
            .any(|word| after.expected.starts_with(word));
        let measured = before.measured.zip(after.measured);
        bounded && measured.is_some_and(|(before, after)| before < after)
    }

    /// Whether nobody could look whether a finding is still there.
    fn are_blind(&self, was: &CourtFinding, repo: &ArtifactAvailability) -> bool {
        match was.sort {
            FindingSort::Security => *repo != ArtifactAvailability::Read,
            FindingSort::Check => match self.after.get(&was.rule) {
                Some(check) => check.outcome == CheckOutcome::NotAssessable,
                // A rubric that no longer asks is another matter, and said.
                None => self.same_rubric,
            },
        }
    }
}

/// Findings of the earlier report that have no partner yet.
struct UnmatchedFindings<'a> {
    all: Vec<Option<&'a CourtFinding>>,
    exact: BTreeMap<(&'a str, &'a str), Vec<usize>>,
    content: BTreeMap<(&'a str, &'a str), Vec<usize>>,
}

impl<'a> UnmatchedFindings<'a> {
    fn of(findings: &'a [CourtFinding]) -> Self {
        let mut left = Self {
            all: findings.iter().map(Some).collect(),
            exact: BTreeMap::new(),
            content: BTreeMap::new(),
        };
        // The last is taken first, so the first is put in last.
        for (at, one) in findings.iter().enumerate().rev() {
            let (exact, content) = (&one.fingerprint, &one.content_fingerprint);
            left.exact.entry((&one.rule, exact)).or_default().push(at);
            left.content.entry((&one.rule, content)).or_default().push(at);
        }
        left
    }

    fn same(&mut self, now: &'a CourtFinding) -> Option<&'a CourtFinding> {
        let key = (now.rule.as_str(), now.fingerprint.as_str());
        Self::take(&mut self.all, self.exact.get_mut(&key)?)
    }

    fn alike(&mut self, now: &'a CourtFinding) -> Option<&'a CourtFinding> {
        let key = (now.rule.as_str(), now.content_fingerprint.as_str());
        Self::take(&mut self.all, self.content.get_mut(&key)?)
    }

    fn take(
        all: &mut [Option<&'a CourtFinding>],
        places: &mut Vec<usize>,
    ) -> Option<&'a CourtFinding> {
        while let Some(at) = places.pop() {
            if let Some(one) = all.get_mut(at).and_then(Option::take) {
                return Some(one);
            }
        }
        None
    }

    fn rest(self) -> Vec<CourtFinding> {
        self.all.into_iter().flatten().cloned().collect()
    }
}

fn compared(report: &CourtReport) -> ComparedReport {
    let repository = report.submission.repository.as_ref();
    let rubric = &report.rubric;
    let overall = &report.audit.overall;
    ComparedReport {
        repository: repository.map(|one| one.address.clone()),
        commit: repository.and_then(|one| one.commit.clone()),
        paper: report.submission.paper.as_ref().map(|paper| paper.name.clone()),
        rubric: format!("{} {}", rubric.name, rubric.version).trim_end().to_owned(),
        rubric_hash: rubric.hash,
        overall: ScoredVerdict {
            verdict: overall.verdict,
            score_hundredths: overall.score_hundredths,
        },
    }
}

fn standing(result: &CriterionResult) -> ScoredVerdict {
    let hundredths = |score: RubricScore| u32::from(score.get()) * 100;
    ScoredVerdict {
        verdict: result.verdict,
        score_hundredths: result.score.map(hundredths),
    }
}

fn criteria(old: &CourtReport, new: &CourtReport, diff: &mut CourtDiff) {
    let of = |report: &CourtReport| -> BTreeMap<String, ScoredVerdict> {
        let all = report.audit.criterion_breakdown.iter();
        all.map(|one| (one.criterion_id.clone(), standing(one))).collect()
    };
    let (before, after) = (of(old), of(new));
    let change = |one: &CriterionResult| CriterionChange {
        criterion_id: one.criterion_id.clone(),
        name: one.name.clone(),
        before: before.get(&one.criterion_id).copied(),
        after: after.get(&one.criterion_id).copied(),
    };
    for one in new.audit.criterion_breakdown.iter().map(change) {
        match one.before {
            None => diff.added.push(one),
            Some(_) if one.before != one.after => diff.criteria.push(one),
            Some(_) => {}
        }
    }
    let gone = old.audit.criterion_breakdown.iter().map(change);
    diff.removed = gone.filter(|one| one.after.is_none()).collect();
}
