//! A child does not outlive its parent.

use std::{
    fs,
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant},
};

use jurat_ingest::{FileLimits, read_bytes};

use crate::outcome::launcher;

pub(crate) const ALL: &[(&str, fn())] = &[("a_child_dies_with_its_parent", dies)];

/// A parent that waits for a child that sleeps.
pub(crate) fn parent() -> ExitCode {
    let launcher = launcher(&["--drill", "sleep"]);
    read_bytes(Some(&launcher), "a.pdf", b"%PDF-1.4 drill".to_vec(), &FileLimits::default());
    ExitCode::SUCCESS
}

fn dies() {
    let mut parent = start();
    let child = wait_for(|| child_of(parent.id()));
    parent.kill().unwrap();
    parent.wait().unwrap();
    let Some(child) = child else {
        eprintln!("skipped: this system does not say which processes a process started");
        return;
    };
    assert!(wait_for(|| gone(child).then_some(())).is_some(), "{child} is still there");
}

#[expect(clippy::disallowed_methods, reason = "the parent is a process to be killed")]
fn start() -> Child {
    let itself = launcher(&["--parent"]);
    let mut command = Command::new(itself.program);
    command
        .args(itself.args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

fn child_of(process: u32) -> Option<u32> {
    let children =
        fs::read_to_string(format!("/proc/{process}/task/{process}/children")).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// Gone, or dead and waiting for someone to take note.
fn gone(process: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z "))
}

fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if let Some(seen) = look() {
            return Some(seen);
        }
        thread::sleep(Duration::from_millis(20));
    }
    None
}
