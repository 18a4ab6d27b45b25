//! Words that a near copy turns on and that were made others: modals, negations, bounds, `and` and `or`.

use std::ops::Range;

use jurat_model::ByteSpan;
use jurat_text::sentence_reading::{BoundDirection, DeonticForce, ModalOccurrence};

use super::{
    super::{
        ComparedText, GroundingDifference, QualifierChange,
        anchored_facts::measured_facts::is_bounded_there,
    },
    ChangedStretch, CopyComparison, written,
};
use crate::grounding::lexicon::LexicalClass;

/// Words of a stretch beyond which it is a clause of its own, and not a word in the place of another.
const SHORT: usize = 4;
/// Words of who acts, before what is done.
const ACTOR: usize = 4;
/// Words from a negation to the verb that it denies, at most.
const CLAUSE: usize = 12;
/// Words of the longest phrase for a bound.
const BOUND: usize = 4;

pub(super) fn differ(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
    found: &mut Vec<GroundingDifference>,
) {
    if SHORT < stretch.source.len() || SHORT < stretch.said.len() {
        found.extend(modal_of_copied_verb(compared, stretch));
        return;
    }
    let operator = bound(compared, stretch)
        .or_else(|| modal(compared, stretch))
        .or_else(|| negation(compared, stretch))
        .or_else(|| conjunction(compared, stretch));
    found.extend(operator);
}

/// `at most` for `at least`, `before` for `after`; or a bound that was put in.
fn bound(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let (ours, theirs) =
        (bounds(&compared.said, &stretch.said), bounds(&compared.source, &stretch.source));
    let Some((_, words)) = ours.first() else { return other_side(compared, stretch) };
    let directions = |all: &[(BoundDirection, Range<usize>)]| -> Vec<BoundDirection> {
        all.iter().map(|(direction, _)| *direction).collect()
    };
    if directions(&ours) == directions(&theirs) {
        return None;
    }
    // `At least 20 days before` and `no later than 20 days before` are one.
    if is_bounded_there(&compared.said, words.start, &compared.source) {
        return None;
    }
    let counts = |at: usize| compared.said.reading().number_at(at).is_some();
    // What was put in must bear on something: a number right after it.
    if theirs.is_empty() && !(words.end..words.end + 2).any(counts) {
        return None;
    }
    let nearest = theirs.first().map_or_else(
        || around(&compared.source, &stretch.source),
        |(_, words)| written(&compared.source, words),
    );
    Some(GroundingDifference::Bound {
        said: written(&compared.said, words),
        nearest,
        span: compared.said.span(words.start, words.end - 1),
    })
}

/// Whether both sides of a stretch have the same bounds in other words.
fn has_same_bounds(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> bool {
    let ours = bounds(&compared.said, &stretch.said);
    let theirs = bounds(&compared.source, &stretch.source);
    let same = ours.iter().zip(&theirs).all(|(one, other)| one.0 == other.0);
    !ours.is_empty() && ours.len() == theirs.len() && same
}

/// Whether a stretch only bounds an amount as the source does, in other words.
pub(super) fn is_same_bound(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> bool {
    let ours = bounds(&compared.said, &stretch.said);
    ours.first().is_some_and(|(_, words)| {
        is_bounded_there(&compared.said, words.start, &compared.source)
    })
}

/// `over` for `under`, in a word's place: such words bound a number only where they do not lead to a provision, and so tell
/// nothing by themselves.
fn other_side(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let sides = |side: &ComparedText<'_>, words: &Range<usize>| {
        words.len() == 1 && side.reading().takes_side(words.start)
    };
    let is_turned =
        sides(&compared.said, &stretch.said) && sides(&compared.source, &stretch.source);
    is_turned.then(|| GroundingDifference::Bound {
        said: written(&compared.said, &stretch.said),
        nearest: written(&compared.source, &stretch.source),
        span: compared.said_span(stretch),
    })
}

/// The bounds of which a word stands in a stretch, and their words.
fn bounds(
    side: &ComparedText<'_>,
    stretch: &Range<usize>,
) -> Vec<(BoundDirection, Range<usize>)> {
    let reading = side.reading();
    let mut found = Vec::new();
    let mut at = stretch.start.saturating_sub(BOUND);
    while at < stretch.end {
        match reading.bound_at(at) {
            Some((direction, words)) => {
                if stretch.start < at + words {
                    found.push((direction, at..at + words));
                }
                at += words;
            }
            None => at += 1,
        }
    }
    found
}

/// A modal of another force, or one that allows put in or left out: what is so and what may be so are two things.
fn modal(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let within = |side: &ComparedText<'_>, words: &Range<usize>| -> Option<ModalOccurrence> {
        side.reading()
            .modals()
            .into_iter()
            .find(|one| words.contains(&one.at))
    };
    let ours = within(&compared.said, &stretch.said);
    let theirs = within(&compared.source, &stretch.source);
    let differs = match (ours, theirs) {
        (Some(ours), Some(theirs)) => ours.force != theirs.force,
        (Some(one), None) => one.force == DeonticForce::Permission && stretch.source.is_empty(),
        (None, Some(one)) => one.force == DeonticForce::Permission && stretch.said.is_empty(),
        (None, None) => false,
    };
    // `No ferry shall`, `a ferry may not`: what denies it may stand outside of the stretch.
    let forbids = |side: &ComparedText<'_>, words: &Range<usize>| {
        let reading = side.reading();
        let near = words.start.saturating_sub(ACTOR)..(words.end + 1).min(side.words.len());
        within(side, words).is_some_and(|one| one.force == DeonticForce::Prohibition)
            || near.into_iter().any(|at| reading.negates(at))
    };
    // `need not` is denied too, and allows.
    let allows = [ours, theirs]
        .into_iter()
        .flatten()
        .any(|one| one.force == DeonticForce::Permission);
    let both =
        forbids(&compared.said, &stretch.said) && forbids(&compared.source, &stretch.source);
    if both && !allows {
        return None;
    }
    // A modal that moved is the same one in another place; those of other forces are of other clauses.
    let mut modals = [ours, theirs].into_iter().flatten();
    let is_moved = modals.all(|one| {
        let changed = &compared.beside.changed;
        let ours = |at: usize| changed.iter().any(|all| all.said.contains(&at));
        let theirs = |at: usize| changed.iter().any(|all| all.source.contains(&at));
        times(&compared.said, one.force, ours) == times(&compared.source, one.force, theirs)
    });
    let is_changed = differs && !is_moved && !is_shortened(compared, stretch);
    is_changed.then(|| GroundingDifference::Modal {
        said: around(&compared.said, &stretch.said),
        nearest: around(&compared.source, &stretch.source),
        span: compared.said_span(stretch),
    })
}

/// How often a side has a modal of a force where it is not copied.
fn times(
    side: &ComparedText<'_>,
    force: DeonticForce,
    is_changed: impl Fn(usize) -> bool,
) -> usize {
    let modals = side.reading().modals().into_iter();
    modals.filter(|one| one.force == force && is_changed(one.at)).count()
}

/// Whether nothing was left out but `as may be` before a word that is copied: `such fees as may be prescribed`, `the fees
/// prescribed`.
fn is_shortened(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> bool {
    let (source, words) = (&compared.source, &stretch.source);
    let reading = source.reading();
    let is_bare =
        |at: usize| source.tokens[at].sort == LexicalClass::Stop || reading.is_auxiliary(at);
    let is_link = reading.subordinates(words.start);
    stretch.said.is_empty() && is_link && words.clone().all(is_bare)
}

/// Words from a modal to the verb that it bears on, where nothing stands between them but another verb: `must stop working`.
const GOVERNED: usize = 2;

/// Another force of what is done, where a clause was left out before it: `the party need not provide` for `in a suit, the
/// party must provide`; `can stay and keep working` for `can stay until dusk, but must stop working`.
fn modal_of_copied_verb(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let CopyComparison { said, source, beside, .. } = compared;
    let is_copied = beside.kept.contains(&(stretch.source.end, stretch.said.end));
    if !is_copied || source.tokens[stretch.source.end].sort != LexicalClass::Content {
        return None;
    }
    let governing = |side: &ComparedText<'_>, words: &Range<usize>| {
        let governs =
            |one: &ModalOccurrence| words.contains(&one.at) && words.end <= one.at + GOVERNED;
        side.reading().modals().into_iter().rev().find(governs)
    };
    let theirs = governing(source, &stretch.source)?;
    let ours = governing(said, &stretch.said).or_else(|| joined_modal(said, &stretch.said))?;
    (ours.force != theirs.force).then(|| GroundingDifference::Modal {
        said: written(said, &(ours.at..(stretch.said.end + 1).min(said.words.len()))),
        nearest: written(source, &(theirs.at..stretch.source.end + 1)),
        span: said.span(ours.at, stretch.said.end),
    })
}

/// The modal before a stretch that bears on it too, because nothing but an `and` parts the two.
fn joined_modal(side: &ComparedText<'_>, words: &Range<usize>) -> Option<ModalOccurrence> {
    let reading = side.reading();
    let is_joined = words.clone().any(|at| reading.is_conjunction(at));
    let has_own = reading.modals().into_iter().any(|one| words.contains(&one.at));
    let last = reading.modals().into_iter().rev().find(|one| one.at < words.start)?;
    let between = side.words[last.at].range.end..side.words[words.end - 1].range.end;
    let is_near =
        words.end - last.at <= CLAUSE && !side.text[between].contains([',', ';', ':', '.']);
    (is_joined && !has_own && is_near).then_some(last)
}

/// A negation put in, left out, or made of a `with`.
fn negation(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let (said, source) = (&compared.said, &compared.source);
    let replaced = !stretch.said.is_empty() && !stretch.source.is_empty();
    let is_same_bound = has_same_bounds(compared, stretch);
    let denies = |side: &ComparedText<'_>, words: &Range<usize>| {
        let reading = side.reading();
        let is_one = |at: usize| reading.negates(at) || replaced && reading.is_lacking(at);
        let inner = if is_same_bound { bounds(side, words) } else { Vec::new() };
        // The `not` of `not exceeding` is that of `up to`.
        let is_of_bound = |at: usize| inner.iter().any(|(_, range)| range.contains(&at));
        words.clone().any(|at| is_one(at) && !is_of_bound(at))
    };
    let (ours, theirs) = (denies(said, &stretch.said), denies(source, &stretch.source));
    // A `without undue delay` that is left out denies nothing; nor does a negation that moved.
    let is_bare = |side: &ComparedText<'_>, words: &Range<usize>| {
        words.clone().all(|at| side.tokens[at].sort == LexicalClass::Stop)
    };
    let is_own_clause =
        !(replaced || is_bare(said, &stretch.said) && is_bare(source, &stretch.source));
    let elsewhere = compared
        .beside
        .changed
        .iter()
        .filter(|one| *one != stretch)
        .any(|one| if ours { denies(source, &one.source) } else { denies(said, &one.said) });
    if ours == theirs || is_own_clause || elsewhere {
        return None;
    }
    let change = if theirs { QualifierChange::Dropped } else { QualifierChange::Added };
    Some(GroundingDifference::Negation {
        word: around(said, &stretch.said),
        change,
        span: denied_span(compared, stretch),
    })
}

/// The words that a negation bears on. One that stood in who acts, `No record shall be destroyed`, denies what is done: a reader
/// must see that too.
fn denied_span(compared: &CopyComparison<'_>, stretch: &ChangedStretch) -> ByteSpan {
    let said = &compared.said;
    let reading = said.reading();
    let is_left_out = stretch.said.is_empty();
    let from = stretch.said.start.saturating_sub(usize::from(is_left_out));
    let near = from..(from + CLAUSE).min(said.words.len());
    let modal = near.clone().find(|at| reading.is_auxiliary(*at));
    let is_content = |at: &usize| said.tokens[*at].sort == LexicalClass::Content;
    let verb = modal.and_then(|modal| (modal + 1..near.end).find(is_content));
    match modal.zip(verb) {
        Some((modal, verb)) => said.span(if is_left_out { modal } else { from }, verb),
        None => compared.said_span(stretch),
    }
}

fn conjunction(
    compared: &CopyComparison<'_>,
    stretch: &ChangedStretch,
) -> Option<GroundingDifference> {
    let joints = |side: &ComparedText<'_>, words: &Range<usize>| {
        let reading = side.reading();
        let any = |is_one: &dyn Fn(usize) -> bool| words.clone().any(is_one);
        (any(&|at| reading.is_conjunction(at)), any(&|at| reading.is_alternative(at)))
    };
    let ours = joints(&compared.said, &stretch.said);
    let theirs = joints(&compared.source, &stretch.source);
    let is_turned = matches!(
        (ours, theirs),
        ((true, false), (false, true)) | ((false, true), (true, false))
    );
    is_turned.then(|| GroundingDifference::Conjunction {
        said: written(&compared.said, &stretch.said),
        nearest: written(&compared.source, &stretch.source),
        span: compared.said_span(stretch),
    })
}

/// The words of a stretch with the one after it, so that a reader sees what they bear on.
fn around(side: &ComparedText<'_>, words: &Range<usize>) -> String {
    let last = side.words.len();
    let start = if words.is_empty() { words.start.saturating_sub(1) } else { words.start };
    written(side, &(start..(words.end + 1).min(last)))
}
