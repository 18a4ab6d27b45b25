//! Who may read what is written: what lies in the store is for its owner alone, what the user asks for elsewhere is as the
//! umask says.

use std::{fs, io, path::Path};

/// Folders of a store, and what else may lie beside them.
const FOLDERS: [&str; 9] = [
    "cases",
    "corpora",
    "eval",
    "locks",
    "models",
    "packs",
    "readings",
    "submissions",
    "vectors",
];
const FILES: [&str; 7] = [
    "case.key",
    "jurat.toml",
    "memory.db",
    "reserve",
    "runs.sqlite",
    "stage_key.json",
    "trusted.json",
];

/// From here on, what this process and its children make is for the user alone.
pub(crate) fn begin() {
    modes::begin();
}

/// From here on, what this process and its children make is as the user's own umask says: for a verb that makes files for the user
/// and has its store open already.
pub(crate) fn give_back_umask() {
    modes::give_back_umask();
}

/// Takes from others what an older version let them read of a store. What else lies in the folder is left alone.
pub(crate) fn tighten_store(store: &Path) -> io::Result<()> {
    modes::set_store(store);
    let Ok(entries) = fs::read_dir(store) else { return Ok(()) };
    let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let names = names.collect::<io::Result<Vec<_>>>()?;
    let is_folder = |name: &str| FOLDERS.contains(&name);
    let is_file = |name: &str| FILES.iter().any(|file| name.starts_with(file));
    let mut is_ours = !names.is_empty();
    for name in &names {
        let known = name.to_string_lossy();
        if is_folder(&known) || is_file(&known) {
            tighten(&store.join(name))?;
        } else {
            is_ours = false;
        }
    }
    if is_ours { modes::close(store) } else { Ok(()) }
}

fn tighten(path: &Path) -> io::Result<()> {
    match tighten_below(path) {
        // Another process took it away: locks and logs come and go.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// A folder that is closed was closed after all in it, so nothing below it is looked at again.
fn tighten_below(path: &Path) -> io::Result<()> {
    let found = fs::symlink_metadata(path)?;
    if found.is_symlink() || modes::is_closed(&found) {
        return Ok(());
    }
    if found.is_dir() {
        for entry in fs::read_dir(path)? {
            tighten(&entry?.path())?;
        }
    }
    modes::close(path)
}

/// Writes a file that the user asked for.
pub(crate) fn write_for_user(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let is_new = !path.exists();
    fs::write(path, bytes)?;
    if is_new { open_to_umask(path) } else { Ok(()) }
}

/// Makes the folders that the user asked for.
pub(crate) fn make_folders_for_user(folder: &Path) -> io::Result<()> {
    let missing = folder
        .ancestors()
        .take_while(|one| !one.as_os_str().is_empty() && !one.exists());
    let missing: Vec<&Path> = missing.collect();
    fs::create_dir_all(folder)?;
    missing.into_iter().try_for_each(open_to_umask)
}

/// Gives a new file or folder the rights that it would have without us, unless it lies in the store.
pub(crate) fn open_to_umask(path: &Path) -> io::Result<()> {
    modes::open_to_umask(path)
}

#[cfg(unix)]
mod modes {
    use std::{
        fs::{self, Metadata},
        io,
        os::unix::fs::PermissionsExt as _,
        path::{Path, PathBuf},
        sync::OnceLock,
    };

    use rustix::{
        fs::{Mode, chmod},
        process::umask,
    };

    /// The umask that the process was started with.
    static UMASK: OnceLock<Mode> = OnceLock::new();
    static STORE: OnceLock<PathBuf> = OnceLock::new();

    const OTHERS: u32 = 0o077;

    pub(super) fn begin() {
        UMASK.get_or_init(|| umask(Mode::RWXG | Mode::RWXO));
    }

    pub(super) fn give_back_umask() {
        if let Some(own) = UMASK.get() {
            umask(*own);
        }
    }

    pub(super) fn set_store(store: &Path) {
        STORE.get_or_init(|| store.to_path_buf());
    }

    pub(super) fn is_closed(found: &Metadata) -> bool {
        let mode = found.permissions().mode();
        mode == mode & !OTHERS
    }

    pub(super) fn close(path: &Path) -> io::Result<()> {
        let mut rights = fs::metadata(path)?.permissions();
        rights.set_mode(rights.mode() & !OTHERS);
        match fs::set_permissions(path, rights) {
            // Whose it is says who may read it.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            done => done,
        }
    }

    pub(super) fn open_to_umask(path: &Path) -> io::Result<()> {
        let Some(umask) = UMASK.get() else { return Ok(()) };
        let found = fs::metadata(path)?;
        let within = |store: &PathBuf| {
            let (path, store) = (fs::canonicalize(path), fs::canonicalize(store));
            matches!((path, store), (Ok(path), Ok(store)) if path.starts_with(&store))
        };
        // A device is nobody's new file.
        if STORE.get().is_some_and(within) || !(found.is_file() || found.is_dir()) {
            return Ok(());
        }
        let most = if found.is_dir() { 0o777 } else { 0o666 };
        Ok(chmod(path, Mode::from_raw_mode(most) - *umask)?)
    }
}

#[cfg(not(unix))]
mod modes {
    use std::{fs::Metadata, io, path::Path};

    pub(super) fn begin() {}

    pub(super) fn give_back_umask() {}

    pub(super) fn set_store(_: &Path) {}

    pub(super) fn is_closed(_: &Metadata) -> bool {
        true
    }

    pub(super) fn close(_: &Path) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn open_to_umask(_: &Path) -> io::Result<()> {
        Ok(())
    }
}
