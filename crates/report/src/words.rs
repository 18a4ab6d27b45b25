//! The report's own words: what results, confidence and reasons mean to a reader.

use jurat_compose::{Report, ReportResult};
use jurat_model::{
    Confidence, ConflictOver, ExtractionConfidence, RejectionReason, SourceType, Statement,
};

pub(crate) const DISCLAIMER: &str = "This report repeats and orders what the provided sources \
    say. It is no legal advice, it does not say whether a source is still in force, and it cannot \
    show that no other rule applies. A qualified person should read the sources before anyone \
    acts on it.";

pub(crate) const VERIFY: &str = "Every quote can be checked again without network or model: the \
    command re-reads each quote at its place in its source, each mark in each statement, and \
    makes this file anew from the report.";

pub(crate) const ABSENCE: &str =
    "That something is absent from the sources is recorded, not proved.";

pub(crate) const PLACEHOLDERS: &str =
    "These texts only stand in for others; they are no evidence.";

pub(crate) const FLAGGED: &str =
    "These words tried to steer the reader of the source. They were not obeyed.";

/// What stands below the command that verifies.
pub(crate) fn how_to_verify(report: &Report) -> Vec<&'static str> {
    match report.result {
        ReportResult::Answered => vec![VERIFY],
        _ => vec![VERIFY, ABSENCE],
    }
}

/// A sentence and its end, so that marks can stand between them. Verbatim words end as they do.
pub(crate) fn split_end(statement: &Statement) -> (&str, &str) {
    let sentence = statement.text.as_str();
    match sentence.strip_suffix(['.', '!', '?']) {
        Some(words) => (words, &sentence[words.len()..]),
        None if statement.quote.is_some() => (sentence, ""),
        None => (sentence, "."),
    }
}

pub(crate) const fn used(in_answer: bool) -> &'static str {
    if in_answer { "used in the answer" } else { "not used in the answer" }
}

/// What the review of the answer found, a line each, with its code.
pub(crate) fn review(report: &Report) -> Vec<String> {
    let issues = report.review.iter().flat_map(|review| &review.issues);
    let line = |issue: &jurat_model::Issue| {
        let place = issue.statement.map(|n| format!("Statement {n}: "));
        format!("{}{} ({})", place.unwrap_or_default(), issue.message, issue.code)
    };
    issues.map(line).collect()
}

pub(crate) const fn result(result: ReportResult) -> &'static str {
    match result {
        ReportResult::Answered => "Answered",
        ReportResult::Closest => "Closest provisions",
        ReportResult::NoAuthoritativeEvidence => "No authoritative evidence",
        ReportResult::Refused => "No answer given",
    }
}

/// How well the answer is grounded, and what that means.
pub(crate) const fn grounding(confidence: Confidence) -> (&'static str, &'static str) {
    match confidence {
        Confidence::High => ("high", "five or more verified requirements"),
        Confidence::Medium => ("medium", "two to four verified requirements"),
        Confidence::Low => ("low", "one verified requirement"),
        Confidence::Insufficient => ("insufficient", "no verified requirement"),
    }
}

/// How sure the extracts in use are, and what that means.
pub(crate) const fn composition(
    confidence: ExtractionConfidence,
) -> (&'static str, &'static str) {
    match confidence {
        ExtractionConfidence::High => {
            ("high", "every statement rests on an explicit rule in one whole sentence")
        }
        ExtractionConfidence::Medium => (
            "medium",
            "some statement rests on an implicit rule, or on words put together or cut",
        ),
        ExtractionConfidence::Low => {
            ("low", "some statement rests on words that point elsewhere, to a place not found")
        }
    }
}

pub(crate) const fn extraction(confidence: ExtractionConfidence) -> &'static str {
    match confidence {
        ExtractionConfidence::High => "high",
        ExtractionConfidence::Medium => "medium",
        ExtractionConfidence::Low => "low",
    }
}

pub(crate) const fn sort(source_type: SourceType) -> &'static str {
    match source_type {
        SourceType::Statute => "Statute",
        SourceType::Policy => "Policy",
    }
}

pub(crate) const fn reason(reason: Option<RejectionReason>) -> &'static str {
    match reason {
        Some(RejectionReason::DoesNotAddressQuestion) => "does not address the question",
        Some(RejectionReason::RequiresInference) => "requires inference",
        Some(RejectionReason::IncompleteQuote) => "incomplete quote",
        None => "not given",
    }
}

pub(crate) const fn over(over: ConflictOver) -> &'static str {
    match over {
        ConflictOver::Modality => "One demands or allows what the other forbids",
        ConflictOver::Number => "They give different numbers",
    }
}

/// `bytes 120–180, 240–300`
pub(crate) fn place(ranges: &[jurat_model::Span]) -> String {
    let ranges: Vec<String> = ranges
        .iter()
        .map(|span| format!("{}–{}", span.start, span.end))
        .collect();
    format!("bytes {}", ranges.join(", "))
}

/// The place that a statement in a provision's very words stands at; nothing for others.
pub(crate) fn place_of<'a>(statement: &Statement, report: &'a Report) -> Option<&'a str> {
    let first = statement.marks.first().filter(|_| statement.quote.is_some())?;
    let mut used = report.requirements.iter().map(|one| &one.requirement);
    let one = used.find(|one| one.requirement_id == *first)?;
    Some(one.document_id.as_str())
}

/// How likely the best provision answers; nothing where that was not estimated.
pub(crate) fn likely(report: &Report) -> Option<f64> {
    let used = report.requirements.iter().filter_map(|one| one.probability);
    let near = report.rejected.iter().filter_map(|one| one.probability);
    // What an answer does not rest on says nothing of how sure it is.
    used.reduce(f64::max).or_else(|| near.reduce(f64::max))
}

/// A probability in words, with a small bar.
pub(crate) fn percent(probability: f64) -> String {
    const CELLS: f64 = 10.0;
    let full = (probability * CELLS).round();
    let cell = |at: i32| if f64::from(at) < full { '█' } else { '░' };
    let bar: String = (0..10).map(cell).collect();
    format!("about {:.0} % {bar}", 100.0 * probability)
}

pub(crate) const CLOSEST: &str = "Closest provisions that the answer does not rest on, the likeliest first, each with the reason.";

/// What the words that the answer rests on are called.
pub(crate) fn evidence(report: &Report) -> &'static str {
    if likely(report).is_some() { "Provisions" } else { "Requirements" }
}

/// The head of a provision that is only listed.
pub(crate) fn in_short(quote: &str) -> String {
    const SHORT: usize = 160;
    match quote.char_indices().nth(SHORT) {
        Some((at, _)) => format!("{} …", quote[..at].trim_end()),
        None => quote.to_owned(),
    }
}

/// One line about how the evidence came about.
pub(crate) fn counts(report: &Report) -> String {
    let trail = &report.audit_trail.evidence_audit_trail;
    format!(
        "{} passages retrieved, {} {} extracted, {} verified, {} rejected",
        trail.total_chunks_retrieved,
        trail.total_requirements_extracted,
        evidence(report).to_lowercase(),
        trail.total_requirements_verified,
        report.rejected.len(),
    )
}
