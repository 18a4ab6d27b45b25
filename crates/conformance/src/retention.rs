//! Cases on forgetting.

use jurat_canon::{Blob, Hash};

use crate::{
    StoreFixture,
    sample::{adding, chain, chain_holds, commit, journal, owned, run, starting, stored},
};
use jurat_engine::{
    AppendError, ForgetScope, InboxMessage, RunAppend, RunStore, RunSummary, StoreError,
};

pub(super) fn forgotten_payloads_leave_the_chain(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let own = keep(&*store, 1, &[b"only here"]);
    let before = store.headers(run(1), 1, 99).unwrap();
    let row = store.run(run(1)).unwrap().unwrap();
    store.forget(run(1), ForgetScope::Payloads).unwrap();
    let other = fixture.open();
    let events = journal(&*other, run(1));
    assert_eq!(events, before, "headers stay, payloads go");
    assert!(chain_holds(&events));
    assert_eq!(other.blob(own[0]).unwrap(), None);
    assert_eq!(other.snapshot(run(1), 9).unwrap(), None);
    let after = other.run(run(1)).unwrap().unwrap();
    assert_eq!((after.head_seq, after.head_hash), (row.head_seq, row.head_hash));
    let wordless = RunSummary { at: String::new(), ..row.summary };
    assert_eq!(after.summary, wordless, "the status stays, the words go");
}

pub(super) fn forgetting_payloads_raises_the_fence(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, lease) = owned(&*store, run(1), 1);
    drop(lease);
    store.forget(run(1), ForgetScope::Payloads).unwrap();
    let late = commit(&*store, adding(run(1), 2, chain(&events, 1)));
    assert_eq!(late, Err(AppendError::Fenced { run: run(1), ours: 2, current: 3 }));
}

pub(super) fn forgetting_keeps_what_others_hold(fixture: &dyn StoreFixture) {
    for what in [ForgetScope::Payloads, ForgetScope::Everything] {
        let store = fixture.open();
        let number = if what == ForgetScope::Payloads { 1 } else { 3 };
        let ours = keep(&*store, number, &[b"shared", b"ours"]);
        let theirs = keep(&*store, number + 1, &[b"shared", b"theirs"]);
        store.forget(run(number), what).unwrap();
        assert_eq!(store.blob(ours[0]).unwrap().unwrap(), b"shared");
        assert_eq!(store.blob(ours[1]).unwrap(), None);
        assert_eq!(store.blob(theirs[1]).unwrap().unwrap(), b"theirs");
        store.forget(run(number + 1), what).unwrap();
        assert_eq!(store.blob(ours[0]).unwrap(), None);
    }
}

pub(super) fn forgetting_everything_leaves_nothing(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let own = keep(&*store, 1, &[b"only here"]);
    stored(&*store, run(2), 1);
    let message = InboxMessage::Cancel { author: "someone".into(), reason: None };
    store.send(run(1), &message).unwrap();
    store.forget(run(1), ForgetScope::Everything).unwrap();
    let other = fixture.open();
    assert_eq!(other.run(run(1)).unwrap(), None);
    assert_eq!(other.runs().unwrap().len(), 1);
    assert_eq!(journal(&*other, run(1)), []);
    assert_eq!(other.blob(own[0]).unwrap(), None);
    assert_eq!(other.inbox(run(1)).unwrap(), []);
    assert_eq!(other.snapshot(run(1), 9).unwrap(), None);
    assert!(matches!(other.claim(run(1), false), Err(StoreError::UnknownRun(_))));
}

pub(super) fn a_forgotten_run_may_start_again(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    stored(&*store, run(1), 4);
    store.forget(run(1), ForgetScope::Everything).unwrap();
    let events = stored(&*store, run(1), 2);
    assert_eq!(journal(&*store, run(1)), events);
    assert_eq!(store.run(run(1)).unwrap().unwrap().fence, 1);
}

pub(super) fn an_owned_run_is_not_forgotten(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 2);
    for what in [ForgetScope::Payloads, ForgetScope::Everything] {
        let refused = fixture.open().forget(run(1), what);
        assert!(matches!(refused, Err(StoreError::Owned(of)) if of == run(1)));
    }
    assert_eq!(journal(&*store, run(1)), events);
}

pub(super) fn an_unknown_run_is_not_forgotten(fixture: &dyn StoreFixture) {
    let unknown = fixture.open().forget(run(1), ForgetScope::Everything);
    assert!(matches!(unknown, Err(StoreError::UnknownRun(_))));
}

/// A stored run with a snapshot that holds these blobs; gives their hashes.
fn keep(store: &dyn RunStore, number: u8, plains: &[&[u8]]) -> Vec<Hash> {
    let mut append = starting(run(number), 3);
    append.blobs.extend(plains.iter().map(|plain| Blob::encode(plain)));
    let refs: Vec<_> = plains.iter().map(|plain| Hash::of(plain)).collect();
    let snapshot = Some((3, refs[0]));
    commit(store, RunAppend { refs: refs.clone(), snapshot, ..append }).unwrap();
    refs
}
