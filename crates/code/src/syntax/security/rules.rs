//! The rules as they are written down: what is called or given a value, when that counts, and what
//! is said of it.

use std::sync::LazyLock;

use serde::Deserialize;

use super::{
    super::call::CallSite, RuleSeverity, code_execution, crypto, files, markup, shell, sql,
    taint::TaintFacts,
};

/// Every rule; of those that one call fits, the first counts.
pub(super) static RULES: LazyLock<Vec<SecurityRule>> = LazyLock::new(|| {
    // A test reads the same file: it can always be read.
    serde_json::from_str(include_str!("rules.json")).unwrap_or_default()
});

/// What is looked for, and what is said where it is found.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SecurityRule {
    pub(super) id: String,
    pub(super) cwe: String,
    pub(super) message: String,
    pub(super) remediation: String,
    #[serde(default)]
    pub(super) calls: Vec<CallRule>,
    #[serde(default)]
    pub(super) values: Vec<ValueRule>,
}

/// Calls that a rule is about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CallRule {
    languages: Vec<String>,
    /// What is called: whole names with imports resolved, or `*.name` for any owner.
    pub(super) callees: Vec<String>,
    /// A named argument, and what it must say.
    keyword: Option<(String, String)>,
    /// How bad it is, where that does not depend on what is given.
    weight: Option<RuleSeverity>,
    /// Else what tells: a name of [`CONDITIONS`].
    when: Option<String>,
}

type CallCondition = fn(&CallSite<'_, '_>, &TaintFacts) -> Option<RuleSeverity>;

/// What rules can ask of a call, by name.
const CONDITIONS: &[(&str, CallCondition)] = &[
    (shell::ALWAYS_SHELL, |call, _| Some(shell::by_worth(call))),
    (shell::PYTHON_SHELL, |call, _| shell::python_shell(call)),
    ("prepared_shell", |call, _| shell::prepared_shell(call)),
    ("script_command", |call, _| shell::script_command(call)),
    ("script_program", |call, _| shell::script_program(call)),
    ("java_command", |call, _| shell::java_command(call)),
    ("listed_command", |call, _| shell::listed_command(call)),
    ("rust_shell", |call, _| shell::rust_shell(call)),
    ("evaluated", code_execution::evaluated),
    ("made_function", |call, _| code_execution::made_function(call)),
    ("loose_yaml", |call, _| code_execution::loose_yaml(call)),
    ("java_xml", |call, _| code_execution::java_xml(call)),
    ("python_digest", |call, _| crypto::python_digest(call)),
    ("script_digest", |call, _| crypto::line_digest(call, &["md5", "sha1"])),
    ("java_digest", |call, _| crypto::line_digest(call, &["\"MD5\"", "\"SHA-1\"", "\"SHA1\""])),
    ("unfiltered_archive", |call, _| files::unfiltered_archive(call)),
    ("clones_here", |call, _| files::clones_here(call)),
    ("cloned_beside", |call, _| files::cloned_beside(call)),
    ("composed_sql", sql::composed),
    ("switched_on", |call, _| {
        (call.written() == "(true)").then_some((super::Severity::High, true))
    }),
    ("written_markup", |call, _| markup::written(call)),
];

impl CallRule {
    /// How bad a call is; nothing where the rule does not apply to it.
    pub(super) fn applies(
        &self,
        call: &CallSite<'_, '_>,
        names: &TaintFacts,
    ) -> Option<RuleSeverity> {
        let is_read = self.languages.iter().any(|language| language == call.language());
        if !is_read || !self.callees.iter().any(|callee| is_called(callee, call.callee)) {
            return None;
        }
        if let Some((name, words)) = &self.keyword
            && call.source.of(call.keyword(name)?) != words
        {
            return None;
        }
        match &self.when {
            Some(when) => condition(when)?(call, names),
            None => self.weight,
        }
    }
}

fn condition(name: &str) -> Option<CallCondition> {
    CONDITIONS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, condition)| *condition)
}

/// Whether a callee is the one that a rule names.
fn is_called(rule: &str, callee: &str) -> bool {
    match rule.strip_prefix("*.") {
        Some(name) => callee.strip_suffix(name).is_some_and(|before| before.ends_with('.')),
        None => rule == callee,
    }
}

/// Whether a rule with this condition is about a callee.
pub(super) fn is_about(when: &str, callee: &str) -> bool {
    let mut calls = RULES.iter().flat_map(|rule| &rule.calls);
    calls.any(|call| {
        call.when.as_deref() == Some(when) && call.callees.iter().any(|one| one == callee)
    })
}

/// Values that a rule is about, by the name that they are given to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueRule {
    names: Vec<String>,
    /// What is given, as written; or how that ends.
    #[serde(default)]
    is: Vec<String>,
    ends: Option<String>,
    weight: RuleSeverity,
}

impl ValueRule {
    /// How bad it is that a name is given these words; nothing where the rule is about others.
    pub(super) fn applies(&self, name: &str, words: &str) -> Option<RuleSeverity> {
        let given = self.is.iter().any(|one| one == words)
            || self.ends.as_ref().is_some_and(|end| words.ends_with(end));
        (given && self.names.iter().any(|one| one == name)).then_some(self.weight)
    }
}

pub(super) fn rule(id: &str) -> Option<&'static SecurityRule> {
    RULES.iter().find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests {
    use super::{RULES, SecurityRule, condition};

    #[test]
    fn every_rule_says_how_bad_it_is_or_names_a_condition_that_is_there() {
        let read: Result<Vec<SecurityRule>, _> =
            serde_json::from_str(include_str!("rules.json"));
        assert_eq!(read.map(|rules| rules.len()).ok(), Some(RULES.len()));
        for call in RULES.iter().flat_map(|rule| &rule.calls) {
            let known = call.when.as_ref().is_some_and(|when| condition(when).is_some());
            assert!(known != call.weight.is_some(), "{:?}", call.callees);
        }
    }
}
