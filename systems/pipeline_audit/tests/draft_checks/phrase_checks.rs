//! Single words and phrases of a draft: outside knowledge, names, dates, conditions.

use crate::support::{drafted, fires, silent};

const EN: [(&str, &str); 1] = [(
    "section 5",
    "The tenant must give notice to the Harbour Board by 1 March 2031, unless the mayor grants a delay.",
)];
const PT: [(&str, &str); 1] = [(
    "Art. 5",
    "O locatário deve avisar a Junta do Porto até 1 de março de 2031, salvo se o prefeito conceder adiamento.",
)];
const FR: [(&str, &str); 1] = [(
    "article 5",
    "Le locataire doit aviser la Régie du port avant le 1er mars 2031, sauf si le maire accorde un report.",
)];

#[test]
fn appeals_to_outside_knowledge_are_told() {
    fires(
        &drafted("Studies show that the tenant must give notice.", &EN),
        "EXTERNAL_CLAIM",
        "Studies show",
    );
    fires(
        &drafted("Segundo especialistas, o locatário deve avisar a Junta.", &PT),
        "EXTERNAL_CLAIM",
        "Segundo especialistas",
    );
    fires(
        &drafted("Comme chacun sait, le locataire doit aviser la Régie.", &FR),
        "EXTERNAL_CLAIM",
        "Comme chacun sait",
    );
    silent(
        &drafted("The study of the Board shows that the tenant must give notice.", &EN),
        "EXTERNAL_CLAIM",
    );
    silent(
        &drafted("Studies show that the tenant must give notice [1].", &EN),
        "EXTERNAL_CLAIM",
    );
    let source = [("section 9", "As is well known, the tide turns twice a day.")];
    silent(
        &drafted("As is well known, the tide turns twice a day.", &source),
        "EXTERNAL_CLAIM",
    );
}

#[test]
fn other_dates_are_told() {
    let en = "The tenant must give notice to the Harbour Board by 1 May 2031, unless the mayor grants a delay.";
    fires(&drafted(en, &EN), "DATE_MISMATCH", "2031");
    let pt = "O locatário deve avisar a Junta do Porto até 1 de maio de 2031, salvo se o prefeito conceder adiamento.";
    fires(&drafted(pt, &PT), "DATE_MISMATCH", "2031");
    let fr = "Le locataire doit aviser la Régie du port avant le 1er mai 2031, sauf si le maire accorde un report.";
    fires(&drafted(fr, &FR), "DATE_MISMATCH", "2031");
    for (draft, sources) in [(EN[0].1, &EN), (PT[0].1, &PT), (FR[0].1, &FR)] {
        silent(&drafted(draft, sources), "DATE_MISMATCH");
    }
}

#[test]
fn other_names_are_told() {
    let en = "The tenant must give notice to the Railway Council by 1 March 2031, unless the mayor grants a delay.";
    fires(&drafted(en, &EN), "ENTITY_MISMATCH", "Railway Council");
    silent(&drafted(EN[0].1, &EN), "ENTITY_MISMATCH");
}

#[test]
fn dropped_conditions_are_told() {
    let en = "The tenant must give notice to the Harbour Board by 1 March 2031.";
    fires(&drafted(en, &EN), "CONDITION_DROPPED", "`unless`");
    let pt = "O locatário deve avisar a Junta do Porto até 1 de março de 2031.";
    fires(&drafted(pt, &PT), "CONDITION_DROPPED", "`salvo`");
    let fr = "Le locataire doit aviser la Régie du port avant le 1er mars 2031.";
    fires(&drafted(fr, &FR), "CONDITION_DROPPED", "`sauf`");
    for (draft, sources) in [(EN[0].1, &EN), (PT[0].1, &PT), (FR[0].1, &FR)] {
        silent(&drafted(draft, sources), "CONDITION_DROPPED");
    }
}

#[test]
fn claims_that_no_source_has_are_told_with_what_is_nearest() {
    let draft = "The tenant must give notice to the Harbour Board by 1 March 2031, unless the mayor grants a delay. \
        Helicopters fly over the volcano whenever the orchestra rehearses its symphony.";
    let issue = fires(&drafted(draft, &EN), "UNSUPPORTED_CLAIM", "Helicopters");
    let words = issue.span.unwrap().of(draft).unwrap().to_owned();
    assert!(words.starts_with("Helicopters") && words.ends_with("symphony."), "{words}");
    silent(&drafted(EN[0].1, &EN), "UNSUPPORTED_CLAIM");
    silent(&drafted(PT[0].1, &PT), "UNSUPPORTED_CLAIM");
    silent(&drafted(FR[0].1, &FR), "UNSUPPORTED_CLAIM");
}
