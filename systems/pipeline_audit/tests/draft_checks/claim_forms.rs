//! Whatever states something is a claim: lines without a stop, rows, markup, a few words, instructions that name.

use serde_json::json;

use crate::support::{drafted, fires, issues, silent};

const EN: [(&str, &str); 2] = [
    (
        "section 12",
        "The holder must renew the licence within 30 days, unless the registrar extends the time.",
    ),
    (
        "section 14",
        "The registrar may refuse a licence to a person who has not paid the fee of 90 crowns.",
    ),
];

#[track_caller]
fn stopped(draft: &str, words: &str) {
    let all = issues(&drafted(draft, &EN));
    let told: Vec<String> =
        all.iter().map(|one| format!("{}: {}", one.code, one.msg)).collect();
    let hit = |line: &String| {
        (line.starts_with("UNSUPPORTED_CLAIM") || line.starts_with("NUMBER_MISMATCH"))
            && line.contains(words)
    };
    assert!(told.iter().any(hit), "{draft:?}: {told:#?}");
}

#[track_caller]
fn sound(draft: &str) {
    let state = drafted(draft, &EN);
    for code in ["UNSUPPORTED_CLAIM", "NUMBER_MISMATCH"] {
        silent(&state, code);
    }
}

#[test]
fn a_line_without_a_stop_states_something() {
    stopped(
        "Every lighthouse of the kingdom is painted red by its keepers in winter",
        "lighthouse",
    );
    stopped(
        "Terms\nThe holder must renew the licence within 75 days\nNo more is known",
        "75 days",
    );
    sound(
        "The holder must renew the licence within 30 days, unless the registrar extends the time",
    );
}

#[test]
fn rows_of_tables_state_something() {
    let table =
        |time: &str| format!("| Case | Time |\n|---|---|\n| Renewal of the licence | {time} |");
    stopped(&table("75 days"), "75 days");
    stopped(&table("90 days"), "90 days");
    sound(&table("30 days"));
}

#[test]
fn markup_hides_nothing() {
    stopped(
        "<ul><li>The holder must renew the licence within <b>75 days</b></li></ul>",
        "75 days",
    );
    stopped(
        "<table><tr><td>Renewal of the licence</td><td>75 days</td></tr></table>",
        "75 days",
    );
    sound(
        "<p>The holder must renew the licence within <b>30 days</b>, unless the registrar extends the time.</p>",
    );
}

#[test]
fn a_line_in_bold_with_a_measure_states_it() {
    let after = |line: &str| format!("{}\n\n{line}", EN[0].1);
    stopped(&after("**Renew within: 75 days**"), "75 days");
    stopped(&after("## Renewal of the licence: 75 days"), "75 days");
    sound(&after("**Renew within: 30 days**"));
    sound(
        "**Your licence**\n\nThe holder must renew the licence within 30 days, unless the registrar extends the time.",
    );
    sound(
        "**Step 1: Your licence**\n\nThe holder must renew the licence within 30 days, unless the registrar extends the time.",
    );
}

#[test]
fn all_that_is_shown_is_held() {
    let beside = |name: &str, words: &str| {
        let mut state = drafted(EN[0].1, &EN);
        state[name] = json!(words);
        state
    };
    let wrong = "The holder must renew the licence within 75 days, unless the registrar extends the time.";
    for name in ["answer", "response", "reply", "disclaimer", "note"] {
        fires(&beside(name, wrong), "NUMBER_MISMATCH", "75 days");
        silent(&beside(name, EN[0].1), "NUMBER_MISMATCH");
    }
    // What a pipeline says of itself is not of the matter.
    silent(
        &beside("disclaimer", "Answers of this service may be inaccurate."),
        "UNSUPPORTED_CLAIM",
    );
    silent(&beside("comment", wrong), "NUMBER_MISMATCH");
}

#[test]
fn a_few_words_state_something() {
    stopped("Within 75 days.", "75 days");
    stopped("Twelve days.", "Twelve");
    stopped("The baker", "baker");
    sound("Within 30 days.");
    sound("The holder");
}

#[test]
fn an_instruction_that_names_a_thing_states_it() {
    let steps = |step: &str| {
        let summary = EN[0].1;
        drafted(json!({"summary": summary, "steps": [step]}), &EN)
    };
    fires(&steps("Write to the Guild of Bakers."), "UNSUPPORTED_CLAIM", "Bakers");
    silent(&steps("Keep a copy of the letter."), "UNSUPPORTED_CLAIM");
    silent(&steps("Ask the registrar for more time."), "UNSUPPORTED_CLAIM");
    fires(&steps("The bakers lend everyone a boat in winter."), "UNSUPPORTED_CLAIM", "bakers");
}
