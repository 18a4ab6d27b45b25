//! The vault of cases: where its key comes from, which case is meant, what events of cases say.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use jurat_engine::{Clock as _, SystemClock};
use jurat_immigration_audit::model::{AuditReport, AuditedResult, ProfileCorrection};
use jurat_vault::{RecordedEvent, VaultError, VaultFolder, VaultKey, VaultRecord};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

use crate::{
    app::AppContext,
    failure::CommandFailure,
    output::CliOutput,
    settings::{self, CaseSettings, CliSettings},
};

/// The folder of all cases.
const FOLDER: &str = "cases";
/// The key that is made where none is set up.
const KEY: &str = "case.key";

pub(crate) const AUDITED: &str = "audited";
pub(crate) const CORRECTED: &str = "corrected";
pub(crate) const ANSWERED: &str = "answered";
pub(crate) const OUTCOME: &str = "outcome";
/// The sealed file of the last audit.
pub(crate) const BUNDLE: &str = "bundle";

/// What an audit leaves in its case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AuditedEvent {
    pub(crate) workflow: String,
    pub(crate) tier: String,
    pub(crate) application_type: String,
    pub(crate) verification: String,
    pub(crate) result: AuditedResult,
    /// What it wants to know of the client.
    pub(crate) questions: Vec<String>,
    /// The root of its bundle.
    pub(crate) root: String,
    /// Where reports were written: they are the user's, and no erasure reaches them.
    pub(crate) reports: Vec<PathBuf>,
}

/// What a person answered to a stage of `sign_off` over an audit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct AnsweredEvent {
    /// The event of the audit.
    pub(crate) audit: u64,
    pub(crate) stage: String,
    pub(crate) answer: Json,
    pub(crate) reason: Option<String>,
}

/// What became of an application.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OutcomeEvent {
    pub(crate) outcome: String,
    /// The day, as `2026-01-09`.
    pub(crate) on: String,
}

/// Cases as one user keeps them.
pub(crate) struct CaseVault {
    pub(crate) folder: VaultFolder,
    pub(crate) settings: CaseSettings,
    store: PathBuf,
    out: CliOutput,
}

/// A case with what is kept of it.
pub(crate) struct OpenCase {
    pub(crate) id: String,
    pub(crate) key: VaultKey,
    pub(crate) record: VaultRecord,
}

impl CaseVault {
    pub(crate) fn of(app: &AppContext) -> Self {
        Self::with(&app.settings, app.out)
    }

    fn with(settings: &CliSettings, out: CliOutput) -> Self {
        Self {
            folder: VaultFolder::new(settings.store.join(FOLDER)),
            settings: settings.cases.clone(),
            store: settings.store.clone(),
            out,
        }
    }

    /// The key that was set up, or made earlier.
    pub(crate) fn key(&self) -> Result<VaultKey, CommandFailure> {
        self.known_key()?.ok_or_else(|| {
            let path = self.key_path();
            CommandFailure::input(format!("the key of the cases is missing: there is no {}", path.display()))
                .hint("put it back, or say under [cases] where it is (`key_file`, `key_env`, `key_command`); without it nothing opens them")
        })
    }

    /// The same; where nothing was sealed so far and no key is set up, one is made.
    pub(crate) fn key_to_keep(&self) -> Result<VaultKey, CommandFailure> {
        if let Some(key) = self.known_key()? {
            return Ok(key);
        }
        if self.folder.is_used()? {
            return self.key();
        }
        let (path, key) = (self.key_path(), VaultKey::generate()?);
        let written = fs::create_dir_all(&self.store)
            .and_then(|()| fs::write(&path, format!("{}\n", key.to_text())));
        written.map_err(|error| {
            CommandFailure::input(format!("cannot write {}: {error}", path.display()))
        })?;
        self.out.note(&format!(
            "key       {} was made: what is kept of cases is sealed with it, and lost without it",
            path.display()
        ));
        Ok(key)
    }

    /// Nothing where no key is set up and none was made.
    pub(crate) fn known_key(&self) -> Result<Option<VaultKey>, CommandFailure> {
        let CaseSettings { key_file, key_env, key_command, .. } = &self.settings;
        let told = match (key_file, key_env, key_command.split_first()) {
            (None, None, None) => match fs::read_to_string(self.key_path()) {
                Ok(text) => (text, self.key_path().display().to_string()),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(unread(&self.key_path(), &error)),
            },
            (Some(path), None, None) => (private_text(path)?, path.display().to_string()),
            (None, Some(name), None) => {
                let found = settings::key(name).ok_or_else(|| {
                    CommandFailure::input(format!("the variable {name} holds no key of cases"))
                        .hint(format!("export {name}=…"))
                })?;
                (found, name.clone())
            }
            (None, None, Some((program, args))) => (said_by(program, args)?, program.clone()),
            _ => {
                return Err(CommandFailure::input(
                    "[cases] names more than one place of the key",
                )
                .hint("keep one of `key_file`, `key_env`, `key_command`"));
            }
        };
        let (text, origin) = told;
        VaultKey::parse(&text).map(Some).map_err(|error| {
            CommandFailure::input(format!("{origin} holds no key of cases: {error}"))
        })
    }

    fn key_path(&self) -> PathBuf {
        self.store.join(KEY)
    }

    /// The case of an id, its beginning, or the folder that was audited.
    pub(crate) fn open(&self, given: &str) -> Result<OpenCase, CommandFailure> {
        let key = self.key()?;
        let id = self.id_of(Some(&key), given)?;
        let record = self.folder.open(&key, &id)?;
        Ok(OpenCase { id, key, record })
    }

    /// Which case is meant; a folder is known by the key alone.
    pub(crate) fn id_of(
        &self,
        key: Option<&VaultKey>,
        given: &str,
    ) -> Result<String, CommandFailure> {
        let ids = self.folder.ids()?;
        let named: Vec<&String> = ids.iter().filter(|id| id.starts_with(given)).collect();
        match (named.as_slice(), key) {
            ([id], _) if !given.is_empty() => return Ok((*id).clone()),
            ([], Some(key)) => {
                let id = fs::canonicalize(given).ok().map(|path| key.id_of(&case_name(&path)));
                if let Some(id) = id.filter(|id| ids.contains(id)) {
                    return Ok(id);
                }
            }
            _ => {}
        }
        let count = named.len();
        Err(match count {
            0 => CommandFailure::input("there is no such case")
                .hint("`jurat case list` shows all; `jurat audit FOLDER` makes one"),
            _ => CommandFailure::input(format!("{count} cases begin so"))
                .hint("give more of the id"),
        })
    }

    /// Adds an event to a case that is open.
    pub(crate) fn add(
        &self,
        case: &OpenCase,
        kind: &str,
        author: Option<&str>,
        body: &impl Serialize,
    ) -> Result<(), CommandFailure> {
        let event = event(kind, author, body)?;
        self.folder.record(&case.key, &case.record.name, event, &[])?;
        Ok(())
    }

    pub(crate) fn days(&self) -> u32 {
        self.settings.days()
    }
}

impl OpenCase {
    /// The last audit, with the number of its event.
    pub(crate) fn last_audit(&self) -> Result<(u64, AuditedEvent), CommandFailure> {
        let last = self.record.of_kind(AUDITED).last();
        let last = last.ok_or_else(|| CommandFailure::ours("the case holds no audit"))?;
        Ok((last.seq, body_of(last)?))
    }

    /// The report of the last audit, out of its sealed bundle.
    pub(crate) fn last_report(&self, vault: &CaseVault) -> Result<AuditReport, CommandFailure> {
        let bundle = vault.folder.file(&self.key, &self.id, BUNDLE)?;
        let report = jurat_proof::report_file(&bundle, "report.json")
            .ok_or_else(|| CommandFailure::ours("the bundle of the case holds no report"))?;
        serde_json::from_slice(&report)
            .map_err(|_| CommandFailure::ours("the report of the case cannot be read"))
    }

    pub(crate) fn corrections(&self) -> Result<Vec<ProfileCorrection>, CommandFailure> {
        self.record.of_kind(CORRECTED).map(body_of).collect()
    }

    /// What was answered over an audit, in order.
    pub(crate) fn answers(
        &self,
        audit: u64,
    ) -> Result<Vec<(RecordedEvent, AnsweredEvent)>, CommandFailure> {
        let all = self.record.of_kind(ANSWERED);
        let read = all.map(|event| Ok((event.clone(), body_of::<AnsweredEvent>(event)?)));
        let mut read = read.collect::<Result<Vec<_>, CommandFailure>>()?;
        read.retain(|(_, answered)| answered.audit == audit);
        Ok(read)
    }
}

/// An event of now.
pub(crate) fn event(
    kind: &str,
    author: Option<&str>,
    body: &impl Serialize,
) -> Result<RecordedEvent, CommandFailure> {
    let body = serde_json::to_value(body)
        .map_err(|_| CommandFailure::ours(format!("an event `{kind}` cannot be written")))?;
    Ok(RecordedEvent {
        seq: 0,
        kind: kind.to_owned(),
        at_ms: SystemClock.now_ms(),
        author: author.map(str::to_owned),
        body,
    })
}

/// What an event says. What cannot be read is not repeated: it is personal.
pub(crate) fn body_of<T: DeserializeOwned>(event: &RecordedEvent) -> Result<T, CommandFailure> {
    serde_json::from_value(event.body.clone()).map_err(|_| {
        CommandFailure::ours(format!(
            "event {} ({}) of the case cannot be read",
            event.seq, event.kind
        ))
        .hint("a newer jurat may have written it")
    })
}

/// The name of the case of a folder.
pub(crate) fn case_name(folder: &Path) -> String {
    folder.to_string_lossy().into_owned()
}

/// Erases what has been kept as long as it may be, and says so. Needs no key.
pub(crate) fn erase_expired(settings: &CliSettings, out: CliOutput) {
    let vault = CaseVault::with(settings, out);
    let days = vault.days();
    match vault.folder.erase_expired(SystemClock.now_ms(), days) {
        Ok(gone) => {
            for id in gone {
                out.note(&format!(
                    "case {id} was kept for {days} days and is erased; its chain stays"
                ));
            }
        }
        Err(error) => out.note(&format!("cases could not be looked through: {error}")),
    }
}

fn unread(path: &Path, error: &std::io::Error) -> CommandFailure {
    CommandFailure::input(format!(
        "cannot read the key of the cases: {}: {error}",
        path.display()
    ))
}

/// A file that nobody else may read.
fn private_text(path: &Path) -> Result<String, CommandFailure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let found = fs::metadata(path).map_err(|error| unread(path, &error))?;
        let mode = found.permissions().mode() & 0o777;
        if mode & 0o077 != 0 {
            let message = format!(
                "others may read the key of the cases: {} has mode {mode:o}",
                path.display()
            );
            return Err(CommandFailure::input(message).hint(format!(
                "chmod 600 {}",
                crate::output::quoted(&path.display().to_string())
            )));
        }
    }
    fs::read_to_string(path).map_err(|error| unread(path, &error))
}

/// What a keyring's own command says.
#[expect(
    clippy::disallowed_methods,
    reason = "the user's own command, out of the user's own settings: it has to reach the keyring"
)]
fn said_by(program: &str, args: &[String]) -> Result<String, CommandFailure> {
    let failed = |why: String| {
        CommandFailure::input(format!(
            "`key_command` of [cases] gives no key: {program}: {why}"
        ))
        .hint("try it in a shell: it has to print 64 hex digits")
    };
    let said = Command::new(program)
        .args(args)
        .stdin(Stdio::inherit())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if !said.status.success() {
        return Err(failed(said.status.to_string()));
    }
    String::from_utf8(said.stdout).map_err(|_| failed("what it printed is no text".to_owned()))
}

impl From<VaultError> for CommandFailure {
    fn from(error: VaultError) -> Self {
        let message = error.to_string();
        match error {
            VaultError::OtherKey { .. } => Self::input(message).hint(
                "give the key that it was sealed with: [cases] of your `jurat.toml` says which is used",
            ),
            VaultError::NotAKey => Self::input(message),
            VaultError::Unknown(_) | VaultError::Erased(_) => {
                Self::input(message).hint("`jurat case list` shows what is kept")
            }
            VaultError::Damaged { .. } => Self::ours(message)
                .hint("`jurat case verify` says what else is wrong; a backup has to bring it back"),
            VaultError::Disk { .. } | VaultError::NoChance(_) => Self::ours(message),
        }
    }
}
