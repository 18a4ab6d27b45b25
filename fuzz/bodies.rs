//! What each fuzz target does with its bytes, and what must hold whatever they are.
//!
//! The targets beside this file and a plain test of the workspace share these bodies, so that the
//! seeds are run by everyone and not only by those who fuzz.

use jurat_proof::{
    BundleCheckOptions, BundleLayer, BundleStatus, ContentCheck, ContentFindings, FinalState,
    FindingOutcome, LayerFindings, ReportFile, open, verify,
};
use jurat_text::{
    FoldedText, QuoteAnchor, anchor, citations, crossref, fold::fold, sentences::sentences,
};

/// A target by its name.
pub(crate) type Body = fn(&[u8]);

/// Every target, named as its folder of seeds.
pub(crate) const ALL: &[(&str, Body)] = &[
    ("sentences", cut),
    ("folding", folded),
    ("quotes", quoted),
    ("citations", cited),
    ("cross_references", referred),
    ("xml", read_xml),
    ("html", read_html),
    ("workflow", loaded),
    ("syntax", surveyed),
    ("bundle", proven),
    ("bundle_members", forged),
];

/// Sentences lie in order on character borders, and hold all that is not white space.
pub(crate) fn cut(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut end = 0;
    for sentence in sentences(&text) {
        assert!(end <= sentence.range.start && sentence.range.start < sentence.range.end);
        assert!(text[end..sentence.range.start].trim().is_empty(), "words between sentences");
        assert!(text.get(sentence.range.clone()).is_some());
        end = sentence.range.end;
    }
    assert!(text[end..].trim().is_empty(), "words after the last sentence");
}

/// Folding twice is folding once, and every place of the folded view leads back to bytes.
pub(crate) fn folded(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let folded = FoldedText::new(&text);
    assert_eq!(fold(folded.text()), folded.text(), "folding is not done after one pass");
    let mut last = 0;
    for (at, c) in folded.text().char_indices() {
        let range = folded.source_range(at..at + c.len_utf8());
        assert!(last <= range.start && text.get(range.clone()).is_some());
        last = range.start;
    }
}

/// What is found verbatim reads the same.
pub(crate) fn quoted(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Some((quote, source)) = text.split_once('\n') else { return };
    let sources = [FoldedText::new(source)];
    if let QuoteAnchor::Found { place, .. } = anchor(quote, &sources, Some(0)) {
        for range in place.ranges {
            let words = source.get(range);
            assert!(words.is_some_and(|words| !fold(words).is_empty()), "not on a border");
        }
    }
}

/// Citations lie on character borders, in order.
pub(crate) fn cited(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let extraction = citations::CitationOptions { now: Some(2026) };
    let mut last = 0;
    for citation in citations::extract(&text, extraction) {
        assert!(last <= citation.span.start && citation.span.start < citation.span.end);
        assert!(text.get(citation.span.clone()).is_some());
        last = citation.span.start;
    }
}

/// Cross-references lie on character borders, in order.
pub(crate) fn referred(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut last = 0;
    for reference in crossref::cross_references(&text) {
        assert!(last <= reference.range.start);
        assert!(text.get(reference.range.clone()).is_some());
        last = reference.range.end;
    }
}

/// Statutes in XML.
pub(crate) fn read_xml(data: &[u8]) {
    jurat_ingest::fuzz::read_document("statute.xml", data);
}

/// Pages.
pub(crate) fn read_html(data: &[u8]) {
    jurat_ingest::fuzz::read_document("page.html", data);
}

/// Definitions of workflows: sound, or told what is wrong.
pub(crate) fn loaded(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(problems) = jurat_engine::load(&text) {
        assert!(!problems.to_string().is_empty());
    }
}

/// Code in any of the languages, chosen by the first byte.
pub(crate) fn surveyed(data: &[u8]) {
    const NAMES: [&str; 8] =
        ["a.py", "a.rs", "a.ts", "a.tsx", "a.js", "a.go", "A.java", "prompts/prosecutor.md"];
    let Some((first, code)) = data.split_first() else { return };
    jurat_code::fuzz::read_code(NAMES[usize::from(*first) % NAMES.len()], code);
}

/// No system is at hand: what a run says cannot be checked here.
struct NoSystem;

impl ContentCheck for NoSystem {
    fn check(&self, state: &FinalState, _: &[ReportFile]) -> ContentFindings {
        let mut findings = LayerFindings::new(BundleLayer::Content);
        findings.unchecked("system", &state.workflow, "no system is at hand");
        ContentFindings {
            content: findings.finish(),
            ..ContentFindings::default()
        }
    }
}

/// Bundles: whatever the bytes are there is a verdict, a failure is never a pass, and nothing out
/// of the bytes ends a line of it.
pub(crate) fn proven(data: &[u8]) {
    let how = BundleCheckOptions {
        key: None,
        expect: None,
        strict: true,
        checks: &NoSystem,
    };
    let found = verify(data, &how);
    let failed = found.open().any(|finding| finding.outcome == FindingOutcome::Failed);
    assert_eq!(failed, found.meaning == BundleStatus::Fails);
    // Without its system no run can be checked to the end.
    assert!(found.meaning != BundleStatus::Holds, "it passed");
    assert!(found.lines().iter().all(|line| !line.contains(char::is_control)));
    let _ = open(data);
}

/// A bundle that holds but for what cannot be made again here.
const WHOLE: &[u8] = include_bytes!("../systems/evidence_first/tests/kept/0.1.0.jurat");

/// The same with a bundle of ours, edited: a byte says which member, two say where, one how many
/// bytes go, and the rest comes in their place. The edit is hashed anew, as a forger would, or, of
/// a member that is none, made in the file itself.
pub(crate) fn forged(data: &[u8]) {
    let Some(([member, low, high, gone], new)) = data.split_first_chunk() else { return };
    let edit = |bytes: &mut Vec<u8>| {
        let at = usize::from(u16::from_le_bytes([*low, *high])) % (bytes.len() + 1);
        let end = (at + usize::from(*gone)).min(bytes.len());
        bytes.splice(at..end, new.iter().copied());
    };
    let names = jurat_proof::fuzz::names(WHOLE);
    let made = if let Some(name) = names.get(usize::from(*member)) {
        jurat_proof::fuzz::forged(WHOLE, name, edit)
    } else {
        let mut bytes = WHOLE.to_vec();
        edit(&mut bytes);
        Some(bytes)
    };
    if let Some(bytes) = made {
        proven(&bytes);
    }
}
