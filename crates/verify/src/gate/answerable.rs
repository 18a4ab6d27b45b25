//! Whether passages hold an answer to a question at all, or it is better refused.

use jurat_text::{Language, sentences::sentences};

use super::addressing::{AddressingWeights, PassageInContext, PreparedQuestion, rarity};

/// Sentences looked at in all; what comes after is not read.
const MOST_SENTENCES: usize = 20_000;

/// The least probability at which an answer is tried: below it a sentence shares nothing with the
/// question, neither things nor the act. On the tune part of mt-rag-un (Apache-2.0) any higher
/// threshold refuses more questions that have an answer than ones that have none; see
/// `cargo run --release -p jurat-verify --example tune_answers`.
pub const ANSWERS_MIN: f64 = 0.1;

/// How likely the best sentence of passages addresses the last of a user's turns; 0 where there is
/// none. A turn that says too little by itself is read together with the one before it.
pub fn answerable(turns: &[&str], passages: &[&str]) -> f64 {
    let Some(last) = turns.last() else { return 0.0 };
    let sample = passages.first().copied().unwrap_or_default();
    let language = Language::of(sample).unwrap_or(Language::English);
    let rarity = rarity(passages.iter().map(|text| (*text, language)));
    let mut asked = PreparedQuestion::new(last, rarity.clone(), AddressingWeights::shipped());
    if asked.terms() < 2
        && let Some(before) = turns.len().checked_sub(2).map(|at| turns[at])
    {
        asked = PreparedQuestion::new(
            &format!("{last} {before}"),
            rarity,
            AddressingWeights::shipped(),
        );
    }
    let mut left = MOST_SENTENCES;
    let mut best: f64 = 0.0;
    for passage in passages {
        let (title, body) = passage.split_once('\n').unwrap_or(("", passage));
        for sentence in sentences(body).into_iter().take(left) {
            left -= 1;
            let text = &body[sentence.range];
            let found = asked.addressing(PassageInContext {
                text,
                heading: title,
                document: "",
                language,
            });
            best = best.max(found.probability);
        }
    }
    best
}
