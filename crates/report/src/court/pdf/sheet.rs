//! What the template shows, in the order of reading. All of its words are made safe to show.

use jurat_compose::court::{ClaimRow, CourtReport, OrderRow};
use serde::Serialize;

use super::rows::{
    Card, Exhibit, List, MOST_EVIDENCE, Pair, Piece, Security, Todo, VerdictRow, flow, group,
    marked, plain, safe,
};
use crate::court::{
    exhibits::{Exhibits, Medium},
    pick, words,
};

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
    verdicts: Vec<VerdictRow>,
    first: Vec<Todo>,
    criteria: Vec<Card>,
    open: Vec<[String; 2]>,
    needed: Vec<Todo>,
    also: Vec<Todo>,
    narrative: String,
    any_security: bool,
    security: Vec<Security>,
    groups_lead: &'static str,
    groups: Vec<Vec<Piece>>,
    graph: Vec<Piece>,
    graph_rows: Vec<Pair>,
    claims: String,
    claim_rows: Vec<[String; 3]>,
    claims_left: usize,
    verified: Option<String>,
    lists: Vec<List>,
    appendix: &'static str,
    evidence: Vec<Exhibit>,
    evidence_left: usize,
    about: Vec<Pair>,
    disclaimer: String,
}

impl Sheet {
    pub(super) const fn is_dated(&self) -> bool {
        self.date.is_some()
    }

    pub(super) fn of(report: &CourtReport) -> Self {
        let exhibits = &Exhibits::of(report, Medium::Print);
        let results = &report.audit.criterion_breakdown;
        let (needed, also) = pick::actions(report);
        let open = pick::not_assessed(report);
        Self {
            kicker: words::TITLE,
            subject: safe(&words::subject(report)),
            date: report.as_of.as_deref().and_then(date),
            verdict: words::verdict(report.audit.overall.verdict),
            total: words::total(report),
            facts: words::head(report).iter().map(|fact| safe(fact)).collect(),
            summary: safe(&report.audit.executive_summary),
            verdicts: results.iter().map(VerdictRow::of).collect(),
            first: pick::first_actions(report)
                .iter()
                .map(|one| Todo::first(one, report))
                .collect(),
            criteria: pick::judged(report).map(|(_, one)| Card::of(one, exhibits)).collect(),
            open: open.iter().map(|(what, why)| [safe(what), safe(why)]).collect(),
            needed: needed.iter().map(|one| Todo::of(one, report)).collect(),
            also: also.iter().map(|one| Todo::of(one, report)).collect(),
            narrative: safe(&report.audit.synthesis_narrative),
            any_security: !report.security.is_empty(),
            security: pick::confirmed(report)
                .map(|row| Security::of(row, exhibits))
                .collect(),
            groups_lead: words::GROUPS,
            groups: pick::groups(report).iter().map(|one| group(one, exhibits)).collect(),
            graph: marked(&report.graph.details, report.graph.evidence.as_slice(), exhibits),
            graph_rows: if report.graph.found {
                pairs(words::graph(report))
            } else {
                Vec::new()
            },
            claims: claims(report),
            claim_rows: claim_rows(report),
            claims_left: words::open_claims(report).1,
            verified: words::verified_claims(report).map(|names| safe(&names)),
            lists: lists(report, exhibits),
            appendix: words::APPENDIX,
            evidence: pick::few(&exhibits.shown, MOST_EVIDENCE)
                .0
                .iter()
                .map(|one| Exhibit::of(one))
                .collect(),
            evidence_left: exhibits.shown.len().saturating_sub(MOST_EVIDENCE),
            about: pairs(words::facts(report)),
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

fn pairs(rows: Vec<(&'static str, String)>) -> Vec<Pair> {
    rows.into_iter()
        .map(|(name, words)| Pair { name, words: safe(&words) })
        .collect()
}

fn claims(report: &CourtReport) -> String {
    if report.claims.rows.is_empty() {
        return safe(&report.claims.note);
    }
    format!("{} {}.", words::CLAIMS, words::claim_counts(report))
}

fn claim_rows(report: &CourtReport) -> Vec<[String; 3]> {
    let row = |row: &&ClaimRow| {
        let file = row.path.as_deref().filter(|path| *path != row.name);
        let file = file.map(|path| format!(" in {path}"));
        [
            words::claim(row.status).to_owned(),
            safe(&format!("{}{}", row.name, file.unwrap_or_default())),
            safe(pick::bare(&row.pointer)),
        ]
    };
    words::open_claims(report).0.iter().map(row).collect()
}

/// What is shown as a list under a title of its own.
fn lists(report: &CourtReport, exhibits: &Exhibits<'_>) -> Vec<List> {
    let order = |row: &OrderRow| {
        let hidden = if row.hidden { ", hidden from people" } else { "" };
        let place = pick::bare(&row.pointer);
        let words = format!("“{}” ({}{hidden}; {place})", row.words, row.why);
        marked(&words, std::slice::from_ref(&row.evidence), exhibits)
    };
    let diagrams = report
        .diagrams
        .iter()
        .map(|row| marked(&words::diagram(row), std::slice::from_ref(&row.evidence), exhibits));
    let history = words::history(report).into_iter();
    let history = history.map(|(name, words)| plain(&format!("{name}: {words}")));
    let said = match &report.history {
        Some(one) => marked(&one.words, std::slice::from_ref(&one.evidence), exhibits),
        None => plain(words::no_history(report)),
    };
    [
        ("Diagrams", plain(words::DIAGRAMS), diagrams.collect()),
        (
            "Text that addresses the judge",
            plain(words::ORDERS),
            report.orders.iter().map(order).collect(),
        ),
        ("History", said, history.collect()),
        ("Rubric", Vec::new(), rubric(report, exhibits)),
        ("Models", Vec::new(), words::models(report).iter().map(|one| plain(one)).collect()),
        ("Remarks", Vec::new(), report.remarks.iter().map(|one| plain(one)).collect()),
    ]
    .into_iter()
    .filter(|(title, _, items): &(_, _, Vec<Vec<Piece>>)| {
        !items.is_empty() || *title == "History"
    })
    .map(|(title, lead, items)| List::of(title, lead, items))
    .collect()
}

fn rubric(report: &CourtReport, exhibits: &Exhibits<'_>) -> Vec<Vec<Piece>> {
    let rules = report.rubric.rules.iter();
    let rules = rules.map(|(name, words)| format!("{name}: {words}"));
    let notes = report.rubric.notes.iter();
    let notes = notes.map(|note| format!("Note on {}: {}", note.at, note.message));
    rules.chain(notes).map(|line| flow(&line, exhibits)).collect()
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
