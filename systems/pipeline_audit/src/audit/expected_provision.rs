//! Which provisions a question calls for, by the policy's map of keywords.

use super::{
    AuditPolicy, AuditSubject, ProvisionMention, content_words::ContentWordBag,
    content_words::content_words,
};

/// A provision that a question calls for.
#[derive(Debug, Clone)]
pub(crate) struct ExpectedProvision<'p> {
    /// The keyword that the question has.
    pub(crate) keyword: &'p str,
    /// The provision as the policy writes it.
    pub(crate) article: &'p str,
    pub(crate) provision: ProvisionMention,
}

/// The provisions that the question calls for, in the order of the keywords. A keyword counts if
/// all its content words are in the question, in any form and order.
pub(crate) fn articles<'p>(
    subject: &AuditSubject,
    policy: &'p AuditPolicy,
) -> Vec<ExpectedProvision<'p>> {
    let Some(query) = &subject.query else { return Vec::new() };
    let map = &policy.thresholds.required_articles_by_keyword;
    if map.is_empty() {
        return Vec::new();
    }
    let language = subject.language();
    let bag = ContentWordBag::of(&query.text, language);
    let asked = |keyword: &str| {
        let words = content_words(keyword, language);
        !words.is_empty() && words.iter().all(|word| bag.has(word, language))
    };
    let called = map.iter().filter(|(keyword, _)| asked(keyword));
    called
        .flat_map(|(keyword, articles)| articles.iter().map(move |article| (keyword, article)))
        .filter_map(|(keyword, article)| {
            let provision = ProvisionMention::of_label(article)?;
            Some(ExpectedProvision { keyword, article, provision })
        })
        .collect()
}
