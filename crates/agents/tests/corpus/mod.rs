//! Exhibits and chunks made of plain text and Markdown, one chunk for each section.

#![allow(dead_code, reason = "each test uses a part of it")]

use jurat_canon::Hash;
use jurat_model::{
    ByteSpan, DocumentMetadata, Passage, ReaderIdentity, RetrievedChunk, SourceExhibit,
    SourceKind, SourceType,
};

/// A text with what its front matter says about it.
pub(crate) fn exhibit(name: &str, text: &str) -> SourceExhibit {
    let value = |key: &str| {
        let matter = text.strip_prefix("---\n")?.split("\n---\n").next()?;
        let line = matter.lines().find(|line| line.starts_with(key))?;
        Some(line[key.len()..].trim_start_matches(':').trim().to_owned())
    };
    let kind = match value("kind").as_deref() {
        Some("statute") => SourceKind::Statute,
        Some("policy") => SourceKind::PolicyManual,
        _ => SourceKind::Submitted,
    };
    let language = value("language").map(|language| ("language".to_owned(), language));
    SourceExhibit {
        name: name.to_owned(),
        source: Hash::of(text.as_bytes()),
        media: "text/markdown".to_owned(),
        rendition: Hash::of(text.as_bytes()),
        reader: ReaderIdentity {
            name: "markdown".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata {
            kind,
            title: value("title"),
            values: language.into_iter().collect(),
        },
        text: text.to_owned(),
    }
}

/// One chunk for a span of an exhibit. `number` is counted by the caller.
pub(crate) fn chunk(
    exhibit: &SourceExhibit,
    span: ByteSpan,
    heading: &str,
    number: usize,
) -> RetrievedChunk {
    let source_type = SourceType::of(exhibit.metadata.kind);
    RetrievedChunk {
        chunk_id: format!("{}{number}", source_type.letter()),
        source_type,
        document_id: format!("{} {heading}", exhibit.name),
        section_heading: heading.to_owned(),
        probability: 1.0,
        passage: Passage {
            id: format!("{}:{number}", exhibit.name),
            source: exhibit.source,
            name: exhibit.name.clone(),
            rendition: exhibit.rendition,
            span,
            text: span.of(&exhibit.text).unwrap_or_default().to_owned(),
            label: None,
            headings: vec![heading.to_owned()],
            metadata: exhibit.metadata.clone(),
        },
        provision: None,
    }
}

/// One chunk for each `## ` section; the whole text where there is none.
pub(crate) fn sections(exhibit: &SourceExhibit) -> Vec<RetrievedChunk> {
    let text = &exhibit.text;
    let mut starts: Vec<usize> = text.match_indices("\n## ").map(|(at, _)| at + 1).collect();
    if starts.is_empty() {
        starts.push(0);
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let spans = starts.iter().copied().zip(ends).enumerate();
    spans
        .map(|(at, (start, end))| {
            // A heading of a higher level ends a section too.
            let end = text[start..end].find("\n# ").map_or(end, |len| start + len);
            let line = text[start..end].lines().next().unwrap_or_default();
            let heading = line.trim_start_matches("## ");
            chunk(exhibit, (start..end).into(), heading, at + 1)
        })
        .collect()
}
