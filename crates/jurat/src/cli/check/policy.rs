//! Policies and mappings: built in by name, or files of your own.

use std::{fs, path::Path};

use jurat_model::audit::{AnswerPlan, CombinedAudit};
use jurat_pipeline_audit::audit::{AuditPolicy, InvalidInputError, StateMapping};
use jurat_pipeline_audit::{
    AuditConfig,
    builtin_files::{BuiltinAuditFile, MAPPINGS, POLICIES, named},
};
use serde_json::Value as Json;

use crate::{exit::CommandExit, failure::CommandFailure, output};

/// What an audit goes by.
#[derive(Debug, clap::Args)]
pub(super) struct AuditPolicyArgs {
    /// A policy: default, strict, `consumer_pt`, or a file of yours in JSON or TOML
    #[arg(long, value_name = "POLICY", default_value = "default")]
    policy: String,
    /// How the state names its parts: native, langchain, llamaindex, haystack, openai, ragas, or
    /// a file of yours [default: the one that fits]
    #[arg(long, value_name = "MAPPING")]
    from: Option<String>,
}

/// What to print.
#[derive(Debug, clap::Args)]
pub(super) struct CheckPrintArgs {
    /// The name of a policy or mapping, or `policy-schema`, `mapping-schema`, `audit-schema`, `plan-schema`
    name: String,
}

impl AuditPolicyArgs {
    /// The policy and the mappings that are meant.
    pub(super) fn kit(&self) -> Result<AuditConfig, CommandFailure> {
        let policy = self.policy()?;
        let Some(from) = &self.from else {
            return AuditConfig::new(policy)
                .map_err(|wrong| wrong_with("a built-in mapping", &wrong));
        };
        let text = match named(MAPPINGS, from) {
            Some(shipped) => shipped.text.to_owned(),
            None => read(from, "mapping", MAPPINGS)?,
        };
        let mapping = StateMapping::read(&text).map_err(|wrong| wrong_with(from, &wrong))?;
        Ok(AuditConfig::with(policy, mapping))
    }

    fn policy(&self) -> Result<AuditPolicy, CommandFailure> {
        let name = &self.policy;
        let value: Json = match named(POLICIES, name) {
            Some(shipped) => parsed(shipped.text, name)?,
            None => parsed(&read(name, "policy", POLICIES)?, name)?,
        };
        AuditPolicy::from_value(&value).map_err(|wrong| wrong_with(name, &wrong))
    }
}

pub(super) fn print(args: &CheckPrintArgs) -> Result<CommandExit, CommandFailure> {
    let schema = match args.name.as_str() {
        "policy-schema" => Some(AuditPolicy::schema().clone()),
        "mapping-schema" => Some(schemars::schema_for!(StateMapping).to_value()),
        "audit-schema" => Some(schemars::schema_for!(CombinedAudit).to_value()),
        "plan-schema" => Some(schemars::schema_for!(AnswerPlan).to_value()),
        _ => None,
    };
    if let Some(schema) = schema {
        output::value(&schema)?;
        return Ok(CommandExit::Done);
    }
    let found = named(POLICIES, &args.name).or_else(|| named(MAPPINGS, &args.name));
    let found = found.ok_or_else(|| {
        let known = [names(POLICIES), names(MAPPINGS)].join(", ");
        CommandFailure::input(format!("`{}` is not built in", args.name)).hint(format!(
            "there are {known}, policy-schema, mapping-schema, audit-schema, plan-schema"
        ))
    })?;
    output::text(found.text)?;
    Ok(CommandExit::Done)
}

fn read(
    name: &str,
    what: &str,
    shipped: &'static [BuiltinAuditFile],
) -> Result<String, CommandFailure> {
    fs::read_to_string(name).map_err(|error| {
        CommandFailure::input(format!("cannot read the {what} `{name}`: {error}"))
            .hint(format!("give a file, or one that is built in: {}", names(shipped)))
    })
}

fn names(shipped: &[BuiltinAuditFile]) -> String {
    let names: Vec<&str> = shipped.iter().map(|one| one.name).collect();
    names.join(", ")
}

fn parsed(text: &str, name: &str) -> Result<Json, CommandFailure> {
    let toml = Path::new(name)
        .extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("toml"));
    let parsed = if toml {
        toml::from_str(text).map_err(|error| error.to_string())
    } else {
        serde_json::from_str(text).map_err(|error| error.to_string())
    };
    parsed.map_err(|error| {
        CommandFailure::input(format!("the policy `{name}` cannot be read: {error}"))
    })
}

/// Everything that is wrong with a file of ours or yours, a line each.
pub(super) fn wrong_with(name: &str, wrong: &InvalidInputError) -> CommandFailure {
    const SHOWN: usize = 20;
    let count = wrong.problems.len();
    let lines = wrong.problems.iter().take(SHOWN).map(|one| format!("\n  {one}"));
    let more = count.saturating_sub(SHOWN);
    let more = if more == 0 { String::new() } else { format!("\n  and {more} more") };
    let lines: String = lines.collect();
    CommandFailure::input(format!("{} `{name}` cannot be used:{lines}{more}", wrong.what))
}
