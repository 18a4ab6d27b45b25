//! One dimension of a rubric: a criterion.

use serde_json::Value;

use super::{
    checks,
    fields::{RubricDiagnostics, RubricFields, hundredths, shown, text},
    levels,
    name_slug::slug,
    pack::{self, CheckPack},
};
use crate::model::{Criterion, CriterionTarget, PersonaLogic, PersonaWeights};

/// The most that a criterion may count, and the most points it may give.
const MOST_WEIGHT: u32 = 100_000;

/// A criterion, and the ids by which it goes besides.
pub(super) fn read(
    value: &Value,
    at: String,
    packs: &[&CheckPack],
    reading: &mut RubricDiagnostics,
) -> Option<(Criterion, Vec<String>)> {
    let mut fields = RubricFields::of(value, at, reading)?;
    let name = fields.text(&["name", "title"], reading).unwrap_or_default();
    let id = id(&mut fields, &name, reading)?;
    let target = target(&mut fields, reading);
    let logic = logic(&mut fields, reading);
    let max_points = fields.whole(&["max_score", "max_points"], MOST_WEIGHT, reading);
    let levels = levels::read(&mut fields, max_points, reading);
    let weight = fields.whole(&["weight"], MOST_WEIGHT, reading);
    let persona_weights = fields
        .object(&["persona_weights"], reading)
        .and_then(|own| weights(own, PersonaWeights::default(), reading));
    let aliases = aliases(&mut fields, reading);
    let own = checks::read(&mut fields, reading);
    let part = |fields: &mut RubricFields, keys: &[&str], reading: &mut RubricDiagnostics| {
        fields.text(keys, reading).unwrap_or_default()
    };
    let mut criterion = Criterion {
        name: if name.is_empty() { id.clone() } else { name },
        target: target.unwrap_or(CriterionTarget::All),
        instruction: part(
            &mut fields,
            &["forensic_instruction", "instruction", "description"],
            reading,
        ),
        success_pattern: part(&mut fields, &["success_pattern"], reading),
        failure_pattern: part(&mut fields, &["failure_pattern"], reading),
        logic,
        levels,
        max_points,
        weight: weight.unwrap_or(1),
        persona_weights,
        checks: Vec::new(),
        built_in: false,
        id,
    };
    if weight.is_none()
        && let Some(points) = max_points
    {
        criterion.weight = points;
    }
    match own {
        Some(own) => criterion.checks = own,
        None => from_pack(&mut criterion, target, packs, fields.at(), reading),
    }
    if target.is_none() {
        reading.note(
            fields.at(),
            format!("it does not say what it is about: {}", about(&criterion)),
        );
    }
    fields.finish(reading);
    Some((criterion, aliases))
}

fn about(criterion: &Criterion) -> &'static str {
    if criterion.built_in { "taken from the built-in checks" } else { "taken to be all" }
}

/// Gives a criterion without checks those that a pack has for its id.
fn from_pack(
    criterion: &mut Criterion,
    target: Option<CriterionTarget>,
    packs: &[&CheckPack],
    at: &str,
    reading: &mut RubricDiagnostics,
) {
    if criterion.target == CriterionTarget::Manual {
        reading.note(at, "only a person can tell: it will not be assessed");
        return;
    }
    let Some((stands_for, known)) = pack::find(packs, &criterion.id) else {
        reading.note(
            at,
            "it has no checks and its id is not known: it needs a model, or a person",
        );
        return;
    };
    criterion.checks.clone_from(&known.checks);
    criterion.built_in = true;
    if target.is_none() {
        criterion.target = known.target;
    }
    if stands_for != criterion.id {
        reading.note(at, format!("it is checked as `{stands_for}` is"));
    }
}

fn id(
    fields: &mut RubricFields,
    name: &str,
    reading: &mut RubricDiagnostics,
) -> Option<String> {
    let at = fields.at().to_owned();
    if let Some((value, at)) = fields.take(&["id", "dimension_id", "criterion_id"]) {
        let Some(id) = value.as_str().map(str::trim).filter(|id| !id.is_empty()) else {
            reading.wrong_type(&at, "a text that is not empty", value);
            return None;
        };
        if 200 < id.chars().count() {
            reading.error(at, "an id of more than 200 characters");
            return None;
        }
        return Some(id.to_owned());
    }
    let made = slug(name);
    if made.is_empty() {
        reading.error(at, "`id` is missing");
        return None;
    }
    reading.note(at, format!("it has no id: `{made}` was made of its name"));
    Some(made)
}

fn target(
    fields: &mut RubricFields,
    reading: &mut RubricDiagnostics,
) -> Option<CriterionTarget> {
    let (value, at) = fields.take(&["target_artifact", "target", "artifact"])?;
    let Some(word) = value.as_str() else {
        reading.wrong_type(&at, "a text", value);
        return None;
    };
    Some(match word.trim().to_lowercase().as_str() {
        "github_repo" | "repo" | "repository" | "git_repo" => CriterionTarget::Repo,
        "pdf_report" | "report" | "pdf" | "docs" => CriterionTarget::Report,
        "pdf_images" | "images" | "vision" => CriterionTarget::Images,
        "all" | "both" => CriterionTarget::All,
        "manual" => CriterionTarget::Manual,
        _ => {
            let message = format!("{} is not known: left to a person", shown(value));
            reading.note(at, message);
            CriterionTarget::Manual
        }
    })
}

fn logic(fields: &mut RubricFields, reading: &mut RubricDiagnostics) -> PersonaLogic {
    let Some((value, at)) = fields.take(&["judicial_logic", "judge_logic"]) else {
        return PersonaLogic::default();
    };
    if !value.is_object() {
        return PersonaLogic {
            all: text(value, &at, reading).unwrap_or_default(),
            ..PersonaLogic::default()
        };
    }
    let Some(mut own) = RubricFields::of(value, at, reading) else {
        return PersonaLogic::default();
    };
    let mut part = |keys: &[&str]| own.text(keys, reading).unwrap_or_default();
    let logic = PersonaLogic {
        all: part(&["all", "general"]),
        prosecutor: part(PROSECUTOR),
        defense: part(DEFENSE),
        tech_lead: part(TECH_LEAD),
    };
    own.finish(reading);
    logic
}

const PROSECUTOR: &[&str] = &["prosecutor", "Prosecutor"];
const DEFENSE: &[&str] = &["defense", "Defense", "defence", "Defence"];
const TECH_LEAD: &[&str] = &["tech_lead", "TechLead", "techlead", "Tech Lead", "techLead"];

/// How much each persona counts: as hundredths, or as factors below 10 such as `1.5`.
pub(super) fn weights(
    mut fields: RubricFields,
    base: PersonaWeights,
    reading: &mut RubricDiagnostics,
) -> Option<PersonaWeights> {
    let mut one = |keys: &[&str], base: u32| {
        let Some((value, at)) = fields.take(keys) else { return Some(base) };
        let given = value.as_number().and_then(hundredths);
        let given = given.map(|given| if given < 1000 { given } else { given / 100 });
        let found = given.filter(|weight| (1..=1000).contains(weight));
        if found.is_none() {
            reading.wrong_type(&at, "a weight such as 1.5, or 150 hundredths", value);
        }
        found
    };
    let found = PersonaWeights {
        prosecutor: one(PROSECUTOR, base.prosecutor)?,
        defense: one(DEFENSE, base.defense)?,
        tech_lead: one(TECH_LEAD, base.tech_lead)?,
    };
    fields.finish(reading);
    Some(found)
}

fn aliases(fields: &mut RubricFields, reading: &mut RubricDiagnostics) -> Vec<String> {
    let Some((value, at)) = fields.take(&["aliases"]) else { return Vec::new() };
    let names: Option<Vec<String>> = value
        .as_array()
        .and_then(|all| all.iter().map(|one| one.as_str().map(str::to_owned)).collect());
    names.unwrap_or_else(|| {
        reading.wrong_type(&at, "an array of texts", value);
        Vec::new()
    })
}
