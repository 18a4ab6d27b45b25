//! What an audit is asked with: the same for all six workflows.

use jurat_system::parameters::{
    ParameterDefault, ParameterKind, ParameterTable, SystemParameter, TextForm,
};

/// The tiers by name.
const TIERS: &[&str] = &["guest", "pro", "ultra"];

/// What may be applied for; `auto` reads it off the documents.
const TYPES: &[&str] =
    &["auto", "spousal", "study", "work", "visitor", "refugee", "express-entry", "other"];

/// A whole day, since rules begin and end on days.
const DAY: TextForm = TextForm {
    pattern: Some("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
    read: day,
};

const SHARED: [SystemParameter; 5] = [
    SystemParameter::new(
        "folder",
        ParameterKind::File,
        ParameterDefault::Required,
        "The folder of the matter",
    )
    .position("FOLDER"),
    SystemParameter::new(
        "tier",
        ParameterKind::Choice(TIERS),
        ParameterDefault::Text("guest"),
        "How deep it goes: citations, agent calls, verifications, what the report holds",
    )
    .flag("tier", "TIER"),
    SystemParameter::new(
        "application_type",
        ParameterKind::Choice(TYPES),
        ParameterDefault::Text("auto"),
        "What is applied for; `auto` reads it off the documents",
    )
    .flag("type", "TYPE"),
    SystemParameter::file(
        "pack",
        "An application pack of one's own, in place of that of the type",
    )
    .flag("pack", "FILE"),
    SystemParameter::new(
        "as_of",
        ParameterKind::Formed(DAY),
        ParameterDefault::Required,
        "The day whose rules are meant, as 2026-01-09",
    )
    .flag("as-of", "DATE"),
];

const fn table(workflow: &'static str) -> ParameterTable {
    ParameterTable { workflow, parameters: &SHARED }
}

/// A table for each workflow, in the order of the workflows.
pub const PARAMETERS: [ParameterTable; 6] = [
    table("risk_audit"),
    table("initial_assessment"),
    table("final_review"),
    table("refusal_analysis"),
    table("document_list"),
    table("client_guidance"),
];

fn day(text: &str) -> Result<String, String> {
    let date: Result<crate::model::PartialDate, _> = text.parse();
    match date {
        Ok(date) if date.is_whole() => Ok(text.to_owned()),
        _ => Err("expected a day, as 2026-01-09".to_owned()),
    }
}
