//! Which mapping a state fits.

use std::borrow::Cow;

use serde_json::Value;

use super::{StateMapping, StatePointer, logged_call::LoggedCall};

/// No mapping, or more than one, fits a state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MappingDetectError {
    #[error("the state fits no mapping; looked for {}", looked_for.join("; "))]
    None {
        /// For each mapping what was looked for.
        looked_for: Vec<String>,
    },
    /// Several fit equally well.
    #[error("the state fits the mappings {}; name one of them", names.join(" and "))]
    Ambiguous { names: Vec<String> },
}

/// The mapping that a state fits. Of a logged call it is the one that its two bodies fit, lifted over them, where that finds
/// more than the state as it stands.
pub fn detect<'m>(
    state: &Value,
    mappings: &'m [StateMapping],
) -> Result<Cow<'m, StateMapping>, MappingDetectError> {
    let plain = best(mappings, |pointer| pointer.fits(state));
    let Some(call) = LoggedCall::of(state) else { return plain.map(Cow::Borrowed) };
    let of_bodies = match best(mappings, |pointer| call.fits(pointer, state)) {
        Ok(of_bodies) => Some(of_bodies),
        // A call whose bodies fit none is one of everyday names.
        Err(MappingDetectError::None { .. }) => mappings.iter().find(|mapping| mapping.last),
        Err(ambiguous) => {
            return plain.ok().filter(|one| !one.last).map(Cow::Borrowed).ok_or(ambiguous);
        }
    };
    let Some(of_bodies) = of_bodies else { return plain.map(Cow::Borrowed) };
    let lifted = call.lifted(of_bodies);
    match plain {
        Ok(plain) if !is_better(&lifted, plain, state) => Ok(Cow::Borrowed(plain)),
        Err(refused) if parts_found(&lifted, state) < 2 => Err(refused),
        _ => Ok(Cow::Owned(lifted)),
    }
}

/// A mapping that was named, lifted over the bodies of a logged call where it finds nothing in the state as it stands.
pub fn of_logged_call<'m>(state: &Value, mapping: &'m StateMapping) -> Cow<'m, StateMapping> {
    match LoggedCall::of(state) {
        Some(call) if parts_found(mapping, state) == 0 => Cow::Owned(call.lifted(mapping)),
        _ => Cow::Borrowed(mapping),
    }
}

/// Whether a lifted mapping finds more parts. One for names that are anybody's sees an answer in any body.
fn is_better(lifted: &StateMapping, plain: &StateMapping, state: &Value) -> bool {
    let (more, less) = (parts_found(lifted, state), parts_found(plain, state));
    less < more || plain.last && (!lifted.last || less == more)
}

/// How many of question, sources and answer a mapping finds.
fn parts_found(mapping: &StateMapping, state: &Value) -> usize {
    let words = |value: &Value| value.is_string() || value.is_array();
    let found = |pointers: &[StatePointer], is_part: &dyn Fn(&Value) -> bool| {
        let found = pointers.iter().map(|one| one.find(state, "$"));
        let found = found.into_iter().find(|found| !found.is_empty());
        found
            .and_then(|mut found| found.pop())
            .is_some_and(|one| is_part(one.value))
    };
    usize::from(found(&mapping.query, &words))
        + usize::from(found(&mapping.sources.at, &|_| true))
        + usize::from(found(&mapping.draft, &|value| words(value) || value.is_object()))
}

/// The mapping whose longest fitting list of pointers is longer than that of all others. One for names that are anybody's
/// counts only where no other fits.
fn best(
    mappings: &[StateMapping],
    fits: impl Fn(&StatePointer) -> bool,
) -> Result<&StateMapping, MappingDetectError> {
    let mut fitting: Vec<(usize, &StateMapping)> = mappings
        .iter()
        .filter_map(|mapping| Some((fit(mapping, &fits)?, mapping)))
        .collect();
    if fitting.iter().any(|(_, mapping)| !mapping.last) {
        fitting.retain(|(_, mapping)| !mapping.last);
    }
    let Some(best) = fitting.iter().map(|(fit, _)| *fit).max() else {
        return Err(MappingDetectError::None {
            looked_for: mappings.iter().map(looked_for).collect(),
        });
    };
    let mut best = fitting
        .into_iter()
        .filter(|(fit, _)| *fit == best)
        .map(|(_, one)| one);
    match (best.next(), best.next()) {
        (Some(one), None) => Ok(one),
        (one, two) => Err(MappingDetectError::Ambiguous {
            names: one
                .into_iter()
                .chain(two)
                .chain(best)
                .map(|one| one.name.clone())
                .collect(),
        }),
    }
}

/// How many pointers of the longest list that fits.
fn fit(mapping: &StateMapping, fits: impl Fn(&StatePointer) -> bool) -> Option<usize> {
    let lists = mapping.fits.iter().filter(|list| !list.is_empty());
    lists.filter(|list| list.iter().all(&fits)).map(Vec::len).max()
}

fn looked_for(mapping: &StateMapping) -> String {
    let list = |list: &Vec<StatePointer>| {
        list.iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" with ")
    };
    let lists: Vec<String> = mapping.fits.iter().map(list).collect();
    format!("{} ({})", lists.join(" or "), mapping.name)
}
