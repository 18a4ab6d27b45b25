//! A folder of its own for each test, and the binary in it.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
};

use jurat_store::{CommitDurability, SqliteOptions, SqliteStore};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_jurat");

/// Where a test works.
pub(crate) struct Bench {
    dir: TempDir,
}

/// What a command said.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self { dir: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// The settings of the user of [`Bench::homeless`].
    pub(crate) fn user_settings(&self) -> PathBuf {
        self.path("user/.local/share/jurat/jurat.toml")
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs a command line; words are parted by blanks.
    #[track_caller]
    pub(crate) fn jurat(&self, line: &str) -> Said {
        self.words(&line.split_whitespace().collect::<Vec<_>>(), "")
    }

    #[track_caller]
    pub(crate) fn words(&self, words: &[&str], stdin: &str) -> Said {
        let mut command = self.command(words);
        heard(command.env("JURAT_HOME", self.home()), stdin)
    }

    /// The same in a folder below.
    #[track_caller]
    pub(crate) fn words_in(&self, folder: &str, words: &[&str]) -> Said {
        let mut command = self.command(words);
        let command = command.current_dir(self.path(folder));
        heard(command.env("JURAT_HOME", self.home()), "")
    }

    /// The same without `JURAT_HOME`.
    #[track_caller]
    pub(crate) fn homeless(&self, line: &str) -> Said {
        self.homeless_in(".", &line.split_whitespace().collect::<Vec<_>>(), &[])
    }

    /// The same without `JURAT_HOME`, from another folder and with further variables.
    #[track_caller]
    pub(crate) fn homeless_in(
        &self,
        folder: &str,
        words: &[&str],
        variables: &[(&str, &str)],
    ) -> Said {
        let mut command = self.command(words);
        command.current_dir(self.path(folder)).envs(variables.iter().copied());
        heard(command.env_remove("JURAT_HOME").env("HOME", self.path("user")), "")
    }

    #[expect(clippy::disallowed_methods, reason = "the tests are about the program")]
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command
            .args(words)
            .current_dir(self.dir.path())
            .env_remove("XDG_DATA_HOME");
        command
    }

    /// Writes `lossy.json`: the sample with one stage more, which is not required and fails.
    pub(crate) fn write_lossy(&self) {
        let systems = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../systems");
        let file = systems.join("orchard/workflows/orchard.json");
        let mut definition: Json = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let lost = json!({
            "id": "lost", "run": "orchard.count", "required": false,
            "for_each": { "items": "[1, 2]", "max": 1 },
        });
        definition["name"] = json!("lossy");
        definition["stages"].as_array_mut().unwrap().push(lost);
        self.write("lossy.json", definition.to_string());
    }

    /// A program that is to run beside the test, in its folder and on its store. What it says is for nobody, unless a test asks.
    #[expect(clippy::disallowed_methods, reason = "only a process can be killed")]
    pub(crate) fn beside(&self, program: &str, words: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(words)
            .env("JURAT_HOME", self.home())
            .current_dir(self.dir.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Starts the sample and gives the id of its run.
    #[track_caller]
    pub(crate) fn orchard(&self, params: &str) -> String {
        let said = self.jurat(&format!("run orchard --json {params}"));
        said.json()["run"].as_str().unwrap().to_owned()
    }

    /// The store, opened beside the binary.
    pub(crate) fn store(&self) -> Arc<SqliteStore> {
        let options = SqliteOptions { durability: CommitDurability::Normal };
        Arc::new(SqliteStore::open(&self.home(), options).unwrap())
    }
}

#[track_caller]
fn heard(command: &mut Command, stdin: &str) -> Said {
    let [input, out, err] = [(); 3].map(|()| Stdio::piped());
    let mut child = command.stdin(input).stdout(out).stderr(err).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let text = stdin.to_owned();
    // A program that reads nothing shuts the pipe.
    let writer = std::thread::spawn(move || drop(pipe.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said {
        code: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

impl Said {
    /// The command that a hint gives between backticks, as the words of a command line.
    #[track_caller]
    pub(crate) fn hinted(&self) -> String {
        let hint = self.err.lines().find_map(|line| line.strip_prefix("hint: "));
        let command =
            hint.and_then(|hint| hint.split('`').find(|part| part.starts_with("jurat ")));
        let command = command.unwrap_or_else(|| unreachable!("no command in {}", self.err));
        command.trim_start_matches("jurat ").to_owned()
    }

    /// Holds the exit code, a part of stdout and a part of stderr against what is expected.
    #[track_caller]
    pub(crate) fn is(&self, code: i32, out: &str, err: &str) -> &Self {
        let whole =
            format!("exit {}\n--- stdout\n{}\n--- stderr\n{}", self.code, self.out, self.err);
        assert_eq!(self.code, code, "{whole}");
        assert!(self.out.contains(out), "`{out}` is not in stdout\n{whole}");
        assert!(self.err.contains(err), "`{err}` is not in stderr\n{whole}");
        assert!(!self.err.contains("panicked"), "{whole}");
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| unreachable!("{error}: {}\n{}", self.out, self.err))
    }
}
