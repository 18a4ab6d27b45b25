//! Which run is meant: a whole id, its beginning, its end, or `last`.

use jurat_engine::{RunId, RunRow, RunStore, StoreError};

use crate::failure::CommandFailure;

/// How many candidates an ambiguous name lists.
const LISTED: usize = 5;

/// The run that `text` names.
pub(crate) fn select_run(store: &dyn RunStore, text: &str) -> Result<RunRow, CommandFailure> {
    if let Ok(run) = text.parse::<RunId>() {
        return Ok(store.run(run)?.ok_or(StoreError::UnknownRun(run))?);
    }
    let mut runs = store.runs()?;
    if text == "last" {
        runs.truncate(1);
    } else {
        runs.retain(|row| matches(&row.run.to_string(), text));
    }
    if 1 < runs.len() {
        return Err(ambiguous(&runs, text));
    }
    runs.pop().ok_or_else(|| {
        CommandFailure::input(format!("there is no run `{text}`"))
            .code("unknown_run")
            .hint("`jurat runs list` shows what is there")
    })
}

/// The part of an id that people type: the last group, which two runs hardly share.
pub(crate) fn short(run: RunId) -> String {
    let text = run.to_string();
    text.rsplit('-').next().unwrap_or_default().to_owned()
}

fn matches(id: &str, text: &str) -> bool {
    let plain = |text: &str| text.replace('-', "").to_lowercase();
    let (id, text) = (plain(id), plain(text));
    !text.is_empty() && (id.starts_with(&text) || id.ends_with(&text))
}

fn ambiguous(runs: &[RunRow], text: &str) -> CommandFailure {
    let ids: Vec<String> =
        runs.iter().take(LISTED).map(|row| format!("`{}`", row.run)).collect();
    let more = if LISTED < runs.len() { ", …" } else { "" };
    let message = format!("`{text}` means {} runs: {}{more}", runs.len(), ids.join(", "));
    CommandFailure::input(message).hint("give more of the id; the end of an id tells most")
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(matches("01890a5d-ac96-774b-bcce-b302099a8057", text), expected);
    }

    #[test]
    fn a_beginning_or_an_end_is_enough() {
        check("01890a5d", true);
        check("01890a5dac96", true);
        check("B302099A8057", true);
        check("8057", true);
    }

    #[test]
    fn the_middle_and_nothing_are_not() {
        check("ac96", false);
        check("", false);
    }
}
