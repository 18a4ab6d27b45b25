//! How fast text is read: megabytes per second of processor time, on text made here.
//!
//! `cargo bench -p jurat-text`

#![expect(clippy::print_stdout, reason = "a measure says what it measured")]

use std::{fs, hint::black_box, time::Instant};

use jurat_text::{FoldedText, crossref::cross_references, sentences::sentences, tokens::words};

const PARAGRAPH: &str = "25.1 (1) Subject to subsection (1.2), the Minister must, on request of a \
foreign national in Canada who applies for permanent resident status, examine the circumstances; \
see Quill v. Harbour Board, 2021 FC 999, para. 12. L’étranger doit, s’il en fait la demande, payer \
les droits “prévus” à l’art. 5.\n\nThe holder must:\n(a) report within 30 days;\n(b) pay the fee; \
and\n(c) leave Canada at the end of the stay.\n\n";

fn main() {
    let text = PARAGRAPH.repeat(20_000_000 / PARAGRAPH.len());
    measure("fold", &text, |text| FoldedText::new(text).text().len());
    measure("sentences", &text, |text| sentences(text).len());
    measure("words", &text, |text| words(text).count());
    measure("cross-references", &text, |text| cross_references(text).len());
}

#[expect(clippy::cast_precision_loss, reason = "lengths of texts fit")]
fn measure(name: &str, text: &str, read: impl Fn(&str) -> usize) {
    let best = (0..3)
        .map(|_| {
            let began = seconds();
            black_box(read(black_box(text)));
            seconds() - began
        })
        .fold(f64::INFINITY, f64::min);
    println!("{name:<16} {:>6.0} MB/s", text.len() as f64 / 1e6 / best);
}

/// Processor time of this thread where the system tells it, else time on the wall.
fn seconds() -> f64 {
    thread_local!(static BEGAN: Instant = Instant::now());
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGAN.with(Instant::elapsed).as_secs_f64(), |told| told / 1e9)
}
