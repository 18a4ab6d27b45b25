//! Which words are paths of files and folders, and which only look so.

/// Endings of files that people write about.
const ENDINGS: &[&str] = &[
    "astro", "bat", "bib", "cc", "cfg", "cjs", "conf", "cpp", "cs", "css", "csv", "dart",
    "docx", "dot", "erl", "ex", "exs", "fs", "gif", "go", "gradle", "graphql", "hcl", "hpp",
    "hs", "html", "ini", "ipynb", "j2", "java", "jinja", "jinja2", "jl", "jpeg", "jpg", "js",
    "json", "jsonl", "jsx", "kt", "kts", "lock", "lua", "md", "mdx", "mjs", "ml", "mmd", "pdf",
    "php", "pl", "png", "prisma", "proto", "ps1", "puml", "py", "pyi", "pyx", "rb", "rego",
    "rs", "rst", "sass", "scala", "scss", "sh", "sql", "svelte", "svg", "swift", "tex", "tf",
    "tmpl", "toml", "ts", "tsv", "tsx", "txt", "vue", "xlsx", "xml", "yaml", "yml",
];
/// Endings so short that the word must be quoted or have a folder.
const SHORT: &[&str] = &["c", "h", "m", "r"];
/// Files that are known without an ending.
#[rustfmt::skip]
const FILES: &[&str] = &[
    "Dockerfile", "Makefile", "Procfile", "Jenkinsfile", "Vagrantfile", "Rakefile", "Gemfile",
    "CODEOWNERS", "Justfile", "justfile", ".gitignore", ".dockerignore", ".env", ".env.example",
    ".env.sample", ".gitattributes", ".editorconfig", ".python-version", ".nvmrc",
];
/// Folders that begin a path without an ending.
#[rustfmt::skip]
const FOLDERS: &[&str] = &[
    "src", "lib", "libs", "test", "tests", "docs", "doc", "scripts", "bin", "app", "apps",
    "cmd", "pkg", "internal", "crates", "packages", "modules", "config", "configs", "data",
    "examples", "rubric", "rubrics", "reports", "report", "prompts", "tools", "nodes", "agents",
    "backend", "frontend", "server", "client", "services", "api", "assets", "static",
    "templates", "public", "migrations", "infra", "deploy", "notebooks", "benches", "fixtures",
    "audit", ".github", ".vscode", ".devcontainer", "include", "core", "utils", "models",
];
/// Ends of domain names.
const DOMAINS: &[&str] = &[
    "com", "org", "net", "io", "dev", "ai", "gov", "edu", "app", "co", "uk", "ca", "de", "fr",
    "br", "pt", "es", "eu", "ch", "at", "nl", "us",
];
/// Places of a machine, not of a repository.
const SYSTEM: &[&str] = &[
    "tmp", "etc", "usr", "home", "var", "dev", "proc", "sys", "opt", "root", "bin", "mnt",
    "Users", "api", "v1", "v2",
];
/// Names of products that end like files.
const PRODUCTS: &[&str] = &["docs.rs", "crates.rs", "asp.net"];

/// Whether a folder of this name often holds the code of a repository.
pub(super) fn is_source_folder(name: &str) -> bool {
    const SOURCES: [&str; 9] =
        ["src", "app", "tests", "nodes", "agents", "backend", "core", "services", "scripts"];
    SOURCES.contains(&name)
}

/// A word that may be a path: without quotes and marks around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct PathCandidate<'a> {
    pub(super) word: &'a str,
    /// Whether it stands in code quotes or a code block.
    pub(super) quoted: bool,
}

/// Without steps back: `src/nodes/../graph.py` is `src/graph.py`.
fn straight(path: &str) -> String {
    let mut steps: Vec<&str> = Vec::new();
    for step in path.split('/') {
        match steps.last() {
            Some(last) if step == ".." && !last.is_empty() && *last != ".." => {
                steps.pop();
            }
            _ => steps.push(step),
        }
    }
    steps.join("/")
}

/// The path that a word is: parted by `/`, without `./` before it and line numbers behind it.
pub(super) fn path(given: PathCandidate<'_>) -> Option<String> {
    let word = given.word;
    if word.contains("://") || word.contains('@') || word.contains(['$', '%', '~', '=', '&']) {
        return None;
    }
    // Markdown may write `a\_b`; what else stands behind such a stroke is the next step.
    let even = without_lines(word).replace("\\_", "_").replace('\\', "/");
    let even = straight(even.trim_start_matches("./"));
    let absolute = even.starts_with('/');
    let bare = even.trim_start_matches('/');
    let parts: Vec<&str> = bare.trim_end_matches('/').split('/').collect();
    let [first, rest @ ..] = parts.as_slice() else { return None };
    let last = rest.last().unwrap_or(first);
    let sound = parts.iter().all(|part| is_sound(part)) && parts.len() <= 32;
    let sound = sound && !is_placeholder(&parts);
    let elsewhere = absolute && SYSTEM.contains(first) || is_domain(first, rest);
    if !sound || elsewhere || bare.len() > 300 {
        return None;
    }
    let is = if bare.ends_with('/') {
        is_folder(&parts, given.quoted)
    } else if ends_as_file(last, given.quoted || !rest.is_empty()) {
        !numbers(&parts)
    } else {
        !absolute && (FILES.contains(last) || is_bare_folder(&parts, given.quoted))
    };
    is.then(|| bare.to_owned())
}

/// `src/a.py:10-12` and `src/a.py#L10` without what comes behind the name.
fn without_lines(word: &str) -> &str {
    let word = word.split_once('#').map_or(word, |(path, _)| path);
    let lines = |lines: &str| {
        let bare = lines.trim_start_matches(['L', 'l']);
        bare.starts_with(|c: char| c.is_ascii_digit())
    };
    match word.split_once(':') {
        Some((path, after)) if lines(after) => path,
        _ => word,
    }
}

fn is_sound(part: &str) -> bool {
    let fits =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '+');
    part.chars().any(char::is_alphanumeric) && part.chars().all(fits) || part == ".."
}

/// `path/to/a.py`, `your_file.py`, `xxx.json`: the reader is to put something else there.
fn is_placeholder(parts: &[&str]) -> bool {
    const WHOLE: [&str; 4] = ["your", "filename", "yyyy-mm-dd", "repo_name"];
    const FRONTS: [&str; 4] = ["your_", "your-", "my_file", "my-file"];
    let stands = |part: &&str| {
        let small = part.to_ascii_lowercase();
        let stem = small.split('.').next().unwrap_or_default();
        1 < stem.len() && stem.bytes().all(|byte| byte == b'x')
            || WHOLE.contains(&stem)
            || FRONTS.iter().any(|front| stem.starts_with(front))
    };
    parts.windows(2).any(|pair| pair == ["path", "to"]) || parts.iter().any(stands)
}

/// `github.com/…` and `docs.example.org` are addresses.
fn is_domain(first: &str, rest: &[&str]) -> bool {
    let end = first.rsplit_once('.').filter(|(name, _)| !name.is_empty());
    let known =
        end.is_some_and(|(_, end)| DOMAINS.contains(&end.to_ascii_lowercase().as_str()));
    known
        || PRODUCTS.contains(&first.to_ascii_lowercase().as_str())
        || first == "www" && !rest.is_empty()
}

fn ends_as_file(last: &str, sure: bool) -> bool {
    let Some((stem, ending)) = last.rsplit_once('.') else { return false };
    let named = stem.chars().any(char::is_alphabetic);
    let small = ending.to_ascii_lowercase();
    let known = ENDINGS.contains(&small.as_str()) || sure && SHORT.contains(&ending);
    // Node.js and Next.js are products; their files are written small.
    let product = small == "js" && stem.starts_with(char::is_uppercase) && !sure;
    named && known && !product
}

/// Written with a `/` at its end.
fn is_folder(parts: &[&str], quoted: bool) -> bool {
    let named = parts.iter().all(|part| part.chars().any(char::is_alphabetic));
    let known = parts.first().is_some_and(|first| FOLDERS.contains(first));
    let small = !parts.iter().any(|part| part.chars().any(char::is_uppercase));
    named && (known || small && quoted || small && 1 < parts.len())
}

/// Without a `/` at its end: `src/nodes`, but not `input/output`.
fn is_bare_folder(parts: &[&str], quoted: bool) -> bool {
    let known = parts.first().is_some_and(|first| FOLDERS.contains(first));
    let small = parts.iter().all(|part| {
        part.chars().all(|letter| !letter.is_uppercase())
            && part.chars().any(char::is_alphabetic)
    });
    // A choice of words is written so too: `client/server`, `test/production`.
    let choice =
        parts.len() == 2 && !quoted && !matches!(parts[0], "src" | "tests" | ".github");
    let deep = 2 < parts.len() && quoted;
    1 < parts.len() && small && (known && !choice || deep)
}

fn numbers(parts: &[&str]) -> bool {
    parts
        .iter()
        .all(|part| part.chars().all(|letter| letter.is_ascii_digit() || letter == '.'))
}

#[cfg(test)]
mod tests {
    use super::{PathCandidate, path};

    #[track_caller]
    fn check(word: &str, expected: &str) {
        let found = path(PathCandidate { word, quoted: false });
        assert_eq!(found.as_deref().unwrap_or_default(), expected, "{word}");
    }

    #[test]
    fn paths_are_taken() {
        for word in
            ["src/graph.py", "rubric/week2_rubric.json", "docker-compose.yml", "src/nodes/"]
        {
            check(word, word);
        }
        check("src\\tools\\repo.py", "src/tools/repo.py");
        check("src/tools/ast\\_tools.py", "src/tools/ast_tools.py");
        check("src/nodes/../graph.py", "src/graph.py");
        check("./main.go", "main.go");
        check("/src/main.go", "src/main.go");
        check("src/state.py:10-24", "src/state.py");
        check("src/state.py#L10-L20", "src/state.py");
        check("src/state.py:L10", "src/state.py");
        check("Dockerfile", "Dockerfile");
        check(".github/workflows", ".github/workflows");
        check("src/nodes", "src/nodes");
        check("../shared/tide.rs", "../shared/tide.rs");
    }

    #[test]
    fn what_only_looks_like_one_is_left() {
        for word in [
            "https://tide.example/src/a.py",
            "tide.example.org",
            "github.com/tide/gate.py",
            "v1.2",
            "3.14",
            "1/2",
            "5/5",
            "and/or",
            "CI/CD",
            "input/output",
            "client/server",
            "2026/02/01",
            "a@tide.example",
            "e.g",
            "Node.js",
            "os.path",
            "/etc/passwd",
            "~/x.py",
            "docs.rs",
            "src/**/x",
            "pass/fail",
            "TCP/IP",
            "/tmp/x.json",
            "1.2/3.4",
            "$HOME/a.py",
            ".py",
            "test/production",
            "w/o",
            "24/7",
            "path/to/file.py",
            "your_module.py",
            "src/xxx.py",
            ".../x.py",
        ] {
            check(word, "");
        }
    }
}
