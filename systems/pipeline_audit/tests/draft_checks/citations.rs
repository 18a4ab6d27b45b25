//! What a draft cites: legal basis, provisions, decisions, addresses, quotes.

use serde_json::{Value, json};

use crate::support::{audited, drafted, fires, silent, state};
use jurat_model::audit::PipelineStage;
use jurat_pipeline_audit::audit::AuditPolicy;

const EN: [(&str, &str); 2] = [
    (
        "section 12",
        "The holder must renew the licence within 30 days, unless the registrar extends the time in writing.",
    ),
    ("section 14(2)", "The registrar may refuse a licence. See Harbour v Quay, 2031 FC 456."),
];
const PT: [(&str, &str); 1] = [(
    "Art. 49",
    "O consumidor pode desistir do contrato no prazo de 7 dias a contar de sua assinatura.",
)];
const FR: [(&str, &str); 1] =
    [("article 12", "Le titulaire est tenu de renouveler la licence dans les 30 jours.")];

fn basis(lines: impl Into<Value>) -> Value {
    let lines: Value = lines.into();
    let draft = json!({ "summary": "The holder must renew the licence within 30 days.", "legal_basis": lines });
    drafted(draft, &EN)
}

#[test]
fn a_legal_basis_that_no_source_has_is_told() {
    fires(&basis(json!(["section 730"])), "LEGAL_BASIS_NOT_IN_SOURCES", "`section 730`");
    fires(&basis(json!(["Maritime Cheese Ordinance"])), "LEGAL_BASIS_NOT_IN_SOURCES", "Cheese");
    let line = json!([{ "label": "section 12", "url": "https://other.example/x" }]);
    fires(&basis(line), "LEGAL_BASIS_NOT_IN_SOURCES", "the address `https://other.example/x`");
    for known in [
        "section 12",
        "s. 12",
        "Section 12 of the Fictional Act",
        "Fictional Act",
        "s. 14(2)(a)",
    ] {
        silent(&basis(json!([known])), "LEGAL_BASIS_NOT_IN_SOURCES");
        silent(&basis(json!([known])), "LEGAL_BASIS_ALTERED");
    }
}

#[test]
fn the_allowlist_lets_labels_and_addresses_pass() {
    let policy =
        json!({ "allowlist": { "labels": ["section 730"], "hosts": ["other.example"] } });
    let policy = AuditPolicy::from_value(&policy).unwrap();
    let line = json!([{ "label": "section 730(1)", "url": "https://www.other.example/x" }]);
    let audit = audited(&basis(line), &policy);
    let found = audit
        .issues(PipelineStage::Draft)
        .iter()
        .filter(|one| one.code.starts_with("LEGAL"));
    assert_eq!(found.count(), 0);
}

#[test]
fn a_legal_basis_close_to_a_source_is_altered() {
    let issue = fires(&basis(json!(["section 21"])), "LEGAL_BASIS_ALTERED", "hit#1 has `s. 12");
    assert_eq!(issue.evidence, ["hit#1"]);
    fires(&basis(json!(["section 14(3)"])), "LEGAL_BASIS_ALTERED", "hit#2");
    // Another law is never proposed.
    let other = basis(json!(["section 12 of the Harbour Code"]));
    silent(&other, "LEGAL_BASIS_ALTERED");
    fires(&other, "LEGAL_BASIS_NOT_IN_SOURCES", "section 12 of the Harbour Code");
    let line = json!([{ "label": "section 12", "url": "https://law.example/1#part9" }]);
    fires(&basis(line), "LEGAL_BASIS_ALTERED", "https://law.example/1");
    let pt = json!({ "summary": "O consumidor pode desistir.", "legal_basis": ["Art. 94"] });
    fires(&drafted(pt, &PT), "LEGAL_BASIS_ALTERED", "Art. 49");
    let fr =
        json!({ "summary": "Le titulaire doit renouveler.", "legal_basis": ["article 21"] });
    fires(&drafted(fr, &FR), "LEGAL_BASIS_ALTERED", "Art. 12");
}

#[test]
fn provisions_that_no_source_has_are_told() {
    let told = fires(
        &drafted("Under section 21 the holder must renew the licence.", &EN),
        "CITATION_NOT_IN_SOURCES",
        "hit#1 has s. 12",
    );
    assert_eq!(told.span.unwrap().range(), 6..16);
    fires(
        &drafted("Conforme o art. 94 do CDC, o consumidor pode desistir.", &PT),
        "CITATION_NOT_IN_SOURCES",
        "art. 94",
    );
    fires(
        &drafted("Selon l’article 21, le titulaire doit renouveler la licence.", &FR),
        "CITATION_NOT_IN_SOURCES",
        "article 21",
    );
    for known in [
        "Under section 12 the holder must renew.",
        "Under s. 14 the registrar may refuse a licence.",
    ] {
        silent(&drafted(known, &EN), "CITATION_NOT_IN_SOURCES");
    }
    silent(
        &drafted("Pelo § 2º do art. 49, o consumidor pode desistir.", &PT),
        "CITATION_NOT_IN_SOURCES",
    );
}

#[test]
fn what_the_question_names_may_be_named() {
    let mut state = drafted("The sources do not have section 99.", &EN);
    state["query"] = json!("What does section 99 say?");
    silent(&state, "CITATION_NOT_IN_SOURCES");
}

#[test]
fn decisions_that_no_source_has_are_told() {
    fires(
        &drafted("The registrar may refuse a licence, as 2031 FC 999 held.", &EN),
        "CITATION_NOT_IN_SOURCES",
        "2031 FC 999",
    );
    silent(
        &drafted("The registrar may refuse a licence, as 2031 FC 456 held.", &EN),
        "CITATION_NOT_IN_SOURCES",
    );
}

#[test]
fn addresses_of_no_source_are_told() {
    fires(
        &drafted("Veja https://blog.example/dicas para mais.", &PT),
        "EXTERNAL_URL",
        "blog.example",
    );
    silent(&drafted("Veja https://law.example/1 para mais.", &PT), "EXTERNAL_URL");
}

#[test]
fn quotes_stand_in_a_source_word_for_word() {
    let good = "Section 12 says: “The holder must renew the licence within 30 days, unless the registrar extends the time in writing.”";
    for code in ["QUOTE_NOT_FOUND", "QUOTE_ALTERED"] {
        silent(&drafted(good, &EN), code);
        silent(&drafted("The “good faith of the parties” is a term of art.", &EN), code);
    }
    fires(
        &drafted("Section 12 says: “The keeper shall feed the harbour seals daily.”", &EN),
        "QUOTE_NOT_FOUND",
        "harbour seals",
    );
    fires(
        &drafted(
            "Section 12 states that “the holder may renew the licence within 30 days”.",
            &EN,
        ),
        "QUOTE_ALTERED",
        "hit#1",
    );
    fires(
        &drafted(
            "A lei diz: \"O consumidor pode desistir do contrato no prazo de 10 dias a contar de sua assinatura.\"",
            &PT,
        ),
        "QUOTE_ALTERED",
        "hit#1",
    );
    fires(
        &drafted(
            "Selon l’article 12, « le titulaire peut vendre la licence à un tiers ».",
            &FR,
        ),
        "QUOTE_NOT_FOUND",
        "vendre",
    );
    silent(
        &drafted(
            "Selon l’article 12, « Le titulaire est tenu de renouveler la licence dans les 30 jours. »",
            &FR,
        ),
        "QUOTE_NOT_FOUND",
    );
}

#[test]
fn quotes_with_the_mark_of_another_source_are_told() {
    fires(
        &drafted("It says “the registrar may refuse a licence” [1].", &EN),
        "QUOTE_NOT_FOUND",
        "stands in hit#2",
    );
    silent(
        &drafted("It says “The registrar may refuse a licence” [2].", &EN),
        "QUOTE_NOT_FOUND",
    );
}

#[test]
fn claims_that_name_the_wrong_source_are_told() {
    let misplaced = [
        (
            "en_withdrawal",
            "The seller must refund the price within 10 days of receiving the notice of withdrawal [1].",
        ),
        ("en_withdrawal", "Under section 15, the seller must not charge a fee for the refund."),
        (
            "pt_arrependimento",
            "Pelo Art. 18 do CDC, o consumidor pode desistir do contrato no prazo de 7 dias a contar de sua assinatura.",
        ),
        (
            "fr_permis",
            "Selon l’article 12, le titulaire du permis doit tenir un registre des produits stockés.",
        ),
    ];
    for (name, sentence) in misplaced {
        let mut state = state(name);
        state["draft"] = json!(sentence);
        fires(&state, "CITATION_MISPLACED", "rests on hit#");
    }
}

#[test]
fn an_address_belongs_to_its_label() {
    let line = json!([{ "label": "section 12", "url": "https://law.example/2" }]);
    fires(&basis(line), "LEGAL_BASIS_ALTERED", "hit#1 has `https://law.example/1`");
    let line = json!([{ "label": "section 12", "url": "https://law.example/1" }]);
    silent(&basis(line), "LEGAL_BASIS_ALTERED");
}
