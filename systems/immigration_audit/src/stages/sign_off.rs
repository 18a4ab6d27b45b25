//! What people answered: to the questions of an audit, and to its decision.

use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_system::NoSettings;
use serde::Deserialize;
use serde_json::json;

use crate::{
    model::SignOffStanding,
    people::{
        ANSWERS, AUDITED, GIVEN_ANSWER, REVIEWED, SECOND, SIGN_OFF, SignOffOrder, sign_off,
    },
};

/// A question by its number, from 1, and what was said to it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberedAnswer {
    question: usize,
    answer: String,
}

/// Notes an answer beside its question. What names no question is passed over, and asked for again.
pub(super) fn note_answer(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let questions: Vec<String> = ctx.param("questions")?;
    let given = ctx.get(GIVEN_ANSWER)?;
    let read = NumberedAnswer::deserialize(&given["answer"]).ok();
    let noted = read.and_then(|read| {
        let question = questions.get(read.question.checked_sub(1)?)?;
        Some(json!({
            "question": question, "answer": read.answer, "author": given["author"],
        }))
    });
    Ok(Patch::of(ANSWERS, noted.into_iter().collect()))
}

/// Says whether the decision counts.
pub(super) fn conclude(ctx: &StageCtx, _: &NoSettings) -> Result<Patch, StageError> {
    let (review, second) = (ctx.get(REVIEWED)?, ctx.get(SECOND)?);
    let audited = ctx.get(AUDITED)?;
    let record = sign_off(SignOffOrder { audited, review: &review, second: second.as_ref() });
    let standing = record.standing.clone();
    let patch = Patch::of(SIGN_OFF, record);
    Ok(match standing {
        SignOffStanding::Signed => patch,
        SignOffStanding::NotAgreed => {
            patch.outcome(RunOutcome::Refused, "the second person does not agree")
        }
        SignOffStanding::Void { why } => patch.outcome(RunOutcome::Incomplete, why),
    })
}
