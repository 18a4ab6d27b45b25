//! Known truth as documents: what is found after readers and intake, and not in values alone.

use std::collections::BTreeMap;

use crate::{
    counter_mix::CounterMix,
    document_folders::{AS_OF, DocumentFault, KINDS, sound_folder},
    folder_reader::{ReadMatter, read_matter},
    matter_builder::date,
};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("documents_with_planted_faults", documents_with_planted_faults),
    ("documents_of_sound_folders", documents_of_sound_folders),
];

const EACH: u64 = 5;
const SOUND: u64 = 30;

fn is_found(matter: &ReadMatter, fault: &DocumentFault) -> bool {
    let there = |file: &str| fault.files.iter().any(|it| matter.path(file).starts_with(it));
    let mut of_code = matter.found.iter().filter(|it| it.code == fault.code);
    of_code.any(|finding| finding.places.iter().any(|place| there(&place.file)))
}

fn documents_with_planted_faults() {
    let (mut all, mut hit) = (0, 0);
    for (kind, (name, plant)) in KINDS.iter().enumerate() {
        let mut hits = 0;
        let mut others: BTreeMap<String, usize> = BTreeMap::new();
        for turn in 0..EACH {
            let number = u64::try_from(kind).unwrap() * 10 + turn;
            let mut folder = sound_folder(number);
            let fault = plant(&mut folder, &mut CounterMix::new(number));
            let matter = read_matter(&folder.written(), date(AS_OF));
            if is_found(&matter, &fault) {
                hits += 1;
            } else {
                let found: Vec<_> =
                    matter.found.iter().map(|it| (&it.code, &it.message)).collect();
                println!("missed in documents: {name} {turn}: {found:?}");
            }
            for finding in matter.found.iter().filter(|it| it.code != fault.code) {
                *others.entry(finding.code.clone()).or_default() += 1;
            }
        }
        println!("documents: {name:<28} {hits} of {EACH}   besides: {others:?}");
        all += EACH;
        hit += hits;
    }
    println!("documents: found {hit} of {all}");
    assert!(95 * all <= 100 * hit, "{hit} of {all}");
}

fn documents_of_sound_folders() {
    let mut most = 0;
    for number in 0..SOUND {
        let matter = read_matter(&sound_folder(200 + number).written(), date(AS_OF));
        for finding in &matter.found {
            println!("sound documents {number}: {} {}", finding.code, finding.message);
        }
        most = most.max(matter.found.len());
    }
    println!("documents: {SOUND} sound folders, at most {most} findings in one");
    assert!(most <= 1, "{most}");
}
