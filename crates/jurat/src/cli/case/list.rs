//! `jurat case list`: all cases, those that were erased too.

use serde_json::{Value as Json, json};

use super::day_of;
use crate::{
    app::AppContext,
    case_vault::{AUDITED, AuditedEvent, CaseVault, body_of},
    exit::CommandExit,
    failure::CommandFailure,
    output,
};

pub(super) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let vault = CaseVault::of(app);
    let ids = vault.folder.ids()?;
    let rows = ids.iter().map(|id| row(&vault, id)).collect::<Result<Vec<_>, _>>()?;
    if app.out.json {
        output::value(&rows)?;
    } else if rows.is_empty() {
        app.out.note("no case is kept");
        app.out.hint("`jurat audit FOLDER` makes one");
    } else {
        let head = ["CASE", "LAST", "EVENTS", "KEPT UNTIL", "DECISION", "FOLDER"];
        output::text(&output::table(&head, rows.iter().map(cells)))?;
    }
    Ok(CommandExit::Done)
}

fn row(vault: &CaseVault, id: &str) -> Result<Json, CommandFailure> {
    let chain = vault.folder.chain(id)?;
    let last = chain.links().last();
    let mut row = json!({
        "case": id,
        "events": chain.links().len(),
        "last": last.map(|link| day_of(link.at_ms)),
        "kept": vault.folder.is_kept(id),
        "kept_until": vault.folder.expires_ms(id, vault.days())?.map(day_of),
    });
    if vault.folder.is_kept(id) {
        let record = vault.folder.open(&vault.key()?, id)?;
        let audit = record
            .of_kind(AUDITED)
            .last()
            .map(body_of::<AuditedEvent>)
            .transpose()?;
        row["decision"] = json!(audit.map(|audit| audit.result.recommendation));
        row["folder"] = json!(record.name);
    }
    Ok(row)
}

fn cells(row: &Json) -> Vec<String> {
    let text = |name: &str| row[name].as_str().unwrap_or("-").to_owned();
    let until = if row["kept"] == true { text("kept_until") } else { "erased".to_owned() };
    vec![
        text("case"),
        text("last"),
        row["events"].to_string(),
        until,
        text("decision"),
        text("folder"),
    ]
}
