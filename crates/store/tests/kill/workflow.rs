//! A workflow with everything that can be interrupted: fan-out, join, loop, retry, interrupt, paid
//! and external stages. Every act leaves a line in the ledger.

use std::{
    fs::OpenOptions,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use jurat_engine::{
    Channel, PaidCall, PaidReply, Patch, StageCtx, StageError, StageRegistry, StageSpec,
    Workflow, load,
};
use serde_json::{Value as Json, json};

const PLOTS: Channel<Vec<u64>> = Channel::new("plots");
const GRADES: Channel<Vec<Json>> = Channel::new("grades");
const LOG: Channel<Vec<String>> = Channel::new("log");
const MAP: Channel<Json> = Channel::new("map");
const PRICE: Channel<u64> = Channel::new("price");
const SHIPPED: Channel<String> = Channel::new("shipped");

pub(crate) fn workflow(ledger: &Path) -> Arc<Workflow> {
    let definition = json!({
        "name": "drill",
        "params": {"abort": {"type": "string", "default": ""}},
        "channels": {
            "plots": {"type": "array", "max_items": 10},
            "map": {"type": "object"},
            "grades": {"type": "array", "reducer": "append"},
            "log": {"type": "array", "reducer": "append", "across_epochs": "keep"},
            "price": {"type": "int", "reducer": "sum", "across_epochs": "keep"},
            "approval": {"type": "object"},
            "shipped": {"type": "string"},
        },
        "stages": [
            {"id": "survey", "run": "survey", "writes": ["plots", "map", "log"]},
            {"id": "grade", "run": "grade", "depends_on": ["survey"], "for_each": "state.plots",
                "on_failure": "wait_all", "writes": ["grades", "log"]},
            {"id": "appraise", "run": "appraise", "depends_on": ["grade"], "effect": "paid",
                "writes": ["price", "log"]},
            {"id": "weigh", "run": "weigh", "depends_on": ["survey"], "retry_limit": 2,
                "retry_backoff_ms": 1, "writes": ["log"]},
            {"id": "review", "run": "review", "depends_on": ["appraise", "weigh"],
                "writes": ["log"]},
            {"id": "approve", "depends_on": ["review"],
                "interrupt": {"prompt": "Ship it?", "choices": ["yes", "no"], "to": "approval"}},
            {"id": "ship", "run": "ship", "depends_on": ["approve"], "effect": "external",
                "when": "state.approval.answer == 'yes'", "writes": ["shipped", "log"]},
        ],
        "loop_back": [{"from": "review", "to": "grade",
            "repeats": ["grade", "appraise", "review"],
            "when": "state.price < 40", "limit": 2}],
        "budgets": {"calls": {"unit": "calls", "limit": 50}},
        "outputs": {"grades": "state.grades", "price": "state.price", "shipped": "state.shipped",
            "log": "state.log", "approval": "state.approval", "map": "state.map"},
    });
    let acts: [(&'static str, Act); 6] = [
        ("survey", survey),
        ("grade", grade),
        ("appraise", appraise),
        ("weigh", weigh),
        ("review", review),
        ("ship", ship),
    ];
    let specs = acts.map(|(name, act)| {
        let ledger = Ledger(ledger.to_owned());
        StageSpec::compute(name, move |ctx, _: &Json| act(ctx, &ledger))
    });
    let checked = load(&definition.to_string()).unwrap();
    Arc::new(Workflow::bind(checked, &StageRegistry::of(specs)).unwrap())
}

type Act = fn(&StageCtx, &Ledger) -> Result<Patch, StageError>;

/// A file with a line for every act, synced before the act counts as done.
struct Ledger(PathBuf);

impl Ledger {
    fn note(&self, line: &str) {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0).unwrap();
        file.write_all(format!("{line}\n").as_bytes()).unwrap();
        file.sync_all().unwrap();
    }
}

fn survey(ctx: &StageCtx, ledger: &Ledger) -> Result<Patch, StageError> {
    ledger.note(&format!("ran {}", ctx.instance()));
    abort_if(ctx, "survey")?;
    // Longer than what is kept inline, with numbers that a careless codec would change.
    let map = json!({"paths": "north and south ".repeat(400), "ids": [u64::MAX, i64::MIN],
        "scale": [1.0, 0.1, 1e300]});
    Ok(Patch::of(PLOTS, vec![3, 5, 7])
        .and(MAP, map)
        .and(LOG, vec!["surveyed".into()]))
}

/// Kills the process, if that is what the drill is about.
fn abort_if(ctx: &StageCtx, at: &str) -> Result<(), StageError> {
    if ctx.param::<String>("abort")? == at {
        // Long enough for the start of the run to reach the disk: a run that dies before is not
        // there at all.
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::process::abort();
    }
    Ok(())
}

fn grade(ctx: &StageCtx, ledger: &Ledger) -> Result<Patch, StageError> {
    ledger.note(&format!("ran {}", ctx.instance()));
    abort_if(ctx, &ctx.instance())?;
    let plot: u64 = ctx.item()?;
    let grade = json!({"plot": plot, "grade": plot * 2, "pass": ctx.epoch()});
    Ok(Patch::of(GRADES, vec![grade]).and(LOG, vec![format!("graded {plot}")]))
}

fn appraise(ctx: &StageCtx, ledger: &Ledger) -> Result<Patch, StageError> {
    ledger.note(&format!("ran {}", ctx.instance()));
    let grades: Vec<Json> = ctx.get(GRADES)?;
    let mut price = 0;
    for grade in &grades {
        price += appraisal(ctx, ledger, grade)?;
    }
    Ok(Patch::of(PRICE, price).and(LOG, vec![format!("appraised at {price}")]))
}

fn appraisal(ctx: &StageCtx, ledger: &Ledger, grade: &Json) -> Result<u64, StageError> {
    let call = PaidCall {
        provider: "drill".into(),
        model: "appraiser".into(),
        request: json!({"grade": grade}),
        sample: 0,
        reserve: [("calls".to_owned(), 1)].into(),
    };
    let hash = call.hash()?;
    let reply = ctx.paid(&call, |call| {
        ledger.note(&format!("paid {hash}"));
        let price = call.request["grade"]["grade"].as_u64().unwrap_or(0) / 2;
        Ok(PaidReply {
            reply: json!({"price": price}),
            spend: [("calls".to_owned(), 1)].into(),
        })
    })?;
    Ok(reply["price"].as_u64().unwrap_or(0))
}

/// Fails twice, then succeeds.
fn weigh(ctx: &StageCtx, ledger: &Ledger) -> Result<Patch, StageError> {
    ledger.note(&format!("tried {}", ctx.instance()));
    if ctx.attempt() < 3 {
        return Err(StageError::transient("the scales are stuck"));
    }
    ledger.note(&format!("ran {}", ctx.instance()));
    Ok(Patch::of(LOG, vec!["weighed".into()]))
}

#[expect(clippy::unnecessary_wraps, reason = "it has the shape of the other acts")]
fn review(ctx: &StageCtx, ledger: &Ledger) -> Result<Patch, StageError> {
    ledger.note(&format!("ran {}", ctx.instance()));
    Ok(Patch::of(LOG, vec![format!("reviewed pass {}", ctx.epoch())]))
}

fn ship(ctx: &StageCtx, ledger: &Ledger) -> Result<Patch, StageError> {
    ledger.note(&format!("ran {}", ctx.instance()));
    let parcel = format!("{} crates", ctx.get(GRADES)?.len());
    Ok(Patch::of(SHIPPED, parcel).and(LOG, vec!["shipped".into()]))
}
