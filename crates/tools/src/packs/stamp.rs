//! What an answer out of packs rests on, and where each piece of it is from.

use jurat_canon::Hash;
use jurat_model::DocumentMetadata;
use jurat_pack::{PackPart, PackRecord};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{CivilDay, packs::OpenPart};

/// What an answer rests on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PackBasis {
    /// The day that was asked for.
    pub(crate) as_of: CivilDay,
    /// Whether all packs are known to be right on that day.
    pub(crate) assessable: bool,
    pub(crate) packs: Vec<PackStamp>,
}

/// One part of a pack that an answer rests on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PackStamp {
    pack: String,
    part: String,
    title: String,
    version: String,
    /// BLAKE3 of the manifest, which names the hash of every file.
    #[schemars(with = "String")]
    hash: Hash,
    corpus_version: String,
    /// The day up to which it is known to be right.
    as_of: String,
    licence: String,
    /// Whether nothing in it is real.
    fictional: bool,
    assessable: bool,
    /// Why a verdict may not rest on it.
    not_assessable: Vec<String>,
}

impl PackBasis {
    pub(crate) fn new(as_of: CivilDay, parts: &[&OpenPart]) -> Self {
        Self::of_tables(as_of, parts.iter().map(|part| (part.record(), part.part())))
    }

    /// The same of parts that are tables, which are not searched.
    pub(crate) fn of_tables<'a>(
        as_of: CivilDay,
        parts: impl Iterator<Item = (&'a PackRecord, &'a PackPart)>,
    ) -> Self {
        let packs: Vec<PackStamp> = parts.map(|part| stamp(part, as_of)).collect();
        Self {
            as_of,
            // What rests on no pack rests on nothing that a verdict could.
            assessable: !packs.is_empty() && packs.iter().all(|it| it.assessable),
            packs,
        }
    }
}

fn stamp((record, part): (&PackRecord, &PackPart), as_of: CivilDay) -> PackStamp {
    let manifest = &record.manifest;
    let known_until = manifest.part_as_of(part);
    let mut not_assessable = Vec::new();
    if known_until < as_of.to_string().as_str() {
        not_assessable.push(format!("it is known to be right until {known_until} only"));
    }
    if manifest.fictional {
        not_assessable.push("it is fictional".to_owned());
    }
    PackStamp {
        pack: manifest.name.clone(),
        part: part.name.clone(),
        title: manifest.title.clone(),
        version: manifest.version.clone(),
        hash: record.hash,
        corpus_version: record.corpus_version(),
        as_of: known_until.to_owned(),
        licence: manifest.licence.clone(),
        fictional: manifest.fictional,
        assessable: not_assessable.is_empty(),
        not_assessable,
    }
}

/// Where a text is from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(crate) struct PassageSource {
    /// What the document is called in its corpus.
    name: String,
    pack: String,
    part: String,
    /// The file of the pack, and its SHA-256 as the manifest has it.
    file: Option<String>,
    file_sha256: Option<String>,
    /// BLAKE3 of the document's bytes.
    #[schemars(with = "String")]
    source_hash: Hash,
    /// BLAKE3 of its text; byte ranges are of this text.
    #[schemars(with = "String")]
    text_hash: Hash,
    corpus_version: String,
    as_of: String,
    url: Option<String>,
}

impl PassageSource {
    pub(crate) fn new(
        part: &OpenPart,
        (name, metadata): (&str, &DocumentMetadata),
        (source_hash, text_hash): (Hash, Hash),
    ) -> Self {
        let file = metadata.get("pack_file").map(str::to_owned);
        let known = file.as_ref().and_then(|path| part.file(path));
        Self {
            name: name.to_owned(),
            pack: part.record().manifest.name.clone(),
            part: part.part().name.clone(),
            file_sha256: known.map(|it| it.sha256.clone()),
            file,
            source_hash,
            text_hash,
            corpus_version: part.record().corpus_version(),
            as_of: part.as_of().to_owned(),
            url: metadata.get("url").map(str::to_owned),
        }
    }
}
