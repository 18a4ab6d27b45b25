//! Whether a quote may stand as it is cut: one rule for what a model proposes, what we take out of a text, and what a
//! bundle claims. The gate goes by it, and extraction asks it before.

use std::ops::Range;

use jurat_model::{EvidenceUnit, Quote, RejectionReason};
use jurat_text::elision::{Fault, Reach, fault};

use super::Rejection;

/// Why a quote may not stand as it is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `crosses_heading`, `joins_apart`, `torn_sentence`, `left_off` or `gap_hides`.
    pub code: &'static str,
    /// In words.
    pub why: String,
}

/// What is wrong with how a quote is cut out of a text, for a unit of evidence.
pub fn refusal(quote: &Quote, text: &str, unit: EvidenceUnit) -> Option<Refusal> {
    let ranges: Vec<Range<usize>> = quote.ranges.iter().map(|span| span.range()).collect();
    let reach = match unit {
        EvidenceUnit::Norm => Reach::Sentence,
        EvidenceUnit::Provision => Reach::Provision,
    };
    let found = fault(text, &ranges, reach)?;
    Some(Refusal { code: code(&found), why: why(&found) })
}

pub(super) fn check(quote: &Quote, text: &str, unit: EvidenceUnit) -> Result<(), Rejection> {
    refusal(quote, text, unit).map_or(Ok(()), |refusal| {
        Err(Rejection {
            reason: RejectionReason::IncompleteQuote,
            rationale: refusal.why,
        })
    })
}

const fn code(fault: &Fault) -> &'static str {
    match fault {
        Fault::Crosses { .. } => "crosses_heading",
        Fault::Apart => "joins_apart",
        Fault::Torn => "torn_sentence",
        Fault::LeftOff { .. } => "left_off",
        Fault::Hides { .. } => "gap_hides",
    }
}

fn why(fault: &Fault) -> String {
    match fault {
        Fault::Crosses { words } => {
            let words: String =
                words.chars().filter(|c| !c.is_control() && *c != '`').collect();
            format!("It goes over `{words}`, where another section begins.")
        }
        Fault::Apart => {
            "An ellipsis joins words that are neither one sentence nor one list.".to_owned()
        }
        Fault::Torn => "It is cut within a sentence.".to_owned(),
        Fault::LeftOff { word } => {
            format!("It leaves off what begins with `{word}`, which limits or extends it.")
        }
        Fault::Hides { word } => {
            format!("An ellipsis hides `{word}`, on which its meaning depends.")
        }
    }
}
