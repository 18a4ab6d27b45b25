//! `jurat pack init`: a manifest for a folder of the user's.

use std::{fs, io, path::PathBuf};

use jurat_engine::{Clock as _, SystemClock};
use jurat_pack::{CoverageExtent, ManifestRequest, PackPartKind, PartFormat, new_manifest};
use serde_json::json;

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, private_files,
};

/// What the folder is.
#[derive(Debug, clap::Args)]
pub(crate) struct PackInitArgs {
    /// The folder
    pub(super) path: PathBuf,
    /// What is in it: decisions, act, manual, help or table
    #[arg(long, value_parser = kind)]
    kind: PackPartKind,
    /// Its format [default: by the endings of the files]
    #[arg(long, value_parser = format)]
    format: Option<PartFormat>,
    /// The pack's name [default: the folder's]
    #[arg(long)]
    name: Option<String>,
    /// Its title
    #[arg(long)]
    title: Option<String>,
    /// Under which terms it may be used
    #[arg(long, default_value = "not said")]
    licence: String,
    /// The day up to which it is known to be right [default: today]
    #[arg(long, value_name = "DATE")]
    as_of: Option<String>,
    /// The language, as en or fr
    #[arg(long, value_name = "CODE")]
    language: Option<String>,
    /// A court whose decisions are in it, as in its citations; may be given again
    #[arg(long = "court", value_name = "CODE")]
    courts: Vec<String>,
    /// The years that are covered, as 2008-2024
    #[arg(long, value_parser = years)]
    years: Option<(u16, u16)>,
    /// All there is of these years is in it: what is not does not exist
    #[arg(long)]
    whole: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &PackInitArgs,
) -> Result<CommandExit, CommandFailure> {
    let path = args.path.join("pack.json");
    if path.exists() {
        return Err(CommandFailure::input(format!("{} is there already", path.display()))
            .hint("edit it, or remove it first"));
    }
    let manifest = new_manifest(&args.path, &args.request())?;
    let bytes = serde_json::to_vec_pretty(&manifest).map_err(io::Error::from);
    let written = bytes.and_then(|bytes| {
        fs::create_dir_all(&args.path)?;
        private_files::write_for_user(&path, &bytes)
    });
    written.map_err(|error| {
        CommandFailure::ours(format!("cannot write {}: {error}", path.display()))
    })?;
    let files: usize = manifest.parts.iter().map(|part| part.files.len()).sum();
    if app.out.json {
        output::value(&json!({ "written": path, "files": files, "name": manifest.name }))?;
    } else {
        output::text(&format!("wrote {} with {files} files", path.display()))?;
    }
    app.out.hint(&format!(
        "look it through, then `jurat pack lint {}`",
        output::quoted(&args.path.display().to_string())
    ));
    Ok(CommandExit::Done)
}

impl PackInitArgs {
    fn request(&self) -> ManifestRequest {
        ManifestRequest {
            kind: self.kind,
            format: self.format,
            name: self.name.clone().unwrap_or_else(|| self.folder_name()),
            title: self.title.clone(),
            licence: self.licence.clone(),
            as_of: self.as_of.clone().unwrap_or_else(today),
            language: self.language.clone(),
            courts: self.courts.clone(),
            years: self.years,
            extent: if self.whole { CoverageExtent::Whole } else { CoverageExtent::Part },
        }
    }

    /// The folder's name in the letters that a pack's may have.
    fn folder_name(&self) -> String {
        let real = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let name = real.file_name().map(|it| it.to_string_lossy().to_lowercase());
        let name = name.unwrap_or_default();
        let plain = name
            .chars()
            .map(|it| if it.is_ascii_alphanumeric() { it } else { '-' });
        let plain: String = plain.take(28).collect();
        let plain = plain.trim_matches('-').to_owned();
        if plain.is_empty() { "pack".to_owned() } else { plain }
    }
}

fn today() -> String {
    let now = jiff::Timestamp::from_millisecond(SystemClock.now_ms()).unwrap_or_default();
    now.to_zoned(jiff::tz::TimeZone::UTC).date().to_string()
}

fn kind(word: &str) -> Result<PackPartKind, String> {
    PackPartKind::ALL
        .into_iter()
        .find(|kind| kind.word() == word)
        .ok_or_else(|| "one of decisions, act, manual, help, table".to_owned())
}

fn format(word: &str) -> Result<PartFormat, String> {
    let value = serde_json::Value::String(word.to_owned());
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn years(text: &str) -> Result<(u16, u16), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| text.trim().parse::<u16>().ok();
    year(from).zip(year(to)).ok_or_else(|| "as 2008-2024".to_owned())
}
