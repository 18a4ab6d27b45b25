//! How long a typical answer takes: eight sentences beside 1,400 characters of evidence.
#![expect(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench prints its figures"
)]

use std::{hint::black_box, time::Instant};

use jurat_verify::grounding::EvidenceIndex;

const PROSE: [&str; 8] = [
    "The harbour board must keep the lamp register for seven years after the last entry, and longer where a keeper asks for it in writing.",
    "A keeper who finds the lamp out at dusk has to light it within 30 minutes and must note the hour, the weather and the reason.",
    "No keeper may sell lamp oil to a vessel unless the board has agreed in writing before the oil leaves the store.",
    "The fee for a copy of the register is $12.50, which the clerk may waive for schools and for the crews of lifeboats.",
    "Between November and March the lamp burns from four in the afternoon; in summer the board sets the hours by notice.",
    "Mara Velling, who kept the northern lamp until 2011, wrote the first handbook and drew the charts that are still in use.",
    "The board meets on the first Tuesday of each month, in public, and publishes what it decides within ten working days.",
    "Complaints about a lamp are answered by the clerk, and about the clerk by the board, which may order an inquiry.",
];

const ROUNDS: u32 = 2_000;

fn main() {
    let context = [PROSE, PROSE].concat().join(" ");
    let context = &context[..context.floor_char_boundary(1_400)];
    let answer: String = PROSE
        .map(|one| one.replace("must", "may").replace("lamp", "light"))
        .join(" ");
    black_box(EvidenceIndex::read([context]).answer(&answer));
    let (began, cpu) = (Instant::now(), cpu_ms());
    for _ in 0..ROUNDS {
        black_box(EvidenceIndex::read([black_box(context)]).answer(black_box(&answer)));
    }
    let each = began.elapsed().as_secs_f64() * 1e3 / f64::from(ROUNDS);
    let cpu = (cpu_ms() - cpu) / f64::from(ROUNDS);
    println!(
        "{} characters of evidence, {} of answer: {each:.3} ms, {cpu:.3} ms of CPU",
        context.len(),
        answer.len()
    );
    let passages: Vec<String> =
        (0..100_000).map(|at| format!("{} {at}", PROSE[at % 8])).collect();
    let began = Instant::now();
    let evidence = EvidenceIndex::read(passages.iter().map(String::as_str));
    let read = began.elapsed().as_secs_f64();
    let bytes: usize = passages.iter().map(String::len).sum();
    println!("{} passages, {} MB: read in {read:.2} s", passages.len(), bytes as f64 / 1e6);
    let began = Instant::now();
    black_box(evidence.answer(&answer));
    println!("the answer beside them: {:.2} ms", began.elapsed().as_secs_f64() * 1e3);
}

/// Processor time of this thread in milliseconds, where the system tells; else 0.
fn cpu_ms() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = told.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e6
}
