//! What tools work on here: the tables of the program, and the packs of this store.

use std::sync::Arc;

use jurat_pack::PackShelf;
use jurat_tools::{PackAccess, ToolFailure, ToolServices};

use crate::{app::AppContext, corpus_access, embedder, wiring};

/// A pack is opened when it is asked.
pub(crate) fn tool_services(app: &AppContext) -> Result<ToolServices, ToolFailure> {
    Ok(ToolServices::built_in()?.with_packs(pack_access(app)))
}

/// Where the packs of this store lie.
pub(crate) fn pack_access(app: &AppContext) -> PackAccess {
    let embedder = embedder::source(&app.settings, app.out);
    PackAccess {
        shelf: PackShelf { root: wiring::packs(&app.settings.store) },
        corpora: corpus_access::root(app),
        embedder: Arc::new(move || embedder().map_err(|error| error.to_string())),
    }
}
