//! A located fact that a detective found, or did not find, without opinion.

use std::fmt;

use jurat_canon::{Hash, canonical_json};
use jurat_code::facts::{
    AgentLibrary, CommitFact, CommitHistory, FileFact, OrchestrationGraph, RepoIdentity,
    SecurityFinding, SyntaxFact,
};
use jurat_model::{EvidenceLocation, LocatedValue, PaperFigure, SubmissionArtifact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    CheckedClaim, DiagramMatch, InjectedInstruction, PaperClaim, PaperHeading, PaperIdentity,
    PaperTerm,
};

/// Names evidence by what it says and where: `ev:file:` and 32 hex digits. The same fact has the
/// same id in every run. Ids are too long to find two facts that share one: evidence is merged by
/// them, and nobody may hide a finding behind another.
#[derive(
    Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct EvidenceId(String);

impl EvidenceId {
    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

const DIGITS: usize = 32;

/// What evidence says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceFact {
    /// Which repository.
    Repository(RepoIdentity),
    /// Its history as a whole; the log is left out.
    History(CommitHistory),
    /// One commit.
    Commit(CommitFact),
    /// One file.
    File(FileFact),
    /// Something in code.
    Syntax(SyntaxFact),
    /// An orchestration graph.
    Graph(Box<OrchestrationGraph>),
    /// A security finding.
    Security(SecurityFinding),
    /// A library of agents or models.
    Library(AgentLibrary),
    /// Which paper.
    Paper(PaperIdentity),
    /// A heading.
    Heading(PaperHeading),
    /// A term.
    Term(PaperTerm),
    /// A claim of a file or name.
    Claim(PaperClaim),
    /// A figure.
    Figure(PaperFigure),
    /// Words that give orders to whoever reads. They were not obeyed.
    Order(InjectedInstruction),
    /// A claim held against the repository.
    CheckedClaim(CheckedClaim),
    /// A figure held against the code.
    DiagramMatch(DiagramMatch),
    /// What was looked for, where nothing was found.
    Nothing {
        /// In words: `call os.system`.
        sought: String,
    },
}

/// The sort of a fact, as ids print it.
pub type FactKind = &'static str;

impl EvidenceFact {
    /// The sort, as ids print it.
    pub const fn kind(&self) -> FactKind {
        match self {
            Self::Repository(_) => "repo",
            Self::History(_) => "git.history",
            Self::Commit(_) => "git.commit",
            Self::File(_) => "file",
            Self::Syntax(fact) => match fact {
                SyntaxFact::Class { .. } => "ast.class",
                SyntaxFact::Function { .. } => "ast.function",
                SyntaxFact::Call { .. } => "ast.call",
                SyntaxFact::Import { .. } => "ast.import",
                SyntaxFact::Annotation { .. } => "ast.annotation",
                SyntaxFact::Text { .. } => "ast.text",
            },
            Self::Graph(_) => "graph",
            Self::Security(_) => "security.finding",
            Self::Library(_) => "library",
            Self::Paper(_) => "doc",
            Self::Heading(_) => "doc.heading",
            Self::Term(_) => "doc.term",
            Self::Claim(_) => "doc.claim",
            Self::Figure(_) => "diagram",
            Self::Order(_) => "order",
            Self::CheckedClaim(_) => "claim.checked",
            Self::DiagramMatch(_) => "diagram.match",
            Self::Nothing { .. } => "nothing",
        }
    }
}

/// One reader for each kind of fact that others look for: nothing where it is another.
macro_rules! fact_readers {
    ($($name:ident: $kind:ident($fact:ty);)+) => {
        impl EvidenceFact {
            $(pub(crate) fn $name(&self) -> Option<&$fact> {
                match self {
                    Self::$kind(fact) => Some(fact),
                    _ => None,
                }
            })+
        }
    };
}

fact_readers! {
    repository: Repository(RepoIdentity);
    history: History(CommitHistory);
    commit: Commit(CommitFact);
    graph: Graph(OrchestrationGraph);
    security: Security(SecurityFinding);
    library: Library(AgentLibrary);
    paper: Paper(PaperIdentity);
    heading: Heading(PaperHeading);
    term: Term(PaperTerm);
    claim: Claim(PaperClaim);
    figure: Figure(PaperFigure);
    order: Order(InjectedInstruction);
    checked_claim: CheckedClaim(CheckedClaim);
    diagram_match: DiagramMatch(DiagramMatch);
}

/// A fact, where it lies, and the words that stand there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// By content.
    pub id: EvidenceId,
    /// What people see: `repo#0`, by order of ids within its part of the submission.
    pub alias: String,
    /// The sort of fact.
    pub kind: String,
    /// Whether what was sought was found.
    pub found: bool,
    /// The fact.
    pub fact: EvidenceFact,
    /// Where it lies.
    pub location: EvidenceLocation,
    /// The words that stand there; `location.snippet` is their hash.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content: String,
}

impl Evidence {
    /// Of a fact at its place. The alias is given when all evidence is together.
    pub fn of(fact: EvidenceFact, mut location: EvidenceLocation, content: String) -> Self {
        location.snippet = (!content.is_empty()).then(|| Hash::of(content.as_bytes()));
        let kind = fact.kind();
        // A fact is plain data: it can always be written.
        let said = canonical_json(&(&fact, &location)).unwrap_or_default();
        let hex = Hash::of(&said).to_string();
        Self {
            id: EvidenceId(format!("ev:{kind}:{}", &hex[..DIGITS])),
            alias: String::new(),
            kind: kind.to_owned(),
            found: !matches!(fact, EvidenceFact::Nothing { .. }),
            fact,
            location,
            content,
        }
    }

    /// With its fact, where that is of one kind: `one.with(EvidenceFact::graph)`.
    pub(crate) fn with<'e, T>(
        &'e self,
        read: impl FnOnce(&'e EvidenceFact) -> Option<&'e T>,
    ) -> Option<(&'e Self, &'e T)> {
        read(&self.fact).map(|fact| (self, fact))
    }

    /// What people see of it: the alias where there is one.
    pub fn name(&self) -> &str {
        if self.alias.is_empty() { self.id.as_str() } else { &self.alias }
    }

    /// The same of something that was located.
    pub fn located<T>(located: &LocatedValue<T>, fact: impl FnOnce(T) -> EvidenceFact) -> Self
    where
        T: Clone,
    {
        let LocatedValue { value, at, snippet } = located;
        Self::of(fact(value.clone()), at.clone(), snippet.clone())
    }

    /// The same of all that were located.
    pub fn all_located<T: Clone>(
        all: &[LocatedValue<T>],
        fact: fn(T) -> EvidenceFact,
    ) -> impl Iterator<Item = Self> {
        all.iter().map(move |one| Self::located(one, fact))
    }

    /// Whether all of it follows from the fact, its place and the words: the id, the sort, whether
    /// it was found, the hash. The alias is given by order and says nothing.
    pub fn is_whole(&self) -> bool {
        let again = Self::of(self.fact.clone(), self.location.clone(), self.content.clone());
        Self { alias: self.alias.clone(), ..again } == *self
    }
}

/// All evidence, by the part of the submission that it comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceSet {
    /// Of the repository.
    #[serde(default)]
    pub repo: Vec<Evidence>,
    /// Of the paper's text.
    #[serde(default)]
    pub docs: Vec<Evidence>,
    /// Of its pictures.
    #[serde(default)]
    pub vision: Vec<Evidence>,
}

impl EvidenceSet {
    /// All of one part.
    pub fn part(&self, artifact: SubmissionArtifact) -> &[Evidence] {
        match artifact {
            SubmissionArtifact::Repo => &self.repo,
            SubmissionArtifact::Docs => &self.docs,
            SubmissionArtifact::Vision => &self.vision,
        }
    }

    /// All of it, in the order of parts and ids.
    pub fn all(&self) -> impl Iterator<Item = &Evidence> {
        SubmissionArtifact::ALL
            .into_iter()
            .flat_map(|artifact| self.part(artifact))
    }

    /// By id or alias.
    pub fn get(&self, reference: &str) -> Option<&Evidence> {
        self.all()
            .find(|one| one.id.as_str() == reference || one.alias == reference)
    }

    /// In order of ids, each once, with its alias: whoever finished first does not matter.
    #[must_use]
    pub fn in_order(self) -> Self {
        let order = |mut part: Vec<Evidence>, artifact: SubmissionArtifact| {
            part.sort_by(|a, b| a.id.cmp(&b.id));
            part.dedup_by(|a, b| a.id == b.id);
            for (number, one) in part.iter_mut().enumerate() {
                one.alias = format!("{}#{number}", artifact.word());
            }
            part
        };
        Self {
            repo: order(self.repo, SubmissionArtifact::Repo),
            docs: order(self.docs, SubmissionArtifact::Docs),
            vision: order(self.vision, SubmissionArtifact::Vision),
        }
    }
}
