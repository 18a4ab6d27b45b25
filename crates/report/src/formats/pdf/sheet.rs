//! What the template shows, in the order of reading. All of its words are made safe to show.

use jurat_compose::{RejectedRequirement, Report, ReportedRequirement, ReportedSource};
use jurat_model::{RequirementId, Statement, StatementRole};
use serde::Serialize;

use crate::{
    ReportView,
    escape::paper as safe,
    view::{Piece, Window},
    words,
};

/// Bytes of a source shown on either side of a quote: paper is dearer than a screen.
const CONTEXT: usize = 160;

#[derive(Serialize)]
pub(super) struct Sheet {
    question: String,
    /// Year, month and day, where the report has a day.
    date: Option<[u16; 3]>,
    result: &'static str,
    facts: Vec<String>,
    message: Option<String>,
    statements: Vec<Said>,
    confidence: Vec<Row>,
    conflicts: Vec<Clash>,
    /// The ids that marks can lead to.
    known: Vec<RequirementId>,
    evidence: &'static str,
    value: Option<String>,
    requirements: Vec<Card>,
    /// Provisions that were not used, whole.
    closest: Vec<Card>,
    /// What the review found comes before the requirements.
    review: List,
    lists: Vec<List>,
    sources: Vec<Source>,
    verify: Vec<&'static str>,
    disclaimer: &'static str,
    rejected: Vec<Rejected>,
}

#[derive(Serialize)]
struct Said {
    cite: Option<String>,
    words: String,
    marks: Vec<RequirementId>,
    end: String,
    conflict: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    words: String,
}

#[derive(Serialize)]
struct List {
    title: &'static str,
    lead: &'static str,
    items: Vec<String>,
}

#[derive(Serialize)]
struct Clash {
    one: RequirementId,
    other: RequirementId,
    words: String,
}

#[derive(Serialize)]
struct Card {
    id: RequirementId,
    cite: String,
    quote: String,
    language: String,
    rows: Vec<Row>,
    /// The statements that rest on it, by number.
    used_by: Vec<usize>,
    windows: Vec<Vec<Shown>>,
}

#[derive(Serialize)]
struct Shown {
    words: String,
    quoted: bool,
}

#[derive(Serialize)]
struct Source {
    name: String,
    read_by: String,
    file: String,
    text: String,
}

#[derive(Serialize)]
struct Rejected {
    id: RequirementId,
    quote: String,
    cite: String,
    reason: &'static str,
    why: String,
}

impl Sheet {
    pub(super) const fn is_dated(&self) -> bool {
        self.date.is_some()
    }

    pub(super) fn of(view: &ReportView<'_>) -> Self {
        let report = view.report;
        let requirements: Vec<Card> =
            report.requirements.iter().map(|one| card(one, view)).collect();
        let clash = |one: &jurat_model::Conflict| Clash {
            one: one.one,
            other: one.other,
            words: format!("{}: {}", words::over(one.over), safe(&one.difference)),
        };
        Self {
            question: safe(&report.question),
            date: report.as_of.as_deref().and_then(date),
            result: words::result(report.result),
            facts: facts(report),
            message: report.message.as_deref().map(safe),
            statements: statements(report).map(|one| said(one, report)).collect(),
            confidence: confidence(report),
            conflicts: report.conflicts.iter().map(clash).collect(),
            known: requirements.iter().map(|card| card.id).collect(),
            evidence: words::evidence(report),
            value: report.answer.as_ref().and_then(|it| it.value.as_deref()).map(safe),
            requirements,
            closest: view.not_used().0.into_iter().map(near).collect(),
            review: list("What the review found", "", &words::review(report)),
            lists: lists(report),
            sources: report.sources.iter().map(source).collect(),
            verify: words::how_to_verify(report),
            disclaimer: words::DISCLAIMER,
            rejected: view.not_used().1.into_iter().map(rejected).collect(),
        }
    }
}

/// `2026-01-09` in numbers.
fn date(day: &str) -> Option<[u16; 3]> {
    let mut parts = day.splitn(3, '-').map(|part| part.parse().ok());
    let date = [parts.next()??, parts.next()??, parts.next()??];
    let is_day = 0 < date[0] && (1..=12).contains(&date[1]) && (1..=28).contains(&date[2]);
    // A day that not every month has is checked by whoever takes it in; typst refuses a wrong one.
    (is_day || (29..=31).contains(&date[2])).then_some(date)
}

fn statements(report: &Report) -> impl Iterator<Item = &Statement> {
    report.answer.iter().flat_map(|answer| &answer.statements)
}

fn said(statement: &Statement, report: &Report) -> Said {
    let (words, end) = words::split_end(statement);
    Said {
        cite: words::place_of(statement, report).map(safe),
        words: safe(words),
        marks: statement.marks.clone(),
        end: safe(end),
        conflict: statement.role == StatementRole::Conflict,
    }
}

fn facts(report: &Report) -> Vec<String> {
    let sure = match words::likely(report) {
        Some(probability) => format!("Best provision: {}", words::percent(probability)),
        None => format!("Grounding: {}", words::grounding(report.grounding_confidence).0),
    };
    let as_of = report.as_of.iter().map(|day| format!("As of {}", safe(day)));
    [sure].into_iter().chain(as_of).collect()
}

fn confidence(report: &Report) -> Vec<Row> {
    let row = |name, (grade, meaning): (&str, &str)| Row {
        name,
        words: format!("{grade}: {meaning}"),
    };
    let composed = report
        .answer
        .iter()
        .map(|answer| row("Composition", words::composition(answer.composition_confidence)));
    let counts = Row { name: "Evidence", words: words::counts(report) };
    if let Some(probability) = words::likely(report) {
        let words = format!("{} (the best provision)", words::percent(probability));
        return vec![Row { name: "Likely to answer", words }, counts];
    }
    [row("Grounding", words::grounding(report.grounding_confidence))]
        .into_iter()
        .chain(composed)
        .chain([counts])
        .collect()
}

fn list(title: &'static str, lead: &'static str, items: &[String]) -> List {
    let items = items.iter().map(|item| safe(item)).collect();
    List { title, lead, items }
}

fn lists(report: &Report) -> Vec<List> {
    let placeholders: Vec<String> = report
        .placeholders
        .iter()
        .map(|one| format!("{}: {}", one.document_id, one.words))
        .collect();
    let flagged: Vec<String> = report
        .flagged
        .iter()
        .map(|one| format!("{}: “{}” ({})", one.chunk_id, one.words, one.why))
        .collect();
    vec![
        list("Missing evidence", "", &report.missing_evidence),
        list("Placeholders", words::PLACEHOLDERS, &placeholders),
        list("Flagged passages", words::FLAGGED, &flagged),
        list("Notes", "", &report.notes),
    ]
}

fn card(one: &ReportedRequirement, view: &ReportView<'_>) -> Card {
    let requirement = &one.requirement;
    let id = requirement.requirement_id;
    let heading = match requirement.section_heading.as_str() {
        "" => String::new(),
        heading => format!(" · {heading}"),
    };
    let sort = words::sort(requirement.source_type);
    let uses =
        |(at, statement): (usize, &Statement)| statement.marks.contains(&id).then_some(at + 1);
    Card {
        id,
        cite: safe(&format!("{sort}: {}{heading}", requirement.document_id)),
        quote: safe(&requirement.exact_quote),
        language: language(&requirement.language),
        rows: rows(one),
        used_by: statements(view.report).enumerate().filter_map(uses).collect(),
        windows: view.windows(requirement, CONTEXT).iter().map(shown).collect(),
    }
}

/// A provision that was not used, with the reason.
fn near(one: &RejectedRequirement) -> Card {
    let requirement = &one.requirement;
    let heading = match requirement.section_heading.as_str() {
        "" => String::new(),
        heading => format!(" · {heading}"),
    };
    Card {
        id: requirement.requirement_id,
        cite: safe(&format!("{}{heading}", requirement.document_id)),
        quote: safe(&requirement.exact_quote),
        language: "en".to_owned(),
        rows: vec![Row {
            name: "Not used",
            words: safe(&one.verification_rationale),
        }],
        used_by: Vec::new(),
        windows: Vec::new(),
    }
}

/// A code that typst takes; anything else is read as English.
fn language(code: &str) -> String {
    let is_code = (2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_lowercase());
    if is_code { code } else { "en" }.to_owned()
}

fn rows(one: &ReportedRequirement) -> Vec<Row> {
    let requirement = &one.requirement;
    let place = words::place(&requirement.quote.ranges);
    let sure = words::extraction(requirement.extraction_confidence);
    let extraction = if one.used_in_answer {
        format!("confidence {sure}")
    } else {
        format!("confidence {sure}; {}", words::used(false))
    };
    let rows = [
        ("Place", format!("{}, {place}, chunk {}", one.source_name, requirement.chunk_id)),
        ("Admitted", one.verification_rationale.clone()),
        ("Extraction", extraction),
    ];
    let points = requirement.points_to.iter().map(|to| {
        let found = to.target.as_ref().map_or("not found", |quote| quote.text.as_str());
        ("Points to", format!("{}: {found}", to.reference))
    });
    rows.into_iter()
        .chain(points)
        .map(|(name, words)| Row { name, words: safe(&words) })
        .collect()
}

fn shown(window: &Window<'_>) -> Vec<Shown> {
    let dots =
        |more: bool, dots: &str| more.then(|| Shown { words: dots.to_owned(), quoted: false });
    let pieces = window.pieces.iter().map(|piece| match piece {
        Piece::Plain(words) => Shown { words: tight(&safe(words)), quoted: false },
        Piece::Quoted(words) => Shown { words: safe(words), quoted: true },
    });
    dots(window.before, "… ")
        .into_iter()
        .chain(pieces)
        .chain(dots(window.after, " …"))
        .collect()
}

/// Without empty lines: paper is dear.
fn tight(words: &str) -> String {
    let mut lines: Vec<&str> = words.split('\n').collect();
    let last = lines.len().saturating_sub(1);
    let mut at = 0;
    lines.retain(|line| {
        at += 1;
        // The ends belong to the lines of the quotes beside them.
        !line.trim().is_empty() || at == 1 || at == last + 1
    });
    lines.join("\n")
}

fn source(one: &ReportedSource) -> Source {
    let reader = &one.reader;
    Source {
        name: safe(&one.name),
        read_by: safe(&format!("{}, read by {} {}", one.media, reader.name, reader.version)),
        file: one.source.to_string(),
        text: one.rendition.to_string(),
    }
}

fn rejected(one: &RejectedRequirement) -> Rejected {
    let requirement = &one.requirement;
    Rejected {
        id: requirement.requirement_id,
        quote: safe(&match one.probability {
            Some(_) => words::in_short(&requirement.exact_quote),
            None => requirement.exact_quote.clone(),
        }),
        cite: safe(&requirement.document_id),
        reason: words::reason(one.rejection_reason),
        why: safe(&one.verification_rationale),
    }
}
