//! `jurat doctor`: what is set up, what answers, and what each missing part would add.

use std::time::Instant;

use jurat_ingest::{FileLimits, SandboxIsolation};
use jurat_llm::{ChatError, ChatMessage, ChatModel, ChatRequest, ModelSettings, ask, weights};
use jurat_system::ModelProvider;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

use crate::{
    app::AppContext, embedder, exit::CommandExit, failure::CommandFailure,
    model_servers::ModelServers, output, sandbox_launcher::sandbox_launcher,
};

/// What to look at.
#[derive(Debug, clap::Args)]
pub(crate) struct DoctorArgs {
    /// How often each model is asked, to see how reliable it is
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=50))]
    tries: u32,
}

/// What was found about one part.
#[derive(Debug, Serialize)]
struct SetupCheckRow {
    part: String,
    state: SetupState,
    /// What it is, or what is wrong with it.
    found: String,
    /// What it would add, or what to do.
    advice: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum SetupState {
    Ready,
    Missing,
    Broken,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &DoctorArgs,
) -> Result<CommandExit, CommandFailure> {
    let mut findings = vec![store(app), isolation(), git(), meaning(app), ocr()];
    findings.extend(servers(app, args.tries)?);
    if app.out.json {
        output::value(&json!({ "parts": findings }))?;
    } else {
        let head = ["PART", "STATE", "FOUND", "ADVICE"];
        let rows = findings.iter().map(|one| {
            let state = match one.state {
                SetupState::Ready => "ready",
                SetupState::Missing => "missing",
                SetupState::Broken => "broken",
            };
            vec![one.part.clone(), state.to_owned(), one.found.clone(), one.advice.clone()]
        });
        output::text(&output::table(&head, rows))?;
    }
    let broken = findings.iter().any(|one| one.state == SetupState::Broken);
    Ok(if broken { CommandExit::Refused } else { CommandExit::Done })
}

fn store(app: &AppContext) -> SetupCheckRow {
    let folder = app.settings.store.display().to_string();
    let (state, advice) = if app.settings.store.exists() {
        (SetupState::Ready, "`jurat store check` reads every hash in it")
    } else {
        (SetupState::Missing, "the first run makes it")
    };
    SetupCheckRow {
        part: "store".into(),
        state,
        found: folder,
        advice: advice.into(),
    }
}

/// The encoder, and what may be fetched besides.
fn meaning(app: &AppContext) -> SetupCheckRow {
    let (state, found, advice) = match embedder::installed(app) {
        Ok(Some(embedder)) => (
            SetupState::Ready,
            licensed(embedder.name()),
            "corpora are searched by words and by meaning, in English and French".to_owned(),
        ),
        Ok(None) => (
            SetupState::Missing,
            "this build has no encoder".to_owned(),
            "build it with the feature `encoder`".to_owned(),
        ),
        Err(failure) => (SetupState::Broken, failure.message, failure.hint.unwrap_or_default()),
    };
    SetupCheckRow {
        part: "search by meaning".into(),
        state,
        found,
        advice,
    }
}

/// An encoder by name, and under which licence it may be used.
fn licensed(name: &str) -> String {
    let base = name.split('-').next().unwrap_or(name);
    match weights::named(base) {
        Some(weights) => format!("{name} ({})", weights.licence),
        None if base == "law" => format!("{name} (Apache-2.0)"),
        None => name.to_owned(),
    }
}

/// How far children are shut off here, told by one that reads a page.
fn isolation() -> SetupCheckRow {
    let read = sandbox_launcher().map(|launcher| {
        let page = b"<p>Ahoy.</p>".to_vec();
        jurat_ingest::read_bytes(Some(&launcher), "page.html", page, &FileLimits::default())
    });
    let finding = |state, found: &str, advice: &str| SetupCheckRow {
        part: "shut-off readers".into(),
        state,
        found: found.into(),
        advice: advice.into(),
    };
    match read.ok().and_then(|read| read.usage.isolation) {
        Some(SandboxIsolation::Full) => finding(
            SetupState::Ready,
            "landlock and limits",
            "whoever reads documents and repositories reaches no files and no network",
        ),
        Some(SandboxIsolation::Partial) => finding(
            SetupState::Ready,
            "a part of landlock, and limits",
            "a newer kernel shuts readers off from the network too",
        ),
        Some(SandboxIsolation::LimitsOnly) => finding(
            SetupState::Missing,
            "limits alone",
            "a kernel with landlock (Linux 5.13) keeps readers from files and the network",
        ),
        None => finding(SetupState::Broken, "no reader could be started", "install jurat anew"),
    }
}

fn git() -> SetupCheckRow {
    let found = installed("git");
    SetupCheckRow {
        part: "repositories".into(),
        state: if found.is_some() { SetupState::Ready } else { SetupState::Missing },
        found: found.unwrap_or_else(|| "git".into()),
        advice: "git brings the history that `jurat court` looks at".into(),
    }
}

fn installed(name: &str) -> Option<String> {
    jurat_ingest::installed(name).map(|path| path.display().to_string())
}

fn ocr() -> SetupCheckRow {
    let found = installed("tesseract");
    SetupCheckRow {
        part: "words in pictures".into(),
        state: if found.is_some() { SetupState::Ready } else { SetupState::Missing },
        found: format!("{} (Apache-2.0)", found.unwrap_or_else(|| "tesseract".into())),
        advice: "tesseract reads scanned pages and pictures".into(),
    }
}

fn servers(app: &AppContext, tries: u32) -> Result<Vec<SetupCheckRow>, CommandFailure> {
    if app.settings.servers.is_empty() {
        return Ok(vec![SetupCheckRow {
            part: "models".into(),
            state: SetupState::Missing,
            found: "no [models.NAME] in your own jurat.toml".into(),
            advice: "a model can propose quotes and write the answer; everything works without"
                .into(),
        }]);
    }
    let runtime = Builder::new_current_thread().build();
    let runtime = runtime.map_err(|error| CommandFailure::ours(error.to_string()))?;
    let servers = ModelServers::new(app.settings.servers.clone(), app.out);
    let names = app.models.named(&app.settings)?.into_iter();
    let described = names.filter_map(|name| Some((name, app.settings.servers.get(name)?)));
    Ok(described
        .map(|described| server((&servers, &runtime), described, tries))
        .collect())
}

/// What a model is asked: something that every model can say.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CapitalReply {
    /// The name of the city.
    #[expect(dead_code, reason = "only its shape matters")]
    city: String,
}

fn server(
    (servers, runtime): (&ModelServers, &Runtime),
    (name, settings): (&str, &ModelSettings),
    tries: u32,
) -> SetupCheckRow {
    let finding = |state, found: String, advice: &str| SetupCheckRow {
        part: format!("model {name}"),
        state,
        found,
        advice: advice.to_owned(),
    };
    let model = match servers.open(name) {
        Ok(model) => model,
        Err(error) => return finding(SetupState::Broken, error, "look at jurat.toml"),
    };
    let mut tally = ModelProbeTally::default();
    for _ in 0..tries {
        if let Err(error) = tally.once(runtime, &*model) {
            let said = error.to_string();
            return finding(SetupState::Broken, said, error.hint());
        }
    }
    let identity = model.identity();
    let found = format!(
        "{} ({}): {} of {tries} replies had the wanted shape at once, {} ms each",
        identity.model,
        identity.provider,
        tally.at_once,
        tally.millis / u128::from(tries.max(1)),
    );
    let licence = match &settings.licence {
        Some(licence) => format!("licensed under {licence}; "),
        None => "its licence is not named in jurat.toml (`licence`); ".to_owned(),
    };
    finding(SetupState::Ready, found, &format!("{licence}`jurat ask --model {name}` asks it"))
}

#[derive(Default)]
struct ModelProbeTally {
    at_once: u32,
    millis: u128,
}

impl ModelProbeTally {
    /// Asks once. A shape that is never right is the model's weakness, not a broken server.
    fn once(&mut self, runtime: &Runtime, model: &dyn ChatModel) -> Result<(), ChatError> {
        let request = ChatRequest {
            max_output_tokens: Some(64),
            ..ChatRequest::new(vec![ChatMessage::user("Name the capital of France.")])
        };
        let began = Instant::now();
        let reply = runtime.block_on(ask::<CapitalReply>(model, request, 1));
        self.millis += began.elapsed().as_millis();
        match reply {
            Ok(reply) => self.at_once += u32::from(reply.reprompts == 0),
            Err(ChatError::SchemaNotMet { .. }) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
