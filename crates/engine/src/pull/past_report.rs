//! Reports that were taken before: the same one again changes nothing.

use serde_json::{Value as Json, json};

use super::{
    ClaimedRun, PullEngine, PullError,
    claim_token::claim_token,
    instance_name::{named_instance, names},
    report::StageClaim,
};
use crate::{
    AttemptFailed, ChannelWrites, Event, EventCause, SealedEvent,
    instance::InstanceKey,
    run::{parse, stored_json},
};

/// What was reported of an instance.
pub(super) enum PastReport {
    Output(Json),
    Failure(AttemptFailed),
}

impl PullEngine<'_> {
    /// The last report that a claim can mean: by its token, or else by the name of an instance.
    pub(super) fn past_report(
        &self,
        owned: &ClaimedRun,
        claim: &StageClaim<'_>,
    ) -> Result<Option<(InstanceKey, PastReport)>, PullError> {
        let plan = &owned.state.plan;
        let named = named_instance(plan, claim.stage);
        let meant = |key: InstanceKey| match claim.token {
            Some(_) => names(plan, claim.stage, key),
            None => named == Some(key),
        };
        let about = |event: &&SealedEvent| {
            let reported = matches!(&*event.kind, "completed" | "answered" | "failed");
            reported && plan.key(&event.subject).is_some_and(meant)
        };
        for header in self
            .store
            .headers(owned.run, 1, usize::MAX)?
            .iter()
            .rev()
            .filter(about)
        {
            let sealed = self.store.events(owned.run, header.seq, 1)?;
            let Some(sealed) = sealed.first() else { continue };
            let event = parse(owned.run, sealed)?;
            let token = claim_token(owned.run, &header.subject, attempt(&event));
            if claim.token.is_none_or(|given| given == token) {
                let report = self.report_of(event)?;
                return Ok(plan.key(&header.subject).zip(report));
            }
        }
        Ok(None)
    }

    fn report_of(&self, event: Event) -> Result<Option<PastReport>, PullError> {
        Ok(match event.cause {
            EventCause::Completed(done) => Some(PastReport::Output(self.output(&done.writes)?)),
            EventCause::Failed(failed) => Some(PastReport::Failure(failed)),
            EventCause::Answered { answer, author, reason, .. } => {
                Some(PastReport::Output(match reason {
                    Some(reason) => {
                        json!({"answer": answer, "author": author, "reason": reason})
                    }
                    None => json!({"answer": answer, "author": author}),
                }))
            }
            _ => None,
        })
    }

    /// The output that was reported, from what it wrote.
    fn output(&self, writes: &ChannelWrites) -> Result<Json, PullError> {
        let mut fields = serde_json::Map::new();
        for (channel, value) in writes {
            let json = stored_json(self.store, value)?;
            fields.insert(channel.to_string(), Json::clone(&json));
        }
        Ok(Json::Object(fields))
    }
}

/// The attempt that an event is about; a question is asked once.
fn attempt(event: &Event) -> u32 {
    match &event.cause {
        EventCause::Completed(done) => done.attempt,
        EventCause::Failed(failed) => failed.attempt,
        _ => 1,
    }
}
