//! What sort of document a text is: signs with weights, out of `data/documents.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use super::word_search::{folded, has_words};

/// Lines that count as a document's head.
const HEAD_LINES: usize = 8;
/// Bytes of a text in which signs are looked for.
const LOOKED_AT: usize = 40_000;
/// What one sort of sign adds at most: a title said in two ways is one title.
const MOST_OF_ONE: f64 = 1.5;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DocumentKinds {
    /// By how much the first must lead the next.
    margin: f64,
    kinds: Vec<DocumentKind>,
}

#[derive(Debug, Deserialize)]
struct DocumentKind {
    id: String,
    needs: f64,
    signs: Vec<KindSign>,
}

#[derive(Debug, Deserialize)]
struct KindSign {
    #[serde(rename = "where")]
    place: SignPlace,
    words: String,
    weight: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SignPlace {
    Title,
    Text,
    Name,
    Field,
}

static KINDS: LazyLock<DocumentKinds> = LazyLock::new(|| {
    let mut kinds: DocumentKinds =
        serde_json::from_str(include_str!("../../data/documents.json")).unwrap_or_default();
    for sign in kinds.kinds.iter_mut().flat_map(|kind| &mut kind.signs) {
        sign.words = folded(&sign.words);
    }
    kinds
});

/// A kind with how sure it is and why.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ToldKind {
    pub(super) id: String,
    pub(super) certainty: f64,
    pub(super) reason: String,
}

impl ToldKind {
    fn unknown(reason: String) -> Self {
        Self { id: "unknown".to_owned(), certainty: 0.0, reason }
    }
}

/// What a document is looked at by.
pub(super) struct KindEvidence {
    title: String,
    text: String,
    name: String,
    fields: String,
}

impl KindEvidence {
    pub(super) fn of<'a>(
        path: &str,
        text: &str,
        fields: impl Iterator<Item = &'a str>,
    ) -> Self {
        let head = &text[..text.floor_char_boundary(LOOKED_AT.min(text.len()))];
        let lines = head.lines().map(str::trim).filter(|line| !line.is_empty());
        let title: Vec<&str> = lines.take(HEAD_LINES).filter(|line| line.len() < 110).collect();
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
        let fields: Vec<&str> = fields.collect();
        Self {
            title: folded(&title.join(" \n ")),
            text: folded(head),
            name: folded(name),
            fields: folded(&fields.join(" ")),
        }
    }

    fn has(&self, sign: &KindSign) -> bool {
        let hay = match sign.place {
            SignPlace::Title => &self.title,
            SignPlace::Text => &self.text,
            SignPlace::Name => &self.name,
            SignPlace::Field => &self.fields,
        };
        has_words(hay, &sign.words)
    }
}

/// The kind that most signs speak for; `unknown` where too few do, or two kinds lie near each other.
pub(super) fn told_kind(evidence: &KindEvidence) -> ToldKind {
    let all = KINDS.kinds.iter().flat_map(|kind| &kind.signs);
    let present: Vec<&KindSign> = all
        .filter(|sign| sign.place == SignPlace::Title && evidence.has(sign))
        .collect();
    let mut weighed: Vec<(f64, &DocumentKind, Vec<&KindSign>)> = Vec::new();
    for kind in &KINDS.kinds {
        let signs = kind.signs.iter().filter(|sign| evidence.has(sign));
        let signs: Vec<&KindSign> = signs.filter(|sign| !is_part(sign, &present)).collect();
        weighed.push((weight(&signs), kind, signs));
    }
    weighed.sort_by(|one, other| {
        other.0.total_cmp(&one.0).then_with(|| one.1.id.cmp(&other.1.id))
    });
    let Some((best, kind, signs)) = weighed.first() else {
        return ToldKind::unknown("nothing speaks for any kind".to_owned());
    };
    let next = weighed.get(1).map_or(0.0, |next| next.0.max(0.0));
    if *best < kind.needs {
        return ToldKind::unknown(format!(
            "too little speaks for any kind; most for `{}`",
            kind.id
        ));
    }
    if *best - next < KINDS.margin {
        let other = weighed.get(1).map_or("", |next| next.1.id.as_str());
        return ToldKind::unknown(format!(
            "`{}` and `{other}` lie too near each other",
            kind.id
        ));
    }
    let told: Vec<String> =
        signs.iter().take(4).map(|sign| format!("`{}`", sign.words)).collect();
    let certainty = (0.5 + 0.5 * (best - next) / best.max(1.0)).clamp(0.5, 0.97);
    ToldKind {
        id: kind.id.clone(),
        certainty: (certainty * 100.0).round() / 100.0,
        reason: format!("it says {}", told.join(", ")),
    }
}

/// Whether a title's sign is only a part of a longer one: `letter of support` of `letter of support for relationship`.
fn is_part(sign: &KindSign, present: &[&KindSign]) -> bool {
    sign.place == SignPlace::Title
        && present.iter().any(|longer| {
            sign.words.len() < longer.words.len() && has_words(&longer.words, &sign.words)
        })
}

fn weight(signs: &[&KindSign]) -> f64 {
    [SignPlace::Title, SignPlace::Text, SignPlace::Name, SignPlace::Field]
        .into_iter()
        .map(|place| {
            let of_place = signs.iter().filter(|sign| sign.place == place);
            of_place.map(|sign| sign.weight).sum::<f64>().min(MOST_OF_ONE)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{DocumentKinds, KindEvidence, told_kind};

    #[track_caller]
    fn check(path: &str, text: &str, kind: &str) {
        let told = told_kind(&KindEvidence::of(path, text, std::iter::empty()));
        assert_eq!(told.id, kind, "{path}: {}", told.reason);
    }

    #[test]
    fn the_data_reads() {
        let text = include_str!("../../data/documents.json");
        assert!(40 < serde_json::from_str::<DocumentKinds>(text).unwrap().kinds.len() + 3);
    }

    #[test]
    fn documents_are_told_by_what_they_say() {
        check(
            "scan1.pdf",
            "PASSPORT\nSurname: MUSTER\nGiven names: ROBIN\nNationality: Utopian\nPassport No: X0000000\n\
             Date of expiry: 2031-01-01\n",
            "passport",
        );
        check(
            "doc.pdf",
            "CERTIFICATE OF MARRIAGE\nGroom: Robin Muster\nBride: Kim Exemple\nDate of marriage: 2019-08-17\n\
             Place of marriage: Sampleville\nWitnesses: A, B\n",
            "marriage_certificate",
        );
        check(
            "a.pdf",
            "First Example Bank\nAccount statement\nAccount holder: Robin Muster\nOpening balance: $1,000\n\
             Closing balance: $24,000\n",
            "bank_statement",
        );
        check(
            "b.pdf",
            "Decision on your application\nDear applicant,\nYour application has been refused. I am not satisfied that you \
             will leave Canada at the end of your stay.\n",
            "refusal_letter",
        );
        check(
            "c.txt",
            "Example Works Ltd.\nLetter of employment\nRobin Muster is employed as a cook, full-time, since March 1, 2019. \
             Annual salary $40,000. Human Resources\n",
            "employment_letter",
        );
        check(
            "e.txt",
            "Letter of support for relationship\nI know the couple well; our relationship is that of neighbours.\n",
            "relationship_letter",
        );
        check("d.txt", "The quick brown fox.\n", "unknown");
    }
}
