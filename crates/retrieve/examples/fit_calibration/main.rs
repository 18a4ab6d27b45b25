//! Fits the probability that a hit is relevant, and measures it on other questions.
//!
//! ```sh
//! cargo run --release -p jurat-retrieve --example fit_calibration -- HOME/corpora fit NAME FILE … measure NAME FILE …
//! ```
//!
//! Each corpus with the questions put to it: `jurat eval answers` and `tools/encoder/sets.py` have their
//! form. Of a file with `answerable` the tune part fits and the report part measures; of others all
//! rows. A corpus that is asked for marginal notes must be made of acts without them.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for people who develop"
)]

mod question;

use std::{env, path::Path};

use jurat_llm::{Embedder, Encoder, EncoderOptions};
use jurat_retrieve::{
    CorpusName, CorpusVectors, FileStore, HitCalibration, JudgedHit, Query, QueryWording,
    SearchLegs, VectorSearch, open_index,
};

use question::Question;

/// Hits of a question that are judged.
const HITS: usize = 10;
/// Parts that questions are dealt into; each is measured by what the others taught.
const FOLDS: usize = 5;

/// A corpus and a file of questions, with the hits of each question.
struct Judged {
    name: String,
    by_both: Vec<Vec<JudgedHit>>,
    by_words: Vec<Vec<JudgedHit>>,
}

fn main() {
    let given: Vec<String> = env::args().skip(1).collect();
    let at = given.iter().position(|word| word == "measure").unwrap_or(given.len());
    let (root, encoder) =
        (Path::new(&given[0]), Encoder::law(EncoderOptions { threads: 1 }).unwrap());
    let judged = |pairs: &[String], part| -> Vec<Judged> {
        pairs
            .chunks(2)
            .map(|pair| ask(root, &pair[0], Path::new(&pair[1]), part, &encoder))
            .collect()
    };
    let taught = judged(&given[2..at], question::Part::Fit);
    let measured = judged(given.get(at + 1..).unwrap_or_default(), question::Part::Measure);
    let both: Vec<_> = taught.iter().flat_map(|one| &one.by_both).collect();
    let words: Vec<_> = taught.iter().flat_map(|one| &one.by_words).collect();
    let hits: Vec<JudgedHit> = both.iter().chain(&words).copied().flatten().copied().collect();
    let fitted = HitCalibration::fit(&hits).unwrap();
    println!("{}", serde_json::to_string_pretty(&fitted).unwrap());
    let shipped = HitCalibration::shipped();
    out_of_fold("fit, both legs", &both, &shipped);
    out_of_fold("fit, words alone", &words, &shipped);
    for one in taught.iter().chain(&measured) {
        row(&format!("{}, both legs", one.name), &one.by_both.concat(), &shipped, &fitted);
        row(&format!("{}, words alone", one.name), &one.by_words.concat(), &shipped, &fitted);
    }
}

fn ask(
    root: &Path,
    corpus: &str,
    file: &Path,
    part: question::Part,
    encoder: &Encoder,
) -> Judged {
    let name: CorpusName = corpus.parse().unwrap();
    let store = FileStore::read_only(root, &name).unwrap();
    let index = open_index(&store).unwrap().0.unwrap();
    let dense = CorpusVectors::open(&store, encoder).unwrap();
    let searcher = index.searcher(Some(&dense as &dyn VectorSearch)).unwrap();
    let hits = |question: &Question, legs: SearchLegs| -> Vec<JudgedHit> {
        let vector = encoder.embed(&[question.text.as_str()]).unwrap().pop();
        let query = Query {
            texts: vec![QueryWording { text: question.text.clone(), vector }],
            k: HITS,
            legs,
            ..Query::of("")
        };
        searcher
            .judged(&query, |passage| question.is_answered_by(passage))
            .unwrap()
    };
    let questions = question::read(file, part);
    let all = |legs| questions.iter().map(|question| hits(question, legs)).collect();
    Judged {
        name: format!("{corpus} {}", file.file_name().unwrap().to_string_lossy()),
        by_both: all(SearchLegs::Auto),
        by_words: all(SearchLegs::Bm25),
    }
}

fn out_of_fold(name: &str, questions: &[&Vec<JudgedHit>], shipped: &HitCalibration) {
    for fold in 0..FOLDS {
        let part = |inside: bool| -> Vec<JudgedHit> {
            let questions = questions.iter().enumerate();
            let chosen = questions.filter(|(at, _)| (at % FOLDS == fold) == inside);
            chosen.flat_map(|(_, hits)| (*hits).clone()).collect()
        };
        let fitted = HitCalibration::fit(&part(false)).unwrap();
        row(&format!("{name}, fold {fold}"), &part(true), shipped, &fitted);
    }
}

fn row(name: &str, hits: &[JudgedHit], shipped: &HitCalibration, fitted: &HitCalibration) {
    let (old, new) = (shipped.reliability(hits), fitted.reliability(hits));
    println!(
        "{name}: {} hits, {:.3} relevant; shipped ECE {:.3} Brier {:.4}; fitted ECE {:.3} Brier {:.4}",
        old.hits, old.share, old.ece, old.brier, new.ece, new.brier
    );
}
