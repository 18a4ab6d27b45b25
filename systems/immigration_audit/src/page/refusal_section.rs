//! What a refusal letter says and what follows, in refusal analysis.

use jurat_document::{DocumentBlock, DocumentSection, InlineText};
use serde_json::Value as Json;

use super::told_words::line;
use crate::model::AuditReport;

/// The analysis as names and values: it is told in the order of its own names.
pub(super) fn refusal(report: &AuditReport) -> Option<DocumentSection> {
    let blocks = told(report.refusal.as_ref()?);
    let title = "The refusal, reason by reason";
    (!blocks.is_empty()).then(|| DocumentSection::new("refusal", title, blocks))
}

fn told(value: &Json) -> Vec<DocumentBlock> {
    match value {
        Json::Object(members) => {
            let (plain, deep): (Vec<_>, Vec<_>) =
                members.iter().partition(|(_, it)| !it.is_object() && !it.is_array());
            let rows: Vec<(String, InlineText)> = plain
                .into_iter()
                .filter(|(_, it)| !it.is_null())
                .map(|(name, it)| (named(name), line(words(it))))
                .collect();
            let pairs = (!rows.is_empty()).then_some(DocumentBlock::Pairs { rows });
            let deep = deep.into_iter().filter_map(|(name, it)| {
                let blocks = told(it);
                let section =
                    || DocumentSection::within(&id(name), &named(name), blocks.clone());
                (!blocks.is_empty()).then(|| DocumentBlock::Section(section()))
            });
            pairs.into_iter().chain(deep).collect()
        }
        Json::Array(items) if items.iter().all(|it| !it.is_object() && !it.is_array()) => {
            DocumentBlock::bullets(items.iter().map(|it| line(words(it))).collect())
        }
        Json::Array(items) => items.iter().flat_map(told).collect(),
        other => vec![DocumentBlock::said(words(other))],
    }
}

fn named(name: &str) -> String {
    let name = name.replace('_', " ");
    let mut letters = name.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn id(name: &str) -> String {
    format!("refusal-{}", name.replace(|c: char| !c.is_ascii_alphanumeric(), "-"))
}

fn words(value: &Json) -> String {
    match value {
        Json::String(words) => words.clone(),
        Json::Bool(it) => if *it { "yes" } else { "no" }.to_owned(),
        Json::Null => String::new(),
        other => other.to_string(),
    }
}
