//! A small trial: a file of code, a paper about it, and all that follows from them.

use jurat_canon::{Hash, git_blob_id};
use jurat_digital_courtroom::report::{CourtInput, report};
use jurat_digital_courtroom::rubric::{Docket, cross_reference, examine, load, terms};
use jurat_digital_courtroom::verdict::{Case, adjudicate, recheck};
use jurat_engine::{Outcome, RunId};
use jurat_model::{
    Exhibit, Metadata, ModelUse, Reader, Rendition,
    court::{
        Answered, Artifact, Availability, Evidence, Evidences, Fact, FileFact, FileMode,
        FileRole, HeldBlob, Lines, Opinion, Paper, Persona, Pointer, RepoIdentity, RepoIndex,
        Submission, SyntaxFact,
    },
};
use jurat_proof::{FinalState, Maker};
use serde_json::{Value as Json, json};

use crate::bench::{opine, read};

pub(crate) const CODE: &str = "import tides\n\ndef gauge():\n    return tides.level()\n";
const PAPER: &str =
    "# Gauges\n\nThe level is read in `src/gauge.py` and `src/weir.py`.\n\na -> b\n";
pub(crate) const PATH: &str = "src/gauge.py";
pub(crate) const NAME: &str = "report.md";

/// What a run holds before anything is decided.
#[derive(Clone)]
pub(crate) struct Trial {
    pub(crate) params: Json,
    pub(crate) submission: Submission,
    pub(crate) evidences: Evidences,
    pub(crate) index: RepoIndex,
    pub(crate) answers: Vec<Answered>,
    pub(crate) held: Vec<HeldBlob>,
    pub(crate) exhibits: Vec<Exhibit>,
    pub(crate) context: Json,
    pub(crate) model_use: Vec<ModelUse>,
    /// The bench speaks, and somebody may change its words.
    pub(crate) heard: fn(&mut Vec<Opinion>),
}

impl Trial {
    pub(crate) fn honest() -> Self {
        let rubric = rubric();
        let exhibit = exhibit();
        let rendition = Rendition::plain(exhibit.reader.clone(), PAPER.to_owned());
        let paper = Paper {
            name: NAME.to_owned(),
            source: exhibit.source,
            rendition: exhibit.rendition,
            pages: 0,
            unreadable: Vec::new(),
            words: PAPER.split_whitespace().count() as u64,
        };
        let place = Pointer::to(Artifact::Docs, NAME);
        let mut docs = vec![Evidence::of(Fact::Paper(paper.clone()), place, String::new())];
        let terms = terms(&load(&rubric, &[]).unwrap());
        let (vision, said): (Vec<_>, Vec<_>) = read(NAME, &rendition, &terms)
            .into_iter()
            .partition(|one| one.location.artifact == Artifact::Vision);
        docs.extend(said);
        let (repo, file, call) = repository();
        let answer = Answered {
            criterion_id: "gauges".to_owned(),
            check_id: "level".to_owned(),
            total: 1,
            evidence: vec![call.id.clone()],
            problem: None,
        };
        let outline = Rendition { text: String::new(), ..rendition };
        Self {
            params: json!({ "rubric": rubric, "models": {}, "skip_vision": false }),
            submission: Submission {
                repo: Availability::Read,
                history: Availability::Unreadable("it came without its history".to_owned()),
                docs: Availability::Read,
                vision: Availability::Read,
                repository: Some(identity()),
                paper: Some(paper.clone()),
                remarks: Vec::new(),
            },
            held: vec![HeldBlob {
                blob: file.blob.clone(),
                path: PATH.to_owned(),
                text: CODE.to_owned(),
            }],
            index: RepoIndex { files: vec![file], ..RepoIndex::default() },
            evidences: Evidences { repo, docs, vision },
            answers: vec![answer],
            exhibits: vec![exhibit],
            context: json!({ "paper": paper, "outline": outline }),
            model_use: Vec::new(),
            heard: |_| {},
        }
    }

    /// The run at its end: everything that follows is made by the rules.
    pub(crate) fn state(self) -> FinalState {
        let rubric =
            load(self.params["rubric"].as_str().unwrap_or(&self::rubric()), &[]).unwrap();
        let (evidences, submission) = (self.evidences.in_order(), &self.submission);
        let crossed = cross_reference(&evidences, &self.index);
        let results = examine(
            &rubric,
            &Docket {
                evidences: &evidences,
                crossed: &crossed,
                index: &self.index,
                answers: &self.answers,
                submission,
            },
        );
        let mut opinions: Vec<Opinion> = Persona::ALL
            .into_iter()
            .flat_map(|persona| opine(persona, &rubric, &results, &evidences, &crossed))
            .collect();
        (self.heard)(&mut opinions);
        let citations =
            recheck(&rubric, &opinions, &evidences, &crossed, &self.held, &self.exhibits);
        let judged = adjudicate(&Case {
            rubric: &rubric,
            results: &results,
            opinions: &opinions,
            evidences: &evidences,
            crossed: &crossed,
            citations: &citations,
            submission,
        });
        let report = report(&CourtInput {
            rubric: &rubric,
            submission,
            evidences: &evidences,
            crossed: &crossed,
            results: &judged.criteria,
            overall: &judged.overall,
            model_use: &self.model_use,
            as_of: None,
        });
        let channels = json!({
            "rubric": rubric, "submission": submission, "remarks": submission.remarks,
            "evidences": evidences, "repo_index": self.index, "answers": self.answers,
            "held_blobs": self.held, "exhibits": self.exhibits, "pdf_doc_context": self.context,
            "cross_references": crossed, "check_results": results, "opinions": opinions,
            "citation_checks": citations, "criterion_results": judged.criteria,
            "overall": judged.overall, "model_use": self.model_use, "final_report": report,
        });
        FinalState {
            run: RunId::from_number(9),
            workflow: "digital_courtroom".to_owned(),
            outcome: Outcome::Completed,
            maker: Maker::ours([]),
            params: self.params,
            channels,
        }
    }
}

fn rubric() -> String {
    let check = |id: &str, query: Json| {
        json!({
            "id": id, "description": id, "query": query, "expect": { "min": 1 },
            "remediation": "Read the level in src/gauge.py.",
        })
    };
    let ast = json!({ "ast": { "find": "call", "name": ["tides.*"] } });
    json!({
        "rubric_metadata": { "rubric_name": "Weirs" },
        "dimensions": [
            {
                "id": "gauges", "name": "Gauges", "target_artifact": "github_repo",
                "checks": [
                    check("level", ast),
                    check("file", json!({ "file": { "path": ["src/*.py"] } })),
                ],
            },
            {
                "id": "told", "name": "Told", "target_artifact": "pdf_report",
                "checks": [
                    check("headings", json!({ "doc": { "headings": ["Gauges"] } })),
                    check("claims", json!({ "claims": "verified" })),
                ],
            },
        ],
    })
    .to_string()
}

fn identity() -> RepoIdentity {
    RepoIdentity {
        address: "https://example.org/weir".to_owned(),
        commit: Some("a".repeat(40)),
        branch: None,
        form: "url".to_owned(),
    }
}

fn exhibit() -> Exhibit {
    Exhibit {
        name: NAME.to_owned(),
        source: Hash::of(b"the bytes of the paper"),
        media: "text/markdown".to_owned(),
        rendition: Hash::of(PAPER.as_bytes()),
        reader: Reader {
            name: "markdown".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: Metadata::default(),
        text: PAPER.to_owned(),
    }
}

/// The evidence of the repository, its only file, and a call in it.
fn repository() -> (Vec<Evidence>, FileFact, Evidence) {
    let file = FileFact {
        path: PATH.to_owned(),
        blob: git_blob_id(CODE.as_bytes(), &"0".repeat(40)).unwrap(),
        size: CODE.len() as u64,
        role: FileRole::Product,
        mode: FileMode::Regular,
        language: Some("python".to_owned()),
        code_lines: 3,
        hollow: false,
    };
    let whole = Pointer {
        commit: identity().commit,
        ..Pointer::to(Artifact::Repo, "")
    };
    let in_file = Pointer {
        path: PATH.to_owned(),
        blob: Some(file.blob.clone()),
        ..whole.clone()
    };
    let lines = Lines { start: 4, end: 4 };
    let fact = Fact::Syntax(SyntaxFact::Call {
        callee: "tides.level".to_owned(),
        arguments: Vec::new(),
        keywords: Vec::new(),
        within: "gauge".to_owned(),
    });
    let at = Pointer { lines: Some(lines), ..in_file.clone() };
    let call = Evidence::of(fact, at, lines.of(CODE).unwrap());
    let all = vec![
        Evidence::of(Fact::Repository(identity()), whole, String::new()),
        Evidence::of(Fact::File(file.clone()), in_file, String::new()),
        call.clone(),
    ];
    (all, file, call)
}
