//! What a question of several parts was not answered.

use jurat_model::Requirement;
use jurat_text::{Language, question_parts::parts};
use jurat_verify::{
    Grounded,
    addressing::{AddressingWeights, PassageInContext, PreparedQuestion, rarity},
};

/// The parts of a question of which no provision has a word, or to which none has the sort of answer that is asked
/// for. A question of one part has none: its probability says how well it is answered.
pub(super) fn unanswered<'q>(
    question: &'q str,
    admitted: &[Grounded<Requirement>],
) -> Vec<&'q str> {
    let mut parts = parts(question);
    if parts.len() < 2 || admitted.is_empty() {
        return Vec::new();
    }
    let language =
        |one: &Requirement| Language::from_code(&one.language).unwrap_or(Language::English);
    parts.retain(|part| {
        let texts = admitted.iter().map(|one| (one.exact_quote.as_str(), language(one)));
        let asked = PreparedQuestion::new(part, rarity(texts), AddressingWeights::shipped());
        !admitted.iter().any(|one| {
            let found = asked.addressing(PassageInContext {
                text: &one.exact_quote,
                heading: &one.section_heading,
                document: &one.document_id,
                language: language(one),
            });
            let speaks = !found.shared.is_empty() || !found.around.is_empty();
            speaks && found.want_met != Some(false)
        })
    });
    parts
}
