//! What is worth saying of a corpus besides what was asked.

use std::fmt;

use jurat_retrieve::CorpusName;

/// What was found, and is mended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CorpusNotice {
    /// The end of a commit was missing; it was cut off.
    TornCommit { corpus: CorpusName, bytes: u64 },
    /// An erasure was cut short; it is finished now.
    UnfinishedErasure { corpus: CorpusName },
    /// Vectors that cannot be used are made again.
    UnusableVectors { why: String },
}

impl fmt::Display for CorpusNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TornCommit { corpus, bytes } => {
                write!(f, "corpus `{corpus}`: cut off {bytes} bytes of an unfinished commit")
            }
            Self::UnfinishedErasure { corpus } => {
                write!(f, "corpus `{corpus}`: finishing an erasure that was cut short")
            }
            Self::UnusableVectors { why } => write!(f, "{why}; they are made anew"),
        }
    }
}

/// Why a corpus is searched by words alone, though there is a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VectorGap {
    /// Another encoder made its vectors.
    OtherEncoder { corpus: CorpusName, made_by: String, set: String },
    /// It has none.
    NoVectors { corpus: CorpusName },
}

impl fmt::Display for VectorGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherEncoder { corpus, made_by, set } => write!(
                f,
                "the vectors of corpus `{corpus}` were made by `{made_by}`, and `{set}` is set: it is searched by words alone"
            ),
            Self::NoVectors { corpus } => {
                write!(f, "corpus `{corpus}` has no vectors: it is searched by words alone")
            }
        }
    }
}
