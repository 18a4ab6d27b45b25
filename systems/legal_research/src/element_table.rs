//! The rule that a question turns on, element by element: what was found on each, and which facts speak of it.

use jurat_text::{sentences::sentences, tokens::terms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open_ends::ResearchSoFar;

/// An element with what was found on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ElementRow {
    /// What lawyers call the rule.
    pub doctrine: String,
    pub element: String,
    /// Statements that speak of it.
    pub evidence: Vec<StatementPlace>,
    /// Sentences of the story that speak of it.
    pub facts: Vec<String>,
}

/// A statement of a step, each from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatementPlace {
    pub step: u32,
    pub statement: usize,
}

/// The elements of the main rule; none where no step asked for it.
pub(crate) fn element_table(so_far: &ResearchSoFar<'_>) -> Vec<ElementRow> {
    let language = so_far.objective.language();
    let Some(doctrine) = so_far.asked_for() else { return Vec::new() };
    let facts = &so_far.objective.facts;
    let told: Vec<(&str, Vec<String>)> = sentences(facts)
        .into_iter()
        .map(|one| (&facts[one.range.clone()], terms(&facts[one.range], language)))
        .collect();
    let row = |element: &crate::doctrine::DoctrinePart| {
        let wanted: Vec<Vec<String>> = element
            .terms
            .said(language)
            .iter()
            .map(|it| terms(it, language))
            .collect();
        let speaks = |stems: &[String]| {
            wanted.iter().any(|phrase| {
                !phrase.is_empty() && phrase.iter().any(|stem| stems.contains(stem))
            })
        };
        let places = so_far.statements_on(element).into_iter();
        ElementRow {
            doctrine: doctrine.name.said(language).clone(),
            element: element.name.said(language).clone(),
            evidence: places
                .map(|(step, statement)| StatementPlace { step, statement })
                .collect(),
            facts: told
                .iter()
                .filter(|(_, stems)| speaks(stems))
                .map(|(words, _)| (*words).to_owned())
                .collect(),
        }
    };
    doctrine.elements.iter().map(row).collect()
}
