//! The five layers of a provision: whether there is such a one, whether it says what is quoted, and whether it is in force on a day.

use jurat_model::{CitationLayer, CitationOutcome};
use jurat_text::{
    anchor::{QuoteAnchor, anchor},
    citations::Citation,
    fold::FoldedText,
};

use super::{
    CardEvidence, CardLayer, CardRequest,
    case_index::CaseIndex,
    law_index::{KnownProvision, ProvisionLookup, ProvisionStanding},
    layers::{answer, not_asked, parses},
};

/// The layers of a citation of law; of a list of provisions the worst counts.
pub(super) fn all(
    citation: &Citation,
    asked: &CardRequest<'_>,
    index: &dyn CaseIndex,
) -> Vec<CardLayer> {
    let found: Vec<ProvisionLookup> =
        citation.normal.iter().map(|normal| index.provision(normal)).collect();
    let name = not_asked(CitationLayer::NameMatches, "it is no decision");
    vec![
        parses(Some(citation), None),
        worst(&found, CitationLayer::Exists, |one| exists(one, asked.as_of)),
        name,
        quote_in_text(&found, asked.quote),
        worst(&found, CitationLayer::GoodLaw, |one| in_force(one, asked.as_of)),
    ]
}

fn worst(
    found: &[ProvisionLookup],
    layer: CitationLayer,
    told: impl Fn(&ProvisionLookup) -> CardLayer,
) -> CardLayer {
    let mut all: Vec<CardLayer> = found.iter().map(told).collect();
    let evidence: Vec<CardEvidence> = all.iter().flat_map(|one| one.evidence.clone()).collect();
    let Some(at) = (0..all.len()).rev().max_by_key(|at| all[*at].outcome) else {
        let reason = "it could not be looked up";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    };
    CardLayer { evidence, ..all.swap_remove(at) }
}

fn exists(found: &ProvisionLookup, as_of: Option<&str>) -> CardLayer {
    let layer = CitationLayer::Exists;
    match found {
        ProvisionLookup::NoAct => {
            let reason = "the act is not among the legislation that is loaded";
            answer(layer, CitationOutcome::Unverified, reason, Vec::new())
        }
        ProvisionLookup::NoProvision(missing) => {
            let (act, label, until) = (&missing.act, &missing.label, &missing.known_until);
            // What was enacted after the last known day is not known.
            let known = as_of.is_none_or(|day| day <= until.as_str());
            let (outcome, reason) = if missing.whole && known {
                let reason =
                    format!("{act} is held whole as of {until}, and has no provision {label}");
                (CitationOutcome::Failed, reason)
            } else {
                let reason = format!(
                    "{act} as held ({until}) has no provision {label}, and may not be whole: outside coverage"
                );
                (CitationOutcome::Unverified, reason)
            };
            answer(layer, outcome, reason, Vec::new())
        }
        ProvisionLookup::Found(known) => {
            let reason = format!("{} has it", known.source);
            answer(layer, CitationOutcome::Verified, reason, facts(known))
        }
    }
}

/// The provision, and its twin in the other language.
fn facts(known: &KnownProvision) -> Vec<CardEvidence> {
    let fact = |act: &str, heading: Option<&str>, extra: Option<String>| {
        let label = known.label.as_ref().map(|label| format!("s {label}"));
        let heading = heading.map(str::to_owned);
        let words = [Some(act.to_owned()), label, heading, extra];
        CardEvidence {
            source: known.source.clone(),
            paragraph: None,
            span: None,
            words: words.into_iter().flatten().collect::<Vec<_>>().join(", "),
        }
    };
    let twin = known.twin.as_ref().map(|twin| {
        fact(&twin.act, twin.heading.as_deref(), Some(format!("({})", twin.language)))
    });
    let own = fact(&known.act, known.heading.as_deref(), None);
    std::iter::once(own).chain(twin).collect()
}

fn quote_in_text(found: &[ProvisionLookup], quote: Option<&str>) -> CardLayer {
    let layer = CitationLayer::QuoteInText;
    let Some(quote) = quote else { return not_asked(layer, "nothing is quoted") };
    let held = found.iter().filter_map(|one| match one {
        ProvisionLookup::Found(known) => Some(known),
        _ => None,
    });
    let held: Vec<&KnownProvision> = held.map(AsRef::as_ref).collect();
    if held.is_empty() {
        let reason = "the provision's text is not at hand";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    }
    let words = quote.replace(['[', ']'], "");
    let mut short = false;
    for known in &held {
        match anchor(&words, &[FoldedText::new(&known.text)], Some(0)) {
            QuoteAnchor::Found { .. } => {
                let reason = "the words stand in the provision";
                return answer(layer, CitationOutcome::Verified, reason, facts(known));
            }
            QuoteAnchor::TooShort => short = true,
            _ => {}
        }
    }
    if short {
        let reason = "so few words could stand anywhere";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    }
    let reason = "the words are not in the provision as it is held";
    answer(layer, CitationOutcome::Failed, reason, Vec::new())
}

/// Whether a provision is law on a day, as far as its source tells.
fn in_force(found: &ProvisionLookup, as_of: Option<&str>) -> CardLayer {
    let layer = CitationLayer::GoodLaw;
    let ProvisionLookup::Found(known) = found else {
        let reason = "whether it is in force is not known";
        return answer(layer, CitationOutcome::Unverified, reason, Vec::new());
    };
    let (outcome, reason) = standing(known, as_of);
    answer(layer, outcome, reason, facts(known))
}

fn standing(known: &KnownProvision, as_of: Option<&str>) -> (CitationOutcome, String) {
    use CitationOutcome::{Failed, Unverified, Verified};
    let until = &known.known_until;
    let later = as_of.filter(|day| until.as_str() < *day);
    match (known.standing, as_of) {
        (ProvisionStanding::Elsewhere, _) => {
            (Unverified, "it is printed with the act and is of another".to_owned())
        }
        (ProvisionStanding::Repealed, day) => {
            let year = repeal_year(&known.text);
            match (day, year) {
                (Some(day), Some(year)) if day.get(..4) <= Some(year) => (
                    Unverified,
                    format!(
                        "it was repealed by an act of {year}; whether before {day} is not known"
                    ),
                ),
                _ => (Failed, format!("it is repealed: {}", first_words(&known.text))),
            }
        }
        (ProvisionStanding::NotYet, _) if later.is_none() => {
            (Failed, format!("on {until} it is not in force yet"))
        }
        (_, Some(day)) if later.is_some() => {
            (Unverified, format!("legislation is held as of {until}; {day} is later"))
        }
        (_, day) => match (&known.in_force, day) {
            (Some(from), Some(day)) if day < from.as_str() => (
                Unverified,
                format!(
                    "the words that are held are law since {from}; what stood on {day} is not held"
                ),
            ),
            (Some(from), _) => (Verified, format!("in force since {from}, held as of {until}")),
            (None, None) => (Verified, format!("in force as held on {until}")),
            (None, Some(_)) => {
                (Unverified, "the source does not say since when its words are law".to_owned())
            }
        },
    }
}

/// The year of the act in a note of repeal: `[Repealed, 2012, c. 17, s. 14]`.
fn repeal_year(text: &str) -> Option<&str> {
    let at = text.find(['[', '('])?;
    let note = &text[at..];
    let digits = note.find(|c: char| c.is_ascii_digit())?;
    note.get(digits..digits + 4)
        .filter(|year| year.bytes().all(|it| it.is_ascii_digit()))
}

fn first_words(text: &str) -> String {
    text.split_whitespace().take(16).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use jurat_model::CitationOutcome;

    use super::{KnownProvision, ProvisionStanding, repeal_year, standing};

    fn provision() -> KnownProvision {
        KnownProvision {
            source: "acts".to_owned(),
            act: "Tides Act".to_owned(),
            label: Some("3".to_owned()),
            heading: None,
            text: "3 [Repealed, 2012, c. 17, s. 14]".to_owned(),
            standing: ProvisionStanding::InForce,
            in_force: Some("2015-06-26".to_owned()),
            known_until: "2024-12-31".to_owned(),
            twin: None,
        }
    }

    #[track_caller]
    fn check(known: &KnownProvision, day: Option<&str>, expected: CitationOutcome) {
        let (outcome, reason) = standing(known, day);
        assert_eq!(outcome, expected, "{reason}");
    }

    #[test]
    fn a_provision_is_in_force_where_the_source_says_so_and_nowhere_else() {
        use CitationOutcome::{Failed, Unverified, Verified};
        let known = provision();
        check(&known, Some("2020-01-01"), Verified);
        check(&known, Some("2014-01-01"), Unverified);
        check(&known, Some("2025-01-01"), Unverified);
        check(&known, None, Verified);
        let gone = KnownProvision {
            standing: ProvisionStanding::Repealed,
            ..provision()
        };
        check(&gone, Some("2020-01-01"), Failed);
        check(&gone, Some("2010-01-01"), Unverified);
        let coming = KnownProvision { standing: ProvisionStanding::NotYet, ..provision() };
        check(&coming, Some("2024-01-01"), Failed);
        check(&coming, Some("2026-01-01"), Unverified);
        assert_eq!(repeal_year(&known.text), Some("2012"));
    }
}
