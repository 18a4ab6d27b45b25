//! The `SQLite` store passes the suite, with either durability.

use std::{path::Path, sync::Arc};

use libtest_mimic::{Arguments, Failed, Trial};

use jurat_engine::{
    RunStore,
    conformance::{Case, Fixture, suite},
};
use jurat_store::{Durability, Options, SqliteStore};

struct InFolder<'a>(&'a Path, Durability);

impl Fixture for InFolder<'_> {
    #[expect(clippy::expect_used, reason = "a test fails by panicking")]
    fn open(&self) -> Arc<dyn RunStore> {
        let options = Options { durability: self.1 };
        Arc::new(SqliteStore::open(self.0, options).expect("a store in a fresh folder"))
    }
}

fn check(case: Case, durability: Durability) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    case(&InFolder(folder.path(), durability));
    Ok(())
}

fn main() {
    let trials = suite().iter().flat_map(|&(name, case)| {
        [Durability::Full, Durability::Normal].map(|durability| {
            let name = format!("{name}/{durability:?}").to_lowercase();
            Trial::test(name, move || check(case, durability))
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
