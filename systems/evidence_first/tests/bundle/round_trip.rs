//! What is written is read back, whole, and the same each time.

use jurat_engine::{ForgetScope, RunStore};
use jurat_evidence_first::recheck::EvidenceFirst;
use jurat_proof::{
    BundleCheckOptions, BundleMaker, BundleOrigin, BundleStatus, FindingOutcome, ProofError,
    ReportFile, verify, write,
};

use crate::{
    county::{self, RUN},
    county_bundles::{BUNDLE, SIGNED, STORE, bundle, key, meaning, verdict},
    county_report::{self, Office},
    forge::Members,
};

#[test]
fn an_untouched_bundle_holds() {
    let found = verdict(&BUNDLE, None, None);
    assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
    assert_eq!(found.origin, BundleOrigin::NotProven { signed_by: None });
    let lines = found.lines();
    assert!(
        lines[0].starts_with("proven: the words quoted stand in the sources given"),
        "{lines:#?}"
    );
    assert_eq!(lines[1], "consistent; origin not proven");
    let held = |check| {
        let found = found.findings.iter().find(|it| it.check == check);
        found.is_some_and(|it| it.outcome == FindingOutcome::Held)
    };
    for check in [
        "zip",
        "canonical",
        "root",
        "hash",
        "chain",
        "replay",
        "decisions",
        "snapshot",
        "definition",
        "name",
        "needed",
        "exhibit",
        "quote",
        "chunk",
        "verdict",
        "rationale",
        "mark",
        "review",
        "final answer",
        "confidence",
        "report quote",
        "report statement",
        "render",
    ] {
        assert!(held(check), "{check} was not checked: {:#?}", found.lines());
    }
    assert_eq!(found.recorded.len(), 7, "{:?}", found.recorded);
    // The county has a quote that nobody said; its gate turned it away.
    let made_up = "words that were turned away stand in no source given: REQ-S005";
    assert!(found.notices.iter().any(|it| it == made_up), "{:?}", found.notices);
}

#[test]
fn a_signature_or_a_known_root_shows_the_origin() {
    let key = key(1).public();
    let signed = verdict(&SIGNED, Some(key), None);
    assert_eq!(signed.meaning, BundleStatus::Holds, "{:#?}", signed.lines());
    assert_eq!(signed.origin, BundleOrigin::Signed { fingerprint: key.fingerprint() });
    let known = verdict(&BUNDLE, None, verdict(&BUNDLE, None, None).root);
    assert_eq!((known.meaning, known.origin), (BundleStatus::Holds, BundleOrigin::Expected));
    let stranger = verdict(&SIGNED, None, None);
    assert_eq!(stranger.meaning, BundleStatus::Holds);
    assert_eq!(stranger.origin, BundleOrigin::NotProven { signed_by: Some(key.fingerprint()) });
}

#[test]
fn another_key_another_root_and_a_missing_signature_fail() {
    let root = verdict(&SIGNED, None, None).root;
    for (bytes, key, expect) in [
        (&*SIGNED, Some(key(2).public()), None),
        (&*BUNDLE, Some(key(1).public()), None),
        (&*BUNDLE, None, root),
    ] {
        let found = verdict(bytes, key, expect);
        assert_eq!((found.meaning, found.origin), (BundleStatus::Fails, BundleOrigin::Refuted));
    }
}

#[test]
fn the_same_run_gives_the_same_bytes_with_any_number_of_threads() {
    assert_eq!(bundle(&STORE, None), *BUNDLE);
    for workers in [2, 8] {
        assert!(bundle(&county::run(workers, "", ""), None) == *BUNDLE, "{workers} workers");
    }
}

#[test]
fn any_zip_tool_reads_it() {
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(&*BUNDLE)).unwrap();
    let mut read = 0;
    for at in 0..zip.len() {
        read += std::io::copy(&mut zip.by_index(at).unwrap(), &mut std::io::sink()).unwrap();
    }
    assert!(BUNDLE.len() as u64 <= read, "it is smaller than what it holds");
}

#[test]
fn erased_payloads_are_not_checkable_and_never_a_pass() {
    let store = county::run(1, "", "");
    store.forget(RUN, ForgetScope::Payloads).unwrap();
    let bytes = write(RUN, &store, &[], county_report::maker(), None).unwrap();
    let found = verdict(&bytes, None, None);
    assert_eq!(found.meaning, BundleStatus::NotFullyCheckable, "{:#?}", found.lines());
}

#[test]
fn one_erased_payload_is_not_checkable_and_an_edited_header_beside_it_still_fails() {
    let whole = Members::of(&BUNDLE);
    let journal = String::from_utf8(whole.0["journal.jsonl"].clone()).unwrap();
    for erased in 0..journal.lines().count() {
        let line = |(at, line): (usize, &str)| match line.split_once("\"payload\":") {
            Some((head, _)) if at == erased => format!("{head}\"payload\":null}}\n"),
            _ => format!("{line}\n"),
        };
        let text: String = journal.lines().enumerate().map(line).collect();
        for (text, meaning) in [
            (text.clone(), BundleStatus::NotFullyCheckable),
            (text.replacen("1700000000000", "1700000000001", 1), BundleStatus::Fails),
        ] {
            let mut members = whole.clone();
            members.0.insert("journal.jsonl".to_owned(), text.into_bytes());
            let found = verdict(&members.rehash().pack(), None, None);
            assert_eq!(found.meaning, meaning, "event {}: {:#?}", erased + 1, found.lines());
        }
    }
}

#[test]
fn files_of_another_renderer_count_only_when_strict() {
    let other = Office(BundleMaker {
        version: "9.9.9".to_owned(),
        ..county_report::maker()
    });
    let checks = EvidenceFirst {
        extract: None,
        answer: None,
        review: Some(&county_report::review),
        compose: None,
        renderer: Some(&other),
        rereader: None,
    };
    for (strict, meaning) in
        [(false, BundleStatus::Holds), (true, BundleStatus::NotFullyCheckable)]
    {
        let found = verify(
            &BUNDLE,
            &BundleCheckOptions { key: None, expect: None, strict, checks: &checks },
        );
        assert_eq!(found.meaning, meaning, "{:#?}", found.lines());
        let lines = found.lines();
        assert!(lines.iter().any(|it| it.contains("not re-rendered here")), "{lines:#?}");
    }
}

#[test]
fn a_check_that_cannot_be_made_is_said_and_no_pass() {
    let checks = EvidenceFirst::default();
    let how = BundleCheckOptions {
        key: None,
        expect: None,
        strict: false,
        checks: &checks,
    };
    assert_eq!(verify(&BUNDLE, &how).meaning, BundleStatus::NotFullyCheckable);
}

#[test]
fn what_is_no_bundle_is_said_to_be_none() {
    for bytes in
        [&b""[..], b"PK", b"a letter", b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"]
    {
        assert_eq!(meaning(bytes), BundleStatus::NotABundle);
        assert_eq!(verdict(bytes, None, None).exit(), 3);
    }
}

#[test]
fn names_that_could_lead_out_of_a_folder_are_refused() {
    for name in ["../x", "a/b", "", ".", "..", "a\\b", "c:", "x.", "é", "a b", ".hidden"] {
        let file = ReportFile {
            name: name.into(),
            media: String::new(),
            bytes: vec![],
        };
        let refused = write(RUN, &*STORE, &[file], county_report::maker(), None);
        assert!(matches!(refused, Err(ProofError::BadName(_))), "{name}");
    }
    let file = |name: &str| ReportFile {
        name: name.into(),
        media: String::new(),
        bytes: vec![],
    };
    let twice =
        write(RUN, &*STORE, &[file("a.md"), file("A.md")], county_report::maker(), None);
    assert!(matches!(twice, Err(ProofError::BadName(_))));
}

#[test]
fn a_verdict_is_json_too() {
    let json = serde_json::to_value(verdict(&BUNDLE, None, None)).unwrap();
    assert_eq!(json["meaning"], "holds");
    assert_eq!(json["origin"]["origin"], "not_proven");
}
