//! The five layers, one function each.

use jurat_model::{CitationLayer, CitationOutcome, CitationStatus, LayerStatus};
use jurat_text::citations::Citation;

use super::{
    decision_index::{DecisionIndex, DecisionRow, DecisionTreatment},
    style_of_cause::same_name,
};

jurat_text::word_lists! {
    "citation_status" [en, fr];

    /// Treatment after which a decision no longer holds; more words may follow.
    static ENDED;

    /// Words after which only a part of it is gone, or its outcome and not what it says.
    static PARTLY;

    /// Treatment that leaves it as it is. What is not here may speak against it.
    static HARMLESS;
}

/// What is to be checked.
pub struct CitationStatusRequest<'a> {
    /// The citation as it was written.
    pub written: &'a str,
    /// What it was read as; nothing where it is no form that we read.
    pub citation: Option<&'a Citation>,
    /// Citations beside it that are said to be of the same decision; it may be among them.
    pub parallel: &'a [&'a Citation],
    /// The style of cause that stands with it.
    pub name: Option<&'a str>,
    /// The words that it is said to hold.
    pub quote: Option<AttributedQuote<'a>>,
}

/// Words said to be in the decision.
pub struct AttributedQuote<'a> {
    pub words: &'a str,
    /// The decision's text, where it is at hand.
    pub text: Option<&'a str>,
    /// How words are looked for in a text.
    pub anchor: &'a dyn Fn(&str, &str) -> QuotePresence,
}

/// Whether words are in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuotePresence {
    Verbatim,
    Absent(String),
}

/// Whether what is not in the index does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexCompleteness {
    /// The index is all that exists.
    Closed,
    /// The index holds a part; outside of it nothing is known.
    Open,
}

/// Under which terms a check is made.
#[derive(Debug, Clone, Copy)]
pub struct CitationStatusOptions<'a> {
    /// What the index stands for.
    pub world: IndexCompleteness,
    /// Treatment after this day, `YYYY-MM-DD`, is not known yet.
    pub as_of: Option<&'a str>,
}

/// The status of a citation.
pub fn status(
    asked: &CitationStatusRequest,
    index: &DecisionIndex,
    terms: CitationStatusOptions,
) -> CitationStatus {
    let row = match asked.citation {
        Some(citation) => index.find(citation),
        None => index.find_written(asked.written),
    };
    CitationStatus {
        citation: asked.written.to_owned(),
        known_as: row.and_then(|row| row.name.clone()),
        layers: vec![
            parses(asked, row),
            exists(asked, row, index, terms),
            name_matches(asked, row),
            quote_in_text(asked),
            good_law(row, index, terms),
        ],
    }
}

fn answer(
    layer: CitationLayer,
    outcome: CitationOutcome,
    reason: impl Into<String>,
) -> LayerStatus {
    LayerStatus { layer, outcome, reason: reason.into(), asked: true }
}

fn not_asked(layer: CitationLayer, reason: &str) -> LayerStatus {
    let reason = reason.to_owned();
    LayerStatus {
        layer,
        outcome: CitationOutcome::Unverified,
        reason,
        asked: false,
    }
}

fn parses(asked: &CitationStatusRequest, row: Option<&DecisionRow>) -> LayerStatus {
    let layer = CitationLayer::Parses;
    match asked.citation {
        Some(Citation { impossible: Some(why), .. }) => {
            answer(layer, CitationOutcome::Failed, format!("it cannot be right: {why}"))
        }
        Some(citation) => answer(
            layer,
            CitationOutcome::Verified,
            format!("a {} citation", citation.kind.word()),
        ),
        None if row.is_some() => {
            answer(layer, CitationOutcome::Verified, "the index has it as written")
        }
        None => answer(
            layer,
            CitationOutcome::Failed,
            "it is no form of citation that is known here",
        ),
    }
}

fn exists(
    asked: &CitationStatusRequest,
    row: Option<&DecisionRow>,
    index: &DecisionIndex,
    terms: CitationStatusOptions,
) -> LayerStatus {
    let layer = CitationLayer::Exists;
    if let Some(row) = row {
        return answer(
            layer,
            CitationOutcome::Verified,
            format!("the index has {}", row.citation),
        );
    }
    if let Some(other) = asked.parallel.iter().find_map(|other| index.find(other)) {
        let reason = format!("the index has the decision as {}, and not so", other.citation);
        return answer(layer, CitationOutcome::Unverified, reason);
    }
    if terms.world == IndexCompleteness::Closed {
        return answer(
            layer,
            CitationOutcome::Failed,
            "it is not in the index, which is said to be all",
        );
    }
    let Some(citation) = asked.citation else {
        return answer(layer, CitationOutcome::Unverified, "it could not be looked up");
    };
    match (index.years(citation), citation.year) {
        (None, _) => {
            answer(layer, CitationOutcome::Unverified, "the index holds nothing of its series")
        }
        (Some(_), None) => answer(
            layer,
            CitationOutcome::Unverified,
            "it is not in the index, and says no year",
        ),
        (Some(years), Some(year)) if year < years.first || years.last < year => answer(
            layer,
            CitationOutcome::Unverified,
            format!("the index holds its series from {} to {}", years.first, years.last),
        ),
        (Some(years), Some(_)) => answer(
            layer,
            CitationOutcome::Unverified,
            format!(
                "it is not in the index, which may hold a part of its series from {} to {}",
                years.first, years.last
            ),
        ),
    }
}

fn name_matches(asked: &CitationStatusRequest, row: Option<&DecisionRow>) -> LayerStatus {
    let layer = CitationLayer::NameMatches;
    let Some(given) = asked.name else { return not_asked(layer, "no name stands with it") };
    let Some(row) = row else {
        return answer(
            layer,
            CitationOutcome::Unverified,
            "there is no known name to compare with",
        );
    };
    match &row.name {
        None => answer(layer, CitationOutcome::Unverified, "the index has no name for it"),
        Some(known) if same_name(given, known) => {
            answer(layer, CitationOutcome::Verified, format!("it is {known}"))
        }
        Some(known) => {
            answer(layer, CitationOutcome::Failed, format!("it is {known}, not {given}"))
        }
    }
}

fn quote_in_text(asked: &CitationStatusRequest) -> LayerStatus {
    let layer = CitationLayer::QuoteInText;
    let Some(quote) = &asked.quote else { return not_asked(layer, "nothing is quoted") };
    let Some(text) = quote.text else {
        return answer(
            layer,
            CitationOutcome::Unverified,
            "the decision's text is not at hand",
        );
    };
    match (quote.anchor)(quote.words, text) {
        QuotePresence::Verbatim => {
            answer(layer, CitationOutcome::Verified, "the text says so word for word")
        }
        QuotePresence::Absent(why) => answer(layer, CitationOutcome::Failed, why),
    }
}

fn good_law(
    row: Option<&DecisionRow>,
    index: &DecisionIndex,
    terms: CitationStatusOptions,
) -> LayerStatus {
    let layer = CitationLayer::GoodLaw;
    let Some(row) = row else {
        return answer(layer, CitationOutcome::Unverified, "its treatment is not known");
    };
    let Some(all) = &row.treatment else {
        // Silence says something only where others are spoken of and nothing is left out.
        return if terms.world == IndexCompleteness::Closed && index.records_treatment() {
            answer(layer, CitationOutcome::Verified, "no treatment is recorded")
        } else {
            answer(
                layer,
                CitationOutcome::Unverified,
                "the index does not record its treatment",
            )
        };
    };
    let known = |treatment: &&DecisionTreatment| match (&treatment.date, terms.as_of) {
        (Some(date), Some(as_of)) => date.as_str() <= as_of,
        _ => true,
    };
    let weighed = all
        .iter()
        .filter(known)
        .map(|treatment| (weight(&treatment.kind), treatment));
    match weighed.max_by_key(|(outcome, _)| *outcome) {
        Some((outcome, treatment)) if outcome != CitationOutcome::Verified => {
            answer(layer, outcome, shown(treatment))
        }
        _ => answer(layer, CitationOutcome::Verified, "nothing recorded speaks against it"),
    }
}

/// What a kind of treatment means for a decision; what is not known may speak against it.
fn weight(kind: &str) -> CitationOutcome {
    let kind = kind.to_lowercase().replace(['_', '-'], " ");
    let kind = kind.split_whitespace().collect::<Vec<_>>().join(" ");
    let begins = |with: &&&str| {
        kind.strip_prefix(**with)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    if ENDED.iter().any(|ended| begins(&ended))
        && !PARTLY.iter().any(|part| kind.contains(part))
    {
        CitationOutcome::Failed
    } else if HARMLESS.contains(&kind) {
        CitationOutcome::Verified
    } else {
        CitationOutcome::Unverified
    }
}

fn shown(treatment: &DecisionTreatment) -> String {
    let by = treatment
        .by
        .as_deref()
        .map(|by| format!(" by {by}"))
        .unwrap_or_default();
    let date = treatment
        .date
        .as_deref()
        .map(|date| format!(", {date}"))
        .unwrap_or_default();
    format!("{}{by}{date}", treatment.kind.trim().to_lowercase())
}
