//! The key of a decision out of its citation in any form: short or long, English or French, with dots or without.

use std::collections::{BTreeMap, BTreeSet};

use jurat_text::citations::{CitationOptions, extract};

use crate::PackManifest;

/// The courts of packs, by every code they go by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CourtCodes {
    codes: BTreeMap<String, String>,
}

impl CourtCodes {
    pub fn of<'m>(manifests: impl IntoIterator<Item = &'m PackManifest>) -> Self {
        let mut codes = BTreeMap::new();
        for court in manifests.into_iter().flat_map(|manifest| &manifest.courts) {
            for code in [Some(&court.code), court.code_fr.as_ref()].into_iter().flatten() {
                codes.insert(code.to_uppercase(), court.code.clone());
            }
        }
        Self { codes }
    }

    /// The court that a code in any letters means.
    pub fn court(&self, code: &str) -> Option<&str> {
        let bare: String = code.chars().filter(|it| !matches!(it, '.' | ' ')).collect();
        self.codes.get(&bare.to_uppercase()).map(String::as_str)
    }

    /// The keys of all decisions that a text cites, in order, each once.
    pub fn keys(&self, text: &str) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let own = self.own_keys(text);
        let known = extract(text, CitationOptions { now: None });
        let known = known
            .into_iter()
            .filter(|citation| citation.kind.is_decision())
            .flat_map(|citation| citation.normal);
        own.into_iter()
            .chain(known)
            .filter(|key| seen.insert(key.clone()))
            .collect()
    }

    /// The key of the first decision that a text cites.
    pub fn key(&self, text: &str) -> Option<String> {
        self.keys(text).into_iter().next()
    }

    /// Year, code and number, for the courts that packs name.
    fn own_keys(&self, text: &str) -> Vec<String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let key = |three: &[&str]| {
            let year = three[0].trim_start_matches(|it: char| !it.is_ascii_digit());
            let is_year = year.len() == 4 && year.bytes().all(|it| it.is_ascii_digit());
            let court = self.court(three[1]).filter(|_| is_year)?;
            let digits = three[2].bytes().take_while(u8::is_ascii_digit).count();
            let number: u32 = three[2][..digits].parse().ok()?;
            Some(format!("{year} {court} {number}"))
        };
        words.windows(3).filter_map(key).collect()
    }
}

/// The court and the year that a key names, where it is of that form.
pub(crate) fn key_parts(key: &str) -> Option<(u16, &str)> {
    let mut words = key.split(' ');
    let year = words.next()?.parse().ok()?;
    Some((year, words.next()?))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::CourtCodes;
    use crate::{PackLimits, PackSource, check_pack};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let pack = PackSource::built_in("meridia").unwrap();
        let pack = check_pack(pack, &PackLimits::default()).unwrap_or_else(|_| unreachable!());
        assert_eq!(CourtCodes::of([&pack.manifest]).keys(text), expected);
    }

    #[test]
    fn every_form_has_one_key() {
        for text in [
            "2018 MCA 6",
            "2018 CAM 6",
            "2018 M.C.A. 6",
            "2018 mca 6",
            "Rivandeau c Méridie (Ministre de l’Immigration), 2018 CAM 6, au par. 12",
            "(2018 MCA 6)",
        ] {
            check(text, &["2018 MCA 6"]);
        }
    }

    #[test]
    fn courts_of_no_pack_have_keys_too() {
        check("Vavilov, 2019 SCC 65 and 2024 CF 13", &["2019 SCC 65", "2024 FC 13"]);
        check("In 2018 six people met", &[]);
    }
}
