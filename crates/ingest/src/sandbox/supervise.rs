//! The parent's side: start a child, feed it, listen, and end it when it takes too much.

use std::{
    io::{self, Read, Write},
    os::unix::process::CommandExt,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::{
    ChildLauncher,
    exit_reason::KillReason,
    process_usage,
    wire::{self, ChildRequest, ProcessUsage},
};

/// How often the parent looks at what a child takes.
const TICK: Duration = Duration::from_millis(20);
/// What is kept of a child's stderr.
const LAST_WORDS: u64 = 4096;
/// What may wait to be taken from a child.
const WAITING: usize = 16;

/// Says why a child must be ended, where it must.
pub type KillCheck<'a> = dyn Fn() -> Option<KillReason> + Sync + 'a;

pub(super) struct ChildSpec<'a> {
    pub(super) launcher: &'a ChildLauncher,
    pub(super) request: &'a ChildRequest,
    /// What follows the request, one after the other.
    pub(super) bytes: &'a [&'a [u8]],
    /// Whether its stdin stays open to its end, so that it hears of ours.
    pub(super) hold: bool,
    /// Looks at what it leaves on the disk, now and then.
    pub(super) probe: Option<&'a KillCheck<'a>>,
    pub(super) wall: Duration,
    /// Seconds of a processor after which a child that hands out piece by piece, and now nothing,
    /// is ended.
    pub(super) stall: f64,
}

pub(super) struct ChildExit {
    pub(super) status: ExitStatus,
    pub(super) ended: Option<KillReason>,
    pub(super) last_words: String,
    /// As far as the parent saw it.
    pub(super) spent: ProcessUsage,
}

/// Runs a child to its end. `listen` runs beside us and sends on what it hears; `take` says whether
/// the child hands out piece by piece, and may end it.
pub(super) fn watch<T: Send>(
    errand: &ChildSpec<'_>,
    listen: impl FnOnce(ChildStdout, &SyncSender<T>) + Send,
    take: impl FnMut(T) -> Result<bool, KillReason>,
) -> io::Result<ChildExit> {
    let mut child = spawn(errand.launcher)?;
    let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
        end(&mut child);
        return Err(io::Error::other("a child without streams"));
    };
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    thread::scope(|scope| {
        let held = scope.spawn(move || feed(stdin, errand));
        scope.spawn(move || listen(stdout, &sender));
        let words = scope.spawn(move || last_words(stderr));
        let mut spent = ProcessUsage::default();
        let ended = attend(&child, errand, receiver, take, &mut spent);
        // Also where it left by itself: what it started may hold our streams open for ever.
        end(&mut child);
        drop(held.join());
        let status = child.wait()?;
        let last_words = words.join().unwrap_or_default();
        Ok(ChildExit { status, ended, last_words, spent })
    })
}

#[expect(clippy::disallowed_methods, reason = "this is the one door")]
fn spawn(launcher: &ChildLauncher) -> io::Result<Child> {
    Command::new(&launcher.program)
        .args(&launcher.args)
        .env_clear()
        // A group of its own, so that all of it can be ended at once.
        .process_group(0)
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// Returns what is to be held open.
fn feed(mut stdin: ChildStdin, errand: &ChildSpec<'_>) -> Option<ChildStdin> {
    // A child that ends early hears no more; how it ended says enough.
    let _ = wire::write_request(&mut stdin, errand.request)
        .and_then(|()| errand.bytes.iter().try_for_each(|bytes| stdin.write_all(bytes)));
    errand.hold.then_some(stdin)
}

fn last_words(mut stderr: ChildStderr) -> String {
    let mut words = Vec::new();
    let _ = stderr.by_ref().take(LAST_WORDS).read_to_end(&mut words);
    // The rest is read so that the child does not wait for us, and forgotten.
    let _ = io::copy(&mut stderr, &mut io::sink());
    String::from_utf8_lossy(&words).into_owned()
}

/// Takes what comes until the child is gone or must be ended.
fn attend<T>(
    child: &Child,
    errand: &ChildSpec<'_>,
    receiver: Receiver<T>,
    mut take: impl FnMut(T) -> Result<bool, KillReason>,
    spent: &mut ProcessUsage,
) -> Option<KillReason> {
    let began = Instant::now();
    let (mut looked, mut heard_at, mut in_pieces) = (began, 0.0, false);
    let mut listening = Some(receiver);
    loop {
        match heard(listening.as_ref()) {
            ChannelPoll::Item(item) => {
                heard_at = spent.cpu_seconds;
                match take(item) {
                    Ok(pieces) => in_pieces |= pieces,
                    Err(ended) => return Some(ended),
                }
            }
            ChannelPoll::Nothing => {}
            ChannelPoll::Silence => listening = None,
        }
        if looked.elapsed() < TICK && listening.is_some() {
            continue;
        }
        looked = Instant::now();
        look(child.id(), spent);
        if listening.is_none() && is_gone(child) {
            return None;
        }
        if let Some(ended) = errand.probe.and_then(|probe| probe()) {
            return Some(ended);
        }
        if errand.wall < began.elapsed() {
            return Some(KillReason::Wall);
        }
        if in_pieces && errand.stall < spent.cpu_seconds - heard_at {
            return Some(KillReason::Stalled);
        }
    }
}

enum ChannelPoll<T> {
    Item(T),
    Nothing,
    Silence,
}

fn heard<T>(receiver: Option<&Receiver<T>>) -> ChannelPoll<T> {
    let Some(receiver) = receiver else {
        // Its streams are closed and it will be gone in a moment.
        thread::sleep(Duration::from_millis(1));
        return ChannelPoll::Silence;
    };
    match receiver.recv_timeout(TICK) {
        Ok(item) => ChannelPoll::Item(item),
        Err(RecvTimeoutError::Timeout) => ChannelPoll::Nothing,
        Err(RecvTimeoutError::Disconnected) => ChannelPoll::Silence,
    }
}

fn look(process: u32, spent: &mut ProcessUsage) {
    let seen = process_usage::spent_by(process);
    spent.cpu_seconds = spent.cpu_seconds.max(seen.cpu_seconds);
    spent.peak_rss = spent.peak_rss.max(seen.peak_rss);
}

/// Whether it has ended. The system must not forget it yet: its group is still to be ended, and
/// until then nobody else may get its number.
fn is_gone(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

fn end(child: &mut Child) {
    // Whatever it started shares its group; if there is no group any more, it is gone.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
}
