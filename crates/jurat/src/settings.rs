//! The only reader of the environment and of `jurat.toml`.
//!
//! Where runs are kept: `--store`, else `JURAT_HOME`, else the key `store`, else the data folder of
//! the user. The rest comes from the nearest `jurat.toml`: in this folder, above it, or at home.

use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
    thread,
};

use directories::ProjectDirs;
use jurat_intake::EncoderChoice;
use jurat_llm::{ModelSettings, PipEnvironment};
use jurat_store::CommitDurability;
use serde::Deserialize;

use crate::failure::CommandFailure;

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
}

/// `jurat.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    store: Option<PathBuf>,
    durability: Option<DurabilityLevel>,
    workers: Option<usize>,
    #[serde(default)]
    encoder: EncoderChoice,
    #[serde(default)]
    models: BTreeMap<String, ModelSettings>,
    #[serde(default)]
    roles: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DurabilityLevel {
    Full,
    Normal,
}

impl CliSettings {
    /// The settings of this process.
    pub(crate) fn read(store: Option<&Path>) -> Result<Self, CommandFailure> {
        let named = named_home();
        let home = named.clone().or_else(usual_home);
        let (folder, file) = nearest(home.as_deref())?;
        let kept = || Some(folder.join(file.store.as_ref()?));
        let store = store
            .map(Path::to_path_buf)
            .or(named)
            .or_else(kept)
            .or_else(|| home.clone());
        let store = store.ok_or_else(|| {
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
        let servers = file.models.into_iter();
        let servers = servers.map(|(name, model)| (name, placed(model, &folder))).collect();
        Ok(Self {
            servers,
            roles: file.roles,
            encoder: file.encoder,
            models: home.unwrap_or_else(|| store.clone()).join("models"),
            store,
            durability,
            workers: file.workers.unwrap_or_else(processors),
        })
    }
}

/// A key's file is meant as seen from the settings.
fn placed(model: ModelSettings, folder: &Path) -> ModelSettings {
    let key_file = model.key_file.map(|file| folder.join(file));
    ModelSettings { key_file, ..model }
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

/// The nearest file, and the folder it lies in.
fn nearest(home: Option<&Path>) -> Result<(PathBuf, SettingsFile), CommandFailure> {
    let here = env::current_dir().unwrap_or_default();
    for folder in here.ancestors().chain(home) {
        if let Some(file) = read_settings_file(&folder.join(FILE))? {
            return Ok((folder.to_path_buf(), file));
        }
    }
    Ok((PathBuf::new(), SettingsFile::default()))
}

fn read_settings_file(path: &Path) -> Result<Option<SettingsFile>, CommandFailure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            return Err(CommandFailure::input(format!(
                "cannot read {}: {error}",
                path.display()
            )));
        }
    };
    let parsed = toml::from_str(&text).map(Some);
    parsed.map_err(|error: toml::de::Error| {
        // The line itself is not shown: it may hold a key that somebody wrote there.
        let before = error.span().map_or("", |span| &text[..span.start.min(text.len())]);
        let line = before.matches('\n').count() + 1;
        let message = format!("{}, line {line}: {}", path.display(), error.message());
        CommandFailure::input(message)
            .hint("the keys are `store`, `durability`, `workers`, `encoder`, [models.NAME] and [roles]")
    })
}
