//! Corpora and search: what is known is kept under its hash, found by words and by meaning.

pub mod vectors;
