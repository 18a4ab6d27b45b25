//! Bundles of real small runs: written, checked, tampered with, forged.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests stop loudly")]

mod county;
mod county_bundles;
mod county_report;
mod earlier_releases;
mod forge;
mod forgeries;
mod hostile;
mod keys;
mod lineage;
mod reread;
mod round_trip;
mod senseless_journals;
mod surroundings;
mod tamper;
mod versions;
