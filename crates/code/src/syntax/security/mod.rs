//! Security findings by rules over calls, assignments, texts and markup.
//!
//! Comments and texts never count as code. A rule is data: what is called, under which
//! condition, and what is said about it. One file for each family.

mod bindings;
mod code_execution;
mod constness;
mod crypto;
mod files;
mod interpolation;
mod markup;
mod secrets;
mod shell;
mod sql;
mod taint;
mod taint_conditions;
mod taint_sources;
mod tls;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jurat_model::LocatedValue;
use tree_sitter::Node;

use super::{
    call::{CallSite, last_part},
    languages::LoadedGrammar,
    source::SourceFile,
};
use crate::facts::{FileRole, FindingExposure, SecurityFinding, SecuritySeverity as Severity};
use taint::TaintFacts;

/// Findings that are kept, in the product and elsewhere.
const MOST_REACHABLE: usize = 1000;
const MOST_ELSEWHERE: usize = 500;

/// The rule for secrets that are written into a file.
pub(super) const SECRET_RULE: &str = "hard-coded-secret";

/// What is said where a rule applies.
pub(super) struct SecurityRule {
    id: &'static str,
    cwe: &'static str,
    message: &'static str,
    remediation: &'static str,
}

/// How bad it is here, and whether the pattern proves it.
type RuleSeverity = (Severity, bool);

/// A rule over calls.
struct CallRule {
    rule: &'static SecurityRule,
    languages: &'static [&'static str],
    /// What is called: whole names with imports resolved, or `*.name` for any owner.
    callees: &'static [&'static str],
    when: fn(&CallSite<'_, '_>, &TaintFacts) -> Option<RuleSeverity>,
}

/// A rule over values given to a name.
struct ValueRule {
    rule: &'static SecurityRule,
    /// The name, or how it ends after a dot.
    names: &'static [&'static str],
    when: fn(&str, Node<'_>) -> Option<RuleSeverity>,
}

pub(super) struct FindingCollector {
    found: Vec<LocatedValue<SecurityFinding>>,
    elsewhere: usize,
    /// Those in the product that nothing proves.
    unproven: usize,
    /// Rules by the last part of what they look for.
    by_last: BTreeMap<&'static str, Vec<&'static CallRule>>,
    /// What the names of the file that is read are given.
    names: TaintFacts,
    cut: bool,
}

impl FindingCollector {
    pub(super) fn new() -> Self {
        let mut by_last: BTreeMap<&str, Vec<&CallRule>> = BTreeMap::new();
        let families = [
            shell::CALLS,
            code_execution::CALLS,
            crypto::CALLS,
            files::CALLS,
            sql::CALLS,
            tls::CALLS,
            markup::CALLS,
        ];
        for rule in families.into_iter().flatten() {
            for callee in rule.callees {
                let of_last = by_last.entry(last_part(callee)).or_default();
                if !of_last.iter().any(|known| std::ptr::eq(*known, rule)) {
                    of_last.push(rule);
                }
            }
        }
        Self {
            found: Vec::new(),
            elsewhere: 0,
            unproven: 0,
            by_last,
            names: TaintFacts::default(),
            cut: false,
        }
    }

    /// Turns to another file.
    pub(super) fn begin(
        &mut self,
        source: &SourceFile<'_>,
        grammar: &LoadedGrammar,
        root: Node<'_>,
    ) {
        self.names = TaintFacts::of(source, grammar, root);
    }

    /// Looks at a call.
    pub(super) fn call(&mut self, call: &CallSite<'_, '_>, role: FileRole) {
        let Some(rules) = self.by_last.get(call.last()) else { return };
        let applies = rules.iter().find_map(|rule| {
            let named = rule.languages.contains(&call.language())
                && rule.callees.iter().any(|callee| is_called(callee, call.callee));
            let weight = named.then(|| (rule.when)(call, &self.names)).flatten()?;
            Some((rule.rule, weight))
        });
        if let Some((rule, weight)) = applies {
            let finding = finding(rule, rule.message.to_owned(), weight, role);
            self.keep(call.source.located(finding, call.node));
        }
    }

    /// Looks at a value that is given to a name.
    pub(super) fn assigned(
        &mut self,
        source: &SourceFile<'_>,
        name: &str,
        value: Node<'_>,
        role: FileRole,
    ) {
        for rule in [tls::VALUES, markup::VALUES].into_iter().flatten() {
            let last = name.rsplit('.').next().unwrap_or(name);
            if rule.names.contains(&last)
                && let Some(weight) = (rule.when)(source.of(value), value)
            {
                let finding = finding(rule.rule, rule.rule.message.to_owned(), weight, role);
                self.keep(source.located(finding, value));
            }
        }
    }

    /// Looks at an attribute of markup.
    pub(super) fn markup(&mut self, source: &SourceFile<'_>, node: Node<'_>, role: FileRole) {
        if let Some((rule, weight)) = markup::attribute(source, node) {
            let finding = finding(rule, rule.message.to_owned(), weight, role);
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
        let found = finding(&secrets::SECRET, message, weight, role);
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

fn is_unproven(finding: &LocatedValue<SecurityFinding>) -> bool {
    finding.value.exposure == FindingExposure::Reachable && !finding.value.confirmed
}

/// Whether a callee is the one that a rule names.
fn is_called(rule: &str, callee: &str) -> bool {
    match rule.strip_prefix("*.") {
        Some(name) => callee.strip_suffix(name).is_some_and(|before| before.ends_with('.')),
        None => rule == callee,
    }
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
        rule: rule.id.to_owned(),
        severity,
        cwe: rule.cwe.to_owned(),
        message,
        remediation: rule.remediation.to_owned(),
        exposure,
        confirmed,
    }
}
