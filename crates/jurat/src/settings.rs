//! The only reader of the environment and of `jurat.toml`.
//!
//! Where runs are kept: `--store`, else `JURAT_HOME`, else the key `store`, else the data folder of the user. What sends,
//! reads secrets or says where things lie comes from the user's own `jurat.toml`, the environment and flags; the file of a
//! project has a say in it only once it is trusted.

mod project_file;
mod settings_file;
mod trusted_files;

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    thread,
};

use directories::ProjectDirs;
use jurat_intake::EncoderChoice;
use jurat_llm::{ModelSettings, PipEnvironment};
use jurat_mcp::RemoteSettings;
use jurat_store::CommitDurability;

use crate::failure::CommandFailure;

use self::{
    project_file::ProjectSearch,
    settings_file::{DurabilityLevel, SettingsFile},
};

pub(crate) use self::{
    project_file::{ProjectFile, project_file},
    settings_file::{CaseSettings, StageSettings, settings_lines},
    trusted_files::TrustedFiles,
};

/// The name of the file.
pub(crate) const FILE: &str = "jurat.toml";

/// What a command goes by.
#[derive(Debug, Clone)]
pub(crate) struct CliSettings {
    /// The folder of the store.
    pub(crate) store: PathBuf,
    /// The folder of models, which all stores of a user share.
    pub(crate) models: PathBuf,
    /// What a commit survives.
    pub(crate) durability: CommitDurability,
    pub(crate) workers: usize,
    /// The encoder that makes vectors, where no server does.
    pub(crate) encoder: EncoderChoice,
    /// Model servers, by the names that the user gives them.
    pub(crate) servers: BTreeMap<String, ModelSettings>,
    /// Which of them plays which role.
    pub(crate) roles: BTreeMap<String, String>,
    /// What stages of one's own may do.
    pub(crate) stages: StageSettings,
    /// Services that live elsewhere, by the names of the table of tools.
    pub(crate) services: BTreeMap<String, RemoteSettings>,
    /// How cases are kept.
    pub(crate) cases: CaseSettings,
}

/// What the command line says of settings.
pub(crate) struct SettingsQuery<'a> {
    /// The folder of the store, where it is named.
    pub(crate) store: Option<&'a Path>,
    /// What the command looks at: no settings are taken from there.
    pub(crate) subjects: &'a [PathBuf],
    /// Hears which files were passed over, and why.
    pub(crate) tell: &'a dyn Fn(&str),
}

impl CliSettings {
    /// The settings of this process.
    pub(crate) fn read(query: &SettingsQuery<'_>) -> Result<Self, CommandFailure> {
        let named = named_home();
        let home = own_folder();
        let own = home
            .as_deref()
            .map_or_else(|| Ok(SettingsFile::default()), own_file)?;
        let search = ProjectSearch {
            home: home.as_deref(),
            subjects: query.subjects,
            tell: query.tell,
        };
        let file = search.nearest()?.over(own);
        let store = query.store.map(Path::to_path_buf).or(named).or(file.store);
        let store = store.or_else(|| home.clone()).ok_or_else(|| {
            CommandFailure::input("there is no folder for the store")
                .hint("give one with `--store DIR`")
        })?;
        let durability = match file.durability {
            Some(DurabilityLevel::Normal) => CommitDurability::Normal,
            Some(DurabilityLevel::Full) | None => CommitDurability::Full,
        };
        if let Some(unknown) = file.roles.values().find(|it| !file.models.contains_key(*it)) {
            return Err(CommandFailure::input(format!("[roles] names a model `{unknown}`"))
                .hint(format!("describe it under [models.{unknown}]")));
        }
        Ok(Self {
            servers: file.models,
            roles: file.roles,
            stages: file.stages,
            services: file.services,
            cases: file.cases,
            encoder: file.encoder.unwrap_or_default(),
            models: home.unwrap_or_else(|| store.clone()).join("models"),
            store,
            durability,
            workers: file.workers.unwrap_or_else(processors),
        })
    }
}

/// The folder of the user's own settings: `JURAT_HOME`, else the data folder.
pub(crate) fn own_folder() -> Option<PathBuf> {
    named_home().or_else(usual_home)
}

/// The user's own file, taken at its word; nothing where there is none.
fn own_file(home: &Path) -> Result<SettingsFile, CommandFailure> {
    SettingsFile::read(&home.join(FILE))
}

/// A variable that holds a key.
#[expect(clippy::disallowed_methods, reason = "this is the one door")]
pub(crate) fn key(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|key| !key.is_empty())
}

#[expect(clippy::disallowed_methods, reason = "this is the one door")]
fn named_home() -> Option<PathBuf> {
    env::var_os("JURAT_HOME")
        .filter(|home| !home.is_empty())
        .map(PathBuf::from)
}

/// What the environment says of package indexes.
#[expect(clippy::disallowed_methods, reason = "this is the one door")]
pub(crate) fn pip() -> PipEnvironment {
    let text = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    PipEnvironment {
        index_url: text("PIP_INDEX_URL"),
        extra_index_url: text("PIP_EXTRA_INDEX_URL"),
        no_index: text("PIP_NO_INDEX"),
        cert: text("PIP_CERT").map(PathBuf::from),
    }
}

fn usual_home() -> Option<PathBuf> {
    ProjectDirs::from("", "", "jurat").map(|dirs| dirs.data_dir().to_path_buf())
}

fn processors() -> usize {
    thread::available_parallelism().map_or(2, usize::from)
}
