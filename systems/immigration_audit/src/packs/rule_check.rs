//! Rules and triggers of a pack held against a matter.

use super::{
    assessment::AssessedMatter,
    document_need::unread,
    pack_condition::TruthValue,
    pack_definition::{AdmissionRule, ApplicationPack, RefusalTrigger},
    requirement_check::{CheckReading, asked, seen, source_words, why_open},
};
use crate::model::{AdmissionFinding, RequirementStanding, TriggerCheck};

pub(super) fn check_rule(
    rule: &AdmissionRule,
    matter: &AssessedMatter<'_>,
) -> AdmissionFinding {
    let reading = match asked(rule.when.as_deref(), matter) {
        Ok(()) => read_rule(rule, matter),
        Err(reading) => reading,
    };
    AdmissionFinding {
        id: rule.id.clone(),
        words: rule.words.clone(),
        provision: rule.provision.clone(),
        as_of: rule.as_of.clone(),
        standing: reading.standing,
        severity: rule.severity,
        places: reading.places,
        reason: reading.reason,
    }
}

fn read_rule(rule: &AdmissionRule, matter: &AssessedMatter<'_>) -> CheckReading {
    let sides = [
        (rule.unmet_when.as_deref(), RequirementStanding::Unmet, RequirementStanding::Met),
        (rule.met_when.as_deref(), RequirementStanding::Met, RequirementStanding::Unmet),
    ];
    let both = rule.unmet_when.is_some() && rule.met_when.is_some();
    let (mut open, mut places) = (Vec::new(), Vec::new());
    for (text, when_true, when_false) in sides {
        let Some(text) = text else { continue };
        let reading = matter.reading(text);
        let standing = match reading.value {
            TruthValue::True => Some(when_true),
            // With both sides told, neither says the other by being false.
            TruthValue::False if !both => Some(when_false),
            _ => None,
        };
        if let Some(standing) = standing {
            let reason = seen(&reading);
            return CheckReading { standing, places: reading.places, reason };
        }
        let why = match reading.value {
            TruthValue::False => seen(&reading),
            _ => why_open(&reading),
        };
        open.push(why);
        places.extend(reading.places);
    }
    open.dedup();
    let reason = format!("cannot be told: {}{}", open.join("; "), unread(matter.files));
    CheckReading {
        standing: RequirementStanding::Unknown,
        places,
        reason,
    }
}

pub(super) fn check_trigger(
    pack: &ApplicationPack,
    trigger: &RefusalTrigger,
    matter: &AssessedMatter<'_>,
) -> TriggerCheck {
    let reading = matter.reading(&trigger.when);
    let (standing, reason) = match reading.value {
        TruthValue::True => (
            RequirementStanding::Met,
            format!("shown by {}: {}", trigger.shown_by, seen(&reading)),
        ),
        TruthValue::False => (RequirementStanding::Unmet, seen(&reading)),
        TruthValue::Unknown if reading.seen.is_empty() && reading.failure.is_none() => (
            RequirementStanding::NotSeen,
            format!("looked for {} and not seen", trigger.shown_by),
        ),
        TruthValue::Unknown => (RequirementStanding::Unknown, why_open(&reading)),
    };
    TriggerCheck {
        id: trigger.id.clone(),
        words: trigger.words.clone(),
        is_pill: trigger.pill,
        severity: trigger.severity,
        standing,
        places: reading.places,
        reason,
        rebuttal: rebuttal(trigger, matter),
        research: trigger.research.clone(),
        source: source_words(pack, &trigger.source),
    }
}

/// What rebuts it, with the documents that are there and those that are not.
fn rebuttal(trigger: &RefusalTrigger, matter: &AssessedMatter<'_>) -> String {
    let mut told = trigger.rebuttal.words.clone();
    let kinds = &trigger.rebuttal.documents;
    let there: Vec<&str> = matter
        .files
        .iter()
        .filter(|file| kinds.contains(&file.kind))
        .map(|file| file.path.as_str())
        .collect();
    let wanted: Vec<String> = kinds
        .iter()
        .filter(|kind| !matter.files.iter().any(|file| file.kind == **kind))
        .map(|kind| kind.replace('_', " "))
        .collect();
    if !there.is_empty() {
        told.push_str(" There: ");
        told.push_str(&there.join(", "));
        told.push('.');
    }
    if !wanted.is_empty() {
        told.push_str(" Not seen: ");
        told.push_str(&wanted.join(", "));
        told.push('.');
    }
    told
}

/// A rule whose breach forces the worst verdict, as the trigger that the verdict reads.
pub(super) fn pill_of(rule: &AdmissionRule, finding: &AdmissionFinding) -> TriggerCheck {
    let standing = match finding.standing {
        RequirementStanding::Unmet => RequirementStanding::Met,
        RequirementStanding::Met => RequirementStanding::Unmet,
        other => other,
    };
    TriggerCheck {
        id: format!("{}_pill", rule.id),
        words: rule.words.clone(),
        is_pill: true,
        severity: rule.severity,
        standing,
        places: finding.places.clone(),
        reason: finding.reason.clone(),
        rebuttal: String::new(),
        research: vec![rule.provision.clone()],
        source: rule.source.clone(),
    }
}
