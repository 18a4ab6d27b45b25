//! A plan made of the policy's keywords and the sources that were found.

use jurat_model::audit::{AnswerPlan, PlannedClaim};
use jurat_text::{Language, sentences::sentences};

use crate::audit::{
    AuditPolicy, AuditSubject, AuditedHit, CountBound, ProvisionMention,
    content_words::{ContentWordBag, StemmedTerm, terms},
    expected_provision,
};

/// Sources beside the expected ones that a plan takes up.
const MOST_OTHERS: usize = 2;
/// Sentences of a source that are looked through for a claim.
const MOST_SENTENCES: usize = 200;

/// The plan that keywords and sources suggest: what the question calls for comes first, then the
/// provisions of the best sources. Each claim is a sentence of a source, word for word.
pub fn planned(subject: &AuditSubject, policy: &AuditPolicy) -> AnswerPlan {
    let language = subject.language();
    let asked = subject.query.as_ref().map_or(&[][..], |_| &[()]);
    let question = subject
        .query
        .as_ref()
        .map(|query| query.text.trim())
        .unwrap_or_default();
    let objectives = asked.iter().map(|()| objective(question, language)).collect();
    let terms = terms(question, language);
    let mut plan = AnswerPlan { objectives, ..AnswerPlan::default() };
    for one in expected_provision::articles(subject, policy) {
        if plan.key_articles.iter().any(|article| article == one.article) {
            continue;
        }
        plan.key_articles.push(one.article.to_owned());
        if let Some(hit) = hit_of(subject, &one.provision)
            && let Some(claim) = best_sentence(hit, &terms, language)
        {
            let evidence = vec![one.article.to_owned()];
            plan.outline.push(PlannedClaim { claim, evidence, priority: 1 });
        }
    }
    others(subject, &mut plan, &terms);
    plan.success_criteria = criteria(&plan, policy, language);
    plan
}

/// Claims of the best sources that the plan does not have yet.
fn others(subject: &AuditSubject, plan: &mut AnswerPlan, terms: &[StemmedTerm]) {
    let language = subject.language();
    let mut left = MOST_OTHERS;
    for hit in subject.hits().iter().take(8) {
        let Some(label) = &hit.label else { continue };
        let Some(provision) = ProvisionMention::of_label(label) else { continue };
        let planned = plan.outline.iter().flat_map(|claim| &claim.evidence);
        let mut planned = planned.filter_map(|label| ProvisionMention::of_label(label));
        if left == 0 || planned.any(|one| one.meets(&provision)) {
            continue;
        }
        let Some(claim) = best_sentence(hit, terms, language) else { continue };
        let priority = if plan.key_articles.is_empty() { 1 } else { 2 };
        if priority == 1 {
            plan.key_articles.push(label.clone());
        }
        plan.outline
            .push(PlannedClaim { claim, evidence: vec![label.clone()], priority });
        left -= 1;
    }
}

fn hit_of<'s>(subject: &'s AuditSubject, wanted: &ProvisionMention) -> Option<&'s AuditedHit> {
    let found = subject.hit_provisions();
    // A source that is the provision comes before one that only names it.
    let labelled = |hit: &&AuditedHit| {
        let label = hit.label.as_deref().and_then(ProvisionMention::of_label);
        label.is_some_and(|label| label.meets(wanted))
    };
    let naming = || found.iter().position(|all| all.iter().any(|one| wanted.meets(one)));
    let hits = subject.hits();
    hits.iter()
        .find(labelled)
        .or_else(|| naming().and_then(|index| hits.get(index)))
}

/// The sentence with most words of the question; the first of several.
fn best_sentence(
    hit: &AuditedHit,
    terms: &[StemmedTerm],
    language: Option<Language>,
) -> Option<String> {
    let mut best: Option<(usize, &str)> = None;
    for sentence in sentences(&hit.text).into_iter().take(MOST_SENTENCES) {
        let words = hit.text[sentence.range].trim();
        let bag = ContentWordBag::of(words, language);
        let shared = terms.iter().filter(|term| bag.knows(term)).count();
        let long = 4 <= words.split_whitespace().count();
        if long && best.is_none_or(|(most, _)| most < shared) {
            best = Some((shared, words));
        }
    }
    best.filter(|(shared, _)| 0 < *shared || terms.is_empty())
        .map(|(_, words)| words.to_owned())
}

fn objective(question: &str, language: Option<Language>) -> String {
    let lead = match language {
        Some(Language::Portuguese) => "Responder à pergunta",
        Some(Language::French) => "Répondre à la question",
        _ => "Answer the question",
    };
    format!("{lead}: {question}")
}

/// What can be checked of an answer, said so that it can be.
fn criteria(
    plan: &AnswerPlan,
    policy: &AuditPolicy,
    language: Option<Language>,
) -> Vec<String> {
    let first = plan.key_articles.first().map(|article| match language {
        Some(Language::Portuguese) => format!("Menciona {article} na primeira frase"),
        Some(Language::French) => format!("Mentionne {article} dans la première phrase"),
        _ => format!("Mentions {article} in the first sentence"),
    });
    let (CountBound::AtMost(most) | CountBound::Between(_, most)) = policy.bounds.steps;
    let steps = match language {
        Some(Language::Portuguese) => "passos",
        Some(Language::French) => "étapes",
        _ => "steps",
    };
    first.into_iter().chain([format!("≤{most} {steps}")]).collect()
}
