//! Security findings by rules over calls, assignments, texts and markup.
//!
//! Comments and texts never count as code. A rule is data, in `rules.json`: what is called, under
//! which condition, and what is said about it. Conditions that look closer are functions, a file
//! for each family.

mod bindings;
mod code_execution;
mod constness;
mod crypto;
mod escaping;
mod files;
mod interpolation;
mod markup;
mod rules;
mod secrets;
mod shell;
mod sql;
mod taint;
mod taint_conditions;
mod taint_sources;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jurat_model::LocatedValue;
use tree_sitter::Node;

use self::escaping::MarkupBudget;
use super::{
    call::{CallSite, last_part},
    languages::LoadedGrammar,
    source::SourceFile,
};
use crate::facts::{FileRole, FindingExposure, SecurityFinding, SecuritySeverity as Severity};
use rules::{CallRule, RULES, SecurityRule, rule};
use taint::TaintFacts;

/// Findings that are kept, in the product and elsewhere.
const MOST_REACHABLE: usize = 1000;
const MOST_ELSEWHERE: usize = 500;

/// The rule for secrets that are written into a file.
pub(super) const SECRET_RULE: &str = "hard-coded-secret";

/// How bad it is here, and whether the pattern proves it.
type RuleSeverity = (Severity, bool);

pub(super) struct FindingCollector {
    found: Vec<LocatedValue<SecurityFinding>>,
    elsewhere: usize,
    /// Those in the product that nothing proves.
    unproven: usize,
    /// Rules by the last part of what they look for.
    by_last: BTreeMap<&'static str, Vec<(&'static SecurityRule, &'static CallRule)>>,
    /// What the names of the file that is read are given.
    names: TaintFacts,
    /// What is left to look at in markup of that file.
    markup: MarkupBudget,
    cut: bool,
}

impl FindingCollector {
    pub(super) fn new() -> Self {
        let mut by_last: BTreeMap<&str, Vec<(&SecurityRule, &CallRule)>> = BTreeMap::new();
        for rule in RULES.iter() {
            for call in &rule.calls {
                for callee in &call.callees {
                    let of_last = by_last.entry(last_part(callee)).or_default();
                    if !of_last.iter().any(|(_, known)| std::ptr::eq(*known, call)) {
                        of_last.push((rule, call));
                    }
                }
            }
        }
        Self {
            found: Vec::new(),
            elsewhere: 0,
            unproven: 0,
            by_last,
            names: TaintFacts::default(),
            markup: MarkupBudget::default(),
            cut: false,
        }
    }

    pub(super) fn begin(
        &mut self,
        source: &SourceFile<'_>,
        grammar: &LoadedGrammar,
        root: Node<'_>,
    ) {
        self.names = TaintFacts::of(source, grammar, root);
        self.markup = MarkupBudget::default();
    }

    pub(super) fn call(&mut self, call: &CallSite<'_, '_>, role: FileRole) {
        let Some(rules) = self.by_last.get(call.last()) else { return };
        let applies = rules
            .iter()
            .find_map(|(rule, when)| Some((rule, when.applies(call, &self.names)?)));
        if let Some((rule, weight)) = applies {
            let finding = finding(rule, rule.message.clone(), weight, role);
            self.keep(call.source.located(finding, call.node));
        }
    }

    pub(super) fn assigned(
        &mut self,
        source: &SourceFile<'_>,
        name: &str,
        value: Node<'_>,
        role: FileRole,
    ) {
        let (last, words) = (name.rsplit('.').next().unwrap_or(name), source.of(value));
        for rule in RULES.iter() {
            let listed = rule.values.iter().find_map(|one| one.applies(last, words));
            let is_markup = rule.id == markup::RULE;
            let mut written = || {
                let weight = markup::assigned(last, words, value).filter(|_| is_markup)?;
                (!self.markup.is_escaped(source, value)).then_some(weight)
            };
            if let Some(weight) = listed.or_else(&mut written) {
                let finding = finding(rule, rule.message.clone(), weight, role);
                self.keep(source.located(finding, value));
            }
        }
    }

    pub(super) fn markup(&mut self, source: &SourceFile<'_>, node: Node<'_>, role: FileRole) {
        let weight = markup::attribute(source.of(node));
        if let Some((rule, weight)) = rule(markup::RULE).zip(weight) {
            let finding = finding(rule, rule.message.clone(), weight, role);
            self.keep(source.located(finding, node));
        }
    }

    /// Looks at a text and who holds it.
    pub(super) fn text(
        &mut self,
        source: &SourceFile<'_>,
        node: Node<'_>,
        words: &str,
        holder: &str,
        role: FileRole,
    ) {
        if let Some((what, weight)) = secrets::in_text(words, holder) {
            self.secret(source, source.row(node.start_byte()), &what, weight, role);
        }
    }

    /// Looks for secrets in a file that is no code.
    pub(super) fn lines(&mut self, source: &SourceFile<'_>, role: FileRole) {
        for (row, line) in source.text.lines().enumerate() {
            if let Some((what, weight)) = secrets::in_line(line) {
                self.secret(source, row, &what, weight, role);
            }
        }
    }

    /// Looks through prose for secrets that show what they are.
    pub(super) fn prose(&mut self, source: &SourceFile<'_>, role: FileRole) {
        for (row, line) in source.text.lines().enumerate() {
            if let Some((what, weight)) = secrets::in_prose(line) {
                self.secret(source, row, &what, weight, role);
            }
        }
    }

    /// A secret is pointed to by its file alone, and its line is said in words: the lines of a
    /// pointer are shown with it, and a report must not pass a secret on.
    fn secret(
        &mut self,
        source: &SourceFile<'_>,
        row: usize,
        what: &str,
        weight: RuleSeverity,
        role: FileRole,
    ) {
        let message = format!("{what} on line {} is written into the file", row + 1);
        let Some(rule) = rule(SECRET_RULE) else { return };
        let mut found = finding(rule, message, weight, role);
        // Whoever has the repository has the key, whatever its file is for. What rules are tried on
        // looks like a key and is none.
        let of_rules = role == FileRole::Vendored || is_fixture(source.path);
        if weight.0 == Severity::High && !of_rules {
            found.exposure = FindingExposure::Reachable;
        }
        found.confirmed &= !of_rules;
        let mut found = source.on_lines(found, row, row);
        found.snippet.clear();
        (found.at.lines, found.at.snippet) = (None, None);
        self.keep(found);
    }

    fn keep(&mut self, finding: LocatedValue<SecurityFinding>) {
        if self.found.last() == Some(&finding) {
            return;
        }
        let elsewhere = finding.value.exposure == FindingExposure::TestOnly;
        let unproven = is_unproven(&finding);
        let room = if elsewhere {
            self.elsewhere < MOST_ELSEWHERE
        } else {
            self.found.len() - self.elsewhere < MOST_REACHABLE
        };
        // What is cut off outside the product is in nobody's favour.
        self.cut |= !room && !elsewhere;
        if room || (!elsewhere && !unproven && self.make_room()) {
            self.elsewhere += usize::from(elsewhere);
            self.unproven += usize::from(unproven);
            self.found.push(finding);
        }
    }

    /// Gives up a finding that nothing proves for one that is proven.
    fn make_room(&mut self) -> bool {
        if self.unproven == 0 {
            return false;
        }
        let Some(at) = self.found.iter().rposition(is_unproven) else { return false };
        self.found.remove(at);
        self.unproven -= 1;
        true
    }

    /// All findings by place, and whether some were left out.
    pub(super) fn finish(self) -> (Vec<LocatedValue<SecurityFinding>>, bool) {
        (self.found, self.cut)
    }
}

/// Whether a file lies among what tests are fed with.
fn is_fixture(path: &str) -> bool {
    let parts = path.rsplit('/').skip(1);
    parts
        .map(str::to_ascii_lowercase)
        .any(|part| matches!(&*part, "fixtures" | "testdata" | "__snapshots__" | "cassettes"))
}

fn is_unproven(finding: &LocatedValue<SecurityFinding>) -> bool {
    finding.value.exposure == FindingExposure::Reachable && !finding.value.confirmed
}

fn finding(
    rule: &SecurityRule,
    message: String,
    weight: RuleSeverity,
    role: FileRole,
) -> SecurityFinding {
    let (severity, confirmed) = weight;
    // What says that a program made it still runs, but nobody wrote the pattern on purpose.
    let confirmed = confirmed && role != FileRole::Generated;
    let exposure = match role {
        FileRole::Product | FileRole::Config | FileRole::Generated => {
            FindingExposure::Reachable
        }
        _ => FindingExposure::TestOnly,
    };
    SecurityFinding {
        rule: rule.id.clone(),
        severity,
        cwe: rule.cwe.clone(),
        message,
        remediation: rule.remediation.clone(),
        exposure,
        confirmed,
    }
}
