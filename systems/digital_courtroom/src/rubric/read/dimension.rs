//! One dimension of a rubric: a criterion.

use super::{
    checks,
    fields::{RubricFields, RubricValue, hundredths, shown},
    levels,
    name_slug::slug,
    pack::{self, CheckPack},
};
use crate::model::{Criterion, CriterionTarget, PersonaLogic, PersonaWeights};

/// The most that a criterion may count, and the most points it may give.
const MOST_WEIGHT: u32 = 100_000;

/// A criterion, and the ids by which it goes besides.
pub(super) fn read_criterion(
    given: RubricValue<'_>,
    packs: &[&CheckPack],
) -> Option<(Criterion, Vec<String>)> {
    let mut fields = given.fields()?;
    let name = fields.text(&["name", "title"]);
    let id = id(&mut fields, &name)?;
    let target = target(&mut fields);
    let logic = logic(&mut fields);
    let max_points = fields.whole(&["max_score", "max_points"], MOST_WEIGHT);
    let levels = levels::read_levels(&mut fields, max_points);
    let weight = fields.whole(&["weight"], MOST_WEIGHT);
    let persona_weights = fields
        .object(&["persona_weights"])
        .and_then(|own| weights(own, PersonaWeights::default()));
    let aliases = aliases(&mut fields);
    let own = checks::read_checks(&mut fields);
    let mut criterion = Criterion {
        name: if name.is_empty() { id.clone() } else { name },
        target: target.unwrap_or(CriterionTarget::All),
        instruction: fields.text(&["forensic_instruction", "instruction", "description"]),
        success_pattern: fields.text(&["success_pattern"]),
        failure_pattern: fields.text(&["failure_pattern"]),
        logic,
        levels,
        max_points,
        weight: weight.or(max_points).unwrap_or(1),
        persona_weights,
        checks: Vec::new(),
        built_in: false,
        id,
    };
    match own {
        Some(own) => criterion.checks = own,
        None => from_pack(&mut criterion, target, packs, &fields),
    }
    if target.is_none() {
        let from = if criterion.built_in {
            "taken from the built-in checks"
        } else {
            "taken to be all"
        };
        fields.note(format!("it does not say what it is about: {from}"));
    }
    fields.finish();
    Some((criterion, aliases))
}

/// Gives a criterion without checks those that a pack has for its id.
fn from_pack(
    criterion: &mut Criterion,
    target: Option<CriterionTarget>,
    packs: &[&CheckPack],
    fields: &RubricFields<'_>,
) {
    if criterion.target == CriterionTarget::Manual {
        return fields.note("only a person can tell: it will not be assessed");
    }
    let Some((stands_for, known)) = pack::lent(packs, &criterion.id) else {
        let message = "it has no checks and its id is not known: it needs a model, or a person";
        return fields.note(message);
    };
    criterion.checks.clone_from(&known.checks);
    criterion.built_in = true;
    if target.is_none() {
        criterion.target = known.target;
    }
    if stands_for != criterion.id {
        fields.note(format!("it is checked as `{stands_for}` is"));
    }
}

fn id(fields: &mut RubricFields<'_>, name: &str) -> Option<String> {
    if let Some(given) = fields.take(&["id", "dimension_id", "criterion_id"]) {
        let Some(id) = given.value.as_str().map(str::trim).filter(|id| !id.is_empty()) else {
            given.wrong_type("a text that is not empty");
            return None;
        };
        if 200 < id.chars().count() {
            given.error("an id of more than 200 characters");
            return None;
        }
        return Some(id.to_owned());
    }
    let made = slug(name);
    if made.is_empty() {
        fields.error("`id` is missing");
        return None;
    }
    fields.note(format!("it has no id: `{made}` was made of its name"));
    Some(made)
}

fn target(fields: &mut RubricFields<'_>) -> Option<CriterionTarget> {
    let given = fields.take(&["target_artifact", "target", "artifact"])?;
    let Some(word) = given.value.as_str() else {
        given.wrong_type("a text");
        return None;
    };
    Some(match word.trim().to_lowercase().as_str() {
        "github_repo" | "repo" | "repository" | "git_repo" => CriterionTarget::Repo,
        "pdf_report" | "report" | "pdf" | "docs" => CriterionTarget::Report,
        "pdf_images" | "images" | "vision" => CriterionTarget::Images,
        "all" | "both" => CriterionTarget::All,
        "manual" => CriterionTarget::Manual,
        _ => {
            given.note(format!("{} is not known: left to a person", shown(given.value)));
            CriterionTarget::Manual
        }
    })
}

fn logic(fields: &mut RubricFields<'_>) -> PersonaLogic {
    let Some(given) = fields.take(&["judicial_logic", "judge_logic"]) else {
        return PersonaLogic::default();
    };
    if !given.value.is_object() {
        let all = given.text().unwrap_or_default();
        return PersonaLogic { all, ..PersonaLogic::default() };
    }
    let Some(mut own) = given.fields() else { return PersonaLogic::default() };
    let logic = PersonaLogic {
        all: own.text(&["all", "general"]),
        prosecutor: own.text(PROSECUTOR),
        defense: own.text(DEFENSE),
        tech_lead: own.text(TECH_LEAD),
    };
    own.finish();
    logic
}

const PROSECUTOR: &[&str] = &["prosecutor", "Prosecutor"];
const DEFENSE: &[&str] = &["defense", "Defense", "defence", "Defence"];
const TECH_LEAD: &[&str] = &["tech_lead", "TechLead", "techlead", "Tech Lead", "techLead"];

/// How much each persona counts: as hundredths, or as factors below 10 such as `1.5`.
pub(super) fn weights(
    mut fields: RubricFields<'_>,
    base: PersonaWeights,
) -> Option<PersonaWeights> {
    let mut one = |keys: &[&str], base: u32| {
        let Some(field) = fields.take(keys) else { return Some(base) };
        let given = field.value.as_number().and_then(hundredths);
        let given = given.map(|given| if given < 1000 { given } else { given / 100 });
        let found = given.filter(|weight| (1..=1000).contains(weight));
        if found.is_none() {
            field.wrong_type("a weight such as 1.5, or 150 hundredths");
        }
        found
    };
    let found = PersonaWeights {
        prosecutor: one(PROSECUTOR, base.prosecutor)?,
        defense: one(DEFENSE, base.defense)?,
        tech_lead: one(TECH_LEAD, base.tech_lead)?,
    };
    fields.finish();
    Some(found)
}

fn aliases(fields: &mut RubricFields<'_>) -> Vec<String> {
    let Some(given) = fields.take(&["aliases"]) else { return Vec::new() };
    given.texts().unwrap_or_else(|| {
        given.wrong_type("an array of texts");
        Vec::new()
    })
}
