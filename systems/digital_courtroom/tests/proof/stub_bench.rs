//! Who opines and who reads, as simply as can be.

use jurat_digital_courtroom::model::{
    CheckResult, ClaimTense, Evidence, EvidenceFact, EvidenceSet, Opinion, PaperClaim,
    PaperHeading, Persona, Rubric, RubricScore,
};
use jurat_model::{
    ByteSpan, EvidenceLocation, PaperFigure, PictureFact, Rendition, SubmissionArtifact,
};

/// Each persona has one score for everything and cites all that there is.
pub(crate) fn opine(
    judge: Persona,
    rubric: &Rubric,
    results: &[CheckResult],
    _: &EvidenceSet,
    _: &[Evidence],
) -> Vec<Opinion> {
    let score = match judge {
        Persona::Prosecutor => 1,
        Persona::Defense => 5,
        Persona::TechLead => 4,
    };
    let opinion = |criterion: &str| {
        let own = results.iter().filter(|one| one.criterion_id == criterion);
        Opinion {
            judge,
            criterion_id: criterion.to_owned(),
            score: RubricScore::nearest(score),
            argument: format!("Look at the weir again, says the {}.", judge.title()),
            cited_evidence: own.flat_map(|one| one.evidence.clone()).collect(),
            charges: Vec::new(),
            samples: Vec::new(),
            model: None,
            notes: Vec::new(),
        }
    };
    rubric.criteria.iter().map(|one| opinion(&one.id)).collect()
}

/// Headings after `#`, claims between backticks, figures where an arrow is drawn.
pub(crate) fn read(name: &str, rendition: &Rendition, _: &[String]) -> Vec<Evidence> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in rendition.text.split_inclusive('\n') {
        let words = line.trim_end();
        if let Some(text) = words.strip_prefix("# ") {
            let heading = PaperHeading { text: text.to_owned(), level: 1 };
            found.push(at(name, EvidenceFact::Heading(heading), (start, words)));
        }
        for part in words.split('`').skip(1).step_by(2) {
            let offset = words.find(part).unwrap();
            let claim = PaperClaim {
                name: part.to_owned(),
                is_path: true,
                within: None,
                broken: None,
                tense: ClaimTense::Claimed,
            };
            found.push(at(name, EvidenceFact::Claim(claim), (start + offset, part)));
        }
        if words.contains("->") {
            let mut one = at(name, EvidenceFact::Figure(figure()), (start, words));
            one.location.artifact = SubmissionArtifact::Vision;
            found.push(Evidence::of(one.fact, one.location, one.content));
        }
        start += line.len();
    }
    found
}

fn at(name: &str, fact: EvidenceFact, (start, words): (usize, &str)) -> Evidence {
    let span = ByteSpan::from(start..start + words.len());
    let at = EvidenceLocation {
        span: Some(span),
        ..EvidenceLocation::to(SubmissionArtifact::Docs, name)
    };
    Evidence::of(fact, at, words.to_owned())
}

fn figure() -> PaperFigure {
    PaperFigure {
        picture: PictureFact { form: "written".to_owned(), width: 0, height: 0 },
        labels: Vec::new(),
        rows: Vec::new(),
        connectors: Some(1),
        unread: None,
    }
}
