//! Cases on what lists show.

use crate::{
    StoreFixture,
    sample::{adding, chain, commit, owned, run, starting, stored, summary},
};
use jurat_engine::{
    NewRun, RunAppend, RunMode, RunOutcome, RunRow, RunStatus, RunStore, RunSummary,
    SealedEvent,
};

pub(super) fn runs_are_listed_newest_first(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    for number in [5, 9, 1] {
        stored(&*store, run(number), 1);
    }
    // Work on an old run does not make it a new one.
    let (_, _lease) = owned(&*store, run(7), 1);
    let events = store.events(run(5), 1, 9).unwrap();
    commit(&*store, adding(run(5), 1, chain(&events, 1))).unwrap();
    let listed: Vec<_> = fixture.open().runs().unwrap().iter().map(|row| row.run).collect();
    assert_eq!(listed, [run(7), run(1), run(9), run(5)]);
}

pub(super) fn a_row_says_all_that_was_written(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let append = starting(run(1), 3);
    let definition = append.new_run.clone().unwrap().definition;
    let new_run = NewRun {
        workflow: "another".into(),
        definition,
        mode: RunMode::Pull,
        parent: Some((run(9), 4)),
    };
    let summary = RunSummary {
        status: RunStatus::Ended,
        outcome: RunOutcome::Refused,
        completed: 3,
        total: 7,
        at: "\u{e9}t\u{e9} 1".into(),
    };
    let events = append.events.clone();
    let started = Some(new_run.clone());
    commit(
        &*store,
        RunAppend {
            new_run: started,
            summary: summary.clone(),
            ..append
        },
    )
    .unwrap();
    let expected = RunRow {
        fence: 1,
        owned: false,
        ..row(&events, new_run, summary)
    };
    assert_eq!(fixture.open().run(run(1)).unwrap(), Some(expected.clone()));
    assert_eq!(store.runs().unwrap(), [expected]);
}

pub(super) fn a_row_follows_each_commit(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (before, _lease) = owned(&*store, run(1), 2);
    let more = chain(&before, 2);
    commit(&*store, adding(run(1), 2, more.clone())).unwrap();
    let new_run = starting(run(1), 1).new_run.unwrap();
    let all = [before, more].concat();
    let expected = RunRow {
        fence: 2,
        owned: true,
        ..row(&all, new_run, summary(4))
    };
    assert_eq!(store.run(run(1)).unwrap(), Some(expected));
}

pub(super) fn a_row_says_who_is_owned(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    stored(&*store, run(1), 1);
    let (_, lease) = owned(&*store, run(2), 1);
    let other = fixture.open();
    assert_eq!(flags(&*other), [true, false]);
    assert_eq!(flags(&*store), [true, false]);
    drop(lease);
    assert_eq!(flags(&*other), [false, false]);
}

pub(super) fn headers_come_without_payloads(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let events = stored(&*store, run(1), 5);
    let bare = |event: &SealedEvent| SealedEvent { payload: None, ..event.clone() };
    let expected: Vec<_> = events.iter().map(bare).collect();
    assert_eq!(store.headers(run(1), 1, 99).unwrap(), expected);
    assert_eq!(store.headers(run(1), 2, 2).unwrap(), expected[1..3]);
}

pub(super) fn an_unknown_run_reads_as_nothing(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    assert_eq!(store.run(run(1)).unwrap(), None);
    assert_eq!(store.runs().unwrap(), []);
    assert_eq!(store.events(run(1), 1, 9).unwrap(), []);
    assert_eq!(store.headers(run(1), 1, 9).unwrap(), []);
    assert!(!store.place().is_empty());
}

fn flags(store: &dyn RunStore) -> Vec<bool> {
    let flags: Vec<_> = store.runs().unwrap().iter().map(|row| row.owned).collect();
    for row in store.runs().unwrap() {
        assert_eq!(store.run(row.run).unwrap(), Some(row));
    }
    flags
}

fn row(events: &[SealedEvent], new_run: NewRun, summary: RunSummary) -> RunRow {
    let last = events.last().unwrap();
    RunRow {
        run: run(1),
        new_run,
        summary,
        created_ms: events[0].at_ms,
        updated_ms: last.at_ms,
        head_seq: last.seq,
        head_hash: last.hash,
        fence: 0,
        owned: false,
        unheard: false,
    }
}
