//! Children that eat memory, spin, panic, flood and vanish: each has its named outcome.

use std::{
    hint,
    io::Write,
    process::{self, ExitCode},
    thread,
    time::{Duration, Instant},
};

use jurat_ingest::{FileLimits, RefusalKind, SandboxIsolation, read_bytes};
use jurat_model::WarningKind;

use crate::outcome::{launcher, refused};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_child_that_eats_memory_is_out_of_memory", eats),
    ("a_child_that_spins_is_timed_out", spins),
    ("a_child_that_has_but_one_piece_may_take_its_time_over_it", ponders),
    ("a_child_that_sleeps_is_timed_out", sleeps),
    ("a_child_that_panics_is_crashed", panics),
    ("a_child_that_aborts_is_crashed", aborts),
    ("a_child_that_leaves_is_crashed", leaves),
    ("a_child_that_floods_is_stopped", floods),
    ("a_child_that_babbles_is_crashed", babbles),
    ("a_child_that_claims_too_long_a_frame_is_stopped", boasts),
    ("a_child_that_recurses_without_end_is_crashed", recurses),
    ("a_child_reaches_no_file_and_no_network", reaches),
    ("a_child_may_start_nothing", starts),
    ("a_page_that_kills_its_reader_costs_that_page", one_deadly),
    ("a_file_whose_every_page_kills_is_given_up", all_deadly),
    ("a_launcher_that_is_not_there_is_an_outcome", absent),
    ("without_a_launcher_nothing_hostile_is_read", unlaunched),
];

/// The child's side of each drill.
pub(crate) fn child(drill: &str) -> ExitCode {
    let drill = drill.to_owned();
    jurat_ingest::serve_drill(&mut |out, first| match drill.as_str() {
        "eat" => eat(),
        "spin" => spin(),
        "ponder" => ponder(),
        "sleep" => thread::sleep(Duration::from_mins(1)),
        "panic" => panic!("a page of lead"),
        "abort" => process::abort(),
        "leave" => process::exit(0),
        "flood" => flood(out),
        "babble" => out.write_all(b"hello, parent").unwrap(),
        "boast" => out.write_all(b"p\xff\xff\xff\xff{").unwrap(),
        "recurse" => assert!(0 < recurse(1)),
        "leaf" => leaves_but(1, out, first),
        "leaves" => leaves_but(u32::MAX, out, first),
        "reach" => reach(),
        "start" => start(),
        other => panic!("no drill {other}"),
    })
}

fn eat() {
    let mut all: Vec<Vec<u8>> = Vec::new();
    loop {
        all.push(vec![1; 1 << 20]);
    }
}

fn spin() {
    loop {
        hint::spin_loop();
    }
}

/// Longer than a child may work between two pages, shorter than it may in all.
fn ponder() {
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(1500) {
        hint::spin_loop();
    }
}

fn flood(out: &mut dyn Write) {
    loop {
        frame(out, r#"{"Pages":{"of":7}}"#);
    }
}

fn recurse(depth: u64) -> u64 {
    let room = hint::black_box([depth; 512]);
    if hint::black_box(depth) == u64::MAX {
        return depth;
    }
    hint::black_box(recurse(depth + 1)).wrapping_add(room[(depth % 512) as usize])
}

/// Four pages, one of which is deadly; with none named, each is.
fn leaves_but(deadly: u32, out: &mut dyn Write, first: u32) {
    frame(out, r#"{"Pages":{"of":4}}"#);
    for number in first..4 {
        if number == deadly || deadly == u32::MAX {
            process::abort();
        }
        frame(
            out,
            &format!(
                r#"{{"Page":{{"number":{number},"of":4,"rendition":{{"reader":{{"name":"drill","version":1}},"text":"leaf {number}","parts":[],"fields":[],"references":[],"warnings":[]}}}}}}"#
            ),
        );
    }
}

fn frame(out: &mut dyn Write, piece: &str) {
    let length = u32::try_from(piece.len()).unwrap().to_le_bytes();
    out.write_all(&[b"p".as_slice(), &length, piece.as_bytes()].concat())
        .unwrap();
    out.flush().unwrap();
}

/// Says so by its way of dying, since a drill has no other voice.
fn reach() {
    let file = std::fs::read("/etc/hostname");
    let written = std::fs::write("/tmp/jurat-drill", b"x");
    let connected = std::net::TcpStream::connect(("127.0.0.1", 1));
    let refused = |kind| kind == std::io::ErrorKind::PermissionDenied;
    assert!(file.is_err_and(|error| refused(error.kind())), "a file was read");
    assert!(written.is_err_and(|error| refused(error.kind())), "a file was written");
    assert!(connected.is_err_and(|error| refused(error.kind())), "the network was reached");
}

#[expect(clippy::disallowed_methods, reason = "it must fail")]
fn start() {
    let started = process::Command::new("/bin/true").spawn();
    assert!(started.is_err(), "a process was started");
}

fn tight() -> FileLimits {
    FileLimits {
        cpu_seconds: 2,
        wall_seconds: 20,
        memory: 256 << 20,
        bytes: 1 << 20,
        text_bytes: 1 << 20,
        count: 10_000,
        ..FileLimits::default()
    }
}

#[track_caller]
fn check(drill: &str, expected: RefusalKind, says: &str) {
    let began = Instant::now();
    let launcher = launcher(&["--drill", drill]);
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &tight());
    assert_eq!(refused(&read), expected, "{:?}", read.refusals);
    assert!(read.refusals[0].1.message.contains(says), "{:?}", read.refusals);
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
}

fn eats() {
    check("eat", RefusalKind::OutOfMemory, "memory");
}

fn spins() {
    check("spin", RefusalKind::TimedOut, "time");
}

fn ponders() {
    let launcher = launcher(&["--drill", "ponder"]);
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &tight());
    assert!(read.refusals.is_empty(), "{:?}", read.refusals);
}

fn sleeps() {
    let launcher = launcher(&["--drill", "sleep"]);
    let limits = FileLimits { wall_seconds: 1, ..tight() };
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &limits);
    assert_eq!(refused(&read), RefusalKind::TimedOut);
}

fn panics() {
    check("panic", RefusalKind::Crashed, "a page of lead");
}

fn aborts() {
    check("abort", RefusalKind::Crashed, "signal 6");
}

fn leaves() {
    check("leave", RefusalKind::Crashed, "exit code 0");
}

fn floods() {
    check("flood", RefusalKind::TooLarge, "over the limit");
}

fn babbles() {
    check("babble", RefusalKind::Crashed, "did not speak");
}

fn boasts() {
    check("boast", RefusalKind::TooLarge, "over the limit");
}

fn recurses() {
    check("recurse", RefusalKind::Crashed, "nested too deeply");
}

fn one_deadly() {
    let launcher = launcher(&["--drill", "leaf"]);
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &tight());
    let rendition = &read.documents[0].rendition;
    let words: Vec<&str> = rendition.text.split_whitespace().collect();
    assert_eq!(words.join(" "), "leaf 0 leaf 2 leaf 3");
    assert_eq!(rendition.warnings.len(), 1, "{:?}", rendition.warnings);
    assert_eq!(rendition.warnings[0].kind, WarningKind::PartUnreadable);
    assert!(rendition.warnings[0].message.starts_with("page 2 "), "{:?}", rendition.warnings);
    assert_eq!(read.usage.children, 2);
}

fn all_deadly() {
    let launcher = launcher(&["--drill", "leaves"]);
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &tight());
    assert_eq!(refused(&read), RefusalKind::Crashed);
    assert_eq!(read.usage.children, 4);
}

fn starts() {
    let root = std::fs::read_to_string("/proc/self/status")
        .unwrap()
        .contains("Uid:\t0");
    if root && !landlocked() {
        eprintln!("skipped: the superuser may start processes where there is no landlock");
        return;
    }
    done("start");
}

fn reaches() {
    if !landlocked() {
        eprintln!("skipped: this kernel has no landlock");
        return;
    }
    done("reach");
}

/// A drill that comes to its end: no pages and no complaint.
#[track_caller]
fn done(drill: &str) {
    let launcher = launcher(&["--drill", drill]);
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &tight());
    assert!(read.documents.is_empty());
    assert!(read.refusals.is_empty(), "{:?}", read.refusals);
}

fn landlocked() -> bool {
    let read = crate::outcome::read("a.pdf", b"%PDF-1.4 nothing".to_vec());
    read.usage.isolation == Some(SandboxIsolation::Full)
}

fn absent() {
    let mut launcher = launcher(&[]);
    launcher.program = "/nowhere/at/all".into();
    let read = read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4".to_vec(), &tight());
    assert_eq!(refused(&read), RefusalKind::Crashed);
}

fn unlaunched() {
    let read = read_bytes(None, "a.pdf", b"%PDF-1.4".to_vec(), &tight());
    assert_eq!(refused(&read), RefusalKind::Unsupported);
}
