//! Why git did not do it, told from how it ended and from its words.

use std::os::unix::process::ExitStatusExt;

use jurat_ingest::{
    ReadRefusal, RefusalKind,
    sandbox::{KillReason, ProgramExit},
};

/// What a shell, and our own child, add to the number of a signal.
const SIGNALLED: i32 = 128;
const KILL: i32 = 9;
const XCPU: i32 = 24;
const XFSZ: i32 = 25;
/// All that git says where a signal ended the helper that unpacks. Had the helper found a fault, it
/// would have said so itself.
const HELPER: &str = "invalid index-pack output";
/// The most that is quoted of git's words.
const QUOTED: usize = 200;

/// Git's words, what they mean, and what we say. The first that fits counts.
const WORDS: [(&str, RefusalKind, &str); 35] = [
    ("File too large", RefusalKind::TooLarge, "it takes more room on the disk than it may"),
    ("No space left", RefusalKind::TooLarge, "the disk is full"),
    ("ut of memory", RefusalKind::OutOfMemory, "git needs more memory for it"),
    ("memory exhausted", RefusalKind::OutOfMemory, "git needs more memory for it"),
    ("annot allocate memory", RefusalKind::OutOfMemory, "git needs more memory for it"),
    ("Operation too slow", RefusalKind::TimedOut, "the server sends next to nothing"),
    ("Timeout was reached", RefusalKind::TimedOut, "the server does not answer"),
    ("timed out", RefusalKind::TimedOut, "the server does not answer"),
    ("not allowed", RefusalKind::Unsafe, "it asks for a transport that is not allowed"),
    ("terminal prompts disabled", RefusalKind::Unreadable, LOGIN),
    ("could not read Username", RefusalKind::Unreadable, LOGIN),
    ("could not read Password", RefusalKind::Unreadable, LOGIN),
    ("Authentication failed", RefusalKind::Unreadable, LOGIN),
    ("returned error: 301", RefusalKind::Unsafe, REDIRECT),
    ("returned error: 302", RefusalKind::Unsafe, REDIRECT),
    ("returned error: 303", RefusalKind::Unsafe, REDIRECT),
    ("returned error: 307", RefusalKind::Unsafe, REDIRECT),
    ("returned error: 308", RefusalKind::Unsafe, REDIRECT),
    ("certificate verification failed", RefusalKind::Unreadable, CERTIFICATE),
    ("certificate problem", RefusalKind::Unreadable, CERTIFICATE),
    ("certificate subject name", RefusalKind::Unreadable, CERTIFICATE),
    ("GnuTLS", RefusalKind::Unreadable, ENCRYPTED),
    ("gnutls", RefusalKind::Unreadable, ENCRYPTED),
    ("SSL_", RefusalKind::Unreadable, ENCRYPTED),
    ("SSL routines", RefusalKind::Unreadable, ENCRYPTED),
    ("not found", RefusalKind::Unreadable, "the server knows no such repository"),
    ("not resolve host", RefusalKind::Unreadable, "the server cannot be found"),
    ("Failed to connect", RefusalKind::Unreadable, "the server cannot be reached"),
    ("ouldn't connect", RefusalKind::Unreadable, "the server cannot be reached"),
    ("returned error: ", RefusalKind::Unreadable, "the server refuses"),
    ("not appear to be a git repository", RefusalKind::Damaged, "it is no sound repository"),
    ("Permission denied", RefusalKind::Unreadable, OUTSIDE),
    ("fsck error", RefusalKind::Damaged, "it holds an object that is not sound"),
    ("early EOF", RefusalKind::Damaged, "it broke off before it was whole"),
    ("hung up", RefusalKind::Damaged, "it broke off before it was whole"),
];
const LOGIN: &str = "the server asks for a login, or has no such repository";
const REDIRECT: &str = "the server sends us elsewhere; give the address that it moved to";
const CERTIFICATE: &str = "the server's certificate is not one that this machine trusts";
const ENCRYPTED: &str = "the encrypted connection to the server failed";
const OUTSIDE: &str = "it needs files that lie outside of it";

/// Why a call failed; nothing where it did not.
pub(super) fn refusal_of(said: &ProgramExit) -> Option<ReadRefusal> {
    if said.is_well() {
        return None;
    }
    let code = said.status.code();
    let signal = said
        .status
        .signal()
        .or_else(|| code.and_then(|code| code.checked_sub(SIGNALLED)));
    let kind = match (said.ended, signal) {
        (Some(KillReason::Wall | KillReason::Stalled), _) => {
            (RefusalKind::TimedOut, "its time was up")
        }
        (Some(KillReason::TooMuch), _) => {
            (RefusalKind::TooLarge, "git says more about it than fits")
        }
        (Some(KillReason::Disk), _) | (None, Some(XFSZ)) => (WORDS[0].1, WORDS[0].2),
        (None, Some(XCPU)) => (RefusalKind::TimedOut, "its processor time was up"),
        _ => return Some(by_words(said, signal)),
    };
    Some(ReadRefusal::new(kind.0, kind.1))
}

fn by_words(said: &ProgramExit, signal: Option<i32>) -> ReadRefusal {
    let known = WORDS.iter().find(|(words, ..)| said.words.contains(words));
    let quote = quote(&said.words);
    if let Some((_, kind, means)) = known {
        return ReadRefusal::new(*kind, format!("{means} (git: {quote})"));
    }
    let told = said.words.lines().filter(|line| is_told(line));
    if told.clone().count() == 1 && told.clone().any(|line| line.contains(HELPER)) {
        let message = "git's helper was stopped by a limit, most likely that on the disk";
        return ReadRefusal::new(RefusalKind::TooLarge, message);
    }
    match signal {
        // What else kills so is the system short of memory.
        Some(KILL) => ReadRefusal::new(RefusalKind::OutOfMemory, "the system killed git"),
        _ if quote.is_empty() => said.refusal("git"),
        _ => ReadRefusal::new(RefusalKind::Damaged, format!("git could not read it: {quote}")),
    }
}

/// The line that says most, without what a terminal would act on.
fn quote(words: &str) -> String {
    let lines = || words.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines()
        .find(|line| is_told(line))
        .or_else(|| lines().next_back())
        .unwrap_or_default();
    line.chars()
        .filter(|letter| !letter.is_control())
        .take(QUOTED)
        .collect()
}

fn is_told(line: &str) -> bool {
    line.starts_with("fatal:") || line.starts_with("error:")
}
