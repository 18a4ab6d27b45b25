//! Why two runs part at a point, as far as their journals show.

use std::collections::BTreeSet;

use jurat_canon::Hash;

use super::{
    Parts, Reason, RunDiff,
    account::{Account, By, Did},
};
use crate::Effect;

/// The reasons that the journals show for a parting that comes after those in `found`.
pub(super) fn reasons(
    found: &RunDiff,
    (a, b): (&Account, &Account),
    (one, other): (Option<&Did>, Option<&Did>),
    what: &Parts,
) -> Vec<Reason> {
    let mut why = calls((a, one), (b, other));
    if let Parts::Patch { .. } | Parts::Went { .. } = what
        && let Some(by) = one.map(|did| did.by)
    {
        why.extend(doing(by));
    }
    // Later ones may rest on the first; only of the first can it be said.
    if !found.partings.is_empty() {
        return why;
    }
    if !found.same_definition {
        why.push(Reason::OtherDefinition);
    }
    if !found.params.is_empty() || !found.input.is_empty() {
        why.push(Reason::OtherStart);
    }
    let pure = one.is_some_and(|did| did.by == By::Function(Effect::Pure));
    let paid = one.is_some_and(|did| did.by == By::Function(Effect::Paid));
    if why.is_empty() && matches!(what, Parts::Patch { .. }) && (pure || paid) {
        why.push(Reason::OtherFunction);
    }
    if why.is_empty() && matches!(what, Parts::Decision { .. }) {
        why.push(Reason::OtherTiming);
    }
    why
}

/// What lies outside and may have changed.
fn doing(by: By) -> Option<Reason> {
    match by {
        By::Function(Effect::Read) => Some(Reason::OtherRead),
        By::Function(Effect::External) => Some(Reason::OtherEffect),
        By::Person => Some(Reason::OtherAnswer),
        By::Outside => Some(Reason::OtherOutput),
        By::Function(Effect::Pure | Effect::Paid) | By::Engine => None,
    }
}

/// What the calls of an instance show. A call counts as missing only if the whole run lacks it: one
/// that another instance made before is answered from the journal and leaves no trace here.
fn calls(
    (a, one): (&Account, Option<&Did>),
    (b, other): (&Account, Option<&Did>),
) -> Vec<Reason> {
    let made = |did: Option<&Did>| did.map(|did| did.calls.clone()).unwrap_or_default();
    let (one, other) = (made(one), made(other));
    let mut why = Vec::new();
    let mut replies: BTreeSet<Hash> = one.union(&other).copied().collect();
    replies.retain(|call| match (a.calls.get(call), b.calls.get(call)) {
        (Some(Some(one)), Some(Some(other))) => one != other,
        _ => false,
    });
    if !replies.is_empty() {
        why.push(Reason::OtherReply { calls: replies.into_iter().collect() });
    }
    let only = |calls: BTreeSet<Hash>, there: &Account| -> Vec<Hash> {
        let known = |call: &Hash| there.erased || there.calls.contains_key(call);
        calls.into_iter().filter(|call| !known(call)).collect()
    };
    let (one, other) = (only(one, b), only(other, a));
    if !one.is_empty() || !other.is_empty() {
        why.push(Reason::OtherCall { a: one, b: other });
    }
    why
}
