//! Surveys of an earlier commit, and of several groups of queries at once.

use jurat_code::{
    RepoAddress, RepoLimits, SurveyContext,
    facts::{AstKind, AstQuery, RepoFacts},
    survey, survey_choosing, survey_commit,
};
use jurat_ingest::{ReadRefusal, RefusalKind};

use crate::{
    fixtures::{Made, launcher, paths, refused},
    valid_repos::small,
};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("an_earlier_commit_gives_what_its_own_survey_gave", earlier),
    ("a_commit_of_another_branch_can_be_had", other_branch),
    ("a_commit_that_is_not_there_is_refused", missing),
    ("a_folder_without_a_history_has_no_commit", no_history),
    ("a_group_that_is_chosen_answers_as_if_it_were_alone", groups),
];

/// Something done with a repository, a folder of its own and a child.
fn within(
    made: &Made,
    survey: impl FnOnce(&SurveyContext<'_>, &RepoAddress) -> Result<RepoFacts, ReadRefusal>,
) -> Result<RepoFacts, ReadRefusal> {
    let folder = tempfile::tempdir().unwrap();
    let address = RepoAddress::parse(made.at().to_str().unwrap(), &[]).unwrap();
    let launcher = launcher(&["--child"]);
    let intake = SurveyContext {
        launcher: &launcher,
        folder: folder.path(),
        limits: RepoLimits::default(),
    };
    survey(&intake, &address)
}

fn at(made: &Made, commit: &str) -> Result<RepoFacts, ReadRefusal> {
    within(made, |intake, address| survey_commit(intake, (address, commit), &[]))
}

fn earlier() {
    let made = small();
    let before = made.survey().unwrap();
    let commit = before.identity.commit.clone().unwrap();
    made.write("later.py", "x = 1\n");
    made.commit("Add what came later to it", 60);
    // What is not committed does not matter.
    made.write("README.md", "Other words.\n");
    let mut again = at(&made, &commit).unwrap();
    assert_eq!(again.identity.branch, None);
    again.identity.branch.clone_from(&before.identity.branch);
    assert_eq!(again, before);
}

fn other_branch() {
    let made = small();
    let side = made.git(&["rev-parse", "side"]);
    made.git(&["checkout", "--quiet", "--orphan", "fresh"]);
    made.git(&["rm", "-r", "--quiet", "--cached", "."]);
    made.commit("Begin anew with other files", 60);
    let facts = at(&made, &side).unwrap();
    assert_eq!(paths(&facts), ["pyproject.toml", "src/graph.py", "src/tools.py"]);
}

fn missing() {
    let made = small();
    let (kind, why) = refused(at(&made, &"0123456789".repeat(4)));
    assert_eq!(kind, RefusalKind::Empty);
    assert!(why.contains("not on any of its branches"), "{why}");
    // A blob is no commit.
    let blob = made.git(&["rev-parse", "HEAD:README.md"]);
    assert_eq!(refused(at(&made, &blob)).0, RefusalKind::Empty);
    for odd in ["HEAD", "--all", ""] {
        assert_eq!(refused(at(&made, odd)).0, RefusalKind::Unsupported, "{odd}");
    }
}

fn no_history() {
    let made = Made::empty();
    made.write("a.py", "x = 1\n");
    assert_eq!(refused(at(&made, &"0123456789".repeat(4))).0, RefusalKind::Unsupported);
}

fn groups() {
    let made = small();
    let find = |kind| AstQuery { find: Some(kind), ..AstQuery::default() };
    let tree = AstQuery {
        language: vec!["python".to_owned()],
        tree: Some("(return_statement) @found".to_owned()),
        ..AstQuery::default()
    };
    let groups = [
        vec![find(AstKind::Import)],
        vec![find(AstKind::Function), tree.clone(), find(AstKind::Call)],
        vec![tree],
    ];
    for (place, group) in groups.iter().enumerate() {
        let alone = within(&made, |intake, address| survey(intake, address, group)).unwrap();
        let chosen = within(&made, |intake, address| {
            survey_choosing(intake, address, &groups, &|facts| {
                assert!(facts.selected.is_empty() && facts.files.len() == 4);
                place
            })
        });
        assert_eq!(chosen.unwrap(), alone);
        assert_eq!(alone.selected.len(), group.len());
    }
}
