//! What no bundle can show: it is told so that nobody takes it for checked.

use super::{DecodedChannels, paper::is_written};
use crate::model::{Evidence, EvidenceFact};

/// What the run records of the world outside. Facts of the repository that were gathered again are
/// more than recorded.
pub(super) fn only(values: &DecodedChannels, gathered: bool) -> Vec<String> {
    let mut recorded = Vec::new();
    let submission = values.submission.as_ref().filter(|_| !gathered);
    if let Some(repository) = submission.and_then(|it| it.repository.as_ref()) {
        let commit = repository.commit.as_deref().unwrap_or("no commit");
        recorded.push(format!("that {} is what was read at {commit}", repository.address));
        recorded.extend(of_repository(values));
    }
    if values.context.is_some() {
        recorded.push("the pages, parts and hidden words of the paper's outline".to_owned());
    }
    let drawn = values.evidences.vision.iter().filter(|one| !is_written(one));
    recorded.extend(counted(drawn.count(), "pictures and drawings of the paper"));
    let opinions = values.opinions.iter().flatten();
    let by_model = opinions.filter(|one| one.model.is_some()).count();
    recorded.extend(counted(by_model, "opinions that a model wrote"));
    if !values.model_use.is_empty() {
        recorded.push("what models took: calls, tokens and cost".to_owned());
    }
    recorded
}

fn of_repository(values: &DecodedChannels) -> Vec<String> {
    let mut recorded = vec![
        "what is said not to be in the repository".to_owned(),
        "counts of facts that were not shown".to_owned(),
        "files of the repository that are listed: role, language, lines, whether hollow"
            .to_owned(),
        "names that are said to be defined in the repository".to_owned(),
    ];
    let repo = &values.evidences.repo;
    let count = |is: fn(&EvidenceFact) -> bool| repo.iter().filter(|one| is(&one.fact)).count();
    let history =
        count(|fact| matches!(fact, EvidenceFact::History(_) | EvidenceFact::Commit(_)));
    recorded.extend(counted(history, "numbers of the history and commits"));
    let syntax = count(|fact| matches!(fact, EvidenceFact::Syntax(_)));
    recorded.extend(counted(syntax, "facts of code: what the words at their places mean"));
    let graphs = count(|fact| matches!(fact, EvidenceFact::Graph(_)));
    recorded.extend(counted(
        graphs,
        "graphs: what the code at their places builds, and whether it ever runs",
    ));
    let findings = count(|fact| matches!(fact, EvidenceFact::Security(_)));
    let message = "security findings: that they are some, exposed and confirmed as said";
    recorded.extend(counted(findings, message));
    let without_words = repo.iter().filter(|one| is_wordless(one)).count();
    recorded.extend(counted(without_words, "facts of code that point to a file without lines"));
    recorded
}

/// A secret is not shown again, nor is a line that is too long.
fn is_wordless(one: &Evidence) -> bool {
    let told = matches!(
        one.fact,
        EvidenceFact::Syntax(_)
            | EvidenceFact::Graph(_)
            | EvidenceFact::Security(_)
            | EvidenceFact::Library(_)
            | EvidenceFact::Order(_)
    );
    told && one.location.lines.is_none()
}

fn counted(count: usize, what: &str) -> Option<String> {
    (0 < count).then(|| format!("{count} {what}"))
}
