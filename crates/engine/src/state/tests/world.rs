//! What stages do: a pure function of the instance and of everything it sees.

use serde_json::{Value as Json, json};

use jurat_canon::Hash;

use crate::{
    Amounts, Cause, Completed, Datum, Failed, FailureClass, Writes, instance::Key,
    state::RunState,
};

/// The cause that an attempt comes to.
pub(super) fn attempt(
    state: &RunState,
    (seed, fails): (u64, bool),
    key: Key,
    attempt: u32,
) -> Cause {
    let at = state.plan.text(key);
    let luck = luck(seed, &at);
    if fails && luck.is_multiple_of(4) {
        return failed(at, attempt, FailureClass::Permanent, None);
    }
    if luck.is_multiple_of(5) && attempt == 1 {
        return failed(at, attempt, FailureClass::Transient, Some(7));
    }
    let view = seen(state, key);
    let hash = Hash::of_parts(&[at.as_bytes(), view.to_string().as_bytes()]);
    let number = u64::from(hash.as_bytes()[0]);
    let writes = written(state, key, (&format!("{at}:{number}"), number), &view);
    let spend = Amounts::from([("coins".to_owned(), number % 4)]);
    Cause::Completed(Completed { at, attempt, writes, spend, outcome: None })
}

/// A person's answer.
pub(super) fn answer(state: &RunState, key: Key) -> Cause {
    let at = state.plan.text(key);
    let answer = json!(seen(state, key).to_string().len());
    let writes = vec![("asked".into(), Datum::inline(json!({at.as_str(): answer})))];
    let author = "someone".to_owned();
    Cause::Answered { at, answer, author, reason: None, writes }
}

/// A number that depends on nothing but the seed and the instance.
pub(super) fn luck(seed: u64, at: &str) -> u64 {
    let hash = Hash::of_parts(&[&seed.to_le_bytes(), at.as_bytes()]);
    u64::from(hash.as_bytes()[1])
}

fn failed(at: String, attempt: u32, class: FailureClass, retry_in_ms: Option<u64>) -> Cause {
    let message = "as the table says".to_owned();
    Cause::Failed(Failed {
        at,
        attempt,
        class,
        message,
        budget: None,
        retry_in_ms,
    })
}

/// Every channel as the instance sees it, by name, and its element.
fn seen(state: &RunState, key: Key) -> Json {
    let own = &state.stages[key.stage];
    let view = own.base.as_ref().unwrap();
    let channels = state.plan.channel_ix.iter();
    let channels = channels.map(|(name, channel)| {
        (name.to_string(), Json::clone(&view.value(&state.plan, &state.start, *channel)))
    });
    let items = own.items.as_ref().map(Datum::json);
    let item = items.and_then(|items| items.get(key.index as usize).cloned());
    json!([channels.collect::<serde_json::Map<_, _>>(), item])
}

fn written(state: &RunState, key: Key, (text, number): (&str, u64), seen: &Json) -> Writes {
    let channels = state.plan.stages[key.stage].writes.iter();
    let value = |name: &str| match name {
        "log" | "kept" => json!([text]),
        "seen" => json!([number % 5]),
        "total" | "tally" => json!(number % 7),
        "most" => json!(number % 100),
        "book" => json!({"x": number % 10, text: 1}),
        "diary" => json!({text: number}),
        "witness" => seen[0].clone(),
        _ => json!(text),
    };
    let write = |channel: &usize| {
        let name = &state.plan.channels[*channel].name;
        (name.clone(), Datum::inline(value(name)))
    };
    channels.map(write).collect()
}
