//! Whether a requirement is what its source says, to the byte, with nothing hidden.

use std::ops::Range;

use jurat_canon::Hash;
use jurat_model::{NormModality, RejectionReason, Requirement, SourceExhibit};
use jurat_text::{
    anchor::hidden,
    elision::QuotedText,
    sentence_reading::{DeonticForce, SentenceReading},
    sentences::sentences_to,
};

use super::{
    GateRejection,
    gate_tokens::{gate_words, language},
};

/// An exhibit with the hash that its text has.
pub(super) struct HashedExhibit<'a> {
    pub(super) exhibit: &'a SourceExhibit,
    hash: Hash,
    pub(super) quoted: QuotedText<'a>,
}

pub(super) struct HashedExhibits<'a>(Vec<HashedExhibit<'a>>);

impl<'a> HashedExhibits<'a> {
    pub(super) fn of(exhibits: &'a [SourceExhibit]) -> Self {
        let hashed = exhibits.iter().map(|exhibit| HashedExhibit {
            exhibit,
            hash: Hash::of(exhibit.text.as_bytes()),
            quoted: QuotedText::new(&exhibit.text),
        });
        Self(hashed.collect())
    }

    /// Every exhibit with the hash of its text, in order.
    pub(super) fn hashed(&self) -> impl Iterator<Item = (&'a SourceExhibit, Hash)> {
        self.0.iter().map(|one| (one.exhibit, one.hash))
    }

    fn find(&self, rendition: Hash) -> Option<(&HashedExhibit<'a>, bool)> {
        // Of two with one name, the whole one is meant.
        let mut named = self.0.iter().filter(|one| one.exhibit.rendition == rendition);
        let first = named.clone().next()?;
        let whole = named.find(|one| one.hash == rendition);
        Some(whole.map_or((first, false), |whole| (whole, true)))
    }
}

/// The exhibit that a requirement stands in, where it says nothing else than its quote and the
/// quote hides nothing.
pub(super) fn check<'t, 'a>(
    requirement: &Requirement,
    texts: &'t HashedExhibits<'a>,
) -> Result<&'t HashedExhibit<'a>, GateRejection> {
    let found = stands(requirement, texts)?;
    match left_out(requirement, &found.exhibit.text) {
        Some(word) if word.is_empty() => {
            Err(inference("Too much is left out between its parts to see what they mean."))
        }
        Some(word) => {
            Err(inference(&format!("It leaves out `{word}`, on which its meaning depends.")))
        }
        None => Ok(found),
    }
}

/// The exhibit that a requirement stands in, where it says nothing else than its quote.
pub(super) fn stands<'t, 'a>(
    requirement: &Requirement,
    texts: &'t HashedExhibits<'a>,
) -> Result<&'t HashedExhibit<'a>, GateRejection> {
    let quote = &requirement.quote;
    let Some((found, whole)) = texts.find(quote.rendition) else {
        return Err(inference("The text that is quoted is not among the sources."));
    };
    if !whole || !quote.holds(&found.exhibit.text) {
        return Err(inference("The words do not stand at the place that is given."));
    }
    if requirement.exact_quote != quote.text {
        return Err(inference("The requirement is not the quote."));
    }
    if requirement.requirement_id.source_type != requirement.source_type {
        return Err(inference("The id names another sort of source."));
    }
    Ok(found)
}

/// Whether the words say what the requirement claims that they do.
pub(super) fn says_so(
    requirement: &Requirement,
    reading: SentenceReading<'_>,
) -> Result<(), GateRejection> {
    if says(reading, requirement.modality) {
        return Ok(());
    }
    let needed = needed(requirement.modality);
    Err(inference(&format!("It is given as {needed}.")))
}

fn says(reading: SentenceReading<'_>, claimed: NormModality) -> bool {
    let marks = reading.modals();
    let has = |force| marks.iter().any(|mark| mark.force == force);
    // `may … only` forbids everything else, and so demands.
    let restricts = || reading.restricts() && !marks.is_empty();
    match claimed {
        NormModality::Obligation => has(DeonticForce::Obligation) || restricts(),
        NormModality::Prohibition => has(DeonticForce::Prohibition) || restricts(),
        NormModality::Permission => has(DeonticForce::Permission),
        NormModality::Condition => {
            !marks.is_empty()
                || (0..reading.words().len()).any(|at| reading.begins_condition(at))
        }
        // Labels of provisions, which are no claims on their words.
        _ => true,
    }
}

/// What a claimed modality needs, for people.
const fn needed(claimed: NormModality) -> &'static str {
    match claimed {
        NormModality::Obligation => "an obligation, but no word of it demands anything",
        NormModality::Prohibition => "a prohibition, but no word of it forbids anything",
        NormModality::Permission => "a permission, but no word of it allows anything",
        NormModality::Condition => "a condition, but no word of it limits anything",
        _ => "something that its words do not say",
    }
}

fn inference(rationale: &str) -> GateRejection {
    GateRejection {
        reason: RejectionReason::RequiresInference,
        rationale: rationale.to_owned(),
    }
}

/// A negation, a condition or an exception that the quote leaves out: in its gaps, right at its
/// edges, or in the rest of its first or last sentence.
fn left_out(requirement: &Requirement, text: &str) -> Option<String> {
    let ranges: Vec<Range<usize>> =
        requirement.quote.ranges.iter().map(|span| span.range()).collect();
    if let Some(hidden) = hidden(text, &ranges).into_iter().next() {
        return Some(hidden.word);
    }
    let (first, last) = (ranges.first()?, ranges.last()?);
    let code = requirement.language.as_str();
    let head = around(text, first.start).start..first.start;
    let tail = last.end..around(text, last.end.saturating_sub(1)).end;
    condition_before(text, head, code).or_else(|| condition_after(text, tail, code))
}

/// Bytes on either side in which a sentence's ends are looked for.
const MARGIN: usize = 4000;

/// The sentence that a byte stands in.
fn around(text: &str, at: usize) -> Range<usize> {
    let low = text.floor_char_boundary(at.saturating_sub(MARGIN));
    let high = text.ceil_char_boundary(at.saturating_add(MARGIN).min(text.len()));
    let found = sentences_to(&text[low..high], at - low);
    let index = found.partition_point(|one| low + one.range.start <= at);
    match index.checked_sub(1).map(|index| &found[index].range) {
        Some(range) if at < low + range.end => low + range.start..low + range.end,
        _ => at..at,
    }
}

/// A condition in what comes before, which no norm of its own has used up.
fn condition_before(text: &str, range: Range<usize>, code: &str) -> Option<String> {
    let part = text.get(range)?;
    let words = gate_words(part, language(code));
    let reading = SentenceReading::new(part, &words, language(code));
    let used = reading.modals().last().map_or(0, |mark| mark.at + 1);
    first_condition(reading, used..words.len())
}

/// A condition in what comes after, before the next norm begins.
fn condition_after(text: &str, range: Range<usize>, code: &str) -> Option<String> {
    let part = text.get(range)?;
    let part = part.split([';', ':']).next()?;
    let words = gate_words(part, language(code));
    let reading = SentenceReading::new(part, &words, language(code));
    let next = reading.modals().first().map_or(words.len(), |mark| mark.at);
    first_condition(reading, 0..next)
}

/// The words that the first condition among some begins with.
fn first_condition(reading: SentenceReading<'_>, mut among: Range<usize>) -> Option<String> {
    among.find_map(|at| {
        let words = reading.words().get(at..at + reading.condition_at(at)?)?;
        let words: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
        Some(words.join(" "))
    })
}
