//! Where matchers are tried: at the words that only citations hold, and at every number.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::{
    CitationKind, CitationMatch, KnownCourts, act_title, authority_tables, cursor,
    number_context::NumberContext, number_matchers, short_form,
};

/// Words at which something may stand that has no number in it.
#[derive(Debug, Clone, Copy)]
enum CitationCueKind {
    /// The last word of an English title.
    Head,
    /// The first word of a French title.
    French,
    Title,
    Short,
    /// `ECLI:`
    Ecli,
}

struct CitationCueWords {
    find: AhoCorasick,
    sorts: Vec<CitationCueKind>,
}

static WORDS: LazyLock<Option<CitationCueWords>> = LazyLock::new(|| {
    let mut all: Vec<(String, CitationCueKind)> = Vec::new();
    let mut add = |sort: CitationCueKind, words: &[&str]| {
        all.extend(words.iter().map(|word| ((*word).to_owned(), sort)));
    };
    add(CitationCueKind::Head, &act_title::HEADS);
    add(CitationCueKind::French, act_title::FRENCH_HEADS);
    add(CitationCueKind::Short, short_form::SIGNALS);
    add(CitationCueKind::Ecli, &["ECLI:"]);
    let titles = authority_tables::INSTRUMENTS
        .keys()
        .filter(|name| act_title::stands_alone(name));
    all.extend(titles.map(|name| (name.clone(), CitationCueKind::Title)));
    let (patterns, sorts): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let find = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(patterns);
    Some(CitationCueWords { find: find.ok()?, sorts })
});

/// Everything found, in order of the text, without overlaps.
pub(super) fn find_cues(text: &[u8], courts: &KnownCourts) -> Vec<CitationMatch> {
    let (titles, shorts) = by_words(text);
    let numbers = by_numbers(text, &titles, courts);
    merged(text, numbers, titles, shorts)
}

/// Titles of instruments, then everything else that words lead to.
fn by_words(text: &[u8]) -> (Vec<CitationMatch>, Vec<CitationMatch>) {
    let (mut titles, mut others): (Vec<CitationMatch>, Vec<CitationMatch>) =
        (Vec::new(), Vec::new());
    let Some(words) = WORDS.as_ref() else { return (titles, others) };
    let mut floor = 0;
    for hit in words.find.find_iter(text) {
        if hit.start() < floor || !cursor::opens(text, hit.start()) {
            continue;
        }
        let found = match words.sorts.get(hit.pattern().as_usize()) {
            Some(CitationCueKind::Head) => {
                act_title::english(text, hit.start(), hit.end(), floor)
            }
            Some(CitationCueKind::French) => act_title::french(text, hit.start(), hit.end()),
            Some(CitationCueKind::Title) => act_title::whole(text, hit.start(), hit.end()),
            Some(CitationCueKind::Short) => {
                others.extend(short_form::at(text, hit.start(), hit.end()));
                None
            }
            Some(CitationCueKind::Ecli) => {
                others.extend(number_matchers::ecli(text, hit.start()));
                None
            }
            None => None,
        };
        if let Some(found) = found {
            floor = found.end;
            titles.push(found);
        }
    }
    (titles, others)
}

fn by_numbers(
    text: &[u8],
    titles: &[CitationMatch],
    courts: &KnownCourts,
) -> Vec<CitationMatch> {
    let (mut all, mut at, mut floor): (Vec<CitationMatch>, usize, usize) = (Vec::new(), 0, 0);
    let mut passed = 0;
    while at < text.len() {
        if !text[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = cursor::digits(text, at);
        while titles.get(passed).is_some_and(|title| title.end <= at) {
            passed += 1;
        }
        // A year within a title is the title's.
        let within = titles.get(passed).is_some_and(|title| title.start <= at);
        if floor <= at && !within {
            let place = NumberContext { text, at, end, floor, titles, passed, courts };
            if let Some(found) = number_matchers::at(&place) {
                // What a list has taken in is not read again.
                floor = found.further.last().map_or(found.end, |last| last.end);
                all.push(found);
            }
        }
        at = end;
    }
    all
}

/// Numbered citations win over what words alone found; a title within one is part of it.
fn merged(
    text: &[u8],
    numbers: Vec<CitationMatch>,
    titles: Vec<CitationMatch>,
    others: Vec<CitationMatch>,
) -> Vec<CitationMatch> {
    let taken: Vec<(usize, usize)> = numbers
        .iter()
        .map(|found| {
            let title = found.title.as_ref().map_or(found.start, |title| title.start);
            (title.min(found.start), found.end)
        })
        .collect();
    let free = |found: &CitationMatch| {
        let next = taken.partition_point(|(_, end)| *end <= found.start);
        taken.get(next).is_none_or(|(start, _)| found.end <= *start)
    };
    let mut all = without_strangers(text, numbers, &titles);
    all.extend(titles.into_iter().filter(|found| free(found)));
    // A short form may take in a page that looks like a number of its own; it comes first there.
    all.extend(
        others
            .into_iter()
            .filter(|found| found.kind == CitationKind::Short || free(found)),
    );
    all.sort_by_key(|found| (found.start, std::cmp::Reverse(found.end)));
    let mut kept: Vec<CitationMatch> = Vec::with_capacity(all.len());
    for found in all {
        if kept.last().is_none_or(|last| last.end <= found.start) {
            kept.push(found);
        }
    }
    kept
}

/// A bare section is of the instrument at hand; in a paragraph that names another instrument it
/// may be of that one, and is left out.
fn without_strangers(
    text: &[u8],
    numbers: Vec<CitationMatch>,
    titles: &[CitationMatch],
) -> Vec<CitationMatch> {
    let named: Vec<usize> = titles.iter().map(|title| title.start).collect();
    let other = |at: usize| {
        let next = named.partition_point(|title| *title < at);
        let after = named.get(next).is_some_and(|title| same_paragraph(text, at, *title));
        let before = next.checked_sub(1).and_then(|last| named.get(last));
        after || before.is_some_and(|title| same_paragraph(text, *title, at))
    };
    let mut kept = Vec::with_capacity(numbers.len());
    for mut found in numbers {
        if found.kind == CitationKind::Internal && other(found.start) {
            continue;
        }
        let further = std::mem::take(&mut found.further);
        kept.push(found);
        kept.extend(further);
    }
    kept
}

/// Whether two places are near and no empty line lies between them.
fn same_paragraph(text: &[u8], from: usize, to: usize) -> bool {
    to - from < 4000
        && text
            .get(from..to)
            .is_some_and(|part| memchr::memmem::find(part, b"\n\n").is_none())
}
