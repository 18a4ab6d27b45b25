//! The texts of decisions, fetched from their corpora when a card asks for them.

use std::borrow::Cow;

use jurat_citator::CaseTexts;

use crate::packs::{OpenPart, PackCases};

/// The texts of the decisions of all packs.
pub(crate) struct PackTexts<'p> {
    pub(crate) parts: Vec<&'p OpenPart>,
    pub(crate) cases: &'p PackCases,
}

impl CaseTexts for PackTexts<'_> {
    fn text(&self, key: &str) -> Option<Cow<'_, str>> {
        let (part, name) = self.cases.place(key)?;
        let part = self.parts.get(part)?;
        let read = part.rendition(&part.entry(name)?).ok()?;
        Some(Cow::Owned(read.text))
    }
}
