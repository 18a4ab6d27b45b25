//! The five layers, one function each, and the passage nearest to a proposition.

use std::collections::BTreeSet;

use jurat_model::{ByteSpan, CitationLayer, CitationOutcome};
use jurat_text::{
    anchor::{QuoteAnchor, anchor},
    citations::Citation,
    fold::FoldedText,
};
use jurat_verify::citations::same_name;

use super::{
    CardEvidence, CardLayer, CardProposition, CardTreatment,
    case_index::{CaseCoverage, CaseIndex, KnownCase},
};
use crate::{decision::NumberedParagraph, treatment::TreatmentKind};

pub(super) fn answer(
    layer: CitationLayer,
    outcome: CitationOutcome,
    reason: impl Into<String>,
    evidence: Vec<CardEvidence>,
) -> CardLayer {
    CardLayer {
        layer,
        outcome,
        asked: true,
        reason: reason.into(),
        evidence,
    }
}

pub(super) fn not_asked(layer: CitationLayer, reason: &str) -> CardLayer {
    CardLayer {
        layer,
        outcome: CitationOutcome::Unverified,
        asked: false,
        reason: reason.to_owned(),
        evidence: Vec::new(),
    }
}

/// Whether a case had been given on a day.
pub(super) fn was_given(case: &KnownCase, as_of: Option<&str>) -> bool {
    match (&case.date, as_of) {
        (Some(date), Some(as_of)) if case.year_only => date.get(..4) <= as_of.get(..4),
        (Some(date), Some(as_of)) => date.as_str() <= as_of,
        _ => true,
    }
}

pub(super) fn parses(citation: Option<&Citation>, known: Option<&KnownCase>) -> CardLayer {
    let layer = CitationLayer::Parses;
    match citation {
        None => {
            let reason = "it is no form of citation that is known here";
            answer(layer, CitationOutcome::Failed, reason, Vec::new())
        }
        Some(Citation { impossible: Some(why), .. }) if known.is_none() => answer(
            layer,
            CitationOutcome::Failed,
            format!("it cannot be right: {why}"),
            Vec::new(),
        ),
        Some(citation) => {
            let reason = format!("a {} citation", citation.kind.word());
            answer(layer, CitationOutcome::Verified, reason, Vec::new())
        }
    }
}

fn fact(case: &KnownCase) -> CardEvidence {
    let parts = [case.name.as_deref(), Some(case.key.as_str()), case.date.as_deref()];
    CardEvidence {
        source: case.source.clone(),
        paragraph: None,
        span: None,
        words: parts.into_iter().flatten().collect::<Vec<_>>().join(", "),
    }
}

pub(super) fn exists(
    citation: Option<&Citation>,
    case: Option<&KnownCase>,
    as_of: Option<&str>,
    index: &dyn CaseIndex,
) -> CardLayer {
    let layer = CitationLayer::Exists;
    let Some(citation) = citation else {
        return answer(
            layer,
            CitationOutcome::Unverified,
            "it could not be looked up",
            Vec::new(),
        );
    };
    if let Some(case) = case {
        let evidence = vec![fact(case)];
        return if was_given(case, as_of) {
            let reason = format!("{} has it", case.source);
            answer(layer, CitationOutcome::Verified, reason, evidence)
        } else {
            let date = case.date.as_deref().unwrap_or_default();
            let reason = format!("it was given on {date}, after the day asked about");
            answer(layer, CitationOutcome::Failed, reason, evidence)
        };
    }
    if let Some(why) = &citation.impossible {
        let reason = format!("there can be none: {why}");
        return answer(layer, CitationOutcome::Failed, reason, Vec::new());
    }
    let court = citation.court.as_deref();
    let shown = court.unwrap_or("its series");
    match index.coverage(court, citation.year) {
        CaseCoverage::Whole => {
            let reason = format!(
                "all decisions of {shown} of that year are held, and it is not among them"
            );
            answer(layer, CitationOutcome::Failed, reason, Vec::new())
        }
        CaseCoverage::Part => {
            let reason =
                format!("it is not here, and only a part of {shown} is: outside coverage");
            answer(layer, CitationOutcome::Unverified, reason, Vec::new())
        }
        CaseCoverage::Outside => {
            let reason = format!("nothing of {shown} of that year is held: outside coverage");
            answer(layer, CitationOutcome::Unverified, reason, Vec::new())
        }
    }
}

pub(super) fn name_matches(
    citation: Option<&Citation>,
    written: &str,
    known: Option<&KnownCase>,
) -> CardLayer {
    let layer = CitationLayer::NameMatches;
    let Some(citation) = citation.filter(|one| one.kind.is_decision()) else {
        return not_asked(layer, "it is no decision");
    };
    let named = citation.name.as_ref().map(|name| name.text.as_str());
    let before = written.get(..citation.span.start).unwrap_or_default();
    let before = before.trim().trim_end_matches([',', '(', ' ']);
    let Some(given) = named.or((!before.is_empty()).then_some(before)) else {
        return not_asked(layer, "no name stands with it");
    };
    let Some(case) = known else {
        let reason = "there is no known name to compare with";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    };
    match &case.name {
        None => {
            let reason = format!("{} has no name for it", case.source);
            answer(layer, CitationOutcome::Unverified, reason, Vec::new())
        }
        Some(name) if same_name(given, name) => {
            answer(layer, CitationOutcome::Verified, format!("it is {name}"), vec![fact(case)])
        }
        Some(name) => {
            let reason = format!("it is {name}, not {given}");
            answer(layer, CitationOutcome::Failed, reason, vec![fact(case)])
        }
    }
}

pub(super) fn quote_in_text(
    citation: Option<&Citation>,
    quote: Option<&str>,
    known: Option<&KnownCase>,
    index: &dyn CaseIndex,
) -> CardLayer {
    let layer = CitationLayer::QuoteInText;
    let Some(quote) = quote else { return not_asked(layer, "nothing is quoted") };
    let Some((case, (text, paragraphs))) =
        known.and_then(|case| Some((case, index.text(&case.key)?)))
    else {
        let reason = "the decision's text is not at hand";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    };
    let text = text.as_ref();
    // A first letter in brackets shows that its case was changed.
    let words = quote.replace(['[', ']'], "");
    let range = match anchor(&words, &[FoldedText::new(text)], Some(0)) {
        QuoteAnchor::Found { place, .. } => place.ranges,
        QuoteAnchor::TooShort => {
            let reason = "so few words could stand anywhere";
            return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
        }
        QuoteAnchor::Fuzzy { place, .. } | QuoteAnchor::Altered { place, .. } => {
            let nearest = place
                .ranges
                .first()
                .map(|range| evidence(case, text, paragraphs, range.start..range.end));
            let reason = "the words are not there; what comes nearest reads otherwise";
            return answer(
                layer,
                CitationOutcome::Failed,
                reason,
                nearest.into_iter().collect(),
            );
        }
        _ => {
            let reason = "the words are not in the decision";
            return answer(layer, CitationOutcome::Failed, reason, Vec::new());
        }
    };
    let Some(first) = range.first() else {
        return answer(
            layer,
            CitationOutcome::Unverified,
            "the place is not clear",
            Vec::new(),
        );
    };
    let found = evidence(case, text, paragraphs, first.clone());
    let pinned = citation.and_then(|one| one.pinpoint.as_deref()).map(pinned);
    match (pinned, found.paragraph) {
        (Some(pinned), Some(paragraph)) if !pinned.is_empty() => {
            if pinned.contains(&paragraph) {
                let reason = format!("the words stand at paragraph {paragraph}");
                answer(layer, CitationOutcome::Verified, reason, vec![found])
            } else {
                let reason = format!(
                    "the words stand at paragraph {paragraph}, not where the citation points"
                );
                answer(layer, CitationOutcome::Failed, reason, vec![found])
            }
        }
        _ => answer(
            layer,
            CitationOutcome::Verified,
            "the words stand in the decision",
            vec![found],
        ),
    }
}

/// The paragraphs of a pinpoint: `85-86`, `12, 14`.
fn pinned(pinpoint: &str) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    for part in pinpoint.split([',', ' ']).filter(|part| !part.is_empty()) {
        match part.split_once('-') {
            Some((from, to)) => {
                if let (Ok(from), Ok(to)) = (from.parse::<u32>(), to.parse::<u32>()) {
                    all.extend((from..=to).take(200));
                }
            }
            None => all.extend(part.parse::<u32>().ok()),
        }
    }
    all
}

fn evidence(
    case: &KnownCase,
    text: &str,
    paragraphs: &[NumberedParagraph],
    range: std::ops::Range<usize>,
) -> CardEvidence {
    let within =
        |one: &&NumberedParagraph| one.span.start <= range.start && range.start < one.span.end;
    CardEvidence {
        source: case.key.clone(),
        paragraph: paragraphs.iter().find(within).map(|one| one.number),
        span: Some(ByteSpan { start: range.start, end: range.end }),
        words: text
            .get(range)
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// What became of a case by a day, the gravest first within a day.
pub(super) fn treatments(
    case: &KnownCase,
    index: &dyn CaseIndex,
    as_of: Option<&str>,
) -> Vec<CardTreatment> {
    let all = index.treatments(&case.key).unwrap_or_default();
    let mut told: Vec<CardTreatment> = all
        .into_iter()
        .filter(|one| match (&one.date, as_of) {
            (Some(date), Some(as_of)) => date.as_str() <= as_of,
            (None, Some(_)) => false,
            _ => true,
        })
        .map(|one| CardTreatment {
            kind: one.kind,
            by: one.by,
            date: one.date,
            evidence: one.evidence,
        })
        .collect();
    told.sort_by(|a, b| (&a.date, weight(b.kind)).cmp(&(&b.date, weight(a.kind))));
    told
}

/// What a kind means for whoever relies on the case.
fn weight(kind: TreatmentKind) -> CitationOutcome {
    match kind {
        TreatmentKind::Overruled | TreatmentKind::Reversed => CitationOutcome::Failed,
        TreatmentKind::NotFollowed
        | TreatmentKind::Questioned
        | TreatmentKind::Varied
        | TreatmentKind::LeaveGranted => CitationOutcome::Unverified,
        _ => CitationOutcome::Verified,
    }
}

pub(super) fn good_law(
    known: Option<&KnownCase>,
    treatments: &[CardTreatment],
    as_of: Option<&str>,
    index: &dyn CaseIndex,
) -> CardLayer {
    let layer = CitationLayer::GoodLaw;
    let Some(case) = known else {
        let reason = "its treatment is not known";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    };
    let worst = treatments.iter().max_by_key(|one| weight(one.kind));
    match worst {
        Some(one) if weight(one.kind) != CitationOutcome::Verified => {
            let date = one
                .date
                .as_deref()
                .map(|date| format!(", {date}"))
                .unwrap_or_default();
            let reason = format!("{}: {}{date}", one.kind.word().replace('_', " "), one.by);
            answer(layer, weight(one.kind), reason, vec![one.evidence.clone()])
        }
        _ if index.knows_all_later(&case.key, as_of) => {
            let reason =
                "all later decisions that could speak against it are held, and none does";
            answer(layer, CitationOutcome::Verified, reason, Vec::new())
        }
        _ => {
            let reason = format!(
                "{} records nothing against it, and does not hold all later decisions",
                case.source
            );
            answer(layer, CitationOutcome::Unverified, reason, Vec::new())
        }
    }
}

/// The paragraph that shares most of the proposition's words. That words are shared proves nothing, so nobody is told so.
pub(super) fn proposition(
    words: &str,
    known: Option<&KnownCase>,
    index: &dyn CaseIndex,
) -> CardProposition {
    let nearest = known.and_then(|case| {
        let (text, paragraphs) = index.text(&case.key)?;
        let text = text.as_ref();
        let asked = telling(words);
        let best = paragraphs.iter().max_by_key(|one| {
            let held = telling(text.get(one.span.start..one.span.end).unwrap_or_default());
            (asked.intersection(&held).count(), std::cmp::Reverse(one.number))
        })?;
        Some(evidence(case, text, paragraphs, best.span.start..best.span.end))
    });
    let reason = if nearest.is_some() {
        "the nearest paragraph is shown; whether it supports the proposition is for a person to say"
    } else {
        "the decision's text is not at hand"
    };
    CardProposition {
        asked: words.to_owned(),
        outcome: CitationOutcome::Unverified,
        reason: reason.to_owned(),
        nearest,
    }
}

/// Words of some length, without their endings.
fn telling(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| 4 <= word.chars().count())
        .map(|word| word.to_lowercase().chars().take(6).collect())
        .collect()
}
