//! Citations that fail: replaced by what took their place in law, by what research finds on the same point, in one round or in
//! two; and those that nothing replaces, with the section that the report then has.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use jurat_engine::RunOutcome;
use jurat_immigration_audit::{
    model::{AuditReport, AuthoritySide},
    page::render,
    research::{NoResearchDesk, ResearchDesk},
};
use serde_json::{Value as Json, json};

use crate::{
    audited_run::{AskedAudit, TIERS, folder_of},
    decision_pack::{self, MisnamingDesk},
    golden::held_against,
};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("what_was_overruled_is_replaced_by_what_overruled_it", overruled),
    ("what_does_not_exist_is_replaced_by_what_speaks_of_the_same", invented),
    ("a_replacement_that_fails_is_replaced_where_the_tier_allows_it", twice),
    ("what_nothing_replaces_ends_incomplete_after_the_rounds_of_its_tier", misnamed),
    ("failed_citations_are_never_stated_as_facts", never_as_facts),
    ("golden_rounds", golden_rounds),
];

pub(crate) const OVERRULED: &str =
    "Submissions\n\nThe standard of review is that of Dunsmuir v. New Brunswick, 2008 SCC 9.\n";
pub(crate) const MISNAMED: &str =
    "Submissions\n\nSee Harbour Pilots v. Lantern Works, 2019 SCC 65, on which we rely.\n";
/// The pack holds that court and year whole, and not this.
const INVENTED: &str = "Submissions\n\nMy name is Odo Fenn.\n\nAn officer who relies on extrinsic evidence must disclose the concern and give \
    the applicant notice and a chance to reply, as procedural fairness requires: Smithers v. Canada (Citizenship and Immigration), \
    2022 FC 9456.\n";

/// What a paper and a desk come to.
#[derive(Clone)]
struct CheckedPaper {
    report: AuditReport,
    outcome: RunOutcome,
}

static DONE: Mutex<BTreeMap<(String, String), CheckedPaper>> = Mutex::new(BTreeMap::new());

/// An audit of one paper, done once for all tests.
fn audit(tier: &str, paper: &str, desk: PaperDesk) -> CheckedPaper {
    let key = (tier.to_owned(), format!("{desk:?} {paper}"));
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let checked = done.entry(key).or_insert_with(|| {
        let folder = folder_of(&[("submissions.txt", paper)]);
        let asked = AskedAudit {
            desk: desk.open(),
            ..AskedAudit::new(("risk_audit", tier), folder.path())
        };
        let run = asked.run();
        CheckedPaper { report: run.report(), outcome: run.outcome }
    });
    checked.clone()
}

/// Who is asked.
#[derive(Debug, Clone, Copy)]
enum PaperDesk {
    WithoutPacks,
    Pack,
    /// The pack, by a service that gives a decision another name than its own.
    Misnaming(&'static str),
    /// The pack without its search: what it holds whole is known, and nothing is found.
    Silent,
}

impl PaperDesk {
    fn open(self) -> Arc<dyn ResearchDesk> {
        match self {
            Self::WithoutPacks => Arc::new(NoResearchDesk),
            Self::Pack => decision_pack::desk(),
            Self::Misnaming(citation) => MisnamingDesk::of(citation),
            Self::Silent => Arc::new(SilentSearch),
        }
    }
}

fn cited(report: &AuditReport) -> Vec<String> {
    let record = report.verification.iter();
    record
        .flat_map(|it| &it.citations)
        .map(|it| it.citation.clone())
        .collect()
}

/// How often each tier may send research back.
const LOOPS: [(&str, u32); 3] = [("guest", 1), ("pro", 2), ("ultra", 3)];

fn overruled() {
    for tier in TIERS {
        let run = audit(tier, OVERRULED, PaperDesk::WithoutPacks);
        let report = run.report;
        let record = report.verification.clone().unwrap();
        assert_eq!(record.iteration, 2, "{tier}: {record:?}");
        let cited = cited(&report);
        assert!(cited.iter().any(|it| it == "2019 SCC 65"), "{cited:?}");
        assert!(!cited.iter().any(|it| it == "2008 SCC 9"), "{cited:?}");
        assert_eq!(report.verification_status, "PASS");
        // The paper still says it.
        assert!(
            record.fixes.iter().any(|it| it.starts_with("2008 SCC 9: ")),
            "{:?}",
            record.fixes
        );
    }
}

fn invented() {
    for tier in TIERS {
        let run = audit(tier, INVENTED, PaperDesk::Pack);
        let report = run.report;
        let record = report.verification.clone().unwrap();
        assert_eq!(
            (record.iteration, report.verification_status.as_str()),
            (2, "PASS"),
            "{tier}"
        );
        let cited = cited(&report);
        assert!(!cited.iter().any(|it| it == "2022 FC 9456"), "{cited:?}");
        let research = report.research.unwrap();
        let replaced = research
            .research_notes
            .iter()
            .find(|it| it.outcome == "replaced")
            .unwrap();
        assert_eq!(replaced.query, "2022 FC 9456");
        let other = research
            .case_law
            .iter()
            .find(|it| it.cited_for == "cited in F01")
            .unwrap();
        assert!(replaced.words.contains(&other.citation) && other.source.service == "caselaw");
        // A decision that says the opposite went against its client.
        assert!(
            other.quote.contains("notice") && other.side == AuthoritySide::ForUs,
            "{other:?}"
        );
        // No name of the client is anybody's search word.
        let searched = research.research_notes.iter();
        assert!(
            searched
                .map(|it| &it.query)
                .all(|it| !it.to_lowercase().contains("fenn"))
        );
    }
}

fn twice() {
    for (tier, loops) in LOOPS {
        let first = first_replacement(tier);
        let run = audit(tier, INVENTED, PaperDesk::Misnaming(first));
        let report = run.report;
        let record = report.verification.clone().unwrap();
        if loops == 1 {
            assert_eq!(report.verification_status, "INCOMPLETE", "{tier}");
            continue;
        }
        assert_eq!(
            (record.iteration, report.verification_status.as_str()),
            (3, "PASS"),
            "{tier}"
        );
        let notes = report.research.unwrap().research_notes;
        let replaced: Vec<&str> = notes
            .iter()
            .filter(|it| it.outcome == "replaced")
            .map(|it| it.query.as_str())
            .collect();
        assert_eq!(replaced, ["2022 FC 9456", first], "{tier}");
    }
}

/// What takes the place of the invented decision in a tier.
fn first_replacement(tier: &str) -> &'static str {
    let report = audit(tier, INVENTED, PaperDesk::Pack).report;
    let research = report.research.unwrap();
    let other = research
        .case_law
        .iter()
        .find(|it| it.cited_for == "cited in F01")
        .unwrap();
    let known = ["2023 FC 9002", "2025 FC 9006"];
    known.into_iter().find(|it| *it == other.citation).unwrap()
}

fn misnamed() {
    for (tier, loops) in LOOPS {
        let run = audit(tier, MISNAMED, PaperDesk::WithoutPacks);
        let report = run.report;
        let record = report.verification.clone().unwrap();
        assert_eq!(record.iteration, loops + 1, "{tier}");
        assert_eq!(report.verification_status, "INCOMPLETE");
        assert_eq!(run.outcome, RunOutcome::Incomplete);
        let failed = record.failed_citations.first().unwrap();
        assert_eq!((failed.attempts, failed.critical), (loops + 1, true));
        let section = incomplete_section(&report).join("\n");
        let told = format!("could not be verified after {} attempts:", loops + 1);
        for needed in [
            "AUDIT INCOMPLETE - MANUAL REVIEW REQUIRED",
            &told,
            "| Citation | Issue | Attempts |",
            &format!("| 2019 SCC 65 | {} | {} |", failed.issue, loops + 1),
            "Recommended Actions",
            "1. Manually verify via CanLII/Westlaw",
            "2. Find alternative supporting case law",
            "3. Remove unsupported arguments if no alternative exists",
            "Verified Portions",
        ] {
            assert!(section.contains(needed), "{tier}: {needed}: {section}");
        }
    }
}

fn never_as_facts() {
    for (tier, _) in LOOPS {
        let report = audit(tier, MISNAMED, PaperDesk::WithoutPacks).report;
        let score = report.score.unwrap();
        let points = score.dimensions.iter().flat_map(|it| &it.items);
        let points = points.chain(&score.strengths);
        for point in points {
            assert!(!point.rests_on.iter().any(|it| it.contains("2019 SCC 65")), "{point:?}");
        }
        let argued = report
            .judgment
            .strengths
            .iter()
            .chain(&report.judgment.recommended_actions);
        assert!(argued.clone().all(|it| !it.contains("2019 SCC 65")), "{tier}");
    }
}

/// The lines of the section that an incomplete report has; none where it is complete.
fn incomplete_section(report: &AuditReport) -> Vec<String> {
    let page = String::from_utf8(render(report, "md").unwrap()).unwrap();
    let lines = page.lines().map(str::to_owned);
    let from = lines.skip_while(|it| !(it.starts_with('#') && it.contains("AUDIT INCOMPLETE")));
    let mut headings = 0;
    from.take_while(|it| {
        headings += u32::from(it.starts_with('#'));
        headings < 2
    })
    .filter(|it| !it.is_empty())
    .collect()
}

fn golden_rounds() {
    let mut all = Vec::new();
    for (case, paper, desk) in [
        ("overruled, replaced by law", OVERRULED, PaperDesk::WithoutPacks),
        ("invented, replaced by research", INVENTED, PaperDesk::Pack),
        ("invented, and nothing speaks of the same", INVENTED, PaperDesk::Silent),
        ("another name, irreplaceable", MISNAMED, PaperDesk::WithoutPacks),
    ] {
        for tier in TIERS {
            let report = audit(tier, paper, desk).report;
            let record = report.verification.clone().unwrap();
            let citations = record.citations.iter();
            let told = citations
                .map(|it| format!("{} {} after {}", it.status, it.citation, it.attempts));
            all.push(json!({
                "case": format!("{case}: {tier}"),
                "status": report.verification_status,
                "verifications": record.iteration,
                "citations": told.collect::<Vec<_>>(),
                "fixes": record.fixes,
                "section": incomplete_section(&report),
            }));
        }
    }
    held_against("loop_back.json", &format!("{:#}\n", Json::Array(all)));
}

struct SilentSearch;

impl ResearchDesk for SilentSearch {
    fn ask(
        &self,
        tool: &str,
        arguments: Json,
    ) -> Result<jurat_tools::ToolAnswer, jurat_tools::ToolFailure> {
        if tool.contains("search") {
            return NoResearchDesk.ask(tool, arguments);
        }
        decision_pack::desk().ask(tool, arguments)
    }
}
