//! Ten small repositories whose truth is known: the ranking is right, nothing honest is charged, and
//! the fake never passes.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use serde_json::Value as Json;

use crate::{
    bench::Bench,
    repository::{Step, court, make, sample, without_git},
};

/// Where a key stands in the file of a repository. No key lies among our own files.
const KEY_PLACE: &str = "@A_KEY_IS_PUT_HERE_BY_THE_TEST@";

fn repositories() -> PathBuf {
    sample().join("../tests/repositories")
}

/// What has the form of a provider's key and opens nothing.
fn key() -> String {
    ["sk", "proj", "Q7v2LmX9tRc4WnB8yHs3KdZ6pGf1"].join("-")
}

/// Every file below a folder, by path.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut open = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder_in) = open.pop() {
        for entry in fs::read_dir(folder_in).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            let text = fs::read_to_string(&path).unwrap().replace(KEY_PLACE, &key());
            found.push((name, text.into_bytes()));
        }
    }
    found.sort();
    found
}

/// The repository of a name, committed file by file on as many days.
fn commit(bench: &Bench, name: &str) {
    let files = files(&repositories().join(name));
    let told: Vec<(String, String)> = (1..)
        .zip(&files)
        .map(|(day, (file, _))| {
            (format!("Add what {file} is for"), format!("2026-03-{day:02}T09:00:00Z"))
        })
        .collect();
    let steps: Vec<Step<'_>> = files
        .iter()
        .zip(&told)
        .map(|((file, bytes), (message, date))| Step {
            message,
            date,
            files: vec![(file.as_str(), bytes.clone())],
        })
        .collect();
    make(&bench.path(name), &steps);
}

/// What came of a repository.
struct Audited {
    name: String,
    code: i32,
    report: Json,
}

impl Audited {
    fn verdict(&self) -> &str {
        self.report["overall"]["verdict"].as_str().unwrap()
    }

    fn score(&self) -> u64 {
        self.report["overall"]["score_hundredths"].as_u64().unwrap_or(0)
    }

    fn charges(&self) -> Vec<&str> {
        let criteria = self.report["criterion_breakdown"].as_array().unwrap().iter();
        let opinions = criteria.flat_map(|one| one["opinions"].as_array().unwrap());
        let charges = opinions.flat_map(|one| one["charges"].as_array().into_iter().flatten());
        let mut charges: Vec<&str> = charges.map(|one| one.as_str().unwrap()).collect();
        charges.sort_unstable();
        charges.dedup();
        charges
    }

    /// A line of the golden table.
    fn row(&self) -> String {
        let criteria = self.report["criterion_breakdown"].as_array().unwrap();
        let checks = criteria.iter().flat_map(|one| one["checks"].as_array().unwrap());
        let unseen = checks.filter(|one| one["unassessed"] == "not_seen").count();
        let not_read = self.report["not_read"].as_array().into_iter().flatten();
        let not_read: Vec<String> = not_read
            .map(|one| format!("{} {}", one["count"], one["what"].as_str().unwrap()))
            .collect();
        let score = self.score();
        format!(
            "| {} | {} | {} {}.{:02} | {} | {} | {unseen} | {} |",
            self.name,
            self.report["rubric"]["name"].as_str().unwrap(),
            self.verdict(),
            score / 100,
            score % 100,
            self.code,
            self.charges().join(", "),
            not_read.join(", "),
        )
    }
}

fn audit(bench: &Bench, name: &str) -> Audited {
    commit(bench, name);
    let paper = repositories().join(format!("{name}_report.md"));
    let mut words = vec![name, "--json"];
    if paper.exists() {
        words.extend(["--paper", paper.to_str().unwrap()]);
    }
    let said = court(bench, &words);
    assert!(said.code <= 2, "{name}: {}", said.err);
    Audited {
        name: name.to_owned(),
        code: said.code,
        report: said.json(),
    }
}

fn all(bench: &Bench) -> Vec<Audited> {
    let folders = fs::read_dir(repositories()).unwrap();
    let mut names: Vec<String> = folders
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names.iter().map(|name| audit(bench, name)).collect()
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

#[test]
fn verdicts_mean_what_they_say() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    let audited = all(&bench);
    let of = |name: &str| audited.iter().find(|one| one.name == name).unwrap();
    let dishonest = ["leaky_pier", "paper_court"];
    for one in &audited {
        let honest = !dishonest.contains(&one.name.as_str());
        assert!(!honest || one.charges().is_empty(), "{}: {:?}", one.name, one.charges());
        assert!(!honest || one.code != 1, "{} fails", one.name);
        assert!(honest || one.verdict() != "PASS", "{} passes", one.name);
    }
    // From excellent to fake, by one rubric.
    let ranked = ["lighthouse_keepers", "orchard_notebooks", "signal_box", "paper_court"];
    let scores: Vec<u64> = ranked.iter().map(|name| of(name).score()).collect();
    assert!(scores.is_sorted_by(|a, b| b <= a), "{ranked:?}: {scores:?}");
    assert!(scores[3] < scores[1], "{scores:?}");
    for name in ["lighthouse_keepers", "orchard_notebooks", "tide_tables", "bakery_crew"] {
        assert_eq!(of(name).verdict(), "PASS", "{name}");
    }
    assert_eq!(of("leaky_pier").code, 1);
    let rows: Vec<String> = audited.iter().map(Audited::row).collect();
    let head = "| repository | rubric | verdict | exit | charges | not seen | not read |\n\
        |---|---|---|---|---|---|---|\n";
    let made = format!("{head}{}\n", rows.join("\n"));
    let path = sample().join("../golden/ranking.md");
    if updates() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(made == kept, "ranking.md differs; JURAT_UPDATE=1 writes it anew\n{made}");
}

#[test]
fn a_key_that_was_committed_stands_on_the_first_page_wherever_it_lies() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    commit(&bench, "leaky_pier");
    let said = court(&bench, &["leaky_pier", "--report", "a.md"]);
    assert_eq!(said.code, 1, "{}", said.err);
    let page = fs::read_to_string(bench.path("a.md")).unwrap();
    let first = page.split("## Criterion Breakdown").next().unwrap();
    assert!(first.contains("a key of a model provider on line 4"), "{first}");
    assert!(first.contains("reports/week_3/test.py"), "{first}");
    assert!(!page.contains(&key()), "the key itself is nowhere");
}
