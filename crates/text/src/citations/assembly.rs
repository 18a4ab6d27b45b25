//! From what matchers found to citations: names, pinpoints, parallel citations, impossible years.

use std::{collections::BTreeSet, ops::Range};

use memchr::memmem;

use super::{
    Citation, CitationKind, CitationMatch, CitationOptions, ImpossibleYear, StyleOfCause,
    cursor::{byte, closes, digits, opens, squeezed, word_start, words},
    pinpoint, style_of_cause,
};

crate::word_lists! {
    "assembly" [en];

    /// Parties that are too common to stand for one decision.
    static COMMON as written;
}

/// Builds citations; each pinpoint comes after the one it belongs to.
pub(super) fn assemble(
    text: &[u8],
    found: Vec<CitationMatch>,
    extraction: CitationOptions,
) -> Vec<Citation> {
    let mut all: Vec<Citation> = Vec::with_capacity(found.len());
    let mut last = PrecedingCitation { end: 0, decision: false };
    let mut group = 0;
    let starts: Vec<usize> = found.iter().map(|found| found.start).collect();
    for (index, found) in found.into_iter().enumerate() {
        let decision = found.kind.is_decision();
        let parallel = decision && last.decision && beside(text, last.end, found.start);
        if index != 0 && !parallel {
            group += 1;
        }
        let name = if parallel || !decision {
            found.title.clone()
        } else {
            style_of_cause::ending(text, found.start, last.end)
        };
        let next = starts.get(index + 1).copied().unwrap_or(text.len());
        let pin = decision.then(|| pinpoint::at(text, found.end)).flatten();
        let pin = pin.filter(|pin| pin.end <= next && !is_year(&pin.numbers));
        let within = pin.as_ref().map(|pin| pin.numbers.clone());
        last = PrecedingCitation {
            end: pin.as_ref().map_or(found.end, |pin| pin.end),
            decision,
        };
        all.push(citation(text, found, name, within, group, extraction));
        if let Some(pin) = pin {
            all.push(pinned(pin, group));
        }
    }
    by_name(text, &mut all, group + 1);
    all
}

struct PrecedingCitation {
    end: usize,
    decision: bool,
}

fn is_year(numbers: &str) -> bool {
    numbers.len() == 4 && ("1800".."2100").contains(&numbers)
}

/// Whether nothing but a comma and a gap lies between: then both cite one decision.
fn beside(text: &[u8], end: usize, start: usize) -> bool {
    let between = words(text, end, start);
    between.len() < 24 && squeezed(between).chars().all(|c| matches!(c, ',' | '=' | ' ' | '('))
}

fn citation(
    text: &[u8],
    found: CitationMatch,
    name: Option<Range<usize>>,
    pinpoint: Option<String>,
    group: usize,
    extraction: CitationOptions,
) -> Citation {
    let impossible = impossible(&found, extraction);
    let (span, whole) = spans(text, &found);
    Citation {
        span,
        whole,
        kind: found.kind,
        normal: found.normal,
        court: found.court.map(|court| court.key.into_owned()),
        year: found.year,
        name: name.map(|span| StyleOfCause {
            text: squeezed(words(text, span.start, span.end)),
            span,
        }),
        pinpoint,
        group,
        impossible,
    }
}

/// The span of the authority, and the one with the place in it.
fn spans(text: &[u8], found: &CitationMatch) -> (Range<usize>, Range<usize>) {
    let Some(head) = found.head.clone() else {
        return (found.start..found.end, found.start..found.end);
    };
    let whole = found.start.min(head.start)..found.end.max(head.end);
    let alone = found.kind == CitationKind::Statute && head.start != found.start;
    if alone && is_line(text, &whole) { (whole.clone(), whole) } else { (head, whole) }
}

/// Whether a line holds these bytes and no others: an entry of a list, or a citation by itself.
fn is_line(text: &[u8], part: &Range<usize>) -> bool {
    let before = text.get(..part.start).unwrap_or_default().iter().rev();
    let after = text.get(part.end..).unwrap_or_default().iter();
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
    let before = before.take(64).find(|byte| !blank(byte));
    let after = after.take(64).find(|byte| !blank(byte));
    before.is_none_or(|byte| *byte == b'\n') && after.is_none_or(|byte| *byte == b'\n')
}

fn pinned(pin: pinpoint::PinpointMatch, group: usize) -> Citation {
    Citation {
        span: pin.start..pin.end,
        whole: pin.start..pin.end,
        kind: CitationKind::Pinpoint,
        normal: vec![pin.numbers.clone()],
        court: None,
        year: None,
        name: None,
        pinpoint: Some(pin.numbers),
        group,
        impossible: None,
    }
}

fn impossible(found: &CitationMatch, extraction: CitationOptions) -> Option<ImpossibleYear> {
    let year = found.year?;
    if let Some(now) = extraction.now.filter(|now| *now < year) {
        return Some(ImpossibleYear::Future { now });
    }
    let court = found.court.as_ref()?;
    if year < court.first {
        return Some(ImpossibleYear::BeforeCourt {
            court: court.key.clone().into_owned(),
            first: court.first,
        });
    }
    let last = court.last.filter(|last| *last < year)?;
    Some(ImpossibleYear::AfterCourt { court: court.key.clone().into_owned(), last })
}

/// `Amick at 795`: a party of a decision cited before, and a page.
fn by_name(text: &[u8], all: &mut Vec<Citation>, first_group: usize) {
    let mut parties: BTreeSet<&str> = BTreeSet::new();
    let mut from = usize::MAX;
    for name in all.iter().filter_map(|citation| citation.name.as_ref()) {
        from = from.min(name.span.end);
        parties.extend(parties_of(words(text, name.span.start, name.span.end)));
    }
    if parties.is_empty() {
        return;
    }
    let mut more: Vec<Citation> = Vec::new();
    for hit in memmem::find_iter(text.get(from..).unwrap_or_default(), b" at ") {
        let (end_of_name, number) = (from + hit, from + hit + 4);
        let end = digits(text, number);
        let start = word_start(text, end_of_name);
        let party = parties.contains(words(text, start, end_of_name));
        if number < end && end - number <= 4 && closes(text, end) && party && opens(text, start)
        {
            let taken = all.partition_point(|citation| citation.span.end <= start);
            if all.get(taken).is_none_or(|next| end <= next.span.start) {
                more.push(reference(
                    start,
                    end,
                    words(text, number, end),
                    first_group + more.len(),
                ));
            }
        }
    }
    if !more.is_empty() {
        all.extend(more);
        all.sort_by_key(|citation| (citation.span.start, citation.span.end));
    }
}

/// The words by which a decision is called for short.
fn parties_of(name: &str) -> impl Iterator<Item = &str> {
    let sides = name.split(" v. ").flat_map(|side| side.split(" v ")).take(2);
    sides.filter_map(|side| {
        let first = side.split([' ', ',', '\n']).find(|word| !word.is_empty())?;
        let fits = 3 <= first.len()
            && byte(first.as_bytes(), 0).is_ascii_uppercase()
            && !COMMON.contains(first);
        fits.then_some(first)
    })
}

fn reference(start: usize, end: usize, page: &str, group: usize) -> Citation {
    Citation {
        span: start..end,
        whole: start..end,
        kind: CitationKind::Short,
        normal: Vec::new(),
        court: None,
        year: None,
        name: None,
        pinpoint: Some(page.to_owned()),
        group,
        impossible: None,
    }
}
