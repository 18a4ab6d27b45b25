//! Cases on ownership: one owner, and fences that only rise.

use std::{sync::Barrier, thread};

use crate::{
    StoreFixture,
    sample::{adding, chain, commit, journal, owned, run, starting, stored},
};
use jurat_engine::{AppendError, StoreError};

pub(super) fn a_new_run_has_fence_one(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let lease = store.claim(run(1), true).unwrap();
    assert_eq!(lease.fence(), 1);
    commit(&*store, starting(run(1), 1)).unwrap();
    assert_eq!(store.run(run(1)).unwrap().unwrap().fence, 1);
}

pub(super) fn a_claim_alone_stores_nothing(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let _lease = store.claim(run(1), true).unwrap();
    assert_eq!(store.run(run(1)).unwrap(), None);
    assert_eq!(fixture.open().runs().unwrap(), []);
}

pub(super) fn a_new_owner_raises_the_fence(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    stored(&*store, run(1), 1);
    assert_eq!(store.claim(run(1), false).unwrap().fence(), 2);
    assert_eq!(fixture.open().claim(run(1), false).unwrap().fence(), 3);
    assert_eq!(store.run(run(1)).unwrap().unwrap().fence, 3);
}

pub(super) fn a_second_claim_is_refused(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let other = fixture.open();
    let _new = store.claim(run(1), true).unwrap();
    assert!(matches!(other.claim(run(1), true), Err(StoreError::Owned(of)) if of == run(1)));
    let (_, _lease) = owned(&*store, run(2), 1);
    assert!(matches!(store.claim(run(2), false), Err(StoreError::Owned(_))));
    assert!(matches!(other.claim(run(2), false), Err(StoreError::Owned(_))));
    assert_eq!(store.run(run(2)).unwrap().unwrap().fence, 2);
}

pub(super) fn a_dropped_lease_frees_the_run(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (_, lease) = owned(&*store, run(1), 1);
    drop(lease);
    assert!(fixture.open().claim(run(1), false).is_ok());
}

pub(super) fn an_unknown_run_cannot_be_claimed(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    assert!(matches!(store.claim(run(1), false), Err(StoreError::UnknownRun(_))));
    assert!(store.claim(run(1), true).is_ok(), "the failed claim must leave no owner");
}

pub(super) fn many_claims_at_once_have_one_winner(fixture: &dyn StoreFixture) {
    const CLAIMS: usize = 4;
    let store = fixture.open();
    stored(&*store, run(1), 1);
    let stores: Vec<_> = (0..CLAIMS).map(|_| fixture.open()).collect();
    for _ in 0..5 {
        let start = Barrier::new(CLAIMS);
        let leases: Vec<_> = thread::scope(|scope| {
            let claim = |store| {
                let start = &start;
                scope.spawn(move || {
                    start.wait();
                    jurat_engine::RunStore::claim(store, run(1), false).ok()
                })
            };
            let threads: Vec<_> = stores.iter().map(|store| claim(&**store)).collect();
            threads
                .into_iter()
                .filter_map(|thread| thread.join().unwrap())
                .collect()
        });
        assert_eq!(leases.len(), 1);
    }
    assert_eq!(store.run(run(1)).unwrap().unwrap().fence, 6);
}

pub(super) fn a_stale_fence_is_refused_alone(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (one, first) = owned(&*store, run(1), 1);
    let (two, _second) = owned(&*store, run(2), 1);
    let stale = first.fence();
    drop(first);
    let _thief = fixture.open().claim(run(1), false).unwrap();
    let batch = [
        adding(run(1), stale, chain(&one, 1)),
        adding(run(2), 2, chain(&two, 1)),
        starting(run(3), 1),
    ];
    let refused = AppendError::Fenced { run: run(1), ours: 2, current: 3 };
    assert_eq!(store.commit(&batch).unwrap(), [Err(refused), Ok(()), Ok(())]);
    assert_eq!(journal(&*store, run(1)), one);
    assert_eq!(journal(&*store, run(2)).len(), 2);
    commit(&*store, adding(run(1), 3, chain(&one, 1))).unwrap();
}

pub(super) fn an_early_fence_is_refused(fixture: &dyn StoreFixture) {
    let store = fixture.open();
    let (events, _lease) = owned(&*store, run(1), 1);
    let refused = AppendError::Fenced { run: run(1), ours: 9, current: 2 };
    assert_eq!(commit(&*store, adding(run(1), 9, chain(&events, 1))), Err(refused));
}
