//! Servers that speak https. This machine trusts none of ours: that git says so shows that it finds
//! the server by its name, reads the certificates of the system and holds the server's against them.

use std::{
    env,
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use jurat_code::{RepoAddress, RepoLimits};
use jurat_ingest::RefusalKind;

use crate::fixtures::{launcher, refused, taken};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_certificate_that_nobody_trusts_is_an_outcome", untrusted),
    ("a_server_that_speaks_no_tls_is_an_outcome", plain),
];

/// Where openssl is; where every program is required, it must be.
#[expect(clippy::disallowed_methods, reason = "tests may look at their environment")]
fn openssl() -> Option<PathBuf> {
    let folders = ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"];
    let mut places = folders.iter().map(|folder| Path::new(folder).join("openssl"));
    let there = places.find(|path| path.is_file());
    assert!(
        there.is_some() || env::var_os("JURAT_REQUIRE_ALL").is_none(),
        "openssl is missing"
    );
    if there.is_none() {
        eprintln!("skipped: openssl is not installed");
    }
    there
}

/// Ends the server whatever becomes of the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[expect(clippy::disallowed_methods, reason = "the server is a program of the system")]
fn serve(openssl: &Path, folder: &Path, port: u16) -> Server {
    let make = "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 \
                -subj /CN=localhost -addext subjectAltName=DNS:localhost";
    let made = Command::new(openssl)
        .args(make.split_whitespace())
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let serve = format!("s_server -quiet -www -key key.pem -cert cert.pem -accept {port}");
    let child = Command::new(openssl)
        .args(serve.split_whitespace())
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        thread::sleep(Duration::from_millis(20));
    }
    Server(child)
}

#[track_caller]
fn check(port: u16, expected: &str) {
    let host = format!("localhost:{port}");
    let address =
        RepoAddress::parse(&format!("https://{host}/owner/name"), std::slice::from_ref(&host));
    let facts = taken(&address.unwrap(), &launcher(&["--child"]), RepoLimits::default());
    let (kind, says) = refused(facts);
    assert_eq!((kind, says.contains(expected)), (RefusalKind::Unreadable, true), "{says}");
}

fn untrusted() {
    let Some(openssl) = openssl() else { return };
    let folder = tempfile::tempdir().unwrap();
    let port = TcpListener::bind(("127.0.0.1", 0))
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let server = serve(&openssl, folder.path(), port);
    check(port, "the server's certificate is not one that this machine trusts");
    drop(server);
}

fn plain() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = thread::spawn(move || drop(listener.accept()));
    check(port, "the encrypted connection to the server failed");
    server.join().unwrap();
}
