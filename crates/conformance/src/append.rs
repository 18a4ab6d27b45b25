//! Cases on commits: order, gaps, groups.

use jurat_canon::Blob;

use crate::{
    StoreFixture,
    sample::{
        adding, chain, chain_holds, commit, journal, owned, run, starting, stored, summary,
    },
};
use jurat_engine::{AppendError, RunAppend};

pub(super) fn events_read_back_as_written(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (mut events, _lease) = owned(&*store, run(1), 2);
    let more = chain(&events, 3);
    commit(&*store, adding(run(1), 2, more.clone())).unwrap();
    events.extend(more);
    assert_eq!(journal(&*store, run(1)), events);
    assert_eq!(journal(&*fixture.open(), run(1)), events);
    assert!(chain_holds(&events));
}

pub(super) fn events_read_in_pages(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let events = stored(&*store, run(1), 7);
    stored(&*store, run(2), 7);
    assert_eq!(store.events(run(1), 0, 2).unwrap(), events[..2]);
    assert_eq!(store.events(run(1), 3, 2).unwrap(), events[2..4]);
    assert_eq!(store.events(run(1), 6, 9).unwrap(), events[5..]);
    assert_eq!(store.events(run(1), 8, 9).unwrap(), []);
    assert_eq!(store.events(run(1), u64::MAX, 9).unwrap(), []);
    assert_eq!(store.events(run(1), 1, 0).unwrap(), []);
}

pub(super) fn a_gap_is_refused(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 2);
    let late = chain(&events, 2).split_off(1);
    let refused = AppendError::Gap { run: run(1), given: 4, expected: 3 };
    assert_eq!(commit(&*store, adding(run(1), 2, late)), Err(refused));
    assert_eq!(journal(&*store, run(1)), events);
}

pub(super) fn a_gap_inside_a_commit_is_refused(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 2);
    let mut more = chain(&events, 3);
    more.remove(1);
    let refused = AppendError::Gap { run: run(1), given: 5, expected: 4 };
    assert_eq!(commit(&*store, adding(run(1), 2, more)), Err(refused));
    assert_eq!(journal(&*store, run(1)), events);
}

pub(super) fn an_event_twice_is_refused(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 2);
    let refused = AppendError::Gap { run: run(1), given: 1, expected: 3 };
    assert_eq!(commit(&*store, adding(run(1), 2, events.clone())), Err(refused));
    assert_eq!(journal(&*store, run(1)), events);
}

pub(super) fn a_run_that_exists_is_not_started(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let events = stored(&*store, run(1), 2);
    assert_eq!(commit(&*store, starting(run(1), 5)), Err(AppendError::Exists(run(1))));
    assert_eq!(journal(&*store, run(1)), events);
}

pub(super) fn a_run_not_there_is_not_continued(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let refused = AppendError::Fenced { run: run(1), ours: 1, current: 0 };
    assert_eq!(commit(&*store, adding(run(1), 1, chain(&[], 1))), Err(refused));
    assert_eq!(store.run(run(1)).unwrap(), None);
}

pub(super) fn a_group_goes_in_together(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let batch: Vec<_> = (1..=20).map(|number| starting(run(number), 2)).collect();
    assert!(store.commit(&batch).unwrap().iter().all(Result::is_ok));
    let other = fixture.open();
    for append in batch {
        assert_eq!(journal(&*other, append.run), append.events);
    }
    assert_eq!(store.commit(&[]).unwrap(), []);
}

pub(super) fn one_run_may_come_twice_in_a_group(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let first = starting(run(1), 2);
    let second = adding(run(1), 1, chain(&first.events, 2));
    let all = [first.events.clone(), second.events.clone()].concat();
    assert_eq!(store.commit(&[first, second]).unwrap(), [Ok(()), Ok(())]);
    assert_eq!(journal(&*store, run(1)), all);
    assert_eq!(store.run(run(1)).unwrap().unwrap().head_seq, 4);
}

pub(super) fn a_refused_run_leaves_nothing(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let before = stored(&*store, run(1), 2);
    let blob = Blob::encode(b"of a refused commit");
    let refused = RunAppend {
        blobs: vec![blob.clone()],
        refs: vec![blob.hash],
        snapshot: Some((3, blob.hash)),
        summary: summary(8),
        ..adding(run(1), 7, chain(&before, 1))
    };
    let results = store
        .commit(&[starting(run(2), 1), refused, starting(run(3), 1)])
        .unwrap();
    assert!(matches!(results[..], [Ok(()), Err(AppendError::Fenced { .. }), Ok(())]));
    assert_eq!(journal(&*store, run(1)), before);
    assert_eq!(store.run(run(1)).unwrap().unwrap().summary, summary(2));
    assert_eq!(store.snapshot(run(1), 9).unwrap(), None);
    assert_eq!(store.blob(blob.hash).unwrap(), None);
    assert_eq!(journal(&*store, run(3)).len(), 1);
}

pub(super) fn a_commit_without_events_keeps_the_head(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (_, _lease) = owned(&*store, run(1), 3);
    let before = store.run(run(1)).unwrap().unwrap();
    commit(
        &*store,
        RunAppend {
            summary: summary(5),
            ..adding(run(1), 2, Vec::new())
        },
    )
    .unwrap();
    let after = store.run(run(1)).unwrap().unwrap();
    assert_eq!(after.summary, summary(5));
    assert_eq!((after.head_seq, after.head_hash), (before.head_seq, before.head_hash));
    assert_eq!(after.updated_ms, before.updated_ms);
}
