//! What people said of a case, as the next audit is given it.

use jurat_immigration_audit::model::{
    PeopleRecord, PersonSignature, QuestionAnswer, SignOffRecord,
};
use jurat_vault::RecordedEvent;
use serde::Deserialize as _;

use super::{day_of, sign_off_run::replayed};
use crate::{
    app::AppContext,
    case_vault::{AUDITED, AnsweredEvent, AuditedEvent, CaseVault, OpenCase, body_of},
    failure::CommandFailure,
};

pub(crate) fn people_of(
    app: &AppContext,
    vault: &CaseVault,
    case: &OpenCase,
) -> Result<PeopleRecord, CommandFailure> {
    let mut people = PeopleRecord {
        corrections: case.corrections()?,
        ..PeopleRecord::default()
    };
    for audit in case.record.of_kind(AUDITED) {
        let given = case.answers(audit.seq)?;
        if given.is_empty() {
            continue;
        }
        let audited: AuditedEvent = body_of(audit)?;
        people
            .answers
            .extend(given.iter().filter_map(|it| answer_of(&audited, it)));
        let run = replayed(app, vault, &audited, &given)?;
        let record = Option::<SignOffRecord>::deserialize(&run.state["sign_off"]);
        if let Some(mut record) = record.ok().flatten() {
            record.review = dated(record.review, &given, "review");
            record.second = record.second.map(|it| dated(it, &given, "second_signature"));
            people.sign_offs.push(record);
        }
    }
    Ok(people)
}

fn answer_of(
    audited: &AuditedEvent,
    (event, answered): &(RecordedEvent, AnsweredEvent),
) -> Option<QuestionAnswer> {
    let number = usize::try_from(answered.answer["question"].as_u64()?).ok()?;
    Some(QuestionAnswer {
        question: audited.questions.get(number.checked_sub(1)?)?.clone(),
        answer: answered.answer["answer"].as_str()?.to_owned(),
        author: event.author.clone().unwrap_or_default(),
        on: day_of(event.at_ms),
    })
}

fn dated(
    signature: PersonSignature,
    given: &[(RecordedEvent, AnsweredEvent)],
    stage: &str,
) -> PersonSignature {
    let event = given.iter().find(|(_, answered)| answered.stage == stage);
    PersonSignature {
        on: event.map(|(event, _)| day_of(event.at_ms)),
        ..signature
    }
}
