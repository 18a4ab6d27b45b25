//! Reports, bundle and check, as the binary wires them.

use jurat_compose::EvidenceReport;
use jurat_engine::{RunId, RunStore};
use jurat_evidence_first::page::{formats, render};
use jurat_model::SourceExhibit;
use jurat_proof::{BundleStatus, ReportFile, write};
use jurat_system::{publish::BundleAcceptance, reports::ReportFormat};
use jurat_systems::ALL as SYSTEMS;

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
    write(run, store, files, SYSTEMS.maker(), None).unwrap()
}

/// Checks a bundle, and stops where it does not hold.
pub(crate) fn check(bytes: &[u8]) {
    let demands = BundleAcceptance { strict: true, ..BundleAcceptance::default() };
    let verdict = SYSTEMS.verify(bytes, &demands);
    assert_eq!(verdict.meaning, BundleStatus::Holds, "{}", verdict.lines().join("\n"));
}
