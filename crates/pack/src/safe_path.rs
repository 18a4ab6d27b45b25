//! Paths in manifests: relative, forward, and below where they start.

/// Why a path of a manifest cannot be used; nothing where it can.
pub(crate) fn wrong_with(path: &str) -> Option<&'static str> {
    let drive = path.as_bytes().get(1) == Some(&b':');
    if path.is_empty() {
        Some("it is empty")
    } else if path.starts_with('/') || drive {
        Some("it is an absolute path")
    } else if path.contains('\\') || path.chars().any(char::is_control) {
        Some("it holds a backslash or a control character")
    } else if path.len() > 1024 {
        Some("it has more than 1024 bytes")
    } else if path.split('/').any(|step| matches!(step, "" | "." | "..")) {
        Some("it leads out of the pack, or has an empty step")
    } else {
        None
    }
}

/// Whether a file lies in a part's folder, or is its one file.
pub(crate) fn is_below(file: &str, folder: &str) -> bool {
    folder == "."
        || file == folder
        || file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// A file's path within its part.
pub(crate) fn within<'f>(file: &'f str, folder: &str) -> &'f str {
    let name = || file.rsplit('/').next().unwrap_or(file);
    if folder == "." {
        return file;
    }
    let rest = file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/'));
    rest.unwrap_or_else(name)
}

/// Whether a name is safe as a folder and in the name of a corpus.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let first = name.bytes().next();
    name.len() <= 28 && first.is_some_and(|it| it != b'-') && name.bytes().all(plain)
}
