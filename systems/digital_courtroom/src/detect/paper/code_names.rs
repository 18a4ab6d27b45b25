//! Paths and identifiers in running text, put together again where a line broke them.

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use super::{
    globs,
    paths::{PathCandidate, path},
};

/// Names that are taken from one block.
const MOST: usize = 2_000;
/// The most bytes of one.
const LONGEST: usize = 300;
/// Words that are written with humps and are no names of code.
#[rustfmt::skip]
const PRODUCTS: &[&str] = &[
    "GitHub", "GitLab", "LangGraph", "LangChain", "LangSmith", "OpenAI", "JavaScript",
    "TypeScript", "PyPI", "PostgreSQL", "MySQL", "MongoDB", "DynamoDB", "FastAPI", "GraphQL",
    "DevOps", "LaTeX", "YouTube", "LinkedIn", "DeepSeek", "HuggingFace", "PyTorch",
    "TensorFlow", "NumPy", "SciPy", "OpenSSF", "SonarQube", "PowerShell", "macOS", "iOS",
    "arXiv", "iPhone", "LlamaIndex", "CrewAI", "AutoGen", "VSCode", "IntelliJ", "BitBucket",
    "CircleCI", "McCabe", "ChatGPT", "NoSQL", "SQLite", "WebSocket", "OAuth", "MapReduce",
    "NetworkX", "OpenAPI",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodeNameKind {
    Path,
    /// `name()`, `name(argument)`.
    Call,
    /// `AgentState`, `readTide`.
    Humps,
    /// `read_tide`.
    Snake,
    /// `TIDE_LIMIT`.
    Loud,
    /// `operator.add`: the name of a module or a value comes first.
    Dotted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CodeName {
    pub(super) range: Range<usize>,
    pub(super) text: String,
    pub(super) sort: CodeNameKind,
    /// Whether it stands in code quotes.
    pub(super) quoted: bool,
    /// The same with or without its hyphen, where the end of a line broke it.
    pub(super) broken: Option<String>,
}

/// Words of a paper that no line broke: what a broken name is looked up in.
pub(super) struct UnbrokenWords<'a>(BTreeSet<&'a str>);

impl<'a> UnbrokenWords<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let marks = |letter: char| !is_part(letter);
        let words = text.split(marks).map(|word| word.trim_end_matches(['.', ',', ':']));
        Self(
            words
                .filter(|word| word.contains('-') && word.contains('.'))
                .collect(),
        )
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// Every name of a block, in order.
pub(super) fn names(text: &str, whole: &UnbrokenWords<'_>) -> Vec<CodeName> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut quoted = false;
    while let Some(next) = next_word(text, at, &mut quoted) {
        let NameCandidate { range, kept } = next;
        at = range.end;
        if !kept {
            continue;
        }
        if let Some(both) = member(text, &range, quoted) {
            found.extend(both.into_iter().flatten());
            continue;
        }
        let (name, end) = joined(text, whole, &range, quoted).map_or_else(
            || (named(text, &range, quoted), range.end),
            |(name, end)| (Some(name), end),
        );
        at = at.max(end);
        found.extend(name);
        if MOST <= found.len() {
            break;
        }
    }
    found
}

/// A run of letters that may be a name.
struct NameCandidate {
    range: Range<usize>,
    /// Not of an address.
    kept: bool,
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || "_./\\-:#@+~$%=&".contains(letter)
}

fn next_word(text: &str, from: usize, quoted: &mut bool) -> Option<NameCandidate> {
    let rest = text.get(from..)?;
    let mut start = None;
    let mut ticks = false;
    for (at, letter) in rest.char_indices() {
        if is_part(letter) {
            start = Some(from + at);
            break;
        }
        // Two or three marks in a row open or close once.
        if letter == '`' && !ticks {
            *quoted = !*quoted;
        }
        ticks = letter == '`';
    }
    let start = start?;
    let rest = &text[start..];
    let end = start + rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    let end = label_end(text, start..end);
    let word = &text[start..end];
    let mail = word.contains('@') && word.contains('.');
    if word.contains("://") || word.starts_with("www.") || mail {
        return Some(NameCandidate { range: start..start + address(rest), kept: false });
    }
    if let Some(end) = globs::end(text, start..end, *quoted, is_part) {
        return Some(NameCandidate { range: start..end, kept: false });
    }
    Some(NameCandidate { range: start..end, kept: end - start <= LONGEST })
}

/// Where a label of a diagram goes on in a new line, written `\\n`: `src/graph.py\\nBuilder`. What has
/// no slash before it may be a path of Windows, unless it is a file already.
fn label_end(text: &str, word: Range<usize>) -> usize {
    let end = word.end;
    let Some((before, _)) = text[word.clone()].split_once("\\n") else { return end };
    let file = before.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty() && (1..=4).contains(&ending.len()) && !ending.contains(['/', '\\'])
    });
    let is_label = !before.contains('\\') && (before.contains('/') || file);
    if is_label { word.start + before.len() } else { end }
}

/// How far an address goes. One that a line broke goes on in the next.
fn address(rest: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || "<>\"`|".contains(c);
    let far = rest.find(ends).unwrap_or(rest.len());
    let (this, next) = rest.split_at(far);
    match next.strip_prefix('\n') {
        Some(next) if this.ends_with(['/', '-', '_', '=']) => {
            far + 1 + next.find(ends).unwrap_or(next.len())
        }
        _ => far,
    }
}

/// `src/gate.py::TideGate.open`: a file and a name in it.
fn member(text: &str, range: &Range<usize>, quoted: bool) -> Option<[Option<CodeName>; 2]> {
    let range = trimmed(text, range);
    let (left, right) = text.get(range.clone())?.split_once("::")?;
    let file = path(PathCandidate { word: left, quoted }).filter(|path| path.contains('.'))?;
    let middle = range.start + left.len();
    let file = CodeName {
        range: range.start..middle,
        text: file,
        sort: CodeNameKind::Path,
        quoted,
        broken: None,
    };
    let called = text[range.end..].starts_with('(');
    let sort = sort(right, called, &text[range.end..], true);
    let name = sort.map(|sort| CodeName {
        range: middle + 2..range.end,
        text: right.to_owned(),
        sort: if sort == CodeNameKind::Dotted { CodeNameKind::Call } else { sort },
        quoted: true,
        broken: None,
    });
    Some([Some(file), name])
}

/// A word without the marks that sentences put around it.
fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let word = &text[range.clone()];
    let end = word
        .trim_end_matches(['.', ',', ':', '-', '#', '@', '+', '=', '&', '%'])
        .len();
    let word = &word[..end];
    let start = word.len() - word.trim_start_matches(['-', ':', '+', '#', '=', '&', '%']).len();
    range.start + start..range.start + end
}

fn named(text: &str, range: &Range<usize>, quoted: bool) -> Option<CodeName> {
    let range = trimmed(text, range);
    let word = text.get(range.clone()).filter(|word| 1 < word.len())?;
    let word = &*without_ligatures(word);
    let called = text[range.end..].starts_with('(');
    if !called && let Some(path) = path(PathCandidate { word, quoted }) {
        return Some(CodeName {
            range,
            text: path,
            sort: CodeNameKind::Path,
            quoted,
            broken: None,
        });
    }
    let sort = sort(word, called, &text[range.end..], quoted)?;
    Some(CodeName {
        text: word.to_owned(),
        range,
        sort,
        quoted,
        broken: None,
    })
}

/// Letters that a font sets as one, each for itself: a name of code has none.
fn without_ligatures(word: &str) -> Cow<'_, str> {
    const LIGATURES: [(char, &str); 7] = [
        ('\u{fb00}', "ff"),
        ('\u{fb01}', "fi"),
        ('\u{fb02}', "fl"),
        ('\u{fb03}', "ffi"),
        ('\u{fb04}', "ffl"),
        ('\u{fb05}', "st"),
        ('\u{fb06}', "st"),
    ];
    if !word.contains(|letter| LIGATURES.iter().any(|(one, _)| *one == letter)) {
        return Cow::Borrowed(word);
    }
    let parts = LIGATURES.iter();
    Cow::Owned(parts.fold(word.to_owned(), |word, (one, letters)| word.replace(*one, letters)))
}

fn sort(word: &str, called: bool, after: &str, quoted: bool) -> Option<CodeNameKind> {
    let segments: Vec<&str> = word.split("::").flat_map(|part| part.split('.')).collect();
    let sound = |segment: &&str| {
        segment.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && segment.chars().any(|c| c.is_ascii_alphabetic())
    };
    if !segments.iter().all(sound) || PRODUCTS.contains(&word) {
        return None;
    }
    let tells = segments.iter().any(|segment| has_humps(segment) || is_snake(segment));
    let first = segments.first()?;
    if 1 < segments.len() && !has_humps(first) && !first.starts_with(char::is_uppercase) {
        return (quoted || called || tells).then_some(CodeNameKind::Dotted);
    }
    if called && (quoted || tells || after.starts_with("()")) {
        return Some(CodeNameKind::Call);
    }
    let loud = !word.chars().any(char::is_lowercase);
    match (has_humps(word), is_snake(word)) {
        (_, true) if loud => Some(CodeNameKind::Loud),
        (_, true) => Some(CodeNameKind::Snake),
        (true, false) => Some(CodeNameKind::Humps),
        (false, false) => (1 < segments.len() && quoted).then_some(CodeNameKind::Dotted),
    }
}

/// A small letter, then a capital, then a small one: `AgentState`, not `PDFs`.
fn has_humps(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    let hump =
        |pair: &[char]| !pair[0].is_uppercase() && pair[0] != '_' && pair[1].is_uppercase();
    2 < letters.len() && letters.windows(2).any(hump)
}

fn is_snake(word: &str) -> bool {
    let inner = word.trim_matches('_');
    inner.contains('_') && inner.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        || word.starts_with("__") && word.ends_with("__")
        || word.starts_with('_') && 3 < word.len() && !word.ends_with('_')
}

/// A path that goes on in the next line, and where it ends.
fn joined(
    text: &str,
    whole: &UnbrokenWords<'_>,
    range: &Range<usize>,
    quoted: bool,
) -> Option<(CodeName, usize)> {
    let rest = &text[range.end..];
    let gap = rest.len() - rest.trim_start_matches([' ', '\n']).len();
    if gap == 0 || !rest[..gap].contains('\n') || 1 < rest[..gap].matches('\n').count() {
        return None;
    }
    let from = range.end + gap;
    let after = &text[from..];
    let end = from + after.find(|letter| !is_part(letter)).unwrap_or(after.len());
    let next = trimmed(text, &(from..end));
    // A mark at its front is part of it here: `/graph.py`, `.py`.
    let next = from..next.end.max(from);
    let left = without_ligatures(&text[range.clone()]);
    let right = without_ligatures(&text[next.clone()]);
    let word = together(&left, &right, whole)?;
    let other = left.strip_suffix('-').map(|bare| {
        let closed = format!("{bare}{right}");
        if word == closed { format!("{left}{right}") } else { closed }
    });
    let name = CodeName {
        range: range.start..next.end,
        text: path(PathCandidate { word: &word, quoted })?,
        sort: CodeNameKind::Path,
        quoted,
        broken: other.and_then(|other| path(PathCandidate { word: &other, quoted })),
    };
    Some((name, next.end))
}

/// The two parts as one, where the break is within a path.
fn together(left: &str, right: &str, whole: &UnbrokenWords<'_>) -> Option<String> {
    let plain = format!("{left}{right}");
    let file = |word: &str| word.contains('.') && !word.ends_with('.');
    match left.chars().next_back()? {
        '/' | '\\' | '_' => (file(right) || right.contains('/')).then_some(plain),
        '.' => {
            let ending = right.chars().all(|letter| letter.is_ascii_lowercase());
            (left.contains(['/', '\\']) && ending && right.len() < 6).then_some(plain)
        }
        '-' if file(right) || right.contains('/') => {
            let closed = format!("{}{right}", left.strip_suffix('-')?);
            // The hyphen may be the line's or the name's; the paper itself knows best.
            let kept = whole.has(&plain)
                || !whole.has(&closed)
                    && !left.contains(['/', '\\'])
                    && HYPHENED.iter().any(|known| left.eq_ignore_ascii_case(known));
            Some(if kept { plain } else { closed })
        }
        _ if right.starts_with(['/', '\\']) || right.starts_with('.') => {
            let rest = right.trim_start_matches(['/', '\\']);
            let small = left.chars().all(|c| !c.is_uppercase() && is_part(c));
            let ending = right.starts_with('.') && left.contains(['/', '\\']);
            (small && file(rest) && !right.starts_with('.') || ending).then_some(plain)
        }
        _ => None,
    }
}

/// Front parts of names that are written with a hyphen.
const HYPHENED: &[&str] =
    &["docker-", "pre-", "package-", "requirements-", "mkdocs-", "tsconfig-"];

#[cfg(test)]
mod tests {
    use super::{CodeNameKind, UnbrokenWords, names};

    #[track_caller]
    fn check(text: &str, expected: &[(&str, CodeNameKind)]) {
        let found = names(text, &UnbrokenWords::of(text));
        let found: Vec<(&str, CodeNameKind)> =
            found.iter().map(|name| (name.text.as_str(), name.sort)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn names_are_found_in_running_text() {
        check(
            "See `src/tide.py`, (docs/plan.md) and TideGate, read_tide() or gate_node.",
            &[
                ("src/tide.py", CodeNameKind::Path),
                ("docs/plan.md", CodeNameKind::Path),
                ("TideGate", CodeNameKind::Humps),
                ("read_tide", CodeNameKind::Call),
                ("gate_node", CodeNameKind::Snake),
            ],
        );
        check("| State | `src/state.py` |", &[("src/state.py", CodeNameKind::Path)]);
        check(
            "`operator.add` and TIDE_LIMIT",
            &[("operator.add", CodeNameKind::Dotted), ("TIDE_LIMIT", CodeNameKind::Loud)],
        );
        check("`TideGate.open()` ends", &[("TideGate.open", CodeNameKind::Call)]);
    }

    #[test]
    fn letters_that_a_font_joined_are_told_apart() {
        check(
            "in src/\u{fb01}nal_\u{fb02}ow.py today",
            &[("src/final_flow.py", CodeNameKind::Path)],
        );
        check("the \u{fb01}nal_report() call", &[("final_report", CodeNameKind::Call)]);
    }

    #[test]
    fn a_label_of_a_diagram_ends_with_its_line() {
        check(
            "`src/graph.py\\nbuilder` and `gate.py\\nopens`",
            &[("src/graph.py", CodeNameKind::Path), ("gate.py", CodeNameKind::Path)],
        );
        check("`src\\nodes\\gate.py`", &[("src/nodes/gate.py", CodeNameKind::Path)]);
    }

    #[test]
    fn whose_the_hyphen_of_a_broken_line_is_stays_open() {
        let text = "see src/tide-\ngate.py";
        let found = names(text, &UnbrokenWords::of(text)).remove(0);
        assert_eq!(
            (&*found.text, found.broken.as_deref()),
            ("src/tidegate.py", Some("src/tide-gate.py"))
        );
    }

    #[test]
    fn addresses_and_words_are_not() {
        check("https://tide.example/src/gate.py and keeper@tide.example or and/or", &[]);
        check("GitHub Actions (CI/CD) on Feb. 2026, 1/2 of it.", &[]);
    }

    #[test]
    fn a_broken_line_is_mended() {
        check("in src/nodes/\njudges.py today", &[("src/nodes/judges.py", CodeNameKind::Path)]);
        check("in src/no-\ndes/gate.py today", &[("src/nodes/gate.py", CodeNameKind::Path)]);
        check("the docker-\ncompose.yml", &[("docker-compose.yml", CodeNameKind::Path)]);
        check("in src/graph\n.py today", &[("src/graph.py", CodeNameKind::Path)]);
        check("in src/tide_\ngate.py", &[("src/tide_gate.py", CodeNameKind::Path)]);
        check("the folder src/nodes/\ncontains gates", &[("src/nodes/", CodeNameKind::Path)]);
        check(
            "tide-gate.md is tide-\ngate.md",
            &[("tide-gate.md", CodeNameKind::Path), ("tide-gate.md", CodeNameKind::Path)],
        );
    }
}
