//! A manifest for a folder that a user has: hashes filled in, nothing claimed that was not said.

use std::{fs, path::Path};

use jurat_ingest::{FileLimits, walk};

use crate::{
    CoverageClaim, CoverageEnd, CoverageExtent, PackCourt, PackError, PackFile, PackManifest,
    PackPart, PackPartKind, PartFormat,
    manifest::{FORMAT, FORMAT_VERSION, MANIFEST},
    sha256::sha256_hex,
};

/// What the user says of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestRequest {
    pub kind: PackPartKind,
    /// By the endings of the files where nothing is said.
    pub format: Option<PartFormat>,
    pub name: String,
    pub title: Option<String>,
    pub licence: String,
    pub as_of: String,
    pub language: Option<String>,
    /// Courts of decisions, with the years that are covered.
    pub courts: Vec<String>,
    pub years: Option<(u16, u16)>,
    pub extent: CoverageExtent,
}

/// The manifest of a folder as it lies there. Nothing is written.
pub fn new_manifest(
    folder: &Path,
    request: &ManifestRequest,
) -> Result<PackManifest, PackError> {
    let mut files = Vec::new();
    for entry in walk(&[folder.to_owned()], &FileLimits::default()) {
        let plain = fs::symlink_metadata(&entry.path).is_ok_and(|about| about.is_file());
        if entry.size.is_err() || !plain || entry.name == MANIFEST {
            continue;
        }
        let bytes = fs::read(&entry.path).map_err(|why| PackError::Unreadable {
            path: entry.path.clone(),
            why: why.to_string(),
        })?;
        files.push(PackFile {
            path: entry.name,
            language: request.language.clone(),
            bytes: bytes.len() as u64,
            sha256: sha256_hex(&bytes),
            fields: None,
        });
    }
    let format = request.format.unwrap_or_else(|| guessed(request.kind, &files));
    let part = PackPart {
        name: request.kind.word().to_owned(),
        kind: request.kind,
        path: ".".to_owned(),
        format,
        title: None,
        as_of: None,
        documents: None,
        coverage: coverage(request),
        files,
    };
    Ok(PackManifest {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        name: request.name.clone(),
        title: request.title.clone().unwrap_or_else(|| request.name.clone()),
        title_fr: None,
        fictional: false,
        version: "1".to_owned(),
        licence: request.licence.clone(),
        as_of: request.as_of.clone(),
        languages: request.language.clone().into_iter().collect(),
        about: None,
        courts: request.courts.iter().map(|code| court(code)).collect(),
        statutes: Vec::new(),
        parts: vec![part],
    })
}

fn court(code: &str) -> PackCourt {
    PackCourt {
        code: code.to_owned(),
        code_fr: None,
        name: code.to_owned(),
        name_fr: None,
        level: None,
        from: None,
        appeals_to: None,
    }
}

fn coverage(request: &ManifestRequest) -> Vec<CoverageClaim> {
    let claim = |court: Option<&String>| CoverageClaim {
        court: court.cloned(),
        statute: None,
        chapters: None,
        pages: None,
        from: request.years.map(|(from, _)| CoverageEnd::Year(from)),
        to: request.years.map(|(_, to)| CoverageEnd::Year(to)),
        extent: request.extent,
        note: None,
    };
    if request.kind == PackPartKind::Decisions {
        return request.courts.iter().map(|court| claim(Some(court))).collect();
    }
    vec![claim(None)]
}

/// The format that the ending of most files means.
fn guessed(kind: PackPartKind, files: &[PackFile]) -> PartFormat {
    let ends = |endings: &[&str]| {
        let file = |file: &&PackFile| {
            let path = file.path.to_ascii_lowercase();
            endings.iter().any(|ending| path.ends_with(ending))
        };
        files.iter().filter(file).count()
    };
    let counts = [
        (PartFormat::Text, ends(&[".txt"])),
        (PartFormat::Markdown, ends(&[".md", ".markdown"])),
        (PartFormat::Html, ends(&[".html", ".htm"])),
        (PartFormat::Pdf, ends(&[".pdf"])),
        (PartFormat::JusticeXml, ends(&[".xml"])),
        (PartFormat::Parquet, ends(&[".parquet"])),
        (PartFormat::Json, if kind == PackPartKind::Table { ends(&[".json"]) } else { 0 }),
        (PartFormat::Jsonl, ends(&[".jsonl", ".ndjson", ".json"])),
    ];
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(PartFormat::Text, |(format, _)| format)
}
