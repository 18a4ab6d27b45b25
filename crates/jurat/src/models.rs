//! Which models a run may use, from the command line and the settings.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use crate::{
    failure::Failure,
    servers::{self, OFFLINE},
    settings::Settings,
};

/// What models may do, and spend.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ModelArgs {
    /// The model of `jurat.toml` that does all that a model can do, or `offline` [default: as
    /// [roles] in `jurat.toml` says, else offline]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// How many tokens models may take: 20,000, 400,000 or 4,000,000
    #[arg(long, value_name = "SIZE", value_parser = ["small", "standard", "large"])]
    budget: Option<String>,
}

impl ModelArgs {
    /// The parameters of a run.
    pub(crate) fn params(
        &self,
        settings: &Settings,
    ) -> Result<BTreeMap<String, Json>, Failure> {
        let models = match self.model.as_deref() {
            Some(OFFLINE) => json!({}),
            Some(name) if settings.servers.contains_key(name) => json!({ "any": name }),
            Some(name) => {
                return Err(Failure::input(servers::unknown(name, &settings.servers))
                    .hint("`jurat init` writes a jurat.toml with an example"));
            }
            None => json!(settings.roles),
        };
        let mut params = BTreeMap::from([("models".to_owned(), models)]);
        if let Some(budget) = &self.budget {
            params.insert("budget".to_owned(), json!(budget));
        }
        Ok(params)
    }
}
