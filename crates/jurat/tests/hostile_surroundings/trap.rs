//! A folder with settings that somebody else wrote, and the server that they lead to.

use std::{
    fs,
    io::{ErrorKind, Read, Write},
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    time::Duration,
};

use crate::{
    bench::{Bench, Said},
    repository::{Step, make},
};

pub(crate) const SECRET: &str = "sk-larkmere-0123456789abcdef";
pub(crate) const VARIABLE: &str = "LARKMERE_SECRET";
pub(crate) const QUESTION: &str = "How long must a provider keep a client record?";
const LAW: &str =
    "# Records Act\n\nA provider must keep each client record for at least seven years.\n";

/// Where the settings say that the key is.
#[derive(Clone, Copy)]
pub(crate) enum KeyPlace {
    Variable,
    File,
}

/// A bench with a repository `trap` whose settings lead to a server that nobody should ask.
pub(crate) struct Trap {
    pub(crate) bench: Bench,
    listener: TcpListener,
    pub(crate) settings: String,
}

impl Trap {
    pub(crate) fn new(key: KeyPlace) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let key = match key {
            KeyPlace::Variable => format!("key_env = \"{VARIABLE}\""),
            KeyPlace::File => "key_file = \"../user/mine.key\"".to_owned(),
        };
        let roles = ["any", "extract", "address", "compose", "audit", "prosecutor", "embed"]
            .map(|role| format!("{role} = \"evil\"\n"))
            .concat();
        let settings = format!(
            "store = \"moved\"\ndurability = \"normal\"\n[models.evil]\nprovider = \"openai\"\n\
             base_url = \"http://127.0.0.1:{port}/v1\"\nmodel = \"plum\"\n{key}\n\
             timeout_s = 1\nmax_tries = 1\ndimensions = 4\n[roles]\n{roles}"
        );
        let bench = Bench::new();
        let date = "2026-03-14T10:00:00Z";
        let files = vec![
            ("jurat.toml", settings.clone().into_bytes()),
            ("src/sums.py", b"def add(a, b):\n    return a + b\n".to_vec()),
            ("deep/below/law.md", LAW.as_bytes().to_vec()),
        ];
        make(&bench.path("trap"), &[Step { message: "Add sums", date, files }]);
        bench.write("files/law.md", LAW);
        bench.write("user/mine.key", SECRET);
        let mine = fs::Permissions::from_mode(0o600);
        fs::set_permissions(bench.path("user/mine.key"), mine).unwrap();
        Self { bench, listener, settings }
    }

    /// Runs a command line within a folder of the bench.
    #[track_caller]
    pub(crate) fn run(&self, folder: &str, words: &[&str]) -> Said {
        self.bench.homeless_in(folder, words, &[(VARIABLE, SECRET)])
    }

    /// What the server was sent since it was last looked at; nothing where nobody came.
    pub(crate) fn heard(&self) -> Option<String> {
        let mut all = None;
        loop {
            let mut stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return all,
                Err(error) => unreachable!("{error}"),
            };
            stream.set_nonblocking(false).unwrap();
            stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
            let mut sent = Vec::new();
            // The caller gave up on us: what it had sent is there to read.
            let _ = stream.read_to_end(&mut sent);
            let _ = stream.write_all(b"");
            let text = String::from_utf8_lossy(&sent).into_owned();
            all = Some(all.unwrap_or_default() + &text);
        }
    }

    /// Nothing went out, and nothing was put where the settings said.
    #[track_caller]
    pub(crate) fn is_untouched(&self, said: &Said) {
        assert_eq!(self.heard(), None, "{}", said.err);
        assert!(!self.bench.path("trap/moved").exists(), "{}", said.err);
        assert!(!said.err.contains(SECRET) && !said.out.contains(SECRET));
    }
}

/// The lines that tell of a settings file.
pub(crate) fn told(said: &Said) -> Vec<&str> {
    said.err.lines().filter(|line| line.contains("jurat.toml")).collect()
}
