//! From Pro on: decisions like those that are cited, figures of the judges who gave them, and what speaks against the client.

use jurat_immigration_audit::model::AuthoritySide;

use crate::golden::RUNS;

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("similar_decisions_and_judges_are_told_from_pro_on", similar_from_pro_on),
    ("what_speaks_against_the_client_is_cited_too", against_the_client),
];

fn similar_from_pro_on() {
    for one in RUNS.iter().filter(|it| it.report.research.is_some()) {
        let research = one.report.research.as_ref().unwrap();
        let about = format!("{} {}: {research:#?}", one.workflow, one.tier);
        if one.tier == "guest" {
            assert!(research.similar.is_empty() && research.judges.is_empty(), "{about}");
            continue;
        }
        assert!(!research.judges.is_empty() && research.judges.len() <= 3, "{about}");
        for figures in &research.judges {
            let (gave, allowed) = match figures.judge.as_str() {
                "Garrowby" | "Tarnwell" => (2, 1),
                "Ellery" => (1, 1),
                other => panic!("{other}: {about}"),
            };
            let (low, high) = figures.interval;
            assert_eq!((figures.decisions, figures.allowed), (gave, allowed), "{about}");
            assert!(low < 0.6 && 0.4 < high && !figures.warning.is_empty(), "{about}");
        }
        // What is cited is not told again as similar, and each says what it is like, and why.
        for similar in &research.similar {
            assert!(
                !research.case_law.iter().any(|it| it.citation == similar.citation),
                "{about}"
            );
            assert!(similar.why.iter().all(|it| it.starts_with("like ")), "{about}");
        }
    }
}

fn against_the_client() {
    for one in RUNS.iter() {
        let Some(research) = &one.report.research else { continue };
        let found = research.case_law.iter().filter(|it| it.source.service == "caselaw");
        let sides: Vec<AuthoritySide> = found.map(|it| it.side).collect();
        for side in [AuthoritySide::ForUs, AuthoritySide::AgainstUs] {
            assert!(sides.contains(&side), "{} {}: {sides:?}", one.workflow, one.tier);
        }
    }
}
