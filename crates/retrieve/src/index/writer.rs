//! Adds and removes passages; nothing is seen before its commit, and a commit is all or nothing.

use jurat_canon::Hash;
use jurat_model::{METADATA_KEYS, Passage};
use jurat_text::Language;
use tantivy::{
    IndexWriter, TantivyDocument, TantivyError, Term, indexer::IndexWriterOptions,
    merge_policy::NoMergePolicy,
};

use super::{
    Index, IndexError, IndexFields, TermAnalyser,
    ancestors::AncestorStack,
    metadata_filter::{LONGEST_VALUE, facet},
    part_merging::{BoundedMerges, LARGEST, last_merges},
    passage_language,
    schema::{AGAIN, PARTED},
};

/// The memory in which passages gather before they are written out.
const MEMORY: usize = 16 << 20;
/// How many terms count as a passage's beginning.
const LEAD: usize = 20;

/// Writes to an index. One at a time; dropped without a commit, it leaves no trace.
pub struct PassageWriter<'a> {
    index: &'a Index,
    fields: IndexFields,
    inner: IndexWriter,
    /// Passages of the largest part that a merge makes.
    largest: u32,
    analyser: TermAnalyser,
    outline: AncestorStack,
    text: String,
    heads: String,
}

impl Index {
    pub fn writer(&self) -> Result<PassageWriter<'_>, IndexError> {
        let inner = self.raw_writer()?;
        inner.set_merge_policy(Box::new(BoundedMerges { largest: LARGEST }));
        Ok(PassageWriter {
            index: self,
            fields: self.fields,
            inner,
            largest: LARGEST,
            analyser: TermAnalyser::new(),
            outline: AncestorStack::default(),
            text: String::new(),
            heads: String::new(),
        })
    }

    /// One that gathers in one thread and merges in another.
    fn raw_writer(&self) -> Result<IndexWriter, IndexError> {
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(MEMORY)
            .num_worker_threads(1)
            .num_merge_threads(1)
            .build();
        let writer = self.inner.writer_with_options(options);
        writer.map_err(IndexError::of(&self.dir))
    }

    /// Merges small parts and takes what was removed off the disk. Nothing is loaded again.
    pub(crate) fn tidy(&self) -> Result<(), IndexError> {
        self.merge_parts(LARGEST)
    }

    /// One group of parts after the other, so that only one is held at a time.
    fn merge_parts(&self, largest: u32) -> Result<(), IndexError> {
        let failed = IndexError::of(&self.dir);
        let mut writer = self.raw_writer()?;
        // Else a merge of its own could be at a part of ours.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        let parts = self.inner.searchable_segment_metas().map_err(failed)?;
        let due = last_merges(&parts, largest);
        drop(parts);
        for group in &due {
            writer.merge(group).wait().map_err(failed)?;
        }
        writer.garbage_collect_files().wait().map_err(failed)?;
        writer.wait_merging_threads().map_err(failed)
    }
}

/// The words of a passage that a model embeds: its headings, then its text.
pub fn words_to_embed(passage: &Passage) -> String {
    if passage.headings.is_empty() {
        return passage.text.clone();
    }
    format!("{}\n{}", passage.headings.join("\n"), passage.text)
}

impl PassageWriter<'_> {
    /// Adds a passage, in place of an earlier one of the same id. `extra` words are searched
    /// like headings. Passages of one document come one after the other, in order.
    pub fn add(&mut self, passage: &Passage, extra: &[&str]) -> Result<(), IndexError> {
        let (document, order) = (document_of(&passage.source), passage.span.start as u64);
        self.outline.enter(document, passage.label.as_deref(), &passage.text);
        let language = self.language(passage);
        heads(&mut self.analyser, passage, extra, language, &mut self.text);
        self.heads.clone_from(&self.text);
        if passage.headings.is_empty() {
            above(&mut self.analyser, &self.outline, language, &mut self.heads);
        }
        gather(&mut self.analyser, &passage.text, language, &mut self.text);

        let fields = &self.fields;
        let mut entry = TantivyDocument::default();
        entry.add_text(fields.text, &self.text);
        entry.add_text(fields.heads, &self.heads);
        entry.add_text(fields.lead, lead(&self.text));
        entry.add_text(fields.cites, super::citation_terms::of_passage(passage).join("\n"));
        entry.add_text(fields.facets, facets(passage, language));
        entry.add_text(fields.id, &passage.id);
        entry.add_bytes(fields.source, source_key(&passage.source));
        entry.add_u64(fields.document, document);
        entry.add_u64(fields.order, order);
        let key = Hash::of(words_to_embed(passage).as_bytes());
        for (field, part) in fields.key.iter().zip(key.as_bytes().chunks_exact(8)) {
            entry.add_u64(*field, u64_of(part));
        }
        entry.add_bytes(fields.stored, &stored(passage, self.index)?);
        self.inner.delete_term(Term::from_field_text(fields.id, &passage.id));
        match self.inner.add_document(entry) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.cause(error)),
        }
    }

    /// Bounds the parts that merges make otherwise than by default.
    #[must_use]
    pub fn parts_up_to(self, passages: u32) -> Self {
        self.inner
            .set_merge_policy(Box::new(BoundedMerges { largest: passages }));
        Self { largest: passages, ..self }
    }

    /// Why a passage could not be added: that a thread broke off is known first, and why it did when it is asked.
    fn cause(&mut self, error: TantivyError) -> IndexError {
        let failed = IndexError::of(&self.index.dir);
        match error {
            TantivyError::ErrorInThread(_) => {
                self.inner.prepare_commit().map_or_else(failed, |_| failed(error))
            }
            other => failed(other),
        }
    }

    pub fn remove_source(&mut self, source: &Hash) {
        self.inner
            .delete_term(Term::from_field_bytes(self.fields.source, source_key(source)));
    }

    /// Makes everything since the last commit durable and visible, at once.
    pub fn commit(&mut self) -> Result<(), IndexError> {
        let dir = &self.index.dir;
        self.inner.commit().map_err(IndexError::of(dir))?;
        self.index.reload()
    }

    /// Makes durable what came so far and goes on. Nothing is loaded again: whoever has the index open
    /// sees it after the next commit.
    pub(crate) fn checkpoint(&mut self) -> Result<(), IndexError> {
        self.inner.commit().map(drop).map_err(IndexError::of(&self.index.dir))
    }

    /// Commits, and waits for the merges that are under way: to let go of them would be to do them again. Nothing is loaded again.
    pub(crate) fn settle(mut self) -> Result<(), IndexError> {
        self.checkpoint()?;
        let failed = IndexError::of(&self.index.dir);
        self.inner.wait_merging_threads().map_err(failed)
    }

    /// Commits, then waits until small parts have been merged and what was removed is gone from
    /// the disk.
    pub fn finish(self) -> Result<(), IndexError> {
        let (index, largest) = (self.index, self.largest);
        self.settle()?;
        index.merge_parts(largest)?;
        index.reload()
    }

    /// The passage's own word first, then what its text shows, then the index's setting.
    fn language(&self, passage: &Passage) -> Language {
        let said = passage.metadata.get("language").and_then(|tag| tag.parse().ok());
        said.or(self.index.settings.language)
            .or_else(|| passage_language(&passage.text))
            .unwrap_or_default()
    }
}

/// Adds the terms of the text. What stands over it is all in one place, a gap before: pairs and
/// phrases are looked for in the text.
fn gather(analyser: &mut TermAnalyser, text: &str, language: Language, terms: &mut String) {
    if !terms.is_empty() {
        terms.push(PARTED);
    }
    let mut last = None;
    analyser.each(text, language, &mut |term, place| {
        push(terms, term, last == Some(place.start));
        last = Some(place.start);
    });
}

/// The terms of what stands over a passage by its own word.
fn heads(
    analyser: &mut TermAnalyser,
    passage: &Passage,
    extra: &[&str],
    language: Language,
    terms: &mut String,
) {
    terms.clear();
    let own = passage
        .metadata
        .title
        .iter()
        .chain(&passage.headings)
        .map(String::as_str);
    for words in own.chain(extra.iter().copied()) {
        analyser.each(words, language, &mut |term, _| push(terms, term, true));
    }
}

/// The terms of headings that are passages themselves.
fn above(
    analyser: &mut TermAnalyser,
    outline: &AncestorStack,
    language: Language,
    terms: &mut String,
) {
    for words in outline.headings() {
        analyser.each(words, language, &mut |term, _| push(terms, term, true));
    }
}

fn push(terms: &mut String, term: &str, again: bool) {
    if !terms.is_empty() {
        terms.push(PARTED);
    }
    if again {
        terms.push(AGAIN);
    }
    terms.push_str(term);
}

/// The first terms: a provision says early what it is about.
fn lead(terms: &str) -> &str {
    let ends = terms.match_indices(PARTED).map(|(at, _)| at);
    // Two signs in a row are a gap, no term.
    let end = ends.filter(|at| !terms[..*at].ends_with(PARTED)).nth(LEAD - 1);
    &terms[..end.unwrap_or(terms.len())]
}

fn facets(passage: &Passage, language: Language) -> String {
    let mut facets = String::new();
    for key in METADATA_KEYS {
        let own = passage.metadata.get(key);
        let value = if key == "language" { own.or(Some(language.code())) } else { own };
        let Some(value) = value.filter(|value| value.len() <= LONGEST_VALUE) else { continue };
        if !facets.is_empty() {
            facets.push(PARTED);
        }
        facets.push_str(&facet(key, value));
    }
    facets
}

fn stored(passage: &Passage, index: &Index) -> Result<Vec<u8>, IndexError> {
    serde_json::to_vec(passage)
        .map_err(|error| IndexError::File { path: index.dir.clone(), error: error.into() })
}

/// By half of a hash, which no one can make twice, a source's passages are removed.
fn source_key(source: &Hash) -> &[u8] {
    &source.as_bytes()[..16]
}

/// Which document a source is, in eight bytes.
pub(crate) fn document_of(source: &Hash) -> u64 {
    u64_of(&source.as_bytes()[..8])
}

fn u64_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
