//! Adds and removes passages; nothing is seen before its commit, and a commit is all or nothing.

use jurat_canon::Hash;
use jurat_model::{METADATA_KEYS, Passage};
use jurat_text::Language;
use tantivy::{IndexWriter, TantivyDocument, Term};

use super::{
    Index, IndexError, IndexFields, TermAnalyser,
    ancestors::AncestorStack,
    metadata_filter::{LONGEST_VALUE, facet},
    passage_language,
    schema::{AGAIN, PARTED},
};

/// The memory in which passages gather before they are written out.
const MEMORY: usize = 64 << 20;
/// How many terms count as a passage's beginning.
const LEAD: usize = 20;

/// Writes to an index. One at a time; dropped without a commit, it leaves no trace.
pub struct PassageWriter<'a> {
    index: &'a Index,
    fields: IndexFields,
    inner: IndexWriter,
    analyser: TermAnalyser,
    outline: AncestorStack,
    text: String,
    heads: String,
}

impl Index {
    pub fn writer(&self) -> Result<PassageWriter<'_>, IndexError> {
        let inner = self
            .inner
            .writer_with_num_threads(1, MEMORY)
            .map_err(IndexError::of(&self.dir))?;
        Ok(PassageWriter {
            index: self,
            fields: self.fields,
            inner,
            analyser: TermAnalyser::new(),
            outline: AncestorStack::default(),
            text: String::new(),
            heads: String::new(),
        })
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
        let added = self.inner.add_document(entry);
        added.map(drop).map_err(IndexError::of(&self.index.dir))
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

    /// Commits, then waits until small parts have been merged and what was removed is gone from
    /// the disk.
    pub fn finish(mut self) -> Result<(), IndexError> {
        self.commit()?;
        let (index, failed) = (self.index, IndexError::of(&self.index.dir));
        let segments = index.inner.searchable_segment_ids().map_err(failed)?;
        let snapshot = index.snapshot();
        if 1 < segments.len() || snapshot.alive() < snapshot.rows() {
            self.inner.merge(&segments).wait().map_err(failed)?;
        }
        self.inner.garbage_collect_files().wait().map_err(failed)?;
        self.inner.wait_merging_threads().map_err(failed)?;
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
fn document_of(source: &Hash) -> u64 {
    u64_of(&source.as_bytes()[..8])
}

fn u64_of(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
