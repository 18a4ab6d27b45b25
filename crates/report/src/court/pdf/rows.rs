//! The rows and cards of the sheet.

use jurat_compose::court::CitedEvidence;
use jurat_model::court::{
    CheckResult, CourtVerdict, CriterionResult, EvidenceId, Opinion, Persona, Remediation,
    RuleFired,
};
use serde::Serialize;

use crate::{
    court::words::{self, Aliases},
    escape::{paper, visible},
};

/// Lines of a snippet that paper shows.
const MOST_LINES: usize = 14;

/// Tabs have no width on paper, and whoever turns directions is shown.
pub(super) fn safe(text: &str) -> String {
    paper(&text.replace('\t', "    ").replace('\r', ""))
}

#[derive(Serialize)]
pub(super) struct Pair {
    pub(super) name: &'static str,
    pub(super) words: String,
}

#[derive(Serialize)]
pub(super) struct List {
    title: &'static str,
    lead: String,
    items: Vec<String>,
}

impl List {
    pub(super) fn of(title: &'static str, lead: &str, items: &[String]) -> Self {
        Self {
            title,
            lead: safe(lead),
            items: items.iter().map(|item| safe(item)).collect(),
        }
    }
}

/// A reference: its alias, and the number of the exhibit where paper shows it.
#[derive(Serialize)]
pub(super) struct Mark {
    alias: String,
    at: Option<usize>,
}

/// Makes references.
pub(super) struct Marks<'a> {
    pub(super) aliases: &'a Aliases<'a>,
    /// How many exhibits paper shows.
    pub(super) shown: usize,
}

impl Marks<'_> {
    pub(super) fn of(&self, ids: &[EvidenceId]) -> Vec<Mark> {
        let mark = |id: &EvidenceId| match self.aliases.get(id) {
            Some((at, alias)) => Mark {
                alias: safe(alias),
                at: Some(at).filter(|at| *at < self.shown),
            },
            None => Mark { alias: safe(id.as_str()), at: None },
        };
        ids.iter().map(mark).collect()
    }
}

#[derive(Serialize)]
pub(super) struct VerdictRow {
    name: String,
    verdict: &'static str,
    class: &'static str,
    score: Option<u8>,
    /// In the order of the personas; none where there is no opinion.
    opinions: [Option<u8>; 3],
}

impl VerdictRow {
    pub(super) fn of(result: &CriterionResult) -> Self {
        let of = |persona| {
            let said = result.opinions.iter().find(|one| one.judge == persona);
            said.map(|one| one.score.get())
        };
        Self {
            name: safe(&result.name),
            verdict: words::verdict(result.verdict),
            class: words::verdict_class(result.verdict),
            score: result.score.map(jurat_model::court::RubricScore::get),
            opinions: Persona::ALL.map(of),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Card {
    name: String,
    verdict: &'static str,
    class: &'static str,
    score: String,
    summary: String,
    dissent: String,
    opinions: Vec<Said>,
    checks: Vec<Checked>,
    rules: Vec<String>,
    /// Whether it could be longer than a page.
    long: bool,
}

#[derive(Serialize)]
struct Said {
    lead: String,
    words: String,
    marks: Vec<Mark>,
}

#[derive(Serialize)]
struct Checked {
    outcome: &'static str,
    class: &'static str,
    what: String,
    seen: String,
    expected: String,
    marks: Vec<Mark>,
}

impl Card {
    pub(super) fn of(result: &CriterionResult, marks: &Marks<'_>) -> Self {
        Self {
            long: is_long(result),
            name: safe(&result.name),
            verdict: words::verdict(result.verdict),
            class: words::verdict_class(result.verdict),
            score: words::score(result),
            summary: safe(&result.summary),
            dissent: safe(&result.dissent_summary),
            opinions: result.opinions.iter().map(|one| said(one, marks)).collect(),
            checks: result.checks.iter().map(|one| checked(one, marks)).collect(),
            rules: result.trace.iter().map(rule).collect(),
        }
    }
}

fn is_long(result: &CriterionResult) -> bool {
    let opinions = result.opinions.iter().map(|one| one.argument.len());
    let checks = result.checks.iter().map(|one| {
        // A check has a line of its own, and each reference another.
        one.description.len()
            + one.observed.len()
            + one.expected.len()
            + 60 * one.evidence.len()
    });
    let rules = result.trace.iter().map(|one| one.saw.len() + one.did.len() + 40);
    let texts = result.name.len() + result.summary.len() + result.dissent_summary.len();
    // About half a page.
    1500 < texts + opinions.chain(checks).chain(rules).sum::<usize>()
}

fn said(one: &Opinion, marks: &Marks<'_>) -> Said {
    let model = one.model.as_ref().map(|model| format!(", by {model}"));
    let charges = match one.charges.as_slice() {
        [] => String::new(),
        charges => format!(" Charges: {}.", charges.join(", ")),
    };
    let lead =
        format!("{}: {} of 5{}.", one.judge.title(), one.score, model.unwrap_or_default());
    Said {
        lead: safe(&lead),
        words: safe(&format!("{}{charges}", one.argument)),
        marks: marks.of(&one.cited_evidence),
    }
}

fn checked(one: &CheckResult, marks: &Marks<'_>) -> Checked {
    let charge = one.charge.as_ref().map(|charge| format!(" Charge: {charge}."));
    let severity = words::check_severity(one.severity);
    let what = format!("{} ({severity}){}", one.description, charge.unwrap_or_default());
    Checked {
        outcome: words::outcome(one.outcome),
        class: words::outcome_class(one.outcome),
        what: safe(&what),
        seen: safe(&one.observed),
        expected: safe(&one.expected),
        marks: marks.of(&one.evidence),
    }
}

fn rule(fired: &RuleFired) -> String {
    let score = match (fired.before, fired.after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
        _ => String::new(),
    };
    safe(&format!("{}{score}: {}; {}", fired.rule, fired.saw, fired.did))
}

#[derive(Serialize)]
pub(super) struct Plan {
    name: String,
    verdict: &'static str,
    class: &'static str,
    steps: Vec<String>,
    files: Vec<String>,
    hint: String,
}

impl Plan {
    pub(super) fn of(entry: &Remediation, result: Option<&CriterionResult>) -> Self {
        let name = result.map_or(entry.criterion_id.as_str(), |one| one.name.as_str());
        let verdict = result.map_or(CourtVerdict::NotAssessable, |one| one.verdict);
        let steps = entry.steps.iter().chain(&entry.recommended);
        Self {
            name: safe(name),
            verdict: words::verdict(verdict),
            class: words::verdict_class(verdict),
            steps: steps.map(|words| safe(words)).collect(),
            files: entry.files.iter().map(|place| safe(&words::place(place))).collect(),
            hint: safe(&entry.architecture_hint),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Exhibit {
    alias: String,
    pointer: String,
    says: String,
    id: String,
    lines: Vec<Line>,
    /// Lines that paper does not show.
    left: usize,
}

#[derive(Serialize)]
struct Line {
    number: Option<u32>,
    words: String,
}

impl Exhibit {
    pub(super) fn of(one: &CitedEvidence) -> Self {
        let first = one.location.lines.map(|lines| lines.start);
        let all = if one.snippet.is_empty() { 0 } else { one.snippet.split('\n').count() };
        let line = |(at, line): (usize, &str)| Line {
            number: first.map(|first| first.saturating_add(u32::try_from(at).unwrap_or(0))),
            words: paper(&visible(line.strip_suffix('\r').unwrap_or(line))),
        };
        let shown = all.min(MOST_LINES);
        let found = if one.found { "" } else { " (not found)" };
        Self {
            alias: safe(&one.alias),
            pointer: safe(&one.pointer),
            says: safe(&format!("{}{found}", one.says)),
            id: safe(one.id.as_str()),
            lines: one.snippet.split('\n').take(shown).enumerate().map(line).collect(),
            left: all - shown,
        }
    }
}
