//! Flags made from the table of a system's parameters, and read back into the values of a run.

use std::{fmt, fs, io::ErrorKind, marker::PhantomData, path::Path, path::PathBuf};

use clap::{
    Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, parser::ValueSource,
    value_parser,
};
use jurat_engine::ValueType;
use jurat_system::parameters::{
    DocumentKind, GivenValue, ListWord, ParameterDefault, ParameterError, ParameterFlag,
    ParameterKind, ParameterTable, RunValues, SystemParameter,
};
use serde_json::{Value as Json, json};

use crate::{failure::CommandFailure, output};

/// The largest file that is taken for a document.
const LARGEST: u64 = 4 << 20;

/// Which parameters a verb takes.
pub(crate) trait FlagTable {
    const TABLE: &'static ParameterTable;
    /// The only ones; all that have flags where this is empty.
    const ONLY: &'static [&'static str] = &[];
    /// Those that the verb comes by in another way too, so that their flags may be missing.
    const OTHERWISE: &'static [&'static str] = &[];
    /// Those whose path is a folder's.
    const FOLDERS: &'static [&'static str] = &[];

    /// What to do about a value that cannot be used.
    fn hint(_parameter: &str, _given: &str) -> Option<String> {
        None
    }

    /// Those that are flags of the verb.
    fn parameters() -> impl Iterator<Item = &'static SystemParameter> {
        let all = Self::TABLE.parameters.iter();
        let all = all.filter(|it| it.flag != ParameterFlag::None);
        all.filter(|it| Self::ONLY.is_empty() || Self::ONLY.contains(&it.name))
    }
}

/// What was given for the parameters of a table.
pub(crate) struct ParameterArgs<T> {
    given: Vec<(&'static SystemParameter, FlagValue)>,
    table: PhantomData<T>,
}

/// What a flag was given.
#[derive(Debug, Clone)]
enum FlagValue {
    Plain(Json),
    Path(PathBuf),
}

impl<T: FlagTable> ParameterArgs<T> {
    /// What was given for a parameter, as it was written.
    pub(crate) fn given_text(&self, name: &str) -> Option<&str> {
        let (_, value) = self.given.iter().find(|(parameter, _)| parameter.name == name)?;
        match value {
            FlagValue::Plain(value) => value.as_str(),
            FlagValue::Path(path) => path.to_str(),
        }
    }

    /// The values of a run as far as flags give them; files are read, and found to be there.
    pub(crate) fn values(&self) -> Result<RunValues, CommandFailure> {
        let mut values = RunValues::new(T::TABLE);
        for (parameter, value) in &self.given {
            let given = match (value, parameter.kind) {
                (FlagValue::Path(path), _) if T::FOLDERS.contains(&parameter.name) => {
                    GivenValue::Value(json!(full_folder(path)?))
                }
                (FlagValue::Path(path), _) => GivenValue::Value(json!(full_path(path)?)),
                (FlagValue::Plain(value), ParameterKind::Document(kind)) => {
                    document(&kind, value.as_str().unwrap_or_default())?
                }
                (FlagValue::Plain(value), _) => GivenValue::Value(value.clone()),
            };
            let hint = |failure: CommandFailure| match value {
                FlagValue::Plain(Json::String(text)) => match T::hint(parameter.name, text) {
                    Some(hint) => failure.hint(hint),
                    None => failure,
                },
                _ => failure,
            };
            values
                .give(parameter.name, given)
                .map_err(|error| hint(error.into()))?;
        }
        Ok(values)
    }
}

impl<T> fmt::Debug for ParameterArgs<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.given.iter().map(|(parameter, value)| (parameter.name, value));
        f.debug_map().entries(named).finish()
    }
}

impl<T: FlagTable> clap::Args for ParameterArgs<T> {
    fn augment_args(command: Command) -> Command {
        let flags = T::parameters().map(|parameter| {
            let flag = flag(parameter);
            if T::OTHERWISE.contains(&parameter.name) { flag.required(false) } else { flag }
        });
        command.args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: FlagTable> clap::FromArgMatches for ParameterArgs<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        // A default is the table's affair, and no flag is asked for by a verb below this one.
        let written = |it: &&SystemParameter| {
            matches.value_source(it.name) == Some(ValueSource::CommandLine)
        };
        let given = T::parameters().filter(written);
        let given = given.filter_map(|it| Some((it, flag_value(it, matches)?)));
        Ok(Self { given: given.collect(), table: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl From<ParameterError> for CommandFailure {
    fn from(error: ParameterError) -> Self {
        match error {
            // It says itself what it is about: other values are refused before we see them.
            ParameterError::Wrong { message, .. } => Self::input(output::plain_lines(&message)),
            other => Self::input(other.to_string()),
        }
    }
}

fn flag(parameter: &SystemParameter) -> Arg {
    let arg = Arg::new(parameter.name).help(help(parameter));
    let arg = match parameter.flag {
        ParameterFlag::Long { long, value: "" } => checked(parameter, arg.long(long)),
        ParameterFlag::Long { long, value } => {
            checked(parameter, arg.long(long).value_name(value))
        }
        ParameterFlag::Position { value } => match parameter.kind {
            // It can be long: what is wrong with it is said later, without repeating it.
            ParameterKind::Formed(_) => arg.value_name(value),
            _ => checked(parameter, arg.value_name(value)),
        },
        ParameterFlag::None => arg,
    };
    match parameter.default {
        ParameterDefault::Required => arg.required(true),
        ParameterDefault::RequiredUnless(other) => arg.required_unless_present(other),
        _ => arg,
    }
}

fn help(parameter: &SystemParameter) -> String {
    let default = match parameter.default {
        ParameterDefault::Text(text) => text.to_owned(),
        ParameterDefault::Number(number) if number != 0 => number.to_string(),
        ParameterDefault::Texts(texts) => texts.join(" "),
        _ => String::new(),
    };
    if default.is_empty() {
        return parameter.help.to_owned();
    }
    format!("{} [default: {default}]", parameter.help)
}

/// With what its kind asks of a value.
fn checked(parameter: &SystemParameter, arg: Arg) -> Arg {
    match parameter.kind {
        ParameterKind::Formed(form) => arg.value_parser(form.read),
        ParameterKind::Choice(words) => {
            arg.value_parser(PossibleValuesParser::new(words.iter().copied()))
        }
        ParameterKind::WholeNumber { least, most } => {
            arg.value_parser(value_parser!(i64).range(least..=most))
        }
        ParameterKind::Switch => arg.action(ArgAction::SetTrue),
        ParameterKind::TextList => arg.action(ArgAction::Append),
        ParameterKind::WordList(words) => {
            let known =
                move |text: &str| ListWord::find(words, text).map(|it| it.word.to_owned());
            arg.action(ArgAction::Append).value_delimiter(',').value_parser(known)
        }
        ParameterKind::File => arg.value_parser(value_parser!(PathBuf)),
        ParameterKind::Text
        | ParameterKind::Document(_)
        | ParameterKind::TextMap
        | ParameterKind::Channel => arg,
    }
}

fn flag_value(parameter: &SystemParameter, matches: &ArgMatches) -> Option<FlagValue> {
    let name = parameter.name;
    let value = match parameter.kind {
        ParameterKind::File => {
            return matches.get_one(name).cloned().map(FlagValue::Path);
        }
        ParameterKind::WholeNumber { .. } => json!(matches.get_one::<i64>(name)?),
        ParameterKind::Switch => json!(matches.get_flag(name)),
        ParameterKind::TextList | ParameterKind::WordList(_) => {
            json!(matches.get_many::<String>(name)?.collect::<Vec<_>>())
        }
        _ => json!(matches.get_one::<String>(name)?),
    };
    Some(FlagValue::Plain(value))
}

/// A document that is built in, by its name, or a file.
fn document(kind: &DocumentKind, given: &str) -> Result<GivenValue, CommandFailure> {
    if kind.named(given).is_some() {
        return Ok(GivenValue::Value(json!(given)));
    }
    let path = Path::new(given);
    let mut text = document_text(kind.noun, path).map_err(|failure| {
        let hint = format!("it is a file, or one of {}", kind.names().join(", "));
        if path.exists() { failure } else { failure.hint(hint) }
    })?;
    let is_toml = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml"));
    if is_toml && kind.run_takes == ValueType::Object {
        let value: Result<Json, _> = toml::from_str(&text);
        let failed = |error| format!("the {} `{given}` cannot be read: {error}", kind.noun);
        text = value
            .map_err(|error| CommandFailure::input(failed(error)))?
            .to_string();
    }
    Ok(GivenValue::Document { name: given.to_owned(), text })
}

/// The text of a file that is taken for such a document.
pub(crate) fn document_text(noun: &str, path: &Path) -> Result<String, CommandFailure> {
    let shown = path.display();
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::NotFound => CommandFailure::input(format!("there is no {noun} `{shown}`")),
        _ => CommandFailure::input(format!("cannot read {shown}: {error}")),
    };
    if LARGEST < fs::metadata(path).map_err(failed)?.len() {
        return Err(CommandFailure::input(format!("{shown} is too large for a {noun}")));
    }
    fs::read_to_string(path).map_err(failed)
}

/// The full path of a file, so that a run that is resumed elsewhere finds it.
fn full_path(path: &Path) -> Result<String, CommandFailure> {
    let full = canonical(path)?;
    if !full.is_file() {
        return Err(CommandFailure::input(format!("{} is no file", path.display())));
    }
    in_words(full)
}

fn full_folder(path: &Path) -> Result<String, CommandFailure> {
    let full = canonical(path)?;
    if !full.is_dir() {
        return Err(CommandFailure::input(format!("{} is no folder", path.display())));
    }
    in_words(full)
}

fn canonical(path: &Path) -> Result<PathBuf, CommandFailure> {
    fs::canonicalize(path).map_err(|error| {
        CommandFailure::input(format!("cannot read {}: {error}", path.display()))
    })
}

fn in_words(path: PathBuf) -> Result<String, CommandFailure> {
    path.into_os_string().into_string().map_err(|name| {
        CommandFailure::input(format!("{} is no UTF-8", Path::new(&name).display()))
    })
}
