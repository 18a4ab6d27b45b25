//! Forgeries by someone who hashes everything anew: blobs, chain, manifest, root, report files.
//!
//! What is told as a consistent lie can only be known by its origin; what contradicts itself is
//! found by anyone.

use jurat_proof::{BundleLayer, BundleOrigin, BundleStatus};
use serde_json::{Value as Json, json};

use crate::{
    county,
    county_bundles::{BUNDLE, SIGNED, bundle, failed, key, state, verdict},
    forge::{rewritten, rewritten_as},
};

/// The forgery is found by a reader without key or root, in its content.
#[track_caller]
fn contradicts(check: &str, edit: &dyn Fn(&str, &mut Json)) {
    let forged = bundle(&rewritten(edit), None);
    let found = verdict(&forged, None, None);
    assert_eq!(found.meaning, BundleStatus::Fails, "{:#?}", found.lines());
    let failed = failed(&found);
    assert!(failed.contains(&(BundleLayer::Content, check)), "{failed:?}");
    assert!(failed.iter().all(|(layer, _)| *layer == BundleLayer::Content), "{failed:?}");
    betrayed(&forged);
}

/// With the key of the honest maker, or the honest root, any forgery is found.
#[track_caller]
fn betrayed(forged: &[u8]) {
    let root = verdict(&BUNDLE, None, None).root;
    let by_root = verdict(forged, None, root);
    assert_eq!((by_root.meaning, by_root.origin), (BundleStatus::Fails, BundleOrigin::Refuted));
    let by_key = verdict(forged, Some(key(1).public()), None);
    assert_eq!((by_key.meaning, by_key.origin), (BundleStatus::Fails, BundleOrigin::Refuted));
}

/// Replaces words in every text of a value.
fn swap(value: &mut Json, from: &str, to: &str) {
    let text = value.to_string().replacen(from, to, 1);
    *value = serde_json::from_str(&text).unwrap();
}

#[test]
fn the_same_values_sealed_anew_hold() {
    let again = verdict(&bundle(&rewritten(&|_, _| ()), None), None, None);
    assert_eq!(again.meaning, BundleStatus::Holds, "{:#?}", again.lines());
}

#[test]
fn another_story_told_consistently_holds_and_its_origin_does_not() {
    for (from, to) in [("five years", "two years"), ("must", "may"), ("ten", "ninety")] {
        let forged = bundle(&county::run(1, from, to), None);
        let found = verdict(&forged, None, None);
        assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
        assert_eq!(found.summary(), "consistent; origin not proven");
        assert!(found.lines()[0].contains("that these sources are the law (origin)"));
        betrayed(&forged);
        let signed_by_another = bundle(&county::run(1, from, to), Some(&key(9)));
        betrayed(&signed_by_another);
    }
}

#[test]
fn a_quote_that_does_not_stand_in_its_exhibit_is_found() {
    for (from, to) in [("must", "may"), ("five", "two"), ("every", "no"), ("locked", "open")] {
        contradicts("quote", &|channel, value| {
            if channel == "extracted_requirements" {
                for requirement in value.as_array_mut().unwrap() {
                    for place in ["/exact_quote", "/quote/text"] {
                        let words = requirement.pointer_mut(place).unwrap();
                        swap(words, from, to);
                    }
                }
            }
        });
    }
}

#[test]
fn a_moved_range_is_found() {
    for (place, by) in [("start", 1), ("end", 1), ("start", 40), ("end", 40)] {
        contradicts("quote", &|channel, value| {
            if channel == "extracted_requirements" {
                let number = value.pointer_mut(&format!("/2/quote/ranges/0/{place}")).unwrap();
                *number = json!(number.as_u64().unwrap() - by);
            }
        });
    }
}

#[test]
fn an_exhibit_with_other_words_is_found() {
    for (from, to) in [("must", "may"), ("five", "four"), ("No county", "A county")] {
        contradicts("exhibit", &|channel, value| {
            if channel == "exhibits" {
                swap(value, from, to);
            }
        });
    }
}

#[test]
fn a_mark_that_was_not_verified_is_found() {
    for mark in ["REQ-S005", "REQ-S099", "REQ-P077"] {
        contradicts("mark", &|channel, value| {
            if channel == "answer" {
                value["statements"][1]["marks"] = json!([mark]);
            }
        });
    }
}

#[test]
fn a_statement_without_a_mark_is_found() {
    contradicts("mark", &|channel, value| {
        if channel == "answer" {
            value["statements"][0]["marks"] = json!([]);
        }
    });
}

/// An edit of the answer carried through to the final answer and the report.
pub(crate) fn in_the_answer(from: &'static str, to: &'static str) -> impl Fn(&str, &mut Json) {
    move |channel, value| {
        if ["answer", "final_answer"].contains(&channel) {
            *value = serde_json::from_str(&value.to_string().replace(from, to)).unwrap();
        }
        if channel == "report" {
            for key in ["final_answer", "statements"] {
                value[key] =
                    serde_json::from_str(&value[key].to_string().replace(from, to)).unwrap();
            }
        }
    }
}

#[test]
fn a_statement_that_says_may_where_the_quote_says_must_is_found() {
    contradicts("review", &in_the_answer("Every county must", "Every county may"));
    contradicts("review", &in_the_answer("clerk must", "clerk may"));
    contradicts("review", &in_the_answer("A county shall", "A county may"));
}

#[test]
fn a_verdict_that_cannot_be_made_again_is_found() {
    contradicts("verdict", &|channel, value| {
        if channel == "verified_requirements" {
            value.as_array_mut().unwrap().pop();
        }
    });
    contradicts("verdict", &|channel, value| match channel {
        "verified_requirements" => {
            let more = json!({
                "requirement_id": "REQ-S005", "verified": true, "rejection_reason": null,
                "verification_rationale": "It was fine.",
            });
            value.as_array_mut().unwrap().push(more);
        }
        "rejected_requirements" => *value = json!([]),
        _ => {}
    });
    contradicts("rationale", &|channel, value| {
        if channel == "verified_requirements" {
            value[0]["verification_rationale"] = json!("A friend said so.");
        }
    });
    contradicts("verdict", &|channel, value| {
        if channel == "rejected_requirements" {
            value[0]["rejection_reason"] = json!("incomplete_quote");
        }
    });
}

#[test]
fn what_follows_from_the_rest_must_follow() {
    contradicts("confidence", &|channel, value| {
        if channel == "grounding_confidence" {
            *value = json!("low");
        }
    });
    contradicts("final answer", &|channel, value| {
        if channel == "final_answer" {
            swap(value, "five", "two");
        }
    });
    contradicts("review", &|channel, value| {
        if channel == "review" {
            value["score"] = json!(0.5);
        }
    });
    contradicts("conflicts", &|channel, value| {
        if channel == "conflicts" {
            *value = json!([{"one": "REQ-S001", "other": "REQ-P001", "over": "number",
                "difference": "none"}]);
        }
    });
    contradicts("references", &|channel, value| {
        if channel == "answer" {
            value["unused_requirements"] = json!([]);
        }
    });
    contradicts("summary", &|channel, value| {
        if channel == "answer" {
            swap(&mut value["statute_summary"], "five", "two");
        }
    });
    contradicts("chunk", &|channel, value| {
        if channel == "policy_chunks" {
            swap(&mut value[0]["passage"]["text"], "ten", "two");
        }
    });
}

#[test]
fn a_report_that_says_otherwise_than_the_run_is_found() {
    contradicts("report statement", &|channel, value| {
        if channel == "report" {
            swap(&mut value["statements"], "must", "may");
        }
    });
    contradicts("report quote", &|channel, value| {
        if channel == "report" {
            swap(&mut value["extracted_requirements"], "must", "may");
        }
    });
    contradicts("report text", &|channel, value| {
        if channel == "report" {
            swap(&mut value["final_answer"], "must", "may");
        }
    });
    contradicts("report text", &|channel, value| {
        if channel == "report" {
            swap(&mut value["question"], "What are", "Where are");
        }
    });
}

#[test]
fn a_channel_that_holds_something_else_is_found() {
    for channel in ["exhibits", "verified_requirements", "answer", "gate_policy", "review"] {
        let edit = |name: &str, value: &mut Json| {
            if name == channel {
                *value = json!("nothing");
            }
        };
        let store = rewritten(&edit);
        let (files, maker) = (Vec::new(), crate::county_report::maker());
        let forged = jurat_proof::write(county::RUN, &store, &files, maker, None).unwrap();
        let failed = failed(&verdict(&forged, None, None));
        assert!(failed.contains(&(BundleLayer::Content, "channel")), "{channel}: {failed:?}");
    }
}

#[test]
fn a_snapshot_that_was_forgotten_tells() {
    let edit = |channel: &str, value: &mut Json| {
        if channel == "exhibits" {
            swap(value, "five", "four");
        }
    };
    let forged = bundle(&rewritten_as(&edit, true), None);
    let failed = failed(&verdict(&forged, None, None));
    assert!(failed.contains(&(BundleLayer::Journal, "snapshot")), "{failed:?}");
}

#[test]
fn the_honest_run_has_what_these_forgeries_touch() {
    let state = state(&crate::county_bundles::STORE);
    assert_eq!(state["verified_requirements"].as_array().unwrap().len(), 6);
    assert_eq!(state["rejected_requirements"].as_array().unwrap().len(), 1);
    assert_eq!(state["answer"]["statements"].as_array().unwrap().len(), 5);
    assert_ne!(BUNDLE.len(), SIGNED.len());
}
