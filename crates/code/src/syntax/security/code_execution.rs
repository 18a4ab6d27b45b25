//! Data that is run or built into objects: eval, pickles, YAML, XML entities.

use tree_sitter::Node;

use super::{
    super::call::CallSite,
    CallRule, RuleSeverity, SecurityRule, Severity,
    constness::is_fixed,
    taint::TaintFacts,
    taint_sources::{is_operators, is_script},
};

static EVAL: SecurityRule = SecurityRule {
    id: "code-from-data",
    cwe: "CWE-95",
    message: "a value is run as code",
    remediation: "read the value with a parser of its format, such as `ast.literal_eval` or JSON",
};

static PICKLE: SecurityRule = SecurityRule {
    id: "unsafe-deserialisation",
    cwe: "CWE-502",
    message: "data is read in a form that can run code while it is read",
    remediation: "read JSON, or `yaml.safe_load`, or check who made the data before it is read",
};

static XML: SecurityRule = SecurityRule {
    id: "xml-external-entity",
    cwe: "CWE-611",
    message: "XML is read by a parser that follows entities",
    remediation: "turn document types and external entities off, or use a hardened parser",
};

const SCRIPT: &[&str] = &["typescript", "javascript"];

pub(super) static CALLS: &[CallRule] = &[
    CallRule {
        rule: &EVAL,
        languages: &["python", "typescript", "javascript"],
        callees: &["eval", "exec", "builtins.eval", "builtins.exec"],
        when: |call, names| {
            // `exec` of the browser's and Node's own names is none of this.
            let own = call.language() == "python" || call.last() == "eval";
            let code = call.first()?;
            (own && !is_fixed(call.source, code)).then(|| by_origin(call, names, code))
        },
    },
    CallRule {
        rule: &EVAL,
        languages: SCRIPT,
        callees: &["Function"],
        when: |call, _| {
            let code = call.positional().pop()?;
            (!is_fixed(call.source, code)).then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &PICKLE,
        languages: &["python"],
        callees: &[
            "pickle.load",
            "pickle.loads",
            "pickle.Unpickler",
            "cPickle.load",
            "cPickle.loads",
            "dill.load",
            "dill.loads",
            "marshal.load",
            "marshal.loads",
            "shelve.open",
            "joblib.load",
        ],
        when: |_, _| Some((Severity::Medium, false)),
    },
    CallRule {
        rule: &PICKLE,
        languages: &["python"],
        callees: &["yaml.load", "yaml.load_all"],
        when: |call, _| {
            let loader = call.keyword("Loader").or_else(|| call.positional().get(1).copied());
            let safe = loader.is_some_and(|loader| {
                let name = call.source.of(loader);
                name.contains("Safe") || name.contains("Base")
            });
            (!safe).then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &PICKLE,
        languages: &["python"],
        callees: &["yaml.unsafe_load", "yaml.unsafe_load_all", "yaml.full_load"],
        when: |_, _| Some((Severity::High, true)),
    },
    CallRule {
        rule: &PICKLE,
        languages: &["python"],
        callees: &["torch.load"],
        when: |call, _| {
            let only = call.keyword("weights_only").map(|value| call.source.of(value));
            (only == Some("False")).then_some((Severity::Medium, false))
        },
    },
    CallRule {
        rule: &XML,
        languages: &["python"],
        callees: &["lxml.etree.XMLParser"],
        when: |call, _| {
            let follows = call.keyword("resolve_entities").map(|value| call.source.of(value));
            (follows == Some("True")).then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &XML,
        languages: &["python"],
        callees: &["xml.sax.parse", "xml.sax.parseString", "xml.sax.make_parser"],
        when: |_, _| Some((Severity::Low, false)),
    },
    CallRule {
        rule: &XML,
        languages: &["java"],
        callees: &[
            "javax.xml.parsers.DocumentBuilderFactory.newInstance",
            "javax.xml.parsers.SAXParserFactory.newInstance",
            "javax.xml.stream.XMLInputFactory.newInstance",
        ],
        when: |call, _| {
            let hardened = [
                "disallow-doctype-decl",
                "external-general-entities",
                "SUPPORT_DTD",
                "ACCESS_EXTERNAL_DTD",
                "FEATURE_SECURE_PROCESSING",
            ];
            let text = call.source.text;
            (!hardened.iter().any(|word| text.contains(word)))
                .then_some((Severity::Medium, false))
        },
    },
];

/// Whoever runs a program may run code anyway, and a script is run as a program is: neither is
/// proven to be a fault. Any other value may be somebody else's.
fn by_origin(call: &CallSite<'_, '_>, names: &TaintFacts, code: Node<'_>) -> RuleSeverity {
    if is_operators(call, names, code) || is_script(call, names, code) {
        (Severity::Medium, false)
    } else {
        (Severity::High, true)
    }
}
