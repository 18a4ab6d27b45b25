//! Which mapping a state fits.

use serde_json::Value;

use super::{StateMapping, StatePointer};

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

/// The mapping whose longest fitting list of pointers is longer than that of all others. One for names that are anybody's
/// counts only where no other fits.
pub fn detect<'m>(
    state: &Value,
    mappings: &'m [StateMapping],
) -> Result<&'m StateMapping, MappingDetectError> {
    let mut fitting: Vec<(usize, &StateMapping)> = mappings
        .iter()
        .filter_map(|mapping| Some((fit(state, mapping)?, mapping)))
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
fn fit(state: &Value, mapping: &StateMapping) -> Option<usize> {
    let fits = |list: &&Vec<StatePointer>| list.iter().all(|pointer| pointer.fits(state));
    let lists = mapping.fits.iter().filter(|list| !list.is_empty());
    lists.filter(fits).map(Vec::len).max()
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
