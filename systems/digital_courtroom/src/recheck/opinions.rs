//! Opinions: what they cite, what the rules say, and whether a model had the word.

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::DoneBy;
use jurat_proof::{FinalState, LayerFindings};
use jurat_system::stage_models::is_model_named;

use super::{DecodedChannels, OpineFn};
use crate::model::{CheckResult, EvidenceId, Opinion, Persona, Rubric, RubricScore};

/// What is cited exists and belongs to the criterion; what no model wrote follows from the rules;
/// what one wrote, one was asked for.
pub(super) fn check(
    values: &DecodedChannels,
    (state, opine): (&FinalState, Option<&OpineFn>),
    findings: &mut LayerFindings,
) {
    let (Some(rubric), Some(results), Some(said)) =
        (&values.rubric, &values.results, &values.opinions)
    else {
        return;
    };
    citations(values, (rubric, results, said), findings);
    for persona in Persona::ALL {
        let bench = RecheckedPersona { persona, values, state };
        let own: Vec<&Opinion> = said.iter().filter(|one| one.judge == persona).collect();
        for one in own.iter().filter(|one| one.model.is_some()) {
            bench.by_model(one, findings);
        }
        let Some(opine) = opine else {
            findings.unchecked("opinion", persona.title(), "nobody is at hand to opine again");
            continue;
        };
        let again = opine(persona, rubric, results, &values.evidences, &values.crossed);
        bench.again(&own, &again, findings);
    }
}

/// Every opinion cites something, and only what belongs to its criterion.
fn citations(
    values: &DecodedChannels,
    (rubric, results, said): (&Rubric, &[CheckResult], &[Opinion]),
    findings: &mut LayerFindings,
) {
    let mut of_criterion: BTreeMap<&str, BTreeSet<&EvidenceId>> = BTreeMap::new();
    for result in results {
        let known = of_criterion.entry(&result.criterion_id).or_default();
        known.extend(&result.evidence);
    }
    for criterion in &rubric.criteria {
        // Nobody checked anything: what the criterion is about is all there is.
        of_criterion.entry(&criterion.id).or_insert_with(|| {
            let all = values.evidences.all().chain(&values.crossed);
            all.filter(|one| criterion.target.is_about(one.location.artifact))
                .map(|one| &one.id)
                .collect()
        });
    }
    let mut heard = BTreeSet::new();
    for one in said {
        let known = of_criterion.get(&*one.criterion_id);
        let all_known = one
            .cited_evidence
            .iter()
            .all(|id| known.is_some_and(|known| known.contains(id)));
        let holds = all_known && !one.cited_evidence.is_empty();
        let place = format!("{} on {}", one.judge.title(), one.criterion_id);
        let message = "it cites what is not evidence of its criterion";
        findings.expect("citation", holds, &place, message);
        let once = heard.insert((one.judge, &one.criterion_id));
        findings.expect("opinion", once, place, "there are two opinions on one criterion");
    }
}

struct RecheckedPersona<'a> {
    persona: Persona,
    values: &'a DecodedChannels,
    state: &'a FinalState,
}

impl RecheckedPersona<'_> {
    /// Some model did its work, or something else stood for it; which models.
    fn done_by(&self, who: DoneBy) -> impl Iterator<Item = &str> {
        let role = self.persona.word();
        let named = is_model_named(&self.state.params, role);
        let rows = self.values.model_use.iter();
        rows.filter(move |row| named && row.role == role && row.done_by == who)
            .map(|row| row.model.as_str())
    }

    /// An opinion of a model: the run asked that model, and the score is what its samples give.
    fn by_model(&self, one: &Opinion, findings: &mut LayerFindings) {
        let place = format!("{} on {}", self.persona.title(), one.criterion_id);
        let asked = self
            .done_by(DoneBy::Model)
            .any(|model| Some(model) == one.model.as_deref());
        let message = "the run did not ask the model that is said to have written it";
        findings.expect("model", asked, &place, message);
        let middle = one.samples.is_empty() || lower_median(&one.samples) == Some(one.score);
        findings.expect("samples", middle, place, "its score is not the median of its samples");
    }

    /// What the rules say again: all of it where no model spoke; else what no model said.
    fn again(&self, own: &[&Opinion], again: &[Opinion], findings: &mut LayerFindings) {
        let (title, rules) = (self.persona.title(), self.state.rules());
        if self.done_by(DoneBy::Value).next().is_some() {
            let message = "the workflow gave a value where a model failed";
            return findings.unchecked("opinion", title, message);
        }
        let by_model = self.done_by(DoneBy::Model).next().is_some()
            || own.iter().any(|one| one.model.is_some());
        let by_rules = own.iter().filter(|one| one.model.is_none());
        let true_ones = by_rules.clone().all(|one| again.contains(one));
        let on = |id: &str| own.iter().find(|one| one.criterion_id == id);
        let whole = again.iter().all(|rule| match on(&rule.criterion_id) {
            // Charges are brought by the rules, whoever speaks.
            Some(one) if one.model.is_some() => one.charges == rule.charges,
            Some(_) => true,
            None => by_model && self.is_unheard(&rule.criterion_id),
        });
        let message = "by the rules the opinion is another";
        findings.redecided("opinion", (true_ones && whole, rules), title, message);
    }

    /// The run tells that the model had nothing to say on a criterion.
    fn is_unheard(&self, criterion: &str) -> bool {
        let title = self.persona.title();
        let told = format!("the model that plays the {title} gave no opinion on {criterion}: ");
        let remarks = self.values.submission.iter().flat_map(|it| &it.remarks);
        remarks.into_iter().any(|remark| remark.starts_with(&told))
    }
}

/// The middle score, the lower of two.
fn lower_median(scores: &[RubricScore]) -> Option<RubricScore> {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len().checked_sub(1)? / 2).copied()
}
