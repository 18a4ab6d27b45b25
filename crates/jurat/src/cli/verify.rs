//! `jurat verify`: re-checks a finished run with no network, no model and no configuration. Only a
//! repository that is named by its address is fetched.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_canon::Hash;
use jurat_digital_courtroom::{PARAMETERS, submission_reader::SubmissionReader};
use jurat_proof::{BundleOrigin, BundleStatus, PublicKey, SourceRereader};
use jurat_system::{
    ServiceRegistry, original_documents::OriginalDocuments, parameters::RunValues,
    publish::BundleAcceptance, reports::OriginalRepository,
};
use jurat_systems::ALL;
use uuid::Uuid;

use super::court::check_address;
use crate::{
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    sandbox_launcher::sandbox_launcher,
    services::submission_reader,
};

/// A bundle is never larger: one that is was not made by us.
const LARGEST: u64 = 1 << 30;

/// What to check, and against what.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The bundle
    file: PathBuf,
    /// The public key that must have signed it: a file, or 64 hex digits
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// The root that it must have, known from elsewhere
    #[arg(long, value_name = "ROOT")]
    expect: Option<Hash>,
    /// Reports of another version of jurat, which cannot be made again here, leave it unsettled
    #[arg(long)]
    strict: bool,
    /// The files, or the folder, that the answer was made from: each text is made again
    #[arg(long, value_name = "PATH", num_args = 1..)]
    reread: Vec<PathBuf>,
    /// The repository that a court looked at: its facts are gathered again at the commit recorded
    #[arg(long, value_name = "PATH|URL")]
    repo: Option<String>,
    /// A host that may be cloned from, besides those of `jurat court`
    #[arg(long, value_name = "HOST", requires = "repo")]
    host: Vec<String>,
    /// List every check that held, too
    #[arg(long, short)]
    verbose: bool,
}

pub(crate) fn execute(
    out: CliOutput,
    args: &VerifyArgs,
) -> Result<CommandExit, CommandFailure> {
    let bytes = read_bundle(&args.file)?;
    let key = args.key.as_deref().map(key).transpose()?;
    let originals = match args.reread.as_slice() {
        [] => None,
        paths => Some(originals(paths)?),
    };
    let at_hand = args
        .repo
        .as_deref()
        .map(|repo| AtHand::at(repo, &args.host))
        .transpose()?;
    let repository = at_hand.as_ref().map(AtHand::repository);
    let demands = BundleAcceptance {
        key,
        root: args.expect,
        strict: args.strict,
        rereader: originals.as_ref().map(|files| files as &dyn SourceRereader),
        repository: repository.as_ref(),
    };
    let verdict = ALL.verify(&bytes, &demands);
    if out.json {
        output::value(&verdict)?;
    } else {
        let held = if args.verbose { verdict.held_lines() } else { Vec::new() };
        output::text(&[verdict.lines(), held].concat().join("\n"))?;
    }
    if verdict.meaning == BundleStatus::NotABundle {
        out.hint("a bundle is what `jurat ask … --bundle FILE` writes");
    }
    let alone = args.reread.is_empty() && args.repo.is_none();
    if let (BundleStatus::Holds, BundleOrigin::NotProven { .. }, true) =
        (verdict.meaning, &verdict.origin, alone)
    {
        out.hint(
            "whoever changes sources and answer alike can make one that is consistent: \
             `--key`, `--expect`, `--reread` or `--repo` shows where it comes from",
        );
    }
    Ok(match verdict.meaning {
        BundleStatus::Holds => CommandExit::Done,
        BundleStatus::Fails => CommandExit::Refused,
        BundleStatus::NotFullyCheckable => CommandExit::Unsettled,
        BundleStatus::NotABundle => CommandExit::BadInput,
    })
}

/// A repository at hand, and a folder for the time that it is looked at.
struct AtHand {
    address: String,
    hosts: Vec<String>,
    folder: PathBuf,
    services: ServiceRegistry,
}

impl AtHand {
    fn at(given: &str, hosts: &[String]) -> Result<Self, CommandFailure> {
        let own: Vec<String> = RunValues::new(&PARAMETERS).decoded("hosts")?;
        let hosts = [own, hosts.to_vec()].concat();
        let address = check_address(given, &hosts)?;
        // Nothing of the user's is asked for: not even where runs are kept.
        let folder = env::temp_dir().join(format!("jurat-verify-{}", Uuid::now_v7()));
        let reader = submission_reader(folder.clone());
        let services =
            ServiceRegistry::default().with::<dyn SubmissionReader>(Arc::new(reader));
        Ok(Self { address, hosts, folder, services })
    }

    fn repository(&self) -> OriginalRepository<'_> {
        OriginalRepository {
            address: self.address.clone(),
            hosts: self.hosts.clone(),
            services: &self.services,
        }
    }
}

impl Drop for AtHand {
    fn drop(&mut self) {
        // It is empty by now; what cannot be removed does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The bytes of a bundle.
pub(crate) fn read_bundle(path: &Path) -> Result<Vec<u8>, CommandFailure> {
    let failed = |error: std::io::Error| {
        CommandFailure::input(format!("cannot read {}: {error}", path.display()))
    };
    let size = fs::metadata(path).map_err(failed)?.len();
    if LARGEST < size {
        return Err(CommandFailure::input(format!(
            "{} has {size} bytes: no bundle is so large",
            path.display()
        )));
    }
    fs::read(path).map_err(failed)
}

fn originals(paths: &[PathBuf]) -> Result<OriginalDocuments, CommandFailure> {
    OriginalDocuments::read(paths, &sandbox_launcher()?).map_err(|missing| {
        CommandFailure::input(missing.to_string())
            .hint("give the files, or the folder, that the answer was made from")
    })
}

fn key(given: &str) -> Result<PublicKey, CommandFailure> {
    if let Ok(key) = given.parse::<PublicKey>() {
        return Ok(key);
    }
    PublicKey::read(Path::new(given)).map_err(|error| {
        CommandFailure::input(error.to_string())
            .hint("give the .pub file of `jurat keys new`, or its 64 hex digits")
    })
}
