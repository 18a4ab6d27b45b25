//! Filters by metadata, and the values that there are to filter by.

use std::collections::BTreeMap;

use jurat_model::METADATA_KEYS;
use tantivy::{postings::BlockSegmentPostings, schema::IndexRecordOption};

use super::{Index, IndexError, IndexFields, IndexSegment, IndexSnapshot};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MetadataFilter {
    Is(Vec<String>),
    /// A value from here to there, both included, as text: dates written as `2019-05-08` compare
    /// as days. A shorter end includes all that begins with it, so `to: 2019` includes 2019.
    Between {
        from: Option<String>,
        to: Option<String>,
    },
}

/// Filters by key; all must hold.
pub type FiltersByKey = BTreeMap<String, MetadataFilter>;

/// Longer values are not filtered by.
pub(super) const LONGEST_VALUE: usize = 256;

/// The term that says that a passage has a value.
pub(super) fn facet(key: &str, value: &str) -> String {
    // A term ends at a line's end, and keys hold no `=`.
    format!("{key}={}", value.replace(['\n', '\r'], " "))
}

impl Index {
    /// The values of a key, each with the number of passages that have it.
    pub fn values(&self, key: &str) -> Result<BTreeMap<String, usize>, IndexError> {
        known(key)?;
        let snapshot = self.snapshot();
        let mut values = BTreeMap::new();
        let prefix = format!("{key}=");
        for segment in snapshot.segments() {
            segment.each_facet(self, &prefix, &prefix, &mut |value, postings| {
                let count = docs(postings).filter(|doc| segment.is_alive(*doc)).count();
                if 0 < count {
                    *values.entry(value.to_owned()).or_insert(0) += count;
                }
            })?;
        }
        Ok(values)
    }

    /// One flag a row: whether all filters hold. Nothing where there is no filter.
    pub(crate) fn kept(
        &self,
        snapshot: &IndexSnapshot,
        filters: &FiltersByKey,
    ) -> Result<Option<Vec<bool>>, IndexError> {
        let mut kept: Option<Vec<bool>> = None;
        for (key, filter) in filters {
            known(key)?;
            let holds = match filter {
                MetadataFilter::Is(values) => self.having(snapshot, key, values)?,
                MetadataFilter::Between { from, to } => {
                    self.between(snapshot, key, from.as_deref(), to.as_deref())?
                }
            };
            match &mut kept {
                None => kept = Some(holds),
                Some(kept) => {
                    kept.iter_mut().zip(holds).for_each(|(kept, holds)| *kept &= holds);
                }
            }
        }
        Ok(kept)
    }

    fn having(
        &self,
        snapshot: &IndexSnapshot,
        key: &str,
        values: &[String],
    ) -> Result<Vec<bool>, IndexError> {
        let mut holds = vec![false; snapshot.rows()];
        for value in values {
            let term = facet(key, value);
            let mut any = false;
            for segment in snapshot.segments() {
                let found =
                    segment.postings(self.fields().facets, &term, IndexRecordOption::Basic);
                let found = found.map_err(IndexError::io(&self.dir))?;
                for doc in found.into_iter().flat_map(docs) {
                    any |= segment.is_alive(doc);
                    holds[segment.row(doc)] = true;
                }
            }
            if !any {
                let known = self.values(key)?.into_keys().collect();
                let (key, value) = (key.to_owned(), value.clone());
                return Err(IndexError::UnknownValue { key, value, known });
            }
        }
        Ok(holds)
    }

    fn between(
        &self,
        snapshot: &IndexSnapshot,
        key: &str,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<Vec<bool>, IndexError> {
        let mut holds = vec![false; snapshot.rows()];
        let (prefix, start) = (format!("{key}="), facet(key, from.unwrap_or_default()));
        for segment in snapshot.segments() {
            segment.each_facet(self, &prefix, &start, &mut |value, postings| {
                if to.is_none_or(|to| value <= to || value.starts_with(to)) {
                    docs(postings).for_each(|doc| holds[segment.row(doc)] = true);
                }
            })?;
        }
        Ok(holds)
    }
}

impl IndexSegment {
    /// Visits the facets of a key from `start` on: the value, and who has it.
    fn each_facet(
        &self,
        index: &Index,
        prefix: &str,
        start: &str,
        visit: &mut dyn FnMut(&str, BlockSegmentPostings),
    ) -> Result<(), IndexError> {
        let failed = IndexError::io(&index.dir);
        let fields: &IndexFields = index.fields();
        let inverted = self.inverted(fields.facets);
        let mut stream = inverted.terms().range().ge(start).into_stream().map_err(failed)?;
        while stream.advance() {
            let Some(value) = std::str::from_utf8(stream.key())
                .ok()
                .and_then(|term| term.strip_prefix(prefix))
            else {
                break;
            };
            let postings = inverted
                .read_block_postings_from_terminfo(stream.value(), IndexRecordOption::Basic)
                .map_err(failed)?;
            visit(value, postings);
        }
        Ok(())
    }
}

pub(crate) fn docs(mut postings: BlockSegmentPostings) -> impl Iterator<Item = u32> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == postings.block_len() {
            postings.advance();
            at = 0;
        }
        let doc = (at < postings.block_len()).then(|| postings.doc(at));
        at += 1;
        doc
    })
}

fn known(key: &str) -> Result<(), IndexError> {
    if METADATA_KEYS.contains(&key) {
        return Ok(());
    }
    let known = METADATA_KEYS.map(str::to_owned).to_vec();
    Err(IndexError::UnknownKey { key: key.to_owned(), known })
}
