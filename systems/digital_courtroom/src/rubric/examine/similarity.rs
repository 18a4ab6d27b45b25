//! How much text two of several prompts have in common.

use std::collections::BTreeSet;

use jurat_code::facts::SyntaxFact;

use super::{ExaminationContext, measurement::QueryMeasurement, unit::MeasureUnit};
use crate::{
    model::{Evidence, EvidenceFact, EvidenceId, TextSelector},
    rubric::{
        search_requests::text_id, text_overlap::prompt_overlap, unread_files::CodeSearchKind,
    },
};

/// Texts that are compared.
const MOST_TEXTS: usize = 12;

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    criterion: &str,
    check: &str,
    selectors: &[TextSelector],
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let mut found: Vec<Vec<&'d Evidence>> = Vec::new();
    for number in 0..selectors.len().min(MOST_TEXTS) {
        let Some(answer) = view.answer(criterion, &text_id(check, number)) else {
            return QueryMeasurement::untold("the code was not asked for its texts");
        };
        if let Some(problem) = &answer.problem {
            return QueryMeasurement::untold(format!(
                "the texts could not be selected: {problem}"
            ));
        }
        let mut texts = view.get(&answer.evidence);
        texts.retain(|one| matches!(one.fact, EvidenceFact::Syntax(SyntaxFact::Text { .. })));
        texts.sort_by(|a, b| (&a.location, &a.id).cmp(&(&b.location, &b.id)));
        // A text that fits several is said to each of them.
        if !texts.is_empty() {
            found.push(texts);
        }
    }
    let texts = found;
    let may = |selector: &TextSelector| {
        view.unread.code(CodeSearchKind::Code, &[], &selector.path, false)
    };
    let unread = selectors.iter().find_map(may);
    if texts.len() < 2 {
        let words = format!("{} of {} texts found", texts.len(), selectors.len());
        return QueryMeasurement::nothing(words).unless(unread);
    }
    let said: Vec<String> = texts.iter().map(|texts| said(texts)).collect();
    let pairs = (0..said.len()).flat_map(|a| (a + 1..said.len()).map(move |b| (a, b)));
    let most = pairs.map(|(a, b)| prompt_overlap(&said[a], &said[b])).max();
    let most = u64::from(most.unwrap_or(0));
    let told =
        format!("{} between the most alike of {} texts", unit.counted(most), texts.len());
    QueryMeasurement::number(most, told, once(&texts)).overlooking(unread)
}

/// Each piece of evidence once, in order.
fn once<'d>(texts: &[Vec<&'d Evidence>]) -> Vec<&'d Evidence> {
    let mut known: BTreeSet<&EvidenceId> = BTreeSet::new();
    let texts = texts.iter().flatten().copied();
    texts.filter(|one| known.insert(&one.id)).collect()
}

fn said(texts: &[&Evidence]) -> String {
    let text = |evidence: &&Evidence| match &evidence.fact {
        EvidenceFact::Syntax(SyntaxFact::Text { text, .. }) => text.clone(),
        _ => String::new(),
    };
    texts.iter().map(text).collect::<Vec<_>>().join("\n")
}
