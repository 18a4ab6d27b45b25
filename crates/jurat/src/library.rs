//! Corpora, models and submissions as stages ask for them.

use std::sync::Arc;

use jurat_digital_courtroom::clerk::{Clerk, Desk};
use jurat_evidence_first::library::{Corpora, Library};
use jurat_system::{Models, Services};

use crate::{cli::sandbox, embedder, servers::Servers, settings::Settings, wiring};

/// What stages reach outside by.
pub(crate) fn services(settings: &Settings) -> Services {
    let seen = settings.clone();
    let open = move || embedder::open(&seen).map_err(|failure| failure.message);
    let corpora = Corpora::new(wiring::corpora(&settings.store), Box::new(open));
    let launcher = || sandbox::launcher().map_err(|failure| failure.message);
    let desk = Desk::new(settings.store.join("submissions"), Box::new(launcher));
    Services::default()
        .with::<dyn Library>(Arc::new(corpora))
        .with::<dyn Models>(Arc::new(Servers::new(settings.servers.clone())))
        .with::<dyn Clerk>(Arc::new(desk))
}
