//! What was done, stage by stage, and what it took.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, plain, quiet};

use crate::{
    report::ResearchReport,
    timeline::{TimelineEntry, timeline},
};

/// The numbers of a run, and its timeline.
pub(super) fn sections(report: &ResearchReport) -> [DocumentSection; 2] {
    let rows = (1..).zip(timeline(report)).map(|(number, entry)| row(number, &entry));
    let table = DocumentBlock::table(
        &[
            ("", 0.0),
            ("Stage", 1.1),
            ("What came of it", 3.0),
            ("By", 1.0),
            ("Calls", 0.0),
            ("Characters in, out", 0.9),
            ("Tokens in, out", 0.8),
        ],
        rows.collect(),
    );
    [
        DocumentSection::new("metrics", "What was done", vec![figures(report)]),
        DocumentSection::new("timeline", "Timeline", table),
    ]
}

fn row(number: u32, entry: &TimelineEntry) -> Vec<InlineText> {
    let stage = match entry.step_id {
        Some(step) => format!("{}, step {step}", entry.stage.replace('_', " ")),
        None => entry.stage.replace('_', " "),
    };
    let took = entry.model.as_ref().map(|row| {
        [
            row.calls.to_string(),
            format!("{}, {}", row.characters_in, row.characters_out),
            format!("{}, {}", row.tokens_in, row.tokens_out),
        ]
    });
    let took = took.unwrap_or_default().map(|it| vec![plain(it)]);
    let by = entry.done_by();
    let by = if entry.model.is_some() { plain(by) } else { quiet(by) };
    let head = [number.to_string(), stage, entry.result.clone()].map(|it| vec![plain(it)]);
    head.into_iter().chain([vec![by]]).chain(took).collect()
}

fn figures(report: &ResearchReport) -> DocumentBlock {
    let metrics = &report.metrics;
    let support = report.verification_result.as_ref();
    let kind = metrics.query_type.map(|it| format!("{it:?}")).unwrap_or_default();
    let steps = [metrics.steps_completed, metrics.steps_failed, metrics.steps_pending];
    let pairs = [
        ("Kind of question", kind),
        ("Evaluations", metrics.iteration_count.to_string()),
        ("Steps completed, failed, not taken", steps.map(|it| it.to_string()).join(", ")),
        (
            "Sentences, and those that their source bears out",
            support
                .map_or_else(String::new, |it| format!("{}, {}", it.sentences, it.supported)),
        ),
        ("Calls of models", calls(metrics.total_llm_calls, metrics.send_backs)),
        ("Characters in, out", format!("{}, {}", metrics.input_chars, metrics.output_chars)),
        ("Tokens in, out", format!("{}, {}", metrics.input_tokens, metrics.output_tokens)),
        ("Replies that could not be read", metrics.parse_failures.to_string()),
        ("From memory", yes(metrics.memory_hit)),
        ("Free of orders to the machine", yes(metrics.injection_safe)),
        (
            "Remembered",
            report
                .memory_written
                .as_ref()
                .map_or_else(String::new, |it| it.why.clone()),
        ),
    ];
    let rows = pairs.into_iter().filter(|(_, value)| !value.is_empty());
    let rows = rows
        .map(|(name, value)| (name.to_owned(), vec![plain(value)]))
        .collect();
    DocumentBlock::Pairs { rows }
}

fn calls(all: u64, sent_back: usize) -> String {
    if sent_back == 0 {
        return all.to_string();
    }
    format!("{all}, of which {sent_back} gave sentences back to mend")
}

fn yes(it: bool) -> String {
    if it { "yes" } else { "no" }.to_owned()
}
