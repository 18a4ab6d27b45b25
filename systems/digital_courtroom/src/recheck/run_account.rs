//! What a run was started with against what it says, how it ended, and what a bundle of it proves.

use std::collections::BTreeSet;

use jurat_engine::RunOutcome;
use jurat_proof::{AskedParams, FinalState, LayerFindings, ProofScope, ScopeClaim};
use jurat_system::stage_models::{check_model_rows, is_any_model_named};

use super::{DecodedChannels, asked_submission};
use crate::{built_in_rubrics::RUBRICS, channels::AS_OF, model::CourtVerdict};

const WORDS: ScopeClaim =
    ScopeClaim::new("words", "what is cited stands in the texts held of the submission");
const VERDICT: ScopeClaim =
    ScopeClaim::new("verdict", "the verdict follows from what was found by the rubric given");

const REPOSITORY: ScopeClaim = ScopeClaim::new(
    "repository",
    "the facts are those of the repository at hand, at the commit recorded",
);

const ORIGIN: ScopeClaim =
    ScopeClaim::new("origin", "that the submission is what it is said to be");
const ABSENCE: ScopeClaim = ScopeClaim::new("absence", "that nothing else is in it");
const BEHAVIOUR: ScopeClaim = ScopeClaim::new("behaviour", "what its code does when it runs");

/// What the run says is what it was asked, and it ended as its verdict says. What comes back are the parameters that were
/// held against it.
pub(super) fn check(
    values: &DecodedChannels,
    state: &FinalState,
    findings: &mut LayerFindings,
) -> BTreeSet<String> {
    let mut asked = AskedParams::of(state);
    let said = &state.channels[AS_OF.name()];
    asked.hold(AS_OF.name(), AS_OF.name(), |given| given == said, findings);
    asked_submission::check(values, state, &mut asked, findings);
    // Read again or decided again elsewhere: the rubric out of its text, the pictures out of the paper, limits and routes
    // by the engine.
    for name in ["rubric", "skip_vision", "budget"] {
        asked.made_again(name);
    }
    check_model_rows(state, &values.model_use, |_| true, findings);
    // Which model a name of the settings stands for is nowhere in the run; without one nobody is asked, however often.
    if is_any_model_named(&state.params) {
        samples(values, state, findings);
    } else {
        asked.made_again("models");
        asked.made_again("samples");
    }
    ends(values, state, findings);
    asked.held()
}

/// No opinion rests on more samples than were asked for.
fn samples(values: &DecodedChannels, state: &FinalState, findings: &mut LayerFindings) {
    let Some(most) = state.params["samples"].as_u64() else { return };
    let by_model = values.opinions.iter().flatten().filter(|one| one.model.is_some());
    for one in by_model {
        let given = one.samples.len() as u64;
        let fits = if most == 1 { given == 0 } else { (1..=most).contains(&given) };
        let place = format!("{} on {}", one.judge.title(), one.criterion_id);
        findings.expect("asked", fits, place, "the run was started with another `samples`");
    }
}

fn ends(values: &DecodedChannels, state: &FinalState, findings: &mut LayerFindings) {
    if let Some(overall) = &values.overall {
        let ends = match overall.verdict {
            CourtVerdict::NotAssessable => RunOutcome::Incomplete,
            CourtVerdict::Pass | CourtVerdict::Partial | CourtVerdict::Fail => {
                RunOutcome::Completed
            }
        };
        let message = "the run did not end as its verdict says";
        findings.expect("outcome", state.outcome == ends, "overall", message);
    }
}

/// That the rubric is none that ships: whoever reads the verdict must know whose measure it is.
pub(super) fn notices(values: &DecodedChannels, state: &FinalState) -> Vec<String> {
    let text = state.params["rubric"].as_str();
    let ships = RUBRICS.iter().any(|rubric| Some(rubric.text) == text);
    let other = values.rubric.iter().filter(|_| !ships);
    other
        .map(|rubric| format!("its rubric, `{}`, is none that this version ships", rubric.name))
        .collect()
}

/// What is proven, also by facts of the repository that were gathered again.
pub(super) fn scope(values: &DecodedChannels, gathered: bool) -> ProofScope {
    let cited = values.evidences.all().any(|one| !one.content.is_empty());
    ProofScope {
        result: values.overall.as_ref().map(|overall| overall.verdict.word()),
        refusal: None,
        incomplete: None,
        proven: cited
            .then_some(WORDS)
            .into_iter()
            .chain([VERDICT])
            .chain(gathered.then_some(REPOSITORY))
            .collect(),
        not_proven: [ORIGIN]
            .into_iter()
            .chain((!gathered).then_some(ABSENCE))
            .chain([BEHAVIOUR])
            .collect(),
    }
}
