//! Whether a quote may stand as it is cut: one rule for what a model proposes, what we take out of a text, and what a
//! bundle claims. The gate goes by it, and extraction asks it before.

use std::ops::Range;

use jurat_model::{EvidenceUnit, Quote, RejectionReason};
use jurat_text::elision::{ElisionFault, QuoteScope, QuotedText};

use super::{GateRejection, reasons::GateReasons};

/// Why a quote may not stand as it is cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElisionRefusal {
    /// `crosses_heading`, `joins_apart`, `torn_sentence`, `left_off` or `gap_hides`.
    pub code: &'static str,
    pub why: String,
}

/// What is wrong with how a quote is cut out of a text, for a unit of evidence.
pub fn refusal(quote: &Quote, text: &str, unit: EvidenceUnit) -> Option<ElisionRefusal> {
    let (code, why) =
        told(&found(quote, &QuotedText::new(text), unit)?, GateReasons::english());
    Some(ElisionRefusal { code, why })
}

pub(super) fn check(
    quote: &Quote,
    text: &QuotedText<'_>,
    unit: EvidenceUnit,
    reasons: &GateReasons,
) -> Result<(), GateRejection> {
    match found(quote, text, unit) {
        None => Ok(()),
        Some(fault) => Err(GateRejection {
            reason: RejectionReason::IncompleteQuote,
            rationale: told(&fault, reasons).1,
        }),
    }
}

fn found(quote: &Quote, text: &QuotedText<'_>, unit: EvidenceUnit) -> Option<ElisionFault> {
    let ranges: Vec<Range<usize>> = quote.ranges.iter().map(|span| span.range()).collect();
    let reach = match unit {
        EvidenceUnit::Norm => QuoteScope::Sentence,
        EvidenceUnit::Provision => QuoteScope::Provision,
    };
    text.fault(&ranges, reach)
}

/// By code and in words.
fn told(fault: &ElisionFault, reasons: &GateReasons) -> (&'static str, String) {
    let (code, words) = match fault {
        ElisionFault::Crosses { words } => ("crosses_heading", words.as_str()),
        ElisionFault::Apart => ("joins_apart", ""),
        ElisionFault::Torn => ("torn_sentence", ""),
        ElisionFault::LeftOff { word } => ("left_off", word.as_str()),
        ElisionFault::Hides { word } => ("gap_hides", word.as_str()),
    };
    let words: String = words.chars().filter(|c| !c.is_control() && *c != '`').collect();
    (code, reasons.cut(code, &words))
}
