//! A leave that is told as a duty and a duty that is told as a leave, whatever the words for it.

use jurat_verify::grounding::GroundingDifference;

use super::{
    ClauseFrame, DeonticForm, FrameVerdict, SourceClause, frame_alignment::ClauseAlignment,
    span_of, written,
};

/// The share of a claim that a clause must have before what the two demand is compared.
const SHARED: f64 = 0.4;
/// How much less another clause that agrees with the claim may have, and bear it out all the same.
const RIVAL: f64 = 0.15;

pub(super) fn compared<'c>(
    claim: &str,
    frame: &ClauseFrame,
    nearest: &[ClauseAlignment<'c>],
) -> Option<(&'c SourceClause, FrameVerdict)> {
    let best = nearest.first()?;
    let source = &best.clause.frame;
    let agrees = |one: &ClauseAlignment<'_>| {
        let other = &one.clause.frame;
        other.form == frame.form && !other.depends && best.score - RIVAL <= one.score
    };
    if best.share < SHARED
        || source.depends
        || source.limits
        || frame.limits
        || nearest.iter().any(agrees)
        || !is_turned(frame, best)
    {
        return None;
    }
    // What is told of a leave beside its deed may be a condition of it.
    let is_condition = frame.form == DeonticForm::Must && frame.is_joined;
    let verdict = if best.has_deed || best.has_subject && !is_condition {
        FrameVerdict::Differs(GroundingDifference::Modal {
            said: written(claim, &frame.said),
            nearest: written(&best.clause.text, &source.said),
            span: span_of(&frame.said),
        })
    } else {
        FrameVerdict::Unsure
    };
    Some((best.clause, verdict))
}

/// Whether a clause demands what another allows, or allows what it demands.
fn is_turned(frame: &ClauseFrame, best: &ClauseAlignment<'_>) -> bool {
    let source = &best.clause.frame;
    match (frame.form, source.form) {
        // The right of one is the duty of another.
        (DeonticForm::May, DeonticForm::Must) if frame.is_right && !best.has_subject => false,
        (DeonticForm::May, DeonticForm::Must) if frame.is_free => true,
        // One of several ways is allowed by a duty to take one; what is denied beside it may be another rule.
        (DeonticForm::May, DeonticForm::Must) => {
            let has_choice = frame.chooses || source.chooses && !best.has_deed;
            !has_choice && !frame.denies && !source.denies
        }
        // A condition of a leave is told as a must.
        (DeonticForm::Must, DeonticForm::May) => !frame.opens_with_aim && !frame.denies,
        // Who need not may be another than who must; that is looked at with the case of each.
        _ => false,
    }
}
