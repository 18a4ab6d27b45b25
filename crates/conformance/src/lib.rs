//! The suites that every run store, every task queue and every answer memory must pass.
//!
//! A test of an adapter makes a fresh [`StoreFixture`] for each case of [`suite`] and calls it; a case
//! panics where the adapter breaks the contract. [`MortalStore`] is for tests of runs that die. Absent: power cuts and full disks, which each
//! adapter provokes in its own way.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a case fails by panicking")]

mod append;
mod blobs;
mod inbox;
mod lease;
mod lists;
mod memory;
mod mortal_store;
mod retention;
pub mod sample;
mod tasks;

use std::sync::Arc;

use jurat_engine::RunStore;

pub use memory::{AnswerMemoryTest, memory_suite};
pub use mortal_store::MortalStore;
pub use tasks::{TaskQueueTest, task_suite};

/// One set of data, empty at first.
pub trait StoreFixture {
    /// Opens the data, each time as another process would.
    fn open(&self) -> Arc<dyn RunStore>;
}

/// One sentence of the contract, as a check.
pub type ConformanceTest = fn(&dyn StoreFixture);

pub fn suite() -> &'static [(&'static str, ConformanceTest)] {
    ALL
}

const ALL: &[(&str, ConformanceTest)] = &[
    ("events_read_back_as_written", append::events_read_back_as_written),
    ("events_read_in_pages", append::events_read_in_pages),
    ("a_gap_is_refused", append::a_gap_is_refused),
    ("a_gap_inside_a_commit_is_refused", append::a_gap_inside_a_commit_is_refused),
    ("an_event_twice_is_refused", append::an_event_twice_is_refused),
    ("a_run_that_exists_is_not_started", append::a_run_that_exists_is_not_started),
    ("a_run_that_is_not_there_is_not_continued", append::a_run_not_there_is_not_continued),
    ("a_group_goes_in_together", append::a_group_goes_in_together),
    ("one_run_may_come_twice_in_a_group", append::one_run_may_come_twice_in_a_group),
    ("a_refused_run_leaves_nothing", append::a_refused_run_leaves_nothing),
    ("a_commit_without_events_keeps_the_head", append::a_commit_without_events_keeps_the_head),
    ("a_new_run_has_fence_one", lease::a_new_run_has_fence_one),
    ("a_claim_alone_stores_nothing", lease::a_claim_alone_stores_nothing),
    ("a_new_owner_raises_the_fence", lease::a_new_owner_raises_the_fence),
    ("a_second_claim_is_refused", lease::a_second_claim_is_refused),
    ("a_dropped_lease_frees_the_run", lease::a_dropped_lease_frees_the_run),
    ("an_unknown_run_cannot_be_claimed", lease::an_unknown_run_cannot_be_claimed),
    ("many_claims_at_once_have_one_winner", lease::many_claims_at_once_have_one_winner),
    ("a_stale_fence_is_refused_alone", lease::a_stale_fence_is_refused_alone),
    ("an_early_fence_is_refused", lease::an_early_fence_is_refused),
    ("a_blob_reads_back", blobs::a_blob_reads_back),
    ("a_blob_is_stored_once", blobs::a_blob_is_stored_once),
    ("an_unknown_blob_is_none", blobs::an_unknown_blob_is_none),
    ("a_forged_blob_is_found", blobs::a_forged_blob_is_found),
    ("the_newest_snapshot_before_is_given", blobs::the_newest_snapshot_before_is_given),
    ("messages_come_in_order", inbox::messages_come_in_order),
    ("a_taken_message_leaves_with_its_commit", inbox::a_taken_message_leaves_with_its_commit),
    ("a_refused_commit_takes_nothing", inbox::a_refused_commit_takes_nothing),
    ("nobody_takes_from_another_run", inbox::nobody_takes_from_another_run),
    ("message_ids_never_come_back", inbox::message_ids_never_come_back),
    ("an_unknown_run_gets_no_messages", inbox::an_unknown_run_gets_no_messages),
    ("forgotten_payloads_leave_the_chain", retention::forgotten_payloads_leave_the_chain),
    ("forgetting_payloads_raises_the_fence", retention::forgetting_payloads_raises_the_fence),
    ("forgetting_keeps_what_others_hold", retention::forgetting_keeps_what_others_hold),
    ("forgetting_everything_leaves_nothing", retention::forgetting_everything_leaves_nothing),
    ("a_forgotten_run_may_start_again", retention::a_forgotten_run_may_start_again),
    ("an_owned_run_is_not_forgotten", retention::an_owned_run_is_not_forgotten),
    ("an_unknown_run_is_not_forgotten", retention::an_unknown_run_is_not_forgotten),
    ("runs_are_listed_newest_first", lists::runs_are_listed_newest_first),
    ("a_row_says_all_that_was_written", lists::a_row_says_all_that_was_written),
    ("a_row_follows_each_commit", lists::a_row_follows_each_commit),
    ("a_row_says_who_is_owned", lists::a_row_says_who_is_owned),
    ("headers_come_without_payloads", lists::headers_come_without_payloads),
    ("an_unknown_run_reads_as_nothing", lists::an_unknown_run_reads_as_nothing),
];
