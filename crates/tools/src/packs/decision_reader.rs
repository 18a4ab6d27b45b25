//! How decisions are read off their text on their way into a corpus: by the citator, where a pack does not say it.

use std::sync::Arc;

use jurat_citator::{DecisionOutcome, ReadField, read_decision};
use jurat_pack::{DecisionFields, DecisionReader, DecisionReading, PackCourt};
use jurat_text::Language;

use crate::packs::pack_cases::court_table;

/// Reads judge, outcome, country, issues and the rest off the text of a decision.
pub const DECISION_READER: DecisionReader = DecisionReader { version: 1, for_courts };

fn for_courts(courts: &[PackCourt]) -> DecisionReading {
    let courts = court_table(courts.iter());
    Arc::new(move |text: &str| {
        let read = read_decision(text, &courts);
        let value = |field: Option<ReadField<String>>| field.map(|field| field.value);
        DecisionFields {
            citation: value(read.citation),
            style: value(read.style),
            court: value(read.court),
            judge: value(read.judge),
            date: value(read.date),
            docket: value(read.dockets.into_iter().next()),
            outcome: read.outcome.map(|it| DecisionOutcome::word(it.outcome).to_owned()),
            country: value(read.country),
            issues: read.issues.into_iter().map(|issue| issue.value).collect(),
            language: read.language.map(|it| Language::code(it).to_owned()),
            ..DecisionFields::default()
        }
    })
}
