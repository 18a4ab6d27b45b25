//! Acts by initials and year.

use super::{
    CitationKind, CitationMatch,
    cursor::{byte, closes, gap_back, word_start, words, year},
    number_context::NumberContext,
};

/// Acts of the United Kingdom that are cited by their initials and their year.
const INITIALS: &[&str] = &[
    "FA", "ICTA", "ITA", "ITEPA", "ITTOIA", "TCGA", "CTA", "VATA", "TMA", "CAA", "IHTA",
    "CRCA", "TIOPA", "HRA", "POCA", "PACE", "SCA", "CJA", "LPA", "FSMA", "ERA", "SSCBA",
    "TULRCA", "TLATA", "NIAA", "BNA", "TCEA", "DPA", "FOIA", "MCA", "CRA", "UCTA", "SGA",
    "CCA", "TCPA", "PCPA", "IHA", "TULR(C)A", "CDDA", "LTA", "CPIA", "RIPA", "UKBA", "AITOCA",
];

/// `FA 2004`, `ITEPA 2003`.
pub(super) fn by_initials(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let named = year(text, place.at).filter(|year| (1850..2100).contains(year))?;
    let name_end = gap_back(text, place.at);
    let start = word_start(text, name_end);
    let name = words(text, start, name_end);
    let fits = name_end < place.at
        && INITIALS.contains(&name)
        && closes(text, place.end)
        && !matches!(byte(text, place.end), b'-' | b'/');
    fits.then(|| {
        CitationMatch::new(CitationKind::Statute, start, place.end, format!("{name} {named}"))
    })
}
