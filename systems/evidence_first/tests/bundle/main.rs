//! Bundles of real small runs: written, checked, tampered with, forged.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests stop loudly")]

mod absurd;
mod county;
mod desk;
mod forge;
mod forgeries;
mod hostile;
mod kept;
mod keys;
mod lineage;
mod paper;
mod reread;
mod round_trip;
mod surroundings;
mod tamper;
mod versions;
