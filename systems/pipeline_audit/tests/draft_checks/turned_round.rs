//! Answers in words of their own that turn a rule round are stopped, and sound ones of the same form pass.

use jurat_model::audit::IssueSeverity;
use serde_json::{Value, json};

use crate::support::{audited, drafted, fires, grave, issues, silent};
use jurat_pipeline_audit::audit::AuditPolicy;

const LAMPS: &str = "Lamps on board 31 (1) If a pilot wants to carry a lamp on a crossing, the pilot must show the lamp to the \
    mate and the Registry. Crossings in the dark (2) If a pilot does not mean to carry any lamps on a crossing, the pilot \
    must send a signed note to the Registry stating the reason.";

/// That an answer is stopped with an error of this code.
#[track_caller]
fn stopped(label: &str, source: &str, answer: &str, code: &str) {
    let issue = fires(&drafted(answer, &[(label, source)]), code, "");
    assert_eq!(issue.severity, IssueSeverity::Error, "{}", issue.msg);
}

/// That nothing in an answer warns or is an error.
#[track_caller]
fn sound(label: &str, source: &str, answer: &str) {
    assert_eq!(grave(&issues(&drafted(answer, &[(label, source)]))), [""; 0], "{answer}");
}

/// The errors of an answer to a question, from a page that is no provision.
#[track_caller]
fn errors_of_page(question: &str, sources: &[&str], answer: &str) -> Vec<String> {
    let sources: Vec<Value> = (1..)
        .zip(sources)
        .map(|(number, text)| json!({ "id": format!("src-{number}"), "title": "Help", "text": text }))
        .collect();
    let state = json!({ "query": question, "sources": sources, "draft": answer });
    let audit = audited(&state, &AuditPolicy::default());
    let found = audit.issues(jurat_model::audit::PipelineStage::Draft).iter();
    found
        .filter(|issue| issue.severity == IssueSeverity::Error)
        .map(|issue| format!("{}: {}", issue.code, issue.msg))
        .collect()
}

#[test]
fn a_duty_that_is_said_to_be_none_is_an_error() {
    let turned = [
        "A pilot that does not mean to carry any lamps does not need to tell the Registry [1].",
        "A pilot that does not mean to carry any lamps need not send a signed note to the Registry [1].",
    ];
    for answer in turned {
        stopped("Section 31", LAMPS, answer, "MODAL_CHANGED");
    }
    let kept = "A pilot that does not mean to carry any lamps must tell the Registry so in a signed note [1].";
    silent(&drafted(kept, &[("Section 31", LAMPS)]), "MODAL_CHANGED");
    // The other case is free of it.
    let other = "A pilot that does not want to carry a lamp does not need to show the lamp to the Registry [1].";
    silent(&drafted(other, &[("Section 31", LAMPS)]), "MODAL_CHANGED");
}

#[test]
fn one_word_for_two_is_another_way_to_say_it() {
    let said = "A pilot that does not mean to carry any lamps must send a signed note to the Registry saying so [1].";
    let source = LAMPS.replace("stating the reason", "declaring that purpose");
    silent(&drafted(said, &[("Section 31", &source)]), "WORDING_CHANGED");
}

#[test]
fn another_is_free_of_a_duty() {
    let source = "The employer must pay the fee of the licence to the Registry within 30 days.";
    let answer =
        "The employee does not need to pay the fee of the licence to the Registry [1].";
    silent(&drafted(answer, &[("Section 9", source)]), "MODAL_CHANGED");
}

#[test]
fn what_a_thing_must_have_is_not_said_to_be_needless() {
    let source = "Any harbour board may hand the warden a signed plan, agreed to by both the board and the pilots in its \
        service, that all night crossings shall be treated as coastal crossings.";
    let answer = "A harbour board may hand the warden a signed plan that night crossings be treated as coastal crossings; the \
        agreement of the pilots concerned is not required [1].";
    stopped("Section 70", source, answer, "MODAL_CHANGED");
    let kept = "A harbour board may hand the warden a signed plan that night crossings be treated as coastal crossings; the \
        agreement of the pilots concerned is required [1].";
    silent(&drafted(kept, &[("Section 70", source)]), "MODAL_CHANGED");
    let optional = "A pilot may attend the hearing of the board, called by the warden.";
    let answer = "The attendance of the pilot at the hearing is not required [1].";
    silent(&drafted(answer, &[("Section 71", optional)]), "MODAL_CHANGED");
}

const NOTICE: &str = "(a) In the absence of storms, ice, or heavy fog, the list of crossings of the night ferry shall be posted \
    by the Harbour Office not later than ten days after the end of the month in which the crossings were made.";

#[test]
fn a_limit_that_is_set_aside_is_an_error() {
    for ending in
        ["even in times of storms", "regardless of ice", "even if there was heavy fog"]
    {
        let answer = format!(
            "The Harbour Office must post the list of crossings not later than ten days after the end of the month in which \
             the crossings were made, {ending} [1]."
        );
        stopped("Section 47", NOTICE, &answer, "CONDITION_DROPPED");
    }
    let kept = "The Harbour Office must post the list of crossings not later than ten days after the end of the month in which \
        the crossings were made, in the absence of storms, ice or heavy fog [1].";
    silent(&drafted(kept, &[("Section 47", NOTICE)]), "CONDITION_DROPPED");
}

#[test]
fn an_absence_is_a_condition() {
    let (_, main) = NOTICE.split_once("fog, the").unwrap_or_default();
    let answer = format!("The{main}");
    stopped("Section 47", NOTICE, &answer, "CONDITION_DROPPED");
}

const BERTH: &str = "You can ask for a new berth in the first 40 days after a flood. If you ask in time, you can wait in the \
    harbour until you get a place in the row, but you must stop fishing until you receive your new berth.";

#[test]
fn a_verb_that_comes_under_another_modal_is_an_error() {
    let turned = "If you ask in time, you can wait in the harbour and keep fishing until you receive your new berth [1].";
    stopped("Section 12", BERTH, turned, "MODAL_CHANGED");
}

#[test]
fn verbs_in_each_others_place_are_no_parties() {
    let said = "If you ask in time, you may wait in the harbour until you receive a place in the row, but you have to stop \
        fishing until you get your new berth [1].";
    silent(&drafted(said, &[("Section 12", BERTH)]), "PARTY_SWAPPED");
}

#[test]
fn another_body_is_an_error() {
    let source = "Handing on of lists (2) The Warden may hand the crew lists of the owner and the tenant to the Maravel Revenue \
        Board for the ends named in subsection (1) if the Warden has signed a pact with the Board for the keeping of those lists.";
    let answer = "The crew lists can be passed on by the Warden to the Maravel Pilotage Inspection Board once a pact with the \
        Board is signed [1].";
    stopped("Section 137", source, answer, "PARTY_SWAPPED");
    let kept = answer.replace("Pilotage Inspection", "Revenue");
    silent(&drafted(kept, &[("Section 137", source)]), "PARTY_SWAPPED");
}

const TERMS: &str = "In the end, each entry is struck off the board. How long that takes depends on the kind of entry. • Berth \
    entries : 120 days after you moor • Crew card entries : 20 days after you fetch your card • Licence entries : 120 days after the \
    vote • Passage entries : 250 days after you were sent home, you gave up or your passage was lost";

#[test]
fn a_number_of_another_item_is_an_error() {
    let question = "When is my passage entry struck off the board?";
    let said = "Passage entries are struck off 250 days after you were sent home, you gave up or your passage was lost [1].";
    assert_eq!(errors_of_page(question, &[TERMS], said), [""; 0]);
    for wrong in ["120 days", "400 days"] {
        let found = errors_of_page(question, &[TERMS], &said.replace("250 days", wrong));
        assert!(
            found.iter().any(|one| one.starts_with("NUMBER_MISMATCH")),
            "{wrong}: {found:?}"
        );
    }
}

#[test]
fn items_that_end_the_clause_before_them_are_no_sentences() {
    let page = "You can keep your berth with your new boat only if • you had the right to a berth but • you did not get the whole \
        length because your boat was too short Tell us so in a letter when you ask to keep your berth.";
    let said = "You can keep your berth with your new boat [1].";
    let found = errors_of_page("Can I keep my berth with a new boat?", &[page], said);
    assert!(found.iter().any(|one| one.starts_with("CONDITION_DROPPED")), "{found:?}");
}

#[test]
fn what_is_prescribed_and_what_may_be_are_the_same() {
    let source = "(a) Each owner shall hang up in the harbour such painted tables of tides and other signs as may be chosen by \
        the rules of the board.";
    let answer = "Each owner must hang up in the harbour painted tables of tides and other signs chosen by the rules of the \
        board [1].";
    sound("Section 10", source, answer);
}

#[test]
fn a_modal_that_moved_is_the_same_beside_another_sentence() {
    let source = "The board shall soon tell the owner of the reckoning. The owner may, within 20 days after the reading of the \
        bill of reckoning, doubt its fairness. The 20 days may be doubled in winter.";
    let answer = "The owner may doubt the fairness of the reckoning within 20 days after the reading of the bill of reckoning \
        [1].";
    silent(&drafted(answer, &[("Section 36", source)]), "MODAL_CHANGED");
}

#[test]
fn a_condition_that_the_question_tells_in_the_first_person_is_not_dropped() {
    let page = "Your byname is your house name. If you don’t have a house name on your berth card, licence or crew paper, put \
        all your call signs in the byname box and leave the sign box empty. Do not put \"None\" or \"NA.\" You must sign the \
        sheet.";
    let answer = "Put all of your call signs in the byname box and leave the sign box empty. Do not write \"None\" or \"NA\" [1].";
    let told = "I do not have a byname on my berth card. What should I put?";
    assert_eq!(errors_of_page(told, &[page], answer), [""; 0]);
    let other =
        errors_of_page("I have a byname on my berth card. What should I put?", &[page], answer);
    assert!(other.iter().any(|one| one.starts_with("CONDITION_DROPPED")), "{other:?}");
}

#[test]
fn the_number_of_a_section_is_named_in_the_place_of_its_note() {
    let source = "Warning 82.1 If the Warden raises a signal under subsection 22.1(1) of the Act for the good of a ship, the ship \
        is taken to have had word of the storm if a flag is shown on the pier at its usual berth.";
    let whole = "Under section 82.1, if the Warden raises a signal under subsection 22.1(1) of the Act for the good of a ship, the \
        ship is taken to have had word of the storm if a flag is shown on the pier at its usual berth [1].";
    let part = "Under section 82.1, the ship is taken to have had word of the storm if a flag is shown on the pier at its usual \
        berth [1].";
    for answer in [whole, part] {
        silent(&drafted(answer, &[("Section 82.1", source)]), "WORDING_CHANGED");
        silent(&drafted(answer, &[("Section 82.1", source)]), "PROVISION_CHANGED");
    }
    let other = whole.replace("22.1(1)", "23.1(1)");
    stopped("Section 82.1", source, &other, "PROVISION_CHANGED");
    let repeal = "12 Division 5 of the Pier Rules of the harbour board is repealed.";
    stopped(
        "Section 12",
        repeal,
        "Division 12 of the Pier Rules of the harbour board is repealed [1].",
        "PROVISION_CHANGED",
    );
}
