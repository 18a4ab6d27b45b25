//! A letter of refusal and the officer's notes: the reasons that they give, what answers each, and the days that run.

mod letter_reading;
mod refusal_deadline;
mod refusal_table;

pub use refusal_deadline::RefusalDeadline;

use jurat_model::SourceExhibit;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::{
    letter_reading::{ReasonPlace, reasons_in, text_of},
    refusal_deadline::deadlines,
    refusal_table::{ReasonPattern, names_type, table},
};
use super::{ApplicationPack, assess};
use crate::model::{
    FactPlace, FileStanding, MatterFile, MatterProfile, PackAssessment, PartialDate,
    RequirementStanding, TriggerCheck,
};

/// What a refusal says, and what follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RefusalReading {
    /// Whether a letter of refusal was read at all.
    pub letter_seen: bool,
    /// The letters, by path.
    pub letters: Vec<String>,
    /// Of the newest letter.
    pub date: Option<PartialDate>,
    pub reasons: Vec<RefusalReason>,
    /// What the officer's notes say beyond the letter, or in more words.
    pub officer_concerns: Vec<OfficerConcern>,
    pub deadlines: Vec<RefusalDeadline>,
    /// Whether the officer's notes are still to be asked for: the letter's boxes do not say which way a doubt went.
    pub needs_gcms: bool,
    pub needs_gcms_reason: String,
    /// Letters that could be of a refusal and were not read.
    pub not_read: Vec<String>,
    /// The day of the table of reasons.
    pub table_of: String,
}

/// A reason of a letter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RefusalReason {
    /// By the table, as `family_ties`.
    pub reason: String,
    pub words: String,
    pub provision: String,
    /// The words of the letter.
    pub quotes: Vec<FactPlace>,
    /// What of the matter speaks for the reason, by the pack's triggers.
    pub facts: Vec<TriggerCheck>,
    /// Documents that answer it and are there.
    pub answered_by: Vec<AnsweringDocument>,
    /// What would answer it and was not seen.
    pub missing: Vec<String>,
    /// What to look for in decisions and manuals.
    pub research: Vec<String>,
    pub remedies: Vec<String>,
}

/// What the file holds against a reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnsweringDocument {
    /// The requirement of the pack that it meets.
    pub requirement: String,
    pub words: String,
    pub places: Vec<FactPlace>,
}

/// A doubt of the officer's notes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OfficerConcern {
    pub reason: String,
    pub words: String,
    pub quotes: Vec<FactPlace>,
    /// Whether the letter gives the reason too.
    pub in_letter: bool,
}

/// Reads the letters of refusal and the officer's notes of a matter. The newest letter gives the day that times run from.
pub fn read_refusal(
    files: &[MatterFile],
    exhibits: &[SourceExhibit],
    profile: &MatterProfile,
    pack: &ApplicationPack,
    as_of: PartialDate,
) -> RefusalReading {
    let assessment = assess(pack, files, profile, &[], as_of);
    let of_kind = |kind: &'static str| {
        let read = |file: &&MatterFile| !matches!(file.standing, FileStanding::NotRead { .. });
        files
            .iter()
            .filter(move |file| file.kind == kind)
            .filter(read)
            .collect::<Vec<_>>()
    };
    let (letters, notes) = (of_kind("refusal_letter"), of_kind("officer_notes"));
    let date = letters.iter().filter_map(|file| file.dated).max();
    let told = reasons_of(&letters, exhibits, pack);
    let noted = reasons_of(&notes, exhibits, pack);
    let is_told = |id: &str| told.iter().any(|(pattern, _)| pattern.id == id);
    let concerns = noted.into_iter().map(|(pattern, quotes)| OfficerConcern {
        reason: pattern.id.clone(),
        words: pattern.words.clone(),
        quotes,
        in_letter: is_told(&pattern.id),
    });
    let (needs_gcms, needs_gcms_reason) = wants_notes(&letters, &notes);
    RefusalReading {
        letter_seen: !letters.is_empty(),
        letters: letters.iter().map(|file| file.path.clone()).collect(),
        date,
        officer_concerns: concerns.collect(),
        reasons: told
            .into_iter()
            .map(|(pattern, quotes)| reason(pattern, quotes, &assessment))
            .collect(),
        deadlines: deadlines(date, profile, &pack.id, as_of),
        needs_gcms,
        needs_gcms_reason,
        not_read: not_read(files),
        table_of: table().map(|it| it.as_of.clone()).unwrap_or_default(),
    }
}

fn reasons_of(
    letters: &[&MatterFile],
    exhibits: &[SourceExhibit],
    pack: &ApplicationPack,
) -> Vec<(&'static ReasonPattern, Vec<FactPlace>)> {
    let Some(table) = table() else { return Vec::new() };
    let fitting = table.reasons.iter();
    let fitting: Vec<_> = fitting.filter(|it| names_type(&it.types, &pack.id)).collect();
    let mut found: Vec<(&ReasonPattern, Vec<FactPlace>)> = Vec::new();
    for file in letters {
        let Some(text) = text_of(file, exhibits) else { continue };
        for ReasonPlace { at, place } in reasons_in(file, text, &fitting) {
            let Some(pattern) = fitting.get(at).copied() else { continue };
            match found.iter_mut().find(|(known, _)| known.id == pattern.id) {
                Some((_, places)) => places.push(place),
                None => found.push((pattern, vec![place])),
            }
        }
    }
    found
}

fn reason(
    pattern: &ReasonPattern,
    quotes: Vec<FactPlace>,
    assessment: &PackAssessment,
) -> RefusalReason {
    let facts = assessment.triggers.iter();
    let facts = facts.filter(|it| pattern.triggers.contains(&it.id)).cloned();
    let asked = assessment.requirements.iter();
    let asked: Vec<_> = asked.filter(|it| pattern.requirements.contains(&it.id)).collect();
    let met = asked.iter().filter(|it| it.standing == RequirementStanding::Met);
    let open = asked.iter().filter(|it| {
        matches!(it.standing, RequirementStanding::NotSeen | RequirementStanding::Unmet)
    });
    RefusalReason {
        reason: pattern.id.clone(),
        words: pattern.words.clone(),
        provision: pattern.provision.clone(),
        quotes,
        facts: facts.collect(),
        answered_by: met
            .map(|it| AnsweringDocument {
                requirement: it.id.clone(),
                words: it.words.clone(),
                places: it.places.clone(),
            })
            .collect(),
        missing: open.map(|it| it.words.clone()).collect(),
        research: pattern.research.clone(),
        remedies: pattern.remedies.clone(),
    }
}

fn wants_notes(letters: &[&MatterFile], notes: &[&MatterFile]) -> (bool, String) {
    match (letters.is_empty(), notes.is_empty()) {
        (_, false) => (false, "the officer's notes are there".into()),
        (false, true) => {
            let told =
                "a letter was read and no notes: its boxes do not tell which way a doubt went";
            (true, told.into())
        }
        (true, true) => (true, "neither a letter of refusal nor notes were seen".into()),
    }
}

fn not_read(files: &[MatterFile]) -> Vec<String> {
    files
        .iter()
        .filter(|file| file.standing != FileStanding::Whole || file.kind == "unknown")
        .map(|file| file.path.clone())
        .collect()
}

#[cfg(test)]
mod tests;
