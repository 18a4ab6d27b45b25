//! An encoder that remembers what it was last asked: the steps of a research ask the same question again and again, and
//! provisions stand under the same headings.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_llm::{EmbedError, Embedder};

/// Texts whose vectors are remembered; beyond that all are forgotten, which costs the time it takes to make them again.
const MOST: usize = 256;
/// A text of more bytes is a passage, which is seldom asked for twice.
const LONGEST: usize = 2_000;

pub(super) struct EmbeddingMemo {
    encoder: Arc<dyn Embedder>,
    known: Mutex<BTreeMap<String, Vec<f32>>>,
}

impl EmbeddingMemo {
    pub(super) fn of(encoder: Arc<dyn Embedder>) -> Self {
        Self { encoder, known: Mutex::default() }
    }

    fn known<T>(&self, act: impl FnOnce(&mut BTreeMap<String, Vec<f32>>) -> T) -> T {
        act(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn remember(&self, text: &str, vector: &[f32]) {
        if text.len() <= LONGEST {
            self.known(|known| {
                if MOST <= known.len() {
                    known.clear();
                }
                known.insert(text.to_owned(), vector.to_vec());
            });
        }
    }
}

impl Embedder for EmbeddingMemo {
    fn name(&self) -> &str {
        self.encoder.name()
    }

    fn dimensions(&self) -> usize {
        self.encoder.dimensions()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors: Vec<Option<Vec<f32>>> =
            self.known(|known| texts.iter().map(|text| known.get(*text).cloned()).collect());
        let mut new: Vec<&str> = Vec::new();
        for (text, vector) in texts.iter().zip(&vectors) {
            if vector.is_none() && !new.contains(text) {
                new.push(text);
            }
        }
        if !new.is_empty() {
            let made = self.encoder.embed(&new)?;
            for (text, vector) in new.iter().zip(&made) {
                self.remember(text, vector);
            }
            for (text, vector) in texts.iter().zip(&mut vectors) {
                let place = new.iter().position(|one| one == text);
                if let (None, Some(place)) = (&vector, place) {
                    *vector = made.get(place).cloned();
                }
            }
        }
        Ok(vectors.into_iter().flatten().collect())
    }

    fn late_interaction(
        &self,
        question: &str,
        texts: &[&str],
    ) -> Result<Option<Vec<f32>>, EmbedError> {
        self.encoder.late_interaction(question, texts)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use jurat_llm::{EmbedError, Embedder};

    use super::{EmbeddingMemo, MOST};

    /// The length of a text as its vector; counts what it is given.
    struct CountingEncoder(AtomicUsize);

    impl Embedder for CountingEncoder {
        fn name(&self) -> &'static str {
            "counting"
        }

        fn dimensions(&self) -> usize {
            1
        }

        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
            self.0.fetch_add(texts.len(), Ordering::Relaxed);
            #[expect(clippy::cast_precision_loss, reason = "texts are short")]
            let vectors = texts.iter().map(|text| vec![text.len() as f32]);
            Ok(vectors.collect())
        }
    }

    #[test]
    fn what_was_asked_before_is_not_made_again() {
        let counting = Arc::new(CountingEncoder(AtomicUsize::new(0)));
        let memo = EmbeddingMemo::of(Arc::clone(&counting) as Arc<dyn Embedder>);
        let check = |texts: &[&str], vectors: &[f32], made: usize| {
            let found: Vec<f32> = memo.embed(texts).unwrap().into_iter().flatten().collect();
            assert_eq!(found, vectors);
            assert_eq!(counting.0.load(Ordering::Relaxed), made);
        };
        check(&["a", "bb", "a"], &[1.0, 2.0, 1.0], 2);
        check(&["bb", "ccc"], &[2.0, 3.0], 3);
        check(&[], &[], 3);
        for number in 0..MOST {
            memo.embed(&[&format!("text {number}")]).unwrap();
        }
        check(&["a"], &[1.0], 4 + MOST);
    }
}
