//! Corpora, models and submissions as stages ask for them.

use std::sync::Arc;

use jurat_digital_courtroom::submission_reader::{LocalSubmissionReader, SubmissionReader};
use jurat_evidence_first::retriever::{FolderRetriever, PassageRetriever};
use jurat_system::{ModelProvider, ServiceRegistry};

use crate::{
    embedder, model_servers::ModelServers, sandbox_launcher::sandbox_launcher,
    settings::CliSettings, wiring,
};

/// What stages reach outside by.
pub(crate) fn services(settings: &CliSettings) -> ServiceRegistry {
    let embedder = embedder::source(settings);
    let open = move || embedder().map_err(|error| error.to_string());
    let corpora = FolderRetriever::new(wiring::corpora(&settings.store), Box::new(open));
    let launcher = || sandbox_launcher().map_err(|failure| failure.message);
    let desk =
        LocalSubmissionReader::new(settings.store.join("submissions"), Box::new(launcher));
    ServiceRegistry::default()
        .with::<dyn PassageRetriever>(Arc::new(corpora))
        .with::<dyn ModelProvider>(Arc::new(ModelServers::new(settings.servers.clone())))
        .with::<dyn SubmissionReader>(Arc::new(desk))
}
