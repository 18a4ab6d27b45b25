//! The packs that ship: no faults, real depth, provisions that exist.
#![expect(clippy::unwrap_used)]

use std::collections::BTreeSet;

use super::{ALL_NAMES, ApplicationPack, lint, load, text_of};

#[test]
fn every_pack_is_without_fault_and_deep() {
    for name in ALL_NAMES {
        let faults = lint(text_of(name).unwrap());
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert!(told.is_empty(), "{name}:\n{}", told.join("\n"));
        let pack = load(name).unwrap();
        assert_eq!(pack.id, name);
        let checks = pack.requirements.len() + pack.rules.len() + pack.triggers.len();
        assert!(checks >= 40, "{name} has {checks} checks");
        assert!(pack.questions.len() >= 5, "{name}");
        assert!(pack.triggers.iter().filter(|it| it.pill).count() >= 3, "{name}");
    }
}

#[test]
fn a_flag_spelling_is_a_name_too() {
    assert_eq!(load("express-entry").unwrap().id, "express_entry");
    let fault = load("spouse").unwrap_err();
    assert!(fault.to_string().contains("spousal"), "{fault}");
}

/// Every provision that a pack names, as `IRPR 117(9)(d)`.
fn provisions(pack: &ApplicationPack) -> BTreeSet<&str> {
    let requirements = pack.requirements.iter().map(|it| it.source.as_str());
    let rules = pack.rules.iter().map(|it| it.provision.as_str());
    let triggers = pack.triggers.iter().map(|it| it.source.as_str());
    let law = ["IRPA ", "IRPR ", "CA ", "RPDR "];
    let all = requirements.chain(rules).chain(triggers);
    all.filter(|it| law.iter().any(|law| it.starts_with(law))).collect()
}

#[test]
fn every_provision_exists() {
    for name in ALL_NAMES {
        let pack = load(name).unwrap();
        for provision in provisions(&pack) {
            let (law, place) = provision.split_once(' ').unwrap();
            let file = match law {
                "IRPA" => "acts/I-2.5",
                "CA" => "acts/C-29",
                "IRPR" => "regulations/SOR-2002-227",
                _ => "regulations/SOR-2012-256",
            };
            let Some(text) = jurat_testdata::text(&format!("canada_laws/eng/{file}.xml"))
            else {
                return;
            };
            let labels: Vec<&str> = place.split_inclusive(')').collect();
            assert!(stands(&text, &labels), "{name}: there is no {provision}");
        }
    }
}

/// Whether a section with these labels stands in a law: the section's own, then those of its parts in their order.
fn stands(text: &str, labels: &[&str]) -> bool {
    let (section, first) = labels[0].split_once('(').unwrap_or((labels[0], ""));
    let head = format!("<Label>{section}</Label>");
    let parts = text.split("<Section ").skip(1);
    let mut bodies =
        parts.filter(|body| body.split("</Section>").next().unwrap().contains(&head));
    let first = (!first.is_empty()).then(|| format!("({first}"));
    bodies.any(|body| {
        let mut rest = body.split("</Section>").next().unwrap();
        let below = first.iter().map(String::as_str).chain(labels[1..].iter().copied());
        for label in below {
            let Some((_, behind)) = rest.split_once(&format!("<Label>{label}</Label>")) else {
                return false;
            };
            rest = behind;
        }
        true
    })
}

#[test]
fn the_check_of_provisions_refuses_what_is_not_there() {
    let Some(text) = jurat_testdata::text("canada_laws/eng/acts/I-2.5.xml") else { return };
    assert!(stands(&text, &["40(1)", "(a)"]));
    assert!(!stands(&text, &["40(1)", "(z)"]));
    assert!(!stands(&text, &["940"]));
}
