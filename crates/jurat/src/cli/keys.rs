//! `jurat keys`: keys that sign bundles.

use std::path::PathBuf;

use jurat_proof::{PublicKey, keys};
use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

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
        /// A .pub file
        file: PathBuf,
    },
}

pub(crate) fn execute(
    app: &AppContext,
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
            app.out.note(&format!("secret    {}", file.display()));
            app.out.note(&format!("public    {}", beside.display()));
            key.public()
        }
        KeysCommand::Show { file } => PublicKey::read(&file).map_err(wrong)?,
    };
    if app.out.json {
        output::value(
            &json!({ "public": public.to_string(), "fingerprint": public.fingerprint() }),
        )?;
    } else {
        output::text(&format!("{public}\nfingerprint {}", public.fingerprint()))?;
    }
    Ok(CommandExit::Done)
}
