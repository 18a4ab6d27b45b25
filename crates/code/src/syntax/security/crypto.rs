//! Digests that are too fast or too weak for passwords.

use super::{
    super::call::CallSite, CallRule, RuleSeverity, SecurityRule, Severity, taint::TaintFacts,
};

static PASSWORD: SecurityRule = SecurityRule {
    id: "weak-password-hash",
    cwe: "CWE-916",
    message: "a password is hashed with a digest that is quick to try out",
    remediation: "use argon2, scrypt or bcrypt with a salt",
};

pub(super) static CALLS: &[CallRule] = &[
    CallRule {
        rule: &PASSWORD,
        languages: &["python"],
        callees: &["hashlib.md5", "hashlib.sha1", "hashlib.new"],
        when: of_password,
    },
    CallRule {
        rule: &PASSWORD,
        languages: &["typescript", "javascript"],
        callees: &["crypto.createHash"],
        when: |call, _| {
            let weak = ["md5", "sha1"].iter().any(|name| call.written().contains(name));
            weak.then(|| line_speaks(call)).flatten()
        },
    },
    CallRule {
        rule: &PASSWORD,
        languages: &["java"],
        callees: &["java.security.MessageDigest.getInstance"],
        when: |call, _| {
            let weak = ["\"MD5\"", "\"SHA-1\"", "\"SHA1\""]
                .iter()
                .any(|one| call.written().contains(one));
            weak.then(|| line_speaks(call)).flatten()
        },
    },
];

fn of_password(call: &CallSite<'_, '_>, _: &TaintFacts) -> Option<RuleSeverity> {
    let given = call.written().to_ascii_lowercase();
    let given = given.get(..given.len().min(300)).unwrap_or_default();
    if call.last() == "new" && !given.contains("md5") && !given.contains("sha1") {
        return None;
    }
    let password = ["password", "passwd", "passphrase"]
        .iter()
        .any(|word| given.contains(word));
    password.then_some((Severity::Medium, true))
}

/// Here the digest and what is hashed stand in different calls of one line.
fn line_speaks(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let row = call.node.start_position().row;
    let line = call.source.on_lines((), row, row).snippet.to_ascii_lowercase();
    line.contains("passw").then_some((Severity::Medium, true))
}
