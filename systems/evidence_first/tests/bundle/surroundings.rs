//! The language, the time zone and the threads of a machine change nothing in a verdict.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a child of this test sees another machine, and prints what it finds there"
)]

use std::{env, process::Command};

use jurat_engine::{ForgetScope, RunStore};
use jurat_proof::{BundleMaker, write};

use crate::{
    county::{self, RUN},
    county_bundles::{BUNDLE, SIGNED, STORE, bundle_by, key, verdict},
    county_report,
};

/// What begins the lines that are compared.
const MARK: &str = "verdict> ";
const CHILD: &str = "surroundings::what_is_found_here_is_printed";

/// Every kind of untouched bundle: plain, signed, of another version, with payloads erased.
fn bundles() -> Vec<Vec<u8>> {
    let other = BundleMaker {
        version: "9.9.9".to_owned(),
        ..county_report::maker()
    };
    let erased = county::run(1, "", "");
    erased.forget(RUN, ForgetScope::Payloads).unwrap();
    vec![
        BUNDLE.clone(),
        SIGNED.clone(),
        bundle_by(&STORE, other, None),
        write(RUN, &erased, &[], county_report::maker(), None).unwrap(),
    ]
}

/// The other test starts this one in other surroundings.
#[test]
fn what_is_found_here_is_printed() {
    for bytes in bundles() {
        for key in [None, Some(key(1).public())] {
            let found = verdict(&bytes, key, None);
            // From the start of a line: the name of the test stands before it.
            println!();
            for line in found.lines() {
                println!("{MARK}{line}");
            }
            println!("{MARK}{}", serde_json::to_string(&found).unwrap());
        }
    }
}

/// What a child prints of verdicts, in these surroundings.
fn printed(variables: &[(&str, &str)]) -> String {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args([CHILD, "--exact", "--nocapture"]);
    child.envs(variables.iter().copied());
    let output = child.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(MARK)).collect();
    lines.join("\n")
}

#[test]
fn no_language_zone_or_number_of_threads_changes_a_byte_of_a_verdict() {
    let here = printed(&[]);
    assert_eq!(here.matches("consistent; ").count(), 3, "{here}");
    assert!(here.contains("payloads were erased") && here.contains("jurat 9.9.9"), "{here}");
    let mut threads = ["1", "2", "8"].iter().cycle();
    for language in ["C", "de_DE.UTF-8", "tr_TR.UTF-8", "ar"] {
        for zone in ["UTC", "Asia/Kathmandu", "America/St_Johns"] {
            let threads = threads.next().unwrap();
            let there = printed(&[
                ("LANG", language),
                ("LC_ALL", language),
                ("TZ", zone),
                ("RAYON_NUM_THREADS", threads),
            ]);
            assert!(here == there, "{language} {zone} {threads}:\n{here}\n{there}");
        }
    }
}
