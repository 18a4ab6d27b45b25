//! Bundles as the command line makes and checks them: the renderer, and what it is compared by.

use jurat_canon::Hash;
use jurat_compose::{Report, review};
use jurat_model::Exhibit;
use jurat_proof::{
    How, Maker, PublicKey, ReportFile, Verdict,
    evidence::{EvidenceFirst, Renderer},
};
use jurat_report::{ALL, Format, render};
use jurat_systems::evidence_first::report_of;
use serde_json::Value as Json;

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

/// A report in every format.
pub(crate) fn files(report: &Report, exhibits: &[Exhibit]) -> Result<Vec<ReportFile>, String> {
    let file = |format: &Format| {
        Ok(ReportFile {
            name: file_name(format),
            media: format.media.to_owned(),
            bytes: render(report, exhibits, format.name).map_err(|error| error.to_string())?,
        })
    };
    ALL.iter().map(file).collect()
}

/// What a bundle must show to be taken for whole.
pub(crate) struct Wanted {
    pub(crate) key: Option<PublicKey>,
    pub(crate) root: Option<Hash>,
    pub(crate) strict: bool,
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
        rereader: None,
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
