//! Cases on the answer memory.

use jurat_canon::Hash;
use jurat_retrieve::memory::{
    AnswerMemory, AnswerSource, MemoryKey, MemoryQuestion, MemoryScope, RememberedAnswer,
};
use jurat_text::Language;
use serde_json::json;

/// One sentence of the contract, as a check on an empty memory.
pub type AnswerMemoryTest = fn(&dyn AnswerMemory);

pub fn memory_suite() -> &'static [(&'static str, AnswerMemoryTest)] {
    ALL
}

const ALL: &[(&str, AnswerMemoryTest)] = &[
    ("an_answer_reads_back_as_written", an_answer_reads_back_as_written),
    ("the_same_question_replaces_its_answer", the_same_question_replaces_its_answer),
    ("candidates_share_terms", candidates_share_terms),
    ("candidates_are_of_one_scope_and_language", candidates_are_of_one_scope_and_language),
    ("the_rarest_terms_come_first", the_rarest_terms_come_first),
    ("candidates_stay_few", candidates_stay_few),
    ("what_is_forgotten_is_found_no_more", what_is_forgotten_is_found_no_more),
    ("everything_can_be_forgotten", everything_can_be_forgotten),
    ("answers_are_listed_newest_first", answers_are_listed_newest_first),
];

fn scope(corpus: &str) -> MemoryScope {
    MemoryScope {
        corpus: corpus.into(),
        preset: "fast".into(),
        jurisdiction: "CA".into(),
        as_of: "2026-01-01".into(),
    }
}

fn answered(question: &str, at_ms: u64) -> RememberedAnswer {
    RememberedAnswer {
        id: RememberedAnswer::id_of(question, &scope("bells")),
        question: question.into(),
        language: Language::English,
        scope: scope("bells"),
        sources: vec![AnswerSource {
            name: "rules.txt".into(),
            rendition: Hash::of(b"rules"),
            metadata: Hash::of(b"about"),
        }],
        run: "run_1".into(),
        remembered_at_ms: at_ms,
        confidence: 0.875,
        proof: "run_1.jurat".into(),
        answer: json!({ "text": "yes", "steps": [1, 2] }),
    }
}

fn found(memory: &dyn AnswerMemory, question: &str, corpus: &str) -> Vec<String> {
    let asked = MemoryQuestion::read(question, Some(Language::English));
    let candidates = memory.candidates(&MemoryKey::of(&asked, &scope(corpus))).unwrap();
    candidates.into_iter().map(|one| one.question).collect()
}

fn an_answer_reads_back_as_written(memory: &dyn AnswerMemory) {
    let answer = answered("May the keeper ring the great bell?", 7);
    assert_eq!(memory.answer(answer.id).unwrap(), None);
    memory.remember(&answer).unwrap();
    assert_eq!(memory.answer(answer.id).unwrap(), Some(answer.clone()));
    let asked = MemoryQuestion::read(&answer.question, Some(answer.language));
    let key = MemoryKey::of(&asked, &answer.scope);
    assert_eq!(memory.candidates(&key).unwrap(), [answer]);
}

fn the_same_question_replaces_its_answer(memory: &dyn AnswerMemory) {
    let old = answered("May the keeper ring?", 1);
    let new = RememberedAnswer {
        run: "run_2".into(),
        ..answered("May the keeper ring?", 2)
    };
    memory.remember(&old).unwrap();
    memory.remember(&new).unwrap();
    assert_eq!(memory.list().unwrap(), [new]);
    assert_eq!(found(memory, "May the keeper ring?", "bells").len(), 1);
}

fn candidates_share_terms(memory: &dyn AnswerMemory) {
    memory
        .remember(&answered("May the keeper ring the bell?", 1))
        .unwrap();
    memory.remember(&answered("Who paints the ferry?", 2)).unwrap();
    assert_eq!(found(memory, "Which bell is rung by a keeper?", "bells").len(), 1);
    assert!(found(memory, "Where do swallows nest?", "bells").is_empty());
}

fn candidates_are_of_one_scope_and_language(memory: &dyn AnswerMemory) {
    let question = "May the keeper ring?";
    memory.remember(&answered(question, 1)).unwrap();
    assert_eq!(found(memory, question, "bells").len(), 1);
    assert!(found(memory, question, "boats").is_empty());
    let french = MemoryQuestion::read(question, Some(Language::French));
    let french = MemoryKey::of(&french, &scope("bells"));
    assert!(memory.candidates(&french).unwrap().is_empty());
}

fn the_rarest_terms_come_first(memory: &dyn AnswerMemory) {
    for number in 0..40_u32 {
        let weekday = char::from_u32(u32::from('a') + number % 20).unwrap();
        let question = format!("Does the bell of tower {weekday}{weekday}x{number} sound?");
        memory.remember(&answered(&question, u64::from(number))).unwrap();
    }
    memory
        .remember(&answered("Does the bell scare swallows?", 99))
        .unwrap();
    let first = found(memory, "Are swallows scared by a bell?", "bells");
    assert_eq!(first.first().map(String::as_str), Some("Does the bell scare swallows?"));
}

fn candidates_stay_few(memory: &dyn AnswerMemory) {
    for number in 0..100_u64 {
        memory
            .remember(&answered(&format!("Does bell x{number} sound?"), number))
            .unwrap();
    }
    let count = found(memory, "Which bell sounds?", "bells").len();
    assert!((1..=16).contains(&count), "{count}");
}

fn what_is_forgotten_is_found_no_more(memory: &dyn AnswerMemory) {
    let (one, other) =
        (answered("May the keeper ring?", 1), answered("May the keeper sing?", 2));
    memory.remember(&one).unwrap();
    memory.remember(&other).unwrap();
    assert!(memory.forget(one.id).unwrap());
    assert!(!memory.forget(one.id).unwrap());
    assert_eq!(memory.answer(one.id).unwrap(), None);
    assert_eq!(found(memory, "May the keeper ring?", "bells"), ["May the keeper sing?"]);
}

fn everything_can_be_forgotten(memory: &dyn AnswerMemory) {
    memory.remember(&answered("May the keeper ring?", 1)).unwrap();
    memory.remember(&answered("May the keeper sing?", 2)).unwrap();
    assert_eq!(memory.forget_all().unwrap(), 2);
    assert_eq!(memory.forget_all().unwrap(), 0);
    assert!(memory.list().unwrap().is_empty());
    assert!(found(memory, "May the keeper ring?", "bells").is_empty());
}

fn answers_are_listed_newest_first(memory: &dyn AnswerMemory) {
    for (question, at_ms) in [("One bell?", 5), ("Two bells?", 9), ("No bell?", 1)] {
        memory.remember(&answered(question, at_ms)).unwrap();
    }
    let listed = memory.list().unwrap();
    let listed: Vec<u64> = listed.iter().map(|one| one.remembered_at_ms).collect();
    assert_eq!(listed, [9, 5, 1]);
}
