//! Digests that are too fast or too weak for passwords.

use super::{super::call::CallSite, RuleSeverity, Severity};

pub(super) fn python_digest(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let given = call.written().to_ascii_lowercase();
    let given = given.get(..given.len().min(300)).unwrap_or_default();
    if call.last() == "new" && !given.contains("md5") && !given.contains("sha1") {
        return None;
    }
    let mut words = ["password", "passwd", "passphrase"].iter();
    words
        .any(|word| given.contains(word))
        .then_some((Severity::Medium, true))
}

/// Where the digest and what is hashed stand in different calls of one line.
pub(super) fn line_digest(call: &CallSite<'_, '_>, weak: &[&str]) -> Option<RuleSeverity> {
    let is_weak = weak.iter().any(|name| call.written().contains(name));
    let row = call.source.row(call.node.start_byte());
    let line = || call.source.on_lines((), row, row).snippet.to_ascii_lowercase();
    (is_weak && line().contains("passw")).then_some((Severity::Medium, true))
}
