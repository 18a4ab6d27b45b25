//! Corpora, models and submissions as stages ask for them.

use std::sync::Arc;

use jurat_digital_courtroom::submission_reader::{LocalSubmissionReader, SubmissionReader};
use jurat_evidence_first::retriever::{FolderRetriever, PassageRetriever};
use jurat_own_stages::StageHost;
use jurat_system::{ModelProvider, ServiceRegistry};

use crate::{
    embedder, model_servers::ModelServers, output::CliOutput,
    sandbox_launcher::sandbox_launcher, settings::CliSettings, stage_host::CliStageHost,
    wiring,
};

/// What stages reach outside by.
pub(crate) fn services(settings: &CliSettings, out: CliOutput) -> ServiceRegistry {
    let embedder = embedder::source(settings, out);
    let open = move || embedder().map_err(|error| error.to_string());
    let corpora = FolderRetriever::new(wiring::corpora(&settings.store), Box::new(open));
    let desk = submission_reader(settings);
    let models = ModelServers::new(settings.servers.clone(), out);
    ServiceRegistry::default()
        .with::<dyn PassageRetriever>(Arc::new(corpora))
        .with::<dyn ModelProvider>(Arc::new(models))
        .with::<dyn SubmissionReader>(Arc::new(desk))
        .with::<dyn StageHost>(Arc::new(CliStageHost::new(settings, out)))
}

/// Who takes in what is submitted to a court.
pub(crate) fn submission_reader(settings: &CliSettings) -> LocalSubmissionReader {
    let launcher = || sandbox_launcher().map_err(|failure| failure.message);
    LocalSubmissionReader::new(wiring::submissions(&settings.store), Box::new(launcher))
}
