//! Cases on the task queue.

use jurat_canon::Hash;
use jurat_engine::{
    CLAIM_LIMIT, ClaimAnswer, ClaimedTask, OfferedTask, TaskId, TaskQueue, TaskStatus,
};

use crate::sample::run;

/// One sentence of the contract, as a check.
pub type TaskQueueTest = fn(&dyn TaskQueue);

pub fn task_suite() -> &'static [(&'static str, TaskQueueTest)] {
    ALL
}

const ALL: &[(&str, TaskQueueTest)] = &[
    ("a_task_goes_from_offer_to_reply", a_task_goes_from_offer_to_reply),
    ("the_oldest_comes_first_and_once", the_oldest_comes_first_and_once),
    ("an_offer_made_again_finds_what_there_is", an_offer_made_again_finds_what_there_is),
    ("another_act_is_another_task", another_act_is_another_task),
    ("a_claim_whose_time_is_up_goes_to_another", a_claim_whose_time_is_up_goes_to_another),
    ("a_kept_claim_stays", a_kept_claim_stays),
    ("a_second_reply_changes_nothing", a_second_reply_changes_nothing),
    ("what_is_withdrawn_is_lost_to_its_holder", what_is_withdrawn_is_lost_to_its_holder),
    ("what_is_given_back_is_no_loss", what_is_given_back_is_no_loss),
    ("what_too_many_lost_nobody_gets", what_too_many_lost_nobody_gets),
    ("many_at_once_never_share_a_task", many_at_once_never_share_a_task),
];

fn id(index: u32) -> TaskId {
    TaskId {
        run: run(1),
        instance: format!("taste@0#{index}"),
        attempt: 1,
    }
}

fn task(index: u32) -> OfferedTask {
    OfferedTask {
        id: id(index),
        worker: "taster".into(),
        key: Hash::of(&index.to_le_bytes()),
        request: format!("{{\"item\":{index}}}"),
    }
}

/// Takes the next task for ten milliseconds.
fn taken(queue: &dyn TaskQueue, now_ms: i64) -> Option<ClaimedTask> {
    queue.take("taster", "somebody", (now_ms, now_ms + 10)).unwrap()
}

fn a_task_goes_from_offer_to_reply(queue: &dyn TaskQueue) {
    assert_eq!(queue.status(&id(0), 0).unwrap(), TaskStatus::Absent);
    queue.offer(&task(0)).unwrap();
    assert_eq!(queue.status(&id(0), 0).unwrap(), TaskStatus::Offered);
    assert_eq!(queue.take("another", "somebody", (0, 10)).unwrap(), None);
    let held = taken(queue, 0).unwrap();
    assert_eq!((held.id, held.request), (id(0), task(0).request));
    let claimed = TaskStatus::Claimed { by: "somebody".into() };
    assert_eq!(queue.status(&id(0), 5).unwrap(), claimed);
    assert_eq!(queue.reply(&held.token, "{}").unwrap(), ClaimAnswer::Accepted);
    let done = TaskStatus::Done { reply: "{}".into() };
    assert_eq!(queue.status(&id(0), 99).unwrap(), done);
    assert_eq!(taken(queue, 99), None);
}

fn the_oldest_comes_first_and_once(queue: &dyn TaskQueue) {
    for index in [2, 0, 1] {
        queue.offer(&task(index)).unwrap();
    }
    let order = [taken(queue, 0), taken(queue, 0), taken(queue, 0)];
    assert_eq!(order.map(|held| held.map(|held| held.id)), [2, 0, 1].map(|at| Some(id(at))));
    assert_eq!(taken(queue, 0), None);
}

fn an_offer_made_again_finds_what_there_is(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    let held = taken(queue, 0).unwrap();
    queue.offer(&task(0)).unwrap();
    assert_eq!(taken(queue, 0), None);
    queue.reply(&held.token, "{}").unwrap();
    queue.offer(&task(0)).unwrap();
    let done = TaskStatus::Done { reply: "{}".into() };
    assert_eq!(queue.status(&id(0), 0).unwrap(), done);
}

fn another_act_is_another_task(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    let held = taken(queue, 0).unwrap();
    queue.reply(&held.token, "{}").unwrap();
    queue
        .offer(&OfferedTask { key: Hash::of(b"other"), ..task(0) })
        .unwrap();
    assert_eq!(queue.status(&id(0), 0).unwrap(), TaskStatus::Offered);
    assert_eq!(queue.reply(&held.token, "{}").unwrap(), ClaimAnswer::Lost);
}

fn a_claim_whose_time_is_up_goes_to_another(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    let first = taken(queue, 0).unwrap();
    assert_eq!(taken(queue, 10), None);
    let second = taken(queue, 11).unwrap();
    assert_ne!(first.token, second.token);
    assert_eq!((first.delivery, second.delivery), (1, 2));
    assert_eq!(queue.keep(&first.token, 50).unwrap(), ClaimAnswer::Lost);
    assert_eq!(queue.reply(&first.token, "{}").unwrap(), ClaimAnswer::Lost);
    assert_eq!(queue.reply(&second.token, "{}").unwrap(), ClaimAnswer::Accepted);
}

fn a_kept_claim_stays(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    let held = taken(queue, 0).unwrap();
    assert_eq!(queue.keep(&held.token, 100).unwrap(), ClaimAnswer::Accepted);
    assert_eq!(taken(queue, 50), None);
    // Late, and nobody else has it.
    assert_eq!(queue.reply(&held.token, "{}").unwrap(), ClaimAnswer::Accepted);
}

fn a_second_reply_changes_nothing(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    let held = taken(queue, 0).unwrap();
    queue.reply(&held.token, "1").unwrap();
    assert_eq!(queue.reply(&held.token, "1").unwrap(), ClaimAnswer::Repeated);
    assert_eq!(queue.reply(&held.token, "2").unwrap(), ClaimAnswer::Lost);
    assert_eq!(queue.keep(&held.token, 99).unwrap(), ClaimAnswer::Lost);
    let done = TaskStatus::Done { reply: "1".into() };
    assert_eq!(queue.status(&id(0), 0).unwrap(), done);
}

fn what_is_withdrawn_is_lost_to_its_holder(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    let held = taken(queue, 0).unwrap();
    queue.withdraw(&id(0)).unwrap();
    assert_eq!(queue.keep(&held.token, 99).unwrap(), ClaimAnswer::Lost);
    assert_eq!(queue.reply(&held.token, "{}").unwrap(), ClaimAnswer::Lost);
    assert_eq!(queue.give_back(&held.token).unwrap(), ClaimAnswer::Lost);
    assert_eq!(queue.status(&id(0), 0).unwrap(), TaskStatus::Absent);
}

fn what_is_given_back_is_no_loss(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    for _ in 0..=CLAIM_LIMIT {
        let held = taken(queue, 0).unwrap();
        assert_eq!(held.delivery, 1);
        assert_eq!(queue.give_back(&held.token).unwrap(), ClaimAnswer::Accepted);
    }
    assert_eq!(queue.status(&id(0), 0).unwrap(), TaskStatus::Offered);
}

fn what_too_many_lost_nobody_gets(queue: &dyn TaskQueue) {
    queue.offer(&task(0)).unwrap();
    for at in 0..i64::from(CLAIM_LIMIT) {
        assert!(taken(queue, at * 11).is_some());
    }
    assert_eq!(taken(queue, 1_000), None);
    assert_eq!(queue.status(&id(0), 1_000).unwrap(), TaskStatus::Abandoned);
}

fn many_at_once_never_share_a_task(queue: &dyn TaskQueue) {
    const TASKS: u32 = 40;
    for index in 0..TASKS {
        queue.offer(&task(index)).unwrap();
    }
    let taken: Vec<TaskId> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8).map(|_| scope.spawn(|| all_of(queue))).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    let mut once = taken.clone();
    once.sort();
    once.dedup();
    assert_eq!((taken.len(), once.len()), (40, 40));
}

fn all_of(queue: &dyn TaskQueue) -> Vec<TaskId> {
    std::iter::from_fn(|| taken(queue, 0).map(|held| held.id)).collect()
}
