//! Bundles of another version: what its rules decided is no failure, and no silent pass; what
//! needs no rules fails as ever.

use jurat_canon::Hash;
use jurat_engine::MemoryStore;
use jurat_proof::{
    BundleLayer, BundleMaker, BundleStatus, BundleVerdict, FindingOutcome, SigningKey,
};
use serde_json::{Value as Json, json};

use crate::{
    county_bundles::{BUNDLE, STORE, asked, bundle_by, failed, key},
    county_report,
    forge::rewritten,
    forgeries::in_the_answer,
};

const OTHER: &str = "9.9.9";

fn other() -> BundleMaker {
    BundleMaker {
        version: OTHER.to_owned(),
        ..county_report::maker()
    }
}

/// A bundle that says it is of the other version.
fn by_another(store: &MemoryStore, key: Option<&SigningKey>) -> Vec<u8> {
    bundle_by(store, other(), key)
}

fn lenient(bytes: &[u8]) -> BundleVerdict {
    asked(bytes, (None, None), false, None)
}

/// A run as honest as ours, whose gate turned the last duty of the manual away.
fn decided_otherwise(channel: &str, value: &mut Json) {
    match channel {
        "verified_requirements" => drop(value.as_array_mut().unwrap().pop()),
        "rejected_requirements" => value.as_array_mut().unwrap().push(json!({
            "requirement_id": "REQ-P002", "verified": false,
            "rejection_reason": "does_not_address_question",
            "verification_rationale": "It speaks of buildings.",
        })),
        "answer" => {
            value["requirement_references"].as_array_mut().unwrap().pop();
            value["unused_requirements"] = json!([]);
        }
        _ => {}
    }
}

#[test]
fn the_same_decisions_under_another_version_hold() {
    let found = lenient(&by_another(&STORE, None));
    assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
    assert_eq!(
        found.summary(),
        "consistent; origin not proven; by its own account, which nobody vouches for, made by \
         jurat 9.9.9: 0 of its decisions differ from this version's, 1 of its files were not \
         rendered again"
    );
}

#[test]
fn other_rules_of_another_version_are_no_failure_and_no_silent_pass() {
    let store = rewritten(&decided_otherwise);
    let ours = lenient(&bundle_by(&store, county_report::maker(), None));
    assert_eq!(ours.meaning, BundleStatus::Fails, "the control: {:#?}", ours.lines());

    // Nobody vouches for it: anyone can write another version into a manifest.
    let found = lenient(&by_another(&store, None));
    assert_eq!(found.meaning, BundleStatus::NotFullyCheckable, "{:#?}", found.lines());
    assert_eq!(failed(&found), []);
    let lines = found.lines();
    let line = "content: verdict not checkable at REQ-P002: decided by jurat 9.9.9; this version \
                decides otherwise";
    assert!(lines.iter().any(|it| it == line), "{lines:#?}");
    assert!(lines[0].starts_with("proven: nothing; not proven: the words"), "{lines:#?}");
    assert!(lines[1].contains("2 of its decisions differ"), "{lines:#?}");

    // Somebody does.
    let signed = by_another(&store, Some(&key(1)));
    for (strict, meaning) in
        [(false, BundleStatus::Holds), (true, BundleStatus::NotFullyCheckable)]
    {
        let found = asked(&signed, (Some(key(1).public()), None), strict, None);
        assert_eq!(found.meaning, meaning, "{:#?}", found.lines());
        assert!(found.summary().contains("made by jurat 9.9.9: 2 of its decisions"));
    }
}

#[test]
fn other_rules_of_our_own_version_are_no_failure_and_no_silent_pass() {
    let mut before = county_report::maker();
    before
        .templates
        .insert("rules/gate".to_owned(), Hash::of(b"other weights"));
    let found = lenient(&bundle_by(&rewritten(&decided_otherwise), before, None));
    assert_eq!(found.meaning, BundleStatus::NotFullyCheckable, "{:#?}", found.lines());
    assert_eq!(failed(&found), []);
}

#[test]
fn a_report_made_by_other_rules_is_no_failure() {
    let compose = |_: &Json| Ok(json!({"another": "shape"}));
    let refuses = |_: &Json| Err("no such shape".to_owned());
    let signed = by_another(&STORE, Some(&key(1)));
    let wanted = (Some(key(1).public()), None);
    for compose in [&compose as &jurat_evidence_first::recheck::ComposeFn, &refuses] {
        let found = asked(&signed, wanted, false, Some(compose));
        assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
        let open = found.open().find(|it| it.check == "report").unwrap();
        assert_eq!(open.decided_by.as_deref(), Some(OTHER));
        assert_eq!(open.outcome, FindingOutcome::NotCheckable);
        let ours = asked(&BUNDLE, (None, None), false, Some(compose));
        assert_eq!(failed(&ours), [(BundleLayer::Content, "report")]);
    }
}

/// Whatever version it names, this is found.
#[track_caller]
fn still_fails(check: &str, edit: &dyn Fn(&str, &mut Json)) {
    let found = lenient(&by_another(&rewritten(edit), None));
    let failed = failed(&found);
    assert!(failed.contains(&(BundleLayer::Content, check)), "{check}: {:#?}", found.lines());
}

#[test]
fn naming_another_version_spares_no_check_that_needs_no_rules() {
    still_fails("exhibit", &|channel, value| {
        if channel == "exhibits" {
            value[0]["text"] = json!("Nothing must be kept.");
        }
    });
    still_fails("quote", &|channel, value| {
        if channel == "extracted_requirements" {
            value[0]["exact_quote"] = json!("No county must keep the records.");
        }
    });
    still_fails("quote", &|channel, value| {
        if channel == "extracted_requirements" {
            value[0]["quote"]["ranges"][0]["start"] = json!(0);
        }
    });
    still_fails("mark", &|channel, value| {
        if channel == "answer" {
            value["statements"][1]["marks"] = json!(["REQ-S005"]);
        }
    });
    still_fails("final answer", &|channel, value| {
        if channel == "final_answer" {
            *value = json!("Nothing must be kept [REQ-S001].");
        }
    });
    still_fails("report statement", &|channel, value| {
        if channel == "report" {
            value["statements"][0]["text"] = json!("Nothing must be kept.");
        }
    });
}

#[test]
fn a_made_up_quote_cannot_be_verified_by_naming_another_version() {
    let verified = json!({
        "requirement_id": "REQ-S005", "verified": true, "rejection_reason": null,
        "verification_rationale": "It was fine.",
    });
    // REQ-S005 is made up. Said to be verified alone, its words are looked for...
    still_fails("quote", &|channel, value| match channel {
        "verified_requirements" => value.as_array_mut().unwrap().push(verified.clone()),
        "rejected_requirements" => *value = json!([]),
        _ => {}
    });
    // ...and said to be both, too; nor can it be both, or neither.
    still_fails("quote", &|channel, value| {
        if channel == "verified_requirements" {
            value.as_array_mut().unwrap().push(verified.clone());
        }
    });
    still_fails("list", &|channel, value| {
        if channel == "verified_requirements" {
            value.as_array_mut().unwrap().push(verified.clone());
        }
    });
    still_fails("list", &|channel, value| {
        if channel == "rejected_requirements" {
            *value = json!([]);
        }
    });
}

#[test]
fn a_statement_beyond_its_quotes_is_never_a_pass_under_another_version() {
    let edit = in_the_answer("Every county must", "Every county may");
    let found = lenient(&by_another(&rewritten(&edit), None));
    assert_eq!(found.meaning, BundleStatus::NotFullyCheckable, "{:#?}", found.lines());
    let review = found.open().find(|it| it.check == "review").unwrap();
    assert_eq!(
        (review.place.as_str(), review.decided_by.as_deref()),
        ("statement 1", Some(OTHER))
    );
    assert!(found.summary().contains("which nobody vouches for"), "{}", found.summary());
}

#[test]
fn a_channel_that_another_version_wrote_otherwise_is_not_checkable() {
    let store = rewritten(&|channel, value| {
        if channel == "review" {
            *value = json!({"stars": 5});
        }
    });
    let found = lenient(&by_another(&store, None));
    assert_eq!(found.meaning, BundleStatus::NotFullyCheckable, "{:#?}", found.lines());
    let channel = found.open().find(|it| it.check == "channel").unwrap();
    assert_eq!(channel.place, "review");
}

#[test]
fn a_version_that_is_none_is_refused() {
    for version in ["", "9.9.9 (trusted)", "1\n2", "\u{1b}[2K", &"9".repeat(41)] {
        let maker = BundleMaker {
            version: version.to_owned(),
            ..county_report::maker()
        };
        let found = lenient(&bundle_by(&STORE, maker, None));
        assert_eq!(failed(&found), [(BundleLayer::Manifest, "maker")], "{version:?}");
    }
}
