//! Quotes of a norm: verbatim, of 10 to 40 words, with everything that limits it.

use std::ops::Range;

use jurat_model::{ByteSpan, EvidenceUnit, Quote};
use jurat_text::{FoldedText, QuoteAnchor, anchor, deontic, sentences::SentenceKind};
use jurat_verify::elision::refusal;

use super::{
    drop_reason::DropReason,
    long_sentences::{self, WORDS, words_of},
    segmented_exhibit::SegmentedExhibit,
};

/// A quote, and how it came about.
#[derive(Debug)]
pub(super) struct ExtractedQuote {
    pub(super) quote: Quote,
    /// Whether it is one sentence as it stands.
    pub(super) whole: bool,
    /// Where the verb that binds begins, where it is one of several.
    pub(super) cue: Option<usize>,
}

/// Words that made no quote, and why.
#[derive(Debug)]
pub(super) struct FailedQuote {
    pub(super) words: String,
    pub(super) cause: DropReason,
}

/// The norm at a place that is to be quoted.
#[derive(Debug, Clone, Copy)]
pub(super) struct NormLocation<'a> {
    pub(super) at: usize,
    /// Bytes of the text at which verbs that bind begin; none where the lead-ins bind.
    pub(super) cues: &'a [usize],
}

/// The quotes of a norm.
pub(super) fn quotes(
    paper: &SegmentedExhibit<'_>,
    norm: NormLocation<'_>,
) -> Vec<Result<ExtractedQuote, FailedQuote>> {
    let text = paper.text();
    let leads = paper.lead_ins(norm.at);
    let bare = if leads.is_empty() { paper.bare(norm.at) } else { paper.item(norm.at) };
    let mut parts: Vec<Range<usize>> = leads.iter().map(|lead| paper.bare(*lead)).collect();
    parts.push(bare.clone());
    let tails = paper.tails(norm.at);
    if !tails.is_empty() {
        parts = long_sentences::joined(text, parts.into_iter().chain(tails).collect());
        let fits = WORDS.contains(&words_of(text, &parts));
        let limited = if fits {
            made(paper, &parts, false, norm.at)
        } else {
            Err(incomplete(text, &parts))
        };
        return vec![limited];
    }
    let count = words_of(text, &parts);
    if dangles(paper, norm.at) {
        return vec![Err(incomplete(text, &parts))];
    }
    if WORDS.contains(&count) {
        return vec![made(paper, &parts, leads.is_empty(), norm.at)];
    }
    if count < *WORDS.start() {
        let longer = extended(paper, norm.at, &parts);
        return vec![longer.map_or_else(
            || Err(incomplete(text, &parts)),
            |parts| made(paper, &parts, false, norm.at),
        )];
    }
    // An item that says all by itself needs no lead-in.
    let own = words_of(text, std::slice::from_ref(&bare));
    if !norm.cues.is_empty() && WORDS.contains(&own) {
        return vec![made(paper, &[bare], false, norm.at)];
    }
    if norm.cues.is_empty() {
        return vec![listed(paper, norm.at, &parts)];
    }
    let fitting = |(cue, ranges): (usize, Option<Vec<Range<usize>>>)| {
        let ranges = ranges.filter(|ranges| WORDS.contains(&words_of(text, ranges)));
        let ranges = ranges.ok_or_else(|| incomplete(text, &parts))?;
        let made = made(paper, &ranges, false, norm.at)?;
        Ok(ExtractedQuote { cue: Some(cue), ..made })
    };
    long_sentences::sentence(text, &bare, norm.cues)
        .into_iter()
        .map(fitting)
        .collect()
}

/// An item that is too long with its lead-ins: the item is cut behind, else asides are left out
/// of the lead-ins too.
fn listed(
    paper: &SegmentedExhibit<'_>,
    at: usize,
    parts: &[Range<usize>],
) -> Result<ExtractedQuote, FailedQuote> {
    let text = paper.text();
    let Some((item, leads)) = parts.split_last() else { return Err(incomplete(text, parts)) };
    let fits = |cut: &Vec<Range<usize>>| WORDS.contains(&words_of(text, cut));
    let loose = || {
        leads
            .iter()
            .flat_map(|lead| loosened(paper, lead))
            .collect::<Vec<_>>()
    };
    let cut = long_sentences::item(text, leads, item)
        .filter(fits)
        .or_else(|| long_sentences::item(text, &loose(), item).filter(fits));
    let cut = cut.ok_or_else(|| incomplete(text, parts))?;
    made(paper, &cut, false, at)
}

/// A lead-in without its asides.
fn loosened(paper: &SegmentedExhibit<'_>, lead: &Range<usize>) -> Vec<Range<usize>> {
    let words = &paper.text()[lead.clone()];
    let reading = deontic::read_demand(words, &[], paper.language_of(words));
    let cue = reading.cues.last().map(|cue| lead.start + cue.range.start);
    long_sentences::lead_in(paper.text(), lead, cue)
}

/// Whether a sentence breaks off: what leads into a list that was not found says nothing yet.
fn dangles(paper: &SegmentedExhibit<'_>, at: usize) -> bool {
    let words = &paper.text()[paper.item(at)];
    let last = words
        .rsplit(|c: char| c.is_whitespace() || c == '’')
        .next()
        .unwrap_or(words);
    let open = words.ends_with([':', ',', '—', '–']) || OPEN.contains(&last.to_lowercase());
    let ended = words.ends_with(['.', '!', '?', ';', ')', ']', '”', '"', '»', '…']);
    let sentence = paper.sentences()[at].kind == SentenceKind::Sentence;
    open || sentence && !ended && !paper.text()[paper.bare(at)].ends_with([';', '.'])
}

jurat_text::word_lists! {
    "norm_quotes" [en, fr, pt];

    /// Words that no sentence ends in.
    static OPEN;
}

/// Takes a quote and looks it up again as a stranger would.
fn made(
    paper: &SegmentedExhibit<'_>,
    parts: &[Range<usize>],
    whole: bool,
    at: usize,
) -> Result<ExtractedQuote, FailedQuote> {
    let text = paper.text();
    let spans: Vec<ByteSpan> = parts.iter().cloned().map(ByteSpan::from).collect();
    let Some(quote) = Quote::take(paper.exhibit.rendition, text, &spans) else {
        return Err(FailedQuote {
            words: shown(text, parts),
            cause: "not_found".into(),
        });
    };
    let found = anchor(&quote.text, &[FoldedText::new(window(paper, parts, at))], Some(0));
    let cause: DropReason = match found {
        QuoteAnchor::Found { .. } => match refusal(&quote, text, EvidenceUnit::Norm) {
            None => return Ok(ExtractedQuote { quote, whole, cue: None }),
            Some(refusal) => refusal.into(),
        },
        QuoteAnchor::GapHides { .. } => "gap_hides".into(),
        QuoteAnchor::TooShort => "too_short".into(),
        _ => "not_found".into(),
    };
    Err(FailedQuote { words: quote.text, cause })
}

/// The sentences that a quote is taken from, whole.
fn window<'a>(paper: &SegmentedExhibit<'a>, parts: &[Range<usize>], at: usize) -> &'a str {
    let first = paper.lead_ins(at).first().copied().unwrap_or(at);
    let own = paper.sentences()[first].range.start..paper.sentences()[at].range.end;
    let start = parts.first().map_or(own.start, |part| part.start.min(own.start));
    let end = parts.last().map_or(own.end, |part| part.end.max(own.end));
    &paper.text()[start..end]
}

/// A norm of few words together with its neighbours in the paragraph or in the list.
fn extended(
    paper: &SegmentedExhibit<'_>,
    at: usize,
    parts: &[Range<usize>],
) -> Option<Vec<Range<usize>>> {
    let (leads, own) = (&parts[..parts.len() - 1], parts.last()?);
    let mut stretch = own.clone();
    let (mut first, mut last) = (at, at);
    loop {
        let after = next_of(paper, last).filter(|next| !paper.leads(*next));
        let grown = after.map(|next| (next, stretch.start..paper.item(next).end));
        let before = before_of(paper, first);
        let fits = |range: &Range<usize>| {
            words_of(paper.text(), leads) + words_of(paper.text(), std::slice::from_ref(range))
                <= *WORDS.end()
        };
        if let Some((next, range)) = grown.filter(|(_, range)| fits(range)) {
            (last, stretch) = (next, range);
        } else if let Some((previous, range)) = before
            .map(|previous| (previous, paper.bare(previous).start..stretch.end))
            .filter(|(_, range)| fits(range))
        {
            (first, stretch) = (previous, range);
        } else {
            return None;
        }
        let mut parts = leads.to_vec();
        parts.push(stretch.clone());
        if WORDS.contains(&words_of(paper.text(), &parts)) {
            return Some(parts);
        }
    }
}

fn next_of(paper: &SegmentedExhibit<'_>, at: usize) -> Option<usize> {
    if paper.sentences()[at].lead_in.is_some() {
        return paper.beside(at).1.filter(|next| *next == at + 1);
    }
    Some(at + 1).filter(|next| paper.neighbours(at, *next))
}

fn before_of(paper: &SegmentedExhibit<'_>, at: usize) -> Option<usize> {
    if paper.sentences()[at].lead_in.is_some() {
        return paper
            .beside(at)
            .0
            .filter(|before| before + 1 == at && !paper.leads(*before));
    }
    at.checked_sub(1)
        .filter(|before| paper.neighbours(*before, at) && !paper.leads(*before))
}

fn incomplete(text: &str, parts: &[Range<usize>]) -> FailedQuote {
    FailedQuote {
        words: shown(text, parts),
        cause: "incomplete_quote".into(),
    }
}

/// Bytes of words that are shown of what was let go.
const SHOWN: usize = 400;

fn shown(text: &str, parts: &[Range<usize>]) -> String {
    let words: Vec<&str> = parts.iter().filter_map(|part| text.get(part.clone())).collect();
    let words = words.join(Quote::GAP);
    words[..words.floor_char_boundary(SHOWN.min(words.len()))].to_owned()
}
