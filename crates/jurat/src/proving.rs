//! Bundles as the command line makes and checks them: the renderer, and what it is compared by.

use jurat_canon::Hash;
use jurat_compose::{Report, review};
use jurat_model::Exhibit;
use jurat_proof::{
    How, Maker, PublicKey, ReportFile, Verdict,
    evidence::{EvidenceFirst, Renderer, Rereader},
};
use jurat_report::{ALL, Format, render};
use jurat_systems::evidence_first::report_of;
use serde_json::Value as Json;

use crate::originals::Originals;

/// Who this program is, as a maker of reports.
pub(crate) fn maker() -> Maker {
    let templates = jurat_report::templates().into_iter();
    Maker {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        templates: templates
            .map(|(name, text)| (name.to_owned(), Hash::of(text.as_bytes())))
            .collect(),
    }
}

/// The name of a format's file in a bundle.
fn file_name(format: &Format) -> String {
    format!("report.{}", format.extension)
}

/// What every bundle holds: each is made in no time.
const ALWAYS: [&str; 3] = ["markdown", "html", "json"];

/// A report in the formats that every bundle holds, and in those that were asked for.
pub(crate) fn files(
    report: &Report,
    exhibits: &[Exhibit],
    asked: &[&Format],
) -> Result<Vec<ReportFile>, String> {
    let wanted = |format: &&Format| {
        ALWAYS.contains(&format.name) || asked.iter().any(|one| one.name == format.name)
    };
    let file = |format: &Format| {
        Ok(ReportFile {
            name: file_name(format),
            media: format.media.to_owned(),
            bytes: render(report, exhibits, format.name).map_err(|error| error.to_string())?,
        })
    };
    ALL.iter().filter(wanted).map(file).collect()
}

/// What a bundle must show to be taken for whole.
#[derive(Default)]
pub(crate) struct Wanted {
    pub(crate) key: Option<PublicKey>,
    pub(crate) root: Option<Hash>,
    pub(crate) strict: bool,
    /// The files that the texts were made of, where they are to be read again.
    pub(crate) originals: Option<Originals>,
}

/// Checks a bundle with nothing at hand but its bytes.
pub(crate) fn verify(bytes: &[u8], wanted: &Wanted) -> Verdict {
    let ours = Ours { maker: maker() };
    let compose = |channels: &Json| {
        let report = report_of(channels)?;
        serde_json::to_value(report).map_err(|error| error.to_string())
    };
    let checks = EvidenceFirst {
        review: Some(&review),
        compose: Some(&compose),
        renderer: Some(&ours),
        rereader: wanted.originals.as_ref().map(|files| files as &dyn Rereader),
    };
    let how = How {
        key: wanted.key,
        expect: wanted.root,
        strict: wanted.strict,
        checks: &checks,
    };
    jurat_proof::verify(bytes, &how)
}

struct Ours {
    maker: Maker,
}

impl Renderer for Ours {
    fn maker(&self) -> &Maker {
        &self.maker
    }

    fn render(
        &self,
        report: &Json,
        exhibits: &[Exhibit],
        file: &str,
    ) -> Result<Vec<u8>, String> {
        let format = ALL.iter().find(|format| file_name(format) == file);
        let format = format.ok_or_else(|| format!("no format of ours makes `{file}`"))?;
        let report: Report =
            serde_json::from_value(report.clone()).map_err(|error| error.to_string())?;
        render(&report, exhibits, format.name).map_err(|error| error.to_string())
    }
}
