//! The voices of the personas: sentences with places to fill, and where their scores begin.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::model::Persona;

static FRAMES: LazyLock<BTreeMap<String, PersonaTemplates>> = LazyLock::new(|| {
    // A test reads the same file: it can always be read.
    serde_json::from_str(include_str!("frames.json")).unwrap_or_default()
});

static SILENT: LazyLock<PersonaTemplates> = LazyLock::new(PersonaTemplates::default);

/// How one persona speaks. `{name}` is a place to fill.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PersonaTemplates {
    /// From which per cent on the scores 2, 3, 4 and 5 begin.
    pub(super) bands: [u8; 4],
    /// A recommendation where the check has none.
    pub(super) fallback: String,
    /// The recommendation where nothing need be done; empty where there always is one.
    pub(super) accept: String,
    pub(super) charged: String,
    /// What is said first where the graph that checks found does nothing.
    pub(super) hollow: String,
    /// What decided the score, in the checks that tell most to this persona.
    pub(super) opening: String,
    /// The same where there is nothing of the kind that this persona looks for.
    pub(super) none: String,
    /// The same where only checks that this persona does not count as its own stand open.
    pub(super) aside: String,
    /// How it stands, where every check is met, with those that tell most.
    pub(super) all_met: String,
    /// A check that is not met.
    pub(super) unmet: String,
    /// One that is not met, though something is there.
    pub(super) near: String,
    /// One that is met in part.
    pub(super) partly: String,
    /// One that is met.
    pub(super) met: String,
    /// One that could not be told.
    pub(super) unknown: String,
    /// How many were not named.
    pub(super) more: String,
    /// What the history shows.
    pub(super) effort: String,
    /// Evidence where no check that is named has any.
    pub(super) record: String,
    pub(super) closing: String,
    /// The score, where every check is met.
    pub(super) granted: String,
}

pub(super) fn frame(persona: Persona) -> &'static PersonaTemplates {
    FRAMES.get(persona.word()).unwrap_or(&SILENT)
}

/// The words with their places filled. What is filled in is never looked at for places. White
/// space before a full stop or at the end, left by a place that stays empty, goes.
pub(super) fn fill(frame: &str, places: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(frame.len());
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        let said = places.iter().find(|(place, _)| *place == name);
        filled.push_str(said.map_or("", |(_, said)| said));
        rest = after;
    }
    if rest.is_empty() || rest.starts_with('.') {
        filled.truncate(filled.trim_end().len());
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::{FRAMES, fill, frame};
    use crate::model::Persona;

    #[test]
    fn every_persona_has_a_voice_of_its_own() {
        assert_eq!(FRAMES.len(), Persona::ALL.len());
        for persona in Persona::ALL {
            let frame = frame(persona);
            assert!(frame.bands.is_sorted() && 0 < frame.bands[0], "{persona:?}");
            for other in Persona::ALL.into_iter().filter(|other| *other != persona) {
                assert_ne!(frame.closing, super::frame(other).closing);
            }
        }
    }

    #[test]
    fn places_are_filled_once_and_an_empty_one_leaves_no_gap() {
        assert_eq!(fill("A {x} {y}.", &[("x", "{y}"), ("y", "")]), "A {y}.");
        assert_eq!(fill("A {x} {y}.", &[("x", "b"), ("y", "[c]")]), "A b [c].");
        assert_eq!(fill("A {x} {y}", &[("x", "b"), ("y", "")]), "A b");
    }
}
