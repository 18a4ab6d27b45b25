//! What each kind of application asks for, as data, held against a matter.

mod asked_facts;
mod assessment;
mod condition_facts;
mod condition_text;
mod document_need;
mod legal_minimum;
mod pack_condition;
mod pack_definition;
mod pack_fault;
mod pack_lint;
mod pack_names;
mod pack_schema;
pub mod refusal;
mod requirement_check;
mod rule_check;

pub use assessment::assess;
pub use condition_facts::ConditionFacts;
pub use pack_condition::{ConditionReading, PackCondition, TruthValue};
pub use pack_definition::{
    AdmissionRule, ApplicationPack, DimensionBase, DocumentNeed, EvidenceSource, PackBand,
    PackDimension, PackQuestion, PackRequirement, PackSource, RefusalTrigger, RequirementTier,
    TriggerRebuttal,
};
pub use pack_fault::{FaultWeight, PackFault};
pub use pack_lint::lint;
pub use pack_schema::schema;

use jurat_canon::{Hash, nearest};

/// The packs that are part of the program, by name.
const BUILT_IN: [(&str, &str); 7] = [
    ("spousal", include_str!("../../packs/spousal.json")),
    ("study", include_str!("../../packs/study.json")),
    ("work", include_str!("../../packs/work.json")),
    ("visitor", include_str!("../../packs/visitor.json")),
    ("refugee", include_str!("../../packs/refugee.json")),
    ("express_entry", include_str!("../../packs/express_entry.json")),
    ("other", include_str!("../../packs/other.json")),
];

/// The names of the packs that are part of the program.
pub const ALL_NAMES: [&str; 7] =
    ["spousal", "study", "work", "visitor", "refugee", "express_entry", "other"];

/// A pack that is part of the program; `express-entry` is `express_entry`.
pub fn load(name: &str) -> Result<ApplicationPack, PackFault> {
    load_text(text_of(name)?)
}

/// The text of a pack that is part of the program.
pub fn text_of(name: &str) -> Result<&'static str, PackFault> {
    let spelled = name.replace('-', "_");
    let found = BUILT_IN.iter().find(|(known, _)| *known == spelled);
    found.map(|(_, text)| *text).ok_or_else(|| {
        let near = nearest(&spelled, ALL_NAMES);
        let hint =
            near.map_or_else(|| ALL_NAMES.join(", "), |it| format!("did you mean `{it}`?"));
        PackFault::error("", format!("there is no pack `{name}`")).hinted(hint)
    })
}

/// A pack out of its text, whoever wrote it. What it says is not checked here but by [`lint`].
pub fn load_text(text: &str) -> Result<ApplicationPack, PackFault> {
    let read = serde_json::from_str::<ApplicationPack>(text);
    let mut pack = read.map_err(|error| pack_fault::unreadable(&error))?;
    pack.hash = Hash::of(text.as_bytes()).to_string();
    Ok(pack)
}

#[cfg(test)]
mod pack_tests;
#[cfg(test)]
mod tests;
