//! Every file of a pack held against its manifest: there, a plain file, of its size and hash, readable as its format.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    FaultName, PackFault, PackFile, PackLimits, PackManifest, PackPart, PackSource, importer,
    safe_path::is_below, sha256::sha256_hex,
};

/// What was counted on the way.
pub(super) struct FileCounts {
    pub(super) documents: BTreeMap<String, u64>,
    pub(super) left_out: BTreeMap<String, u64>,
}

pub(super) fn counts(
    manifest: &PackManifest,
    source: &PackSource,
    limits: &PackLimits,
) -> Result<FileCounts, Vec<PackFault>> {
    let mut counts = FileCounts {
        documents: BTreeMap::new(),
        left_out: BTreeMap::new(),
    };
    let mut faults = unlisted(manifest, source, limits);
    for (at, part) in manifest.parts.iter().enumerate() {
        let mut documents = 0;
        for file in &part.files {
            match one(part, file, source, limits) {
                Ok((found, left_out)) => {
                    documents += found;
                    if 0 < left_out {
                        counts.left_out.insert(file.path.clone(), left_out);
                    }
                }
                Err(fault) => faults.push(fault),
            }
        }
        faults.extend(miscounted(part, documents, &format!("parts[{at}]")));
        counts.documents.insert(part.name.clone(), documents);
    }
    if faults.is_empty() { Ok(counts) } else { Err(faults) }
}

/// Files below a part that its manifest does not name, and what lies there and is no file.
fn unlisted(
    manifest: &PackManifest,
    source: &PackSource,
    limits: &PackLimits,
) -> Vec<PackFault> {
    let (there, mut faults) = source.files(limits);
    let listed: BTreeSet<&str> = manifest
        .parts
        .iter()
        .flat_map(|part| &part.files)
        .map(|file| file.path.as_str())
        .collect();
    let in_a_part = |path: &str| {
        manifest
            .parts
            .iter()
            .any(|part| part.path != "." && is_below(path, &part.path))
    };
    let surplus = there.iter().filter(|path| !listed.contains(path.as_str()));
    faults.extend(surplus.filter(|path| in_a_part(path)).map(|path| {
        let hint =
            "add it to the manifest, or take it away; `jurat pack init` writes the list anew";
        PackFault::new(FaultName::FileNotListed, path, "the manifest does not name it", hint)
    }));
    faults
}

/// How many documents a file gives, and how many of its rows have no words.
fn one(
    part: &PackPart,
    file: &PackFile,
    source: &PackSource,
    limits: &PackLimits,
) -> Result<(u64, u64), PackFault> {
    let bytes = verified(file, source, limits.file_bytes)?;
    if part.format.is_utf8()
        && let Err(error) = std::str::from_utf8(&bytes)
    {
        let what = format!("it is not UTF-8 from byte {} on", error.valid_up_to());
        let hint = "convert it, for instance with `iconv -t UTF-8`";
        return Err(PackFault::new(FaultName::NotUtf8, &file.path, what, hint));
    }
    let Some(rows) = importer(part.format) else { return Ok((1, 0)) };
    let (mut good, mut bad, mut first) = (0, 0, None);
    (rows.rows)(&bytes, &mut |row| match row {
        Ok(_) => good += 1,
        Err(why) => {
            bad += 1;
            first.get_or_insert(why);
        }
    });
    if good == 0 {
        let what = first.unwrap_or_else(|| "it has no rows".to_owned());
        let hint = format!("`{}` is {}", part.format.word(), rows.shape);
        return Err(PackFault::new(FaultName::NoDocuments, &file.path, what, hint));
    }
    Ok((good, bad))
}

/// The bytes of a file, if they are those that the manifest means.
pub(crate) fn verified(
    file: &PackFile,
    source: &PackSource,
    most: u64,
) -> Result<Vec<u8>, PackFault> {
    let bytes = source.read(&file.path, most)?;
    let size = bytes.len() as u64;
    let hint =
        "take the file as it was published, or let `jurat pack init` write its hash anew";
    if size != file.bytes {
        let what = format!("it has {size} bytes, and the manifest says {}", file.bytes);
        return Err(PackFault::new(FaultName::WrongSize, &file.path, what, hint));
    }
    let found = sha256_hex(&bytes);
    if !found.eq_ignore_ascii_case(&file.sha256) {
        let what = format!("its SHA-256 is {found}, and the manifest says {}", file.sha256);
        return Err(PackFault::new(FaultName::WrongHash, &file.path, what, hint));
    }
    Ok(bytes)
}

fn miscounted(part: &PackPart, found: u64, place: &str) -> Option<PackFault> {
    let pages = part.coverage.iter().find_map(|claim| claim.pages);
    let (key, said) = match (part.documents, pages) {
        (Some(said), _) if said != found => ("documents", said),
        (_, Some(said)) if said != found && importer(part.format).is_none() => {
            ("coverage.pages", said)
        }
        _ => return None,
    };
    let what = format!("it says {said}, and there are {found}");
    let hint = "count again, or take the number out";
    Some(PackFault::new(FaultName::WrongCount, format!("{place}.{key}"), what, hint))
}
