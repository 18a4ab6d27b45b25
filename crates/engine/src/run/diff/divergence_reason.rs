//! Why two runs part at a point, as far as their journals show.

use std::collections::BTreeSet;

use jurat_canon::Hash;

use super::{
    DivergenceKind, DivergenceReason, RunDiff,
    run_history::{PointActor, PointRecord, RunHistory},
};
use crate::EffectClass;

/// The reasons that the journals show for a parting that comes after those in `found`.
pub(super) fn reasons(
    found: &RunDiff,
    (a, b): (&RunHistory, &RunHistory),
    (one, other): (Option<&PointRecord>, Option<&PointRecord>),
    what: &DivergenceKind,
) -> Vec<DivergenceReason> {
    let mut why = calls((a, one), (b, other));
    if let DivergenceKind::Patch { .. } | DivergenceKind::Went { .. } = what
        && let Some(by) = one.map(|did| did.by)
    {
        why.extend(doing(by));
    }
    // Later ones may rest on the first; only of the first can it be said.
    if !found.partings.is_empty() {
        return why;
    }
    if !found.same_definition {
        why.push(DivergenceReason::OtherDefinition);
    }
    if !found.params.is_empty() || !found.input.is_empty() {
        why.push(DivergenceReason::OtherStart);
    }
    let pure = one.is_some_and(|did| did.by == PointActor::Function(EffectClass::Pure));
    let paid = one.is_some_and(|did| did.by == PointActor::Function(EffectClass::Paid));
    if why.is_empty() && matches!(what, DivergenceKind::Patch { .. }) && (pure || paid) {
        why.push(DivergenceReason::OtherFunction);
    }
    if why.is_empty() && matches!(what, DivergenceKind::Decision { .. }) {
        why.push(DivergenceReason::OtherTiming);
    }
    why
}

/// What lies outside and may have changed.
fn doing(by: PointActor) -> Option<DivergenceReason> {
    match by {
        PointActor::Function(EffectClass::Read) => Some(DivergenceReason::OtherRead),
        PointActor::Function(EffectClass::External) => Some(DivergenceReason::OtherEffect),
        PointActor::Person => Some(DivergenceReason::OtherAnswer),
        PointActor::Outside => Some(DivergenceReason::OtherOutput),
        PointActor::Function(EffectClass::Pure | EffectClass::Paid) | PointActor::Engine => {
            None
        }
    }
}

/// What the calls of an instance show. A call counts as missing only if the whole run lacks it: one
/// that another instance made before is answered from the journal and leaves no trace here.
fn calls(
    (a, one): (&RunHistory, Option<&PointRecord>),
    (b, other): (&RunHistory, Option<&PointRecord>),
) -> Vec<DivergenceReason> {
    let made = |did: Option<&PointRecord>| did.map(|did| did.calls.clone()).unwrap_or_default();
    let (one, other) = (made(one), made(other));
    let mut why = Vec::new();
    let mut replies: BTreeSet<Hash> = one.union(&other).copied().collect();
    replies.retain(|call| match (a.calls.get(call), b.calls.get(call)) {
        (Some(Some(one)), Some(Some(other))) => one != other,
        _ => false,
    });
    if !replies.is_empty() {
        why.push(DivergenceReason::OtherReply { calls: replies.into_iter().collect() });
    }
    let only = |calls: BTreeSet<Hash>, there: &RunHistory| -> Vec<Hash> {
        let known = |call: &Hash| there.erased || there.calls.contains_key(call);
        calls.into_iter().filter(|call| !known(call)).collect()
    };
    let (one, other) = (only(one, b), only(other, a));
    if !one.is_empty() || !other.is_empty() {
        why.push(DivergenceReason::OtherCall { a: one, b: other });
    }
    why
}
