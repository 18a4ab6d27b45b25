//! Measures of quality: each reads a data file, runs the product's own code and counts.
//!
//! Nothing here knows a path, an id or the name of a data set; the same measures can be taken on
//! any data of the same shape.

mod answer_gate;
mod answerability;
mod answers;
mod changes;
mod check;
mod choices;
mod citation_status;
mod citations;
mod contract_nli;
mod cost;
mod dataset_split;
mod decisions;
mod error;
mod forms;
mod grounding;
mod injection;
mod jsonl;
mod memory;
mod outcomes;
mod pdf;
mod quotes;
mod research;
mod retrieval;
mod scores;
mod treatment;
mod word_overlap_baseline;

pub use answerability::{AnswerabilityFigures, RefusalBaseline, RefusalFigures, answerability};
pub use answers::{
    AnswerFigures, AnswerProvider, AnswersOptions, CitedProvision, KindFigures, ProvidedAnswer,
    ScoredProvision, answers,
};
pub use changes::{ChangeFigures, ChangeRow, ChangesOptions, changes};
pub use check::{CheckFigures, KindRow, check};
pub use choices::{ChoiceFigures, ChoiceProvider, choices};
pub use citation_status::{CitationStatusFigures, LabelFigures, citation_status};
pub use citations::{CitationFigures, DatasetFigures, ExactSpanScore, citations};
pub use contract_nli::{ContractNliFigures, NliBaseline, contract_nli};
pub use cost::{FiguresWithCost, ResourceCost, measured};
pub use dataset_split::DatasetSplit;
pub use decisions::{DecisionFigures, decisions};
pub use error::EvalError;
pub use forms::{FormsFigures, forms};
pub use grounding::{GroundingFigures, GroundingSetFigures, grounding};
pub use injection::{InjectionFigures, InjectionShares, injection};
pub use memory::{MemoryFigures, MemoryOptions, PairFigures, memory};
pub use outcomes::{KnownOutcome, OutcomeFigures, OutcomeGroup, OutcomeRow, outcomes};
pub use pdf::{FileFigure, PdfFigures, pdf};
pub use quotes::{OcrNoiseFigures, QuoteFigures, quotes};
pub use research::{
    CorpusKept, PassagePlace, ReliabilityBin, ResearchFigures, ResearchOptions,
    ResearchProvider, ResearchedQuestion, ResearchedStep, RowDocuments, research,
};
pub use retrieval::{RankingMetrics, RetrievalFigures, RetrievalOptions, retrieval};
pub use treatment::{TreatmentFigures, TreatmentKindFigures, treatment};
