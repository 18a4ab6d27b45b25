//! What a finished run comes to, as every surface sees it: formats, data, a summary, a verdict, and what is checked
//! again. A system says it once, beside its stages.

use jurat_document::{DocumentRenderer, RENDERERS};
use jurat_model::SourceExhibit;
use jurat_proof::{
    AskedParams, BundleLayer, BundleMaker, ContentCheck, ContentFindings, FinalState,
    LayerFindings, ReportFile, ReportFileRenderer, ScopeClaim, SourceRereader,
};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::{ServiceRegistry, SystemSet};

/// The report of a system's runs.
pub struct ReportKind {
    /// The channel that holds it when it is done.
    pub channel: &'static str,
    /// The name of its bundle in a folder of its own.
    pub bundle: &'static str,
    /// The formats that it has.
    pub formats: fn() -> Vec<ReportFormat>,
    /// Everything that decides how it looks, by name.
    pub templates: fn() -> Vec<ReportTemplate>,
    /// It, out of the final state of a run; or why that cannot be read.
    pub read: fn(&Json) -> ReadReport,
    /// It, out of its own value and the texts that it quotes.
    pub of_value: fn(&Json, &[SourceExhibit]) -> ReadReport,
    /// What is checked again when a bundle is verified.
    pub recheck: fn(&BundleRechecker<'_>, &FinalState, &[ReportFile]) -> ContentFindings,
}

/// A part of what decides how reports look: its name and its text.
pub type ReportTemplate = (&'static str, &'static str);

/// A report, or why it cannot be read.
pub type ReadReport = Result<Box<dyn RunReport>, String>;

/// A format, as far as names go.
#[derive(Debug, Clone, Copy)]
pub struct ReportFormat {
    /// Its name, such as `markdown`.
    pub name: &'static str,
    /// The ending of its files.
    pub extension: &'static str,
    pub media: &'static str,
}

/// What every bundle holds: each is made in no time.
const ALWAYS: [&str; 5] = ["markdown", "html", "json", "sarif", "badge"];

impl ReportFormat {
    /// Those that every report has which is told as a document.
    pub fn of_documents() -> impl Iterator<Item = Self> {
        RENDERERS.iter().map(|renderer| {
            let DocumentRenderer { name, extension, media, .. } = *renderer;
            Self { name, extension, media }
        })
    }

    /// Whether a word means it: its name or its extension.
    pub fn is_called(&self, given: &str) -> bool {
        self.name == given || self.extension == given
    }

    /// The name of its file in a bundle.
    pub fn file(&self) -> String {
        format!("report.{}", self.extension)
    }

    /// Whether every bundle holds it.
    pub(crate) fn is_always_held(&self) -> bool {
        ALWAYS.contains(&self.name)
    }
}

/// A report that can be shown.
pub trait RunReport {
    /// Its bytes in a format.
    fn render(&self, format: &str) -> Result<Vec<u8>, String>;

    fn data(&self) -> serde_json::Result<Json>;

    /// What a person wants to see first.
    fn summary(&self) -> ReportSummary;

    /// What a folder's manifest says of it.
    fn about(&self) -> Json;

    /// What it comes to.
    fn verdict(&self) -> ReportVerdict;
}

/// What a person wants to see first: words, a table, words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportSummary {
    pub lines: Vec<String>,
    pub columns: &'static [&'static str],
    /// Its rows; none where there is no table.
    pub rows: Vec<Vec<String>>,
    pub notes: Vec<String>,
}

/// What a report comes to. An exit code and an HTTP status follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportVerdict {
    /// All that was asked for is there.
    Done,
    /// It is there, and it says no.
    Refused,
    /// Something could not be told.
    Unsettled,
}

/// What bundles are checked with: the systems, who we are as a maker of reports, and sources that may be read again.
pub struct BundleRechecker<'a> {
    /// Each kind of run has checks of its own, which its system knows.
    pub systems: SystemSet,
    /// Only its own files can be compared byte by byte.
    pub maker: &'a BundleMaker,
    /// Reads sources again, where they are at hand.
    pub rereader: Option<&'a dyn SourceRereader>,
    /// The repository that a run looked at, where it is at hand.
    pub repository: Option<&'a OriginalRepository<'a>>,
}

/// A repository at hand: runs that looked at it gather their facts again.
pub struct OriginalRepository<'a> {
    /// Where it is: an address or a path.
    pub address: String,
    /// Hosts that may be asked.
    pub hosts: Vec<String>,
    /// What it is reached by.
    pub services: &'a ServiceRegistry,
}

/// The check that compares with the repository at hand.
const REPOSITORY: &str = "repository";

impl ContentCheck for BundleRechecker<'_> {
    fn check(&self, state: &FinalState, files: &[ReportFile]) -> ContentFindings {
        let Some(kind) = self.systems.report_kind(&state.workflow) else {
            return unknown(state);
        };
        let mut found = (kind.recheck)(self, state, files);
        if self.repository.is_some() && !found.content.iter().any(|it| it.check == REPOSITORY) {
            let mut findings = LayerFindings::new(BundleLayer::Content);
            let workflow = format!("workflow `{}`", state.workflow);
            findings.unchecked(REPOSITORY, workflow, "such runs look at no repository");
            found.content.extend(findings.finish());
        }
        let workflow = self.systems.run_workflow(state);
        let (audits, recorded) = self.systems.recheck_audits(state, workflow);
        found.content.extend(audits);
        found.recorded.extend(recorded);
        found.notices.extend(workflow.notice(state));
        let open = AskedParams::open(state, &found.held_params);
        found.scope.not_proven.extend(ScopeClaim::of_params(&open));
        found
    }
}

/// "Could not check" is never a pass.
fn unknown(state: &FinalState) -> ContentFindings {
    let mut findings = LayerFindings::new(BundleLayer::Content);
    let message = "no system of this program makes a report of such runs";
    findings.unchecked("system", format!("workflow `{}`", state.workflow), message);
    ContentFindings {
        content: findings.finish(),
        ..ContentFindings::default()
    }
}

/// Renders the reports of a kind again.
pub struct ReportRerenderer<'a> {
    pub maker: &'a BundleMaker,
    pub kind: &'a ReportKind,
}

impl ReportFileRenderer for ReportRerenderer<'_> {
    fn maker(&self) -> &BundleMaker {
        self.maker
    }

    fn render(
        &self,
        report: &Json,
        exhibits: &[SourceExhibit],
        file: &str,
    ) -> Result<Vec<u8>, String> {
        let format = (self.kind.formats)().into_iter().find(|format| format.file() == file);
        let format = format.ok_or_else(|| format!("no format of ours makes `{file}`"))?;
        (self.kind.of_value)(report, exhibits)?.render(format.name)
    }
}

/// A value out of a channel of a final state.
pub fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> Result<T, String> {
    T::deserialize(&state[name])
        .map_err(|error| format!("channel `{name}` cannot be read: {error}"))
}
