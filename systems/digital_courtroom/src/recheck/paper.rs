//! What the paper says, read out of its text again.

use jurat_model::{Rendition, SubmissionArtifact};
use jurat_proof::{FinalState, LayerFindings};

use super::{DecodedChannels, PaperFn};
use crate::{
    model::{Evidence, EvidenceFact},
    rubric::terms,
};

/// Headings, terms, claims, orders and written figures are those that the text gives.
pub(super) fn check(
    values: &DecodedChannels,
    (state, paper): (&FinalState, Option<&PaperFn>),
    findings: &mut LayerFindings,
) {
    let evidences = &values.evidences;
    let docs = evidences
        .docs
        .iter()
        .filter(|one| !matches!(one.fact, EvidenceFact::Paper(_)));
    let docs = plain(docs.cloned());
    let written = plain(evidences.vision.iter().filter(|one| is_written(one)).cloned());
    let exhibit = values.exhibits.iter().flatten().next();
    let (Some(context), Some(exhibit)) = (&values.context, exhibit) else {
        let none = docs.is_empty() && evidences.vision.is_empty();
        let message = "there is evidence of a paper that is not held";
        return findings.expect("paper facts", none, "evidences", message);
    };
    let (Some(read), Some(rubric)) = (paper, &values.rubric) else {
        let message = "nobody is at hand to read the paper's text again";
        return findings.unchecked("paper facts", &exhibit.name, message);
    };
    let text = exhibit.text.clone();
    let rendition = Rendition { text, ..context.outline.clone() };
    let again = read(&context.paper.name, &rendition, &terms(rubric));
    let seen = state.params["skip_vision"] != true;
    let (figures, said): (Vec<Evidence>, Vec<Evidence>) = again
        .into_iter()
        .partition(|one| one.location.artifact == SubmissionArtifact::Vision);
    let figures = figures.into_iter().filter(|_| seen);
    let (rules, message) = (state.rules(), "read again, the paper says otherwise");
    findings.redecided("paper facts", (plain(said) == docs, rules), "docs", message);
    let same = plain(figures) == written && (seen || evidences.vision.is_empty());
    findings.redecided("paper facts", (same, rules), "vision", message);
}

/// A figure that the text itself draws.
pub(super) fn is_written(one: &Evidence) -> bool {
    matches!(&one.fact, EvidenceFact::Figure(figure) if figure.picture.form == "written")
}

/// In the order of ids, each once, without aliases.
fn plain(all: impl IntoIterator<Item = Evidence>) -> Vec<Evidence> {
    let plain = |one| Evidence { alias: String::new(), ..one };
    let mut all: Vec<Evidence> = all.into_iter().map(plain).collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all.dedup_by(|a, b| a.id == b.id);
    all
}
