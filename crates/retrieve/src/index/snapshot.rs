//! What one commit holds, laid out for scoring: rows, their lengths and their neighbours.

use std::{path::Path, sync::Arc};

use jurat_canon::Hash;
use jurat_model::{Passage, SourceKind};
use jurat_text::Language;
use tantivy::{
    DocAddress, InvertedIndexReader, ReloadPolicy, Searcher, SegmentReader, TantivyDocument,
    Term,
    postings::{BlockSegmentPostings, SegmentPostings},
    schema::{Field, IndexRecordOption, Value},
};

use super::{
    IndexError, IndexFields,
    metadata_filter::{docs, facet},
    schema::KEYS,
};

/// A row that is not there.
pub(crate) const NONE: u32 = u32::MAX;

pub(crate) struct IndexSnapshot {
    dir: std::path::PathBuf,
    searcher: Searcher,
    segments: Vec<IndexSegment>,
    alive: usize,
    /// Length codes of each row's text and headings.
    pub text_norms: Vec<u8>,
    pub heads_norms: Vec<u8>,
    pub text_mean: f32,
    pub heads_mean: f32,
    documents: Vec<u64>,
    orders: Vec<u64>,
    /// The row before and after, within the same document.
    pub before: Vec<u32>,
    pub after: Vec<u32>,
    /// Index into `SourceKind::ALL`.
    kinds: Vec<u8>,
    /// Index into `languages`; empty where there is one language alone.
    language_of: Vec<u8>,
    languages: Vec<Language>,
}

/// One segment of tantivy's: rows `base..base + len`.
pub(crate) struct IndexSegment {
    base: u32,
    reader: SegmentReader,
    inverted: Vec<(Field, Arc<InvertedIndexReader>)>,
}

impl IndexSegment {
    pub(crate) fn row(&self, doc: u32) -> usize {
        (self.base + doc) as usize
    }

    pub(crate) fn rows(&self) -> usize {
        self.reader.max_doc() as usize
    }

    pub(crate) fn is_alive(&self, doc: u32) -> bool {
        !self.reader.is_deleted(doc)
    }

    pub(crate) fn dead(&self) -> impl Iterator<Item = u32> {
        (0..self.reader.max_doc()).filter(|doc| !self.is_alive(*doc))
    }

    pub(crate) fn inverted(&self, field: Field) -> &InvertedIndexReader {
        let known = self.inverted.iter().find(|(known, _)| *known == field);
        &known.unwrap_or(&self.inverted[0]).1
    }

    pub(crate) fn postings(
        &self,
        field: Field,
        term: &str,
        option: IndexRecordOption,
    ) -> std::io::Result<Option<BlockSegmentPostings>> {
        self.inverted(field)
            .read_block_postings(&Term::from_field_text(field, term), option)
    }

    /// Who has a term, and where.
    pub(crate) fn places(
        &self,
        field: Field,
        term: &str,
    ) -> std::io::Result<Option<SegmentPostings>> {
        let term = Term::from_field_text(field, term);
        self.inverted(field)
            .read_postings(&term, IndexRecordOption::WithFreqsAndPositions)
    }
}

impl IndexSnapshot {
    pub(super) fn load(
        dir: &Path,
        index: &tantivy::Index,
        fields: &IndexFields,
    ) -> Result<Self, IndexError> {
        let failed = IndexError::of(dir);
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(32)
            .try_into()
            .map_err(failed)?;
        let searcher = reader.searcher();
        let mut snapshot = Self::empty(dir, searcher);
        snapshot.read_segments(fields).map_err(failed)?;
        snapshot.read_kinds(fields).map_err(failed)?;
        snapshot.languages = snapshot.read_languages(fields).map_err(failed)?;
        snapshot.read_language_of(fields).map_err(failed)?;
        snapshot.link();
        Ok(snapshot)
    }

    fn empty(dir: &Path, searcher: Searcher) -> Self {
        Self {
            dir: dir.to_path_buf(),
            searcher,
            segments: Vec::new(),
            alive: 0,
            text_norms: Vec::new(),
            heads_norms: Vec::new(),
            text_mean: 1.0,
            heads_mean: 1.0,
            documents: Vec::new(),
            orders: Vec::new(),
            before: Vec::new(),
            after: Vec::new(),
            kinds: Vec::new(),
            language_of: Vec::new(),
            languages: Vec::new(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "means of counts")]
    fn read_segments(&mut self, fields: &IndexFields) -> tantivy::Result<()> {
        let mut tokens = (0_u64, 0_u64);
        self.make_room();
        for reader in self.searcher.segment_readers().to_vec() {
            let base = u32::try_from(self.documents.len()).unwrap_or(NONE);
            let docs = reader.max_doc();
            let columns = reader.fast_fields();
            let (document, order) = (columns.u64("document")?, columns.u64("order")?);
            let text = reader.get_fieldnorms_reader(fields.text)?;
            let heads = reader.get_fieldnorms_reader(fields.heads)?;
            for doc in 0..docs {
                self.documents.push(document.first(doc).unwrap_or_default());
                self.orders.push(order.first(doc).unwrap_or_default());
                self.text_norms.push(text.fieldnorm_id(doc));
                self.heads_norms.push(heads.fieldnorm_id(doc));
            }
            let searched = [
                fields.text,
                fields.heads,
                fields.lead,
                fields.cites,
                fields.facets,
                fields.id,
            ];
            let inverted = searched
                .into_iter()
                .map(|field| Ok((field, reader.inverted_index(field)?)))
                .collect::<tantivy::Result<Vec<_>>>()?;
            tokens.0 += inverted[0].1.total_num_tokens();
            tokens.1 += inverted[1].1.total_num_tokens();
            self.alive += reader.num_docs() as usize;
            self.segments.push(IndexSegment { base, reader, inverted });
        }
        let rows = self.documents.len().max(1) as f32;
        self.text_mean = (tokens.0 as f32 / rows).max(1.0);
        self.heads_mean = (tokens.1 as f32 / rows).max(1.0);
        Ok(())
    }

    /// Room for all rows at once: what grows on the way is there twice meanwhile.
    fn make_room(&mut self) {
        let readers = self.searcher.segment_readers();
        let rows = readers.iter().map(|reader| reader.max_doc() as usize).sum();
        self.documents.reserve_exact(rows);
        self.orders.reserve_exact(rows);
        self.text_norms.reserve_exact(rows);
        self.heads_norms.reserve_exact(rows);
    }

    fn read_kinds(&mut self, fields: &IndexFields) -> tantivy::Result<()> {
        self.kinds = vec![0; self.documents.len()];
        for (at, kind) in (0_u8..).zip(SourceKind::ALL) {
            let term = facet("kind", kind.word());
            for segment in &self.segments {
                let found = segment.postings(fields.facets, &term, IndexRecordOption::Basic)?;
                for doc in found.into_iter().flat_map(docs) {
                    self.kinds[segment.row(doc)] = at;
                }
            }
        }
        Ok(())
    }

    /// The languages of the passages; one at least.
    fn read_languages(&self, fields: &IndexFields) -> tantivy::Result<Vec<Language>> {
        let mut languages = Vec::new();
        for language in Language::ALL {
            let term = facet("language", language.code());
            for segment in &self.segments {
                let found = segment.postings(fields.facets, &term, IndexRecordOption::Basic)?;
                if found.is_some() && !languages.contains(&language) {
                    languages.push(language);
                }
            }
        }
        if languages.is_empty() {
            languages.push(Language::default());
        }
        Ok(languages)
    }

    /// The language of each row, where there are several.
    fn read_language_of(&mut self, fields: &IndexFields) -> tantivy::Result<()> {
        if self.languages.len() < 2 {
            return Ok(());
        }
        let mut of = vec![0; self.rows()];
        for (language, at) in self.languages.iter().zip(0_u8..) {
            let term = facet("language", language.code());
            for segment in &self.segments {
                let found = segment.postings(fields.facets, &term, IndexRecordOption::Basic)?;
                for doc in found.into_iter().flat_map(docs) {
                    of[segment.row(doc)] = at;
                }
            }
        }
        self.language_of = of;
        Ok(())
    }

    /// Finds each row's neighbours: rows of one document in the order of their places.
    fn link(&mut self) {
        let rows = self.documents.len();
        self.before = vec![NONE; rows];
        self.after = vec![NONE; rows];
        let mut alive: Vec<u32> = Vec::with_capacity(self.alive);
        for segment in &self.segments {
            let docs = (0..segment.reader.max_doc()).filter(|doc| segment.is_alive(*doc));
            alive.extend(docs.map(|doc| segment.base + doc));
        }
        let place = |row: u32| (self.documents[row as usize], self.orders[row as usize]);
        alive.sort_unstable_by_key(|row| (place(*row), *row));
        for pair in alive.windows(2) {
            if place(pair[0]).0 == place(pair[1]).0 {
                self.after[pair[0] as usize] = pair[1];
                self.before[pair[1] as usize] = pair[0];
            }
        }
    }

    pub(crate) fn segments(&self) -> &[IndexSegment] {
        &self.segments
    }

    /// Rows, removed ones included.
    pub(crate) fn rows(&self) -> usize {
        self.documents.len()
    }

    /// Rows without removed ones.
    pub(crate) const fn alive(&self) -> usize {
        self.alive
    }

    pub(crate) fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The language that a row was analysed in.
    pub(crate) fn language(&self, row: u32) -> Language {
        let at = self.language_of.get(row as usize).copied().unwrap_or(0);
        self.languages.get(usize::from(at)).copied().unwrap_or_default()
    }

    pub(crate) fn kind(&self, row: u32) -> SourceKind {
        SourceKind::ALL[self.kinds[row as usize] as usize]
    }

    /// Where a row stands, the same whatever the order in which passages were added.
    pub(crate) fn place(&self, row: u32) -> (u64, u64) {
        (self.documents[row as usize], self.orders[row as usize])
    }

    pub(crate) fn passage(
        &self,
        fields: &IndexFields,
        row: u32,
    ) -> Result<Passage, IndexError> {
        let damaged = |why: String| IndexError::Damaged { dir: self.dir.clone(), why };
        let at = self.segments.partition_point(|segment| segment.base <= row);
        let ordinal = at.checked_sub(1).ok_or_else(|| damaged(format!("no row {row}")))?;
        let address = DocAddress {
            segment_ord: u32::try_from(ordinal).unwrap_or(NONE),
            doc_id: row - self.segments[ordinal].base,
        };
        let entry: TantivyDocument = self
            .searcher
            .doc(address)
            .map_err(|error| damaged(error.to_string()))?;
        let bytes = entry.get_first(fields.stored).and_then(|value| value.as_bytes());
        let bytes = bytes.ok_or_else(|| damaged(format!("row {row} has no passage")))?;
        serde_json::from_slice(bytes)
            .map_err(|error| damaged(format!("passage of row {row}: {error}")))
    }

    pub(crate) fn row_of(
        &self,
        fields: &IndexFields,
        id: &str,
    ) -> Result<Option<u32>, IndexError> {
        for segment in &self.segments {
            let found = segment
                .postings(fields.id, id, IndexRecordOption::Basic)
                .map_err(IndexError::io(&self.dir))?;
            let alive = found.into_iter().flat_map(docs).find(|doc| segment.is_alive(*doc));
            if let Some(doc) = alive {
                return Ok(Some(segment.base + doc));
            }
        }
        Ok(None)
    }

    /// Each row's key in a vector store.
    pub(crate) fn keys(&self) -> Result<Vec<Hash>, IndexError> {
        let mut keys = Vec::with_capacity(self.rows());
        for segment in &self.segments {
            let columns = segment.reader.fast_fields();
            let columns = KEYS.map(|name| columns.u64(name));
            let mut parts = Vec::with_capacity(KEYS.len());
            for column in columns {
                parts.push(column.map_err(IndexError::of(&self.dir))?);
            }
            for doc in 0..segment.reader.max_doc() {
                let mut bytes = [0; 32];
                for (at, part) in parts.iter().enumerate() {
                    let word = part.first(doc).unwrap_or_default().to_be_bytes();
                    bytes[at * 8..at * 8 + 8].copy_from_slice(&word);
                }
                keys.push(Hash::from_bytes(bytes));
            }
        }
        Ok(keys)
    }

    /// The number of rows that hold a term, removed ones included.
    pub(crate) fn count(&self, field: Field, term: &str) -> Result<u32, IndexError> {
        let term = Term::from_field_text(field, term);
        let mut count = 0;
        for segment in &self.segments {
            let found = segment.inverted(field).doc_freq(&term);
            count += found.map_err(IndexError::io(&self.dir))?;
        }
        Ok(count)
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }
}
