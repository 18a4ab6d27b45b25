//! What a demonstration shows: a small repository and the paper about it, neither of which is used by anyone.

use jurat_document::StatusTone;
use jurat_system::{
    demo::{DemoCase, DemoOutcome, DemoRun, DemoValue, SystemDemo},
    sample_files,
};

use crate::{
    english_phrases::{hundredths, listed},
    model::{ClaimStatus, CourtVerdict},
    report::{ClaimsSection, CourtReport},
    run_report::report_of,
};

/// A sound design, and one claim of its paper that is hollow.
pub(super) const DEMO: SystemDemo = SystemDemo {
    title: "A repository and its paper in court",
    about: "The code is read, never run, and held against a rubric and against what its paper claims. \
        harbour-audit, which decides whether a ferry should have sailed, was made up for this.",
    files: sample_files!("../sample/":
        "report.md",
        "harbour/.gitignore",
        "harbour/README.md",
        "harbour/pyproject.toml",
        "harbour/prompts/defense.md",
        "harbour/prompts/prosecutor.md",
        "harbour/prompts/tech_lead.md",
        "harbour/src/__init__.py",
        "harbour/src/graph.py",
        "harbour/src/state.py",
        "harbour/src/nodes/__init__.py",
        "harbour/src/nodes/detectives.py",
        "harbour/src/nodes/judges.py",
        "harbour/src/nodes/justice.py",
        "harbour/src/tools/__init__.py",
        "harbour/src/tools/archive.py",
        "harbour/src/tools/tides.py",
        "harbour/tests/test_justice.py",
    ),
    cases: &[DemoCase {
        name: "harbour",
        title: "Does harbour-audit do what its paper says?",
        workflow: "digital_courtroom",
        values: &[
            ("repo", DemoValue::Path("harbour")),
            ("paper", DemoValue::Path("report.md")),
        ],
        commands: &[
            "jurat court {sample}/harbour --paper {sample}/report.md",
            "jurat court rubric list",
        ],
    }],
    outcome,
};

fn outcome(run: &DemoRun<'_>) -> Result<DemoOutcome, String> {
    let report = report_of(run.state)?;
    let overall = &report.audit.overall;
    let score = overall
        .score_hundredths
        .map(|score| format!(" {} of 5", hundredths(score)));
    Ok(DemoOutcome {
        verdict: format!("{}{}", overall.verdict.word(), score.unwrap_or_default()),
        tone: match overall.verdict {
            CourtVerdict::Pass => StatusTone::Good,
            CourtVerdict::Partial => StatusTone::Fair,
            CourtVerdict::Fail => StatusTone::Bad,
            CourtVerdict::NotAssessable => StatusTone::Open,
        },
        line: line(&report),
        page: None,
    })
}

/// How the paper fared, and what nobody could tell.
fn line(report: &CourtReport) -> String {
    let claims = &report.claims;
    let held = claims.verified + claims.hollow + claims.missing;
    let mut sentences =
        vec![format!("{} of {held} claims of its paper are borne out.", claims.verified)];
    sentences.extend(named(claims, ClaimStatus::Hollow, "there and does nothing"));
    sentences.extend(named(claims, ClaimStatus::Missing, "not there"));
    let open = report.audit.criterion_breakdown.iter();
    let open = open.filter(|one| one.verdict == CourtVerdict::NotAssessable);
    let open: Vec<String> = open.map(|one| one.name.clone()).collect();
    if !open.is_empty() {
        sentences.push(format!("Not assessed: {}.", listed(open)));
    }
    sentences.join(" ")
}

fn named(claims: &ClaimsSection, status: ClaimStatus, what: &str) -> Option<String> {
    let rows = claims.rows.iter().filter(|row| row.status == status);
    let names: Vec<String> = rows.map(|row| row.name.clone()).collect();
    let is = if names.len() == 1 { "is" } else { "are" };
    (!names.is_empty()).then(|| format!("{} {is} {what}.", listed(names)))
}

#[cfg(test)]
#[expect(clippy::unwrap_used)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    /// Paths of all files below a folder.
    fn files(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                files(&path, root, found);
            } else {
                let name = path.strip_prefix(root).unwrap();
                found.insert(name.to_str().unwrap().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn the_whole_sample_is_shown() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample");
        let mut found = BTreeSet::new();
        files(&root, &root, &mut found);
        // The history is for tests, which have git.
        found.remove("history.json");
        let shown: BTreeSet<String> =
            super::DEMO.files.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(shown, found);
    }
}
