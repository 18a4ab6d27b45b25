//! A small trial: a file of code, a paper about it, and all that follows from them.

use jurat_canon::{Hash, git_blob_id};
use jurat_code::facts::{FileFact, FileMode, FileRole, HeldBlob, RepoIdentity, SyntaxFact};
use jurat_digital_courtroom::{
    model::{
        ArtifactAvailability, CheckAnswer, Evidence, EvidenceFact, EvidenceSet, Opinion,
        PaperIdentity, Persona, RepoIndex, Submission,
    },
    report::{CourtInput, report},
    rubric::{ExaminationInput, cross_reference, examine, load, terms},
    verdict::{AdjudicationInput, adjudicate, recheck},
};
use jurat_engine::{RunId, RunOutcome};
use jurat_model::{
    DocumentMetadata, EvidenceLocation, LineRange, ModelUse, ReaderIdentity, Rendition,
    SourceExhibit, SubmissionArtifact,
};
use jurat_proof::{BundleMaker, FinalState};
use serde_json::{Value as Json, json};

use crate::stub_bench::{opine, read};

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
    pub(crate) evidences: EvidenceSet,
    pub(crate) index: RepoIndex,
    pub(crate) answers: Vec<CheckAnswer>,
    pub(crate) held: Vec<HeldBlob>,
    pub(crate) exhibits: Vec<SourceExhibit>,
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
        let paper = PaperIdentity {
            name: NAME.to_owned(),
            source: exhibit.source,
            rendition: exhibit.rendition,
            pages: 0,
            unreadable: Vec::new(),
            words: PAPER.split_whitespace().count() as u64,
        };
        let place = EvidenceLocation::to(SubmissionArtifact::Docs, NAME);
        let mut docs =
            vec![Evidence::of(EvidenceFact::Paper(paper.clone()), place, String::new())];
        let terms = terms(&load(&rubric, &[]).unwrap());
        let (vision, said): (Vec<_>, Vec<_>) = read(NAME, &rendition, &terms)
            .into_iter()
            .partition(|one| one.location.artifact == SubmissionArtifact::Vision);
        docs.extend(said);
        let (repo, file, call) = repository();
        let answer = CheckAnswer {
            criterion_id: "gauges".to_owned(),
            check_id: "level".to_owned(),
            total: 1,
            evidence: vec![call.id.clone()],
            hollow: Vec::new(),
            problem: None,
        };
        let outline = Rendition { text: String::new(), ..rendition };
        Self {
            params: json!({ "rubric": rubric, "models": {}, "skip_vision": false }),
            submission: Submission {
                repo: ArtifactAvailability::Read,
                history: ArtifactAvailability::Unreadable(
                    "it came without its history".to_owned(),
                ),
                docs: ArtifactAvailability::Read,
                vision: ArtifactAvailability::Read,
                repository: Some(identity()),
                paper: Some(paper.clone()),
                ..Submission::default()
            },
            held: vec![HeldBlob {
                blob: file.blob.clone(),
                path: PATH.to_owned(),
                text: CODE.to_owned(),
            }],
            index: RepoIndex { files: vec![file], ..RepoIndex::default() },
            evidences: EvidenceSet { repo, docs, vision },
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
            &ExaminationInput {
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
        let judged = adjudicate(&AdjudicationInput {
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
            outcome: RunOutcome::Completed,
            definition: "{}".to_owned(),
            stages: Vec::new(),
            maker: BundleMaker::ours([]),
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

fn exhibit() -> SourceExhibit {
    SourceExhibit {
        name: NAME.to_owned(),
        source: Hash::of(b"the bytes of the paper"),
        media: "text/markdown".to_owned(),
        rendition: Hash::of(PAPER.as_bytes()),
        reader: ReaderIdentity {
            name: "markdown".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata::default(),
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
        unchecked: None,
    };
    let whole = EvidenceLocation {
        commit: identity().commit,
        ..EvidenceLocation::to(SubmissionArtifact::Repo, "")
    };
    let in_file = EvidenceLocation {
        path: PATH.to_owned(),
        blob: Some(file.blob.clone()),
        ..whole.clone()
    };
    let lines = LineRange { start: 4, end: 4 };
    let fact = EvidenceFact::Syntax(SyntaxFact::Call {
        callee: "tides.level".to_owned(),
        arguments: Vec::new(),
        keywords: Vec::new(),
        within: "gauge".to_owned(),
    });
    let at = EvidenceLocation { lines: Some(lines), ..in_file.clone() };
    let call = Evidence::of(fact, at, lines.of(CODE).unwrap());
    let all = vec![
        Evidence::of(EvidenceFact::Repository(identity()), whole, String::new()),
        Evidence::of(EvidenceFact::File(file.clone()), in_file, String::new()),
        call.clone(),
    ];
    (all, file, call)
}
