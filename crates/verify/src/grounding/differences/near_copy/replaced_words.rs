//! Words of a near copy that say something and stand in the place of others: another party, another thing.

use std::ops::Range;

use super::{
    super::{ComparedText, GroundingDifference},
    ChangedStretch, CopyComparison,
    changed_operators::is_same_bound,
    changed_values::{has_moved_number, is_value, names_own_number},
    written,
};
use crate::{
    gate::concept,
    grounding::{evidence_index::NOVEL, lexicon::LexicalClass},
};

/// Words of a stretch at most; what is longer is said in words of its own.
const LONGEST: usize = 6;
/// Stretches with replaced words at most.
const MOST: usize = 2;
/// Words that may stand in the place of as many others, or of one more or fewer; beyond that, they say it another way.
const LONGEST_WORDING: usize = 3;
/// First letters by which two words are forms of one.
const HEAD: usize = 5;
/// The same for words that do not stand in each other's place.
const LONG_HEAD: usize = 7;

/// Two parties that stand in each other's place: `The tenant shall pay the owner` for `The owner shall pay the tenant`.
pub(super) fn swapped_parties(compared: &CopyComparison<'_>) -> Option<GroundingDifference> {
    // Whole clauses changed places, each with its number.
    if has_moved_number(compared) {
        return None;
    }
    exchanged_stretches(compared).or_else(|| exchanged_actors(compared))
}

/// Who acts, where both sides have the same verb and the same words: the one before it is now the one after it.
fn exchanged_actors(compared: &CopyComparison<'_>) -> Option<GroundingDifference> {
    let CopyComparison { said, source, .. } = compared;
    if is_passive(compared) {
        return None;
    }
    let theirs = actors(source);
    actors(said).into_iter().find_map(|(at, verb)| {
        let id = said.ids[at];
        let mut same = theirs.iter().filter(|(_, other)| *other == verb);
        let (other, _) = same.next().filter(|_| same.next().is_none())?;
        let other_id = source.ids[*other];
        let as_often = |id: u32| 0 < times(said, id) && times(said, id) == times(source, id);
        (id != other_id && as_often(id) && as_often(other_id)).then(|| {
            GroundingDifference::Party {
                said: said.said(at, at),
                nearest: source.said(*other, *other),
                is_swapped: true,
                span: said.span(at, at),
            }
        })
    })
}

/// Words right before a modal, each with the number of the verb right after it.
fn actors(side: &ComparedText<'_>) -> Vec<(usize, u32)> {
    let reading = side.reading();
    let modals = (1..side.words.len().saturating_sub(1)).filter(|at| reading.is_auxiliary(*at));
    modals
        .filter(|at| is_content(side, at - 1) && is_content(side, at + 1))
        // Of several who act together the order says nothing.
        .filter(|at| !(at.saturating_sub(LISTED)..*at).any(|near| is_joint(side, near)))
        .map(|at| (at - 1, side.ids[at + 1]))
        .filter(|(_, verb)| *verb != NOVEL)
        .collect()
}

/// Words before a modal in which an `and` joins those who act.
const LISTED: usize = 4;

fn is_joint(side: &ComparedText<'_>, at: usize) -> bool {
    let reading = side.reading();
    reading.is_conjunction(at) || reading.is_alternative(at)
}

fn exchanged_stretches(compared: &CopyComparison<'_>) -> Option<GroundingDifference> {
    let CopyComparison { said, source, as_laid, .. } = compared;
    let told: Vec<(&ChangedStretch, Vec<u32>, Vec<u32>)> = as_laid
        .changed
        .iter()
        .map(|stretch| {
            let theirs = content(source, &stretch.source);
            (stretch, theirs, content(said, &stretch.said))
        })
        .collect();
    for (at, (one, theirs, ours)) in told.iter().enumerate() {
        let other = told[at + 1..].iter().find(|(other, their_other, our_other)| {
            let exchanged = theirs == our_other && ours == their_other;
            exchanged
                && (!theirs.is_empty() && !ours.is_empty()
                    || passes_over(compared, one, other)
                    || passes_over(compared, other, one))
        });
        let Some((other, ..)) = other else { continue };
        if is_passive(compared)
            || are_listed(source, &(one.source.end..other.source.start))
            || are_verbs_of_one(source, &one.source, &other.source)
        {
            continue;
        }
        return Some(GroundingDifference::Party {
            said: written(said, &one.said),
            nearest: written(source, &one.source),
            is_swapped: true,
            span: compared.said_span(one),
        });
    }
    None
}

/// Whether a word was taken from before one noun and put before the same noun elsewhere: `The fund manager … the manager`
/// made `The manager … the fund manager`.
fn passes_over(
    compared: &CopyComparison<'_>,
    from: &ChangedStretch,
    to: &ChangedStretch,
) -> bool {
    let CopyComparison { said, source, .. } = compared;
    let theirs = source.ids.get(from.source.end);
    !content(source, &from.source).is_empty()
        && theirs.is_some_and(|id| *id != NOVEL && said.ids.get(to.said.end) == Some(id))
        && is_content(source, from.source.end)
}

/// Whether one side names with a `by` who acts, and the other does not: who is first there acts no longer.
fn is_passive(compared: &CopyComparison<'_>) -> bool {
    let agents = |side: &ComparedText<'_>| {
        let reading = side.reading();
        (0..side.words.len()).filter(|at| reading.names_agent(*at)).count()
    };
    agents(&compared.said) != agents(&compared.source)
}

/// Whether nothing but an `and`, an `or` and articles parts two stretches: their order says nothing.
fn are_listed(side: &ComparedText<'_>, between: &Range<usize>) -> bool {
    let reading = side.reading();
    between.clone().any(|at| is_joint(side, at))
        && between
            .clone()
            .all(|at| is_joint(side, at) || reading.is_determiner(at))
}

/// Whether two stretches are verbs of the same pronoun: `you get … you receive`. They name nobody.
fn are_verbs_of_one(side: &ComparedText<'_>, one: &Range<usize>, other: &Range<usize>) -> bool {
    let subject = |words: &Range<usize>| {
        let before = words.start.checked_sub(1)?;
        side.reading().is_pronoun(before).then(|| side.ids[before])
    };
    subject(one).is_some() && subject(one) == subject(other)
}

/// A word in the place of another that is no form of it and no other word for it.
pub(super) fn replaced(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let CopyComparison { said, source, beside, .. } = compared;
    let short = stretch.said.len() <= LONGEST && stretch.source.len() <= LONGEST;
    let both = |one: &&ChangedStretch| {
        !content(source, &one.source).is_empty() && !content(said, &one.said).is_empty()
    };
    let replaced = beside.changed.iter().filter(both).count();
    let few = replaced <= MOST;
    // `Under Article 33` for `In this case`: what names the source is no word of it.
    let names_source = stretch.said.clone().any(|at| is_value(said, at))
        || stretch.said.start == 0 && names_own_number(compared, stretch.said.end);
    if !short
        || !few
        || names_source
        || !both(&stretch)
        || both_mean_everyone(compared, stretch)
        || is_same_bound(compared, stretch)
    {
        return None;
    }
    let new = |at: &usize| {
        is_content(said, *at)
            && !said.reading().is_stand_in(*at)
            && !is_said_there(compared, stretch, *at)
    };
    let at = stretch.said.clone().find(new)?;
    let lost = |at: &usize| {
        let id = source.ids[*at];
        is_content(source, *at) && times(said, id) < times(source, id)
    };
    stretch.source.clone().find(lost)?;
    let (ours, theirs) = (written(said, &stretch.said), written(source, &stretch.source));
    let span = compared.said_span(stretch);
    if let Some(other) = other_measure(compared, stretch) {
        return Some(other);
    }
    Some(if is_party(source, &stretch.source) || is_party(said, &stretch.said) {
        GroundingDifference::Party {
            said: ours,
            nearest: theirs,
            is_swapped: false,
            span,
        }
    } else if replaced == 1 && are_of_a_size(compared, stretch) {
        let span = said.span(at, at);
        GroundingDifference::Wording { said: ours, nearest: theirs, span }
    } else {
        return None;
    })
}

/// Words from a number to its unit, at most.
const TO_UNIT: usize = 3;

/// Another month, or another unit of the same number: neither is a party, nor any word.
fn other_measure(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let CopyComparison { said, source, .. } = compared;
    let month = |side: &ComparedText<'_>, words: &Range<usize>| {
        let named = side.reading().months().into_iter();
        named.map(|(at, _)| at).find(|at| words.contains(at))
    };
    if let Some((ours, theirs)) = month(said, &stretch.said).zip(month(source, &stretch.source))
    {
        return Some(GroundingDifference::Date {
            said: said.said(ours, ours),
            nearest: Some(source.said(theirs, theirs)),
            span: said.span(ours, ours),
        });
    }
    let measured = |side: &ComparedText<'_>, words: &Range<usize>| {
        let reading = side.reading();
        let unit = words.clone().find(|at| reading.unit_at(*at).is_some())?;
        let near = unit.saturating_sub(TO_UNIT)..unit;
        let number = near.rev().find(|at| reading.number_at(*at).is_some())?;
        Some((number, unit))
    };
    let (ours, theirs) = (measured(said, &stretch.said)?, measured(source, &stretch.source)?);
    Some(GroundingDifference::Number {
        said: said.said(ours.0, ours.1),
        nearest: Some(source.said(theirs.0, theirs.1)),
        span: said.span(ours.0, ours.1),
    })
}

/// Whether a few words stand in the place of as many, so that one is told for the other: `revised rate` for `first rate`,
/// not `thinks` for `is of the opinion that`, nor `saying so` for `stating that purpose`.
fn are_of_a_size(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> bool {
    let (ours, theirs) = (stretch.said.len(), stretch.source.len());
    let says = content(&compared.said, &stretch.said).len();
    ours.max(theirs) <= LONGEST_WORDING
        && ours.abs_diff(theirs) <= 1
        && says == content(&compared.source, &stretch.source).len()
}

/// Whether both sides begin with words for whoever it may be: `Nobody may` for `No person shall`.
fn both_mean_everyone(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> bool {
    let is_everyone = |side: &ComparedText<'_>, words: &Range<usize>| {
        let length = side.reading().everyone_at(words.start);
        length.is_some_and(|length| {
            (words.start + length..words.end).all(|at| !is_content(side, at))
        })
    };
    is_everyone(&compared.said, &stretch.said) && is_everyone(&compared.source, &stretch.source)
}

/// Whether the source has a word as often: elsewhere in this sentence, in another form, or as another word for the same
/// thing.
fn is_said_there(compared: &CopyComparison<'_>, stretch: &ChangedStretch, at: usize) -> bool {
    let CopyComparison { said, source, .. } = compared;
    let id = said.ids[at];
    if id != NOVEL && times(said, id) <= times(source, id) {
        return true;
    }
    let ours = &said.tokens[at].lower;
    source
        .tokens
        .iter()
        .zip(source.ids)
        .enumerate()
        .any(|(place, (token, other))| {
            let theirs = &token.lower;
            let concepts = concept(ours).zip(concept(theirs));
            // `claimant` is no form of a `claim` that stands elsewhere.
            let is_here = stretch.source.contains(&place);
            let head = if is_here { HEAD } else { LONG_HEAD };
            let is_synonym =
                || is_here && concepts.is_some_and(|(ours, theirs)| ours == theirs);
            *other != id && (is_akin(ours, theirs, head) || is_synonym())
        })
}

/// How often a word stands in a sentence.
fn times(side: &ComparedText<'_>, id: u32) -> usize {
    side.ids.iter().filter(|other| **other == id).count()
}

fn is_akin(one: &str, other: &str, letters: usize) -> bool {
    let head = |word: &str| word.chars().take(letters).collect::<String>();
    letters <= one.chars().count() && head(one) == head(other)
}

/// Whether words are somebody who acts: a name, or what stands right before a modal or after a `by`.
fn is_party(side: &ComparedText<'_>, words: &Range<usize>) -> bool {
    let reading = side.reading();
    let is_named = |at: usize| side.tokens[at].name;
    reading.is_auxiliary(words.end)
        || words.clone().any(is_named)
        || (words.start.saturating_sub(2)..words.start).any(|at| reading.names_agent(at))
}

fn content(side: &ComparedText<'_>, words: &Range<usize>) -> Vec<u32> {
    words
        .clone()
        .filter(|at| is_content(side, *at))
        .map(|at| side.ids[at])
        .collect()
}

fn is_content(side: &ComparedText<'_>, at: usize) -> bool {
    side.tokens[at].sort == LexicalClass::Content && !side.reading().is_deontic(at)
}
