//! Calls of what comes with a language, and whether they know more than what they are given.

/// Parts of the languages' own libraries, and libraries of the same kind, whose functions give
/// back what they are given in another form, chance, or the time; or only tell somebody.
#[rustfmt::skip]
const PASSIVE: &[&str] = &[
    "abc", "asyncio", "base64", "bisect", "calendar", "collections", "colorsys", "contextlib",
    "copy", "dataclasses", "datetime", "decimal", "difflib", "enum", "faker", "fractions",
    "functools", "hashlib", "heapq", "html", "itertools", "json", "logging", "loguru", "math",
    "numbers", "operator", "pprint", "pydantic", "random", "re", "secrets", "statistics",
    "string", "structlog", "textwrap", "time", "traceback", "types", "typing",
    "typing_extensions", "unicodedata", "uuid", "warnings", "zoneinfo",
];

/// What the languages know without an import, and that knows nothing itself.
#[rustfmt::skip]
const BUILT_IN: &[&str] = &[
    // Python
    "abs", "all", "any", "ascii", "bin", "bool", "bytearray", "bytes", "callable", "chr",
    "complex", "dict", "divmod", "enumerate", "filter", "float", "format", "frozenset", "hash",
    "hex", "id", "int", "isinstance", "issubclass", "iter", "len", "list", "map", "max", "min",
    "next", "object", "oct", "ord", "pow", "print", "range", "repr", "reversed", "round", "set",
    "slice", "sorted", "str", "sum", "super", "tuple", "type", "zip",
    // JavaScript
    "Array", "Boolean", "Date", "Error", "Intl", "JSON", "Map", "Math", "Number", "Object",
    "Promise", "RegExp", "Set", "String", "Symbol", "console", "crypto", "isNaN", "parseFloat",
    "parseInt", "setTimeout", "structuredClone",
];

/// Last parts of calls that only tell somebody something, or wait.
#[rustfmt::skip]
const TELLING: &[&str] = &[
    "critical", "debug", "error", "exception", "info", "log", "print", "sleep", "success", "time",
    "trace", "warn", "warning", "now",
];

/// Whether what an import stands for knows nothing of its own.
pub(super) fn is_passive(full: &str) -> bool {
    let first = full.split(['.', '/']).next().unwrap_or(full);
    PASSIVE.contains(&first) || full.starts_with("numpy.random")
}

pub(super) fn is_built_in(name: &str) -> bool {
    BUILT_IN.contains(&name)
}

/// Whether a call by this last part of its name only tells somebody something.
pub(in super::super) fn is_telling(last: &str) -> bool {
    TELLING.contains(&last)
}
