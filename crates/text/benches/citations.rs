//! How fast citations are found: 20 KB documents, one of 1 MB, one of 8 MB.
#![expect(
    clippy::print_stdout,
    clippy::expect_used,
    clippy::cast_precision_loss,
    reason = "a bench prints its figures, and stops where it cannot"
)]

use std::{env, fs, sync::LazyLock, time::Instant};

use jurat_text::citations::{CitationOptions, extract};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Ordinary prose, plainly made up, between citations.
const PROSE: &[&str] = &[
    "The tribunal found that the applicant had kept the harbour light in good repair during the whole of the season, and that nobody had complained of it before the storm.",
    "It does not follow from the wording of the notice that the keeper was bound to answer within a month; the notice says only that an answer would be welcome.",
    "On the evidence before it the board could reasonably conclude that the lamp was lit, that the tide was high and that the vessel was nowhere near the rocks.",
    "Counsel for the harbour argued at some length that the practice had changed over the years, and that what was once usual is now merely tolerated.",
];
const CITED: &[&str] = &[
    "Okonjo v. Canada (Citizenship and Immigration), 2019 FC 101 at para 12",
    "Bellweather c. Canada, 2018 CSC 9, [2018] 1 RCS 77",
    "Tarn v. Hollin, 480 U.S. 421, 431 (1987)",
    "paragraph 36(1)(b) of the Harbour Lights Act",
    "8 U.S.C. § 1182(a)(6)(C)(i)",
    "[2011] EWCA Civ 123",
    "SOR/2002-227, s 179(b)",
];

fn main() {
    let words: Vec<String> = env::args().collect();
    let option = |name: &str| words.iter().skip_while(|word| *word != name).nth(1);
    if let Some(path) = option("--write") {
        return fs::write(path, prose(1 << 20)).expect("the text can be written");
    }
    let given =
        option("--text").map(|path| fs::read_to_string(path).expect("the text is there"));
    let text = given.unwrap_or_else(|| prose(1 << 20));
    // Tables are read once; that is not what is measured.
    extract("2019 SCC 65; 1 U.S. 1; NJW 2015, 1; the Tides Act", CitationOptions { now: None });
    let small = rate(&cut(&text, 20_000), 8);
    let large = rate(&[&text], 8);
    let longer = rate(&[&text.repeat(8)], 2);
    if words.iter().any(|word| word == "--json") {
        let texts: Vec<String> = option("--texts").map_or_else(Vec::new, |path| {
            let file = fs::read_to_string(path).expect("the texts are there");
            serde_json::from_str(&file).expect("a list of texts")
        });
        let spans: Vec<_> = texts.iter().map(|text| spans(text)).collect();
        let all = serde_json::json!({
            "small_mb_per_cpu_s": small, "large_mb_per_cpu_s": large, "spans": spans,
        });
        return println!("{all}");
    }
    println!("20 KB documents: {small:.1} MB per CPU second");
    println!("one document of {} bytes: {large:.1}", text.len());
    println!("eight times as long: {longer:.1}");
}

/// The best of several readings, in megabytes per second of processor time.
fn rate(texts: &[&str], times: usize) -> f64 {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let mut best = f64::MAX;
    for _ in 0..times {
        let began = spent();
        for text in texts {
            std::hint::black_box(extract(text, CitationOptions { now: None }));
        }
        best = best.min(spent() - began);
    }
    bytes as f64 / 1e6 / best
}

/// Seconds on a processor, where the system tells; it is this thread alone that works.
fn spent() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok());
    nanos.map_or_else(|| START.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// Spans, in code points.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let points = |at: usize| text[..at].chars().count();
    let found = extract(text, CitationOptions { now: None });
    let both = found.iter().map(|one| &one.span);
    both.map(|span| (points(span.start), points(span.end))).collect()
}

/// About `size` bytes, one citation in some 600.
fn prose(size: usize) -> String {
    let mut text = String::with_capacity(size + 512);
    let mut at = 0;
    while text.len() < size {
        for _ in 0..3 {
            text.push_str(PROSE[at % PROSE.len()]);
            text.push(' ');
            at += 1;
        }
        text.push_str("See ");
        text.push_str(CITED[at % CITED.len()]);
        text.push_str(".\n\n");
    }
    text
}

fn cut(text: &str, size: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while size < rest.len() {
        let at = (size..rest.len())
            .find(|at| rest.is_char_boundary(*at))
            .unwrap_or(rest.len());
        let (part, more) = rest.split_at(at);
        parts.push(part);
        rest = more;
    }
    parts.push(rest);
    parts
}
