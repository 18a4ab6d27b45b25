//! From files to a corpus: reads, stores, indexes and embeds, and takes out again what must go; searches it, tunes it and
//! checks it.
//!
//! Whoever asks gives an [`IntakeRequest`], may listen, and gets an [`IntakeOutcome`]. Nothing is printed here.

mod commit_pace;
mod corpus_check;
mod corpus_folder;
mod corpus_notice;
mod corpus_search;
mod corpus_tuning;
mod document_describer;
mod embedder_settings;
mod erasure;
mod error;
mod index_and_vectors;
mod metadata_overlay;
mod outcome;
mod pack_intake;
mod question_corpus;
mod request;
mod take_in;
mod vector_cache;

pub use corpus_check::CorpusFindings;
pub use corpus_folder::CorpusFolder;
pub use corpus_notice::{CorpusNotice, VectorGap};
pub use corpus_search::{SearchNotice, no_index};
pub use corpus_tuning::{KnownAnswer, TuningFate};
pub use document_describer::DocumentDescriber;
pub use embedder_settings::{EmbedderError, EmbedderSettings, EmbedderSource, EncoderChoice};
pub use erasure::{chosen_sources, remove_sources};
pub use error::IntakeError;
pub use metadata_overlay::MetadataOverlay;
pub use outcome::{FileIntake, FileReadOutcome, IntakeOutcome};
pub use pack_intake::{PackIntakeOutcome, PackIntakeRequest};
pub use question_corpus::{QuestionCorpus, is_for_question, sweep_questions};
pub use request::{CorpusLifetime, IntakeEvent, IntakeListener, IntakeRequest};
