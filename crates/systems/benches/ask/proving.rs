//! Reports, bundle and check, as the binary wires them.

use jurat_compose::{EvidenceReport, review};
use jurat_engine::{RunId, RunStore};
use jurat_evidence_first::report_of;
use jurat_evidence_first::{
    page::{formats, render},
    recheck::EvidenceFirst,
};
use jurat_model::SourceExhibit;
use jurat_proof::{
    BundleCheckOptions, BundleMaker, BundleStatus, ReportFile, ReportFileRenderer, verify,
    write,
};
use jurat_system::reports::ReportFormat;
use jurat_systems::ALL as SYSTEMS;
use serde_json::Value as Json;

/// A report as Markdown, HTML and JSON.
pub(crate) fn rendered(report: &EvidenceReport, exhibits: &[SourceExhibit]) -> Vec<ReportFile> {
    let file = |format: ReportFormat| ReportFile {
        name: format.file(),
        media: format.media.to_owned(),
        bytes: render(report, exhibits, format.name).unwrap(),
    };
    formats()
        .into_iter()
        .filter(|format| format.extension != "pdf")
        .map(file)
        .collect()
}

pub(crate) fn bundle(run: RunId, store: &dyn RunStore, files: &[ReportFile]) -> Vec<u8> {
    write(run, store, files, maker(), None).unwrap()
}

/// Checks a bundle, and stops where it does not hold.
pub(crate) fn check(bytes: &[u8]) {
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
    let how = BundleCheckOptions {
        key: None,
        expect: None,
        strict: true,
        checks: &checks,
    };
    let verdict = verify(bytes, &how);
    assert_eq!(verdict.meaning, BundleStatus::Holds, "{}", verdict.lines().join("\n"));
}

fn maker() -> BundleMaker {
    BundleMaker::ours(SYSTEMS.templates())
}

struct Ours {
    maker: BundleMaker,
}

impl ReportFileRenderer for Ours {
    fn maker(&self) -> &BundleMaker {
        &self.maker
    }

    fn render(
        &self,
        report: &Json,
        exhibits: &[SourceExhibit],
        file: &str,
    ) -> Result<Vec<u8>, String> {
        let format = formats().into_iter().find(|format| format.file() == file).unwrap();
        let report: EvidenceReport =
            serde_json::from_value(report.clone()).map_err(|error| error.to_string())?;
        render(&report, exhibits, format.name).map_err(|error| error.to_string())
    }
}
