//! Edits by someone who does not hash everything anew: each is found, without key or root.

use std::collections::BTreeMap;

use jurat_proof::BundleStatus;

use crate::{
    county_bundles::{BUNDLE, SIGNED, failed, meaning, verdict},
    forge::{Members, pack},
};

/// Tampered bundles, each with what was done to it.
type Cases = Vec<(String, Vec<u8>)>;

#[track_caller]
fn check(at_least: usize, cases: &Cases) {
    assert!(at_least <= cases.len(), "only {} cases", cases.len());
    let missed = |(_, bytes): &&(String, Vec<u8>)| {
        !matches!(meaning(bytes), BundleStatus::Fails | BundleStatus::NotABundle)
    };
    let missed: Vec<&String> = cases.iter().filter(missed).map(|(what, _)| what).collect();
    assert!(missed.is_empty(), "{} of {} passed: {missed:#?}", missed.len(), cases.len());
}

#[test]
fn a_changed_byte_of_any_member_is_found() {
    let whole = Members::of(&SIGNED);
    let mut cases = Cases::new();
    for (name, bytes) in &whole.0 {
        for step in 0..16 {
            let at = step * bytes.len() / 16;
            let mut changed = whole.clone();
            changed.0.get_mut(name).unwrap()[at] ^= 1 << (step % 8);
            cases.push((format!("{name} byte {at}"), changed.pack()));
        }
    }
    check(128, &cases);
}

#[test]
fn a_changed_bit_anywhere_in_the_file_is_found() {
    for bundle in [&*BUNDLE, &*SIGNED] {
        let at = |step: usize| step * bundle.len() / 250;
        let flip = |step: usize| {
            let mut bytes = bundle.clone();
            bytes[at(step)] ^= 1 << (step % 8);
            (format!("byte {}", at(step)), bytes)
        };
        check(250, &(0..250).map(flip).collect());
    }
}

#[test]
fn every_byte_of_the_directory_counts() {
    let start = BUNDLE.len() - 6;
    let start = u32::from_le_bytes(BUNDLE[start..start + 4].try_into().unwrap()) as usize;
    let flip = |at: usize| {
        let mut bytes = BUNDLE.clone();
        bytes[at] ^= 1 << (at % 8);
        (format!("byte {at}"), bytes)
    };
    check(300, &(start..BUNDLE.len()).map(flip).collect());
}

/// An edit of the lines of the journal.
type Edit = fn(&mut Vec<String>, usize);

const EDITS: [(&str, Edit); 5] = [
    ("dropped", |lines, at| drop(lines.remove(at))),
    ("twice", |lines, at| lines.insert(at, lines[at].clone())),
    ("swapped", |lines, at| {
        let other = (at + 1) % lines.len();
        lines.swap(at, other);
    }),
    ("renumbered", |lines, at| {
        lines[at] = lines[at].replacen(&format!("\"seq\":{}", at + 1), "\"seq\":77", 1);
    }),
    ("at another time", |lines, at| {
        lines[at] = lines[at].replacen("1700000000000", "1700000000001", 1);
    }),
];

/// Journals with one event edited.
fn edited(whole: &Members) -> Vec<(String, Members)> {
    let text = String::from_utf8(whole.0["journal.jsonl"].clone()).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut all = Vec::new();
    for at in 0..lines.len() {
        for (what, edit) in EDITS {
            let mut lines = lines.clone();
            edit(&mut lines, at);
            let mut changed = whole.clone();
            let text = lines.join("\n") + "\n";
            changed.0.insert("journal.jsonl".to_owned(), text.into_bytes());
            all.push((format!("event {} {what}", at + 1), changed));
        }
    }
    all
}

#[test]
fn events_dropped_doubled_moved_or_renumbered_are_found() {
    let edited = edited(&Members::of(&BUNDLE));
    check(40, &edited.iter().map(|(what, it)| (what.clone(), it.pack())).collect());
    // The manifest alone brought in line does not help: the chain tells.
    let hashed: Cases = edited
        .into_iter()
        .map(|(what, it)| (what, it.rehash().pack()))
        .collect();
    check(40, &hashed);
}

#[test]
fn words_changed_in_the_journal_or_a_blob_are_found_even_with_a_new_manifest() {
    let whole = Members::of(&BUNDLE);
    let swaps = [
        ("must", "may"),
        ("REQ-S001", "REQ-S002"),
        ("\"verified\":true", "\"verified\":false"),
        ("\"start\":", "\"start\":1"),
        ("PASS", "FAIL"),
        ("five years", "two years"),
        ("\"kind\":\"completed\"", "\"kind\":\"late\""),
        ("high", "low"),
        ("retrieval@0#0", "retrieval@0#1"),
        ("evidence_first", "evidence_last"),
    ];
    let mut cases = Cases::new();
    for (name, bytes) in &whole.0 {
        let Ok(text) = std::str::from_utf8(bytes) else { continue };
        let inside =
            name == "journal.jsonl" || name == "definition.json" || name.contains("blobs/");
        for (from, to) in swaps {
            for (at, _) in text.match_indices(from).take(6) {
                let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
                let mut members = whole.clone();
                members.0.insert(name.clone(), changed.into_bytes());
                let what = format!("{from} to {to} at {at} of {name}");
                if inside {
                    cases.push((format!("{what}, hashed"), members.clone().rehash().pack()));
                }
                cases.push((what, members.pack()));
            }
        }
    }
    check(150, &cases);
}

#[test]
fn a_report_edited_by_hand_is_found_when_the_manifest_is_new_too() {
    let mut members = Members::of(&BUNDLE);
    let page = String::from_utf8(members.0["reports/report.md"].clone()).unwrap();
    for (from, to) in
        [("must", "may"), ("five", "two"), ("# ", "## "), ("REQ-S001", "REQ-S002")]
    {
        let page = page.replacen(from, to, 1).into_bytes();
        members.0.insert("reports/report.md".to_owned(), page);
        let found = verdict(&members.clone().rehash().pack(), None, None);
        assert_eq!(found.meaning, BundleStatus::Fails, "{from}");
        assert_eq!(failed(&found), [(jurat_proof::BundleLayer::Reports, "render")]);
    }
}

#[test]
fn members_added_removed_or_renamed_are_found() {
    let whole = Members::of(&SIGNED);
    let mut cases = Cases::new();
    for name in whole.0.keys() {
        let mut less = whole.clone();
        let bytes = less.0.remove(name).unwrap();
        cases.push((format!("{name} removed"), less.pack()));
        if name != "manifest.json" && name != "signature.json" && !name.starts_with("reports/")
        {
            cases.push((format!("{name} removed, hashed"), less.clone().rehash().pack()));
        }
        less.0.insert(format!("{name}.old"), bytes);
        cases.push((format!("{name} renamed"), less.pack()));
    }
    let names = [
        "extra",
        "../x",
        "/x",
        "reports/x/y",
        "reports/",
        "blobs/ff",
        "a\\b",
        "reports/.x",
        "c:x",
    ];
    for name in names {
        let mut more = whole.clone();
        more.0.insert(name.to_owned(), b"x".to_vec());
        cases.push((format!("{name} added"), more.pack()));
        cases.push((format!("{name} added, hashed"), more.rehash().pack()));
    }
    check(39, &cases);
}

#[test]
fn tricks_with_the_zip_are_found() {
    let whole = Members::of(&BUNDLE);
    let list = |members: &BTreeMap<String, Vec<u8>>| -> Vec<(String, Vec<u8>)> {
        members
            .iter()
            .map(|(name, bytes)| (name.clone(), bytes.clone()))
            .collect()
    };
    let packed = |list: &[(String, Vec<u8>)]| {
        let list: Vec<(&str, &[u8])> = list.iter().map(|(n, b)| (&**n, &**b)).collect();
        pack(&list)
    };
    let mut cases = Cases::new();
    for at in 0..whole.0.len() {
        let mut twice = list(&whole.0);
        let other = (twice[at].0.clone(), b"other bytes".to_vec());
        twice.insert(at, other);
        cases.push((format!("{} twice", twice[at].0), packed(&twice)));
        let mut moved = list(&whole.0);
        let first = moved.remove(at);
        moved.push(first);
        if at + 1 < whole.0.len() {
            cases.push((format!("member {at} moved"), packed(&moved)));
        }
    }
    for extra in [&b"\0"[..], b"x", b"PK\x05\x06", &[0; 22], &BUNDLE] {
        cases.push(("trailing".to_owned(), [&BUNDLE, extra].concat()));
        cases.push(("prepended".to_owned(), [extra, &BUNDLE].concat()));
    }
    for cut in [1, 2, 22, 100, BUNDLE.len() / 2] {
        cases.push((format!("{cut} bytes cut"), BUNDLE[..BUNDLE.len() - cut].to_vec()));
        cases.push((format!("{cut} first bytes cut"), BUNDLE[cut..].to_vec()));
    }
    let mut comment = BUNDLE.clone();
    let end = comment.len();
    comment[end - 2] = 3;
    comment.extend(b"hey");
    cases.push(("a comment".to_owned(), comment));
    check(34, &cases);
}

#[test]
fn a_signature_cannot_be_taken_off_or_put_on() {
    let signed = Members::of(&SIGNED);
    let mut bare = signed.clone();
    bare.0.remove("signature.json");
    assert_eq!(meaning(&bare.pack()), BundleStatus::Fails);
    let mut put_on = Members::of(&BUNDLE);
    put_on
        .0
        .insert("signature.json".to_owned(), signed.0["signature.json"].clone());
    assert_eq!(meaning(&put_on.pack()), BundleStatus::Fails);
}

#[test]
fn members_laid_out_by_another_hand_and_hashed_anew_hold() {
    // The control: what makes the cases above fail is the edit, not the repacking.
    assert_eq!(meaning(&Members::of(&BUNDLE).rehash().pack()), BundleStatus::Holds);
}
