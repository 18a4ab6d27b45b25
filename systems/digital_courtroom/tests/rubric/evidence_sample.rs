//! Evidence made by hand, and one check run over it.

use jurat_canon::Hash;
use jurat_code::facts::{
    CommitFact, CommitHistory, CommitKind, EdgeKind, FileFact, FileMode, FileRole,
    FindingExposure, OrchestrationEdge, OrchestrationGraph, OrchestrationNode, RepoIdentity,
    SecurityFinding, SecuritySeverity, SymbolDefinition, SyntaxFact, UncheckedTests,
};
use jurat_digital_courtroom::{
    model::{
        ArtifactAvailability, CheckAnswer, CheckResult, ClaimTense, Evidence, EvidenceFact,
        EvidenceSet, InjectedInstruction, PaperClaim, PaperHeading, PaperIdentity, PaperTerm,
        RepoIndex, Submission,
    },
    rubric::{ExaminationInput, cross_reference, examine, load},
};
use jurat_model::{
    EvidenceLocation, FigureLabel, LabelSource, LineRange, PageBoundingBox, PaperFigure,
    PictureFact, SubmissionArtifact,
};
use serde_json::{Value, json};

/// All that lies before a court, owned.
#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    pub(crate) evidences: EvidenceSet,
    pub(crate) index: RepoIndex,
    pub(crate) answers: Vec<CheckAnswer>,
    pub(crate) submission: Submission,
}

impl Bundle {
    /// A repository with one file of Python, and a paper of a thousand words: all was read.
    pub(crate) fn read() -> Self {
        let mut bundle = Self {
            evidences: EvidenceSet::default(),
            index: RepoIndex::default(),
            answers: Vec::new(),
            submission: Submission {
                repo: ArtifactAvailability::Read,
                history: ArtifactAvailability::Read,
                docs: ArtifactAvailability::Read,
                vision: ArtifactAvailability::Read,
                ..Submission::default()
            },
        };
        let identity = RepoIdentity {
            address: "https://example.org/weir".to_owned(),
            commit: Some("a".repeat(40)),
            branch: None,
            form: "url".to_owned(),
        };
        bundle.repo(EvidenceFact::Repository(identity), "", None, "");
        bundle.file("src/main.py", FileRole::Product, 30, false);
        bundle.paper(1000, 10, &[]);
        bundle
    }

    pub(crate) fn repo(
        &mut self,
        fact: EvidenceFact,
        path: &str,
        line: Option<u32>,
        content: &str,
    ) -> Evidence {
        let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, path);
        at.lines = line.map(|line| LineRange { start: line, end: line });
        let evidence = Evidence::of(fact, at, content.to_owned());
        self.evidences.repo.push(evidence.clone());
        evidence
    }

    pub(crate) fn doc(&mut self, fact: EvidenceFact, content: &str) -> Evidence {
        let at = EvidenceLocation::to(SubmissionArtifact::Docs, "weir.pdf");
        let evidence = Evidence::of(fact, at, content.to_owned());
        self.evidences.docs.push(evidence.clone());
        evidence
    }

    pub(crate) fn paper(&mut self, words: u64, pages: u32, unreadable: &[u32]) {
        self.evidences
            .docs
            .retain(|one| !matches!(one.fact, EvidenceFact::Paper(_)));
        let paper = PaperIdentity {
            name: "weir.pdf".to_owned(),
            source: Hash::ZERO,
            rendition: Hash::ZERO,
            pages,
            unreadable: unreadable.to_vec(),
            words,
        };
        self.doc(EvidenceFact::Paper(paper), "");
    }

    pub(crate) fn file(&mut self, path: &str, role: FileRole, code_lines: u32, hollow: bool) {
        let language =
            std::path::Path::new(path)
                .extension()
                .and_then(|end| match end.to_str()? {
                    "py" => Some("python".to_owned()),
                    "go" => Some("go".to_owned()),
                    "rs" => Some("rust".to_owned()),
                    _ => None,
                });
        let file = FileFact {
            path: path.to_owned(),
            blob: "b".repeat(40),
            size: u64::from(code_lines) * 20,
            role,
            mode: FileMode::Regular,
            language,
            code_lines,
            hollow,
            unchecked: None,
        };
        self.index.files.push(file.clone());
        self.repo(EvidenceFact::File(file), path, None, "");
    }

    /// A file of tests that checks nothing which was seen.
    pub(crate) fn unchecked(&mut self, path: &str, how: UncheckedTests) {
        self.file(path, FileRole::Test, 20, false);
        let last = self.index.files.last_mut().unwrap();
        last.unchecked = Some(how);
    }

    pub(crate) fn symbol(&mut self, name: &str, path: &str) {
        let (name, path) = (name.to_owned(), path.to_owned());
        self.index.symbols.push(SymbolDefinition { name, path, line: 3 });
    }

    pub(crate) fn history(&mut self, change: impl FnOnce(&mut CommitHistory)) {
        let mut history = CommitHistory {
            commits: 14,
            merges: 1,
            authors: 2,
            first: 0,
            last: 36_000,
            clusters: 3,
            largest_cluster: 40,
            largest_commit: Some(30),
            meaningful: 80,
            progression: vec![
                CommitKind::Setup,
                CommitKind::Tooling,
                CommitKind::Orchestration,
            ],
            rewritten: Vec::new(),
            shallow: false,
            log: Vec::new(),
        };
        change(&mut history);
        self.repo(EvidenceFact::History(history), "", None, "");
        let commit = CommitFact {
            id: "c".repeat(40),
            authored: 0,
            committed: 0,
            subject: "Add the weir".to_owned(),
            kind: CommitKind::Setup,
            parents: 0,
            files: Some(2),
        };
        self.repo(EvidenceFact::Commit(commit), "", None, "");
    }

    /// Edges as `a>b` plain, `a?b` conditional, `a*b` sent, `a%b` sent any number of times.
    pub(crate) fn graph(&mut self, path: &str, edges: &[&str], unresolved: &[&str]) {
        let graph = graph(edges, unresolved);
        self.repo(
            EvidenceFact::Graph(Box::new(graph)),
            path,
            Some(10),
            "builder = StateGraph(State)",
        );
    }

    pub(crate) fn finding(
        &mut self,
        path: &str,
        rule: &str,
        confirmed: bool,
        exposure: FindingExposure,
    ) {
        let finding = SecurityFinding {
            rule: rule.to_owned(),
            severity: SecuritySeverity::High,
            cwe: "CWE-78".to_owned(),
            message: "a command goes through a shell".to_owned(),
            remediation: "use a list".to_owned(),
            exposure,
            confirmed,
        };
        self.repo(EvidenceFact::Security(finding), path, Some(7), "os.system(url)");
    }

    pub(crate) fn call(&mut self, path: &str, line: u32, callee: &str) -> Evidence {
        let call = SyntaxFact::Call {
            callee: callee.to_owned(),
            arguments: Vec::new(),
            keywords: Vec::new(),
            within: String::new(),
        };
        self.repo(EvidenceFact::Syntax(call), path, Some(line), &format!("{callee}(url)"))
    }

    pub(crate) fn text(&mut self, name: &str, text: &str) -> Evidence {
        let fact = SyntaxFact::Text { name: name.to_owned(), text: text.to_owned() };
        self.repo(EvidenceFact::Syntax(fact), "src/judges.py", Some(5), text)
    }

    pub(crate) fn answer(&mut self, check: &str, total: u64, evidence: &[&Evidence]) {
        self.answers.push(CheckAnswer {
            criterion_id: "c".to_owned(),
            check_id: check.to_owned(),
            total,
            evidence: evidence.iter().map(|one| one.id.clone()).collect(),
            hollow: Vec::new(),
            problem: None,
        });
    }

    pub(crate) fn claim(&mut self, name: &str, tense: ClaimTense) {
        self.claims(name, tense, None);
    }

    pub(crate) fn claims(&mut self, name: &str, tense: ClaimTense, within: Option<&str>) {
        let claim = PaperClaim {
            name: name.to_owned(),
            is_path: name.contains('/') || name.contains(".py"),
            within: within.map(str::to_owned),
            broken: None,
            tense,
        };
        self.doc(EvidenceFact::Claim(claim), &format!("See {name}."));
    }

    pub(crate) fn term(&mut self, term: &str, substantive: bool, names: &[&str]) {
        let term = PaperTerm {
            term: term.to_owned(),
            section: "Design".to_owned(),
            substantive,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        self.doc(EvidenceFact::Term(term), "A paragraph.");
    }

    pub(crate) fn heading(&mut self, text: &str) {
        self.doc(EvidenceFact::Heading(PaperHeading { text: text.to_owned(), level: 1 }), text);
    }

    pub(crate) fn order(&mut self, words: &str) {
        let order = InjectedInstruction {
            words: words.to_owned(),
            why: "asks for marks".to_owned(),
            hidden: true,
        };
        self.doc(EvidenceFact::Order(order), words);
    }

    /// A figure whose rows of labels stand one below the other.
    pub(crate) fn figure(&mut self, rows: &[&[&str]]) {
        self.drawn(figure(rows));
    }

    pub(crate) fn drawn(&mut self, figure: PaperFigure) {
        let mut at = EvidenceLocation::to(SubmissionArtifact::Vision, "weir.pdf");
        at.page = Some(3);
        self.evidences.vision.push(Evidence::of(
            EvidenceFact::Figure(figure),
            at,
            String::new(),
        ));
    }

    pub(crate) fn crossed(&self) -> Vec<Evidence> {
        cross_reference(&self.evidences, &self.index)
    }

    /// Runs one check, given as JSON, in a criterion `c` of this target.
    pub(crate) fn run(&self, target: &str, check: &Value) -> CheckResult {
        let rubric = load(&rubric(target, check).to_string(), &[]).unwrap();
        let crossed = self.crossed();
        let docket = ExaminationInput {
            evidences: &self.evidences,
            crossed: &crossed,
            index: &self.index,
            answers: &self.answers,
            submission: &self.submission,
        };
        let mut results = examine(&rubric, &docket);
        assert_eq!(results.len(), 1);
        results.remove(0)
    }
}

/// A rubric of one check.
pub(crate) fn rubric(target: &str, check: &Value) -> Value {
    let mut check = check.clone();
    let map = check.as_object_mut().unwrap();
    map.entry("id").or_insert(json!("k"));
    json!({
        "rubric_metadata": {"rubric_name": "Weirs"},
        "dimensions": [{"id": "c", "name": "C", "target_artifact": target, "checks": [check]}]
    })
}

pub(crate) fn graph(edges: &[&str], unresolved: &[&str]) -> OrchestrationGraph {
    let mut graph = OrchestrationGraph {
        has_state_graph: true,
        has_add_edge: true,
        has_fan_out: false,
        has_evidence_aggregator: false,
        has_parallel_judges: false,
        node_names: Vec::new(),
        edge_count: 0,
        details: String::new(),
        framework: "langgraph".to_owned(),
        conditional_count: 0,
        nodes: Vec::new(),
        edges: Vec::new(),
        unresolved: unresolved.iter().map(|one| (*one).to_owned()).collect(),
        unreached: None,
        doubted: None,
    };
    let mut names = std::collections::BTreeSet::new();
    for (line, edge) in (10..).zip(edges) {
        let sign = edge.find(['>', '?', '*', '%']).unwrap();
        let kind = match &edge[sign..=sign] {
            ">" => EdgeKind::Plain,
            "?" => EdgeKind::Conditional,
            _ => EdgeKind::Send,
        };
        let (from, to) = (edge[..sign].to_owned(), edge[sign + 1..].to_owned());
        names.extend([from.clone(), to.clone()]);
        graph.conditional_count += u32::from(kind != EdgeKind::Plain);
        let many = edge.contains('%');
        graph.edges.push(OrchestrationEdge { from, to, kind, line, many });
    }
    names.retain(|name| name != "START" && name != "END");
    graph.node_names = names.iter().cloned().collect();
    graph.nodes = names
        .into_iter()
        .map(|name| OrchestrationNode {
            function: None,
            line: 1,
            hollow: None,
            asks_model: None,
            untold: false,
            name,
        })
        .collect();
    graph
}

pub(crate) fn figure(rows: &[&[&str]]) -> PaperFigure {
    let mut labels = Vec::new();
    for (y, row) in (0..).step_by(100).zip(rows) {
        for (x, text) in (0..).step_by(300).zip(*row) {
            let area = PageBoundingBox { x, y, width: 200, height: 40 };
            let text = (*text).to_owned();
            labels.push(FigureLabel { text, source: LabelSource::Text, area });
        }
    }
    let owned = |row: &&[&str]| row.iter().map(|label| (*label).to_owned()).collect();
    PaperFigure {
        picture: PictureFact { form: "vector".to_owned(), width: 900, height: 900 },
        labels,
        rows: rows.iter().filter(|row| 1 < row.len()).map(owned).collect(),
        connectors: None,
        unread: None,
    }
}
