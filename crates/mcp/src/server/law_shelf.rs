//! Decisions and provisions of the packs that were added, by what they are cited as. There are too many to be listed.

use std::sync::Arc;

use jurat_injection::{ScreenedTextKind, screen};
use jurat_tools::{ToolFailure, ToolServices};
use serde_json::{Value as Json, json};

use super::{
    ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText,
    resource_uri::resource_steps,
};

const DECISIONS: &str = "jurat://decisions/";
const ACTS: &str = "jurat://acts/";
const JSON: &str = "application/json";

const TEMPLATES: &[ResourceTemplateCard] = &[
    ResourceTemplateCard {
        template: "jurat://decisions/{citation}",
        name: "decision",
        title: "A decision, whole",
        about: "By its citation in any form: paragraphs with numbers and byte ranges, and what they rest on.",
        mime: JSON,
    },
    ResourceTemplateCard {
        template: "jurat://decisions/{citation}/{language}",
        name: "decision_in_language",
        title: "A decision in one language",
        about: "The same where there is more than one language: `en` or `fr`.",
        mime: JSON,
    },
    ResourceTemplateCard {
        template: "jurat://acts/{act}",
        name: "act",
        title: "An act, whole",
        about: "By its title or citation, with the day up to which it is known.",
        mime: JSON,
    },
    ResourceTemplateCard {
        template: "jurat://acts/{act}/{section}",
        name: "section",
        title: "A section of an act",
        about: "As it is cited, `40(1)(a)`: its words, whether it is in force, and its twin in the other language.",
        mime: JSON,
    },
];

/// The law of the packs.
pub struct LawShelf {
    services: Arc<ToolServices>,
}

impl LawShelf {
    pub fn new(services: &Arc<ToolServices>) -> Self {
        Self { services: Arc::clone(services) }
    }

    fn found(&self, uri: &str) -> Result<Option<Json>, ToolFailure> {
        if let Some(steps) = resource_steps(uri, DECISIONS, 2)? {
            let language = steps.get(1).map(String::as_str);
            return self.services.decision_whole(&steps[0], language).map(Some);
        }
        let Some(steps) = resource_steps(uri, ACTS, 2)? else { return Ok(None) };
        let section = steps.get(1).map(String::as_str);
        self.services.provision_whole(&steps[0], section).map(Some)
    }
}

impl ResourceShelf for LawShelf {
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure> {
        Ok(Vec::new())
    }

    fn templates(&self) -> &[ResourceTemplateCard] {
        TEMPLATES
    }

    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure> {
        let Some(mut found) = self.found(uri)? else { return Ok(None) };
        found["suspect"] = suspect(&found);
        Ok(Some(ResourceText { mime: JSON, text: format!("{found:#}\n") }))
    }
}

/// Words that may be orders: the text is another's, and whoever reads it hears so.
fn suspect(found: &Json) -> Json {
    let paragraphs = found["paragraphs"].as_array().into_iter().flatten();
    let texts = paragraphs
        .map(|it| &it["text"])
        .chain([&found["text"], &found["head"]["text"]]);
    let words = texts.filter_map(Json::as_str);
    let all: Vec<Json> = words
        .flat_map(|words| screen(words, ScreenedTextKind::Passage).suspicions)
        .filter_map(|it| serde_json::to_value(it).ok())
        .collect();
    json!(all)
}
