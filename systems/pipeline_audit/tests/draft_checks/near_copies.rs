//! Sentences copied from a source with one thing changed are stopped, each with a code that says what it is; the fix
//! shows the source's own sentence.

use jurat_model::audit::IssueSeverity;

use crate::support::{drafted, fires, grave, issues, silent};

const RULE: &str = "The keeper shall inform the pilot and the clerk at least 30 days before the visit under section 12, \
    unless the mayor has granted a delay.";
const OTHER: &str = "A visitor may stay for 45 days. The tax is due under section 14.";

/// That a changed copy is an error of this code, and that the fix is the source's sentence.
#[track_caller]
fn check(from: &str, to: &str, code: &str) {
    assert!(RULE.contains(from), "{from:?} is not in the rule");
    let state =
        drafted(RULE.replacen(from, to, 1), &[("Section 11", RULE), ("Section 13", OTHER)]);
    let issue = fires(&state, code, "");
    assert_eq!(issue.severity, IssueSeverity::Error);
    assert!(issue.suggested_fix.contains(RULE), "{}", issue.suggested_fix);
}

#[test]
fn one_changed_thing_is_an_error_of_its_own_kind() {
    check("30 days", "45 days", "NUMBER_MISMATCH");
    check("at least", "at most", "COMPARATOR_CHANGED");
    check("before", "after", "COMPARATOR_CHANGED");
    check("and the clerk", "or the clerk", "CONJUNCTION_CHANGED");
    check("The keeper", "The visitor", "PARTY_SWAPPED");
    check("section 12", "section 14", "PROVISION_CHANGED");
    check("visit", "storm", "WORDING_CHANGED");
    check(", unless the mayor has granted a delay", "", "CONDITION_DROPPED");
}

#[test]
fn swapped_parties_are_an_error() {
    let source = "The owner shall pay the tenant the cost of the lamp.";
    let state = drafted(
        "The tenant shall pay the owner the cost of the lamp.",
        &[("Section 5", source)],
    );
    let issue = fires(&state, "PARTY_SWAPPED", "the other way round");
    assert_eq!(issue.severity, IssueSeverity::Error);
}

#[test]
fn a_copy_has_no_warning() {
    let state = drafted(RULE, &[("Section 11", RULE), ("Section 13", OTHER)]);
    assert_eq!(grave(&issues(&state)), [""; 0]);
}

#[test]
fn an_exception_that_another_sentence_tells_is_not_dropped() {
    let (main, _) = RULE.split_once(", unless").unwrap_or_default();
    let draft = format!("{main}. The mayor may have granted a delay, and then it is later.");
    let state = drafted(draft, &[("Section 11", RULE)]);
    let found = issues(&state);
    assert!(found.iter().all(|issue| issue.code != "CONDITION_DROPPED"), "{found:#?}");
}

#[test]
fn an_amount_is_the_same_in_words_and_in_digits() {
    let source = "The fine of the keeper is $2,500,000 for each lamp that is dark.";
    let said = "The fine of the keeper is $2.5 million for each lamp that is dark.";
    assert_eq!(grave(&issues(&drafted(said, &[("Section 5", source)]))), [""; 0]);
}

#[test]
fn no_fix_proposes_a_value() {
    let changes = [("30 days", "45 days"), ("shall", "may"), ("section 12", "section 14")];
    for (from, to) in changes {
        let state = drafted(RULE.replacen(from, to, 1), &[("Section 11", RULE)]);
        for issue in issues(&state) {
            assert!(!issue.suggested_fix.contains("write `"), "{}", issue.suggested_fix);
        }
    }
}

#[test]
fn a_law_named_before_a_copy_takes_no_party_s_place() {
    let source = "For the purposes of paragraph 3(1)(a), every person who was found as a deserted child at the pier before the age of seven years is deemed to have been born in Maravel.";
    let draft = "Under subsection 4(1) of the Pier Act, a person who was found as a deserted child at the pier before the age of seven years is deemed to have been born in Maravel.";
    silent(&drafted(draft, &[("subsection 4(1)", source)]), "PARTY_SWAPPED");
}
