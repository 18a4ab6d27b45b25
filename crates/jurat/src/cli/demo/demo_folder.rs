//! The one folder that a demonstration writes to, and the names of what is in it.

use std::{
    io,
    path::{self, Path, PathBuf},
};

use jurat_document::{DocumentTree, RENDERERS};
use jurat_system::demo::DemoCase;
use serde_json::Value as Json;

use super::ShownFile;
use crate::{failure::CommandFailure, private_files, publish};

/// The files of a case that people look at, and what is in them.
const SHOWN: [(&str, &str); 3] = [
    ("the page", "report.html"),
    ("the same on paper", "report.pdf"),
    ("the data", "report.json"),
];

pub(super) struct DemoFolder {
    pub(super) out: PathBuf,
}

impl DemoFolder {
    /// Where runs and corpora are kept.
    pub(super) fn store(&self) -> PathBuf {
        self.out.join("store")
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.out.join(name)
    }

    /// The folder of a system's sample.
    pub(super) fn sample(&self, system: &str) -> PathBuf {
        self.path(&format!("{system}/sample"))
    }

    /// A file of a sample by its full path, as a run takes it.
    pub(super) fn full_path(&self, system: &str, name: &str) -> Result<Json, CommandFailure> {
        let path = path::absolute(self.sample(system).join(name));
        let path = path.map_err(|error| failed(Path::new(name), &error))?;
        Ok(Json::from(path.to_string_lossy().into_owned()))
    }

    /// Writes a file, and makes the folders that it lies in.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, CommandFailure> {
        let path = self.path(name);
        if let Some(folder) = path.parent() {
            private_files::make_folders_for_user(folder)
                .map_err(|error| failed(folder, &error))?;
        }
        publish::write(&path, bytes)?;
        Ok(path)
    }

    /// Writes a document in every format, under a name without ending.
    pub(super) fn write_document(
        &self,
        name: &str,
        document: &DocumentTree,
    ) -> Result<(), CommandFailure> {
        for renderer in RENDERERS {
            let bytes = (renderer.render)(document)
                .map_err(|error| CommandFailure::ours(error.to_string()))?;
            self.write(&format!("{name}.{}", renderer.extension), &bytes)?;
        }
        Ok(())
    }

    /// What there is to look at of a case, its proof last.
    pub(super) fn files(&self, name: &str, bundle: Option<String>) -> Vec<ShownFile> {
        let shown =
            SHOWN.map(|(what, file)| ShownFile { what, path: format!("{name}/{file}") });
        let bundle = bundle.map(|path| ShownFile { what: "the proof", path });
        let all = shown.into_iter().chain(bundle);
        all.filter(|file| self.path(&file.path).exists()).collect()
    }

    /// The commands of a case, ready to be typed; the proof of one that has it can be checked.
    pub(super) fn commands(
        &self,
        (system, case): (&str, &DemoCase),
        bundle: Option<&str>,
    ) -> Vec<String> {
        let sample = quoted(&self.sample(system));
        let proof = bundle.map(|bundle| quoted(&self.path(bundle)));
        let check = proof.iter().map(|proof| format!("jurat verify {proof}"));
        let own = case.commands.iter().map(|command| {
            let command = command.replace("{sample}", &sample);
            command.replace("{proof}", proof.as_deref().unwrap_or_default())
        });
        own.chain(check).collect()
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if path.chars().all(is_plain) {
        return path.into_owned();
    }
    format!("'{}'", path.replace('\'', r"'\''"))
}

fn failed(path: &Path, error: &io::Error) -> CommandFailure {
    CommandFailure::input(format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn a_path_is_quoted_where_a_shell_would_part_it() {
        for (path, shown) in [
            ("jurat-demo/a", "jurat-demo/a"),
            ("my demo/a", "'my demo/a'"),
            ("it's", r"'it'\''s'"),
        ] {
            assert_eq!(super::quoted(Path::new(path)), shown);
        }
    }
}
