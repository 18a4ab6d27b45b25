//! The chain: whatever is changed in a finished journal is found, and found where it is.

use std::sync::{Arc, LazyLock};

use jurat_canon::Hash;
use jurat_engine::{ForgetScope, MemoryStore, RunId, RunStore, SealedEvent, chain_faults};
use proptest::{prelude::*, sample::Index, test_runner::RngSeed};
use serde_json::json;

use crate::{
    failing_store::{Forgery, Mortal},
    test_engine::Rig,
};

#[derive(Debug, Clone, Copy)]
enum Field {
    Payload,
    PayloadHash,
    Kind,
    Subject,
    At,
    Hash,
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn one_changed_bit_is_found_where_it_is(
        at in any::<Index>(),
        byte in any::<Index>(),
        bit in 0_u32..8,
        field in prop_oneof![
            3 => Just(Field::Payload),
            1 => Just(Field::PayloadHash),
            1 => Just(Field::Kind),
            1 => Just(Field::Subject),
            1 => Just(Field::At),
            1 => Just(Field::Hash),
        ],
    ) {
        let seq = 1 + at.index(FINISHED.2) as u64;
        let forgery = move |event: &mut SealedEvent| {
            if event.seq == seq {
                change(event, field, byte, bit);
            }
        };
        prop_assert!(faults(Arc::new(forgery)).contains(&seq), "{field:?} of {seq}");
    }
}

#[test]
fn an_untouched_journal_has_no_fault() {
    assert_eq!(faults(Arc::new(|_| ())), [0_u64; 0]);
}

#[test]
fn two_events_that_change_places_are_found() {
    let swap = |event: &mut SealedEvent| match event.seq {
        2 => event.seq = 3,
        3 => event.seq = 2,
        _ => {}
    };
    assert!(faults(Arc::new(swap)).contains(&3));
}

#[test]
fn erased_payloads_are_counted_and_are_no_fault() {
    let rig = Rig::new();
    let end = rig.run(json!({"stages": [{"id": "a", "run": "do"}]}));
    rig.store.forget(end.run, ForgetScope::Payloads).unwrap();
    assert_eq!(chain_faults(&rig.store, end.run).unwrap(), (vec![], end.events.len() as u64));
}

#[test]
fn a_changed_header_of_an_erased_event_is_found() {
    let erase = |event: &mut SealedEvent| {
        event.payload = None;
        if event.seq == 2 {
            event.at_ms += 1;
        }
    };
    assert_eq!(faults(Arc::new(erase)), [2]);
}

/// A finished run: its store, its name, how many events it has.
static FINISHED: LazyLock<(MemoryStore, RunId, usize)> = LazyLock::new(|| {
    let rig = Rig::new();
    let end = rig.run(json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3]}},
        "stages": [
            {"id": "each", "run": "do", "for_each": "params.list", "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "last", "run": "do", "depends_on": ["each"]},
        ],
    }));
    (rig.store, end.run, end.events.len())
});

/// Where a changed journal is found to be wrong.
fn faults(forgery: Forgery) -> Vec<u64> {
    let (store, run, _) = &*FINISHED;
    let forged = Mortal::of(store, Some(forgery));
    let (faults, _) = chain_faults(&forged, *run).unwrap();
    faults.iter().map(|fault| fault.seq).collect()
}

fn change(event: &mut SealedEvent, field: Field, byte: Index, bit: u32) {
    match field {
        Field::Payload => {
            let mut payload = event.payload.as_ref().unwrap().to_vec();
            let place = byte.index(payload.len());
            payload[place] ^= 1 << bit;
            event.payload = Some(payload.into());
        }
        Field::PayloadHash => event.payload_hash = flipped(event.payload_hash, byte, bit),
        Field::Hash => event.hash = flipped(event.hash, byte, bit),
        Field::At => event.at_ms ^= 1 << bit,
        Field::Kind => event.kind = reworded(&event.kind, byte),
        Field::Subject => event.subject = reworded(&event.subject, byte),
    }
}

fn flipped(hash: Hash, byte: Index, bit: u32) -> Hash {
    let mut bytes = *hash.as_bytes();
    bytes[byte.index(32)] ^= 1 << bit;
    Hash::from_bytes(bytes)
}

fn reworded(text: &str, place: Index) -> Arc<str> {
    let place = place.index(text.len() + 1);
    format!("{}~{}", &text[..place], text.get(place + 1..).unwrap_or_default()).into()
}
