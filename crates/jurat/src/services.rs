//! Corpora, models and submissions as stages ask for them.

use std::{path::PathBuf, sync::Arc};

use jurat_digital_courtroom::submission_reader::{LocalSubmissionReader, SubmissionReader};
use jurat_immigration_audit::{
    matter_reader::{LocalMatterReader, MatterReader},
    research::{LocalResearchDesk, ResearchDesk},
};
use jurat_own_stages::StageHost;
use jurat_pack::PackShelf;
use jurat_retrieve::{
    library::{FolderRetriever, PassageRetriever},
    memory::AnswerKeeper,
};
use jurat_system::{ModelProvider, ServiceRegistry};
use jurat_tools::{PackAccess, ToolServices};

use crate::{
    answer_keeper::StoreAnswerKeeper, embedder, model_servers::ModelServers, output::CliOutput,
    sandbox_launcher::sandbox_launcher, settings::CliSettings, stage_host::CliStageHost,
    wiring,
};

/// What stages reach outside by, with whoever takes in what is submitted to a court.
pub(crate) fn services(
    settings: &CliSettings,
    submissions: &Arc<LocalSubmissionReader>,
    out: CliOutput,
) -> ServiceRegistry {
    let embedder = embedder::source(settings, out);
    let open = move || embedder().map_err(|error| error.to_string());
    let corpora = FolderRetriever::new(wiring::corpora(&settings.store), Box::new(open));
    let models = ModelServers::new(settings.servers.clone(), out);
    ServiceRegistry::default()
        .with::<dyn PassageRetriever>(Arc::new(corpora))
        .with::<dyn AnswerKeeper>(Arc::new(StoreAnswerKeeper::new(settings)))
        .with::<dyn ModelProvider>(Arc::new(models))
        .with::<dyn SubmissionReader>(Arc::clone(submissions) as _)
        .with::<dyn MatterReader>(Arc::new(matter_reader(settings)))
        .with::<dyn ResearchDesk>(Arc::new(research_desk(settings, out)))
        .with::<dyn StageHost>(Arc::new(CliStageHost::new(settings, out)))
}

/// Who takes in what is submitted to a court, with temporary things below a folder.
pub(crate) fn submission_reader(folder: PathBuf) -> LocalSubmissionReader {
    let launcher = || sandbox_launcher().map_err(|failure| failure.message);
    LocalSubmissionReader::new(folder, Box::new(launcher))
}

/// Who reads the files of a client's matter, and keeps what was read in this store.
fn matter_reader(settings: &CliSettings) -> LocalMatterReader {
    let launcher = || sandbox_launcher().map_err(|failure| failure.message);
    LocalMatterReader::new(Box::new(launcher)).keeping(wiring::readings(&settings.store))
}

/// Tools over the packs of this store, opened when research first asks.
fn research_desk(settings: &CliSettings, out: CliOutput) -> LocalResearchDesk {
    let settings = settings.clone();
    LocalResearchDesk::new(Box::new(move || {
        let embedder = embedder::source(&settings, out);
        let packs = PackAccess {
            shelf: PackShelf { root: wiring::packs(&settings.store) },
            corpora: wiring::corpora(&settings.store),
            embedder: Arc::new(move || embedder().map_err(|error| error.to_string())),
        };
        Ok(ToolServices::built_in()?.with_packs(packs))
    }))
}
