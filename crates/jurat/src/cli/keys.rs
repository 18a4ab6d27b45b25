//! `jurat keys`: keys that sign bundles.

use std::path::PathBuf;

use jurat_proof::{PublicKey, SigningKey, keys};
use serde_json::json;

use crate::{
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    private_files,
};

/// What to do with keys.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum KeysCommand {
    /// Make a key: FILE keeps it secret, FILE.pub is for everyone
    New {
        /// Where to write it; nothing is written over
        file: PathBuf,
    },
    /// Show a public key and its fingerprint
    Show {
        /// A .pub file, or the secret one: of it, only the public half is shown
        file: PathBuf,
    },
}

pub(crate) fn execute(
    out: CliOutput,
    verb: KeysCommand,
) -> Result<CommandExit, CommandFailure> {
    let wrong = |error: jurat_proof::ProofError| CommandFailure::input(error.to_string());
    let public: PublicKey = match verb {
        KeysCommand::New { file } => {
            let key =
                keys::generate().map_err(|error| CommandFailure::ours(error.to_string()))?;
            key.write(&file).map_err(wrong)?;
            let mut beside = file.clone().into_os_string();
            beside.push(".pub");
            let beside = PathBuf::from(beside);
            key.public().write(&beside).map_err(wrong)?;
            private_files::open_to_umask(&beside)
                .map_err(|error| CommandFailure::ours(error.to_string()))?;
            out.note(&format!("secret    {}", file.display()));
            out.note(&format!("public    {}", beside.display()));
            key.public()
        }
        KeysCommand::Show { file } => match SigningKey::read(&file) {
            Ok(key) => key.public(),
            Err(_) => PublicKey::read(&file).map_err(wrong)?,
        },
    };
    if out.json {
        output::value(
            &json!({ "public": public.to_string(), "fingerprint": public.fingerprint() }),
        )?;
    } else {
        output::text(&format!("{public}\nfingerprint {}", public.fingerprint()))?;
    }
    Ok(CommandExit::Done)
}
