//! What the template shows, in the order of reading. All of its words are made safe to show.

use jurat_compose::court::{CourtReport, OrderRow, SecurityRow};
use jurat_model::court::Remediation;
use serde::Serialize;

use super::rows::{Card, Exhibit, List, Mark, Marks, Pair, Plan, VerdictRow, safe};
use crate::court::{words, words::Aliases};

/// Claims that paper shows; the worst come first.
const MOST_CLAIMS: usize = 60;
/// Evidence that paper shows.
const MOST_EVIDENCE: usize = 200;

#[derive(Serialize)]
pub(super) struct Sheet {
    kicker: &'static str,
    subject: String,
    /// Year, month and day, where the report has a day.
    date: Option<[u16; 3]>,
    verdict: &'static str,
    total: Option<String>,
    facts: Vec<String>,
    summary: String,
    submission: Vec<Pair>,
    verdicts: Vec<VerdictRow>,
    criteria: Vec<Card>,
    plan: Vec<Plan>,
    narrative: String,
    security: Vec<Security>,
    graph: String,
    graph_rows: Vec<Pair>,
    claims: String,
    claim_rows: Vec<[String; 3]>,
    claims_left: usize,
    lists: Vec<List>,
    evidence: Vec<Exhibit>,
    evidence_left: usize,
    disclaimer: String,
}

#[derive(Serialize)]
struct Security {
    rule: String,
    how: String,
    what: String,
    mend: String,
    place: String,
    marks: Vec<Mark>,
}

impl Sheet {
    pub(super) const fn is_dated(&self) -> bool {
        self.date.is_some()
    }

    pub(super) fn of(report: &CourtReport) -> Self {
        let aliases = Aliases::of(report);
        let marks = Marks { aliases: &aliases, shown: MOST_EVIDENCE };
        let results = &report.audit.criterion_breakdown;
        let plan = |entry: &Remediation| {
            let result = results.iter().find(|one| one.criterion_id == entry.criterion_id);
            Plan::of(entry, result)
        };
        Self {
            kicker: words::TITLE,
            subject: safe(&words::subject(report)),
            date: report.as_of.as_deref().and_then(date),
            verdict: words::verdict(report.audit.overall.verdict),
            total: words::total(report),
            facts: facts(report),
            summary: safe(&report.audit.executive_summary),
            submission: pairs(words::facts(report)),
            verdicts: results.iter().map(VerdictRow::of).collect(),
            criteria: results.iter().map(|one| Card::of(one, &marks)).collect(),
            plan: report.audit.remediation_plan.iter().map(plan).collect(),
            narrative: safe(&report.audit.synthesis_narrative),
            security: report.security.iter().map(|row| security(row, &marks)).collect(),
            graph: safe(&report.graph.details),
            graph_rows: if report.graph.found {
                pairs(words::graph(report))
            } else {
                Vec::new()
            },
            claims: claims(report),
            claim_rows: claim_rows(report),
            claims_left: report.claims.rows.len().saturating_sub(MOST_CLAIMS),
            lists: lists(report),
            evidence: report.evidence.iter().take(MOST_EVIDENCE).map(Exhibit::of).collect(),
            evidence_left: report.evidence.len().saturating_sub(MOST_EVIDENCE),
            disclaimer: safe(&report.disclaimer),
        }
    }
}

/// `2026-01-09` in numbers; nothing where no calendar has it.
fn date(day: &str) -> Option<[u16; 3]> {
    let mut parts = day.splitn(3, '-').map(|part| part.parse().ok());
    let [year, month, day] = [parts.next()??, parts.next()??, parts.next()??];
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    ((1..=9999).contains(&year) && (1..=last).contains(&day)).then_some([year, month, day])
}

fn facts(report: &CourtReport) -> Vec<String> {
    let repository = report.submission.repository.as_ref();
    let commit = repository.and_then(|one| one.commit.as_deref());
    let commit = commit.map(|id| format!("Commit {}", id.get(..12).unwrap_or(id)));
    let paper = report
        .submission
        .paper
        .as_ref()
        .map(|one| format!("Paper {}", one.name));
    let day = report.as_of.as_ref().map(|day| format!("As of {day}"));
    [commit, paper, day].iter().flatten().map(|fact| safe(fact)).collect()
}

fn pairs(rows: Vec<(&'static str, String)>) -> Vec<Pair> {
    rows.into_iter()
        .map(|(name, words)| Pair { name, words: safe(&words) })
        .collect()
}

fn security(row: &SecurityRow, marks: &Marks<'_>) -> Security {
    let how = format!("{}, {}", words::severity(row.severity), words::confirmed(row.confirmed));
    Security {
        rule: safe(&row.rule),
        how,
        what: safe(&format!("{} ({})", row.message, row.cwe)),
        mend: safe(&row.remediation),
        place: safe(&format!("{}, {}", row.pointer, words::exposure(row.exposure))),
        marks: marks.of(std::slice::from_ref(&row.evidence)),
    }
}

fn claims(report: &CourtReport) -> String {
    if report.claims.rows.is_empty() {
        return safe(&report.claims.note);
    }
    format!("{} {}.", words::CLAIMS, words::claim_counts(report))
}

fn claim_rows(report: &CourtReport) -> Vec<[String; 3]> {
    let row = |row: &jurat_compose::court::ClaimRow| {
        let file = row.path.as_deref().filter(|path| *path != row.name);
        let file = file.map(|path| format!(" in {path}"));
        [
            words::claim(row.status).to_owned(),
            safe(&format!("{}{}", row.name, file.unwrap_or_default())),
            safe(&row.pointer),
        ]
    };
    report.claims.rows.iter().take(MOST_CLAIMS).map(row).collect()
}

fn lists(report: &CourtReport) -> Vec<List> {
    let order = |row: &OrderRow| {
        let hidden = if row.hidden { ", hidden from people" } else { "" };
        format!("“{}” ({}{hidden}; {})", row.words, row.why, row.pointer)
    };
    let history = words::history(report).into_iter();
    let history = history.map(|(name, words)| format!("{name}: {words}")).collect();
    let said = report.history.as_ref().map(|one| one.words.as_str());
    let open = report
        .not_assessed
        .iter()
        .map(|one| format!("{}: {}", one.what, one.why));
    let rules = report
        .rubric
        .rules
        .iter()
        .map(|(name, words)| format!("{name}: {words}"));
    let notes = report.rubric.notes.iter();
    let notes = notes.map(|note| format!("Note on {}: {}", note.at, note.message));
    let lists = [
        ("Diagrams", words::DIAGRAMS, report.diagrams.iter().map(diagram).collect()),
        (
            "Text that addresses the judge",
            words::ORDERS,
            report.orders.iter().map(order).collect(),
        ),
        ("History", said.unwrap_or_else(|| words::no_history(report)), history),
        ("Not assessed", "", open.collect()),
        ("Rubric", "", rules.chain(notes).collect()),
        ("Models", "", words::models(report)),
        ("Remarks", "", report.remarks.clone()),
    ];
    lists
        .into_iter()
        .map(|(title, lead, items)| List::of(title, lead, &items))
        .collect()
}

fn diagram(row: &jurat_compose::court::DiagramRow) -> String {
    let agrees = if row.agrees { "agrees with the code" } else { "differs from the code" };
    let parts = [
        ("shown", row.shown.join(", ")),
        ("left out", row.left_out.join(", ")),
        ("invented", row.invented.join(", ")),
        ("drawn as parallel, is not", words::rows(&row.not_parallel)),
    ];
    let parts = parts.iter().filter(|(_, value)| !value.is_empty());
    let parts: Vec<String> = parts.map(|(name, value)| format!("; {name}: {value}")).collect();
    format!("{}: {agrees}{}", row.pointer, parts.concat())
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn only_days_of_the_calendar_date_a_report() {
        for (given, day) in [
            ("2026-03-01", Some([2026, 3, 1])),
            ("2024-02-29", Some([2024, 2, 29])),
            ("2026-02-29", None),
            ("2026-04-31", None),
            ("2026-13-01", None),
            ("0000-01-01", None),
            ("soon", None),
        ] {
            assert_eq!(date(given), day, "{given}");
        }
    }
}
