//! How the final blocks read: readability, tone, promises, repetition.

use serde_json::json;

use crate::support::{fires, silent, with};

const HARD: [(&str, &str); 3] = [
    (
        "en_breach",
        "Notwithstanding contradictory interpretative considerations, administrative authorities necessarily acknowledge extraordinary organisational responsibilities, simultaneously implementing comprehensive accountability methodologies, multidimensional documentation requirements, interdisciplinary communication obligations, and proportionate precautionary investigations of every conceivable institutional irregularity.",
    ),
    (
        "pt_dados",
        "Independentemente das considerações interpretativas contraditórias, as autoridades administrativas necessariamente reconhecem responsabilidades organizacionais extraordinárias, implementando simultaneamente metodologias abrangentes de responsabilização, obrigatoriedades multidimensionais de documentação, comunicações interdisciplinares, investigações preventivas proporcionais e regulamentações complementares institucionalizadas.",
    ),
    (
        "fr_permis",
        "Indépendamment des considérations interprétatives contradictoires, les autorités administratives reconnaissent nécessairement des responsabilités organisationnelles extraordinaires, implémentant simultanément des méthodologies multidimensionnelles de responsabilisation, des communications interdisciplinaires obligatoires, des investigations préventives proportionnelles et des réglementations institutionnelles complémentaires.",
    ),
];

#[test]
fn hard_texts_are_told_in_each_language() {
    for (name, text) in HARD {
        let mut state = with(name, "summary", text);
        state["blocks"]["steps"] = json!(["Ok."]);
        fires(&state, "LOW_READABILITY", "years of school");
    }
}

#[test]
fn long_sentences_are_told() {
    let long = format!("The office {}keeps the log.", "and the clerk ".repeat(16));
    fires(&with("en_breach", "summary", long), "LOW_READABILITY", "has 53 words");
}

#[test]
fn too_little_text_is_not_checked() {
    let mut state = with("en_breach", "summary", "The clerk must keep the log of the office.");
    state["blocks"]["steps"] = json!(["Keep it."]);
    fires(&state, "NOT_CHECKED", "LOW_READABILITY was not checked: 11 words");
}

#[test]
fn shouting_and_emoji_do_not_fit() {
    fires(
        &with("en_breach", "note", "This is VERY IMPORTANT for you."),
        "TONE",
        "`VERY IMPORTANT`",
    );
    fires(&with("pt_dados", "note", "Cuidado!! O prazo acaba!"), "TONE", "exclaims");
    fires(&with("fr_permis", "note", "Gardez le registre 😀."), "TONE", "emoji");
    for fine in ["The GDPR and the LGPD apply.", "Use 1 ✓ and → here.", "a != b"] {
        silent(&with("en_breach", "note", fine), "TONE");
    }
}

#[test]
fn promises_in_the_first_person_do_not_fit() {
    fires(
        &with("en_breach", "note", "We guarantee that the office answers."),
        "TONE",
        "We guarantee",
    );
    fires(
        &with("pt_dados", "note", "Eu garanto que a autoridade responde."),
        "TONE",
        "Eu garanto",
    );
    fires(
        &with("fr_permis", "note", "Je vous promets une réponse rapide."),
        "TONE",
        "Je vous promets",
    );
}

#[test]
fn outcomes_are_not_promised() {
    fires(
        &with("en_breach", "note", "With this letter you will win."),
        "BANNED_PROMISE",
        "you will win",
    );
    fires(
        &with("pt_dados", "note", "Com esta carta, você com certeza ganhará."),
        "BANNED_PROMISE",
        "com certeza ganhará",
    );
    fires(
        &with("fr_permis", "note", "Avec cette lettre, vous gagnerez."),
        "BANNED_PROMISE",
        "vous gagnerez",
    );
    for (name, fine) in [
        ("en_breach", "No outcome is guaranteed."),
        ("en_breach", "This does not mean that you will win."),
        ("en_breach", "The guarantee lasts two years."),
        ("pt_dados", "O resultado não é garantido, e nem sempre você ganhará."),
        ("pt_dados", "A garantia legal dura 90 dias."),
        ("fr_permis", "Rien n’est acquis : aucun résultat garanti."),
    ] {
        silent(&with(name, "note", fine), "BANNED_PROMISE");
    }
}

#[test]
fn what_a_source_says_is_no_promise() {
    let mut state = with("en_breach", "note", "The refund is guaranteed by the fund.");
    fires(&state, "BANNED_PROMISE", "refund is guaranteed");
    state["sources"][0]["text"] = json!("The refund is guaranteed by the fund.");
    silent(&state, "BANNED_PROMISE");
}

#[test]
fn steps_that_say_the_same_are_told() {
    let steps = json!([
        "Send the seller a written notice of withdrawal within 14 days.",
        "Keep a copy of the letter.",
        "Send a written notice of withdrawal to the seller within 14 days."
    ]);
    let issue =
        fires(&with("en_withdrawal", "steps", steps), "REDUNDANT", "Send a written notice");
    assert_eq!(issue.at.as_deref(), Some("$.blocks.steps[2]"));
    let steps = json!([
        "Comunique o incidente à autoridade nacional no prazo de 3 dias.",
        "No prazo de 3 dias, comunique à autoridade nacional o incidente."
    ]);
    fires(&with("pt_dados", "steps", steps), "REDUNDANT", "autoridade nacional");
    let steps = json!([
        "Notify the supervisory office of the breach within 72 hours.",
        "Notify the supervisory office of the breach within 24 hours.",
        "Do not notify the supervisory office of the breach within 72 hours."
    ]);
    silent(&with("en_breach", "steps", steps), "REDUNDANT");
}

#[test]
fn an_answer_without_blocks_is_read_too() {
    let state = json!({ "query": "May I leave?", "sources": [], "draft": "If you send the letter, you will win!! The court will answer." });
    fires(&state, "BANNED_PROMISE", "you will win");
    fires(&state, "TONE", "exclaims");
    fires(&state, "NOT_CHECKED", "SECTION_TOO_LONG was not checked");
    fires(&json!({ "sources": [] }), "NOT_CHECKED", "TONE was not checked");
}
