//! Data that is run or built into objects: eval, YAML, XML entities.

use super::{
    super::call::CallSite,
    RuleSeverity, Severity,
    constness::is_fixed,
    taint::TaintFacts,
    taint_sources::{is_operators, is_script},
};

/// Features of Java's readers of XML that keep entities out.
const HARDENED: &[&str] = &[
    "disallow-doctype-decl",
    "external-general-entities",
    "SUPPORT_DTD",
    "ACCESS_EXTERNAL_DTD",
    "FEATURE_SECURE_PROCESSING",
];

/// Whoever runs a program may run code anyway, and a script is run as a program is: neither is
/// proven to be a fault. Any other value may be somebody else's.
pub(super) fn evaluated(call: &CallSite<'_, '_>, names: &TaintFacts) -> Option<RuleSeverity> {
    // `exec` of the browser's and Node's own names is none of this.
    let own = call.language() == "python" || call.last() == "eval";
    let code = call.first()?;
    (own && !is_fixed(call.source, code)).then(|| {
        if is_operators(call, names, code) || is_script(call, names, code) {
            (Severity::Medium, false)
        } else {
            (Severity::High, true)
        }
    })
}

pub(super) fn made_function(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let code = call.positional().pop()?;
    (!is_fixed(call.source, code)).then_some((Severity::High, true))
}

pub(super) fn loose_yaml(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let loader = call.keyword("Loader").or_else(|| call.positional().get(1).copied());
    let safe = loader.is_some_and(|loader| {
        let name = call.source.of(loader);
        name.contains("Safe") || name.contains("Base")
    });
    (!safe).then_some((Severity::High, true))
}

pub(super) fn java_xml(call: &CallSite<'_, '_>) -> Option<RuleSeverity> {
    let hardened = HARDENED.iter().any(|word| call.source.text.contains(word));
    (!hardened).then_some((Severity::Medium, false))
}
