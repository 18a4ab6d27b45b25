//! The grounding gate, criterion by criterion, and on a sample of documents.

#![expect(clippy::unwrap_used, reason = "a broken fixture should stop loudly")]

mod conflicts;
mod criteria;
mod elision;
mod hostile;
mod model_choice;
mod sample_documents;
mod sample_questions;
