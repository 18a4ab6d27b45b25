//! What may stand in a `jurat.toml`, and what of it anyone may say.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use jurat_intake::EncoderChoice;
use jurat_llm::ModelSettings;
use jurat_mcp::RemoteSettings;
use serde::Deserialize;
use toml::{Table, Value};

use crate::failure::CommandFailure;

/// `jurat.toml`, its paths as seen from the folder that it lies in.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsFile {
    pub(super) store: Option<PathBuf>,
    pub(super) durability: Option<DurabilityLevel>,
    pub(super) workers: Option<usize>,
    pub(super) encoder: Option<EncoderChoice>,
    #[serde(default)]
    pub(super) models: BTreeMap<String, ModelSettings>,
    #[serde(default)]
    pub(super) roles: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) stages: StageSettings,
    #[serde(default)]
    pub(super) services: BTreeMap<String, RemoteSettings>,
    #[serde(default)]
    pub(super) cases: CaseSettings,
}

/// How cases are kept.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CaseSettings {
    /// Days from the last event to the erasure.
    days: Option<u32>,
    /// A file that holds the key.
    pub(crate) key_file: Option<PathBuf>,
    /// A variable that holds it.
    pub(crate) key_env: Option<String>,
    /// A command that prints it, such as that of a keyring.
    pub(crate) key_command: Vec<String>,
    /// Whether a second person has to sign.
    second_signature: Option<bool>,
}

impl CaseSettings {
    const DAYS: u32 = 90;

    pub(crate) fn days(&self) -> u32 {
        self.days.unwrap_or(Self::DAYS)
    }

    pub(crate) fn second_signature(&self) -> bool {
        self.second_signature.unwrap_or(false)
    }

    /// Whether it says where the key is.
    const fn names_key(&self) -> bool {
        self.key_file.is_some() || self.key_env.is_some() || !self.key_command.is_empty()
    }

    /// What this says, and for the rest what the other says. The place of the key is taken from one of them, whole.
    fn over(self, other: &Self) -> Self {
        let key = if self.names_key() { self.clone() } else { other.clone() };
        Self {
            days: self.days.or(other.days),
            second_signature: self.second_signature.or(other.second_signature),
            ..key
        }
    }
}

/// What stages of one's own may do.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct StageSettings {
    /// Addresses that `http:` stages may call, each with all below it.
    pub(crate) allow: Vec<String>,
    /// The key that signs their requests.
    pub(crate) key: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum DurabilityLevel {
    Full,
    Normal,
}

/// What is taken of a file that nobody trusts.
#[derive(Debug, Default)]
pub(super) struct HarmlessPart {
    pub(super) taken: SettingsFile,
    /// The keys that count for nothing.
    pub(super) ignored: Vec<String>,
}

impl SettingsFile {
    /// The file at this path; an empty one where there is none.
    pub(super) fn read(path: &Path) -> Result<Self, CommandFailure> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => {
                Err(CommandFailure::input(format!("cannot read {}: {error}", path.display())))
            }
        }
    }

    /// The text of the file at this path.
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, CommandFailure> {
        let parsed: Self = toml::from_str(text).map_err(|error| wrong(&error, text, path))?;
        Ok(parsed.placed(path.parent().unwrap_or(path)))
    }

    /// What this file says, and for the rest what the other says.
    pub(super) fn over(self, other: Self) -> Self {
        let (mut models, mut roles) = (other.models, other.roles);
        models.extend(self.models);
        roles.extend(self.roles);
        let mut services = other.services;
        services.extend(self.services);
        let mut allow = other.stages.allow;
        allow.extend(self.stages.allow);
        let key = self.stages.key.or(other.stages.key);
        Self {
            store: self.store.or(other.store),
            durability: self.durability.or(other.durability),
            workers: self.workers.or(other.workers),
            encoder: self.encoder.or(other.encoder),
            models,
            roles,
            stages: StageSettings { allow, key },
            services,
            cases: self.cases.over(&other.cases),
        }
    }

    fn placed(self, folder: &Path) -> Self {
        let models = self.models.into_iter().map(|(name, model)| {
            let key_file = model.key_file.map(|file| folder.join(file));
            (name, ModelSettings { key_file, ..model })
        });
        let key = self.stages.key.map(|key| folder.join(key));
        let services = self.services.into_iter().map(|(name, service)| {
            let token_file = service.token_file.map(|file| folder.join(file));
            let files = service.files.iter().map(|file| folder.join(file)).collect();
            (name, RemoteSettings { token_file, files, ..service })
        });
        let key_file = self.cases.key_file.as_ref().map(|file| folder.join(file));
        Self {
            cases: CaseSettings { key_file, ..self.cases },
            store: self.store.map(|store| folder.join(store)),
            models: models.collect(),
            stages: StageSettings { key, ..self.stages },
            services: services.collect(),
            ..self
        }
    }
}

impl HarmlessPart {
    /// What neither sends, reads secrets, moves data nor weakens what is kept: as many threads as there are processors,
    /// and the encoder that the program carries. Nothing where it is no TOML.
    pub(super) fn of(text: &str, processors: usize) -> Option<Self> {
        let table: Table = toml::from_str(text).ok()?;
        let mut part = Self::default();
        for (key, value) in table {
            let threads = value.as_integer().and_then(|count| usize::try_from(count).ok());
            let threads = threads.filter(|count| (1..=processors).contains(count));
            match (key.as_str(), threads, value.as_str()) {
                ("workers", Some(count), _) => part.taken.workers = Some(count),
                ("encoder", _, Some("law")) => part.taken.encoder = Some(EncoderChoice::Law),
                _ => part.ignored.push(key),
            }
        }
        Some(part)
    }
}

/// What a file sets, a line each, as `models.local.model = "plum"`. One that cannot be used is refused.
pub(crate) fn settings_lines(text: &str, path: &Path) -> Result<Vec<String>, CommandFailure> {
    SettingsFile::parse(text, path)?;
    let table: Table = toml::from_str(text).map_err(|error| wrong(&error, text, path))?;
    let mut lines = Vec::new();
    push_lines("", &Value::Table(table), &mut lines);
    Ok(lines)
}

fn push_lines(name: &str, value: &Value, lines: &mut Vec<String>) {
    let Value::Table(table) = value else {
        lines.push(format!("{name} = {value}"));
        return;
    };
    for (key, value) in table {
        let dot = if name.is_empty() { "" } else { "." };
        push_lines(&format!("{name}{dot}{key}"), value, lines);
    }
}

fn wrong(error: &toml::de::Error, text: &str, path: &Path) -> CommandFailure {
    // The line itself is not shown: it may hold a key that somebody wrote there.
    let before = error.span().map_or("", |span| &text[..span.start.min(text.len())]);
    let line = before.matches('\n').count() + 1;
    let message = format!("{}, line {line}: {}", path.display(), error.message());
    CommandFailure::input(message).hint(
        "the keys are `store`, `durability`, `workers`, `encoder`, [models.NAME], [roles], [stages], [services.NAME] and [cases]",
    )
}

#[cfg(test)]
mod tests {
    use super::HarmlessPart;

    #[track_caller]
    fn check(text: &str, workers: Option<usize>, ignored: &[&str]) {
        let part = HarmlessPart::of(text, 4).unwrap_or_default();
        assert_eq!((part.taken.workers, part.ignored), (workers, own(ignored)), "{text}");
        assert!(part.taken.store.is_none() && part.taken.models.is_empty(), "{text}");
    }

    fn own(keys: &[&str]) -> Vec<String> {
        keys.iter().map(|key| (*key).to_owned()).collect()
    }

    #[test]
    fn threads_and_the_encoder_on_board_are_taken() {
        check("workers = 4", Some(4), &[]);
        check("workers = 1\nencoder = \"law\"", Some(1), &[]);
    }

    #[test]
    fn all_else_counts_for_nothing() {
        check("workers = 5", None, &["workers"]);
        check("workers = 0", None, &["workers"]);
        check("workers = -1", None, &["workers"]);
        check("encoder = \"minilm\"", None, &["encoder"]);
        check("durability = \"normal\"", None, &["durability"]);
        check("store = \"/x\"\nworkers = 2", Some(2), &["store"]);
        check("[models.a]\nmodel = 1\n[roles]\nany = \"a\"", None, &["models", "roles"]);
        check("[stages]\nallow = [\"https://a.example\"]", None, &["stages"]);
        check("[services.noc]\nurl = \"https://a.example/mcp\"", None, &["services"]);
        check("[hooks]\nafter = \"rm\"", None, &["hooks"]);
        check("workers = 2\nworkers = ", None, &[]);
    }
}
