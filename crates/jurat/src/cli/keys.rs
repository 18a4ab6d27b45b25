//! `jurat keys`: keys that sign bundles.

use std::path::PathBuf;

use jurat_proof::{PublicKey, keys};
use serde_json::json;

use crate::{app::App, exit::Exit, failure::Failure, output};

/// What to do with keys.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Verb {
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

pub(crate) fn execute(app: &App, verb: Verb) -> Result<Exit, Failure> {
    let wrong = |error: jurat_proof::ProofError| Failure::input(error.to_string());
    let public: PublicKey = match verb {
        Verb::New { file } => {
            let key = keys::generate().map_err(|error| Failure::ours(error.to_string()))?;
            key.write(&file).map_err(wrong)?;
            let mut beside = file.clone().into_os_string();
            beside.push(".pub");
            let beside = PathBuf::from(beside);
            key.public().write(&beside).map_err(wrong)?;
            app.out.note(&format!("secret    {}", file.display()));
            app.out.note(&format!("public    {}", beside.display()));
            key.public()
        }
        Verb::Show { file } => PublicKey::read(&file).map_err(wrong)?,
    };
    if app.out.json {
        output::value(
            &json!({ "public": public.to_string(), "fingerprint": public.fingerprint() }),
        )?;
    } else {
        output::text(&format!("{public}\nfingerprint {}", public.fingerprint()))?;
    }
    Ok(Exit::Done)
}
