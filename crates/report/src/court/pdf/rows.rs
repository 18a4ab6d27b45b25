//! The rows and cards of the sheet.

use jurat_compose::court::{Action, CitedEvidence, CourtReport, SecurityRow};
use jurat_model::court::{
    CheckResult, CriterionResult, EvidenceId, Persona, RubricScore, RuleFired,
};
use serde::Serialize;

use crate::{
    court::{
        exhibits::{self, Exhibits},
        pick::{self, Group, Voice},
        words,
    },
    escape::{paper, visible},
};

/// Evidence that paper shows.
pub(super) const MOST_EVIDENCE: usize = 200;
/// Characters of one thing to do on the first page.
const LONGEST_FIRST: usize = 150;

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
    lead: Vec<Piece>,
    items: Vec<Vec<Piece>>,
}

impl List {
    pub(super) fn of(title: &'static str, lead: Vec<Piece>, items: Vec<Vec<Piece>>) -> Self {
        Self { title, lead, items }
    }
}

/// A reference: its alias, and the number of the exhibit where paper shows it.
#[derive(Serialize)]
pub(super) struct Mark {
    alias: String,
    at: Option<usize>,
}

/// References of one cell, and how many are left out.
#[derive(Serialize)]
pub(super) struct Marks {
    shown: Vec<Mark>,
    left: usize,
}

/// Words, or references.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Piece {
    Words(String),
    Marks(Marks),
}

pub(super) fn plain(words: &str) -> Vec<Piece> {
    vec![Piece::Words(safe(words))]
}

fn mark(name: &str, exhibits: &Exhibits<'_>) -> Mark {
    match exhibits.get(name) {
        Some((at, alias)) => Mark {
            alias: safe(alias),
            at: Some(at).filter(|at| *at < MOST_EVIDENCE),
        },
        None => Mark { alias: safe(name), at: None },
    }
}

pub(super) fn marks(ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> Marks {
    let (shown, left) = pick::marks(ids);
    Marks {
        shown: shown.iter().map(|id| mark(id.as_str(), exhibits)).collect(),
        left,
    }
}

/// Words with a reference at their end.
pub(super) fn marked(words: &str, ids: &[EvidenceId], exhibits: &Exhibits<'_>) -> Vec<Piece> {
    vec![Piece::Words(format!("{} ", safe(words))), Piece::Marks(marks(ids, exhibits))]
}

/// A text in which references lead to their evidence.
pub(super) fn flow(text: &str, exhibits: &Exhibits<'_>) -> Vec<Piece> {
    let piece = |piece: exhibits::Piece<'_>| match piece {
        exhibits::Piece::Words(words) => Piece::Words(safe(words)),
        exhibits::Piece::Marks(names) => Piece::Marks(Marks {
            shown: names.iter().map(|name| mark(name, exhibits)).collect(),
            left: 0,
        }),
    };
    exhibits.pieces(text).into_iter().map(piece).collect()
}

#[derive(Serialize)]
pub(super) struct VerdictRow {
    name: String,
    verdict: &'static str,
    class: &'static str,
    score: Option<u8>,
    /// In the order of the personas; none where there is no opinion.
    opinions: [Option<u8>; 3],
    why: String,
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
            score: result.score.map(RubricScore::get),
            opinions: Persona::ALL.map(of),
            why: safe(&pick::reason(result)),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Card {
    name: String,
    verdict: &'static str,
    class: &'static str,
    score: String,
    standing: String,
    mean: String,
    hint: String,
    dissent: Vec<Piece>,
    opinions: Vec<Said>,
    checks: Vec<Checked>,
    met: String,
    rules: Vec<Vec<Piece>>,
}

#[derive(Serialize)]
struct Said {
    lead: String,
    words: Vec<Piece>,
}

#[derive(Serialize)]
struct Checked {
    outcome: &'static str,
    class: &'static str,
    what: String,
    seen: String,
    expected: String,
    marks: Marks,
}

impl Card {
    pub(super) fn of(result: &CriterionResult, exhibits: &Exhibits<'_>) -> Self {
        let met: Vec<&str> = pick::met(result)
            .iter()
            .map(|one| pick::unended(&one.description))
            .collect();
        let standing = match pick::standing(result) {
            words if words.is_empty() => result.summary.clone(),
            words => format!("{words}."),
        };
        Self {
            name: safe(&result.name),
            verdict: words::verdict(result.verdict),
            class: words::verdict_class(result.verdict),
            score: words::score(result),
            standing: safe(&standing),
            mean: pick::mean(result).map_or_else(String::new, |mean| safe(&format!("{mean}."))),
            hint: safe(pick::hint(result).unwrap_or_default()),
            dissent: match result.dissent_summary.as_str() {
                "" => Vec::new(),
                words => flow(words, exhibits),
            },
            opinions: pick::voices(result)
                .iter()
                .map(|voice| said(voice, exhibits))
                .collect(),
            checks: pick::open(result)
                .into_iter()
                .map(|one| checked(one, exhibits))
                .collect(),
            met: safe(&met.join("; ")),
            rules: pick::rules(result).map(|fired| rule(fired, exhibits)).collect(),
        }
    }
}

fn said(voice: &Voice<'_>, exhibits: &Exhibits<'_>) -> Said {
    let one = voice.opinion;
    let mut words = flow(&one.argument, exhibits);
    let charges = words::unsaid_charges(one);
    if !charges.is_empty() {
        words.push(Piece::Words(safe(&format!(" Charges: {charges}."))));
    }
    let (beside, left) = exhibits.beside(one);
    if !beside.is_empty() {
        words.push(Piece::Words(" ".to_owned()));
        words.push(Piece::Marks(Marks { left, ..marks(beside, exhibits) }));
    }
    Said { lead: safe(&format!("{}.", voice.lead)), words }
}

fn checked(one: &CheckResult, exhibits: &Exhibits<'_>) -> Checked {
    let charge = one.charge.as_ref().map(|charge| format!(" Charge: {charge}."));
    let severity = words::check_severity(one.severity);
    let what = format!("{} ({severity}){}", one.description, charge.unwrap_or_default());
    Checked {
        outcome: words::outcome(one.outcome),
        class: words::outcome_class(one.outcome),
        what: safe(&what),
        seen: safe(&one.observed),
        expected: safe(&one.expected),
        marks: marks(&one.evidence, exhibits),
    }
}

fn rule(fired: &RuleFired, exhibits: &Exhibits<'_>) -> Vec<Piece> {
    let score = match (fired.before, fired.after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
        _ => String::new(),
    };
    let text = format!("Rule {}{score}: {}; {}", fired.rule, fired.saw, fired.did);
    flow(&pick::without_commits(&text), exhibits)
}

/// Something to do, short on the first page and whole in the plan.
#[derive(Serialize)]
pub(super) struct Todo {
    severity: &'static str,
    what: String,
    of: String,
    places: Vec<String>,
    left: usize,
}

impl Todo {
    pub(super) fn first(one: &Action, report: &CourtReport) -> Self {
        let what = safe(&pick::clipped(&one.what, LONGEST_FIRST));
        Self { what, ..Self::of(one, report) }
    }

    pub(super) fn of(one: &Action, report: &CourtReport) -> Self {
        let names: Vec<&str> = one.criteria.iter().map(|id| pick::name(report, id)).collect();
        let (places, left) = pick::few(&one.places, pick::MOST_PLACES);
        Self {
            severity: words::check_severity(one.severity),
            what: safe(&words::action(one)),
            of: safe(&names.join("; ")),
            places: places.iter().map(|place| safe(&words::place(place))).collect(),
            left,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Security {
    rule: String,
    how: &'static str,
    what: String,
    mend: String,
    place: String,
    marks: Marks,
}

impl Security {
    pub(super) fn of(row: &SecurityRow, exhibits: &Exhibits<'_>) -> Self {
        Self {
            rule: safe(&row.rule),
            how: words::severity(row.severity),
            what: safe(&format!("{} ({})", row.message, row.cwe)),
            mend: safe(&row.remediation),
            place: safe(pick::bare(&row.pointer)),
            marks: marks(std::slice::from_ref(&row.evidence), exhibits),
        }
    }
}

/// Further findings of one rule, in a line.
pub(super) fn group(group: &Group<'_>, exhibits: &Exhibits<'_>) -> Vec<Piece> {
    let row = group.first;
    let mut pieces =
        vec![Piece::Words(safe(&format!("{} ({}): {}. ", row.rule, row.cwe, group.counts)))];
    for (at, row) in group.places.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        let place = format!("{comma}{}", pick::bare(&row.pointer));
        pieces.extend(marked(&place, std::slice::from_ref(&row.evidence), exhibits));
    }
    pieces.push(Piece::Words(pick::and_more(group.left)));
    pieces
}

#[derive(Serialize)]
pub(super) struct Exhibit {
    alias: String,
    pointer: String,
    says: String,
    id: String,
    lines: Vec<Line>,
    /// What is said of lines that paper does not show.
    left: String,
}

#[derive(Serialize)]
struct Line {
    number: Option<u32>,
    words: String,
}

impl Exhibit {
    pub(super) fn of(one: &CitedEvidence) -> Self {
        let first = one.location.lines.map(|lines| lines.start);
        let all: Vec<&str> =
            if one.snippet.is_empty() { Vec::new() } else { one.snippet.split('\n').collect() };
        let line = |(at, line): (usize, &&str)| Line {
            number: first.map(|first| first.saturating_add(u32::try_from(at).unwrap_or(0))),
            words: paper(&visible(line.strip_suffix('\r').unwrap_or(line))),
        };
        let (shown, left) = pick::few(&all, pick::MOST_LINES);
        let found = if one.found { "" } else { " (not found)" };
        Self {
            alias: safe(&one.alias),
            pointer: safe(&one.pointer),
            says: safe(&format!("{}{found}", one.says)),
            id: safe(one.id.as_str()),
            lines: shown.iter().enumerate().map(line).collect(),
            left: if left == 0 { String::new() } else { words::more_lines(left) },
        }
    }
}
