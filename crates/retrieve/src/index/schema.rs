//! The fields of an index, and the tokeniser that hands ready terms through.

use tantivy::{
    schema::{
        FAST, Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions,
    },
    tokenizer::{Token, TokenStream, Tokenizer},
};

/// What ready terms are parted by in the strings given to tantivy. Two in a row leave a gap that
/// no pair of terms spans.
pub(crate) const PARTED: char = '\n';
/// What stands before a term that shares the place of the one before.
pub(crate) const AGAIN: char = '\r';
const TOKENISER: &str = "parted";

/// The fields, by what they answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexFields {
    /// The terms of a passage's words.
    pub text: Field,
    /// The terms of its title and headings.
    pub heads: Field,
    /// The terms of its first words.
    pub lead: Field,
    /// Sections and citations in their normal forms.
    pub cites: Field,
    /// `key=value` of its metadata.
    pub facets: Field,
    pub id: Field,
    pub source: Field,
    pub document: Field,
    pub order: Field,
    /// The hash of the words that are embedded, in four parts.
    pub key: [Field; 4],
    pub stored: Field,
}

pub(crate) const KEYS: [&str; 4] = ["key0", "key1", "key2", "key3"];

pub(crate) fn schema() -> (Schema, IndexFields) {
    let mut builder = Schema::builder();
    let placed = words(IndexRecordOption::WithFreqsAndPositions, true);
    let counted = words(IndexRecordOption::WithFreqs, true);
    let plain = words(IndexRecordOption::Basic, false);
    let fields = IndexFields {
        text: builder.add_text_field("text", placed),
        heads: builder.add_text_field("heads", counted),
        lead: builder.add_text_field("lead", plain.clone()),
        cites: builder.add_text_field("cites", plain.clone()),
        facets: builder.add_text_field("facets", plain.clone()),
        id: builder.add_text_field("id", plain),
        source: builder.add_bytes_field("source", INDEXED),
        document: builder.add_u64_field("document", FAST),
        order: builder.add_u64_field("order", FAST),
        key: KEYS.map(|name| builder.add_u64_field(name, FAST)),
        stored: builder.add_bytes_field("stored", STORED),
    };
    (builder.build(), fields)
}

fn words(record: IndexRecordOption, norms: bool) -> TextOptions {
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENISER)
        .set_index_option(record)
        .set_fieldnorms(norms);
    TextOptions::default().set_indexing_options(indexing)
}

pub(crate) fn register(index: &tantivy::Index) {
    index.tokenizers().register(TOKENISER, PartedTokenizer::default());
}

/// Cuts a string at `PARTED`: the analysis has already been done.
#[derive(Clone, Default)]
struct PartedTokenizer {
    token: Token,
}

struct PartedStream<'a> {
    rest: &'a str,
    token: &'a mut Token,
}

impl Tokenizer for PartedTokenizer {
    type TokenStream<'a> = PartedStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PartedStream<'a> {
        self.token.reset();
        // A first term may share the place of none.
        self.token.position = 0;
        PartedStream { rest: text, token: &mut self.token }
    }
}

impl TokenStream for PartedStream<'_> {
    fn advance(&mut self) -> bool {
        let gaps = self.rest.len();
        self.rest = self.rest.trim_start_matches(PARTED);
        let gaps = gaps - self.rest.len();
        if self.rest.is_empty() {
            return false;
        }
        let (term, rest) = self.rest.split_once(PARTED).unwrap_or((self.rest, ""));
        let (term, step) = term.strip_prefix(AGAIN).map_or((term, 1), |term| (term, 0));
        self.token.text.clear();
        self.token.text.push_str(term);
        self.token.position = self.token.position.wrapping_add(gaps + step);
        self.rest = rest;
        true
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
