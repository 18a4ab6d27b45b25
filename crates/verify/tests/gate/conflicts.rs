//! Which requirements conflict, and in what. All texts are invented.

use jurat_model::{
    ConflictOver::{self, Modality as OverModality, Number},
    NormModality::{self, Obligation, Permission, Prohibition},
    SourceType,
};
use jurat_verify::{GatePolicy, gate};

use crate::sample_documents;

/// The conflict of two norms, with all else let through.
#[track_caller]
fn check(
    one: (&str, NormModality),
    other: (&str, NormModality),
    language: &str,
    expected: Option<(ConflictOver, &str)>,
) {
    let question = format!("{} {}", one.0, other.0);
    let (left, right) = (
        sample_documents::exhibit("Code", one.0),
        sample_documents::exhibit("Manual", other.0),
    );
    let mut requirements = vec![
        sample_documents::requirement(&left, one.0, one.1),
        sample_documents::requirement(&right, other.0, other.1),
    ];
    requirements[1].requirement_id.number = 2;
    for requirement in &mut requirements {
        language.clone_into(&mut requirement.language);
    }
    let policy = GatePolicy { addresses_min: 0.0, ..GatePolicy::seed() };
    let gated = gate(&question, &requirements, &[left, right], policy);
    let found: Vec<_> = gated
        .conflicts
        .iter()
        .map(|one| (one.over, one.difference.as_str()))
        .collect();
    let both = gated.admitted.len() == 2 || one.1 == Permission || other.1 == Permission;
    assert!(both, "{:?}", gated.rejected);
    assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{} / {}", one.0, other.0);
}

const KEEP: &str =
    "A provider shall keep each client record for seven years after the last service.";

#[test]
fn different_numbers_of_one_thing_conflict() {
    let five =
        "Client records must be kept for five years after the last service to the client.";
    check(
        (KEEP, Obligation),
        (five, Obligation),
        "en",
        Some((Number, "seven years against five years")),
    );
    let sixty = "A provider must document each assessment within 60 days of the first contact.";
    let thirty = "Each assessment must be documented by the provider within 30 days of the first contact.";
    check(
        (sixty, Obligation),
        (thirty, Obligation),
        "en",
        Some((Number, "60 days against 30 days")),
    );
    let percent = "A keeper must read at least 20 percent of the lantern logs of each month.";
    let more = "A keeper must read at least 30 % of the lantern logs of each month.";
    check(
        (percent, Obligation),
        (more, Obligation),
        "en",
        Some((Number, "20 percent against 30 %")),
    );
    let dix = "Le bureau doit répondre à chaque réclamation écrite dans un délai de dix jours.";
    let vingt =
        "Le bureau doit répondre à chaque réclamation écrite dans un délai de vingt jours.";
    check(
        (dix, Obligation),
        (vingt, Obligation),
        "fr",
        Some((Number, "dix jours against vingt jours")),
    );
    let quinze = "A casa deve responder a cada reclamação escrita no prazo de quinze dias.";
    let trinta = "A casa deve responder a cada reclamação escrita no prazo de trinta dias.";
    check(
        (quinze, Obligation),
        (trinta, Obligation),
        "pt",
        Some((Number, "quinze dias against trinta dias")),
    );
}

#[test]
fn one_length_in_two_units_is_no_conflict() {
    let weeks =
        "A provider must document each assessment within two weeks of the first contact.";
    let days = "Each assessment must be documented by the provider within 14 days of the first contact.";
    check((weeks, Obligation), (days, Obligation), "en", None);
}

#[test]
fn other_subjects_conditions_and_acts_do_not_conflict() {
    let adults =
        "Adults must be seen by a doctor within ten days of the first call to the line.";
    let minors =
        "Minors must be seen by a doctor within two days of the first call to the line.";
    check((adults, Obligation), (minors, Obligation), "en", None);
    let young = "The record of a client who was under 18 must be kept for nine years after the last service.";
    check((KEEP, Obligation), (young, Obligation), "en", None);
    let bell = "Where the client came by way of the bell, the client record must be kept for two years after the last service.";
    check((KEEP, Obligation), (bell, Obligation), "en", None);
    let show = "A provider shall show each client record to the client five days after the last service.";
    check((KEEP, Obligation), (show, Obligation), "en", None);
}

#[test]
fn what_one_forbids_and_another_allows_conflicts() {
    let not =
        "Visitors may not bring dogs into the dining room of a care home, except trained dogs.";
    let may =
        "Visitors may bring dogs into the dining room of a care home on Sunday afternoons.";
    check(
        (not, Prohibition),
        (may, Permission),
        "en",
        Some((OverModality, "forbidden against allowed")),
    );
    let must =
        "Visitors must bring dogs into the dining room of a care home on Sunday afternoons.";
    check(
        (must, Obligation),
        (not, Prohibition),
        "en",
        Some((OverModality, "required against forbidden")),
    );
    let trained =
        "Visitors may bring trained dogs into the dining room of a care home at noon.";
    check((not, Prohibition), (trained, Permission), "en", None);
    let proibido = "É vedado ao visitante levar cães para a sala de jantar da casa de repouso.";
    let permitido = "O visitante pode levar cães para a sala de jantar da casa de repouso.";
    check(
        (proibido, Prohibition),
        (permitido, Permission),
        "pt",
        Some((OverModality, "forbidden against allowed")),
    );
}

#[test]
fn a_bare_permission_is_no_requirement() {
    let may =
        "Visitors may bring dogs into the dining room of a care home on Sunday afternoons.";
    let exhibit = sample_documents::exhibit("Manual", may);
    let requirement = sample_documents::requirement(&exhibit, may, Permission);
    let gated = gate(may, &[requirement], &[exhibit], GatePolicy::seed());
    assert!(gated.admitted.is_empty());
    assert!(
        gated.rejected[0]
            .verification_rationale
            .starts_with("It allows, and demands nothing")
    );
    assert_eq!(gated.metadata.rejected, 1);
    assert_eq!(gated.rejected[0].requirement_id.source_type, SourceType::Statute);
}
