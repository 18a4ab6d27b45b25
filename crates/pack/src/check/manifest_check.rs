//! What a manifest says, held against itself: names, days, courts, coverage, paths and sizes.

use std::collections::BTreeSet;

use crate::{
    CoverageClaim, FaultName, PackFault, PackLimits, PackManifest, PackPart, PackPartKind,
    PartFormat,
    pack_source::too_large,
    safe_path::{is_below, is_plain_name, wrong_with},
};

pub(super) fn faults(manifest: &PackManifest, limits: &PackLimits) -> Vec<PackFault> {
    let mut faults = Vec::new();
    head(manifest, &mut faults);
    courts(manifest, &mut faults);
    let mut names = BTreeSet::new();
    for (at, part) in manifest.parts.iter().enumerate() {
        let place = format!("parts[{at}]");
        if !names.insert(&part.name) {
            let what = format!("`{}` is said twice", part.name);
            let hint = "each part has a name of its own";
            faults.push(PackFault::new(
                FaultName::SaidTwice,
                format!("{place}.name"),
                what,
                hint,
            ));
        }
        self::part(manifest, part, &place, &mut faults);
    }
    files(manifest, limits, &mut faults);
    faults
}

fn head(manifest: &PackManifest, faults: &mut Vec<PackFault>) {
    name(&manifest.name, "name", faults);
    day(&manifest.as_of, "as_of", faults);
    for (place, value) in [("version", &manifest.version), ("licence", &manifest.licence)] {
        if value.trim().is_empty() {
            let hint = "say it in a few words";
            faults.push(PackFault::new(FaultName::BadValue, place, "it is empty", hint));
        }
    }
    if manifest.parts.is_empty() {
        let hint = "a pack has one part at least";
        faults.push(PackFault::new(FaultName::BadValue, "parts", "there are none", hint));
    }
}

fn courts(manifest: &PackManifest, faults: &mut Vec<PackFault>) {
    let mut codes = BTreeSet::new();
    for (at, court) in manifest.courts.iter().enumerate() {
        for code in [Some(&court.code), court.code_fr.as_ref()].into_iter().flatten() {
            if !codes.insert(code.as_str()) && court.code_fr.as_deref() != Some(&court.code) {
                let place = format!("courts[{at}]");
                let what = format!("`{code}` is said twice");
                let hint = "a code names one court";
                faults.push(PackFault::new(FaultName::SaidTwice, place, what, hint));
            }
        }
        if let Some(from) = &court.from {
            day(from, &format!("courts[{at}].from"), faults);
        }
    }
    for (at, court) in manifest.courts.iter().enumerate() {
        if let Some(above) = &court.appeals_to {
            known_court(manifest, above, &format!("courts[{at}].appeals_to"), faults);
        }
    }
}

fn part(manifest: &PackManifest, part: &PackPart, place: &str, faults: &mut Vec<PackFault>) {
    name(&part.name, &format!("{place}.name"), faults);
    if let Some(as_of) = &part.as_of {
        day(as_of, &format!("{place}.as_of"), faults);
    }
    if part.path != "."
        && let Some(why) = wrong_with(&part.path)
    {
        faults.push(escape(format!("{place}.path"), &part.path, why));
    }
    if part.format == PartFormat::Parquet {
        faults.push(PackFault::new(
            FaultName::ParquetNotRead,
            format!("{place}.format"),
            "Parquet is not read",
            "`import pandas; pandas.read_parquet(\"x.parquet\").to_json(\"x.jsonl\", orient=\"records\", lines=True)` \
             makes JSONL of it; then say `jsonl`, `refugee_law_lab` or `a2aj`",
        ));
    } else if !part.kind.formats().contains(&part.format) {
        let fits: Vec<&str> = part.kind.formats().iter().map(|it| it.word()).collect();
        faults.push(PackFault::new(
            FaultName::FormatDoesNotFit,
            format!("{place}.format"),
            format!("`{}` is no format of `{}`", part.format.word(), part.kind.word()),
            format!("one of {}", fits.join(", ")),
        ));
    }
    for (at, claim) in part.coverage.iter().enumerate() {
        coverage(manifest, part.kind, claim, &format!("{place}.coverage[{at}]"), faults);
    }
}

fn coverage(
    manifest: &PackManifest,
    kind: PackPartKind,
    claim: &CoverageClaim,
    place: &str,
    faults: &mut Vec<PackFault>,
) {
    match (&claim.court, kind) {
        (Some(court), _) => known_court(manifest, court, &format!("{place}.court"), faults),
        (None, PackPartKind::Decisions) => faults.push(PackFault::new(
            FaultName::BadValue,
            place,
            "it names no court",
            "say which court it is about: without one nothing is ever known not to exist",
        )),
        (None, _) => {}
    }
    if let Some(key) = &claim.statute
        && !manifest.statutes.iter().any(|statute| statute.key == *key)
    {
        let known: Vec<&str> = manifest.statutes.iter().map(|it| it.key.as_str()).collect();
        let hint = format!("known are {}; add it to `statutes`", known.join(", "));
        let what = format!("there is no statute `{key}`");
        faults.push(PackFault::new(
            FaultName::UnknownStatute,
            format!("{place}.statute"),
            what,
            hint,
        ));
    }
    for (key, end) in [("from", &claim.from), ("to", &claim.to)] {
        if let Some(end) = end {
            day(&end.first_day(), &format!("{place}.{key}"), faults);
        }
    }
    if let (Some(from), Some(to)) = (&claim.from, &claim.to)
        && to.last_day() < from.first_day()
    {
        let hint = "change the two";
        let what = "it ends before it begins";
        faults.push(PackFault::new(FaultName::BadValue, place, what, hint));
    }
}

fn files(manifest: &PackManifest, limits: &PackLimits, faults: &mut Vec<PackFault>) {
    let mut seen = BTreeSet::new();
    let (mut total, mut count) = (0_u64, 0_usize);
    for (at, part) in manifest.parts.iter().enumerate() {
        for (number, file) in part.files.iter().enumerate() {
            let place = format!("parts[{at}].files[{number}]");
            count += 1;
            total = total.saturating_add(file.bytes);
            if let Some(why) = wrong_with(&file.path) {
                faults.push(escape(format!("{place}.path"), &file.path, why));
            } else if !is_below(&file.path, &part.path) {
                let why = "it is not below the path of its part";
                faults.push(escape(format!("{place}.path"), &file.path, why));
            }
            if !seen.insert(file.path.to_lowercase()) {
                let what = format!("`{}` is said twice", file.path);
                let hint = "a file belongs to one part";
                faults.push(PackFault::new(FaultName::SaidTwice, place.clone(), what, hint));
            }
            if limits.file_bytes < file.bytes {
                faults.push(too_large(&place, file.bytes, limits.file_bytes));
            }
            let digits =
                file.sha256.len() == 64 && file.sha256.bytes().all(|it| it.is_ascii_hexdigit());
            if !digits {
                let hint = "64 hexadecimal digits, as `sha256sum` prints them";
                let place = format!("{place}.sha256");
                faults.push(PackFault::new(
                    FaultName::BadValue,
                    place,
                    "it is no SHA-256",
                    hint,
                ));
            }
        }
    }
    if limits.total_bytes < total {
        faults.push(too_large("parts", total, limits.total_bytes));
    }
    if limits.files < count {
        let what = format!("there are {count} files, more than {}", limits.files);
        let hint = "put rows together in files of JSON";
        faults.push(PackFault::new(FaultName::TooMany, "parts", what, hint));
    }
}

fn known_court(manifest: &PackManifest, code: &str, place: &str, faults: &mut Vec<PackFault>) {
    if manifest.courts.iter().any(|court| court.code == code) {
        return;
    }
    let known: Vec<&str> = manifest.courts.iter().map(|court| court.code.as_str()).collect();
    faults.push(PackFault::new(
        FaultName::UnknownCourt,
        place,
        format!("there is no court `{code}`"),
        format!("known are {}; add it to `courts`", known.join(", ")),
    ));
}

fn name(given: &str, place: &str, faults: &mut Vec<PackFault>) {
    if !is_plain_name(given) {
        let what = format!("{given:?} is no name");
        let hint = "1 to 28 small letters, digits and hyphens";
        faults.push(PackFault::new(FaultName::BadValue, place, what, hint));
    }
}

fn day(given: &str, place: &str, faults: &mut Vec<PackFault>) {
    if given.len() != 10 || given.parse::<jiff::civil::Date>().is_err() {
        let what = format!("{given:?} is no day");
        let hint = "as 2024-12-31";
        faults.push(PackFault::new(FaultName::BadValue, place, what, hint));
    }
}

fn escape(place: String, path: &str, why: &str) -> PackFault {
    let what = format!("{path:?} cannot be used: {why}");
    let hint = "paths are relative to the pack's folder, with forward slashes";
    PackFault::new(FaultName::PathEscapes, place, what, hint)
}
