//! The fonts that we carry: they are in the program, and in every file it sets.

use std::sync::LazyLock;

use rustybuzz::{Face, ttf_parser::name_id};

use crate::description::FontFace;

/// Our faces by the names that their files give them, in the order in which one helps out another
/// that lacks a sign.
const FACES: [(FontFace, &str); 6] = [
    (FontFace::Serif, "LibertinusSerif-Regular"),
    (FontFace::Mono, "DejaVuSansMono"),
    (FontFace::SerifSemibold, "LibertinusSerif-Semibold"),
    (FontFace::SerifBold, "LibertinusSerif-Bold"),
    (FontFace::SerifItalic, "LibertinusSerif-Italic"),
    (FontFace::MonoBold, "DejaVuSansMono-Bold"),
];

/// A face, read once.
pub(crate) struct LoadedFace {
    pub(crate) face: FontFace,
    pub(crate) data: &'static [u8],
    pub(crate) shaper: Face<'static>,
    /// Heights as parts of the size.
    pub(crate) capitals: f64,
    pub(crate) ascender: f64,
    pub(crate) descender: f64,
    pub(crate) units: f64,
}

static LOADED: LazyLock<Vec<LoadedFace>> = LazyLock::new(|| {
    let mut found: Vec<LoadedFace> = typst_assets::fonts().filter_map(load).collect();
    found.sort_by_key(|one| FACES.iter().position(|(face, _)| *face == one.face));
    found
});

/// The faces, those that help out first.
pub(crate) fn faces() -> &'static [LoadedFace] {
    &LOADED
}

/// Where a face stands among [`faces`].
pub(crate) fn place_of(face: FontFace) -> usize {
    let place = LOADED.iter().position(|one| one.face == face);
    place.unwrap_or_default()
}

/// The face that shows a sign: the one asked for, or the first that has it.
pub(crate) fn place_for(wanted: usize, sign: char) -> usize {
    let has = |one: &LoadedFace| one.shaper.glyph_index(sign).is_some();
    if LOADED.get(wanted).is_some_and(has) {
        return wanted;
    }
    LOADED.iter().position(has).unwrap_or(wanted)
}

/// Whether a sign can be shown at all.
pub fn has_glyph(sign: char) -> bool {
    LOADED.iter().any(|one| one.shaper.glyph_index(sign).is_some())
}

fn load(data: &'static [u8]) -> Option<LoadedFace> {
    let shaper = Face::from_slice(data, 0)?;
    let names = shaper.names();
    let own = names
        .into_iter()
        .find(|name| name.name_id == name_id::POST_SCRIPT_NAME && name.is_unicode())?
        .to_string()?;
    let (face, _) = FACES.iter().find(|(_, name)| *name == own)?;
    let units = f64::from(shaper.units_per_em());
    let part = |height: i16| f64::from(height) / units;
    Some(LoadedFace {
        face: *face,
        data,
        capitals: part(shaper.capital_height().unwrap_or_else(|| shaper.ascender())),
        ascender: part(shaper.ascender()),
        descender: -part(shaper.descender()),
        units,
        shaper,
    })
}

#[cfg(test)]
mod tests {
    use super::{FACES, faces, has_glyph};

    #[test]
    fn every_face_is_there() {
        let names: Vec<_> = faces().iter().map(|one| one.face).collect();
        assert_eq!(names, FACES.map(|(face, _)| face));
    }

    #[test]
    fn letters_of_europe_are_shown_and_others_are_not() {
        assert!("aÉßœğщΩ“—…⟨⟩•\u{a0}\u{202f}".chars().all(has_glyph));
        assert!(!has_glyph('渡') && !has_glyph('\u{e0041}'));
    }
}
