//! Measures of quality: each reads a data file, runs the product's own code and counts.
//!
//! Nothing here knows a path, an id or the name of a data set; the same measures can be taken on
//! any data of the same shape.

mod answerability;
mod answers;
mod baseline;
mod citation_status;
mod citations;
mod contract_nli;
mod cost;
mod error;
mod grounding;
mod injection;
mod part;
mod pdf;
mod quotes;
mod retrieval;
mod rows;

pub use answerability::{AnswerabilityFigures, RefusalBaseline, RefusalFigures, answerability};
pub use answers::{
    AnswerFigures, Answered, AnswersOptions, KindFigures, Respondent, Shown, Weighed, answers,
};
pub use citation_status::{CitationStatusFigures, LabelFigures, citation_status};
pub use citations::{CitationFigures, DatasetFigures, Score, citations};
pub use contract_nli::{ContractNliFigures, NliBaseline, contract_nli};
pub use cost::{Cost, Measured, measured};
pub use error::EvalError;
pub use grounding::{GroundingFigures, GroundingSetFigures, grounding};
pub use injection::{InjectionFigures, InjectionShares, injection};
pub use part::Part;
pub use pdf::{FileFigure, PdfFigures, pdf};
pub use quotes::{Misread, QuoteFigures, quotes};
pub use retrieval::{RetrievalFigures, RetrievalOptions, Scores, retrieval};
