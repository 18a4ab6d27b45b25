//! What a model may choose among provisions, and what it may not.

use crate::sample_documents::{exhibit, of_spans};
use jurat_model::{
    ByteSpan, NormModality, RelevanceJudgement, Requirement, RequirementId, SourceExhibit,
    SourceType,
};
use jurat_verify::{GateOutcome, GatePolicy, GateRequest, decide, worth_asking};

const BYLAW: &str = "\
## § 1 Answering

A keeper answers the Night Bell within five minutes of its first stroke.

## § 2 Records

The log of the tower is kept in the dry room for seven years.

## § 3 Keys

The keys of the tower are handed over at noon to the next keeper on the roll.
";
const QUESTION: &str = "How soon does a keeper answer the Night Bell?";

fn provisions(exhibit: &SourceExhibit) -> Vec<Requirement> {
    let sentences = ["A keeper answers", "The log of the tower", "The keys of the tower"];
    let each = sentences.iter().zip(1..).map(|(begins, number)| {
        let start = BYLAW.find(begins).unwrap();
        let end = start + BYLAW[start..].find('.').unwrap() + 1;
        let span = ByteSpan::from(start..end);
        of_spans(exhibit, &[span], NormModality::Obligation, SourceType::Statute, number)
    });
    each.collect()
}

fn judgement(id: RequirementId, addresses: bool, chosen: Option<u32>) -> RelevanceJudgement {
    RelevanceJudgement {
        requirement_id: id,
        addresses,
        why: "So it reads.".to_owned(),
        chosen,
    }
}

fn decided(
    exhibit: &SourceExhibit,
    requirements: &[Requirement],
    judgements: &[RelevanceJudgement],
) -> GateOutcome {
    let request = GateRequest {
        question: QUESTION,
        chunks: &[],
        exhibits: std::slice::from_ref(exhibit),
        judgements,
        policy: GatePolicy { addresses_min: 0.0, ..GatePolicy::provisions() },
    };
    assert_eq!(worth_asking(request, requirements).len(), 3);
    decide(request, requirements)
}

fn admitted(outcome: &GateOutcome) -> Vec<u32> {
    outcome
        .verified
        .iter()
        .map(|record| record.requirement_id.number)
        .collect()
}

#[test]
fn what_it_chooses_is_taken_in_its_order_and_nothing_else() {
    let exhibit = exhibit("Night Bell Bylaw", BYLAW);
    let all = provisions(&exhibit);
    assert_eq!(admitted(&decided(&exhibit, &all, &[])).first(), Some(&1));
    let ids: Vec<RequirementId> = all.iter().map(|one| one.requirement_id).collect();
    let chosen = [
        judgement(ids[0], true, None),
        judgement(ids[1], true, Some(1)),
        judgement(ids[2], true, Some(0)),
    ];
    let outcome = decided(&exhibit, &all, &chosen);
    assert_eq!(admitted(&outcome), [3, 2]);
    assert!(
        outcome.verified[0]
            .verification_rationale
            .contains("a model chose it: So it reads.")
    );
}

#[test]
fn what_it_doubts_stays_out_and_what_it_neither_doubts_nor_chooses_is_measured() {
    let exhibit = exhibit("Night Bell Bylaw", BYLAW);
    let all = provisions(&exhibit);
    let ids: Vec<RequirementId> = all.iter().map(|one| one.requirement_id).collect();
    let outcome = decided(&exhibit, &all, &[judgement(ids[0], false, Some(0))]);
    assert!(!admitted(&outcome).contains(&1));
    let doubted = outcome.rejected.iter().find(|record| record.requirement_id == ids[0]);
    assert_eq!(
        doubted.map(|record| record.verification_rationale.as_str()),
        Some("A model finds that it does not: So it reads.")
    );
    assert_eq!(admitted(&decided(&exhibit, &all, &[judgement(ids[1], true, None)]))[0], 1);
}

#[test]
fn what_does_not_stand_in_its_source_is_not_let_in_by_choice() {
    let exhibit = exhibit("Night Bell Bylaw", BYLAW);
    let mut all = provisions(&exhibit);
    let id = all[2].requirement_id;
    all[2].exact_quote = all[2].exact_quote.replace("noon", "dusk");
    let request = GateRequest {
        question: QUESTION,
        chunks: &[],
        exhibits: std::slice::from_ref(&exhibit),
        judgements: &[judgement(id, true, Some(0))],
        policy: GatePolicy::provisions(),
    };
    assert_eq!(worth_asking(request, &all).len(), 2);
    let outcome = decide(request, &all);
    assert!(!admitted(&outcome).contains(&3), "{outcome:?}");
}
