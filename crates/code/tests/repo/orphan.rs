//! Git and all that it starts are gone with the process that asked for them.

use std::{
    collections::BTreeSet,
    fs,
    io::{Read, Write},
    net::TcpListener,
    process::{Child, Command, ExitCode, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use jurat_code::RepoLimits;

use crate::fixtures::{launcher, plain_address, taken};

pub(crate) const ALL: &[(&str, fn())] = &[("git_and_its_helpers_die_with_their_parent", die)];

/// A parent that clones from a server that drips.
pub(crate) fn parent(given: &str) -> ExitCode {
    let address = plain_address(given);
    let _ = taken(&address, &launcher(&["--child"]), RepoLimits::default());
    ExitCode::SUCCESS
}

fn die() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    // The server keeps the line open until the test is over.
    let (over, wait) = mpsc::channel::<()>();
    let (called, hear) = mpsc::channel();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        called.send(()).unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n");
        let _ = wait.recv();
    });
    let mut parent = start(&format!("http://127.0.0.1:{port}/owner/name"));
    let heard = hear.recv_timeout(Duration::from_mins(1));
    // Our child, git, its helper for http.
    let family = wait_for(|| Some(family(parent.id())).filter(|all| 4 <= all.len()));
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(heard.is_ok(), "the server was never called");
    let Some(family) = family else {
        drop(over);
        eprintln!("skipped: this system does not say which processes a process started");
        return;
    };
    let gone = wait_for(|| family.iter().all(|process| gone(*process)).then_some(()));
    drop(over);
    server.join().unwrap();
    assert!(gone.is_some(), "{family:?} are still there");
}

#[expect(clippy::disallowed_methods, reason = "the parent is a process to be killed")]
fn start(given: &str) -> Child {
    let itself = launcher(&["--parent", given]);
    let mut command = Command::new(itself.program);
    command
        .args(itself.args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// A process and all that it started, as far as the system says.
fn family(process: u32) -> BTreeSet<u32> {
    let mut all = BTreeSet::from([process]);
    let mut waiting = vec![process];
    while let Some(process) = waiting.pop() {
        for task in fs::read_dir(format!("/proc/{process}/task"))
            .into_iter()
            .flatten()
            .flatten()
        {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            for child in children.split_whitespace().filter_map(|child| child.parse().ok()) {
                if all.insert(child) {
                    waiting.push(child);
                }
            }
        }
    }
    all
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
