//! A fact in a few words, for the list of evidence.

use jurat_code::facts::{FileFact, FindingExposure, RepoIdentity, SyntaxFact, UncheckedTests};
use jurat_model::PaperFigure;

use crate::model::{ClaimStatus, ClaimTense, EvidenceFact};

pub(super) fn words(fact: &EvidenceFact) -> String {
    match fact {
        EvidenceFact::Repository(RepoIdentity { form, .. }) => {
            format!("repository, given as {form}")
        }
        EvidenceFact::History(history) => format!("history of {} commits", history.commits),
        EvidenceFact::Commit(commit) => format!("commit: {}", commit.subject),
        EvidenceFact::File(file) => of_file(file),
        EvidenceFact::Syntax(fact) => of_code(fact),
        EvidenceFact::Graph(graph) => graph.details.clone(),
        EvidenceFact::Library(library) => format!("imports `{}`", library.name),
        EvidenceFact::Security(finding) => {
            let proof = if finding.confirmed { "confirmed" } else { "not confirmed" };
            let where_found = match finding.exposure {
                FindingExposure::Reachable => "in the product",
                FindingExposure::TestOnly => "in tests or examples",
            };
            format!("{}: {} ({proof}, {where_found})", finding.rule, finding.message)
        }
        EvidenceFact::Paper(paper) => {
            format!("paper of {} pages, {} words", paper.pages, paper.words)
        }
        EvidenceFact::Heading(heading) => format!("heading: {}", heading.text),
        EvidenceFact::Term(term) => {
            let how = if term.substantive { "explained" } else { "named, not explained" };
            format!("term {}: {how}", term.term)
        }
        EvidenceFact::Claim(claim) => {
            format!("claim of {} ({})", claim.name, tense(claim.tense))
        }
        EvidenceFact::Figure(figure) => of_figure(figure),
        EvidenceFact::Order(order) => format!("text that addresses the judge: {}", order.why),
        EvidenceFact::CheckedClaim(checked) => {
            format!("claim of {}: {}", checked.name, status(checked.status))
        }
        EvidenceFact::DiagramMatch(found) => format!(
            "figure against code: {} nodes shown, {} left out, {} invented",
            found.shown.len(),
            found.left_out.len(),
            found.invented.len()
        ),
        EvidenceFact::Nothing { sought } => format!("nothing found: {sought}"),
    }
}

fn of_file(file: &FileFact) -> String {
    let hollow = if file.hollow { ", does nothing" } else { "" };
    let unchecked = match file.unchecked {
        Some(UncheckedTests::NoTest) => ", in which nothing can fail",
        Some(UncheckedTests::RunsOnly) => ", in which no assertion was seen",
        None => "",
    };
    format!("file with {} lines of code{hollow}{unchecked}", file.code_lines)
}

fn of_code(fact: &SyntaxFact) -> String {
    match fact {
        SyntaxFact::Class { name, .. } => format!("class {name}"),
        SyntaxFact::Function { name, .. } => format!("function {name}"),
        SyntaxFact::Call { callee, within, .. } if within.is_empty() => {
            format!("call {callee}")
        }
        SyntaxFact::Call { callee, within, .. } => format!("call {callee} in {within}"),
        SyntaxFact::Import { name } => format!("import {name}"),
        SyntaxFact::Annotation { target, text } => format!("annotation {target}: {text}"),
        SyntaxFact::Text { name, .. } => format!("text {name}"),
    }
}

fn of_figure(figure: &PaperFigure) -> String {
    match &figure.unread {
        Some(why) => format!("figure that could not be read: {why}"),
        None => format!("figure with {} labels", figure.labels.len()),
    }
}

const fn tense(tense: ClaimTense) -> &'static str {
    match tense {
        ClaimTense::Claimed => "said to be there",
        ClaimTense::Planned => "said to come",
        ClaimTense::Example => "an example",
        ClaimTense::Denied => "said not to be there",
        ClaimTense::Produced => "said to come out of a run",
    }
}

const fn status(status: ClaimStatus) -> &'static str {
    match status {
        ClaimStatus::Verified => "there, and does something",
        ClaimStatus::Hollow => "there, and empty",
        ClaimStatus::Missing => "not there",
        ClaimStatus::Planned => "not there, and not said to be yet",
        ClaimStatus::Aside => "an example, or said not to be there",
        ClaimStatus::Untold => "perhaps in code that was not read",
    }
}
