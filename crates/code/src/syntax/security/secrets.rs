//! Keys and passwords that are written into a file. What is said of one never contains it.

use super::{super::node_parts::unquoted, RuleSeverity, Severity};

/// Keys that show what they are: name, how they begin, the least letters after that.
const KEYS: &[(&str, &str, usize)] = &[
    ("an AWS access key", "AKIA", 16),
    ("an AWS access key", "ASIA", 16),
    ("a GitHub token", "ghp_", 30),
    ("a GitHub token", "gho_", 30),
    ("a GitHub token", "ghs_", 30),
    ("a GitHub token", "github_pat_", 40),
    ("a GitLab token", "glpat-", 20),
    ("a Slack token", "xoxb-", 20),
    ("a Slack token", "xoxp-", 20),
    ("a Google key", "AIza", 35),
    ("a Stripe key", "sk_live_", 20),
    ("a key of a model provider", "sk-proj-", 24),
    ("a key of a model provider", "sk-ant-", 24),
    ("a key of a model provider", "sk-", 40),
    ("a Hugging Face token", "hf_", 30),
];

/// Parts of names that hold secrets.
#[rustfmt::skip]
const HOLDERS: &[&str] = &[
    "password", "passwd", "secret", "token", "api_key", "apikey", "access_key", "private_key",
    "credential",
];

/// Signs that a value only stands for one.
#[rustfmt::skip]
const STANDS: &[&str] = &[
    "example", "changeme", "change_me", "your", "xxxx", "placeholder", "dummy", "sample",
    "insert", "redacted", "****", "....", "todo", "test", "fake", "mock", "default",
];

const PRIVATE: &str = "PRIVATE KEY-----";

pub(super) fn in_text(words: &str, holder: &str) -> Option<(String, RuleSeverity)> {
    if words.len() < 18 || 4000 < words.len() {
        return None;
    }
    let value = unquoted(words);
    if is_private_key(value) {
        return Some(("a private key".to_owned(), (Severity::High, true)));
    }
    if 400 < value.len() {
        return None;
    }
    within(value).or_else(|| generic(value, holder))
}

/// A secret that shows what it is, on a line of prose.
pub(super) fn in_prose(line: &str) -> Option<(String, RuleSeverity)> {
    if line.len() < 20 || 2000 < line.len() { None } else { within(line) }
}

pub(super) fn in_line(line: &str) -> Option<(String, RuleSeverity)> {
    if line.len() < 20 || 2000 < line.len() {
        return None;
    }
    if line.starts_with("-----BEGIN ") && line.contains(PRIVATE) {
        return Some(("a private key".to_owned(), (Severity::High, true)));
    }
    let (name, value) = line.split_once(['=', ':'])?;
    let value = value.trim().trim_end_matches(',').trim_matches(['"', '\'']);
    let name = name
        .trim()
        .trim_start_matches("export ")
        .trim_matches(['"', '\'', '-', ' ']);
    if name.starts_with(['#', '/']) || 80 < name.len() {
        return None;
    }
    within(value).or_else(|| generic(value, name))
}

/// A key that shows what it is, alone or among other words.
fn within(words: &str) -> Option<(String, RuleSeverity)> {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    words.split(|c: char| !letter(c)).find_map(known)
}

/// The header and something after it: the header alone is what programs look for.
fn is_private_key(value: &str) -> bool {
    value.trim_start().starts_with("-----BEGIN ")
        && value
            .split_once(PRIVATE)
            .is_some_and(|(_, body)| 100 < body.trim().len())
}

fn known(value: &str) -> Option<(String, RuleSeverity)> {
    let (what, start, least) = KEYS.iter().find(|(_, start, _)| value.starts_with(start))?;
    let rest = &value[start.len()..];
    let letters = rest
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    // The ids of AWS have one length and capitals alone.
    let aws = start.len() == 4 && start.ends_with("IA") && *start != "AIza";
    let shape = if aws {
        rest.len() == 16 && rest.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    } else {
        *least <= rest.len() && rest.len() < 200
    };
    (letters && shape && !stands(value) && 3.0 < entropy(rest))
        .then(|| ((*what).to_owned(), (Severity::High, true)))
}

fn generic(value: &str, holder: &str) -> Option<(String, RuleSeverity)> {
    let name = holder.rsplit('.').next().unwrap_or(holder).to_ascii_lowercase();
    let holds = HOLDERS
        .iter()
        .any(|part| name.ends_with(part) || name.ends_with(&format!("{part}_key")));
    if !holds || value.len() < 16 || 200 < value.len() || stands(value) {
        return None;
    }
    let plain = value
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"_-+/=.".contains(&b));
    let digits = value.bytes().any(|b| b.is_ascii_digit());
    let letters = value.bytes().any(|b| b.is_ascii_alphabetic());
    // Words joined by marks are names of things: `auth-token-header`.
    let longest = value
        .split(|c: char| !c.is_ascii_alphanumeric())
        .map(str::len)
        .max()?;
    let bits = entropy(value);
    (plain && digits && letters && 12 <= longest && 3.3 < bits).then(|| {
        (
            format!("what looks like a secret in `{}`", short(&name)),
            (Severity::Medium, 24 <= value.len() && 3.8 < bits),
        )
    })
}

fn short(name: &str) -> String {
    name.chars().take(40).collect()
}

fn stands(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    STANDS.iter().any(|sign| value.contains(sign))
        || value.contains(['<', '{', '$', ' '])
        || counts_up(&value)
}

/// Whether letters or digits stand in their own order, as nobody's key has them: `01234`, `abcde`.
fn counts_up(value: &str) -> bool {
    const RUN: usize = 5;
    let bytes = value.as_bytes();
    bytes.windows(RUN).any(|run| {
        run.iter().all(u8::is_ascii_alphanumeric)
            && run.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]))
    })
}

/// Bits a letter, by how often each occurs.
#[expect(clippy::cast_precision_loss, reason = "a text of a few hundred letters")]
fn entropy(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let all = text.len().max(1) as f64;
    let of = |count: u32| {
        let share = f64::from(count) / all;
        -share * share.log2()
    };
    counts
        .iter()
        .filter(|count| 0 < **count)
        .map(|count| of(*count))
        .sum()
}
