//! What follows from it that a decision is not in a pack.

use crate::{CoverageEnd, CoverageExtent, PackManifest, PackPartKind, citation_key::key_parts};

/// What follows from it that something is not here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CoverageAnswer {
    /// It would be here if it existed. Says what is whole.
    Whole(String),
    /// It may exist all the same. Says what is covered.
    Outside(String),
}

/// What follows from it that a decision of this key is in none of the packs.
pub fn decision_coverage<'m>(
    manifests: impl IntoIterator<Item = &'m PackManifest>,
    key: &str,
) -> CoverageAnswer {
    let mut covers = Vec::new();
    for manifest in manifests {
        if let Some(said) = before_its_court(manifest, key) {
            return CoverageAnswer::Whole(said);
        }
        let parts = manifest.parts.iter().filter(|it| it.kind == PackPartKind::Decisions);
        for claim in parts.flat_map(|part| &part.coverage) {
            let court = claim.court.as_deref().unwrap_or_default();
            let from = claim.from.as_ref().map(CoverageEnd::first_day).unwrap_or_default();
            let to = claim
                .to
                .as_ref()
                .map_or_else(|| manifest.as_of.clone(), CoverageEnd::last_day);
            let extent = match claim.extent {
                CoverageExtent::Whole => "whole",
                CoverageExtent::Part => "in part",
            };
            let said = format!("{} {court} from {from} to {to}, {extent}", manifest.name);
            // A year that is not over on a claim's last day is not covered whole.
            let within = key_parts(key).is_some_and(|(year, of)| {
                of == court
                    && from <= format!("{year:04}-01-01")
                    && format!("{year:04}-12-31") <= to
            });
            if within && claim.extent == CoverageExtent::Whole {
                return CoverageAnswer::Whole(said);
            }
            covers.push(said);
        }
    }
    CoverageAnswer::Outside(if covers.is_empty() {
        "no decisions".to_owned()
    } else {
        covers.join("; ")
    })
}

/// A court decided nothing before its first day.
fn before_its_court(manifest: &PackManifest, key: &str) -> Option<String> {
    let (year, of) = key_parts(key)?;
    let court = manifest.courts.iter().find(|court| court.code == of)?;
    let from = court.from.as_ref()?;
    (format!("{year:04}-12-31") < *from).then(|| format!("{of}, which began on {from}"))
}
