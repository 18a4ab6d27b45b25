//! Servers that drip, send elsewhere, ask who is there, hang up or never end.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use jurat_code::RepoLimits;
use jurat_ingest::RefusalKind;

use crate::fixtures::{launcher, plain_address, refused, taken};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_server_that_drips_is_given_up", drips),
    ("a_server_that_drips_faster_is_out_of_time", trickles),
    ("a_server_that_sends_elsewhere_is_not_followed", redirects),
    ("a_server_that_asks_for_a_login_gets_none", asks),
    ("a_server_that_hangs_up_is_an_outcome", hangs_up),
    ("a_server_that_never_ends_is_stopped", never_ends),
    ("a_server_that_talks_nonsense_is_an_outcome", nonsense),
    ("a_server_that_is_not_there_is_an_outcome", absent),
];

const HEAD: &str = "HTTP/1.1 200 OK\r\n\
    Content-Type: application/x-git-upload-pack-advertisement\r\nConnection: close\r\n\r\n";

/// Surveys a server that answers each request so.
#[track_caller]
fn check(
    answer: impl Fn(&mut TcpStream) -> std::io::Result<()> + Send + Sync + 'static,
    limits: RepoLimits,
) -> (RefusalKind, String) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let done = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&done);
    let answer = Arc::new(answer);
    let server = thread::spawn(move || {
        for stream in listener.incoming() {
            if over.load(Ordering::SeqCst) {
                return;
            }
            let answer = Arc::clone(&answer);
            thread::spawn(move || {
                let mut stream = stream.unwrap();
                let _ = stream.read(&mut [0; 4096]);
                // A client that goes away is what these tests are about.
                let _ = answer(&mut stream);
            });
        }
    });
    let given = format!("http://127.0.0.1:{port}/owner/name");
    let address = plain_address(&given);
    let facts = taken(&address, &launcher(&["--child"]), limits);
    done.store(true, Ordering::SeqCst);
    drop(TcpStream::connect(("127.0.0.1", port)));
    server.join().unwrap();
    refused(facts)
}

fn limits() -> RepoLimits {
    RepoLimits {
        low_speed_seconds: 2,
        clone_seconds: 60,
        ..RepoLimits::default()
    }
}

fn drip(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(HEAD.as_bytes())?;
    loop {
        stream.write_all(b"0")?;
        thread::sleep(Duration::from_millis(500));
    }
}

fn drips() {
    let (kind, says) = check(drip, limits());
    assert_eq!(
        (kind, says.contains("next to nothing")),
        (RefusalKind::TimedOut, true),
        "{says}"
    );
}

fn trickles() {
    let limits = RepoLimits {
        low_speed_seconds: 60,
        clone_seconds: 2,
        ..limits()
    };
    let (kind, says) = check(drip, limits);
    assert_eq!((kind, &*says), (RefusalKind::TimedOut, "its time was up"));
}

fn redirects() {
    let answer = |stream: &mut TcpStream| {
        stream.write_all(
            b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/elsewhere\r\n\
              Content-Length: 0\r\nConnection: close\r\n\r\n",
        )
    };
    let (kind, says) = check(answer, limits());
    assert_eq!(kind, RefusalKind::Unsafe, "{says}");
}

fn asks() {
    let answer = |stream: &mut TcpStream| {
        stream.write_all(
            b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\
              Content-Length: 0\r\nConnection: close\r\n\r\n",
        )
    };
    let (kind, says) = check(answer, limits());
    assert_eq!((kind, says.contains("login")), (RefusalKind::Unreadable, true), "{says}");
}

fn hangs_up() {
    let (kind, says) = check(|_| Ok(()), limits());
    assert!(matches!(kind, RefusalKind::Damaged | RefusalKind::Unreadable), "{kind:?} {says}");
}

fn never_ends() {
    let answer = |stream: &mut TcpStream| {
        stream.write_all(HEAD.as_bytes())?;
        let chunk = b"0032want 0000000000000000000000000000000000000000\n".repeat(2000);
        loop {
            stream.write_all(&chunk)?;
        }
    };
    let limits = RepoLimits { memory: 256 << 20, ..limits() };
    let (kind, says) = check(answer, limits);
    assert!(
        matches!(
            kind,
            RefusalKind::OutOfMemory
                | RefusalKind::TimedOut
                | RefusalKind::TooLarge
                | RefusalKind::Damaged
        ),
        "{kind:?} {says}"
    );
}

fn nonsense() {
    let answer = |stream: &mut TcpStream| {
        stream.write_all(HEAD.as_bytes())?;
        stream.write_all(b"<html>hello</html>")
    };
    let (kind, says) = check(answer, limits());
    assert!(matches!(kind, RefusalKind::Damaged | RefusalKind::Unreadable), "{kind:?} {says}");
}

fn absent() {
    let port = TcpListener::bind(("127.0.0.1", 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let given = format!("http://127.0.0.1:{port}/owner/name");
    let address = plain_address(&given);
    let (kind, says) = refused(taken(&address, &launcher(&["--child"]), limits()));
    assert_eq!(kind, RefusalKind::Unreadable, "{says}");
}
