//! Where a repository is said to be: looked at closely before anything runs.
//!
//! Only https to hosts of a list, and things that lie on this machine. No user names, no
//! passwords, no options, no other transports.

mod local;
mod url;

use std::{fmt, path::PathBuf};

const LONGEST: usize = 2048;

/// An address that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepoAddress {
    shown: String,
    pub(super) place: RepoLocation,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RepoLocation {
    /// A repository to be fetched.
    Url {
        url: String,
        port: u16,
        plain: bool,
    },
    /// A repository on this machine: its own folder, and another that holds its objects where it
    /// is the folder of a linked working tree.
    Repository {
        git_dir: PathBuf,
        common: PathBuf,
    },
    /// A repository in a file.
    Bundle(PathBuf),
    /// Files in a file.
    Archive {
        path: PathBuf,
        format: &'static str,
    },
    Folder(PathBuf),
}

impl RepoAddress {
    /// Looks at an address: `https://HOST/…` where the host, or `host:port`, is on the list; or
    /// the path of a git repository, bundle, archive (.tar, .tar.gz, .zip) or folder.
    pub fn parse(given: &str, hosts: &[String]) -> Result<Self, AddressError> {
        Self::look_at(given, hosts, None)
    }

    /// The same, and `http://127.0.0.1:PORT/…` too: for tests that play a server. Nothing is
    /// encrypted, nobody is who they say; so the lints let no other code call it.
    #[doc(hidden)]
    pub fn parse_allowing_http_loopback(
        given: &str,
        hosts: &[String],
    ) -> Result<Self, AddressError> {
        Self::look_at(given, hosts, Some(url::LoopbackPermit))
    }

    fn look_at(
        given: &str,
        hosts: &[String],
        loopback: Option<url::LoopbackPermit>,
    ) -> Result<Self, AddressError> {
        let given = given.trim();
        if given.is_empty() {
            return Err(AddressError::Empty);
        }
        if LONGEST < given.len() {
            return Err(AddressError::TooLong);
        }
        if given.chars().any(char::is_control) {
            return Err(AddressError::ControlCharacter);
        }
        if given.starts_with('-') {
            return Err(AddressError::OptionLike);
        }
        if let Some((url, port, plain)) = url::place(given, hosts, loopback)? {
            return Ok(Self {
                shown: url.clone(),
                place: RepoLocation::Url { url, port, plain },
            });
        }
        Ok(Self {
            shown: given.to_owned(),
            place: local::place(given)?,
        })
    }

    /// What is there: `url`, `path`, `bundle`, `archive`, `folder`.
    pub const fn form(&self) -> &'static str {
        match self.place {
            RepoLocation::Url { .. } => "url",
            RepoLocation::Repository { .. } => "path",
            RepoLocation::Bundle(_) => "bundle",
            RepoLocation::Archive { .. } => "archive",
            RepoLocation::Folder(_) => "folder",
        }
    }

    /// Whether it has to be fetched over the network.
    pub const fn is_remote(&self) -> bool {
        matches!(self.place, RepoLocation::Url { .. })
    }
}

impl fmt::Display for RepoAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

/// What is wrong with an address. It never repeats a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("the address is empty")]
    Empty,
    #[error("the address has more than {LONGEST} bytes")]
    TooLong,
    /// A line end, a NUL and such.
    #[error("the address holds a control character")]
    ControlCharacter,
    /// It would be taken for an option.
    #[error("the address begins with `-`, as an option does")]
    OptionLike,
    /// `ext::sh -c …`.
    #[error("the address asks for the helper program `{helper}`")]
    RemoteHelper { helper: String },
    #[error("`{scheme}` addresses are not fetched")]
    Scheme { scheme: String },
    /// `git@host:path`.
    #[error("the address is one for ssh")]
    Ssh,
    #[error("the address holds a user name or a password")]
    Credentials,
    /// Not on the list.
    #[error("`{host}` is not among the hosts that may be asked")]
    HostNotAllowed {
        /// With its port, where one is given.
        host: String,
    },
    #[error("the address names no repository: {why}")]
    NoRepository { why: String },
    #[error("there is nothing at `{path}`: {why}")]
    NotThere {
        path: String,
        /// In the system's words.
        why: String,
    },
    /// Something is there that we cannot take in.
    #[error("`{path}` is no repository, bundle, archive or folder: {why}")]
    NotRecognised { path: String, why: String },
}

impl AddressError {
    pub fn hint(&self) -> String {
        match self {
            Self::Empty | Self::TooLong | Self::ControlCharacter => {
                "give an https address, or the path of a repository, bundle, archive or folder"
            }
            Self::OptionLike => "write the path as `./-name`",
            Self::RemoteHelper { .. } => "nothing is executed; give an https address or a path",
            Self::Scheme { scheme } if scheme == "file" => "give the path without `file://`",
            Self::Scheme { .. } => "give the https address of the repository",
            Self::Ssh => "give the https address: https://HOST/OWNER/NAME",
            Self::Credentials => {
                "for a private repository, clone it yourself and give the path of the clone"
            }
            Self::HostNotAllowed { host } => {
                return format!("`--host {host}` allows it, if you trust it");
            }
            Self::NoRepository { .. } => "give it as https://HOST/OWNER/NAME",
            Self::NotThere { .. } => "look at the spelling of the path",
            Self::NotRecognised { .. } => {
                "give a git repository, a git bundle, a .tar, .tar.gz or .zip file, or a folder"
            }
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests;
