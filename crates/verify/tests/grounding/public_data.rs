//! The shipped weights on public data, where it is there.

use jurat_verify::grounding::{ANSWER_THRESHOLD, CLAIM_THRESHOLD, EvidenceIndex};
use serde_json::Value;

fn rows(file: &str) -> Option<Vec<Value>> {
    let text = jurat_testdata::text(file)?;
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    Some(lines.map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[derive(Default)]
struct Counts {
    hit: f64,
    alarm: f64,
    miss: f64,
    pass: f64,
}

impl Counts {
    fn add(&mut self, said: bool, there: bool) {
        *match (said, there) {
            (true, true) => &mut self.hit,
            (true, false) => &mut self.alarm,
            (false, true) => &mut self.miss,
            (false, false) => &mut self.pass,
        } += 1.0;
    }

    fn f1(&self) -> f64 {
        2.0 * self.hit / (2.0 * self.hit + self.alarm + self.miss)
    }

    fn macro_f1(&self) -> f64 {
        let pass = 2.0 * self.pass / (2.0 * self.pass + self.alarm + self.miss);
        f64::midpoint(self.f1(), pass)
    }
}

#[test]
fn the_weights_still_reach_their_floor_on_answers() {
    let Some(rows) = rows("ragtruth_qa/ragtruth_qa_train.jsonl") else { return };
    let mut counts = Counts::default();
    // Every eighth source is enough to see a break.
    for row in rows.iter().step_by(8) {
        let evidence = EvidenceIndex::read(row["passages"].as_str())
            .about(row["question"].as_str().unwrap());
        for response in row["responses"].as_array().unwrap() {
            let found = evidence.answer(response["response"].as_str().unwrap());
            let labelled = !response["spans"].as_array().unwrap().is_empty();
            counts.add(ANSWER_THRESHOLD <= found.risk, labelled);
        }
    }
    assert!(0.68 < counts.f1(), "{}", counts.f1());
}

#[test]
fn the_weights_still_reach_their_floor_on_claims() {
    let Some(rows) = rows("dev/grounding.jsonl") else { return };
    let mut counts = Counts::default();
    for row in rows.iter().filter(|row| row["dataset"] == "wice/claim") {
        let passages = row["evidence"].as_array().unwrap().iter().filter_map(Value::as_str);
        let found = EvidenceIndex::read(passages).claim(row["claim"].as_str().unwrap());
        counts.add(CLAIM_THRESHOLD <= found.risk, row["label"] != "supported");
    }
    assert!(0.70 < counts.macro_f1(), "{}", counts.macro_f1());
}
