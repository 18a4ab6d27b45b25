//! A memory that lasts as long as its process: for tests, and for runs that must leave nothing.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jurat_canon::Hash;

use super::{AnswerMemory, MemoryError, MemoryKey, MemoryQuestion, RememberedAnswer};

/// Candidates that are handed out at most.
const MOST: usize = 16;

#[derive(Debug, Default)]
pub struct ResidentMemory {
    answers: Mutex<BTreeMap<Hash, RememberedAnswer>>,
}

impl ResidentMemory {
    fn answers(&self) -> MutexGuard<'_, BTreeMap<Hash, RememberedAnswer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnswerMemory for ResidentMemory {
    fn candidates(&self, asked: &MemoryKey) -> Result<Vec<RememberedAnswer>, MemoryError> {
        let answers = self.answers();
        let near = answers
            .values()
            .filter(|one| one.scope == asked.scope && one.language == asked.language);
        let mut shared: Vec<(usize, &RememberedAnswer)> = near
            .map(|one| {
                let terms = MemoryQuestion::read(&one.question, Some(one.language)).key_terms();
                (asked.terms.iter().filter(|term| terms.contains(term)).count(), one)
            })
            .filter(|(shared, _)| 0 < *shared)
            .collect();
        shared.sort_by_key(|(shared, one)| (usize::MAX - shared, one.id));
        Ok(shared.into_iter().take(MOST).map(|(_, one)| one.clone()).collect())
    }

    fn remember(&self, answer: &RememberedAnswer) -> Result<(), MemoryError> {
        self.answers().insert(answer.id, answer.clone());
        Ok(())
    }

    fn list(&self) -> Result<Vec<RememberedAnswer>, MemoryError> {
        let mut all: Vec<RememberedAnswer> = self.answers().values().cloned().collect();
        all.sort_by_key(|one| (u64::MAX - one.remembered_at_ms, one.id));
        Ok(all)
    }

    fn answer(&self, id: Hash) -> Result<Option<RememberedAnswer>, MemoryError> {
        Ok(self.answers().get(&id).cloned())
    }

    fn forget(&self, id: Hash) -> Result<bool, MemoryError> {
        Ok(self.answers().remove(&id).is_some())
    }

    fn forget_all(&self) -> Result<u64, MemoryError> {
        let mut answers = self.answers();
        let count = answers.len() as u64;
        answers.clear();
        Ok(count)
    }
}
