//! Places, severities and standings in words.

use std::collections::BTreeMap;

use jurat_document::{
    DocumentBlock, InlineSpan, InlineText, StatusTone, code, plain, quiet, strong,
};

use crate::model::{
    AuditReport, FactPlace, FinalRecommendation, FindingSeverity, RequirementStanding,
};

/// Letters of a quote that stand in a cell.
const QUOTED: usize = 90;

/// The names of files by their ids.
#[derive(Debug, Default)]
pub(super) struct FileNames {
    paths: BTreeMap<String, String>,
}

impl FileNames {
    pub(super) fn of(report: &AuditReport) -> Self {
        let files = report.files.iter();
        let paths = files.map(|it| (it.id.clone(), it.path.clone())).collect();
        Self { paths }
    }

    pub(super) fn path<'a>(&'a self, id: &'a str) -> &'a str {
        self.paths.get(id).map_or(id, String::as_str)
    }

    /// Where a value stands, and its words there.
    pub(super) fn place(&self, place: &FactPlace) -> InlineText {
        let mut words = vec![code(self.path(&place.file))];
        if let Some(page) = place.page {
            words.push(plain(format!(", p. {page}")));
        }
        if let Some(path) = &place.form_path {
            words.push(plain(", "));
            words.push(quiet(path.rsplit('.').next().unwrap_or(path)));
        }
        if !place.words.is_empty() {
            words.push(plain(format!(": \u{201c}{}\u{201d}", shortened(&place.words))));
        }
        words
    }

    /// Places, a line each.
    pub(super) fn places(&self, places: &[FactPlace]) -> InlineText {
        let mut words = Vec::new();
        for (at, place) in places.iter().enumerate() {
            if 0 < at {
                words.push(InlineSpan::Break);
            }
            words.extend(self.place(place));
        }
        words
    }

    /// The files of places, in a line.
    pub(super) fn files(&self, places: &[FactPlace]) -> String {
        let mut files: Vec<&str> = places.iter().map(|it| self.path(&it.file)).collect();
        files.sort_unstable();
        files.dedup();
        files.join(", ")
    }
}

pub(super) fn shortened(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= QUOTED {
        return words;
    }
    let cut: String = words.chars().take(QUOTED - 1).collect();
    format!("{cut}…")
}

pub(super) const fn severity_word(severity: FindingSeverity) -> &'static str {
    match severity {
        FindingSeverity::Low => "LOW",
        FindingSeverity::Medium => "MEDIUM",
        FindingSeverity::High => "HIGH",
        FindingSeverity::Critical => "CRITICAL",
    }
}

pub(super) fn severity(severity: FindingSeverity) -> InlineSpan {
    let tone = match severity {
        FindingSeverity::Low => StatusTone::Plain,
        FindingSeverity::Medium => StatusTone::Fair,
        FindingSeverity::High | FindingSeverity::Critical => StatusTone::Bad,
    };
    InlineSpan::Toned { words: severity_word(severity).to_owned(), tone }
}

pub(super) fn standing(standing: RequirementStanding) -> InlineSpan {
    let (words, tone) = match standing {
        RequirementStanding::Met => ("met", StatusTone::Good),
        RequirementStanding::Unmet => ("not met", StatusTone::Bad),
        RequirementStanding::NotSeen => ("not seen", StatusTone::Fair),
        RequirementStanding::NotApplicable => ("not asked", StatusTone::Plain),
        RequirementStanding::Unknown => ("could not be told", StatusTone::Open),
    };
    InlineSpan::Toned { words: words.to_owned(), tone }
}

pub(super) const fn recommendation(it: FinalRecommendation) -> (&'static str, StatusTone) {
    match it {
        FinalRecommendation::Proceed => ("PROCEED", StatusTone::Good),
        FinalRecommendation::Revise => ("REVISE", StatusTone::Fair),
        FinalRecommendation::HighRisk => ("HIGH-RISK", StatusTone::Bad),
        FinalRecommendation::NotAssessable => ("NOT ASSESSABLE", StatusTone::Open),
    }
}

pub(super) fn line(words: impl Into<String>) -> InlineText {
    vec![plain(words)]
}

/// A paragraph that opens with words that stand out.
pub(super) fn headed(head: &str, words: impl Into<String>) -> DocumentBlock {
    DocumentBlock::Paragraph {
        words: vec![strong(head), plain(": "), plain(words)],
    }
}

/// Bullets under words that stand out; what is empty says so.
pub(super) fn bullets_under(head: &str, items: Vec<InlineText>) -> Vec<DocumentBlock> {
    if items.is_empty() {
        return vec![headed(head, "none.")];
    }
    let head = DocumentBlock::Paragraph { words: vec![strong(head), plain(":")] };
    std::iter::once(head).chain(DocumentBlock::bullets(items)).collect()
}

/// That more stands elsewhere.
pub(super) fn more(all: usize, shown: usize) -> Option<DocumentBlock> {
    let left = all.saturating_sub(shown);
    (0 < left).then(|| DocumentBlock::Paragraph {
        words: vec![quiet(format!("… {left} more in the report's JSON."))],
    })
}
