//! What stands first: the disclaimer, what became of verification, what was not read.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, code, plain, strong};

use super::told_words::{headed, line};
use crate::model::AuditReport;

pub(super) fn disclaimer(report: &AuditReport) -> DocumentSection {
    let words = vec![plain(report.disclaimer.clone())];
    DocumentSection::new("disclaimer", "Disclaimer", vec![DocumentBlock::Callout { words }])
}

pub(super) fn status(report: &AuditReport) -> DocumentSection {
    let reason = report.incomplete_reason.as_deref().unwrap_or_default();
    let told = match reason {
        "" => report.verification_status.clone(),
        reason => format!("{}. {reason}", report.verification_status),
    };
    let counts = report.summary.counts;
    let mut blocks = vec![headed("Verification status", told)];
    blocks.push(headed(
        "Files",
        format!(
            "{} in the folder, {} read whole, {} in part, {} not read.",
            counts.total_files,
            counts.extracted_count,
            counts.partial_count,
            counts.failed_count
        ),
    ));
    if !report.summary.not_read.is_empty() {
        let words = vec![
            strong("Not read"),
            plain(": what these hold is not in this report, and may change it."),
        ];
        blocks.push(DocumentBlock::Callout { words });
        let items = report.summary.not_read.iter().map(|it| line(it.clone())).collect();
        blocks.extend(DocumentBlock::bullets(items));
    }
    blocks.extend(orders(report));
    DocumentSection::new("status", "Status of this report", blocks)
}

/// Words in files that give orders to a machine: shown, not obeyed.
fn orders(report: &AuditReport) -> Vec<DocumentBlock> {
    let mut items: Vec<InlineText> = Vec::new();
    for file in &report.files {
        for order in &file.suspect_orders {
            let said = format!(": \u{201c}{}\u{201d} ({})", order.words, order.reason);
            items.push(vec![code(&file.path), plain(said)]);
        }
    }
    let list = DocumentBlock::bullets(items);
    if list.is_empty() {
        return list;
    }
    let lead =
        "These files give orders to whoever reads them by machine. They were not followed.";
    [vec![DocumentBlock::said(lead)], list].concat()
}
