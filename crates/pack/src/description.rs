//! What a corpus is told of each document of a pack on its way in.

use std::{collections::BTreeMap, sync::Arc};

use jurat_model::{DocumentMetadata, IngestedDocument, PartKind, RenditionPart, SourceKind};

use crate::{
    CourtCodes, DecisionReader, DecisionReading, FileFields, PackFile, PackManifest, PackPart,
    PackPartKind, decision_fields, paragraphs, staging::staged_name,
};

/// Goes up whenever the same document may be described otherwise.
const VERSION: u32 = 1;

/// Depth of paragraphs among the sections of a decision: below every heading.
const PARAGRAPH_DEPTH: u8 = 9;

/// How documents of a part are described: the version of it, and the describing itself.
#[expect(clippy::type_complexity, reason = "a version and a function, said once")]
pub fn describe(
    manifest: &PackManifest,
    part: &PackPart,
    reader: Option<DecisionReader>,
) -> (String, Arc<dyn Fn(&mut IngestedDocument) + Send + Sync>) {
    let courts = CourtCodes::of([manifest]);
    let files: BTreeMap<String, PackFile> = part
        .files
        .iter()
        .map(|file| (staged_name(part, file), file.clone()))
        .collect();
    let (pack, part) = (manifest.name.clone(), part.clone());
    let reader = reader.filter(|_| part.kind == PackPartKind::Decisions);
    let reading = reader.map(|reader| (reader.for_courts)(&manifest.courts));
    let by = reader.map_or(0, |reader| reader.version);
    let version = format!("pack {VERSION} {pack} {} {by}", part.kind.word());
    let describe = move |document: &mut IngestedDocument| {
        let file = file_of(&files, &document.source.name);
        let metadata = &mut document.metadata;
        metadata.kind = source_kind(part.kind);
        put(metadata, "pack", Some(&pack));
        if let Some(file) = file {
            put(metadata, "pack_file", Some(&file.path));
            put(metadata, "language", file.language.as_ref());
            if let Some(fields) = &file.fields {
                given(metadata, fields);
            }
        }
        match part.kind {
            PackPartKind::Decisions => decision(document, &courts, reading.as_ref()),
            PackPartKind::Manual => chapter(&mut document.metadata),
            PackPartKind::Act | PackPartKind::Help | PackPartKind::Table => {}
        }
    };
    (version, Arc::new(describe))
}

const fn source_kind(kind: PackPartKind) -> SourceKind {
    match kind {
        PackPartKind::Decisions => SourceKind::Decision,
        PackPartKind::Act => SourceKind::Statute,
        PackPartKind::Manual => SourceKind::PolicyManual,
        PackPartKind::Help => SourceKind::HelpArticle,
        PackPartKind::Table => SourceKind::Submitted,
    }
}

/// The file that a document came from: rows stand below the name of theirs.
fn file_of<'f>(files: &'f BTreeMap<String, PackFile>, name: &str) -> Option<&'f PackFile> {
    let mut at = name;
    loop {
        if let Some(file) = files.get(at) {
            return Some(file);
        }
        at = at.rsplit_once('/')?.0;
    }
}

fn put(metadata: &mut DocumentMetadata, key: &str, value: Option<&String>) {
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        metadata.values.insert(key.to_owned(), value.clone());
    }
}

fn given(metadata: &mut DocumentMetadata, fields: &FileFields) {
    let issues = (!fields.issues.is_empty()).then(|| fields.issues.join(" > "));
    for (key, value) in [
        ("citation", &fields.citation),
        ("style", &fields.style),
        ("court", &fields.court),
        ("judge", &fields.judge),
        ("date", &fields.date),
        ("docket", &fields.docket),
        ("outcome", &fields.outcome),
        ("country", &fields.country),
        ("issues", &issues),
        ("url", &fields.url),
    ] {
        put(metadata, key, value.as_ref());
    }
}

/// Its fields, and its paragraphs as sections: a passage is then a paragraph, and is cited as one.
fn decision(
    document: &mut IngestedDocument,
    courts: &CourtCodes,
    reading: Option<&DecisionReading>,
) {
    let text = &document.rendition.text;
    let fields = decision_fields(text, &document.metadata, (courts, reading));
    for (key, value) in fields.values() {
        document.metadata.values.insert(key.to_owned(), value);
    }
    if document.metadata.title.is_none() {
        document.metadata.title = fields.style;
    }
    let numbered = paragraphs(text).into_iter().map(|paragraph| RenditionPart {
        label: Some(format!("par {}", paragraph.number)),
        depth: PARAGRAPH_DEPTH,
        ..RenditionPart::new(PartKind::Section, paragraph.span)
    });
    let numbered: Vec<RenditionPart> = numbered.collect();
    let parts = &mut document.rendition.parts;
    parts.extend(numbered);
    parts.sort_by_key(|part| (part.span.start, std::cmp::Reverse(part.span.end)));
}

/// `Chapter 4: Family` is chapter 4, where nothing else says so.
fn chapter(metadata: &mut DocumentMetadata) {
    if metadata.values.contains_key("chapter") {
        return;
    }
    let title = metadata.title.clone().unwrap_or_default();
    let mut words = title.split([' ', ':']).filter(|word| !word.is_empty());
    let named = words
        .next()
        .is_some_and(|word| matches!(word.to_lowercase().as_str(), "chapter" | "chapitre"));
    if let Some(number) = words.next().filter(|_| named) {
        metadata.values.insert("chapter".to_owned(), number.to_owned());
    }
}
