//! What changed between two audits: in the file, the findings, what is asked, the score, the decision; and why.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::model::{AuditReport, FinalRecommendation, VerdictWord};

/// What changed from one audit to another.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditDiff {
    pub files_added: Vec<String>,
    pub files_removed: Vec<String>,
    pub files_changed: Vec<String>,
    pub findings_new: Vec<String>,
    pub findings_gone: Vec<String>,
    pub requirements: Vec<StandingChange>,
    pub score: Option<(u32, u32)>,
    /// Dimensions whose points are others, with what they rest on.
    pub dimensions: Vec<PointChange>,
    pub verdict: (VerdictWord, VerdictWord),
    pub recommendation: (FinalRecommendation, FinalRecommendation),
    /// Other grounds of a difference: another day, tier, pack or workflow.
    pub grounds: Vec<String>,
}

/// A requirement, rule or trigger that stands otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingChange {
    pub id: String,
    pub words: String,
    pub before: String,
    pub after: String,
    pub reason: String,
}

/// A dimension of the score whose points are others.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PointChange {
    pub dimension: String,
    pub before: f64,
    pub after: f64,
}

impl AuditDiff {
    /// Whether the later audit has findings that the earlier one has not.
    pub const fn has_new(&self) -> bool {
        !self.findings_new.is_empty()
    }

    /// For a terminal: a line for each change; nothing where nothing changed.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let lists = [
            ("file added", &self.files_added),
            ("file removed", &self.files_removed),
            ("file changed", &self.files_changed),
            ("new", &self.findings_new),
            ("gone", &self.findings_gone),
            ("because", &self.grounds),
        ];
        for (name, all) in lists {
            lines.extend(all.iter().map(|it| format!("{name:13} {it}")));
        }
        for change in &self.requirements {
            let StandingChange { words, before, after, reason, .. } = change;
            lines.push(format!("{:13} {words}: {before} -> {after} ({reason})", "stands"));
        }
        if let Some((before, after)) = self.score.filter(|(before, after)| before != after) {
            lines.push(format!("{:13} {before} -> {after}", "score"));
        }
        for change in &self.dimensions {
            let PointChange { dimension, before, after } = change;
            lines.push(format!("{:13} {dimension}: {before:.1} -> {after:.1}", "dimension"));
        }
        if self.verdict.0 != self.verdict.1 {
            let word = crate::verdict::word;
            lines.push(format!(
                "{:13} {} -> {}",
                "verdict",
                word(self.verdict.0),
                word(self.verdict.1)
            ));
        }
        lines
    }
}

/// Compares two audits.
pub fn compare(before: &AuditReport, after: &AuditReport) -> AuditDiff {
    let files = |report: &AuditReport| -> BTreeMap<String, String> {
        let all = report.files.iter();
        all.map(|file| (file.path.clone(), file.source.to_string())).collect()
    };
    let (old, new) = (files(before), files(after));
    let in_both = old
        .iter()
        .filter_map(|(path, hash)| Some((path, hash, new.get(path)?)));
    AuditDiff {
        files_added: new.keys().filter(|it| !old.contains_key(*it)).cloned().collect(),
        files_removed: old.keys().filter(|it| !new.contains_key(*it)).cloned().collect(),
        files_changed: in_both
            .filter(|(_, one, other)| one != other)
            .map(|(path, ..)| path.clone())
            .collect(),
        findings_new: only_in(after, before),
        findings_gone: only_in(before, after),
        requirements: standings(before, after),
        score: before
            .score
            .as_ref()
            .zip(after.score.as_ref())
            .map(|(a, b)| (a.score, b.score)),
        dimensions: dimensions(before, after),
        verdict: (before.judgment.verdict, after.judgment.verdict),
        recommendation: (before.judgment.recommendation, after.judgment.recommendation),
        grounds: grounds(before, after),
    }
}

/// The files of a matter have other ids once one is added: a finding is told by what it says.
fn only_in(one: &AuditReport, other: &AuditReport) -> Vec<String> {
    let told = |report: &AuditReport| -> BTreeSet<String> {
        let all = report.findings.iter();
        all.map(|it| format!("{} {}", it.code, it.message)).collect()
    };
    told(one).difference(&told(other)).cloned().collect()
}

fn standings(before: &AuditReport, after: &AuditReport) -> Vec<StandingChange> {
    let old = all_standings(before);
    let changed = all_standings(after)
        .into_iter()
        .filter_map(|(id, (words, now, reason))| {
            let (_, then, _) = old.get(&id)?;
            (*then != now).then(|| StandingChange {
                id,
                words,
                before: then.clone(),
                after: now,
                reason,
            })
        });
    changed.collect()
}

/// Words, standing and reason by id.
fn all_standings(report: &AuditReport) -> BTreeMap<String, (String, String, String)> {
    let mut all = BTreeMap::new();
    let named = |standing| {
        let word = serde_json::to_value::<crate::model::RequirementStanding>(standing);
        word.ok()
            .and_then(|it| it.as_str().map(str::to_owned))
            .unwrap_or_default()
    };
    for it in &report.assessment.requirements {
        all.insert(it.id.clone(), (it.words.clone(), named(it.standing), it.reason.clone()));
    }
    for it in &report.assessment.rules {
        all.insert(it.id.clone(), (it.words.clone(), named(it.standing), it.reason.clone()));
    }
    for it in &report.assessment.triggers {
        all.insert(it.id.clone(), (it.words.clone(), named(it.standing), it.reason.clone()));
    }
    all
}

fn dimensions(before: &AuditReport, after: &AuditReport) -> Vec<PointChange> {
    let points = |report: &AuditReport| -> BTreeMap<String, f64> {
        let score = report.score.iter().flat_map(|it| &it.dimensions);
        score.map(|it| (it.words.clone(), it.points)).collect()
    };
    let old = points(before);
    let changed = points(after).into_iter().filter_map(|(dimension, after)| {
        let before = *old.get(&dimension)?;
        (0.05 <= (before - after).abs()).then_some(PointChange { dimension, before, after })
    });
    changed.collect()
}

fn grounds(before: &AuditReport, after: &AuditReport) -> Vec<String> {
    let mut grounds = Vec::new();
    if before.as_of != after.as_of {
        grounds.push(format!("the day is {} in place of {}", after.as_of, before.as_of));
    }
    if before.tier != after.tier {
        grounds.push(format!("the tier is {:?} in place of {:?}", after.tier, before.tier));
    }
    if before.workflow != after.workflow {
        grounds.push("it is another workflow".to_owned());
    }
    if before.assessment.pack_hash != after.assessment.pack_hash {
        grounds.push(format!(
            "the pack is {} {} in place of {} {}",
            after.assessment.pack,
            after.assessment.pack_version,
            before.assessment.pack,
            before.assessment.pack_version
        ));
    }
    grounds
}
