//! Decisions that the matter's own papers cite: they are checked like those that research finds.

use jurat_citator::CourtTable;
use jurat_model::{ByteSpan, SourceExhibit};
use jurat_text::citations::CitationKind;

use super::settings::ResearchSettings;
use crate::model::{Authority, AuthoritySide, AuthoritySource, MatterFile};

/// The service that such a citation is told to be from.
pub const MATTER_FILE: &str = "matter_file";

/// The decisions that files cite, each once, in the order of files.
pub(super) fn cited_in_matter(
    files: &[MatterFile],
    exhibits: &[SourceExhibit],
    (settings, as_of): (&ResearchSettings, &str),
) -> Vec<Authority> {
    let courts = CourtTable::canada();
    let year = as_of.get(..4).and_then(|year| year.parse().ok());
    let mut all: Vec<Authority> = Vec::new();
    for file in files {
        let exhibit = exhibits.iter().find(|it| Some(it.rendition) == file.rendition);
        let Some(exhibit) = exhibit else { continue };
        for found in courts.extract(&exhibit.text, year) {
            let neutral =
                matches!(found.kind, CitationKind::Docket) || !found.kind.is_decision();
            let Some(citation) = found.normal.first().filter(|_| !neutral) else { continue };
            if all.iter().any(|it| it.citation == *citation) {
                continue;
            }
            let name = found.name.as_ref();
            let start =
                name.map_or(found.span.start, |name| name.span.start.min(found.span.start));
            let span = start..found.span.end;
            all.push(Authority {
                citation: citation.clone(),
                style: name.map(|name| name.text.clone()).unwrap_or_default(),
                court: found.court.clone().unwrap_or_default(),
                date: found.year.map(|year| year.to_string()).unwrap_or_default(),
                cited_for: format!("cited in {}", file.id),
                side: AuthoritySide::States,
                source: AuthoritySource {
                    service: MATTER_FILE.to_owned(),
                    basis: file.path.clone(),
                    as_of: as_of.to_owned(),
                },
                quote: exhibit.text.get(span.clone()).unwrap_or_default().to_owned(),
                paragraph: None,
                text_hash: exhibit.rendition.to_string(),
                span: Some(ByteSpan { start: span.start, end: span.end }),
                confidence: settings.confidence.matter_file,
            });
        }
    }
    all
}
