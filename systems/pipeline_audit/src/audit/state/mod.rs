//! A state read through a mapping into a subject, with every wrong type told by its JSON path.

mod blocks;
mod draft;
mod meta;
mod sources;
mod state_reader;
mod tool_results;

use serde_json::Value;

use super::{
    AuditSubject, StateMapping, StateReadLimits, StateText,
    input_problem::{InputProblem, InvalidInputError},
    prompt_context,
};

use state_reader::StateReader;
pub(crate) use tool_results::{has_failed, members};

const WHAT: &str = "the state";

impl AuditSubject {
    /// Reads a state. Nulls and missing fields are parts that the state does not have; values of
    /// the wrong type are errors, all of them told.
    pub fn read(
        state: &Value,
        mapping: &StateMapping,
        limits: &StateReadLimits,
    ) -> Result<Self, InvalidInputError> {
        within_depth(state, limits.depth)?;
        let mut reading = StateReader::new(*limits);
        if !state.is_object() {
            let problem = InputProblem::expected("$", "an object", state);
            return Err(InvalidInputError { what: WHAT, problems: vec![problem] });
        }
        let mut subject = Self {
            query: reading.last_text(&mapping.query, state, "$"),
            blocks: blocks::read_blocks(&mut reading, mapping, state),
            reference: reading.last_text(&mapping.reference, state, "$"),
            ..Self::default()
        };
        sources::read_sources(&mut reading, &mapping.sources, state, &mut subject);
        if !mapping.sources.within.is_empty() {
            subject.query = subject.query.map(asked);
        }
        subject.draft =
            draft::read_draft(&mut reading, mapping, state, subject.blocks.as_ref());
        subject.meta = meta::read_meta(&mut reading, mapping, state);
        subject.cut = reading.cut;
        InvalidInputError::unless_none(WHAT, reading.problems)?;
        Ok(subject)
    }
}

/// A question without the sources that its message holds.
fn asked(query: StateText) -> StateText {
    let question = prompt_context::split(&query.text).and_then(|parts| parts.question);
    match question {
        Some(range) => StateText { text: query.text[range].to_owned(), ..query },
        None => query,
    }
}

/// Refuses what is nested too deep, without following it.
fn within_depth(state: &Value, most: usize) -> Result<(), InvalidInputError> {
    let mut open = vec![(state, 1)];
    while let Some((value, depth)) = open.pop() {
        if most < depth {
            let message = format!("nested deeper than {most} levels");
            let problems = vec![InputProblem::new("$", message)];
            return Err(InvalidInputError { what: WHAT, problems });
        }
        match value {
            Value::Object(fields) => {
                let nested = fields.values().filter(|one| one.is_object() || one.is_array());
                open.extend(nested.map(|one| (one, depth + 1)));
            }
            Value::Array(items) => {
                let nested = items.iter().filter(|one| one.is_object() || one.is_array());
                open.extend(nested.map(|one| (one, depth + 1)));
            }
            _ => {}
        }
    }
    Ok(())
}
