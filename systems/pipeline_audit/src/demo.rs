//! What a demonstration shows: one answer of a pipeline that its sources bear out, and one that they do not.

use jurat_document::{
    DocumentBlock, DocumentCard, DocumentSection, DocumentTree, InlineSpan, StatusTone, code,
    plain, prose, strong,
};
use jurat_model::audit::{CombinedAudit, Issue, IssueSeverity, StageOutcome};
use jurat_system::{
    demo::{DemoCase, DemoOutcome, DemoRun, DemoValue, SystemDemo},
    reports::channel,
    sample_files,
};
use serde_json::Value as Json;

use crate::formats::{defects, severity, stage_name, stages};

pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "The answers of a pipeline, audited",
    about: "What a retrieval pipeline found and what it wrote are compared, claim by claim, without a model. \
        Two answers to one question on the law of Larkmere, a county that does not exist: one sound, one not.",
    files: sample_files!("../samples/": "records_sound.json", "records_unsound.json"),
    cases: &[
        DemoCase {
            name: "sound",
            title: "Is the first answer borne out by its sources?",
            workflow: "pipeline_audit",
            values: &[("state", DemoValue::Json("records_sound.json"))],
            commands: &["jurat check {sample}/records_sound.json"],
        },
        DemoCase {
            name: "unsound",
            title: "Is the second answer borne out by its sources?",
            workflow: "pipeline_audit",
            values: &[("state", DemoValue::Json("records_unsound.json"))],
            commands: &["jurat check {sample}/records_unsound.json --fail-on error"],
        },
    ],
    outcome,
};

fn outcome(run: &DemoRun<'_>) -> Result<DemoOutcome, String> {
    let audit: CombinedAudit = channel(run.state, "audit")?;
    let risk: f64 = channel(run.state, "risk")?;
    let (verdict, tone) = toned(audit.outcome);
    let page = audit_page(run, &audit, (verdict, risk));
    Ok(DemoOutcome {
        verdict: format!("{verdict}, risk {risk:.2}"),
        tone,
        line: line(&audit),
        page: Some(page),
    })
}

/// An outcome in words and colour.
const fn toned(outcome: StageOutcome) -> (&'static str, StatusTone) {
    let tone = match outcome {
        StageOutcome::Ok => StatusTone::Good,
        StageOutcome::NotChecked => StatusTone::Open,
        StageOutcome::NotOk => StatusTone::Bad,
    };
    (outcome.in_words(), tone)
}

/// What is wrong, or that nothing was found.
fn line(audit: &CombinedAudit) -> String {
    let all = stages(audit).flat_map(|(stage, _)| defects(audit, stage));
    let errors = all.filter(|issue| issue.severity == IssueSeverity::Error);
    let errors: Vec<&str> = errors.map(|issue| in_short(&issue.msg)).collect();
    match errors.len() {
        0 => "No fault was found.".to_owned(),
        1 => format!("One error: {}.", errors.concat()),
        many => format!("{many} errors: {}.", errors.join("; ")),
    }
}

/// What a message says before it quotes its evidence.
fn in_short(message: &str) -> &str {
    let head = message.split_once("; ").map_or(message, |(head, _)| head);
    head.split_once(": “").map_or(head, |(head, _)| head)
}

fn audit_page(
    run: &DemoRun<'_>,
    audit: &CombinedAudit,
    (verdict, risk): (&str, f64),
) -> DocumentTree {
    let state = &run.state["state"];
    let draft = state["draft"].as_str().unwrap_or_default();
    let answer =
        vec![DocumentBlock::Quote { words: draft.to_owned(), language: "en".to_owned() }];
    let cards = stages(audit).flat_map(|(stage, _)| {
        defects(audit, stage).map(move |issue| card(issue, stage_name(stage)))
    });
    let open = audit.not_checked.iter().map(|one| {
        let why = plain(format!(": {}", one.reason));
        vec![code(one.code.as_str()), why]
    });
    let sections = [
        ("answer", "The answer", answer),
        ("wrong", "What is wrong with it", cards.collect()),
        ("stages", "After each stage", vec![stage_rows(audit)]),
        ("sources", "What it was made from", source_rows(state)),
        ("not-checked", "Not checked", DocumentBlock::bullets(open.collect())),
    ];
    let sections = sections.into_iter().filter(|(_, _, blocks)| !blocks.is_empty());
    DocumentTree {
        language: "en".to_owned(),
        kicker: "Audit of a pipeline".to_owned(),
        title: state["query"].as_str().unwrap_or(run.title).to_owned(),
        verdict: verdict.to_owned(),
        facts: vec![format!("Risk {risk:.2}")],
        blocks: sections
            .map(|(id, title, blocks)| {
                DocumentBlock::Section(DocumentSection::new(id, title, blocks))
            })
            .collect(),
        disclaimer: "The county is fictional. What could not be checked is no pass.".to_owned(),
        ..DocumentTree::default()
    }
}

fn stage_rows(audit: &CombinedAudit) -> DocumentBlock {
    let row = |(stage, outcome)| {
        let (words, tone) = toned(outcome);
        let words = InlineSpan::Toned { words: words.to_owned(), tone };
        (stage_name(stage).to_owned(), vec![words])
    };
    DocumentBlock::Pairs { rows: stages(audit).map(row).collect() }
}

/// The sources under the names that issues have for them.
fn source_rows(state: &Json) -> Vec<DocumentBlock> {
    let text = |source: &Json, key: &str| source[key].as_str().unwrap_or_default().to_owned();
    let sources = state["sources"].as_array().into_iter().flatten();
    let rows = (1..).zip(sources).map(|(number, source)| {
        let name = format!("hit#{number}");
        (name, vec![strong(text(source, "label")), plain(" "), plain(text(source, "text"))])
    });
    vec![DocumentBlock::Pairs { rows: rows.collect() }]
}

fn card(issue: &Issue, stage: &str) -> DocumentBlock {
    let said = |words: String| DocumentBlock::Paragraph { words: prose(&words) };
    let mut blocks = vec![said(format!("{}.", capital(&issue.msg)))];
    if !issue.suggested_fix.is_empty() {
        blocks.push(said(format!("To mend it: {}.", issue.suggested_fix)));
    }
    DocumentBlock::Card(DocumentCard {
        id: format!("{stage}-{}", issue.code.to_lowercase().replace('_', "-")),
        title: issue.code.clone(),
        chip: severity(issue.severity).to_owned(),
        tone: match issue.severity {
            IssueSeverity::Info => StatusTone::Plain,
            IssueSeverity::Warn => StatusTone::Fair,
            IssueSeverity::Error => StatusTone::Bad,
        },
        blocks,
        ..DocumentCard::default()
    })
}

fn capital(words: &str) -> String {
    let mut rest = words.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + rest.as_str()
}
