//! The task queue in memory: for tests, and for runs that need not outlive the process.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jurat_canon::Hash;

use super::{
    port::StoreError,
    task_queue::{
        CLAIM_LIMIT, ClaimAnswer, ClaimedTask, OfferedTask, TaskId, TaskQueue, TaskStatus,
    },
};

/// Tasks in memory. Clones share the same tasks.
#[derive(Debug, Clone, Default)]
pub struct MemoryTaskQueue {
    shared: Arc<Mutex<MemoryTasks>>,
}

#[derive(Debug, Default)]
struct MemoryTasks {
    tasks: BTreeMap<TaskId, MemoryTask>,
    /// Tasks ever offered: orders them.
    born: u64,
    /// Claims ever made: no token comes twice.
    claims: u64,
}

#[derive(Debug)]
struct MemoryTask {
    born: u64,
    offered: OfferedTask,
    /// Token, holder, end.
    claim: Option<(String, String, i64)>,
    claims: u32,
    reply: Option<String>,
}

impl MemoryTask {
    fn status(&self, now_ms: i64) -> TaskStatus {
        match (&self.reply, &self.claim) {
            (Some(reply), _) => TaskStatus::Done { reply: reply.clone() },
            (None, Some((_, by, until))) if now_ms <= *until => {
                TaskStatus::Claimed { by: by.clone() }
            }
            (None, Some(_)) if CLAIM_LIMIT <= self.claims => TaskStatus::Abandoned,
            (None, _) => TaskStatus::Offered,
        }
    }
}

impl MemoryTaskQueue {
    fn tasks(&self) -> MutexGuard<'_, MemoryTasks> {
        // No operation panics between two writes, so the state behind a poisoned lock is whole.
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryTasks {
    fn held(&mut self, token: &str) -> Option<&mut MemoryTask> {
        let holds = |task: &&mut MemoryTask| {
            task.claim.as_ref().is_some_and(|(held, _, _)| held == token)
        };
        self.tasks.values_mut().find(holds)
    }
}

impl TaskQueue for MemoryTaskQueue {
    fn offer(&self, task: &OfferedTask) -> Result<(), StoreError> {
        let mut tasks = self.tasks();
        if tasks
            .tasks
            .get(&task.id)
            .is_some_and(|old| old.offered.key == task.key)
        {
            return Ok(());
        }
        tasks.born += 1;
        let born = tasks.born;
        let offered = task.clone();
        let task = MemoryTask { born, offered, claim: None, claims: 0, reply: None };
        tasks.tasks.insert(task.offered.id.clone(), task);
        Ok(())
    }

    fn status(&self, id: &TaskId, now_ms: i64) -> Result<TaskStatus, StoreError> {
        let tasks = self.tasks();
        Ok(tasks
            .tasks
            .get(id)
            .map_or(TaskStatus::Absent, |task| task.status(now_ms)))
    }

    fn withdraw(&self, id: &TaskId) -> Result<(), StoreError> {
        self.tasks().tasks.remove(id);
        Ok(())
    }

    fn take(
        &self,
        worker: &str,
        by: &str,
        (now_ms, until_ms): (i64, i64),
    ) -> Result<Option<ClaimedTask>, StoreError> {
        let mut tasks = self.tasks();
        tasks.claims += 1;
        let token = Hash::of(&tasks.claims.to_le_bytes()).to_string();
        let free = tasks.tasks.values_mut().filter(|task| {
            task.offered.worker == worker && task.status(now_ms) == TaskStatus::Offered
        });
        let Some(task) = free.min_by_key(|task| task.born) else { return Ok(None) };
        task.claim = Some((token.clone(), by.to_owned(), until_ms));
        task.claims += 1;
        let (OfferedTask { id, request, .. }, delivery) = (task.offered.clone(), task.claims);
        Ok(Some(ClaimedTask { id, token, delivery, request }))
    }

    fn keep(&self, token: &str, until_ms: i64) -> Result<ClaimAnswer, StoreError> {
        let mut tasks = self.tasks();
        let held = tasks.held(token).filter(|task| task.reply.is_none());
        let Some((_, _, until)) = held.and_then(|task| task.claim.as_mut()) else {
            return Ok(ClaimAnswer::Lost);
        };
        *until = until_ms;
        Ok(ClaimAnswer::Accepted)
    }

    fn reply(&self, token: &str, reply: &str) -> Result<ClaimAnswer, StoreError> {
        let mut tasks = self.tasks();
        let Some(task) = tasks.held(token) else { return Ok(ClaimAnswer::Lost) };
        Ok(match &task.reply {
            Some(told) if told == reply => ClaimAnswer::Repeated,
            Some(_) => ClaimAnswer::Lost,
            None => {
                task.reply = Some(reply.to_owned());
                ClaimAnswer::Accepted
            }
        })
    }

    fn give_back(&self, token: &str) -> Result<ClaimAnswer, StoreError> {
        let mut tasks = self.tasks();
        let held = tasks.held(token).filter(|task| task.reply.is_none());
        let Some(task) = held else { return Ok(ClaimAnswer::Lost) };
        task.claim = None;
        task.claims -= 1;
        Ok(ClaimAnswer::Accepted)
    }
}
