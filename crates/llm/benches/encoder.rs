//! Sentences a second: `cargo bench -p jurat-llm --features minilm -- FOLDER [THREADS]`.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured"
)]

use std::{path::PathBuf, time::Instant};

use jurat_llm::{Embedder, MiniLm, MiniLmOptions};
use rustix::time::{ClockId, clock_gettime};

const WORDS: &[&str] = &[
    "orchard", "keeper", "water", "every", "tree", "before", "noon", "the", "of", "a",
    "ladder", "must", "inspect", "season", "harvest", "and", "register", "under", "section",
    "plum",
];

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let Some(folder) = args.next() else {
        println!("skipped: give the folder of the weights");
        return;
    };
    let threads = args.next().map_or(1, |threads| threads.parse().unwrap());
    let start = Instant::now();
    let model = MiniLm::open(&PathBuf::from(folder), MiniLmOptions { threads }).unwrap();
    println!("load {:.2} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    model
        .embed(&["Which trees must the keeper water before noon?"])
        .unwrap();
    println!("one query {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    // From 10 to 110 words, about 60 in the mean: the length of a passage of regulations.
    let texts: Vec<String> = (0..200).map(|n| text(n, 10 + n * 37 % 101)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for _ in 0..3 {
        let (before, start) = (cpu(), Instant::now());
        model.embed(&texts).unwrap();
        let (spent, seconds) = (cpu() - before, start.elapsed().as_secs_f64());
        println!(
            "{threads} threads: {:.1} sentences a second, {:.1} a CPU second",
            200.0 / seconds,
            200.0 / spent
        );
    }
}

/// CPU seconds of this process, all threads.
#[expect(clippy::cast_precision_loss, reason = "seconds of a process are few")]
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn text(seed: usize, words: usize) -> String {
    let words = (0..words).map(|n| WORDS[(seed * 31 + n * n * 7 + n) % WORDS.len()]);
    words.collect::<Vec<_>>().join(" ")
}
