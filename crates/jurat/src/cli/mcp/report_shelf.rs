//! Reports of runs that are over, in every format that is text.

use std::{str, sync::Arc};

use jurat_mcp::{
    ResourceCard, ResourceShelf, ResourceTemplateCard, ResourceText, resource_steps,
};
use jurat_system::reports::ReportFormat;
use jurat_systems::ALL;
use jurat_tools::ToolFailure;

use super::desk_tools::ToolDesk;
use crate::{cli::runs::show, failure::CommandFailure};

const REPORTS: &str = "jurat://reports/";

const TEMPLATES: &[ResourceTemplateCard] = &[ResourceTemplateCard {
    template: "jurat://reports/{run}/{format}",
    name: "report",
    title: "The report of a run",
    about: "Of a run that is over: `markdown`, `html`, `json` and what else its system writes as text.",
    mime: "text/plain",
}];

/// The reports of finished runs. They are made when they are asked for.
pub(super) struct ReportShelf {
    desk: Arc<ToolDesk>,
}

impl ReportShelf {
    pub(super) fn new(desk: &Arc<ToolDesk>) -> Self {
        Self { desk: Arc::clone(desk) }
    }

    fn rendered(&self, id: &str, format: &str) -> Result<Option<ResourceText>, ShelfRefusal> {
        let Ok(run) = id.parse() else { return Ok(None) };
        let store = self.desk.store()?;
        let Some(row) = store.run(run).map_err(CommandFailure::from)? else { return Ok(None) };
        let loaded = show::load(&*store, &row)?.filter(|loaded| loaded.end().is_some());
        let Some(loaded) = loaded else { return Ok(None) };
        let finished = ALL.finished((run, &row.new_run.workflow), &loaded.state());
        let Some(finished) = finished.map_err(CommandFailure::ours)? else { return Ok(None) };
        let formats = (finished.kind.formats)();
        let Some(known) = formats.iter().find(|it| it.is_called(format)) else {
            return Err(unknown_format(format, &formats));
        };
        let bytes = finished.report.render(known.name).map_err(CommandFailure::ours)?;
        match str::from_utf8(&bytes) {
            Ok(text) => Ok(Some(ResourceText { mime: known.media, text: text.to_owned() })),
            Err(_) => Err(unknown_format(format, &formats)),
        }
    }
}

/// Why a report is not given.
enum ShelfRefusal {
    Tool(ToolFailure),
    Command(CommandFailure),
}

impl From<CommandFailure> for ShelfRefusal {
    fn from(failure: CommandFailure) -> Self {
        Self::Command(failure)
    }
}

/// Those that are text, by their media types.
fn unknown_format(given: &str, formats: &[ReportFormat]) -> ShelfRefusal {
    let is_text = |it: &&ReportFormat| {
        it.media.starts_with("text/")
            || it.media.contains("json")
            || it.media.contains("xml") && !it.media.contains("openxml")
    };
    let texts = formats.iter().filter(is_text);
    ShelfRefusal::Tool(ToolFailure::BadArgument {
        argument: "format".to_owned(),
        given: format!("{given:?}"),
        allowed: texts.map(|it| it.name.to_owned()).collect(),
    })
}

impl ResourceShelf for ReportShelf {
    fn cards(&self) -> Result<Vec<ResourceCard>, ToolFailure> {
        Ok(Vec::new())
    }

    fn templates(&self) -> &[ResourceTemplateCard] {
        TEMPLATES
    }

    fn text(&self, uri: &str) -> Result<Option<ResourceText>, ToolFailure> {
        let steps = resource_steps(uri, REPORTS, 2)?;
        let Some([run, format]) = steps.as_deref().filter(|_| self.desk.has_store()) else {
            return Ok(None);
        };
        self.rendered(run, format).map_err(|refusal| match refusal {
            ShelfRefusal::Tool(failure) => failure,
            ShelfRefusal::Command(failure) => ToolFailure::ServiceFailed {
                service: "the reports".to_owned(),
                why: failure.message,
            },
        })
    }
}
