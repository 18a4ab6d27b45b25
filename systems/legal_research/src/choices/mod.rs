//! Which answer choice the evidence bears out: each is laid beside the provision that is nearest to it, and those that say
//! what no provision says are told so. Where the evidence does not part them, none is chosen.

mod choice_support;
mod evidence_units;

use jurat_model::{Quote, RetrievedChunk, SourceExhibit};
use jurat_text::fold::fold;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    confidence::rounded,
    objective::{AnswerChoice, ResearchObjective},
    open_ends::ResearchSoFar,
};
use choice_support::{ChoiceSupport, supports};
use evidence_units::EvidenceUnits;

/// The choices, each with the evidence for it, and the one that is chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceTable {
    pub choices: Vec<ChoiceRow>,
    /// The letter; nothing where the evidence does not part the choices.
    pub chosen: Option<String>,
    /// Whether the one that is wrong was asked for.
    pub wants_wrong: bool,
    /// How far the chosen one is ahead of the next.
    pub margin: f64,
    pub reason: String,
    /// A model's reasoning, where one chose.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reasoning: String,
}

/// One choice against the evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceRow {
    pub letter: String,
    pub text: String,
    /// How well the evidence bears it out, beside the other choices.
    pub score: f64,
    /// The share of its words that stand in one provision, in order.
    pub borne_out: f64,
    /// The provision that is nearest to it; nothing where none shares a word.
    pub evidence: Option<ChoiceEvidence>,
    /// Elements of the rule that it speaks of.
    pub elements: Vec<String>,
    /// What speaks against it.
    pub against: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChoiceEvidence {
    /// How people cite the place.
    pub document_id: String,
    pub quote: Quote,
}

/// The least share of a choice's words that must stand in one provision.
const BORNE_OUT: f64 = 0.3;
/// The least distance to the next choice.
const AHEAD: f64 = 0.08;

/// Lays choices beside the evidence.
pub(crate) fn choice_table(
    so_far: &ResearchSoFar<'_>,
    chunks: &[RetrievedChunk],
    exhibits: &[SourceExhibit],
) -> ChoiceTable {
    let objective = so_far.objective;
    let language = objective.language();
    let units = EvidenceUnits::of(chunks, exhibits, language);
    let weighed: Vec<ChoiceSupport> = supports(objective, &units, language);
    let rows: Vec<ChoiceRow> = objective
        .choices
        .iter()
        .zip(&weighed)
        .map(|(choice, support)| row(choice, support, &units, so_far))
        .collect();
    decided(rows, objective)
}

fn row(
    choice: &AnswerChoice,
    support: &ChoiceSupport,
    units: &EvidenceUnits,
    so_far: &ResearchSoFar<'_>,
) -> ChoiceRow {
    let language = so_far.objective.language();
    let elements = so_far.main().map_or(&[][..], |doctrine| doctrine.elements.as_slice());
    let stems = jurat_text::tokens::terms(&choice.text, language);
    let spoken = elements.iter().filter(|element| {
        element.terms.said(language).iter().any(|term| {
            let wanted = jurat_text::tokens::terms(term, language);
            !wanted.is_empty() && wanted.iter().all(|stem| stems.contains(stem))
        })
    });
    ChoiceRow {
        letter: choice.letter.clone(),
        text: choice.text.clone(),
        score: rounded(support.score),
        borne_out: rounded(support.borne_out),
        evidence: support.nearest.and_then(|at| units.evidence(at)),
        elements: spoken.map(|it| it.name.said(language).clone()).collect(),
        against: support.against.clone(),
    }
}

/// The choice that is ahead, where the evidence bears it out.
fn decided(rows: Vec<ChoiceRow>, objective: &ResearchObjective) -> ChoiceTable {
    let wants_wrong = objective.wants_wrong;
    let sign = if wants_wrong { -1.0 } else { 1.0 };
    let own = rows.iter().filter(|row| catch_all(&row.text).is_none());
    let mut ranked: Vec<&ChoiceRow> = own.collect();
    ranked.sort_by(|one, other| (sign * other.score).total_cmp(&(sign * one.score)));
    let margin = match ranked.as_slice() {
        [first, second, ..] => (first.score - second.score).abs(),
        _ => 0.0,
    };
    let held = |row: &&ChoiceRow| BORNE_OUT <= row.borne_out;
    // For the wrong one it is the others that must be borne out.
    let borne_out = match ranked.split_first() {
        Some((_, others)) if wants_wrong => others.iter().all(held),
        Some((best, _)) => held(best),
        None => false,
    };
    let ahead = ranked.first().filter(|_| borne_out && AHEAD <= margin);
    let none_fits = !wants_wrong
        && !ranked.iter().any(held)
        && ranked.iter().any(|row| row.evidence.is_some());
    let nothing = rows.iter().find(|row| catch_all(&row.text) == Some(CatchAll::None));
    let (chosen, reason) = match (ahead, nothing.filter(|_| none_fits)) {
        (Some(best), _) => (Some(best.letter.clone()), reason_for(best, wants_wrong)),
        (None, Some(row)) => {
            let reason = "No provision that was found bears out any other choice.";
            (Some(row.letter.clone()), reason.to_owned())
        }
        (None, None) => {
            (None, "The provisions that were found do not part the choices.".to_owned())
        }
    };
    ChoiceTable {
        chosen,
        wants_wrong,
        margin: rounded(margin),
        reason,
        reasoning: String::new(),
        choices: rows,
    }
}

fn reason_for(best: &ChoiceRow, wants_wrong: bool) -> String {
    let place = best.evidence.as_ref().map_or("", |it| it.document_id.as_str());
    if wants_wrong {
        "It is the one that the provisions bear out least.".to_owned()
    } else {
        format!("Its words are nearest to what {place} says.")
    }
}

/// A choice that speaks of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CatchAll {
    None,
    All,
}

/// `none of the above`: few words, of which one denies all and one points to the others.
fn catch_all(text: &str) -> Option<CatchAll> {
    const MOST_WORDS: usize = 8;
    let folded = fold(text);
    let words: Vec<&str> = folded
        .split(|char: char| !char.is_alphanumeric())
        .filter(|it| !it.is_empty())
        .collect();
    let has = |list: &jurat_text::WordList| words.iter().any(|word| list.contains(word));
    if MOST_WORDS < words.len() || !has(&ABOVE) {
        return None;
    }
    match (has(&NONE), has(&ALL)) {
        (true, _) => Some(CatchAll::None),
        (false, true) => Some(CatchAll::All),
        (false, false) => None,
    }
}

jurat_text::word_lists! {
    "choice_words" [en, fr, pt];

    /// What points to the other choices.
    static ABOVE;

    /// What denies all.
    static NONE;

    /// What takes in all.
    static ALL;

    /// What shuts others out.
    pub(crate) static ONLY;

    /// What lets nothing out.
    pub(crate) static ALWAYS;
}

/// The answer to a question with choices as text: `**Answer: (B)**` and a line for each choice.
pub(crate) fn choice_text(table: &ChoiceTable) -> String {
    let head = match &table.chosen {
        Some(letter) => format!("**Answer: ({letter})** {}", table.reason),
        None => format!("**Cannot be decided from these sources.** {}", table.reason),
    };
    let line = |row: &ChoiceRow| {
        let near = match &row.evidence {
            Some(evidence) => format!("nearest provision: {}", evidence.document_id),
            None => "no provision that was found shares its words".to_owned(),
        };
        let against: Vec<&str> = std::iter::once("")
            .chain(row.against.iter().map(String::as_str))
            .collect();
        let against = against.join("; ");
        let borne_out = 100.0 * row.borne_out;
        format!(
            "- ({}) {near} (holds {borne_out:.0} % of its words in order){against}",
            row.letter
        )
    };
    let lines: Vec<String> = table.choices.iter().map(line).collect();
    format!("{head}\n\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{CatchAll, catch_all};

    #[test]
    fn choices_that_speak_of_the_others_are_known() {
        let check = |text, expected| assert_eq!(catch_all(text), expected, "{text}");
        check("None of the above.", Some(CatchAll::None));
        check("All of the above", Some(CatchAll::All));
        check("Nenhuma das alternativas anteriores", Some(CatchAll::None));
        check("None of the goods were delivered in time to the buyer.", None);
    }
}
