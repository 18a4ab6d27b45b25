//! Habits of writing, which the shipped model does not know; here to see what they would add.

use jurat_model::ByteSpan;

/// How many numbers tell a habit.
pub(crate) const STYLE: usize = 8;

/// The habits of one sentence of an answer.
pub(crate) fn of(
    text: &str,
    span: ByteSpan,
    at: usize,
    count: usize,
    context: &str,
) -> [f64; STYLE] {
    let sentence = &text[span.range()];
    let lower = sentence.to_lowercase();
    let flag = |yes: bool| f64::from(u8::from(yes));
    let refusal = [
        "unable to",
        "cannot answer",
        "not possible",
        "no information",
        "does not mention",
        "do not provide",
        "does not provide",
        "not mentioned",
        "based on the given passages",
    ];
    [
        at as f64 / count.max(1) as f64,
        count as f64,
        (text.len() as f64).ln_1p(),
        (context.len() as f64).ln_1p(),
        (sentence.len() as f64).ln_1p(),
        flag(sentence.starts_with(|c: char| c.is_ascii_digit() || "-*•".contains(c))),
        flag(sentence.ends_with(':')),
        flag(refusal.iter().any(|phrase| lower.contains(phrase))),
    ]
}
