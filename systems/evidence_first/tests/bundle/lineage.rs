//! The way from a statement down to its source.

use jurat_evidence_first::lineage::lineage;
use jurat_proof::ProofError;

use crate::{county, county_bundles::BUNDLE};

#[test]
fn a_statement_leads_to_its_words_and_their_source() {
    let found = lineage(&BUNDLE, 1).unwrap();
    let exhibits = county::exhibits("", "");
    let ground = &found.requirements[0];
    assert_eq!(ground.requirement_id.to_string(), "REQ-S001");
    let range = ground.ranges[0].range();
    assert_eq!(exhibits[0].text[range.clone()], ground.quote);
    assert!(exhibits[0].text[..range.start].ends_with(&ground.before));
    assert!(exhibits[0].text[range.end..].starts_with(&ground.after));
    assert!(!ground.before.is_empty() && !ground.after.is_empty());
    let source = ground.source.as_ref().unwrap();
    assert_eq!((source.name.as_str(), source.hash), ("brindle-code.txt", exhibits[0].source));
    let read = found.read.as_ref().unwrap();
    assert_eq!((read.instance.as_str(), read.at_ms), ("retrieval@0#0", 1_700_000_000_000));
}

#[test]
fn what_is_not_there_is_said() {
    for number in [0, 6, usize::MAX] {
        let error = lineage(&BUNDLE, number).unwrap_err();
        assert!(matches!(error, ProofError::NotShown(_)), "{error}");
    }
    assert!(matches!(lineage(b"a letter", 1), Err(ProofError::NotABundle(_))));
}
