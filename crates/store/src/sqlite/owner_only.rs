//! Files and folders that nobody but their owner may read: runs hold what clients said.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

/// Makes a folder, and those above it that are missing.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Opens a file to write to, and makes it where there is none.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes from others what they may do with a file or folder that is there.
#[cfg(unix)]
pub(super) fn tighten(path: &Path) -> io::Result<()> {
    use std::{fs, os::unix::fs::PermissionsExt as _};
    let mut rights = match fs::metadata(path) {
        Ok(found) => found.permissions(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let owners = rights.mode() & !0o077;
    if rights.mode() == owners {
        return Ok(());
    }
    rights.set_mode(owners);
    match fs::set_permissions(path, rights) {
        // Whose it is says who may read it; another process may have folded the log meanwhile.
        Err(error)
            if [io::ErrorKind::PermissionDenied, io::ErrorKind::NotFound]
                .contains(&error.kind()) =>
        {
            Ok(())
        }
        done => done,
    }
}

#[cfg(not(unix))]
pub(super) fn tighten(_: &Path) -> io::Result<()> {
    Ok(())
}
