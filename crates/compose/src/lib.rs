//! Answers and reports as data, out of grounded evidence. Pure: it cannot retrieve.

mod answer;
mod content_tokens;
mod framing_phrases;
mod hidden_characters;
mod marked_prose;
mod report;
mod review;

pub use answer::{
    answer_of, compose,
    provisions::{compose_provisions, parts_told},
};
pub use marked_prose::parse_marked;
pub use report::{
    AuditTrail, CLOSEST, EvidenceAuditTrail, EvidenceReport, ExtractedRequirement,
    FlaggedPassage, NO_EVIDENCE, NOTHING_FOUND, NOTHING_NEAR, RejectedRequirement, ReportInput,
    ReportResult, ReportedAnswer, ReportedPlaceholder, ReportedRequirement, ReportedSource,
};
pub use review::review;
