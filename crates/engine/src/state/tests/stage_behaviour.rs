//! What stages do: a pure function of the instance and of everything it sees.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use jurat_canon::Hash;

use crate::{
    AttemptCompleted, AttemptFailed, EventCause, FailureClass, Patch, StageCtx, StageError,
    StoredValue, UnitAmounts, WorkflowPlan,
    ancestor_view::{AncestorView, InitialChannels},
    instance::InstanceKey,
    state::RunState,
};

/// What an instance sees.
struct Sight<'a> {
    plan: &'a WorkflowPlan,
    key: InstanceKey,
    view: &'a AncestorView,
    start: &'a InitialChannels,
    items: Option<Arc<Json>>,
}

/// The cause that an attempt comes to.
pub(super) fn attempt(
    state: &RunState,
    (seed, fails): (u64, bool),
    key: InstanceKey,
    attempt: u32,
) -> EventCause {
    let at = state.plan.text(key);
    let luck = luck(seed, &at);
    if fails && luck.is_multiple_of(4) {
        return failed(at, attempt, FailureClass::Permanent, None);
    }
    if luck.is_multiple_of(5) && attempt == 1 {
        return failed(at, attempt, FailureClass::Transient, Some(7));
    }
    let (written, coins) = Sight::of(state, key).result();
    let inline = |(name, value): (Arc<str>, Json)| (name, StoredValue::inline(value));
    let writes = written.into_iter().map(inline).collect();
    let spend = UnitAmounts::from([("coins".to_owned(), coins)]);
    EventCause::Completed(AttemptCompleted { at, attempt, writes, spend, outcome: None })
}

/// The same for a stage function; it fails for good or not at all.
pub(super) fn perform(ctx: &StageCtx, (seed, fails): (u64, bool)) -> Result<Patch, StageError> {
    if fails && luck(seed, &ctx.instance()).is_multiple_of(4) {
        return Err(StageError::permanent("as the table says"));
    }
    let sight = Sight {
        plan: &ctx.cell.workflow.plan,
        key: ctx.key,
        view: &ctx.view,
        start: &ctx.start,
        items: ctx.items.clone(),
    };
    let (written, coins) = sight.result();
    let patch = written.into_iter().fold(Patch::empty(), |patch, (channel, value)| {
        patch.and_json(channel.to_string(), value)
    });
    Ok(patch.spend("coins", coins))
}

pub(super) fn answer(state: &RunState, key: InstanceKey) -> EventCause {
    let at = state.plan.text(key);
    let answer = json!(Sight::of(state, key).seen().to_string().len());
    let writes = vec![("asked".into(), StoredValue::inline(json!({at.as_str(): answer})))];
    let author = "someone".to_owned();
    EventCause::Answered { at, answer, author, reason: None, writes }
}

/// A number that depends on nothing but the seed and the instance.
fn luck(seed: u64, at: &str) -> u64 {
    let hash = Hash::of_parts(&[&seed.to_le_bytes(), at.as_bytes()]);
    u64::from(hash.as_bytes()[1])
}

fn failed(
    at: String,
    attempt: u32,
    class: FailureClass,
    retry_in_ms: Option<u64>,
) -> EventCause {
    let (message, budget) = ("as the table says".to_owned(), None);
    EventCause::Failed(AttemptFailed { at, attempt, class, message, budget, retry_in_ms })
}

impl<'a> Sight<'a> {
    fn of(state: &'a RunState, key: InstanceKey) -> Self {
        let own = &state.stages[key.stage];
        Self {
            plan: &state.plan,
            key,
            view: own.base.as_ref().unwrap(),
            start: &state.start,
            items: own.items.as_ref().map(StoredValue::json),
        }
    }

    /// Every channel by name, and the element.
    fn seen(&self) -> Json {
        let channels = self.plan.channel_ix.iter().map(|(name, channel)| {
            let value = self.view.value(self.plan, self.start, *channel);
            (name.to_string(), Json::clone(&value))
        });
        let items = self.items.as_ref();
        let item = items.and_then(|items| items.get(self.key.index as usize));
        json!([channels.collect::<Map<_, _>>(), item])
    }

    /// What is written, by channel, and the coins it costs.
    fn result(&self) -> (Vec<(Arc<str>, Json)>, u64) {
        let (at, seen) = (self.plan.text(self.key), self.seen());
        let hash = Hash::of_parts(&[at.as_bytes(), seen.to_string().as_bytes()]);
        let number = u64::from(hash.as_bytes()[0]);
        let text = format!("{at}:{number}");
        let write = |channel: &usize| {
            let name = Arc::clone(&self.plan.channels[*channel].name);
            let value = value(&name, &text, number, &seen);
            (name, value)
        };
        let writes = self.plan.stages[self.key.stage].writes.iter();
        (writes.map(write).collect(), number % 4)
    }
}

fn value(channel: &str, text: &str, number: u64, seen: &Json) -> Json {
    match channel {
        "log" | "kept" => json!([text]),
        "seen" => json!([number % 5]),
        "total" | "tally" => json!(number % 7),
        "most" => json!(number % 100),
        "book" => json!({"x": number % 10, text: 1}),
        "diary" => json!({text: number}),
        "witness" => seen[0].clone(),
        _ => json!(text),
    }
}
