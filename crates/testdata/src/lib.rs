//! Where tests and benches find public data that is not ours to ship.
//!
//! `JURAT_DATA` names the folder; without it, `../shared/data` beside the repository is looked at. A test whose part of it is
//! absent says so and passes: the floors that must hold everywhere rest on texts of our own.

mod full_schema;

use std::path::{Path, PathBuf};

pub use full_schema::FullSchema;

/// A file or folder of the data; says so and gives nothing where it is absent.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
pub fn data(part: &str) -> Option<PathBuf> {
    let path = folder().join(part);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: there is no {} (JURAT_DATA names the data folder)", path.display());
    None
}

/// The text of a file of the data; says so and gives nothing where it is absent.
pub fn text(part: &str) -> Option<String> {
    std::fs::read_to_string(data(part)?).ok()
}

/// The data folder, whether it is there or not.
#[expect(clippy::disallowed_methods, reason = "whoever runs tests says where the data is")]
pub fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("JURAT_DATA").map_or(beside, PathBuf::from)
}
