//! How fast citations are found: 20 KB documents, one of 1 MB, one of 8 MB.
#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::{env, fs, time::Instant};

use jurat_text::citations::{Extraction, extract};

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
    let given = env::args().skip_while(|arg| arg != "--text").nth(1);
    let text = given
        .and_then(|path| fs::read_to_string(path).ok())
        .unwrap_or_else(|| prose(1 << 20));
    let small: Vec<&str> = cut(&text, 20_000);
    // Tables are read once; that is not what is measured.
    extract("2019 SCC 65; 1 U.S. 1; NJW 2015, 1; the Tides Act", Extraction { now: None });
    report("20 KB documents", &small, 8);
    report("one document of this size", &[&text], 8);
    report("eight times as long", &[&text.repeat(8)], 2);
}

fn report(what: &str, texts: &[&str], times: usize) {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    let mut best = f64::MAX;
    let mut found = 0;
    for _ in 0..times {
        let began = Instant::now();
        found = texts
            .iter()
            .map(|text| extract(text, Extraction { now: None }).len())
            .sum();
        best = best.min(began.elapsed().as_secs_f64());
    }
    let rate = bytes as f64 / 1e6 / best;
    println!("{what}: {rate:.1} MB/s, {found} citations in {bytes} bytes");
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
