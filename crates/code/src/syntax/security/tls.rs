//! Encrypted connections whose other end is not checked.

use super::{CallRule, SecurityRule, Severity, ValueRule};

static TLS: SecurityRule = SecurityRule {
    id: "tls-not-verified",
    cwe: "CWE-295",
    message: "the certificate of the other end is not checked",
    remediation: "leave the check on; trust a private authority by its certificate",
};

pub(super) static CALLS: &[CallRule] = &[
    CallRule {
        rule: &TLS,
        languages: &["python"],
        callees: &[
            "*.get",
            "*.post",
            "*.put",
            "*.patch",
            "*.delete",
            "*.head",
            "*.options",
            "*.request",
            "*.stream",
            "*.Client",
            "*.AsyncClient",
        ],
        when: |call, _| {
            let verify = call.keyword("verify")?;
            (call.source.of(verify) == "False").then_some((Severity::High, true))
        },
    },
    CallRule {
        rule: &TLS,
        languages: &["python"],
        callees: &["ssl._create_unverified_context"],
        when: |_, _| Some((Severity::High, true)),
    },
    CallRule {
        rule: &TLS,
        languages: &["rust"],
        callees: &["*.danger_accept_invalid_certs", "*.danger_accept_invalid_hostnames"],
        when: |call, _| (call.written() == "(true)").then_some((Severity::High, true)),
    },
];

pub(super) static VALUES: &[ValueRule] = &[
    ValueRule {
        rule: &TLS,
        names: &["InsecureSkipVerify"],
        when: |words, _| (words == "true").then_some((Severity::High, true)),
    },
    ValueRule {
        rule: &TLS,
        names: &["rejectUnauthorized"],
        when: |words, _| (words == "false").then_some((Severity::High, true)),
    },
    ValueRule {
        rule: &TLS,
        names: &["NODE_TLS_REJECT_UNAUTHORIZED"],
        when: |words, _| {
            matches!(words, "\"0\"" | "'0'" | "0").then_some((Severity::High, true))
        },
    },
    ValueRule {
        rule: &TLS,
        names: &["verify_mode"],
        when: |words, _| words.ends_with("CERT_NONE").then_some((Severity::High, true)),
    },
    ValueRule {
        rule: &TLS,
        names: &["check_hostname"],
        when: |words, _| (words == "False").then_some((Severity::Medium, true)),
    },
];
