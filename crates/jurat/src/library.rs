//! Corpora, models and submissions as stages ask for them.

use std::sync::Arc;

use jurat_systems::{Services, evidence_first::library::Corpora};

use crate::{clerk::Desk, embedder, servers::Servers, settings::Settings, wiring};

/// What stages reach outside by.
pub(crate) fn services(settings: &Settings) -> Services {
    let seen = settings.clone();
    let open = move || embedder::open(&seen).map_err(|failure| failure.message);
    let corpora = Corpora::new(wiring::corpora(&settings.store), Box::new(open));
    Services {
        library: Arc::new(corpora),
        models: Arc::new(Servers::new(settings.servers.clone())),
        clerk: Arc::new(Desk::new(settings.store.join("submissions"))),
    }
}
