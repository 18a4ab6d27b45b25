//! Cases on the inbox.

use serde_json::json;

use crate::{
    StoreFixture,
    sample::{adding, chain, commit, owned, run, stored},
};
use jurat_engine::{InboxMessage, RunAppend, RunStore, StoreError};

pub(super) fn messages_come_in_order(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    stored(&*store, run(1), 1);
    stored(&*store, run(2), 1);
    let ids = sent(&*fixture.open(), &[answer(1), answer(2), cancel()]);
    assert!(ids.is_sorted());
    let expected: Vec<_> = ids.into_iter().zip([answer(1), answer(2), cancel()]).collect();
    assert_eq!(store.inbox(run(1)).unwrap(), expected);
    assert_eq!(store.inbox(run(2)).unwrap(), []);
}

pub(super) fn a_taken_message_leaves_with_its_commit(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 1);
    let ids = sent(&*store, &[answer(1), answer(2), answer(3)]);
    let unheard = || fixture.open().run(run(1)).unwrap().unwrap().unheard;
    let taken = vec![ids[0], ids[2]];
    let more = chain(&events, 1);
    commit(&*store, RunAppend { taken, ..adding(run(1), 2, more.clone()) }).unwrap();
    assert_eq!(fixture.open().inbox(run(1)).unwrap(), [(ids[1], answer(2))]);
    assert!(unheard());
    let (taken, all) = (vec![ids[1]], [events, more].concat());
    commit(&*store, RunAppend { taken, ..adding(run(1), 2, chain(&all, 1)) }).unwrap();
    assert!(!unheard());
}

pub(super) fn a_refused_commit_takes_nothing(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 1);
    let taken = sent(&*store, &[answer(1)]);
    let stale = RunAppend { taken, ..adding(run(1), 1, chain(&events, 1)) };
    assert!(commit(&*store, stale).is_err());
    assert_eq!(store.inbox(run(1)).unwrap().len(), 1);
}

pub(super) fn nobody_takes_from_another_run(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    stored(&*store, run(1), 1);
    let (events, _lease) = owned(&*store, run(2), 1);
    let taken = sent(&*store, &[answer(1)]);
    commit(&*store, RunAppend { taken, ..adding(run(2), 2, chain(&events, 1)) }).unwrap();
    assert_eq!(store.inbox(run(1)).unwrap().len(), 1);
}

pub(super) fn message_ids_never_come_back(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 1);
    let first = sent(&*store, &[answer(1)]);
    let taken = first.clone();
    commit(&*store, RunAppend { taken, ..adding(run(1), 2, chain(&events, 1)) }).unwrap();
    assert!(first < sent(&*fixture.open(), &[answer(2)]));
}

pub(super) fn an_unknown_run_gets_no_messages(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    assert!(matches!(store.send(run(1), &cancel()), Err(StoreError::UnknownRun(_))));
    assert_eq!(store.inbox(run(1)).unwrap(), []);
}

fn sent(store: &dyn RunStore, messages: &[InboxMessage]) -> Vec<u64> {
    messages
        .iter()
        .map(|message| store.send(run(1), message).unwrap())
        .collect()
}

fn answer(number: u8) -> InboxMessage {
    InboxMessage::Answer {
        to: "ask@0#0".into(),
        answer: json!({ "choice": number, "words": "\u{e9}t\u{e9} \"quoted\"" }),
        author: "someone".into(),
        reason: None,
    }
}

fn cancel() -> InboxMessage {
    InboxMessage::Cancel {
        author: "someone".into(),
        reason: Some("no longer needed".into()),
    }
}
