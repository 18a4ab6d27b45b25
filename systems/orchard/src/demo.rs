//! What a demonstration shows: one harvest, from counting trees to shipping crates.

use jurat_document::{DocumentBlock, DocumentSection, DocumentTree, StatusTone, plain, prose};
use jurat_engine::{RunEnd, RunOutcome};
use jurat_system::demo::{DemoCase, DemoOutcome, DemoRun, SystemDemo};
use serde_json::Value as Json;

pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "A workflow that survives",
    about: "The engine below the other systems, on its own: Windfall Orchard, its trees and its rain are made up. \
        Stages run side by side, loop and fail; a run that is killed goes on where it stopped.",
    files: &[],
    cases: &[DemoCase {
        name: "harvest",
        title: "What became of the harvest of Windfall Orchard?",
        workflow: "orchard",
        values: &[],
        commands: &[
            "jurat run orchard",
            "jurat run orchard --param bruised=95",
            "jurat workflow graph orchard",
        ],
    }],
    outcome,
};

fn outcome(run: &DemoRun<'_>) -> Result<DemoOutcome, String> {
    let report = &run.state["report"];
    let (completed, total) = (run.end.progress.completed, run.end.progress.total);
    let (verdict, tone) = match run.end.outcome {
        RunOutcome::Completed => ("Completed", StatusTone::Good),
        RunOutcome::Incomplete => ("Incomplete", StatusTone::Open),
        RunOutcome::Refused => ("Refused", StatusTone::Bad),
        RunOutcome::Cancelled | RunOutcome::Failed => {
            return Err(run.end.reasons.join("; "));
        }
    };
    let line = format!(
        "{} kg from {} trees, sold as {} after {} passes; {completed} of {total} stages are done.",
        shown(&report["yield_kg"]),
        shown(&report["trees"]),
        shown(&report["sold_as"]),
        shown(&report["passes"]),
    );
    let page = page(run.title, run.end, report, (verdict, &line));
    Ok(DemoOutcome {
        verdict: verdict.to_owned(),
        tone,
        line,
        page: Some(page),
    })
}

fn page(
    title: &str,
    end: &RunEnd,
    report: &Json,
    (verdict, line): (&str, &str),
) -> DocumentTree {
    let values = report.as_object().into_iter().flatten();
    let rows = values.map(|(name, value)| (name.replace('_', " "), vec![plain(shown(value))]));
    let rows = vec![DocumentBlock::Pairs { rows: rows.collect() }];
    let reasons = end.reasons.iter().map(|reason| prose(reason)).collect();
    let mut happened = vec![DocumentBlock::said(line)];
    happened.extend(DocumentBlock::bullets(reasons));
    DocumentTree {
        language: "en".to_owned(),
        kicker: "Harvest audit".to_owned(),
        title: title.to_owned(),
        verdict: verdict.to_owned(),
        facts: vec![format!("{} stages", end.progress.total)],
        blocks: vec![
            DocumentBlock::Section(DocumentSection::new("happened", "What happened", happened)),
            DocumentBlock::Section(DocumentSection::new("harvest", "The harvest", rows)),
        ],
        disclaimer: "The orchard is fictional, and so is its appraiser.".to_owned(),
        ..DocumentTree::default()
    }
}

/// A value as a person writes it.
fn shown(value: &Json) -> String {
    match value {
        Json::Null => "nobody".to_owned(),
        Json::String(words) => words.clone(),
        Json::Array(items) => items.iter().map(shown).collect::<Vec<_>>().join(", "),
        Json::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name} {}", shown(value)));
            fields.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
