//! What to do, in one list: the worst first, each thing once, with its places.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use jurat_code::facts::{FindingExposure, SecuritySeverity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{SecurityRow, facts::ReportFacts};
use crate::english_phrases::{capital, listed};
use crate::model::{
    CheckResult, CheckSeverity, CourtVerdict, CriterionRemediation, CriterionResult,
    EvidenceId, Persona, RemediationFile,
};

/// Places that one action names; more do not help whoever does it.
const MOST_PLACES: usize = 20;

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RemedialAction {
    /// What to do.
    pub what: String,
    /// How much hangs on it.
    pub severity: CheckSeverity,
    /// The worst verdict among the criteria that ask for it. Where that is a pass, it is worth
    /// doing and not needed.
    pub verdict: CourtVerdict,
    /// The criteria that ask for it, the worst first.
    pub criteria: Vec<String>,
    /// Who put it first.
    pub recommended_by: Vec<Persona>,
    /// Where.
    pub places: Vec<RemediationFile>,
}

impl RemedialAction {
    /// Whether a criterion that did not pass asks for it.
    pub const fn is_needed(&self) -> bool {
        !matches!(self.verdict, CourtVerdict::Pass)
    }

    /// `Prosecutor and Tech Lead recommended: `; nothing where nobody put it first.
    pub fn lead(&self) -> String {
        if self.recommended_by.is_empty() {
            return String::new();
        }
        let who = self.recommended_by.iter().map(|one| one.title().to_owned());
        format!("{} recommended: ", listed(who))
    }
}

/// What a plan comes to when it is done step by step. Entries of the plan come the worst first.
pub(super) fn actions(
    plan: &[CriterionRemediation],
    results: &[CriterionResult],
    facts: &ReportFacts<'_>,
) -> Vec<RemedialAction> {
    let mut all = ActionCollector::default();
    for entry in plan {
        let result = results.iter().find(|one| one.criterion_id == entry.criterion_id);
        if let Some(result) = result {
            all.of(entry, result, facts);
        }
    }
    let mut all = all.all;
    // What can be done at a known place comes before what has none. A stable sort: what is
    // equally bad stays in the order of the plan.
    all.sort_by_key(|one| (!one.is_needed(), Reverse(one.severity), one.places.is_empty()));
    all
}

/// Security findings that ask for the same, of those that a criterion rests on.
pub(super) struct SecurityRemedy<'a> {
    /// In words, with the rules that ask for it.
    pub(super) what: String,
    severity: CheckSeverity,
    pub(super) rows: Vec<&'a SecurityRow>,
}

/// Findings that count against a criterion, by what would mend them, the worst first.
pub(super) fn remedies<'a>(
    result: &CriterionResult,
    facts: &'a ReportFacts<'_>,
) -> Vec<SecurityRemedy<'a>> {
    let cited: BTreeSet<&str> = result
        .checks
        .iter()
        .flat_map(|check| &check.evidence)
        .chain(&result.evidence)
        .map(EvidenceId::as_str)
        .collect();
    let mut all: Vec<(String, Vec<&SecurityRow>)> = Vec::new();
    for row in &facts.security {
        let counts = row.confirmed && row.exposure == FindingExposure::Reachable;
        if !counts || !cited.contains(row.evidence.as_str()) {
            continue;
        }
        let key = folded(&row.remediation);
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some((_, rows)) => rows.push(row),
            None => all.push((key, vec![row])),
        }
    }
    all.into_iter().map(|(_, rows)| remedy(rows)).collect()
}

fn remedy(rows: Vec<&SecurityRow>) -> SecurityRemedy<'_> {
    let rules: BTreeSet<&str> = rows.iter().map(|row| row.rule.as_str()).collect();
    let rules: Vec<&str> = rules.into_iter().collect();
    let words = rows.first().map_or("", |row| unended(&row.remediation));
    let severity = rows.iter().map(|row| severity(row.severity)).max();
    SecurityRemedy {
        what: format!("{} ({}).", capital(words), rules.join(", ")),
        severity: severity.unwrap_or(CheckSeverity::Minor),
        rows,
    }
}

const fn severity(severity: SecuritySeverity) -> CheckSeverity {
    match severity {
        SecuritySeverity::High => CheckSeverity::Critical,
        SecuritySeverity::Medium => CheckSeverity::Major,
        SecuritySeverity::Low => CheckSeverity::Minor,
    }
}

#[derive(Default)]
struct ActionCollector {
    all: Vec<RemedialAction>,
    by_words: BTreeMap<String, usize>,
}

impl ActionCollector {
    fn of(
        &mut self,
        entry: &CriterionRemediation,
        result: &CriterionResult,
        facts: &ReportFacts<'_>,
    ) {
        let remedies = remedies(result, facts);
        let gaps = result.unmet();
        let worst = gaps.iter().map(|gap| gap.severity).max();
        let worst = worst.unwrap_or(CheckSeverity::Major);
        let is_finding = |step: &str| {
            remedies
                .iter()
                .any(|one| folded(step).starts_with(&folded(&one.what)))
        };
        for step in entry.steps.iter().filter(|step| !is_finding(step)) {
            let gap = gaps.iter().find(|gap| folded(&gap.remediation) == folded(step));
            let severity = gap.map_or(worst, |gap| gap.severity);
            let places = gap.map_or_else(Vec::new, |gap| places(gap, facts));
            self.add(step, severity, result, places);
        }
        for one in &remedies {
            let rows = one
                .rows
                .iter()
                .filter_map(|row| facts.known.get(row.evidence.as_str()));
            let places = rows.map(|one| (&one.location).into()).collect();
            self.add(&one.what, one.severity, result, places);
        }
        for (who, said) in entry.recommended.iter().filter_map(|line| recommendation(line)) {
            self.recommend(&who, said, worst, result);
        }
    }

    fn add(
        &mut self,
        what: &str,
        severity: CheckSeverity,
        result: &CriterionResult,
        places: Vec<RemediationFile>,
    ) -> usize {
        let at = *self.by_words.entry(folded(what)).or_insert(self.all.len());
        if at == self.all.len() {
            self.all.push(RemedialAction {
                what: what.split_whitespace().collect::<Vec<_>>().join(" "),
                severity,
                verdict: result.verdict,
                criteria: Vec::new(),
                recommended_by: Vec::new(),
                places: Vec::new(),
            });
        }
        let one = &mut self.all[at];
        one.severity = one.severity.max(severity);
        if !one.criteria.contains(&result.criterion_id) {
            one.criteria.push(result.criterion_id.clone());
        }
        for place in places {
            if one.places.len() < MOST_PLACES && !one.places.contains(&place) {
                one.places.push(place);
            }
        }
        at
    }

    /// The step that a persona put first, or what it says where that is no step.
    fn recommend(
        &mut self,
        who: &[Persona],
        said: &str,
        severity: CheckSeverity,
        result: &CriterionResult,
    ) {
        let own = |one: &RemedialAction| {
            one.criteria.contains(&result.criterion_id) && recommends(said, &one.what)
        };
        // What a rule saw is a finding and nothing to do: the first step is against it.
        let saw = result
            .trace
            .iter()
            .any(|fired| folded(said).starts_with(&folded(&fired.saw)));
        let first = |one: &RemedialAction| saw && one.criteria.contains(&result.criterion_id);
        let known = self.all.iter().position(own);
        let at = match known.or_else(|| self.all.iter().position(first)) {
            Some(at) => at,
            None => self.add(said, severity, result, Vec::new()),
        };
        let by = &mut self.all[at].recommended_by;
        by.extend(who);
        by.sort();
        by.dedup();
    }
}

/// Where a check that is not met was looked at: files of the repository, or the paper.
fn places(gap: &CheckResult, facts: &ReportFacts<'_>) -> Vec<RemediationFile> {
    let found = gap.evidence.iter().filter_map(|id| facts.known.get(id.as_str()));
    let mut places: Vec<RemediationFile> = found
        .filter(|one| gap.shows_where(one))
        .filter(|one| !one.location.path.is_empty())
        .map(RemediationFile::from)
        .collect();
    places.sort();
    places
}

/// Who recommended what, of `Prosecutor and Tech Lead recommended: …`.
fn recommendation(line: &str) -> Option<(Vec<Persona>, &str)> {
    let (who, said) = line.split_once(" recommended: ")?;
    let who: Vec<Persona> = Persona::ALL
        .into_iter()
        .filter(|one| {
            who.split(", ")
                .flat_map(|part| part.split(" and "))
                .any(|title| title == one.title())
        })
        .collect();
    (!who.is_empty()).then_some((who, said))
}

/// Whether a recommendation is this step: it may name a place besides, and be cut.
pub(super) fn recommends(line: &str, step: &str) -> bool {
    let said = line.split_once(" recommended: ").map_or(line, |(_, said)| said);
    let words = without_place(&folded(said));
    let step = folded(step);
    let cut = words.strip_suffix('…');
    step == words || cut.is_some_and(|start| step.starts_with(start))
}

/// Words by which two remedies are the same.
pub(super) fn folded(words: &str) -> String {
    let words: Vec<String> = unended(words).split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// Without the place that a persona adds to a remedy.
fn without_place(words: &str) -> String {
    match words.rsplit_once(" (see ") {
        Some((words, place)) if place.ends_with(')') => words.to_owned(),
        _ => words.to_owned(),
    }
}

pub(super) fn unended(words: &str) -> &str {
    words.trim().trim_end_matches('.')
}
