//! Decisions that the matter's own papers cite: they are checked like those that research finds.

use jurat_citator::CourtTable;
use jurat_model::{ByteSpan, SourceExhibit};
use jurat_text::citations::{Citation, CitationKind, StyleOfCause};

use super::settings::ResearchSettings;
use crate::model::{Authority, AuthoritySide, AuthoritySource, MatterFile};

/// The service that such a citation is told to be from.
pub const MATTER_FILE: &str = "matter_file";

/// Whether a paper cites a decision there: by a number that a court gave it, or by its parties. `04 APR 2032` without them
/// is a day, as a passport writes it, and `5533 F. 1` the foot of a form.
fn is_cited(found: &Citation) -> bool {
    match found.kind {
        CitationKind::Neutral | CitationKind::Canlii | CitationKind::Ecli => true,
        CitationKind::Docket => false,
        kind => {
            let parties = found.name.as_ref().is_some_and(StyleOfCause::has_two_sides);
            kind.is_decision() && parties
        }
    }
}

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
        // The codes and dates of a form look like volumes and pages.
        let Some(exhibit) = exhibit.filter(|_| file.form.is_none()) else { continue };
        for found in courts.extract(&exhibit.text, year) {
            if !is_cited(&found) {
                continue;
            }
            let Some(citation) = found.normal.first() else { continue };
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

#[cfg(test)]
mod tests {
    use jurat_citator::CourtTable;

    use super::is_cited;

    #[test]
    fn days_and_feet_of_pages_are_no_decisions() {
        let text = "Expires 04 APR 2032. IMM 5533 F. 1 of 4. See 2019 SCC 65; Tarn v. Harbour, [1999] 2 SCR 817.";
        let found = CourtTable::canada().extract(text, Some(2026));
        let cited: Vec<&str> = found
            .iter()
            .filter(|it| is_cited(it))
            .map(|it| &text[it.span.clone()])
            .collect();
        assert_eq!(cited, ["2019 SCC 65", "[1999] 2 SCR 817"]);
    }
}
