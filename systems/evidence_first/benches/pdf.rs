//! How long a report takes on paper, by its length: `cargo bench -p jurat-evidence-first --bench pdf`.
//!
//! Processor time, all threads. Each report is another, so that nothing is remembered.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

#[path = "../tests/fictional/mod.rs"]
mod fictional;

use jurat_evidence_first::page::render;
use rustix::time::{ClockId, clock_gettime};

fn main() {
    println!("{:>8} {:>12} {:>10} {:>10}", "cards", "format", "cpu ms", "bytes");
    for times in [1_usize, 4, 8, 16, 32] {
        let mut report = fictional::answered();
        let cards = report.requirements.clone();
        report.requirements = cards.iter().cycle().take(cards.len() * times).cloned().collect();
        // A label may stand once in a document.
        for (one, number) in report.requirements.iter_mut().zip(1..) {
            one.requirement.requirement_id.number = number;
        }
        for format in ["markdown", "html", "json", "pdf"] {
            let mut best = f64::INFINITY;
            let mut bytes = 0;
            for round in 0..3 {
                report.question = format!("What must providers do, asked {times}-{round}?");
                let began = cpu_ms();
                bytes = render(&report, &fictional::exhibits(), format).unwrap().len();
                best = best.min(cpu_ms() - began);
            }
            println!("{:>8} {format:>12} {best:>10.1} {bytes:>10}", report.requirements.len());
        }
    }
}

fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}
