//! Known truth: generated matters with one planted fault each and sound ones, in values and as documents, and the sample
//! folders. Readers of documents run in children of this program, so it has a `main` of its own.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test with a table that `--nocapture` shows"
)]

mod counter_mix;
mod document_folders;
mod documents;
mod folder_reader;
mod hostile_folders;
mod judged_samples;
mod matter_builder;
mod planted_faults;
mod samples;
mod sound_matters;

use std::{collections::BTreeMap, process::ExitCode};

use libtest_mimic::{Arguments, Trial};

use jurat_immigration_audit::{
    consistency,
    model::{Finding, FindingStanding},
};

use counter_mix::CounterMix;
use matter_builder::date;
use planted_faults::{KINDS, PlantedFault};
use sound_matters::{AS_OF, GeneratedMatter, sound_matter};

const TESTS: &[(&str, fn())] = &[
    ("planted_faults_are_found_at_their_places", planted_faults_are_found_at_their_places),
    ("sound_matters_raise_at_most_one_finding", sound_matters_raise_at_most_one_finding),
    ("the_same_matter_gives_the_same_findings_and_no_pair_twice", the_same_findings_twice),
    ("every_code_has_its_row", every_code_has_its_row),
];

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(folder_reader::CHILD) {
        return jurat_ingest::serve(&[]);
    }
    let all = [
        TESTS,
        samples::TESTS,
        judged_samples::TESTS,
        hostile_folders::TESTS,
        documents::TESTS,
    ]
    .concat();
    let trials = all.into_iter().map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// Matters of each kind of fault.
const EACH: u64 = 5;
const SOUND: u64 = 30;

fn told(matter: &GeneratedMatter) -> Vec<Finding> {
    consistency::findings(&matter.built.files, &matter.built.profile, date(AS_OF))
}

fn is_found(found: &[Finding], fault: &PlantedFault) -> bool {
    let at =
        |finding: &Finding, file: &String| finding.places.iter().any(|it| it.file == *file);
    found.iter().any(|finding| {
        finding.code == fault.code
            && finding.standing == FindingStanding::Shown
            && fault.files.iter().all(|file| at(finding, file))
    })
}

/// A matter of a kind that the fault can be in, with the fault put in.
fn planted(kind: usize, turn: u64) -> (GeneratedMatter, PlantedFault) {
    let fault = &KINDS[kind];
    let first = 1000 + u64::try_from(kind).unwrap() * 100 + turn * 7;
    let mut matter = (first..first + 1000)
        .map(sound_matter)
        .find(|it| fault.of.contains(&it.kind))
        .unwrap();
    let planted = (fault.plant)(&mut matter, &mut CounterMix::new(first));
    (matter, planted)
}

fn planted_faults_are_found_at_their_places() {
    let (mut all, mut hit, mut beside) = (0, 0, 0);
    for (kind, fault) in KINDS.iter().enumerate() {
        let mut hits = 0;
        let mut others: BTreeMap<String, usize> = BTreeMap::new();
        for turn in 0..EACH {
            let (matter, planted) = planted(kind, turn);
            let found = told(&matter);
            if is_found(&found, &planted) {
                hits += 1;
            } else {
                println!("missed: {} in {} {turn}: {found:#?}", fault.name, matter.kind);
            }
            for finding in found.iter().filter(|it| it.code != planted.code) {
                *others.entry(finding.code.clone()).or_default() += 1;
            }
        }
        println!("{:<28} {hits} of {EACH}   besides: {others:?}", fault.name);
        all += EACH;
        hit += hits;
        beside += others.values().sum::<usize>();
    }
    println!("found {hit} of {all}; findings of other codes: {beside}");
    assert!(all == 60 && 95 * all <= 100 * hit, "{hit} of {all}");
}

fn sound_matters_raise_at_most_one_finding() {
    let mut most = 0;
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for number in 0..SOUND {
        let matter = sound_matter(number);
        let found = told(&matter);
        for finding in &found {
            println!("sound {number} ({}): {} {}", matter.kind, finding.code, finding.message);
            *codes.entry(finding.code.clone()).or_default() += 1;
        }
        most = most.max(found.len());
    }
    println!("{SOUND} sound matters: at most {most} findings in one, {codes:?}");
    assert!(most <= 1, "{most}");
}

fn the_same_findings_twice() {
    for kind in 0..KINDS.len() {
        let (matter, _) = planted(kind, 0);
        let found = told(&matter);
        assert_eq!(found, told(&matter));
        let mut ids: Vec<&str> = found.iter().map(|it| it.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), found.len());
    }
}

fn every_code_has_its_row() {
    let page = include_str!("../../../../docs/audit-codes.md");
    for check in consistency::ALL {
        assert!(page.contains(&format!("| `{}` |", check.code)), "{}", check.code);
    }
}
