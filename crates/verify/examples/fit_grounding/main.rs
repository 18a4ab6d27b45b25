//! Fits the weights of the grounding detector and says how well they do.
//!
//! DATA is the folder of development data.
//!
//! - `cargo run --release -p jurat-verify --example fit_grounding -- words DATA` prints the list of
//!   common stems, which is kept as `src/grounding/common.txt`.
//! - `… -- fit DATA` prints the weights, which are kept as `src/grounding/weights.rs`, and on stderr
//!   what they do out of fold.
//! - `… -- measure DATA` says what the shipped weights do on sets that nothing was chosen on.
//!
//! Sentences of answers are fitted on `RAGTruth-QA` (MIT). Claims are fitted on that, on `WiCE` (ODC-BY),
//! on `ContractNLI` (CC BY 4.0), on the reference answers of mt-rag-un (Apache-2.0), with and without
//! the passage that they lean on, and on statutes of Canada (OGL-Canada), as they are and with
//! one word changed; each set weighs the same but the last, which weighs half. Texts of statements are
//! calibrated on the same answers without their questions, on `WiCE`, and on statements about contracts
//! and sentences of statutes put together, of which none or one is unsupported.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a tool for people"
)]

mod answers;
mod boost;
mod claims;
mod common_stems;
mod corrupt;
mod figures;
mod logistic;
mod measure;
mod spans;
mod statement_texts;
mod training_sets;
mod writing_habits;

use std::path::Path;

use jurat_verify::grounding::fitting::{ClaimLinearModel, LogOddsCalibration};

use answers::Fitted;

/// Parts of the data that are left out in turn.
const FOLDS: usize = 5;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, verb, data] = args.as_slice() else {
        return eprintln!("usage: fit_grounding words|fit|measure DATA");
    };
    let data = Path::new(data);
    match verb.as_str() {
        "words" => common_stems::print(data),
        "fit" => fit(data),
        "measure" => measure::print(data),
        other => eprintln!("`{other}` is none of words, fit, measure"),
    }
}

/// The fold of a group; a group is never on both sides.
fn fold(group: &str) -> usize {
    let hash = jurat_canon::Hash::of(group.as_bytes()).to_string();
    usize::from_str_radix(&hash[..4], 16).unwrap() % FOLDS
}

fn fit(data: &Path) {
    let answers = training_sets::answers(data);
    let fitted = answers::fit("answers", &answers, &|piece| piece.features.to_vec());
    answers::fit("answers, with habits of style", &answers, &|piece| {
        [&piece.features[..], &piece.style].concat()
    });
    let line = claims::fit(data, &answers);
    let statements = statement_texts::fit(data, &line);
    print(&fitted, &line, &statements);
}

/// The weights as the file that the library is built with.
fn print(fitted: &Fitted, line: &ClaimLinearModel, statements: &LogOddsCalibration) {
    let Fitted { forest, rest } = fitted;
    println!(
        "//! The weights, as `examples/fit_grounding` made them; see there for the data.\n"
    );
    println!("use super::model::{{Around, Calibration, Line, Tree}};\n");
    for (name, value, meaning) in [
        (
            "ANSWER",
            rest.answer,
            "an answer is said to hold something unsupported: the best F1 out of fold",
        ),
        ("STATEMENTS", 0.5, "a text of statements is said to hold an unsupported one"),
        ("CLAIM", 0.5, "a claim is said to be unsupported"),
        (
            "SENTENCE",
            rest.sentence,
            "a sentence of an answer is marked: the best span F1 out of fold",
        ),
    ] {
        println!("/// The risk from which {meaning}.");
        println!("pub const {name}_THRESHOLD: f64 = {value:?};\n");
    }
    for (name, calibration) in [("ANSWER", &rest.calibration), ("STATEMENTS", statements)] {
        let LogOddsCalibration { slope, shift } = calibration;
        println!(
            "pub(super) const {name}: Calibration = Calibration {{ slope: {slope:?}, shift: {shift:?} }};\n"
        );
    }
    let (base, weights) = (rest.around.base, rest.around.weights);
    println!(
        "#[rustfmt::skip]\npub(super) const AROUND: Around = Around {{\n    base: {base:?},\n    weights: {weights:?},\n}};\n"
    );
    println!(
        "#[rustfmt::skip]\npub(super) const CLAIM: Line = Line {{\n    base: {:?},\n    weights: {:?},\n}};\n",
        line.base, line.weights
    );
    println!("pub(super) const FOREST_BASE: f64 = {:?};\n", (forest.base * 1e4).round() / 1e4);
    println!("#[rustfmt::skip]\npub(super) static FOREST: [Tree; {}] = [", forest.trees.len());
    for tree in forest.trees.iter() {
        println!("    Tree {{ forks: {:?}, ends: {:?} }},", tree.forks, tree.ends);
    }
    println!("];");
}
