//! How an answer reads: the share of clean statements, less for long and repeated ones.

use std::collections::BTreeSet;

use jurat_model::Statement;
use jurat_text::fold::fold;

/// Words beyond which a sentence is hard to read.
const LONG: usize = 45;

/// From 0 to 1, in steps of a hundredth.
#[expect(clippy::cast_precision_loss, reason = "there are at most 200 statements")]
pub(super) fn score(statements: &[Statement], clean: usize) -> f64 {
    if statements.is_empty() {
        return 0.0;
    }
    let all = statements.len() as f64;
    let long = statements
        .iter()
        .filter(|one| LONG < one.text.split_whitespace().count());
    let distinct: BTreeSet<String> = statements.iter().map(|one| fold(&one.text)).collect();
    let repeated = statements.len() - distinct.len();
    let score = clean as f64 / all - 0.2 * (long.count() as f64 / all) - repeated as f64 / all;
    (score.clamp(0.0, 1.0) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use jurat_model::{Statement, StatementRole};

    use super::score;

    #[track_caller]
    fn check(texts: &[&str], clean: usize, expected: f64) {
        let statement = |text: &&str| Statement {
            text: (*text).to_owned(),
            marks: Vec::new(),
            role: StatementRole::Requirement,
            quote: None,
        };
        let statements: Vec<Statement> = texts.iter().map(statement).collect();
        assert!((score(&statements, clean) - expected).abs() < 1e-9);
    }

    #[test]
    fn long_and_repeated_statements_read_badly() {
        let long = "word ".repeat(60);
        check(&["Keep a log.", "File it."], 2, 1.0);
        check(&["Keep a log.", "Keep  a LOG."], 2, 0.5);
        check(&["Keep a log.", &long], 2, 0.9);
        check(&["Keep a log.", "File it."], 1, 0.5);
        check(&[], 0, 0.0);
    }
}
