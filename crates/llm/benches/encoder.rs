//! Passages a second: `cargo bench -p jurat-llm --features encoder --bench encoder -- [THREADS [FOLDER]]`.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints what it measured"
)]

use std::{path::PathBuf, time::Instant};

use jurat_llm::{Embedder, Encoder, EncoderOptions};
use rustix::time::{ClockId, clock_gettime};

const WORDS: &[&str] = &[
    "orchard", "keeper", "water", "every", "tree", "before", "noon", "the", "of", "a",
    "ladder", "must", "inspect", "season", "harvest", "and", "register", "under", "section",
    "plum",
];

fn main() {
    let mut args = std::env::args().skip(1).filter(|arg| !arg.starts_with("--"));
    let threads = args.next().map_or(1, |threads| threads.parse().unwrap());
    let options = EncoderOptions { threads };
    measure("law (int8)", || Encoder::law(options).unwrap());
    match args.next() {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            measure("published (f32)", || Encoder::open(&folder, options).unwrap());
        }
        None => println!("skipped: minilm, whose folder may be the second argument"),
    }
}

fn measure(name: &str, open: impl FnOnce() -> Encoder) {
    let start = Instant::now();
    let model = open();
    println!("{name}: load {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    let start = Instant::now();
    model
        .embed(&["Which trees must the keeper water before noon?"])
        .unwrap();
    println!("{name}: one query {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    // From 10 to 110 words, about 60 in the mean: the length of a passage of regulations.
    let texts: Vec<String> = (0..200).map(|n| text(n, 10 + n * 37 % 101)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for _ in 0..3 {
        let (before, start) = (cpu(), Instant::now());
        model.embed(&texts).unwrap();
        let (spent, seconds) = (cpu() - before, start.elapsed().as_secs_f64());
        println!(
            "{name}: {:.1} passages a second, {:.1} a CPU second",
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
