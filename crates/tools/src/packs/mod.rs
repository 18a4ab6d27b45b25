//! What the searching services stand on: the packs that were added, opened when they are first asked.

pub(crate) mod authorities;
mod case_texts;
pub(crate) mod cursor;
mod decision_reader;
mod library;
mod open_part;
mod pack_cases;
mod pack_laws;
pub(crate) mod passage_hit;
pub(crate) mod passage_search;
mod pinpoint;
mod stamp;
mod wage_table;
mod whole_texts;

pub use authorities::PackAuthorities;
pub use decision_reader::DECISION_READER;
pub use library::{EmbedderOpener, PackAccess};
pub(crate) use library::{LoadedPacks, PackLibrary};
pub(crate) use open_part::OpenPart;
pub(crate) use pack_cases::PackCases;
pub(crate) use pinpoint::PinpointRange;
pub(crate) use stamp::{PackBasis, PassageSource};
pub(crate) use wage_table::{PackWages, WageRange};

use crate::ToolFailure;

/// The longest query, in characters.
pub(crate) const LONGEST_QUERY: usize = 2_000;
/// The best so many passages of a query are ranked; a cursor leads through these.
pub(crate) const MOST_RANKED: usize = 200;
/// Words in a row that a search may be given to hold or to lack.
const MOST_PHRASES: usize = 16;

pub(crate) fn check_query(query: &str) -> Result<(), ToolFailure> {
    let length = query.chars().count();
    if query.trim().is_empty() || LONGEST_QUERY < length {
        let allowed = [format!("a query of 1 to {LONGEST_QUERY} characters")];
        return Err(ToolFailure::bad("query", format!("{length} characters"), allowed));
    }
    Ok(())
}

pub(crate) fn check_phrases(argument: &str, phrases: &[String]) -> Result<(), ToolFailure> {
    let long = phrases.iter().any(|phrase| 200 < phrase.chars().count());
    if MOST_PHRASES < phrases.len() || long {
        let allowed = [format!("at most {MOST_PHRASES} phrases of 200 characters each")];
        return Err(ToolFailure::bad(argument, format!("{} phrases", phrases.len()), allowed));
    }
    Ok(())
}

/// The value that is meant, in any letters; else an error that lists those there are.
pub(crate) fn known_value<'v>(
    argument: &str,
    given: &str,
    known: impl Iterator<Item = &'v str> + Clone,
) -> Result<&'v str, ToolFailure> {
    let folded = given.trim().to_lowercase();
    let found = known.clone().find(|value| value.to_lowercase() == folded);
    found.ok_or_else(|| ToolFailure::bad(argument, format!("{given:?}"), known))
}
