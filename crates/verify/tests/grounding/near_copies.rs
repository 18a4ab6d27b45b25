//! Sentences copied from their source with one thing changed, and what is told of them.

use jurat_verify::grounding::{EvidenceIndex, GroundingDifference, QualifierChange};

/// What a copy of a sentence says differently, in a short form; `-` where it is no copy.
#[track_caller]
fn check(source: &str, said: &str, expected: &[&str]) {
    // Something else beside it, in the same language.
    let other = if source.starts_with("Le ") {
        "Le port est fermé pendant 45 jours. Le pilote peut partir."
    } else {
        "The harbour is closed for 45 days. The clerk or the pilot may leave."
    };
    let passages = [source, other];
    let copy = EvidenceIndex::read(passages).near_copy(said);
    let told: Vec<String> = match &copy {
        None => vec!["-".to_owned()],
        Some(copy) => copy.differences.iter().map(short).collect(),
    };
    assert_eq!(told, expected, "{said}");
    let spans = copy.iter().flat_map(|copy| &copy.differences);
    for difference in spans {
        assert!(difference.span().of(said).is_some(), "{difference:?}");
    }
}

fn short(difference: &GroundingDifference) -> String {
    match difference {
        GroundingDifference::Number { said, nearest, .. } => {
            format!("number {said}/{}", nearest.as_deref().unwrap_or("-"))
        }
        GroundingDifference::Date { said, nearest, .. } => {
            format!("date {said}/{}", nearest.as_deref().unwrap_or("-"))
        }
        GroundingDifference::Bound { said, nearest, .. } => format!("bound {said}/{nearest}"),
        GroundingDifference::Conjunction { said, nearest, .. } => {
            format!("joint {said}/{nearest}")
        }
        GroundingDifference::Provision { said, nearest, .. } => {
            format!("provision {said}/{nearest}")
        }
        GroundingDifference::Party { said, nearest, is_swapped: true, .. } => {
            format!("swap {said}/{nearest}")
        }
        GroundingDifference::Party { said, nearest, .. } => format!("party {said}/{nearest}"),
        GroundingDifference::Wording { said, nearest, .. } => format!("word {said}/{nearest}"),
        GroundingDifference::Modal { said, nearest, .. } => format!("modal {said}/{nearest}"),
        GroundingDifference::Negation { change, .. } => {
            let sign = if *change == QualifierChange::Dropped { '-' } else { '+' };
            format!("negation {sign}")
        }
        GroundingDifference::Condition { word, is_close, .. } => {
            format!("limit {word} {is_close}")
        }
        other => format!("{other:?}"),
    }
}

const KEEPER: &str = "If the lamp fails, the keeper shall inform the pilot and the clerk within 30 days \
    after the failure under section 12, unless the mayor has granted a delay.";

#[test]
fn what_is_copied_differs_in_nothing() {
    check(KEEPER, KEEPER, &[]);
    check("The keeper shall ring the bell.", "The keeper must ring the bell.", &[]);
    check("The fee is thirty dollars a day.", "The fee is thirty (30) dollars a day.", &[]);
    check(
        "The fine of the keeper is $2,500,000 for each lamp.",
        "The fine of the keeper is $2.5 million for each lamp.",
        &[],
    );
    check(
        "The keeper shall ring the bell at dusk.",
        "Under section 4, the keeper shall ring the bell at dusk.",
        &[],
    );
}

#[test]
fn a_fact_is_not_borrowed_from_a_sentence_about_something_else() {
    check(
        "The keeper shall inform the pilot within 30 days.",
        "The keeper shall inform the pilot within 45 days.",
        &["number 45 days/30 days"],
    );
}

#[test]
fn values_are_told() {
    check(KEEPER, &KEEPER.replace("section 12", "section 14"), &["provision 14/12"]);
    check(
        "The lease of the pier ends on 4 May 2031 at noon.",
        "The lease of the pier ends on 4 May 2032 at noon.",
        &["date 4 May 2032/4 May 2031"],
    );
}

#[test]
fn operators_are_told() {
    check(KEEPER, &KEEPER.replace("within 30", "more than 30"), &["bound more than/within"]);
    check(KEEPER, &KEEPER.replace("pilot and", "pilot or"), &["joint or/and"]);
    check(KEEPER, &KEEPER.replace("shall", "may"), &["modal may inform/shall inform"]);
    check(KEEPER, &KEEPER.replace("shall", "shall not"), &["negation +"]);
    check(
        "A keeper holds office for at least 3 years.",
        "A keeper holds office for at most 3 years.",
        &["bound at most/at least"],
    );
    check(
        "Le gardien demande la clé au plus tard le jour de la visite.",
        "Le gardien demande la clé au plus tôt le jour de la visite.",
        &["bound au plus tôt/au plus tard"],
    );
}

#[test]
fn parties_are_told() {
    check(
        "The owner shall pay the tenant the cost of the lamp.",
        "The tenant shall pay the owner the cost of the lamp.",
        &["swap tenant/owner"],
    );
    check(KEEPER, &KEEPER.replace("the keeper", "the baker"), &["party baker/keeper"]);
    check(KEEPER, &KEEPER.replace("the failure", "the storm"), &["word storm/failure"]);
}

#[test]
fn what_names_the_source_or_says_less_is_no_difference() {
    check(
        "In the case of a broken lamp, the keeper shall inform the pilot without undue delay and, where feasible, \
         not later than 72 hours after dusk.",
        "Under Article 33, the keeper shall inform the pilot not later than 72 hours after dusk.",
        &[],
    );
}

#[test]
fn a_clause_left_out_is_told() {
    let (_, main) = KEEPER.split_once(", ").unwrap_or_default();
    check(KEEPER, main, &["limit If true"]);
    let (head, _) = KEEPER.split_once(", unless").unwrap_or_default();
    check(KEEPER, head, &["limit unless true"]);
}

#[test]
fn the_same_in_another_order_is_no_difference() {
    check(
        "If the lamp fails at night, the keeper shall inform the pilot without delay.",
        "The keeper shall inform the pilot without delay if the lamp fails at night.",
        &[],
    );
    check(
        "The keeper may refuse the licence within 3 days after the request.",
        "The licence may be refused by the keeper within 3 days after the request.",
        &[],
    );
    check(
        "The keeper may make the rules at any time after the draft has been read before each house of the town.",
        "The rules may be made by the keeper at any time after the draft has been read before each house of the town.",
        &[],
    );
    check(
        "The keeper and the pilot shall sign the register each night.",
        "The pilot and the keeper shall sign the register each night.",
        &[],
    );
}

#[test]
fn words_of_ones_own_are_no_copy() {
    check(KEEPER, "Pilots hear of broken lamps from keepers in about a month.", &["-"]);
}

#[test]
fn the_other_side_of_a_number_is_told() {
    check(
        "No person under 16 may tend the lamp while the pressure is above 900 kilopascals.",
        "No person over 16 may tend the lamp while the pressure is above 900 kilopascals.",
        &["bound over/under"],
    );
    check(
        "No person under 16 may tend the lamp while the pressure is above 900 kilopascals.",
        "No person under 16 may tend the lamp while the pressure is below 900 kilopascals.",
        &["bound below/above"],
    );
}

#[test]
fn values_in_each_others_place_are_told() {
    let source = "The fee is 200 crowns for a boat and 400 crowns for a ship.";
    check(
        source,
        "The fee is 400 crowns for a boat and 200 crowns for a ship.",
        &["number 400 crowns/200 crowns", "number 200 crowns/400 crowns"],
    );
}

#[test]
fn a_negation_in_who_acts_is_told_with_what_is_done() {
    let source = "No record shall be destroyed while a complaint is open.";
    let said = "A record shall be destroyed while a complaint is open.";
    let copy = EvidenceIndex::read([source]).near_copy(said).unwrap();
    let told = copy.differences[0].span().of(said);
    assert_eq!(told, Some("A record shall be destroyed"));
}

#[test]
fn who_none_may_and_what_one_may_not_are_the_same() {
    check(
        "No ferry shall begin a crossing when the wind is above 35 knots, except to save a life.",
        "According to § 12.16.030, a ferry may not begin a crossing when the wind is above 35 knots, except to save a life.",
        &[],
    );
    check(
        "No person shall disclose a client record without the written consent of the client, unless the harm is serious.",
        "Nobody may disclose a client record without the written consent of the client, unless the harm is serious.",
        &[],
    );
    let source = "The ferry must not begin a crossing when the wind is above 35 knots, except to save a life.";
    let told = EvidenceIndex::read([source])
        .near_copy(&source.replace("must not", "need not"))
        .unwrap();
    assert!(!told.differences.is_empty());
}
