//! Whether a quote may stand as it is cut: one rule for what a model proposes, what we take out of a text, and what a
//! bundle claims. The gate goes by it, and extraction asks it before.

use std::ops::Range;

use jurat_model::{EvidenceUnit, Quote, RejectionReason};
use jurat_text::elision::{ElisionFault, QuoteScope, fault};

use super::GateRejection;

/// Why a quote may not stand as it is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElisionRefusal {
    /// `crosses_heading`, `joins_apart`, `torn_sentence`, `left_off` or `gap_hides`.
    pub code: &'static str,
    pub why: String,
}

/// What is wrong with how a quote is cut out of a text, for a unit of evidence.
pub fn refusal(quote: &Quote, text: &str, unit: EvidenceUnit) -> Option<ElisionRefusal> {
    let ranges: Vec<Range<usize>> = quote.ranges.iter().map(|span| span.range()).collect();
    let reach = match unit {
        EvidenceUnit::Norm => QuoteScope::Sentence,
        EvidenceUnit::Provision => QuoteScope::Provision,
    };
    let found = fault(text, &ranges, reach)?;
    Some(ElisionRefusal { code: code(&found), why: why(&found) })
}

pub(super) fn check(
    quote: &Quote,
    text: &str,
    unit: EvidenceUnit,
) -> Result<(), GateRejection> {
    refusal(quote, text, unit).map_or(Ok(()), |refusal| {
        Err(GateRejection {
            reason: RejectionReason::IncompleteQuote,
            rationale: refusal.why,
        })
    })
}

const fn code(fault: &ElisionFault) -> &'static str {
    match fault {
        ElisionFault::Crosses { .. } => "crosses_heading",
        ElisionFault::Apart => "joins_apart",
        ElisionFault::Torn => "torn_sentence",
        ElisionFault::LeftOff { .. } => "left_off",
        ElisionFault::Hides { .. } => "gap_hides",
    }
}

fn why(fault: &ElisionFault) -> String {
    match fault {
        ElisionFault::Crosses { words } => {
            let words: String =
                words.chars().filter(|c| !c.is_control() && *c != '`').collect();
            format!("It goes over `{words}`, where another section begins.")
        }
        ElisionFault::Apart => {
            "An ellipsis joins words that are neither one sentence nor one list.".to_owned()
        }
        ElisionFault::Torn => "It is cut within a sentence.".to_owned(),
        ElisionFault::LeftOff { word } => {
            format!("It leaves off what begins with `{word}`, which limits or extends it.")
        }
        ElisionFault::Hides { word } => {
            format!("An ellipsis hides `{word}`, on which its meaning depends.")
        }
    }
}
