//! The sample run, killed again and again: after a time that chance draws, at an event that it draws, or, once it was killed,
//! five times in all as soon as its next instance begins. Nothing tells an instance that is killed so from one that kills its
//! process. After up to five kills the run ends as if nothing had happened, and nobody is called `crashed`.
//!
//! `JURAT_KILLS` says how many runs (40 without it), `JURAT_KILLS_SEED` where chance begins.

use std::{
    thread,
    time::{Duration, Instant},
};

use jurat_engine::RunStore as _;
use jurat_store::SqliteStore;
use serde_json::Value as Json;

use crate::cli_fixture::{BINARY, Bench};

const START: [&str; 4] = ["run", "orchard", "--json", "-p"];
/// How long its instances take.
const QUICK: &str = "slow_ms=3";
const SLOW: &str = "slow_ms=20";
const GO_ON: [&str; 3] = ["resume", "last", "--json"];
/// Most kills of one run.
const MOST: u64 = 5;
/// The longest that a process is left alone once the run is at work.
const LONGEST: Duration = Duration::from_millis(400);
/// Events of an owner until an instance is in flight that was so before: it takes the run over, and the instance begins.
const BEGUN: u64 = 2;
/// The longest pause between the event of a kill and the kill.
const PAUSE_MS: u64 = 5;

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for the record")]
fn a_run_that_is_killed_at_random_ends_in_the_same_bytes() {
    let runs = setting("JURAT_KILLS", 40);
    let mut chance = Chance(setting("JURAT_KILLS_SEED", 7));
    let whole = WholeRun::watch();
    let mut tally = KillTally::default();
    for number in 0..runs {
        let bench = Bench::new();
        let store = bench.store();
        let style = KillStyle::draw(&mut chance);
        for kill in 0..style.kills {
            let moment = style.moment(kill, &mut chance, &whole);
            tally.kills += usize::from(killed(&bench, &store, (style.speed, moment)));
        }
        let said = result(&bench, &words(&store, style.speed));
        assert_eq!(said, whole.result, "run {number} of {runs}");
        let shown = bench.jurat("runs show last --events --json");
        assert!(!shown.out.contains("\"crashed\""), "run {number} of {runs}: {}", shown.out);
        tally.add(&shown.json());
    }
    println!("{runs} runs, {tally:?}, 0 other results, 0 crashed");
    let often = usize::try_from(runs).unwrap() / 4;
    assert!(often < tally.deaths, "few deaths were in the middle of a run: {tally:?}");
    assert!(often / 4 < tally.alone, "few instances were killed alone: {tally:?}");
    assert!(2 < tally.in_a_row, "no instance was killed again and again: {tally:?}");
}

/// The run when nothing happens to it.
struct WholeRun {
    result: [Json; 3],
    time: Duration,
    events: u64,
}

impl WholeRun {
    fn watch() -> Self {
        let bench = Bench::new();
        let since = Instant::now();
        let result = result(&bench, &words(&bench.store(), QUICK));
        let time = since.elapsed().min(LONGEST);
        Self { result, time, events: head(&bench.store()) }
    }
}

/// When a process is killed.
#[derive(Clone, Copy)]
enum KillMoment {
    /// So long after its first event.
    Time(Duration),
    /// So many events on, and a pause after that.
    Event(u64, Duration),
}

/// How one run is killed.
struct KillStyle {
    kills: u64,
    /// Whether all kills but the first come as soon as an instance begins again.
    stubborn: bool,
    speed: &'static str,
}

impl KillStyle {
    fn draw(chance: &mut Chance) -> Self {
        match chance.below(2) {
            0 => Self { kills: MOST, stubborn: true, speed: SLOW },
            _ => Self {
                kills: 1 + chance.below(MOST),
                stubborn: false,
                speed: QUICK,
            },
        }
    }

    fn moment(&self, kill: u64, chance: &mut Chance, whole: &WholeRun) -> KillMoment {
        let pause = if chance.below(2) == 0 { 0 } else { 1 + chance.below(PAUSE_MS) };
        let pause = Duration::from_millis(pause);
        match chance.below(3) {
            _ if self.stubborn && 0 < kill => KillMoment::Event(BEGUN, pause),
            0 => KillMoment::Time(whole.time.mul_f64(chance.part())),
            _ => KillMoment::Event(1 + chance.below(whole.events), pause),
        }
    }
}

/// What the kills met.
#[derive(Debug, Default)]
struct KillTally {
    /// Processes that were killed before they had come to their end.
    kills: usize,
    /// Those of them that died with work in flight.
    deaths: usize,
    /// Those of them with one instance in flight, and nothing else.
    alone: usize,
    /// The most of these that one instance had in a row.
    in_a_row: u64,
}

impl KillTally {
    fn add(&mut self, shown: &Json) {
        for event in shown["events"].as_array().unwrap() {
            let resumed = &event["payload"];
            if event["kind"] == "resumed" && resumed["clean"] == false {
                self.deaths += 1;
                let alone = resumed["alone"][1].as_u64();
                self.alone += usize::from(alone.is_some());
                self.in_a_row = self.in_a_row.max(alone.unwrap_or(0));
            }
        }
    }
}

/// What a run comes to.
#[track_caller]
fn result(bench: &Bench, words: &[&str]) -> [Json; 3] {
    let said = bench.words(words, "");
    said.is(0, "", "");
    let end = said.json();
    ["outcome", "reasons", "outputs"].map(|key| end[key].clone())
}

/// The last event of the run; 0 while there is none.
fn head(store: &SqliteStore) -> u64 {
    store.runs().unwrap().first().map_or(0, |row| row.head_seq)
}

/// What starts the run, or goes on with it.
fn words(store: &SqliteStore, speed: &'static str) -> Vec<&'static str> {
    if 0 < head(store) { GO_ON.to_vec() } else { [&START[..], &[speed]].concat() }
}

/// Starts the run or goes on with it, and kills the process. Says whether it was still at work.
fn killed(
    bench: &Bench,
    store: &SqliteStore,
    (speed, moment): (&'static str, KillMoment),
) -> bool {
    let before = head(store);
    let mut child = bench.beside(BINARY, &words(store, speed)).spawn().unwrap();
    let (events, pause) = match moment {
        KillMoment::Time(time) => (1, time),
        KillMoment::Event(events, pause) => (events, pause),
    };
    while head(store) < before + events && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_micros(200));
    }
    thread::sleep(pause);
    let at_work = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    at_work
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says how many")]
fn setting(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |given| given.parse().unwrap())
}

/// Splitmix: small, and the same on every machine.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    /// A number from 0 to 1.
    fn part(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap_or(0)) / f64::from(u32::MAX)
    }
}
