//! Somebody else who acts than in the clause that has the same deed.

use std::collections::BTreeSet;

use jurat_verify::grounding::GroundingDifference;

use super::{
    ActorPhrase, ClauseFrame, FrameVerdict, SourceClause, SourceClauses,
    frame_alignment::{has_deed, shared},
    frame_lexicon::FrameLexicon,
    span_of, written,
};

/// The share of what is done that a clause must have.
const SHARED: f64 = 0.35;
/// What the same verb adds to it.
const SAME_DEED: f64 = 0.2;
/// How much less a clause may have in which the one whom the claim names acts.
const RIVAL: f64 = 0.15;

pub(super) fn compared<'c>(
    claim: &str,
    frame: &ClauseFrame,
    (sources, candidates): (&SourceClauses, &[&'c SourceClause]),
    lexicon: &FrameLexicon,
) -> Option<(&'c SourceClause, FrameVerdict)> {
    let [actor] = frame.actors.as_slice() else { return None };
    let all = by_deed(frame, actor, candidates, lexicon);
    let best = all.first()?;
    let (clause, source) = (best.clause, &best.clause.frame);
    let is_named = |word: &String| source.actors.iter().any(|one| one.words.contains(word));
    let acts =
        |frame: &ClauseFrame| frame.actors.iter().any(|one| one.words.contains(&actor.noun));
    if best.share < SHARED
        || source.depends
        || actor.words.iter().any(is_named)
        // One of several who act, of whom the others stand further on.
        || source.chooses && source.deed.contains(&actor.noun)
        || all.iter().any(|one| best.score - RIVAL <= one.score && acts(&one.clause.frame))
    {
        return None;
    }
    let differs = || {
        let theirs = source.actors.first()?;
        Some(FrameVerdict::Differs(GroundingDifference::Party {
            said: written(claim, &actor.said),
            nearest: written(&clause.text, &theirs.said),
            is_swapped: are_swapped(frame, actor, source),
            span: span_of(&actor.said),
        }))
    };
    let verdict = match likeness(frame, actor, source, sources) {
        ActorLikeness::Swapped => differs()?,
        ActorLikeness::Other if best.is_same => differs()?,
        ActorLikeness::Other => FrameVerdict::Unsure,
        ActorLikeness::Unknown => return None,
    };
    Some((clause, verdict))
}

/// A clause of the sources by what is done in it.
struct DeedMatch<'c> {
    score: f64,
    share: f64,
    is_same: bool,
    clause: &'c SourceClause,
}

fn by_deed<'c>(
    frame: &ClauseFrame,
    actor: &ActorPhrase,
    candidates: &[&'c SourceClause],
    lexicon: &FrameLexicon,
) -> Vec<DeedMatch<'c>> {
    let own = deed(frame, Some(actor));
    let clauses = candidates.iter().map(|&clause| {
        let share = shared(&own, &deed(&clause.frame, None), lexicon);
        let is_same = has_deed(frame, &clause.frame);
        let score = share + if is_same { SAME_DEED } else { 0.0 };
        DeedMatch { score, share, is_same, clause }
    });
    let mut all: Vec<DeedMatch<'c>> = clauses.collect();
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    all
}

/// How whoever acts in a claim stands to whoever acts in a clause.
enum ActorLikeness {
    /// Each stands in the other's place.
    Swapped,
    /// They are two parties.
    Other,
    /// One may be another name of the other: `airline` for `carrier`.
    Unknown,
}

fn likeness(
    frame: &ClauseFrame,
    actor: &ActorPhrase,
    source: &ClauseFrame,
    sources: &SourceClauses,
) -> ActorLikeness {
    if has_deed(frame, source) && are_swapped(frame, actor, source) {
        return ActorLikeness::Swapped;
    }
    let theirs: Vec<_> = source.actors.iter().filter_map(|one| one.party.as_ref()).collect();
    let Some(own) = &actor.party else { return ActorLikeness::Unknown };
    let are_known = !theirs.is_empty() && theirs.len() == source.actors.len();
    let are_institutions = own.is_institution && theirs.iter().all(|one| one.is_institution);
    let is_there = sources.words.contains(&actor.noun);
    if are_known && (is_there || are_institutions) {
        ActorLikeness::Other
    } else {
        ActorLikeness::Unknown
    }
}

/// Whether each of two who act is named in what the other does.
fn are_swapped(frame: &ClauseFrame, actor: &ActorPhrase, source: &ClauseFrame) -> bool {
    let [other] = source.actors.as_slice() else { return false };
    let is_plain = !frame.is_passive && !source.is_passive;
    is_plain && source.deed.contains(&actor.noun) && frame.deed.contains(&other.noun)
}

/// What is done and to what, without who does it.
fn deed<'f>(frame: &'f ClauseFrame, actor: Option<&ActorPhrase>) -> BTreeSet<&'f str> {
    let subject = if frame.is_passive { frame.subject.as_slice() } else { &[] };
    let all = frame.deed.iter().chain(subject);
    let is_actor = |word: &&String| actor.is_some_and(|actor| actor.words.contains(word));
    all.filter(|word| !is_actor(word)).map(String::as_str).collect()
}
