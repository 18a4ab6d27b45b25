//! The fields of an index, and the tokeniser that hands ready terms through.

use tantivy::{
    schema::{FAST, Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions},
    tokenizer::{Token, TokenStream, Tokenizer},
};

/// What ready terms are parted by in the strings given to tantivy.
pub(crate) const PARTED: char = '\n';
const TOKENISER: &str = "parted";

/// The fields, by what they answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields {
    /// The terms of a passage's words.
    pub text: Field,
    /// The terms of its title and headings.
    pub heads: Field,
    /// The terms of its first words.
    pub lead: Field,
    /// Two terms in a row of its words.
    pub pairs: Field,
    /// Sections and citations in their normal forms.
    pub cites: Field,
    /// `key=value` of its metadata.
    pub facets: Field,
    /// Its id.
    pub id: Field,
    /// Its source's hash.
    pub source: Field,
    /// Which document it belongs to.
    pub document: Field,
    /// Its place in the document.
    pub order: Field,
    /// The hash of the words that are embedded, in four parts.
    pub key: [Field; 4],
    /// The passage itself.
    pub stored: Field,
}

pub(crate) const KEYS: [&str; 4] = ["key0", "key1", "key2", "key3"];

pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let counted = words(IndexRecordOption::WithFreqs, true);
    let plain = words(IndexRecordOption::Basic, false);
    let fields = Fields {
        text: builder.add_text_field("text", counted.clone()),
        heads: builder.add_text_field("heads", counted),
        lead: builder.add_text_field("lead", plain.clone()),
        pairs: builder.add_text_field("pairs", plain.clone()),
        cites: builder.add_text_field("cites", plain.clone()),
        facets: builder.add_text_field("facets", plain.clone()),
        id: builder.add_text_field("id", plain.clone()),
        source: builder.add_text_field("source", plain),
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
    index.tokenizers().register(TOKENISER, Parted::default());
}

/// Cuts a string at `PARTED`: the analysis has already been done.
#[derive(Clone, Default)]
struct Parted {
    token: Token,
}

struct PartedStream<'a> {
    rest: &'a str,
    token: &'a mut Token,
}

impl Tokenizer for Parted {
    type TokenStream<'a> = PartedStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> PartedStream<'a> {
        self.token.reset();
        PartedStream { rest: text, token: &mut self.token }
    }
}

impl TokenStream for PartedStream<'_> {
    fn advance(&mut self) -> bool {
        if self.rest.is_empty() {
            return false;
        }
        let (term, rest) = self.rest.split_once(PARTED).unwrap_or((self.rest, ""));
        self.token.text.clear();
        self.token.text.push_str(term);
        self.token.position = self.token.position.wrapping_add(1);
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
