//! Pairs of evidence and sentence, with the differences that must and must not be told.

use jurat_verify::grounding::{EvidenceIndex, GroundingDifference, QualifierChange};

/// The differences told, but for new words, in a short form.
#[track_caller]
fn check(evidence: &str, sentence: &str, expected: &[&str]) {
    let found = EvidenceIndex::read([evidence]).claim(sentence);
    let told: Vec<String> = found.differences.iter().filter_map(short).collect();
    assert_eq!(told, expected, "{sentence}");
    for difference in &found.differences {
        assert!(difference.span().of(sentence).is_some());
    }
}

fn short(difference: &GroundingDifference) -> Option<String> {
    let or_none = |nearest: &Option<String>| nearest.clone().unwrap_or_else(|| "-".into());
    let sign =
        |change: &QualifierChange| if *change == QualifierChange::Dropped { '-' } else { '+' };
    Some(match difference {
        GroundingDifference::Number { said, nearest, .. } => {
            format!("number {said}/{}", or_none(nearest))
        }
        GroundingDifference::Date { said, nearest, .. } => {
            format!("date {said}/{}", or_none(nearest))
        }
        GroundingDifference::Entity { said, nearest, .. } => {
            format!("name {said}/{}", or_none(nearest))
        }
        GroundingDifference::Modal { said, nearest, .. } => format!("modal {said}/{nearest}"),
        GroundingDifference::Negation { word, change, .. } => {
            format!("negation {}{word}", sign(change))
        }
        GroundingDifference::Condition { word, change, .. } => {
            format!("condition {}{word}", sign(change))
        }
        // Near copies have a table of their own.
        _ => return None,
    })
}

const HARBOUR: &str = "The harbour board must keep the lamp register for seven years. A keeper may \
    not sell lamp oil unless the board agrees. The fee is $120 and is due within 30 days of the \
    notice. Mara Velling wrote the register on 12 March 2019.";

const PORT: &str = "Le gardien doit remettre le registre au conseil dans un délai de dix jours. Le \
    gardien ne peut pas vendre l’huile, sauf si le conseil y consent. Le conseil a siégé le 4 mai 2020.";

const FAROL: &str = "O faroleiro deve entregar o registro ao conselho no prazo de quinze dias. O \
    faroleiro não pode vender o óleo do farol, salvo com autorização do conselho. O conselho \
    reuniu-se em 4 de maio de 2020.";

#[test]
fn what_is_said_the_same_way_differs_in_nothing() {
    check(HARBOUR, "The harbour board must keep the lamp register for seven years.", &[]);
    check(HARBOUR, "The board must keep the register for 7 years.", &[]);
    check(HARBOUR, "The lamp register shall be kept for seven years.", &[]);
    check(HARBOUR, "The $120 fee must be paid within 30 days of the notice.", &[]);
    check(HARBOUR, "On March 12, 2019 Mara Velling wrote the register.", &[]);
    check(HARBOUR, "A keeper may not sell lamp oil without the board's consent.", &[]);
    check(PORT, "Le gardien doit remettre le registre dans les 10 jours.", &[]);
    check(PORT, "Le conseil a siégé le 04/05/2020.", &[]);
    check(FAROL, "O faroleiro deve entregar o registro em 15 dias.", &[]);
    check(FAROL, "Em 4 de maio de 2020 o conselho reuniu-se.", &[]);
}

#[test]
fn another_number_is_told_with_the_one_that_stands_there() {
    check(
        HARBOUR,
        "The board must keep the lamp register for nine years.",
        &["number nine years/seven years"],
    );
    check(HARBOUR, "The fee is due within 45 days of the notice.", &["number 45 days/30 days"]);
    check(
        PORT,
        "Le gardien doit remettre le registre au conseil dans un délai de vingt jours.",
        &["number vingt jours/dix jours"],
    );
    check(
        FAROL,
        "O faroleiro deve entregar o registro ao conselho no prazo de vinte dias.",
        &["number vinte dias/quinze dias"],
    );
}

#[test]
fn two_weeks_are_fourteen_days() {
    check("Pay within two weeks of the notice.", "Pay within 14 days of the notice.", &[]);
}

#[test]
fn another_date_is_told() {
    check(
        HARBOUR,
        "Mara Velling wrote the register on 12 March 2021.",
        &["date 12 March 2021/12 March 2019"],
    );
    check(PORT, "Le conseil a siégé le 4 mai 2023.", &["date 4 mai 2023/4 mai 2020"]);
    check(
        FAROL,
        "O conselho reuniu-se em 4 de maio de 2023.",
        &["date 4 de maio de 2023/4 de maio de 2020"],
    );
}

#[test]
fn another_name_is_told() {
    check(
        HARBOUR,
        "On 12 March 2019 the register was written by Osric Thane.",
        &["name Osric Thane/Mara Velling"],
    );
    check("The World Lamp Office may grant aid.", "Aid may be granted by the WLO.", &[]);
}

#[test]
fn a_duty_made_a_permission_is_told() {
    check(
        HARBOUR,
        "The harbour board may keep the lamp register for seven years.",
        &["modal may/must"],
    );
    check(
        PORT,
        "Le gardien peut remettre le registre au conseil dans un délai de dix jours.",
        &["modal peut/doit"],
    );
    check(
        FAROL,
        "O faroleiro pode entregar o registro ao conselho no prazo de quinze dias.",
        &["modal pode/deve"],
    );
}

#[test]
fn a_negation_left_out_or_put_in_is_told() {
    check(HARBOUR, "A keeper may sell lamp oil unless the board agrees.", &["negation -may"]);
    check(
        HARBOUR,
        "The harbour board must not keep the lamp register for seven years.",
        &["negation +must"],
    );
    check(
        PORT,
        "Le gardien peut vendre l’huile, sauf si le conseil y consent.",
        &["negation -peut"],
    );
    check(
        FAROL,
        "O faroleiro pode vender o óleo do farol, salvo com autorização do conselho.",
        &["negation -pode"],
    );
    check("The lamp was lit.", "The lamp was not lit.", &["negation +lit"]);
}

#[test]
fn an_exception_left_out_is_told_beside_another_limit_or_denial() {
    check(
        "A keeper shall not sell lamp oil unless the director has consented.",
        "A keeper shall not sell lamp oil.",
        &["condition -unless"],
    );
    check(
        "Unless the director extends the period, the keeper shall pay the fee at the harbour.",
        "The keeper shall pay the fee at the harbour.",
        &["condition -Unless"],
    );
    check(
        "O faroleiro não pode vender o óleo do farol, salvo se o conselho autorizar.",
        "O faroleiro não pode vender o óleo do farol.",
        &["condition -salvo"],
    );
    // The same in other words.
    check(
        "The board must seal a licence, but only if the fee was paid.",
        "If the fee was paid, the board must seal a licence.",
        &[],
    );
    check(
        "A licence is valid only if the board seals it.",
        "A licence is not valid unless the board seals it.",
        &[],
    );
    check(
        "O faroleiro não pode vender o óleo do farol sem autorização do conselho.",
        "O faroleiro só pode vender o óleo do farol com autorização do conselho.",
        &[],
    );
}

#[test]
fn an_exception_excuses_no_denial_of_something_else() {
    check(
        "The licence is valid for five years, except where the seal is broken.",
        "The licence is not valid for five years.",
        &["negation +valid"],
    );
    check(
        "The licence is valid for five years, except where the seal is broken.",
        "The licence is not valid where the seal is broken.",
        &[],
    );
}

#[test]
fn a_condition_left_out_or_put_in_is_told() {
    check(
        "A keeper may sell lamp oil only to the harbour board.",
        "A keeper may sell lamp oil to the harbour board.",
        &["condition -only"],
    );
    check(
        "The keeper must light the lamp at dusk unless the board orders a dark night.",
        "The keeper must light the lamp at dusk.",
        &["condition -unless"],
    );
    check(
        "Le gardien doit allumer la lampe au crépuscule, sauf ordre contraire du conseil.",
        "Le gardien doit allumer la lampe au crépuscule.",
        &["condition -sauf"],
    );
    check(
        "O faroleiro deve acender o farol ao anoitecer, salvo ordem contrária do conselho.",
        "O faroleiro deve acender o farol ao anoitecer.",
        &["condition -salvo"],
    );
    check(
        "The keeper must light the lamp at dusk.",
        "The keeper must light the lamp at dusk only.",
        &["condition +only"],
    );
}

#[test]
fn what_is_made_up_is_riskier_than_what_is_copied() {
    let evidence = EvidenceIndex::read([HARBOUR]);
    let copied =
        evidence.answer("The harbour board must keep the lamp register for seven years.");
    let made_up = evidence.answer(
        "The tramway authority pays cyclists 900 dollars. Velodromes open in Lisbon every Sunday.",
    );
    assert!(copied.risk < 0.2 && 0.5 < made_up.risk, "{} {}", copied.risk, made_up.risk);
    let copied =
        evidence.claim("The harbour board must keep the lamp register for seven years.");
    let changed =
        evidence.claim("The harbour board may keep the lamp register for nine years.");
    assert!(copied.risk < 0.3 && copied.risk + 0.3 < changed.risk);
}
