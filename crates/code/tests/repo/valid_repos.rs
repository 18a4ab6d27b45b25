//! Repositories as people make them: every way to hand one in, and what is counted.

use std::{fs, path::PathBuf, thread};

use jurat_code::{
    RepoAddress, RepoLimits,
    facts::{CommitKind, FileMode, RepoFacts},
};
use jurat_ingest::RefusalKind;

use crate::fixtures::{Made, launcher, paths, refused, survey_at, taken, why};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_history_with_a_merge_is_counted", counted),
    ("what_is_not_committed_is_not_seen", uncommitted),
    ("every_form_of_a_repository_has_the_same_files", forms),
    ("a_linked_working_tree_is_its_repository", linked),
    ("a_head_that_is_no_branch_is_taken_as_it_is", detached),
    ("a_shallow_repository_is_said_to_be_one", shallow),
    ("a_repository_with_longer_ids_keeps_them", sha256),
    ("a_repository_without_a_commit_is_empty", unborn),
    ("a_plain_folder_has_no_history", folder),
    ("eight_surveys_at_once_say_the_same_to_the_byte", parallel),
    ("what_lies_in_the_way_is_replaced", replaced),
];

const HOUR: u64 = 3600;

pub(crate) fn small() -> Made {
    let made = Made::new();
    made.write("pyproject.toml", "[project]\nname = \"sample\"\n");
    made.commit("Set up project environment", 0);
    made.write("src/tools.py", "def clone():\n    return 1\n");
    made.commit("Add a clone tool in a sandbox", 10 * HOUR);
    made.git(&["checkout", "--quiet", "-b", "side"]);
    made.write("src/graph.py", "def build():\n    return 2\n");
    made.commit("Wire the graph with fan-out", HOUR / 2);
    made.git(&["checkout", "--quiet", "main"]);
    made.write("README.md", "# Sample\n\nWords.\n");
    made.commit("Write a readme for users", HOUR / 4);
    made.git(&["merge", "--quiet", "--no-ff", "-m", "Merge branch 'side'", "side"]);
    made
}

fn counted() {
    let made = small();
    let facts = made.survey().unwrap();
    assert_eq!(paths(&facts), ["README.md", "pyproject.toml", "src/graph.py", "src/tools.py"]);
    assert_eq!(facts.identity.commit.as_deref(), Some(&*made.git(&["rev-parse", "HEAD"])));
    assert_eq!(facts.identity.branch.as_deref(), Some("main"));
    assert_eq!(facts.identity.form, "path");
    let blob = made.git(&["rev-parse", "HEAD:src/graph.py"]);
    assert_eq!((&*facts.files[2].blob, facts.files[2].size), (&*blob, 26));
    let history = facts.history.unwrap();
    assert_eq!((history.commits, history.merges, history.authors), (5, 1, 1));
    assert_eq!((history.clusters, history.largest_cluster), (2, 80));
    assert_eq!((history.largest_commit, history.meaningful), (Some(25), 100));
    assert_eq!((history.shallow, history.rewritten.len()), (false, 0));
    assert_eq!(history.span_seconds(), i64::try_from(10 * HOUR + HOUR * 3 / 4).unwrap());
    let order =
        [CommitKind::Setup, CommitKind::Tooling, CommitKind::Orchestration, CommitKind::Docs];
    assert_eq!(history.progression, order);
    let files: Vec<_> = history.log.iter().map(|commit| commit.files).collect();
    assert_eq!(files, [Some(1), Some(1), Some(1), Some(1), None]);
    assert_eq!(facts.cut, Vec::<String>::new());
    assert_eq!(facts.skipped, []);
}

fn uncommitted() {
    let made = small();
    made.write("later.py", "x = 1\n");
    assert!(!paths(&made.survey().unwrap()).contains(&"later.py"));
}

/// A file's name, id and size.
fn gist(facts: &RepoFacts) -> Vec<(String, String, u64)> {
    let file =
        |file: &jurat_code::facts::FileFact| (file.path.clone(), file.blob.clone(), file.size);
    facts.files.iter().map(file).collect()
}

fn forms() {
    let made = small();
    let whole = made.survey().unwrap();
    let name = |path: &PathBuf| path.display().to_string();
    let [bundle, bare] = ["a.bundle", "bare.git"].map(|name| made.beside(name));
    made.git(&["bundle", "create", "--quiet", &name(&bundle), "HEAD", "main"]);
    made.git(&["clone", "--quiet", "--bare", ".", &name(&bare)]);
    for (path, form) in [(bundle, "bundle"), (bare, "path")] {
        let facts = survey_at(&path, RepoLimits::default()).unwrap();
        assert_eq!(
            (&*facts.identity.form, facts.history.clone()),
            (form, whole.history.clone())
        );
        assert_eq!(facts.identity.commit, whole.identity.commit);
        assert_eq!(gist(&facts), gist(&whole));
    }
    for ending in ["tar", "tar.gz", "zip"] {
        let path = made.beside(&format!("a.{ending}"));
        let format = format!("--format={ending}");
        made.git(&["archive", &format, "--prefix=sample-1/", "-o", &name(&path), "HEAD"]);
        let facts = survey_at(&path, RepoLimits::default()).unwrap();
        assert_eq!((&*facts.identity.form, &facts.history), ("archive", &None));
        assert_eq!(facts.identity.commit, None);
        assert_eq!(gist(&facts), gist(&whole), "{ending}");
    }
}

fn linked() {
    let made = small();
    let tree = made.beside("tree");
    made.git(&["worktree", "add", "--quiet", "--detach", tree.to_str().unwrap(), "HEAD~1"]);
    let facts = survey_at(&tree, RepoLimits::default()).unwrap();
    assert_eq!(facts.identity.commit.as_deref(), Some(&*made.git(&["rev-parse", "HEAD~1"])));
}

fn detached() {
    let made = small();
    made.git(&["checkout", "--quiet", "--detach", "HEAD~1"]);
    let facts = made.survey().unwrap();
    assert_eq!(facts.identity.commit.as_deref(), Some(&*made.git(&["rev-parse", "HEAD"])));
    assert_eq!(facts.identity.branch, None);
}

fn shallow() {
    let made = small();
    let cut = made.beside("cut");
    let url = format!("file://{}", made.at().display());
    made.git(&["clone", "--quiet", "--depth=1", &url, cut.to_str().unwrap()]);
    let history = survey_at(&cut, RepoLimits::default()).unwrap().history.unwrap();
    assert_eq!((history.commits, history.shallow), (1, true));
}

fn sha256() {
    let made = Made::empty();
    made.git(&["init", "--quiet", "--object-format=sha256", "."]);
    made.write("a.py", "x = 1\n");
    made.commit("Add the first part", 0);
    let facts = made.survey().unwrap();
    assert_eq!(facts.files[0].blob, made.git(&["rev-parse", "HEAD:a.py"]));
    assert_eq!(facts.files[0].blob.len(), 64);
}

fn unborn() {
    assert_eq!(refused(Made::new().survey()).0, RefusalKind::Empty);
}

fn folder() {
    let made = Made::empty();
    made.write("src/a.py", "x = 1\n");
    made.write("run.sh", "true\n");
    made.write("node_modules/x/index.js", "x\n");
    std::os::unix::fs::symlink("/etc/passwd", made.at().join("link")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(made.at().join("socket")).unwrap();
    let facts = made.survey().unwrap();
    assert_eq!(paths(&facts), ["link", "run.sh", "src/a.py"]);
    assert_eq!((&*facts.identity.form, &facts.history), ("folder", &None));
    assert_eq!(facts.files[0].mode, FileMode::Symlink);
    assert!(why(&facts, "link").unwrap().contains("never followed"));
    assert_eq!(facts.files[2].blob, "7d4290a117a4ddcc11daae7ea675841033830c8f");
    assert_eq!(facts.cut.len(), 2, "{:?}", facts.cut);
}

fn parallel() {
    let made = small();
    let address = RepoAddress::parse(made.at().to_str().unwrap(), &[]).unwrap();
    let launcher = launcher(&["--child"]);
    let one = || {
        let facts = taken(&address, &launcher, RepoLimits::default()).unwrap();
        serde_json::to_vec(&facts).unwrap()
    };
    let all: Vec<Vec<u8>> = thread::scope(|scope| {
        let all: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
}

fn replaced() {
    let made = small();
    let folder = tempfile::tempdir().unwrap();
    let old = folder.path().join("jurat-intake/repo.git");
    fs::create_dir_all(&old).unwrap();
    fs::write(old.join("HEAD"), "an older clone").unwrap();
    let address = RepoAddress::parse(made.at().to_str().unwrap(), &[]).unwrap();
    let launcher = launcher(&["--child"]);
    let intake = jurat_code::SurveyContext {
        launcher: &launcher,
        folder: folder.path(),
        limits: RepoLimits::default(),
    };
    let facts = jurat_code::survey(&intake, &address, &[]).unwrap();
    assert_eq!(facts.files.len(), 4);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
