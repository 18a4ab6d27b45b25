//! The process that kills: starts children, ends them where they pause, looks at what is left.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use jurat_engine::{RunStore, chain_faults, load_run};
use jurat_store::{CommitDurability, SqliteStore};

use crate::{child::RUN, pausing_store::Stop, workflow::workflow};

/// How a child is run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    pub(crate) stop: Stop,
    pub(crate) shift_ms: i64,
    /// The instance that kills its process.
    pub(crate) abort: &'static str,
    /// Largest file it may write, in KiB.
    pub(crate) file_limit: Option<u64>,
}

impl Child {
    pub(crate) const PLAIN: Self = Self {
        stop: Stop::Never,
        shift_ms: 0,
        abort: "",
        file_limit: None,
    };

    /// Runs a child until it says something; kills it if that is that it has paused.
    pub(crate) fn run(self, dir: &Path) -> String {
        let mut command = self.command(dir);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut said = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut said).unwrap();
        if said == "paused\n" {
            child.kill().unwrap();
        }
        child.wait().unwrap();
        said.trim().to_owned()
    }

    #[expect(clippy::disallowed_methods, reason = "a real process is what is tested")]
    fn command(self, dir: &Path) -> Command {
        let (stop, number) = match self.stop {
            Stop::Never => ("never", 0),
            Stop::Before(number) => ("before", number),
            Stop::After(number) => ("after", number),
        };
        let exe = std::env::current_exe().unwrap();
        // A shell, since only a parent can make the limit an error instead of a signal.
        let mut command = Command::new("sh");
        let limit = self.file_limit.map(|kib| format!("ulimit -f {};", kib * 2));
        let limit = limit.unwrap_or_default();
        let script = format!("trap '' XFSZ; ulimit -c 0; {limit} exec \"$@\"");
        command.args(["-c", &script, "sh"]).arg(exe).arg("--child").arg(dir);
        command.args([stop.to_owned(), number.to_string(), self.shift_ms.to_string()]);
        command.arg(self.abort);
        command
    }
}

/// What a dead process left behind.
pub(crate) struct Remains {
    pub(crate) completed: Vec<String>,
    pub(crate) paid: Vec<String>,
    pub(crate) ledger: BTreeMap<String, usize>,
}

/// Reads the store as a newcomer would, and checks that it tells the truth.
pub(crate) fn remains(dir: &Path) -> Remains {
    let store = open(dir);
    let (mut completed, mut paid) = (Vec::new(), Vec::new());
    if let Some(row) = store.run(RUN).unwrap() {
        let (faults, _) = chain_faults(&store, RUN).unwrap();
        assert!(faults.is_empty(), "{faults:?}");
        let loaded = load_run(&store, RUN, &Arc::new(workflow_plan(dir)), None).unwrap();
        assert_eq!(row.summary, loaded.summary(), "the status shown is not the journal's");
        assert_eq!(row.head_seq, loaded.chain.seq);
        for event in store.events(RUN, 1, usize::MAX).unwrap() {
            let payload: serde_json::Value =
                serde_json::from_slice(&event.payload.unwrap()).unwrap();
            match &*event.kind {
                "completed" => completed.push(format!("ran {}", event.subject)),
                "paid_result" => {
                    paid.push(format!("paid {}", payload["call"].as_str().unwrap()));
                }
                _ => {}
            }
        }
    }
    Remains { completed, paid, ledger: ledger(dir) }
}

fn workflow_plan(dir: &Path) -> jurat_engine::WorkflowPlan {
    let workflow = workflow(&dir.join("ledger"));
    let text = String::from_utf8(workflow.plan().canonical().to_vec()).unwrap();
    jurat_engine::WorkflowPlan::new(jurat_engine::load(&text).unwrap())
}

pub(crate) fn open(dir: &Path) -> SqliteStore {
    SqliteStore::open(dir, jurat_store::SqliteOptions { durability: CommitDurability::Full })
        .unwrap()
}

/// How often each line stands in the ledger.
pub(crate) fn ledger(dir: &Path) -> BTreeMap<String, usize> {
    let text = std::fs::read_to_string(dir.join("ledger")).unwrap_or_default();
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        *counts.entry(line.to_owned()).or_default() += 1;
    }
    counts
}
