//! A list that shares its past: cloning is free, pushing copies at most one short chunk.
//!
//! A run of ten thousand steps keeps ten thousand views of one growing channel; each costs the
//! same, because full chunks are shared between all of them.

use std::sync::Arc;

const CHUNK: usize = 32;

#[derive(Debug, Clone)]
pub(crate) struct PersistentList<T> {
    /// Full chunks, newest first.
    past: Option<Arc<ListChunk<T>>>,
    tail: Arc<Vec<T>>,
}

/// A full chunk and the ones before it.
#[derive(Debug)]
pub(crate) struct ListChunk<T> {
    pub(crate) before: Option<Arc<ListChunk<T>>>,
    pub(crate) items: Vec<T>,
    /// Number of chunks up to and including this one.
    count: usize,
}

impl<T> Default for PersistentList<T> {
    fn default() -> Self {
        Self { past: None, tail: Arc::new(Vec::new()) }
    }
}

impl<T: Clone + Ord> PersistentList<T> {
    pub(crate) fn push(&mut self, item: T) {
        if self.tail.len() == CHUNK {
            let items = std::mem::take(&mut self.tail);
            let items = Arc::unwrap_or_clone(items);
            self.past = Some(Arc::new(ListChunk::after(self.past.take(), items)));
        }
        Arc::make_mut(&mut self.tail).push(item);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tail.is_empty() && self.past.is_none()
    }

    /// All items, oldest first.
    pub(crate) fn to_vec(&self) -> Vec<&T> {
        self.since(None)
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.tail
            .last()
            .or_else(|| self.past.as_ref().and_then(|chunk| chunk.items.last()))
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.tail, &other.tail)
    }

    /// Keeps what `keep` accepts; leaves the list untouched, and shared, if that is all.
    pub(crate) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        if self.to_vec().into_iter().all(&keep) {
            return;
        }
        let mut kept = Self::default();
        for item in self.to_vec().into_iter().filter(|item| keep(item)) {
            kept.push(item.clone());
        }
        *self = kept;
    }

    /// The sorted union of two sorted lists; shares the chunks that both have in common.
    pub(crate) fn union(&self, other: &Self) -> Self {
        if self.same(other) || other.is_empty() {
            return self.clone();
        }
        if self.is_empty() {
            return other.clone();
        }
        let shared = self.shared_past(other);
        let mut mine = self.since(shared.as_ref()).into_iter().peekable();
        let mut theirs = other.since(shared.as_ref()).into_iter().peekable();
        let mut merged = Self { past: shared, tail: Arc::new(Vec::new()) };
        while let Some(next) = next_of(&mut mine, &mut theirs) {
            merged.push(next.clone());
        }
        merged
    }

    fn chunks(&self) -> impl Iterator<Item = &Arc<ListChunk<T>>> {
        std::iter::successors(self.past.as_ref(), |chunk| chunk.before.as_ref())
    }

    /// The newest full chunk that both lists have.
    fn shared_past(&self, other: &Self) -> Option<Arc<ListChunk<T>>> {
        let mut mine = self.chunks().peekable();
        let mut theirs = other.chunks().peekable();
        while let (Some(a), Some(b)) = (mine.peek(), theirs.peek()) {
            if Arc::ptr_eq(a, b) {
                return Some(Arc::clone(a));
            }
            let (a, b) = (a.count, b.count);
            if b <= a {
                mine.next();
            }
            if a <= b {
                theirs.next();
            }
        }
        None
    }

    /// Items after the chunk `from`, oldest first.
    fn since(&self, from: Option<&Arc<ListChunk<T>>>) -> Vec<&T> {
        let stop = from.map_or(0, |chunk| chunk.count);
        let mut chunks: Vec<&Vec<T>> = self
            .chunks()
            .take_while(|chunk| stop < chunk.count)
            .map(|chunk| &chunk.items)
            .collect();
        chunks.reverse();
        chunks.push(&self.tail);
        chunks.into_iter().flatten().collect()
    }

    /// The parts, for a snapshot: full chunks (newest first) and the tail.
    pub(crate) fn parts(&self) -> (Option<&Arc<ListChunk<T>>>, &[T]) {
        (self.past.as_ref(), &self.tail)
    }

    pub(crate) fn from_parts(past: Option<Arc<ListChunk<T>>>, tail: Vec<T>) -> Self {
        Self { past, tail: Arc::new(tail) }
    }
}

impl<T> ListChunk<T> {
    pub(crate) fn after(before: Option<Arc<Self>>, items: Vec<T>) -> Self {
        let count = before.as_ref().map_or(1, |chunk| chunk.count + 1);
        Self { before, items, count }
    }
}

impl<T> Drop for ListChunk<T> {
    // A long chain would otherwise be dropped by as deep a recursion.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(chunk) = before {
            before = Arc::into_inner(chunk).and_then(|mut chunk| chunk.before.take());
        }
    }
}

fn next_of<'a, T: Ord>(
    mine: &mut std::iter::Peekable<std::vec::IntoIter<&'a T>>,
    theirs: &mut std::iter::Peekable<std::vec::IntoIter<&'a T>>,
) -> Option<&'a T> {
    match (mine.peek(), theirs.peek()) {
        (Some(a), Some(b)) if a == b => {
            theirs.next();
            mine.next()
        }
        (Some(a), Some(b)) if b < a => theirs.next(),
        (None, _) => theirs.next(),
        _ => mine.next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(items: impl IntoIterator<Item = u32>) -> PersistentList<u32> {
        let mut line = PersistentList::default();
        items.into_iter().for_each(|item| line.push(item));
        line
    }

    #[test]
    fn keeps_order_over_many_chunks() {
        let expected: Vec<u32> = (0..1000).collect();
        let line = line(0..1000);
        assert_eq!(line.to_vec().into_iter().copied().collect::<Vec<_>>(), expected);
        assert_eq!(line.last(), Some(&999));
    }

    #[test]
    fn a_clone_is_not_disturbed_by_later_pushes() {
        let mut a = line(0..40);
        let b = a.clone();
        a.push(40);
        assert_eq!(b.to_vec().len(), 40);
    }

    #[test]
    fn union_merges_what_differs_and_shares_the_rest() {
        let base = line(0..100);
        let (mut a, mut b) = (base.clone(), base.clone());
        a.push(101);
        a.push(103);
        b.push(102);
        b.push(103);
        let both = a.union(&b);
        let expected: Vec<u32> = (0..100).chain([101, 102, 103]).collect();
        assert_eq!(both.to_vec().into_iter().copied().collect::<Vec<_>>(), expected);
        assert!(both.shared_past(&base).is_some());
    }

    #[test]
    fn a_very_long_list_can_be_dropped() {
        drop(line(0..1_000_000));
    }
}
