//! The criteria: all at a glance, then one by one.

use jurat_document::{
    CollapsibleBlock, DocumentBlock, DocumentCard, DocumentSection, InlineSpan, InlineText,
    ScorePlot, StatusTone, code, plain, prose, quiet, strong, words_to,
};

use super::{flow, joined, marks, tone};
use crate::{
    english_phrases::word,
    formats::{
        highlights::{self, ShownOpinion},
        opinion_text,
        page_evidence::PageEvidence,
        report_phrases,
    },
    model::{
        CheckOutcome, CheckResult, CourtVerdict, CriterionResult, EvidenceId, Persona,
        RubricScore, RuleFired,
    },
    report::CourtReport,
};

/// Where criteria that were not assessed are listed.
const NOT_ASSESSED: &str = "not-assessed";

pub(super) fn overview(report: &CourtReport) -> Vec<DocumentBlock> {
    let row = |(at, result): (usize, &CriterionResult)| {
        let to = match result.verdict {
            CourtVerdict::NotAssessable => NOT_ASSESSED.to_owned(),
            _ => format!("c{at}"),
        };
        let verdict = report_phrases::verdict(result.verdict).to_owned();
        let score = result.score.map_or_else(|| "–".to_owned(), |score| score.to_string());
        vec![
            vec![words_to(to, &result.name)],
            vec![InlineSpan::Chip { words: verdict, tone: tone(result.verdict) }],
            vec![plain(score)],
            vec![InlineSpan::Scale(scale(result))],
            prose(&highlights::reason(result)),
        ]
    };
    let rows: Vec<Vec<InlineText>> =
        report.audit.criterion_breakdown.iter().enumerate().map(row).collect();
    let personas = Persona::ALL.map(|persona| persona.title().to_owned());
    let legend = DocumentBlock::Legend {
        series: personas.to_vec(),
        result: "final score, each from 1 to 5".to_owned(),
    };
    let opinions = personas.join(" · ");
    let head = [
        ("Criterion", 1.1),
        ("Verdict", 0.0),
        ("Score", 0.0),
        (opinions.as_str(), 1.2),
        ("Why", 1.5),
    ];
    match DocumentBlock::table(&head, rows) {
        table if table.is_empty() => table,
        table => [vec![legend], table].concat(),
    }
}

/// Opinions and verdict on a line from 1 to 5.
fn scale(result: &CriterionResult) -> ScorePlot {
    let bounds = (RubricScore::MIN.get(), RubricScore::MAX.get());
    // What was said of the little that could be told is no score of the criterion.
    if result.verdict == CourtVerdict::NotAssessable {
        return ScorePlot {
            bounds,
            points: vec![None; Persona::ALL.len()],
            result: None,
            words: "No score: too little could be told".to_owned(),
        };
    }
    let of = |persona| {
        let said = result.opinions.iter().find(|one| one.judge == persona);
        said.map(|one| one.score.get())
    };
    let each = result.opinions.iter();
    let each: Vec<String> = each
        .map(|one| format!("{} {}", one.judge.title(), one.score))
        .collect();
    let opinions = if each.is_empty() { "No opinions".to_owned() } else { each.join(", ") };
    let score = result
        .score
        .map_or_else(|| "no score".to_owned(), |score| score.to_string());
    ScorePlot {
        bounds,
        points: Persona::ALL.map(of).to_vec(),
        result: result.score.map(RubricScore::get),
        words: format!("{opinions}; final {score}"),
    }
}

pub(super) fn breakdown(report: &CourtReport, exhibits: &PageEvidence<'_>) -> DocumentSection {
    let judged = highlights::judged(report);
    let mut blocks: Vec<DocumentBlock> = judged
        .map(|(at, result)| DocumentBlock::Card(card(at, result, exhibits)))
        .collect();
    let rows = highlights::not_assessed(report);
    let rows: Vec<Vec<InlineText>> = rows
        .iter()
        .map(|(what, why)| vec![vec![plain(*what)], prose(why)])
        .collect();
    let table = match DocumentBlock::table(&[("What", 1.0), ("Why", 1.8)], rows) {
        table if table.is_empty() => {
            vec![DocumentBlock::said("Everything that the rubric asks for could be assessed.")]
        }
        table => table,
    };
    blocks.push(DocumentBlock::Section(DocumentSection::within(
        NOT_ASSESSED,
        "Not assessed",
        table,
    )));
    DocumentSection::new("breakdown", "Criterion Breakdown", blocks)
}

fn card(at: usize, result: &CriterionResult, exhibits: &PageEvidence<'_>) -> DocumentCard {
    let mut blocks = standing(result);
    blocks.extend(checks(highlights::open(result), exhibits));
    blocks.extend(met(result, exhibits));
    blocks.extend(opinions(result, exhibits));
    if !result.dissent_summary.is_empty() {
        let dissent = flow(&result.dissent_summary, exhibits);
        let words = [vec![strong("Dissent."), plain(" ")], dissent].concat();
        blocks.push(DocumentBlock::Callout { words });
    }
    blocks.extend(DocumentBlock::bullets(
        highlights::rules(result).map(|fired| rule(fired, exhibits)).collect(),
    ));
    DocumentCard {
        id: format!("c{at}"),
        title: result.name.clone(),
        chip: report_phrases::verdict(result.verdict).to_owned(),
        tone: tone(result.verdict),
        aside: vec![plain(report_phrases::score(result))],
        blocks,
        exhibit: false,
    }
}

/// How many checks are met, how the score came about, and what would be good.
fn standing(result: &CriterionResult) -> Vec<DocumentBlock> {
    let said = match highlights::standing(result) {
        said if said.is_empty() => prose(&result.summary),
        said => vec![plain(format!("{said}."))],
    };
    let mean = highlights::mean(result).map(|mean| quiet(format!(" {mean}.")));
    let hint = highlights::hint(result).map(|hint| DocumentBlock::Paragraph {
        words: [vec![quiet("Good would be: ")], prose(hint)].concat(),
    });
    let words = said.into_iter().chain(mean).collect();
    [DocumentBlock::Paragraph { words }].into_iter().chain(hint).collect()
}

fn checks(results: Vec<&CheckResult>, exhibits: &PageEvidence<'_>) -> Vec<DocumentBlock> {
    let rows = results.into_iter().map(|check| row(check, exhibits)).collect();
    DocumentBlock::table(
        &[("Outcome", 0.0), ("Check", 1.5), ("Seen", 1.6), ("Evidence", 0.0)],
        rows,
    )
}

fn row(check: &CheckResult, exhibits: &PageEvidence<'_>) -> Vec<InlineText> {
    let tone = match check.outcome {
        CheckOutcome::Met => StatusTone::Good,
        CheckOutcome::Partly => StatusTone::Fair,
        CheckOutcome::Unmet => StatusTone::Bad,
        CheckOutcome::NotAssessable => StatusTone::Open,
    };
    let severity = word(check.severity);
    let mut what = vec![plain(&check.description), quiet(format!(" ({severity})"))];
    what.extend(check.charge.iter().map(|charge| plain(format!(" Charge: {charge}."))));
    vec![
        vec![InlineSpan::Toned {
            words: report_phrases::outcome(check.outcome).to_owned(),
            tone,
        }],
        what,
        vec![
            plain(&check.observed),
            InlineSpan::Break,
            quiet(format!("expected: {}", check.expected)),
        ],
        marks(&check.evidence, exhibits),
    ]
}

/// Checks that are met: a screen has them all, print names them.
fn met(result: &CriterionResult, exhibits: &PageEvidence<'_>) -> Option<DocumentBlock> {
    let met = highlights::met(result);
    let names: Vec<&str> =
        met.iter().map(|one| highlights::unended(&one.description)).collect();
    let are = if met.len() == 1 { "check is" } else { "checks are" };
    let line = DocumentBlock::Paragraph {
        words: vec![plain(format!("Met: {}.", names.join("; ")))],
    };
    (!met.is_empty()).then(|| {
        DocumentBlock::Folded(CollapsibleBlock {
            summary: format!("{} {are} met", met.len()),
            instead: vec![line],
            blocks: checks(met, exhibits),
        })
    })
}

/// All opinions in one text, or each for itself where a model wrote some of them.
fn opinions(result: &CriterionResult, exhibits: &PageEvidence<'_>) -> Vec<DocumentBlock> {
    if let Some(text) = opinion_text::together(result) {
        let lead = vec![strong(format!("{}.", text.lead)), plain(" ")];
        let words = [lead, flow(&text.words, exhibits)].concat();
        return vec![DocumentBlock::Paragraph { words }];
    }
    let voices = highlights::voices(result);
    DocumentBlock::bullets(voices.iter().map(|voice| opinion(voice, exhibits)).collect())
}

fn opinion(voice: &ShownOpinion<'_>, exhibits: &PageEvidence<'_>) -> InlineText {
    let one = voice.opinion;
    let mut words = vec![strong(format!("{}.", voice.lead)), plain(" ")];
    words.extend(flow(&one.argument, exhibits));
    let charges = report_phrases::unsaid_charges(one);
    if !charges.is_empty() {
        words.push(plain(format!(" Charges: {charges}.")));
    }
    let (beside, left) = exhibits.beside(one);
    if !beside.is_empty() {
        let names: Vec<&str> = beside.iter().map(EvidenceId::as_str).collect();
        words.push(plain(" ("));
        words.extend(joined(&names, exhibits));
        words.push(plain(format!("{})", highlights::and_more(left))));
    }
    words
}

/// A rule that decided something beyond the mean.
fn rule(fired: &RuleFired, exhibits: &PageEvidence<'_>) -> InlineText {
    let score = match (fired.before, fired.after) {
        (Some(before), Some(after)) if before != after => format!(" ({before} → {after})"),
        _ => String::new(),
    };
    let of = |words: &str| flow(&highlights::without_commits(words), exhibits);
    let lead = vec![plain("Rule "), code(&fired.rule), plain(format!("{score}: "))];
    [lead, of(&fired.saw), vec![plain("; ")], of(&fired.did)].concat()
}
