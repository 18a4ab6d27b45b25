//! What models would take for a question, said before anything is asked.

use jurat_legal_research::estimate::{
    CallEstimate, EstimatedModel, ResearchEstimate, estimate,
};
use jurat_system::parameters::RunValues;
use serde_json::Value as Json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Shows it. No run is begun, no corpus read and nobody asked.
pub(super) fn show(
    app: &AppContext,
    values: &RunValues,
) -> Result<CommandExit, CommandFailure> {
    let text = |name: &str| -> Result<String, CommandFailure> {
        Ok(values.value(name)?.as_str().unwrap_or_default().to_owned())
    };
    let models = values.value("models")?;
    let named = |role: &str| model(app, &models, role);
    let found = estimate(&text("question")?, &text("preset")?, &named)
        .map_err(CommandFailure::input)?;
    if app.out.json {
        output::value(&found)?;
    } else {
        output::text(&in_words(&found))?;
    }
    Ok(CommandExit::Done)
}

/// The model that plays a role, as the settings describe it.
fn model(app: &AppContext, models: &Json, role: &str) -> Option<EstimatedModel> {
    let name = models[role].as_str().or_else(|| models["any"].as_str())?;
    let settings = app.settings.servers.get(name)?;
    let price = settings.price.as_ref();
    Some(EstimatedModel {
        name: name.to_owned(),
        output_tokens: settings.output_tokens,
        price: price.map(|it| (it.input_per_million, it.output_per_million)),
        currency: price.map(|it| it.currency.clone()).unwrap_or_default(),
    })
}

fn in_words(found: &ResearchEstimate) -> String {
    if found.roles.is_empty() {
        return "no model has a part in it: 0 calls".to_owned();
    }
    let rows = found.roles.iter().map(|it| {
        let head = [it.role.to_owned(), it.model.clone()];
        let figures = figures(it.likely, it.most, &it.currency);
        head.into_iter().chain(figures).collect()
    });
    let mut currencies: Vec<&str> = found.roles.iter().map(|it| it.currency.as_str()).collect();
    currencies.dedup();
    // Money of two currencies is not added.
    let currency = if let [one] = currencies.as_slice() { one } else { "" };
    let all = ["all".to_owned(), String::new()].into_iter();
    let all = all.chain(figures(found.likely, found.most, currency)).collect();
    let head = ["role", "model", "calls", "tokens in", "tokens out", "cost"];
    let table = output::table(&head, rows.chain([all]));
    format!(
        "{table}\nEach is what is likely and what is most. A reply of a wrong shape is asked for again, twice at most, on top."
    )
}

fn figures(likely: CallEstimate, most: CallEstimate, currency: &str) -> [String; 4] {
    let span = |of: fn(CallEstimate) -> u64| format!("{}\u{2013}{}", of(likely), of(most));
    let money = |it: CallEstimate| {
        format!("{}.{:04}", it.cost_micros / 1_000_000, it.cost_micros % 1_000_000 / 100)
    };
    let cost = if currency.is_empty() {
        String::new()
    } else {
        format!("{}\u{2013}{} {currency}", money(likely), money(most))
    };
    [span(|it| it.calls), span(|it| it.tokens_in), span(|it| it.tokens_out), cost]
}
