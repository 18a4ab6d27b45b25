//! Answers and reports as data, out of grounded evidence. Pure: it cannot retrieve.
#![warn(missing_docs)]

mod answer;
mod frames;
mod parse;
mod report;
mod review;
mod words;

pub use answer::{answer_of, compose, provisions::compose_provisions};
pub use parse::parse_marked;
pub use report::{
    AuditTrail, CLOSEST, EvidenceAuditTrail, ExtractedRequirement, FlaggedPassage, NO_EVIDENCE,
    NOTHING_NEAR, Placeholder, RejectedRequirement, Report, ReportInput, ReportResult,
    ReportedAnswer, ReportedRequirement, ReportedSource,
};
pub use review::review;
