//! What the matter is, its files, and the events of the people's lives.

use jurat_document::{DocumentBlock, DocumentSection, InlineText, code, plain};

use super::{
    tier_depth::TierDepth,
    told_words::{FileNames, line, more},
};
use crate::model::{AuditReport, FileStanding, MatterFile, TimelineEvent};

pub(super) fn summary(report: &AuditReport, depth: TierDepth) -> DocumentSection {
    let summary = &report.summary;
    let mut rows: Vec<(String, InlineText)> = vec![(
        "Application type".to_owned(),
        line(format!(
            "{} ({})",
            summary.application_type.replace('_', " "),
            summary.type_reason
        )),
    )];
    let people = [("Applicant", &summary.applicant), ("Sponsor", &summary.sponsor)];
    for (name, value) in people {
        rows.extend(value.iter().map(|it| (name.to_owned(), line(it.clone()))));
    }
    let facts = summary.key_facts.iter().take(depth.facts);
    rows.extend(facts.map(|(name, value)| (name.clone(), line(value.clone()))));
    let blocks = vec![DocumentBlock::Pairs { rows }];
    DocumentSection::new("summary", "Case summary", blocks)
}

pub(super) fn files(report: &AuditReport, depth: TierDepth) -> Option<DocumentSection> {
    let rows: Vec<Vec<InlineText>> =
        report.files.iter().take(depth.files).map(file_row).collect();
    let mut blocks = DocumentBlock::table(
        &[("", 0.0), ("File", 2.0), ("What it is", 1.4), ("Read", 1.6)],
        rows,
    );
    if blocks.is_empty() {
        return None;
    }
    blocks.extend(more(report.files.len(), depth.files));
    Some(DocumentSection::new("files", "The files", blocks))
}

fn file_row(file: &MatterFile) -> Vec<InlineText> {
    let mut kind = file.kind.replace('_', " ");
    if let Some(form) = &file.form {
        kind = match &form.edition {
            Some(edition) => format!("{} ({edition})", form.number),
            None => form.number.clone(),
        };
    }
    let read = match &file.standing {
        FileStanding::Whole => "whole".to_owned(),
        FileStanding::InPart { reason } => format!("in part: {reason}"),
        FileStanding::NotRead { reason } => format!("not read: {reason}"),
    };
    vec![line(file.id.clone()), vec![code(&file.path)], line(kind), line(read)]
}

pub(super) fn timeline(
    report: &AuditReport,
    names: &FileNames,
    depth: TierDepth,
) -> Option<DocumentSection> {
    let row = |event: &TimelineEvent| {
        let date = match event.until {
            Some(until) => format!("{} to {until}", event.date),
            None => event.date.to_string(),
        };
        vec![
            line(date),
            line(event.person.clone()),
            line(event.words.clone()),
            vec![plain(names.files(&event.places))],
        ]
    };
    let mut events: Vec<&TimelineEvent> = report.timeline.iter().collect();
    events.sort_by(|a, b| {
        let first = a.date.first_day().cmp(&b.date.first_day());
        first
            .then_with(|| a.person.cmp(&b.person))
            .then_with(|| a.words.cmp(&b.words))
    });
    let rows = events.into_iter().take(depth.timeline).map(row).collect();
    let head = [("When", 1.2), ("Who", 0.8), ("What", 2.4), ("Where it stands", 1.4)];
    let mut blocks = DocumentBlock::table(&head, rows);
    if blocks.is_empty() {
        return None;
    }
    blocks.extend(more(report.timeline.len(), depth.timeline));
    Some(DocumentSection::new("timeline", "Timeline", blocks))
}
