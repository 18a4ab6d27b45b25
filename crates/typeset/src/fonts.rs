//! The fonts that we carry: they are in the program, and in every file it sets.

use std::sync::LazyLock;

use typst::{
    foundations::Bytes,
    text::{Font, FontBook},
    utils::LazyHash,
};

/// The families a template may name; all others that typst brings are left in their box.
const FAMILIES: [&str; 2] = ["Libertinus Serif", "DejaVu Sans Mono"];

pub(crate) struct BundledFonts {
    pub(crate) book: LazyHash<FontBook>,
    pub(crate) fonts: Vec<Font>,
}

pub(crate) static FONTS: LazyLock<BundledFonts> = LazyLock::new(|| {
    let fonts: Vec<Font> = typst_assets::fonts()
        .flat_map(|data| Font::iter(Bytes::new(data)))
        .filter(|font| FAMILIES.contains(&font.info().family.as_str()))
        .collect();
    BundledFonts {
        book: LazyHash::new(FontBook::from_fonts(&fonts)),
        fonts,
    }
});

/// Whether a character can be shown at all.
pub fn has_glyph(c: char) -> bool {
    FONTS
        .fonts
        .iter()
        .any(|font| font.info().coverage.contains(u32::from(c)))
}
