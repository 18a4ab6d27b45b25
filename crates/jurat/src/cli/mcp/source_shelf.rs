//! Corpora with their sources, and the text that was read of each.

use std::sync::Arc;

use jurat_injection::{ScreenedTextKind, screen};
use jurat_mcp::{
    ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText, resource_steps,
};
use jurat_retrieve::{CorpusEntry, CorpusError, CorpusStore as _, FileStore, list};
use jurat_tools::ToolFailure;
use serde_json::{Value as Json, json};

use super::desk_tools::ToolDesk;
use crate::wiring;

const SOURCES: &str = "jurat://sources/";
const JSON: &str = "application/json";
/// How many sources of a corpus are listed; all can be read.
const LISTED: usize = 1_000;

const TEMPLATES: &[ResourceTemplateCard] = &[ResourceTemplateCard {
    template: "jurat://sources/{corpus}/{source}",
    name: "source",
    title: "A source of a corpus",
    about: "By its name or the beginning of its hash: the text that was read of it, with the hashes of both.",
    mime: JSON,
}];

/// The corpora of the store.
pub(super) struct SourceShelf {
    desk: Arc<ToolDesk>,
}

impl SourceShelf {
    pub(super) fn new(desk: &Arc<ToolDesk>) -> Self {
        Self { desk: Arc::clone(desk) }
    }

    fn opened(&self, corpus: &str) -> Result<Option<FileStore>, CorpusError> {
        let Ok(name) = corpus.parse() else { return Ok(None) };
        let root = wiring::corpora(self.desk.store_folder());
        match FileStore::read_only(&root, &name) {
            Err(CorpusError::Unknown(_)) => Ok(None),
            opened => opened.map(Some),
        }
    }

    fn found(&self, steps: &[String]) -> Result<Option<Json>, CorpusError> {
        let Some(store) =
            steps.first().map(|corpus| self.opened(corpus)).transpose()?.flatten()
        else {
            return Ok(None);
        };
        let Some(source) = steps.get(1) else { return Ok(Some(corpus_face(&store))) };
        match store.find(source) {
            Ok(entry) => source_face(&store, &entry).map(Some),
            Err(CorpusError::NoSource { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn corpus_face(store: &FileStore) -> Json {
    let named = |entry: CorpusEntry| {
        json!({ "name": entry.name, "hash": entry.source.hash, "media": entry.source.media,
                "size": entry.source.size, "metadata": entry.metadata })
    };
    let sources: Vec<Json> = store.entries().values().take(LISTED).map(named).collect();
    json!({ "corpus": store.name().as_str(), "total": store.entries().len(), "sources": sources })
}

fn source_face(store: &FileStore, entry: &CorpusEntry) -> Result<Json, CorpusError> {
    let rendition = store.rendition(entry)?;
    // The words are another's: whoever reads them hears which may be orders.
    let suspect = screen(&rendition.text, ScreenedTextKind::Passage).suspicions;
    Ok(json!({
        "corpus": store.name().as_str(), "name": entry.name, "source_hash": entry.source.hash,
        "text_hash": entry.rendition(), "media": entry.source.media, "metadata": entry.metadata,
        "warnings": rendition.warnings, "text": rendition.text, "suspect": suspect,
    }))
}

impl ResourceShelf for SourceShelf {
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure> {
        if !self.desk.has_store() {
            return Ok(Vec::new());
        }
        let names = list(&wiring::corpora(self.desk.store_folder()));
        let names = names.map_err(|error| failed(&error))?;
        let card = |name: &str| ResourceCard {
            uri: format!("{SOURCES}{name}"),
            name: name.to_owned(),
            title: format!("The sources of the corpus {name}"),
            mime: JSON,
            size: None,
            hash: None,
        };
        Ok(names.iter().map(|name| card(name.as_str())).collect())
    }

    fn templates(&self) -> &[ResourceTemplateCard] {
        TEMPLATES
    }

    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure> {
        let steps = resource_steps(uri, SOURCES, 2)?;
        let Some(steps) = steps.filter(|_| self.desk.has_store()) else { return Ok(None) };
        let found = self.found(&steps).map_err(|error| failed(&error))?;
        Ok(found.map(|found| ResourceText { mime: JSON, text: format!("{found:#}\n") }))
    }
}

fn failed(error: &CorpusError) -> ToolFailure {
    if let CorpusError::Ambiguous { given, .. } = error {
        return ToolFailure::BadArgument {
            argument: "source".to_owned(),
            given: format!("{given:?}"),
            allowed: vec!["a name, or as much of a hash as means one source".to_owned()],
        };
    }
    ToolFailure::ServiceFailed {
        service: "the corpora".to_owned(),
        why: error.to_string(),
    }
}
