//! Every parameter of every workflow, changed in a finished run and sealed anew: it is found, or the verdict says that it is
//! not proven, or a run with the other value comes to the very same. Parameters come from the tables of the systems, so a new
//! one is changed here without anyone thinking of it.

use jurat_engine::{Event, EventCause, MemoryStore, RunOutcome, RunStore};
use jurat_proof::{BundleLayer, BundleStatus, BundleVerdict, FindingOutcome, fuzz::forged};
use jurat_system::parameters::{ParameterKind, ParameterTable, SystemParameter};
use jurat_systems::ALL;
use serde_json::{Value as Json, json};

use crate::{
    asked_run::{METADATA, RUN, bundle, state, verdict, verdict_on},
    derived_channels::found,
    forger::{resealed, rewritten},
    sample_runs::SampleRun,
};

fn check(table: &ParameterTable, sample: &SampleRun) {
    let honest = sample.executed().unwrap();
    let whole = bundle(&honest);
    let own = verdict_on(&whole);
    // Runs without a report are never said to hold.
    let expected = match ALL.report_kind(table.workflow) {
        Some(_) => BundleStatus::Holds,
        None => BundleStatus::NotFullyCheckable,
    };
    assert_eq!(own.meaning, expected, "{}: {:#?}", table.workflow, own.lines());
    // The control: sealed anew without a change it is still what it was.
    let unchanged = table
        .parameters
        .iter()
        .find(|it| !matches!(it.kind, ParameterKind::Channel));
    let name = unchanged.unwrap().name;
    let same = verdict_on(&told_otherwise(&whole, name, &given(&honest, sample, name)));
    assert_eq!(same.meaning, expected, "{}: {:#?}", table.workflow, same.lines());
    for parameter in table.parameters {
        let others = other_values(parameter, &given(&honest, sample, parameter.name));
        assert!(!others.is_empty(), "`{}` has no other value", parameter.name);
        for other in others {
            let forged = told_otherwise(&whole, parameter.name, &other);
            if verdict_on(&forged).meaning != BundleStatus::Holds {
                continue;
            }
            let told = is_open(&own, parameter.name) || does_nothing(sample, parameter, &other);
            let (workflow, name) = (table.workflow, parameter.name);
            assert!(told, "{workflow}: `{name}` changed to {other} holds, and is not told");
        }
    }
}

/// Whether a verdict says that a parameter is not proven.
fn is_open(verdict: &BundleVerdict, name: &str) -> bool {
    let quoted = format!("`{name}`");
    let mut open = verdict.proof.not_proven.iter();
    open.any(|claim| claim.claim == "asked" && claim.words.contains(&quoted))
}

/// Whether a run with the other value comes to the very same.
fn does_nothing(sample: &SampleRun, parameter: &SystemParameter, other: &Json) -> bool {
    let mut changed = sample.clone();
    changed.params.insert(parameter.name.to_owned(), other.clone());
    let (one, two) = (sample.executed().unwrap(), changed.executed());
    two.is_some_and(|two| state(&one) == state(&two) && outcome(&one) == outcome(&two))
}

fn outcome(store: &MemoryStore) -> RunOutcome {
    store.run(RUN).unwrap().unwrap().summary.outcome
}

/// What a run was told under a name: a parameter, or a channel.
fn given(honest: &MemoryStore, sample: &SampleRun, name: &str) -> Json {
    let first = store_event(honest);
    let EventCause::RunStarted(started) = first.cause else { return Json::Null };
    let given = started.params.get(name).or_else(|| sample.input.get(name));
    given.cloned().unwrap_or_default()
}

fn store_event(store: &MemoryStore) -> Event {
    let first = store.events(RUN, 1, 1).unwrap().remove(0);
    serde_json::from_slice(&first.payload.unwrap()).unwrap()
}

fn set(event: &mut Event, name: &str, value: &Json) {
    if let EventCause::RunStarted(started) = &mut event.cause {
        started.params.insert(name.to_owned(), value.clone());
    }
}

/// The bundle with one value of its first event changed and every hash made anew, by someone who need not run anything.
fn told_otherwise(whole: &[u8], name: &str, value: &Json) -> Vec<u8> {
    let forged = forged(whole, "journal.jsonl", |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let mut line: Json = serde_json::from_str(first).unwrap();
        let payload = &mut line["payload"];
        let input = payload.get_mut("input").and_then(Json::as_array_mut);
        match input.into_iter().flatten().find(|pair| pair[0] == name) {
            Some(pair) => pair[1] = json!({ "v": value }),
            None => payload["params"][name] = value.clone(),
        }
        *bytes = format!("{line}\n{rest}").into_bytes();
    });
    forged.unwrap()
}

/// Other values of the kind.
fn other_values(parameter: &SystemParameter, given: &Json) -> Vec<Json> {
    let all = match parameter.kind {
        ParameterKind::Text | ParameterKind::File | ParameterKind::Formed(_) => {
            vec![json!(""), json!("another"), json!("1999-01-01")]
        }
        ParameterKind::Choice(words) => words.iter().map(|word| json!(word)).collect(),
        ParameterKind::WholeNumber { least, most } => {
            vec![json!(least), json!(most.min(least + 1)), json!(most.min(least + 7))]
        }
        ParameterKind::Switch => vec![json!(true), json!(false)],
        ParameterKind::TextList => vec![json!([]), json!(["elsewhere.example"])],
        ParameterKind::WordList(words) => words.iter().map(|it| json!(it.values)).collect(),
        ParameterKind::Document(kind) => {
            let built_in = (kind.built_in)();
            built_in.iter().map(|it| (kind.read)(it).unwrap()).collect()
        }
        ParameterKind::TextMap => vec![json!({}), json!({ "any": "scripted" })],
        ParameterKind::Channel => vec![json!({ "query": "May it be burnt?" })],
    };
    all.into_iter().filter(|value| value != given).collect()
}

#[test]
fn a_parameter_that_was_changed_is_found_or_told_or_does_nothing() {
    for table in ALL.0.iter().flat_map(|system| system.parameters) {
        let samples = SampleRun::of(table.workflow);
        assert!(!samples.is_empty(), "`{}` has no sample run to change", table.workflow);
        std::thread::scope(|scope| {
            for sample in &samples {
                scope.spawn(|| check(table, sample));
            }
        });
    }
}

#[test]
fn a_filter_of_sources_is_held_against_what_was_asked_and_found() {
    let [plain, _, narrowed, _] = &SampleRun::of("evidence_first")[..] else { return };
    let (plain, narrowed) = (plain.executed().unwrap(), narrowed.executed().unwrap());
    let notes = &state(&narrowed)["report"]["notes"];
    assert!(notes[0].as_str().is_some_and(|it| it.contains("topic \u{201c}care")), "{notes}");
    for (key, value) in METADATA {
        let place = format!("corpus_state.filters.{key}");
        let more = resealed(&plain, &|event| set(event, key, &json!(value)));
        found(&more, "asked", &place);
        let none = resealed(&narrowed, &|event| set(event, key, &json!("")));
        found(&none, "asked", &place);
        // Whoever changes what is recorded of it as well still has passages of other sources.
        let both = rewritten(&narrowed, "corpus_state", &|it| it["filters"][key] = json!("x"));
        let both = resealed(&both, &|event| set(event, key, &json!("x")));
        found(&both, "filter", "S1");
    }
}

#[test]
fn a_parameter_that_was_taken_away_is_found() {
    let honest = SampleRun::of("evidence_first")[0].executed().unwrap();
    for name in ["topic", "budget", "as_of"] {
        let forged = resealed(&honest, &|event| {
            if let EventCause::RunStarted(started) = &mut event.cause {
                started.params.remove(name);
            }
        });
        assert_eq!(verdict(&forged).meaning, BundleStatus::Fails, "{name}");
    }
}

#[test]
fn limits_follow_from_the_parameters_that_they_depend_on() {
    let honest = SampleRun::of("evidence_first")[0].executed().unwrap();
    let forged = resealed(&honest, &|event| set(event, "budget", &json!("large")));
    let found = verdict(&forged);
    let mut failed = found.open().filter(|it| it.outcome == FindingOutcome::Failed);
    assert!(failed.any(|it| it.layer == BundleLayer::Journal && it.check == "start"));
}
