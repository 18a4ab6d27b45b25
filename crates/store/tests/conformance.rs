//! The `SQLite` store passes the suites, with either durability; so do both answer memories.

use std::{path::Path, sync::Arc};

use libtest_mimic::{Arguments, Failed, Trial};

use jurat_conformance::{
    AnswerMemoryTest, ConformanceTest, StoreFixture, TaskQueueTest, memory_suite, suite,
    task_suite,
};
use jurat_engine::RunStore;
use jurat_retrieve::memory::ResidentMemory;
use jurat_store::{CommitDurability, SqliteMemory, SqliteOptions, SqliteStore};

struct InFolder<'a>(&'a Path, CommitDurability);

impl StoreFixture for InFolder<'_> {
    #[expect(clippy::expect_used, reason = "a test fails by panicking")]
    fn open(&self) -> Arc<dyn RunStore> {
        let options = SqliteOptions { durability: self.1 };
        Arc::new(SqliteStore::open(self.0, options).expect("a store in a fresh folder"))
    }
}

fn check(case: ConformanceTest, durability: CommitDurability) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    case(&InFolder(folder.path(), durability));
    Ok(())
}

fn check_tasks(case: TaskQueueTest) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let options = SqliteOptions { durability: CommitDurability::Normal };
    case(&SqliteStore::open(folder.path(), options)?);
    Ok(())
}

fn check_memory(case: AnswerMemoryTest) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    case(&SqliteMemory::open(folder.path())?);
    Ok(())
}

fn main() {
    let memories = memory_suite().iter().flat_map(|&(name, case)| {
        let resident = move || {
            case(&ResidentMemory::default());
            Ok(())
        };
        [
            Trial::test(format!("{name}/sqlite"), move || check_memory(case)),
            Trial::test(format!("{name}/resident"), resident),
        ]
    });
    let tasks = task_suite()
        .iter()
        .map(|&(name, case)| Trial::test(name, move || check_tasks(case)));
    let trials = suite().iter().flat_map(|&(name, case)| {
        [CommitDurability::Full, CommitDurability::Normal].map(|durability| {
            let name = format!("{name}/{durability:?}").to_lowercase();
            Trial::test(name, move || check(case, durability))
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.chain(tasks).chain(memories).collect())
        .exit();
}
