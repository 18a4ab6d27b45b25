//! What is wrong with a pack, all of it at once, before anybody is judged by it.

use std::collections::BTreeSet;

use jurat_canon::nearest;

use super::{
    asked_facts::question_for,
    condition_text::spelled,
    legal_minimum, load_text,
    pack_condition::PackCondition,
    pack_definition::{AdmissionRule, ApplicationPack, DocumentNeed, PackRequirement},
    pack_fault::PackFault,
    pack_names::{PackNames, names},
};
use crate::intake::is_filled;

/// A pack of real depth has this many checks.
const MANY_CHECKS: usize = 40;
/// And asks this much of the client.
const MANY_QUESTIONS: usize = 5;

/// The faults of a pack's text, each with its place.
pub fn lint(text: &str) -> Vec<PackFault> {
    let pack = match load_text(text) {
        Ok(pack) => pack,
        Err(fault) => return vec![fault],
    };
    let Some(names) = names() else {
        return vec![PackFault::error("", "the file of names cannot be read")];
    };
    let mut lint = PackLint { pack: &pack, names, faults: Vec::new() };
    lint.frame();
    lint.conditions();
    for (at, requirement) in pack.requirements.iter().enumerate() {
        lint.requirement(at, requirement);
    }
    for (at, rule) in pack.rules.iter().enumerate() {
        lint.rule(at, rule);
    }
    lint.triggers();
    lint.ids();
    lint.dead_fields();
    lint.depth();
    lint.faults
}

struct PackLint<'p> {
    pack: &'p ApplicationPack,
    names: &'p PackNames,
    faults: Vec<PackFault>,
}

impl PackLint<'_> {
    fn error(&mut self, place: impl Into<String>, message: impl Into<String>) {
        self.faults.push(PackFault::error(place, message));
    }

    fn frame(&mut self) {
        let sum: f64 = self.pack.dimensions.iter().map(|it| it.weight).sum();
        if 1e-9 < (sum - 100.0).abs() {
            self.error("dimensions", format!("the weights come to {sum}, not to 100"));
        }
        for (at, dimension) in self.pack.dimensions.iter().enumerate() {
            if !(0.0..=100.0).contains(&dimension.weight) {
                self.error(format!("dimensions[{at}].weight"), "it is not between 0 and 100");
            }
        }
        let falls = self
            .pack
            .bands
            .windows(2)
            .all(|it| matches!(it, [a, b] if b.from < a.from));
        if !falls || self.pack.bands.last().is_none_or(|it| it.from != 0) {
            let told = "bands go from the highest down to one from 0";
            self.error("bands", told);
        }
        self.day("as_of", &self.pack.as_of);
        for (at, source) in self.pack.sources.iter().enumerate() {
            self.day(&format!("sources[{at}].as_of"), &source.as_of);
        }
    }

    fn day(&mut self, place: &str, text: &str) {
        let day = text.parse::<crate::model::PartialDate>();
        if !day.is_ok_and(crate::model::PartialDate::is_whole) {
            self.error(place, format!("`{text}` is no day such as 2026-01-15"));
        }
    }

    fn conditions(&mut self) {
        for (place, text) in self.pack.conditions() {
            let Err(faults) = PackCondition::compiled(text) else { continue };
            for fault in faults {
                let told = PackFault::error(&place, fault.message);
                self.faults.push(match fault.hint {
                    Some(hint) => told.hinted(hint),
                    None => told,
                });
            }
        }
    }

    fn requirement(&mut self, at: usize, requirement: &PackRequirement) {
        let place = format!("requirements[{at}]");
        self.sourced(&place, &requirement.source, &requirement.as_of);
        if requirement.documents.is_empty()
            && requirement.fields.is_empty()
            && requirement.holds.is_none()
        {
            self.error(&place, "nothing meets it: it names no document, field or condition");
        }
        if requirement.worth < 0.0 || !requirement.worth.is_finite() {
            self.error(format!("{place}.worth"), "it is below 0");
        }
        if let Some(dimension) = &requirement.dimension {
            let known: Vec<&str> =
                self.pack.dimensions.iter().map(|it| it.id.as_str()).collect();
            self.known(&format!("{place}.dimension"), "dimension", dimension, &known);
        } else if 0.0 < requirement.worth {
            self.error(&place, "it has worth and no dimension to count to");
        }
        for (field_at, field) in requirement.fields.iter().enumerate() {
            self.field(&format!("{place}.fields[{field_at}]"), field);
        }
        for (need_at, need) in requirement.documents.iter().enumerate() {
            self.need(&format!("{place}.documents[{need_at}]"), need);
        }
    }

    fn need(&mut self, place: &str, need: &DocumentNeed) {
        if need.kinds.is_empty() && need.forms.is_empty() {
            self.error(place, "it names no kind of document and no form");
        }
        let kinds: Vec<&str> = self.names.documents.iter().map(String::as_str).collect();
        for (at, kind) in need.kinds.iter().enumerate() {
            self.known(&format!("{place}.kinds[{at}]"), "kind of document", kind, &kinds);
        }
        if let Some(id) = &need.max_age_minimum {
            let ids = legal_minimum::ids();
            self.known(&format!("{place}.max_age_minimum"), "minimum", id, &ids);
        }
        if let Some(about) = &need.about {
            let people: Vec<&str> = self.names.people.iter().map(String::as_str).collect();
            self.known(&format!("{place}.about"), "role", about, &people);
        }
    }

    fn field(&mut self, place: &str, field: &str) {
        let (role, name) = field.split_once('.').unwrap_or((field, ""));
        if self.names.field(role, name).is_none() {
            let near = nearest(name, self.names.under(role));
            let fault = PackFault::error(place, format!("unknown field `{field}`"));
            self.faults.push(match near {
                Some(near) => fault.hinted(format!("did you mean `{role}.{near}`?")),
                None => fault,
            });
        }
    }

    fn known(&mut self, place: &str, what: &str, given: &str, known: &[&str]) {
        if known.contains(&given) {
            return;
        }
        let fault = PackFault::error(place, format!("unknown {what} `{given}`"));
        self.faults.push(match nearest(given, known.iter().copied()) {
            Some(near) => fault.hinted(format!("did you mean `{near}`?")),
            None => fault,
        });
    }

    fn rule(&mut self, at: usize, rule: &AdmissionRule) {
        let place = format!("rules[{at}]");
        self.sourced(&place, &rule.source, &rule.as_of);
        if rule.provision.trim().is_empty() {
            self.error(format!("{place}.provision"), "it names no provision");
        }
        if rule.met_when.is_none() && rule.unmet_when.is_none() {
            self.error(&place, "it has neither `met_when` nor `unmet_when`");
        }
    }

    /// A source is one of the pack's by its id, or a provision.
    fn sourced(&mut self, place: &str, source: &str, as_of: &str) {
        let ids: Vec<&str> = self.pack.sources.iter().map(|it| it.id.as_str()).collect();
        let provision = ["IRPA ", "IRPR ", "CA ", "RPDR ", "IADR ", "FCCIRPR "];
        if source.trim().is_empty() {
            self.error(format!("{place}.source"), "it has no source");
        } else if !ids.contains(&source) && !provision.iter().any(|it| source.starts_with(it)) {
            self.known(&format!("{place}.source"), "source", source, &ids);
        }
        self.day(&format!("{place}.as_of"), as_of);
    }

    fn triggers(&mut self) {
        let kinds: Vec<&str> = self.names.documents.iter().map(String::as_str).collect();
        for (at, trigger) in self.pack.triggers.iter().enumerate() {
            let place = format!("triggers[{at}]");
            self.sourced(&place, &trigger.source, &trigger.as_of);
            for (kind_at, kind) in trigger.rebuttal.documents.iter().enumerate() {
                let place = format!("{place}.rebuttal.documents[{kind_at}]");
                self.known(&place, "kind of document", kind, &kinds);
            }
            if trigger.research.is_empty() {
                let told = "it says nothing to research";
                self.faults.push(PackFault::warning(&place, told));
            }
        }
        for (at, question) in self.pack.questions.iter().enumerate() {
            for (field_at, field) in question.asks.iter().enumerate() {
                self.field(&format!("questions[{at}].asks[{field_at}]"), field);
            }
        }
    }

    /// Fields that no reader fills and nobody is asked for: a check that rests on one is never decided.
    fn dead_fields(&mut self) {
        let pack = self.pack;
        let asked = pack.questions.iter().flat_map(|it| &it.asks);
        let asked: BTreeSet<&str> = asked.map(String::as_str).collect();
        let is_dead = |field: &str| {
            !is_filled(field) && question_for(field).is_none() && !asked.contains(field)
        };
        let named = pack.requirements.iter().enumerate().flat_map(|(at, it)| {
            it.fields
                .iter()
                .map(move |field| (format!("requirements[{at}].fields"), field.clone()))
        });
        let mut read: Vec<(String, String)> = named.collect();
        for (place, text) in pack.conditions() {
            let fields = spelled(text, self.names).reads.into_iter();
            let fields = fields.filter_map(|it| PackNames::field_read(&it.root, &it.name));
            read.extend(fields.map(|field| (place.clone(), field)));
        }
        for (place, field) in read.into_iter().filter(|(_, field)| is_dead(field)) {
            let told = format!("nothing fills `{field}`, and nobody is asked for it");
            let hint = "add a question that `asks` for it";
            self.faults.push(PackFault::warning(place, told).hinted(hint));
        }
    }

    fn ids(&mut self) {
        let pack = self.pack;
        let sources = pack.sources.iter().map(|it| ("source", &it.id));
        let dimensions = pack.dimensions.iter().map(|it| ("dimension", &it.id));
        let requirements = pack.requirements.iter().map(|it| ("check", &it.id));
        let rules = pack.rules.iter().map(|it| ("check", &it.id));
        let triggers = pack.triggers.iter().map(|it| ("check", &it.id));
        let mut seen = BTreeSet::new();
        let all = sources
            .chain(dimensions)
            .chain(requirements)
            .chain(rules)
            .chain(triggers);
        for (what, id) in all {
            if id.trim().is_empty() {
                self.error(what, "an id is empty");
            } else if !seen.insert((what, id)) {
                self.error(id, format!("two of the pack's {what}s have this id"));
            }
        }
    }

    fn depth(&mut self) {
        let pack = self.pack;
        let checks = pack.requirements.len() + pack.rules.len() + pack.triggers.len();
        if checks < MANY_CHECKS {
            let told = format!("{checks} checks; a pack of real depth has {MANY_CHECKS}");
            self.faults.push(PackFault::warning("", told));
        }
        if pack.questions.len() < MANY_QUESTIONS {
            let told = format!("{} questions to the client", pack.questions.len());
            self.faults.push(PackFault::warning("questions", told));
        }
        for dimension in &pack.dimensions {
            let counts = |it: &&PackRequirement| it.dimension.as_ref() == Some(&dimension.id);
            if !pack.requirements.iter().any(|it| counts(&it)) {
                let told = format!("nothing counts to the dimension `{}`", dimension.id);
                self.faults.push(PackFault::warning("dimensions", told));
            }
        }
    }
}
