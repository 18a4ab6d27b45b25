//! Which models a run may use, from the command line and the settings.

use std::collections::BTreeMap;

use clap::builder::PossibleValuesParser;
use jurat_engine::WorkflowDefinition;
use jurat_system::parameters::BUDGETS;
use serde_json::{Value as Json, json};

use crate::{
    failure::CommandFailure,
    model_servers::{self, OFFLINE},
    settings::CliSettings,
};

/// The role of a model that turns words into vectors. It has no part in a run's calls.
pub(crate) const EMBED: &str = "embed";

// What models may do, and spend. No doc comment: it would stand for the help of every verb that takes these.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ModelArgs {
    /// The model of `jurat.toml` that does all that a model can do, or `offline` [default: as
    /// [roles] in `jurat.toml` says, else offline]
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// How many tokens models may take: 20,000, 400,000 or 4,000,000
    #[arg(long, global = true, value_name = "SIZE", value_parser = PossibleValuesParser::new(BUDGETS.iter().copied()))]
    budget: Option<String>,
}

impl ModelArgs {
    /// The parameters of a run.
    pub(crate) fn params(
        &self,
        settings: &CliSettings,
    ) -> Result<BTreeMap<String, Json>, CommandFailure> {
        let models = match self.model.as_deref() {
            Some(OFFLINE) => json!({}),
            Some(name) if settings.servers.contains_key(name) => json!({ "any": name }),
            Some(name) => return Err(unknown(name, settings)),
            None => json!(roles(settings)),
        };
        let mut params = BTreeMap::from([("models".to_owned(), models)]);
        if let Some(budget) = &self.budget {
            params.insert("budget".to_owned(), json!(budget));
        }
        Ok(params)
    }

    /// The parameters of a run of this workflow. One that no model has a part in takes none, and
    /// says so where one was asked for.
    pub(crate) fn params_for(
        &self,
        definition: &WorkflowDefinition,
        settings: &CliSettings,
    ) -> Result<BTreeMap<String, Json>, CommandFailure> {
        let mut params = self.params(settings)?;
        params.retain(|name, _| definition.params.contains_key(name));
        let asked = [("models", self.model.is_some()), ("budget", self.budget.is_some())];
        if asked
            .iter()
            .any(|(name, given)| *given && !params.contains_key(*name))
        {
            let name = &definition.name;
            return Err(CommandFailure::input(format!(
                "no model has a part in workflow `{name}`"
            ))
            .hint("leave `--model` and `--budget` away"));
        }
        Ok(params)
    }

    /// Whether anything was asked of models.
    pub(crate) const fn given(&self) -> bool {
        self.model.is_some() || self.budget.is_some()
    }

    /// The models to look at: the one that was named, or all.
    pub(crate) fn named<'a>(
        &self,
        settings: &'a CliSettings,
    ) -> Result<Vec<&'a str>, CommandFailure> {
        let all = settings.servers.keys().map(String::as_str);
        let Some(name) = self.model.as_deref() else { return Ok(all.collect()) };
        let found: Vec<&str> = all.filter(|one| *one == name).collect();
        if found.is_empty() && name != OFFLINE {
            return Err(unknown(name, settings));
        }
        Ok(found)
    }
}

fn roles(settings: &CliSettings) -> BTreeMap<&String, &String> {
    settings.roles.iter().filter(|(role, _)| *role != EMBED).collect()
}

fn unknown(name: &str, settings: &CliSettings) -> CommandFailure {
    CommandFailure::input(model_servers::unknown(name, &settings.servers))
        .hint("`jurat init` writes a jurat.toml with an example")
}
