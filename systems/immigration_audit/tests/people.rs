//! Corrections in an audit, and the `sign_off` run: as the engine runs them, with bundles that are checked.

#![expect(clippy::unwrap_used, clippy::panic)]

use std::{collections::BTreeMap, fs, sync::Arc, thread, time::Duration};

use jurat_engine::{
    Engine, EngineOptions, FixedClock, InboxMessage, MemoryStore, RunEnd, RunId, RunOutcome,
    RunRequest, RunStore as _, WaitResult, Workflow, load,
};
use jurat_immigration_audit::{
    SYSTEM,
    matter_reader::{LocalMatterReader, MatterReader},
    model::{AuditReport, FieldValue, PeopleRecord, ReadingMethod},
    page::render,
    people::{SIGN_OFF_WORKFLOW, correction_of},
};
use jurat_ingest::ChildLauncher;
use jurat_system::{ServiceRegistry, System, SystemSet};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

static SYSTEMS: [System; 1] = [SYSTEM];
const ALL: SystemSet = SystemSet(&SYSTEMS);

const LETTER: &str = "Letter of invitation\n\nI, Mara Quill, invite my cousin Odo Fenn to stay with me in Halifax.\n";

fn workflow(name: &str) -> Arc<Workflow> {
    let launcher = || Ok(ChildLauncher { program: "/nonexistent".into(), args: Vec::new() });
    let reader = LocalMatterReader::new(Box::new(launcher));
    let services = ServiceRegistry::default().with::<dyn MatterReader>(Arc::new(reader));
    let built_in = ALL.workflows().find(|it| it.name == name);
    let text = built_in.map_or(SIGN_OFF_WORKFLOW, |it| it.text);
    Arc::new(Workflow::bind(load(text).unwrap(), &ALL.registry(&services)).unwrap())
}

fn engine(store: &MemoryStore) -> Engine {
    let options = EngineOptions {
        workers: 2,
        clock: Arc::new(FixedClock(0)),
        snapshot_every: 64,
    };
    Engine::new(Arc::new(store.clone()), options).unwrap()
}

/// An audit of one letter; its bundle is checked before the report is given back.
fn audited(input: &Json) -> AuditReport {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.txt"), LETTER).unwrap();
    let store = MemoryStore::default();
    let params = BTreeMap::from([
        ("folder".to_owned(), json!(folder.path())),
        ("application_type".to_owned(), json!("visitor")),
        ("as_of".to_owned(), json!("2026-01-09")),
    ]);
    let run = RunId::from_number(1);
    let input = input.as_object().cloned().unwrap_or_default().into_iter().collect();
    let engine = engine(&store);
    let handle = engine
        .start(&workflow("risk_audit"), RunRequest { run, params, input })
        .unwrap();
    let WaitResult::Ended(_) = handle.wait() else { panic!("it did not end") };
    let state = handle.state();
    let finished = ALL.finished((run, "risk_audit"), &state).unwrap().unwrap();
    finished.bundle(ALL, &store, (&[], None)).unwrap();
    AuditReport::deserialize(&state["report"]).unwrap()
}

#[test]
fn the_next_audit_goes_by_a_correction_and_its_bundle_holds() {
    const FIELD: &str = "applicant.birth_date";
    let first = audited(&json!({}));
    assert!(first.people.is_empty() && !first.profile.fields.contains_key(FIELD));
    let said = ("Ada Ravel", "seen on the passport", "2026-01-12");
    let correction = correction_of(&first, (FIELD, "1990-02-03"), said).unwrap();
    let people = PeopleRecord {
        corrections: vec![correction],
        ..PeopleRecord::default()
    };
    let second = audited(&json!({ "people": people }));
    let best = second.profile.best(FIELD).unwrap();
    assert_eq!(best.method, ReadingMethod::Correction);
    assert_eq!(best.value, FieldValue::Date("1990-02-03".parse().unwrap()));
    assert_eq!(second.people, people);
    let page = String::from_utf8(render(&second, "md").unwrap()).unwrap();
    assert!(page.contains("seen on the passport"), "{page}");
}

/// A `sign_off` run with answers in their order: stage, answer, author, reason.
fn signed(second: bool, answers: &[(&str, Json, &str, &str)]) -> (Option<RunEnd>, Json) {
    let store = MemoryStore::default();
    let engine = engine(&store);
    let run = RunId::from_number(2);
    let params = BTreeMap::from([
        ("questions".to_owned(), json!(["Where did you meet?", "Who pays?"])),
        ("second".to_owned(), json!(second)),
    ]);
    let audited = json!({
        "papers": "00", "as_of": "2026-01-09", "verdict": "NO-GO", "recommendation": "HIGH-RISK",
        "score": 31,
    });
    let input = BTreeMap::from([("audited".to_owned(), audited)]);
    let handle = engine
        .start(&workflow("sign_off"), RunRequest { run, params, input })
        .unwrap();
    let mut rest = answers.iter();
    loop {
        let open = match handle.wait() {
            WaitResult::Waiting(open) => open,
            WaitResult::Ended(end) => return (Some(end), handle.state()),
            other => panic!("{other:?}"),
        };
        let Some((stage, answer, author, reason)) = rest.next() else {
            return (None, handle.state());
        };
        let at = open.iter().find(|it| it.at.starts_with(stage));
        let message = InboxMessage::Answer {
            to: at
                .unwrap_or_else(|| panic!("{stage} is not open: {open:?}"))
                .at
                .clone(),
            answer: answer.clone(),
            author: (*author).to_owned(),
            reason: (!reason.is_empty()).then(|| (*reason).to_owned()),
        };
        store.send(run, &message).unwrap();
        while !store.inbox(run).unwrap().is_empty() {
            thread::sleep(Duration::from_millis(2));
        }
    }
}

fn numbered(question: usize) -> Json {
    json!({ "question": question, "answer": "At the lantern works." })
}

#[test]
fn questions_stay_open_and_do_not_hold_the_decision_up() {
    let (end, state) = signed(false, &[("review", json!("approve"), "Ada Ravel", "")]);
    assert!(end.is_none());
    assert_eq!(state["sign_off"]["people_say"], "HIGH-RISK");
    assert_eq!(state["sign_off"]["standing"]["standing"], "signed");
    let (end, state) = signed(
        false,
        &[
            ("ask", numbered(2), "Odo Fenn", ""),
            ("ask", numbered(7), "Odo Fenn", ""),
            ("review", json!("approve"), "Ada Ravel", ""),
            ("ask", numbered(1), "Odo Fenn", ""),
        ],
    );
    assert_eq!(end.unwrap().outcome, RunOutcome::Completed);
    let asked: Vec<&Json> = state["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["question"])
        .collect();
    assert_eq!(asked, ["Who pays?", "Where did you meet?"]);
}

#[test]
fn an_override_without_a_reason_counts_for_nothing() {
    let review = |reason| signed(false, &[("review", json!("PROCEED"), "Ada Ravel", reason)]).1;
    assert_eq!(review("")["sign_off"]["standing"]["standing"], "void");
    let told = review("the letter came today");
    assert_eq!(told["sign_off"]["standing"]["standing"], "signed");
    assert_eq!(told["sign_off"]["people_say"], "PROCEED");
    assert_eq!(told["sign_off"]["audited"]["recommendation"], "HIGH-RISK");
}

#[test]
fn a_second_signature_is_waited_for_and_is_another_person_s() {
    let first = ("review", json!("approve"), "Ada Ravel", "");
    let (_, state) = signed(true, std::slice::from_ref(&first));
    assert!(state["sign_off"].is_null());
    for (author, answer, standing) in [
        ("ada ravel", "sign", "void"),
        ("Bo Linden", "sign", "signed"),
        ("Bo Linden", "refuse", "not_agreed"),
    ] {
        let second = ("second_signature", json!(answer), author, "funds");
        let (_, state) = signed(true, &[first.clone(), second]);
        assert_eq!(state["sign_off"]["standing"]["standing"], standing, "{author} {answer}");
    }
}
