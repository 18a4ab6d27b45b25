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
    answers: Mutex<BTreeMap<Hash, HeldAnswer>>,
}

/// An answer with the terms that it is found by.
#[derive(Debug)]
struct HeldAnswer {
    answer: RememberedAnswer,
    terms: Vec<String>,
}

impl ResidentMemory {
    fn answers(&self) -> MutexGuard<'_, BTreeMap<Hash, HeldAnswer>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnswerMemory for ResidentMemory {
    fn candidates(&self, asked: &MemoryKey) -> Result<Vec<RememberedAnswer>, MemoryError> {
        let answers = self.answers();
        let near = answers.values().filter(|held| {
            held.answer.scope == asked.scope && held.answer.language == asked.language
        });
        let near: Vec<&HeldAnswer> = near.collect();
        let weight = |term: &&String| {
            let having = near.iter().filter(|held| held.terms.contains(term)).count();
            near.len() / having.max(1)
        };
        let weights: BTreeMap<&String, usize> =
            asked.terms.iter().map(|term| (term, weight(&term))).collect();
        let shared = |held: &&HeldAnswer| -> usize {
            held.terms.iter().filter_map(|term| weights.get(term)).sum()
        };
        let mut best: Vec<(usize, &HeldAnswer)> = near
            .iter()
            .map(|held| (shared(held), *held))
            .filter(|(shared, _)| 0 < *shared)
            .collect();
        best.sort_by_key(|(shared, held)| (usize::MAX - shared, held.answer.id));
        Ok(best
            .into_iter()
            .take(MOST)
            .map(|(_, held)| held.answer.clone())
            .collect())
    }

    fn remember(&self, answer: &RememberedAnswer) -> Result<(), MemoryError> {
        let terms = MemoryQuestion::read(&answer.question, Some(answer.language)).key_terms();
        self.answers()
            .insert(answer.id, HeldAnswer { answer: answer.clone(), terms });
        Ok(())
    }

    fn list(&self) -> Result<Vec<RememberedAnswer>, MemoryError> {
        let mut all: Vec<RememberedAnswer> =
            self.answers().values().map(|held| held.answer.clone()).collect();
        all.sort_by_key(|one| (u64::MAX - one.remembered_at_ms, one.id));
        Ok(all)
    }

    fn answer(&self, id: Hash) -> Result<Option<RememberedAnswer>, MemoryError> {
        Ok(self.answers().get(&id).map(|held| held.answer.clone()))
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
