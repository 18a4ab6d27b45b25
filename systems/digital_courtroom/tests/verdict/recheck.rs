//! Cited places, read again.

use jurat_canon::Hash;
use jurat_code::facts::HeldBlob;
use jurat_digital_courtroom::{
    model::{Evidence, EvidenceFact},
    verdict::{differing, recheck},
};
use jurat_model::{
    ByteSpan, DocumentMetadata, EvidenceLocation, ReaderIdentity, SourceExhibit,
    SubmissionArtifact,
};

use crate::sample::{Major, Met, Sample};

const PAPER: &str = "The graph fans out twice. It joins once.";

fn held(text: &str) -> Vec<HeldBlob> {
    let (blob, path, text) = ("b1".to_owned(), "src/graph.py".to_owned(), text.to_owned());
    vec![HeldBlob { blob, path, text }]
}

fn exhibit(text: &str) -> SourceExhibit {
    SourceExhibit {
        name: "report.pdf".to_owned(),
        source: Hash::of(b"pdf"),
        media: "application/pdf".to_owned(),
        rendition: Hash::of(PAPER.as_bytes()),
        reader: ReaderIdentity {
            name: "pdf".to_owned(),
            version: 1,
            options: String::new(),
        },
        metadata: DocumentMetadata::default(),
        text: text.to_owned(),
    }
}

fn in_paper(range: std::ops::Range<usize>, words: &str) -> Evidence {
    let mut at = EvidenceLocation::to(SubmissionArtifact::Docs, "report.pdf");
    at.span = Some(ByteSpan::from(range));
    Evidence::of(EvidenceFact::Nothing { sought: "a claim".to_owned() }, at, words.to_owned())
}

/// All opinions cite this one.
fn citing(evidence: Evidence, scores: [u8; 3]) -> Sample {
    let mut sample = Sample::of(&[(Met, Major)], scores);
    for opinion in &mut sample.opinions {
        opinion.cited_evidence = vec![evidence.id.clone()];
    }
    sample.evidences.docs.push(evidence);
    sample
}

#[track_caller]
fn check(
    sample: &Sample,
    held: &[HeldBlob],
    exhibits: &[SourceExhibit],
    seen: &[(bool, &str)],
) {
    let Sample { rubric, opinions, evidences, .. } = sample;
    let checks = recheck(rubric, opinions, evidences, &[], held, exhibits);
    let got: Vec<(bool, &str)> =
        checks.iter().map(|one| (one.holds, one.why.as_str())).collect();
    assert_eq!(got, seen);
}

#[test]
fn lines_are_read_again_in_the_held_text() {
    let evidence = |line| {
        let mut at = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
        at.blob = Some("b1".to_owned());
        at.lines = Some(jurat_model::LineRange { start: line, end: line + 1 });
        Evidence::of(
            EvidenceFact::Nothing { sought: "x".to_owned() },
            at,
            "two\nthree".to_owned(),
        )
    };
    let wide = |line| citing(evidence(line), [1, 5, 3]);
    check(&wide(2), &held("one\ntwo\nthree\n"), &[], &[(true, "the same words stand there")]);
    check(
        &wide(2),
        &held("one\r\ntwo\r\nthree\r\n"),
        &[],
        &[(true, "the same words stand there")],
    );
    check(&wide(2), &held("one\ntwo\nTHREE\n"), &[], &[(false, "other words stand there")]);
    check(&wide(8), &held("one\ntwo\n"), &[], &[(false, "there are no lines 8 to 9")]);
    check(&wide(0), &held("one\ntwo\n"), &[], &[(false, "there are no lines 0 to 1")]);
    let why = "the text of src/graph.py is not held";
    check(&wide(2), &[], &[], &[(true, why)]);
}

#[test]
fn words_of_a_paper_are_read_again_in_its_rendition() {
    let wide = |evidence| citing(evidence, [1, 5, 3]);
    let good = || wide(in_paper(0..25, "The graph fans out twice."));
    check(&good(), &[], &[exhibit(PAPER)], &[(true, "the same words stand there")]);
    let bad = wide(in_paper(0..25, "The graph fans out thrice"));
    check(&bad, &[], &[exhibit(PAPER)], &[(false, "other words stand there")]);
    let beyond = wide(in_paper(30..90, "It joins once."));
    check(&beyond, &[], &[exhibit(PAPER)], &[(false, "other words stand there")]);
    let why = "the text of report.pdf is not the one that its hash names";
    check(&good(), &[], &[exhibit("The graph fans out twice.")], &[(false, why)]);
    let why = "the text of report.pdf is not held";
    check(&good(), &[], &[], &[(true, why)]);
}

#[test]
fn evidence_that_was_changed_or_is_not_there_does_not_hold() {
    let mut changed = citing(in_paper(0..3, "The"), [1, 5, 3]);
    changed.evidences.docs[0].content = "Any".to_owned();
    check(&changed, &[], &[], &[(false, "its id does not follow from what it says")]);
    changed.evidences.docs.clear();
    check(&changed, &[], &[exhibit(PAPER)], &[(false, "there is no such evidence")]);
}

#[test]
fn a_place_without_words_holds() {
    let whole = EvidenceLocation::to(SubmissionArtifact::Repo, "src/graph.py");
    let whole =
        Evidence::of(EvidenceFact::Nothing { sought: "x".to_owned() }, whole, String::new());
    let why = "it points to a place, not to words";
    check(&citing(whole, [1, 5, 3]), &[], &[], &[(true, why)]);
}

#[test]
fn only_what_the_bench_differs_over_is_read_again() {
    let near = citing(in_paper(0..3, "The"), [2, 4, 3]);
    check(&near, &[], &[], &[]);
    assert!(differing(&near.rubric, &near.opinions).is_empty());
    let wide = near.rule("variance", &[("threshold", 2)]);
    assert_eq!(differing(&wide.rubric, &wide.opinions), [crate::sample::GRAPH]);
}
