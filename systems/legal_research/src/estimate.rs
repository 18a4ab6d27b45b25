//! What models would take for a question, before anything is asked: how often each would be asked, by the plan that research
//! follows, and how many tokens that is, by the prompts as they would be filled. Nothing is sent.

use jurat_agents::prompt::{FencedText, Prompt};
use serde::Serialize;

use crate::{
    issue_spotter::spot,
    objective::ResearchObjective,
    plan_step::QueryType,
    planner::query_type,
    preset::ResearchPreset,
    stages::{choose, classify, detect_injection, plan, replan, rewrite, synthesize},
};

/// A model as the settings describe it.
#[derive(Debug, Clone, PartialEq)]
pub struct EstimatedModel {
    pub name: String,
    /// Tokens of a reply at most.
    pub output_tokens: u64,
    /// Of a million tokens in, and of a million out; nothing where no price is set.
    pub price: Option<(f64, f64)>,
    /// Empty where no price is set.
    pub currency: String,
}

/// What a question would take.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResearchEstimate {
    /// As it is classified offline; a model may say otherwise.
    pub query_type: QueryType,
    pub choices: usize,
    pub roles: Vec<RoleEstimate>,
    /// All roles together.
    pub likely: CallEstimate,
    pub most: CallEstimate,
}

/// What a role would take.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoleEstimate {
    pub role: &'static str,
    pub model: String,
    pub likely: CallEstimate,
    /// Every reply in the right shape, every step taken, every step's sentences sent back.
    pub most: CallEstimate,
    /// Empty where no price is set.
    pub currency: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct CallEstimate {
    pub calls: u64,
    pub tokens_in: u64,
    pub tokens_out: u64,
    /// Millionths of one unit of the currency; 0 where no price is set.
    pub cost_micros: u64,
}

/// A prompt, and how often it is likely sent and at most.
struct PlannedPrompt {
    role: &'static str,
    prompt: &'static str,
    likely: u64,
    most: u64,
    /// Tokens of a usual reply.
    reply: u64,
}

/// Characters of what a step's sources say, in the way of statutes and outlines: five provisions.
const SOURCES: usize = 2_500;
/// Characters of what a step comes to.
const ANSWER: usize = 900;
/// Characters of what the replanner is told of a step.
const SUMMARY: usize = 600;

/// What this question would take of the models that `named` gives for roles, if it gives one.
pub fn estimate(
    question: &str,
    preset: &str,
    named: &dyn Fn(&str) -> Option<EstimatedModel>,
) -> Result<ResearchEstimate, String> {
    let objective = ResearchObjective::read(question)?;
    let preset = ResearchPreset::named(preset)
        .ok_or_else(|| format!("there is no preset `{preset}`"))?;
    let kind = query_type(&objective, &spot(&objective));
    let choices = objective.choices.len();
    let mut roles: Vec<RoleEstimate> = Vec::new();
    for planned in prompts(kind, 0 < choices, &preset) {
        let Some(model) = named(planned.role) else { continue };
        if 0 < planned.most {
            roles.push(planned.taken(question, &model)?);
        }
    }
    let sum = |of: fn(&RoleEstimate) -> CallEstimate| {
        roles.iter().map(of).fold(CallEstimate::default(), CallEstimate::plus)
    };
    let (likely, most) = (sum(|it| it.likely), sum(|it| it.most));
    Ok(ResearchEstimate { query_type: kind, choices, roles, likely, most })
}

/// How often each prompt is sent. A question of one rule takes one step, one of several as many as may be completed; at most
/// there are as many steps as evaluations, a replan between any two of them, and a send-back in each.
fn prompts(kind: QueryType, choices: bool, preset: &ResearchPreset) -> [PlannedPrompt; 8] {
    let most = u64::from(preset.evaluations);
    let completed = u64::try_from(preset.completed_steps).unwrap_or(most);
    let (steps, likely_replans, replans) = match kind {
        QueryType::Simple => (1, 0, 0),
        QueryType::MultiHop => (completed, completed.saturating_sub(1), most.saturating_sub(1)),
    };
    let back = u64::from(preset.send_backs.min(1)) * most;
    let chosen = u64::from(choices);
    let planned = |role, prompt, (likely, most), reply| PlannedPrompt {
        role,
        prompt,
        likely,
        most,
        reply,
    };
    [
        planned("gate", detect_injection::PROMPT, (1, 1), 40),
        planned("classify", classify::PROMPT, (1, 1), 15),
        planned("plan", plan::PROMPT, (1, 1), 80),
        planned("rewrite", rewrite::PROMPT, (steps, most), 120),
        planned("synthesize", synthesize::PROMPT, (steps, most), 350),
        planned("synthesize", synthesize::MEND, (0, back), 150),
        planned("replan", replan::PROMPT, (likely_replans, replans), 90),
        planned("choose", choose::PROMPT, (chosen, chosen), 300),
    ]
}

impl PlannedPrompt {
    fn taken(&self, question: &str, model: &EstimatedModel) -> Result<RoleEstimate, String> {
        let sent = self.tokens(question)?;
        let of = |calls: u64, reply: u64| {
            let (tokens_in, tokens_out) = (calls * sent, calls * reply);
            let cost_micros = cost(tokens_in, tokens_out, model.price);
            CallEstimate { calls, tokens_in, tokens_out, cost_micros }
        };
        let reply = self.reply.min(model.output_tokens);
        Ok(RoleEstimate {
            role: self.role,
            model: model.name.clone(),
            likely: of(self.likely, reply),
            most: of(self.most, model.output_tokens),
            currency: model.currency.clone(),
        })
    }

    /// Tokens of the prompt with its texts, each as long as it usually is.
    fn tokens(&self, question: &str) -> Result<u64, String> {
        let lengths = [
            ("sources", SOURCES),
            ("sentences", ANSWER / 2),
            ("context", 2 * SUMMARY),
            ("research", 3 * ANSWER),
        ];
        let fillers = lengths.map(|(name, length)| (name, "word ".repeat(length / 5)));
        let texts = std::iter::once(("question", question))
            .chain(fillers.iter().map(|(name, words)| (*name, words.as_str())));
        let wanted = |name: &str| self.prompt.contains(&format!("{{{{{name}}}}}"));
        let texts: Vec<FencedText<'_>> = texts
            .filter(|(name, _)| wanted(name))
            .map(|(name, words)| FencedText { name, words })
            .collect();
        let request = Prompt::read(self.prompt).and_then(|prompt| prompt.filled_with(&texts));
        request
            .map(|request| request.estimated_tokens())
            .map_err(|error| error.to_string())
    }
}

impl CallEstimate {
    const fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            tokens_in: self.tokens_in + other.tokens_in,
            tokens_out: self.tokens_out + other.tokens_out,
            cost_micros: self.cost_micros + other.cost_micros,
        }
    }
}

/// Millionths of a unit: a price of a million tokens is one of millionths for each token.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sum of money that is far from what a float cannot hold"
)]
fn cost(tokens_in: u64, tokens_out: u64, price: Option<(f64, f64)>) -> u64 {
    let (input, output) = price.unwrap_or_default();
    (tokens_in as f64 * input + tokens_out as f64 * output).round() as u64
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{EstimatedModel, estimate};

    const CHOICES: &str =
        "\nA. Yes, if he meant to fire.\nB. No, if he fired in his own defence.";
    const STORY: &str = "A guard fires at a robber, and the bullet hits a customer, who sues the guard for battery. Will he prevail?";

    fn model() -> EstimatedModel {
        EstimatedModel {
            name: "plain".to_owned(),
            output_tokens: 1_000,
            price: Some((1.0, 2.0)),
            currency: "EUR".to_owned(),
        }
    }

    /// The gate is one more than the calls that the system's source counts.
    #[test]
    fn calls_are_those_of_the_source_and_at_most_its_caps() {
        let calls = |question: &str, preset: &str| {
            let found = estimate(question, preset, &|_| Some(model())).unwrap();
            (found.likely.calls, found.most.calls)
        };
        assert_eq!(calls(&format!("{STORY}{CHOICES}"), "seed"), (1 + 11, 1 + 14));
        assert_eq!(calls(STORY, "seed"), (1 + 10, 1 + 13));
        assert_eq!(calls("What is a battery?", "seed"), (1 + 4, 1 + 2 + 2 * 4));
        // Sentences may go back once in each of four steps.
        assert_eq!(calls(STORY, "default"), (1 + 10, 1 + 13 + 4));
    }

    #[test]
    fn without_a_model_nothing_is_taken() {
        let found = estimate(STORY, "default", &|_| None).unwrap();
        assert!(found.roles.is_empty());
        assert_eq!(found.most.calls, 0);
    }

    #[test]
    fn tokens_and_money_grow_with_the_question() {
        let found = estimate(STORY, "default", &|_| Some(model())).unwrap();
        let longer =
            estimate(&format!("{STORY} {}", STORY.repeat(20)), "default", &|_| Some(model()))
                .unwrap();
        assert!(found.likely.tokens_in < longer.likely.tokens_in);
        let (tokens_in, tokens_out) = (found.likely.tokens_in, found.likely.tokens_out);
        assert_eq!(found.likely.cost_micros, tokens_in + 2 * tokens_out);
        assert!(found.likely.cost_micros < found.most.cost_micros);
    }
}
