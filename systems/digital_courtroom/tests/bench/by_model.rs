//! Personas that a model plays: what is taken from it, and what is not.

use std::sync::Mutex;

use futures_util::FutureExt as _;
use jurat_agents::{by_model::TwinError, prompt::Prompt};
use jurat_digital_courtroom::{
    bench::{ModelOpinions, opinions_by_model},
    model::{CriterionTarget, Persona, RubricScore},
};
use jurat_llm::{
    ChatError, ChatFuture, ChatModel, ChatReply, ChatRequest, FinishReason, ModelIdentity,
    ModelLimits, TokenUsage,
};

use crate::{
    prompts::{PROMPTS, brief, said},
    sample::{GRAPH, Major, Met, Sample, Unmet, result},
};

/// Says what it is told to say, in turn, and keeps what it is asked.
struct Scripted {
    identity: ModelIdentity,
    limits: ModelLimits,
    lines: Mutex<Vec<Result<String, ChatError>>>,
    heard: Mutex<Vec<ChatRequest>>,
}

impl ChatModel for Scripted {
    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    fn limits(&self) -> &ModelLimits {
        &self.limits
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest) -> ChatFuture<'a> {
        self.heard.lock().unwrap().push(request.clone());
        let line = self.lines.lock().unwrap().remove(0);
        let usage = TokenUsage { input_tokens: 1, output_tokens: 1, estimated: true };
        let reply = line.map(|text| ChatReply {
            text,
            finish: FinishReason::Stop,
            usage,
            cost: None,
            model: "scripted".to_owned(),
            tries: 1,
        });
        Box::pin(async { reply })
    }
}

fn scripted(lines: &[&str]) -> Scripted {
    Scripted {
        identity: ModelIdentity { provider: "none".into(), model: "scripted".into() },
        limits: ModelLimits {
            context_tokens: Some(32_000),
            output_tokens: 512,
            images: false,
            json_schema: true,
            seed: true,
        },
        lines: Mutex::new(lines.iter().map(|line| Ok((*line).to_owned())).collect()),
        heard: Mutex::new(Vec::new()),
    }
}

fn reply(score: u8, cited: &[&str]) -> String {
    let argument = "Add a join in src/graph.py. One branch is lost.";
    serde_json::json!({ "argument": argument, "cited_evidence": cited, "score": score })
        .to_string()
}

fn heard(model: &Scripted, sample: &Sample, samples: u32) -> Result<ModelOpinions, TwinError> {
    let (persona, text) = PROMPTS[0];
    let prompt = Prompt::read(text).unwrap();
    let brief = brief(persona, sample, samples);
    opinions_by_model(model, &prompt, &brief).now_or_never().unwrap()
}

/// Two checks, and the alias of what each rests on; then one that belongs to neither.
fn sample() -> (Sample, [String; 3]) {
    let mut sample = Sample::of(&[(Unmet, Major), (Met, Major)]);
    sample.results[0].charge = Some("Orchestration Fraud".to_owned());
    let own: Vec<&str> = sample.results.iter().map(|one| one.evidence[0].as_str()).collect();
    let alias = |id: &str| sample.evidences.get(id).unwrap().alias.clone();
    let other = sample
        .evidences
        .repo
        .iter()
        .find(|one| !own.contains(&one.id.as_str()));
    let names = [alias(own[0]), alias(own[1]), other.unwrap().alias.clone()];
    (sample, names)
}

#[test]
fn an_opinion_of_a_model_is_the_same_value_as_one_offline() {
    let (sample, [one, ..]) = sample();
    let id = sample.results[1].evidence[0].as_str();
    let model = scripted(&[&reply(2, &[&one, id])]);
    let heard = heard(&model, &sample, 1).unwrap();
    let opinion = &heard.opinions[0];
    assert_eq!((opinion.judge, opinion.score.get()), (Persona::Prosecutor, 2));
    assert_eq!(opinion.cited_evidence.len(), 2, "by alias and by id");
    assert_eq!(opinion.model.as_deref(), Some("scripted"));
    assert_eq!(opinion.charges, ["Orchestration Fraud"], "charges are the checks'");
    assert!(opinion.samples.is_empty() && opinion.notes.is_empty(), "{opinion:?}");
    let asked = model.heard.lock().unwrap();
    let schema = asked[0].schema.as_ref().unwrap().schema.to_string();
    let (reasons, score) = (schema.find("\"argument\""), schema.find("\"score\""));
    assert!(reasons < score && schema.contains("\"maximum\":5"), "{schema}");
}

#[test]
fn references_that_are_none_are_taken_out_and_noted() {
    let (sample, [one, _, other]) = sample();
    let model = scripted(&[&reply(3, &["repo#99", &other, &format!("[{one}]")])]);
    let opinion = heard(&model, &sample, 1).unwrap().opinions.remove(0);
    assert_eq!(opinion.cited_evidence.len(), 1);
    assert_eq!(
        opinion.notes,
        [
            "sample 1: `repo#99` does not exist".to_owned(),
            format!("sample 1: `{other}` does not belong to this criterion"),
        ]
    );
}

#[test]
fn an_opinion_that_rests_on_nothing_is_dropped() {
    let (sample, [.., other]) = sample();
    let model = scripted(&[&reply(5, &["repo#99", &other])]);
    let heard = heard(&model, &sample, 1).unwrap();
    assert!(heard.opinions.is_empty());
    assert!(heard.unheard[0].why.contains("it rests on no evidence"), "{:?}", heard.unheard);
}

#[test]
fn a_reference_in_the_argument_that_is_none_is_noted() {
    let (sample, [one, ..]) = sample();
    let words = format!("Mend it. Seen at [repo#99, {one}].");
    let line = serde_json::json!({ "argument": words, "cited_evidence": [one], "score": 2 })
        .to_string();
    let opinion = heard(&scripted(&[&line]), &sample, 1).unwrap().opinions.remove(0);
    assert_eq!(opinion.notes, ["sample 1: in the argument, `repo#99` does not exist"]);
}

#[test]
fn the_median_of_several_samples_counts() {
    let (sample, [one, ..]) = sample();
    let lines = [5, 1, 2, 4].map(|score| reply(score, &[&one]));
    let model = scripted(&lines.each_ref().map(String::as_str));
    let opinion = heard(&model, &sample, 4).unwrap().opinions.remove(0);
    assert_eq!(opinion.score.get(), 2);
    assert_eq!(opinion.samples, [5, 1, 2, 4].map(RubricScore::nearest));
    let seeds: Vec<Option<u64>> = model
        .heard
        .lock()
        .unwrap()
        .iter()
        .map(|request| request.seed)
        .collect();
    assert_eq!(seeds, [Some(0), Some(1), Some(2), Some(3)], "no sample is taken for another");
}

#[test]
fn a_wrong_shape_is_asked_for_three_times_at_most() {
    let (sample, [one, ..]) = sample();
    let wrong = [&reply(9, &[&one]), "no JSON at all", "{}"];
    let out = heard(&scripted(&wrong), &sample, 1).unwrap();
    assert!(out.opinions.is_empty());
    assert_eq!(out.parse_failures, 3);
    assert!(out.unheard[0].why.contains("in 3 tries"), "{:?}", out.unheard);
    let late = [wrong[0], wrong[1], &reply(2, &[&one])];
    let out = heard(&scripted(&late), &sample, 1).unwrap();
    assert_eq!((out.opinions.len(), out.parse_failures), (1, 2));
}

#[test]
fn a_model_that_is_silent_takes_no_voice_off_the_bench() {
    let (mut sample, [one, ..]) = sample();
    let mut second = sample.rubric.criteria[0].clone();
    second.id = "a_second".to_owned();
    sample.rubric.criteria.insert(0, second);
    sample.results.push(result("a_second", 3, Unmet, Major));
    // On the first criterion nothing of use is said, on the second something is.
    let lines = [&reply(5, &["repo#99"]), &reply(2, &[&one])];
    let out = heard(&scripted(&lines.map(String::as_str)), &sample, 1).unwrap();
    assert_eq!((out.opinions.len(), out.unheard.len()), (1, 1));
    let filled = out.clone().filled(&brief(PROMPTS[0].0, &sample, 1));
    assert_eq!(filled.unheard, out.unheard, "what the model left out is still said");
    let by: Vec<(&str, u8, bool)> = filled
        .opinions
        .iter()
        .map(|one| (one.criterion_id.as_str(), one.score.get(), one.model.is_some()))
        .collect();
    assert_eq!(by, [("a_second", 1, false), (GRAPH, 2, true)]);
    assert!(filled.has("a_second") && !out.has("a_second"));
}

#[test]
fn a_server_that_fails_is_an_error_and_no_opinion() {
    let (sample, _) = sample();
    let model = scripted(&[]);
    model.lines.lock().unwrap().push(Err(ChatError::QuotaSpent));
    assert_eq!(heard(&model, &sample, 1), Err(TwinError::Model(ChatError::QuotaSpent)));
}

#[test]
fn what_has_no_evidence_or_is_for_people_is_not_asked_about() {
    let (mut sample, _) = sample();
    sample.rubric.criteria[0].target = CriterionTarget::Manual;
    let model = scripted(&[]);
    let heard = heard(&model, &sample, 1).unwrap();
    assert_eq!((heard.opinions.len(), heard.unheard.len()), (0, 1));
    assert!(model.heard.lock().unwrap().is_empty());
}

#[test]
fn a_criterion_without_checks_is_shown_what_it_is_about() {
    let mut sample = Sample::of(&[]);
    let name = sample.evidences.repo[4].alias.clone();
    let model = scripted(&[&reply(4, &[&name])]);
    assert_eq!(heard(&model, &sample, 1).unwrap().opinions.len(), 1);
    let user = said(&model.heard.lock().unwrap()[0]).remove(1);
    assert!(user.contains(&format!(" {name}>")), "{user}");
    sample.rubric.criteria[0].target = CriterionTarget::Report;
    assert!(heard(&scripted(&[]), &sample, 1).unwrap().opinions.is_empty());
}

#[test]
fn no_more_evidence_is_sent_than_the_model_takes() {
    let mut sample = Sample::of(&[(Unmet, Major), (Met, Major)]);
    for one in &mut sample.evidences.repo {
        one.content = "word ".repeat(300);
    }
    let name = sample.results[0].evidence[0].as_str().to_owned();
    let mut model = scripted(&[&reply(1, &[&name])]);
    model.limits.context_tokens = Some(2_200);
    let _ = heard(&model, &sample, 1).unwrap();
    let asked = model.heard.lock().unwrap();
    assert!(model.limits.admit(&asked[0]).is_ok(), "{} tokens", asked[0].estimated_tokens());
}
