//! A small table of words that law uses for one thing. Written by hand; a word names one concept.

use std::{collections::HashMap, sync::LazyLock};

/// The concept that a word in small letters, or a stem, names.
pub(super) fn concept(word: &str) -> Option<&'static str> {
    BY_WORD.get(word).copied()
}

static BY_WORD: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let pairs = CONCEPTS
        .iter()
        .flat_map(|(concept, words)| words.iter().map(|word| (*word, *concept)));
    pairs.collect()
});

#[rustfmt::skip]
static CONCEPTS: &[(&str, &[&str])] = &[
    ("keep", &["keep", "keeps", "kept", "keeping", "retain", "retains", "retained", "retention",
        "maintain", "maintains", "maintained", "preserve", "preserved", "store", "stored", "storage",
        "conserver", "conservé", "conservés", "conservée", "conservées", "conservation", "garder",
        "gardé", "gardés", "guardar", "guardado", "guardados", "conservar", "conservado",
        "conservados", "manter", "mantido", "mantidos"]),
    ("destroy", &["destroy", "destroys", "destroyed", "destruction", "shred", "shredded", "dispose",
        "disposal", "détruire", "détruit", "destruir", "destruído", "destruição"]),
    ("tell", &["tell", "tells", "told", "inform", "informs", "informed", "notify", "notifies",
        "notified", "notification", "notice", "advise", "advised", "informer", "aviser", "notifier",
        "informar", "avisar", "notificar"]),
    ("lose", &["lose", "loses", "lost", "losing", "loss", "perdre", "perdu", "perdue", "perte",
        "perder", "perdido", "perdida", "perda"]),
    ("disclose", &["disclose", "discloses", "disclosed", "disclosing", "disclosure", "disclosures",
        "reveal", "revealed", "divulge", "divulged", "share", "shared", "sharing", "divulguer",
        "divulgation", "divulgar", "revelar"]),
    ("fee", &["fee", "fees", "charge", "charges", "charged", "cost", "costs", "price", "prices",
        "pay", "pays", "paid", "payment", "payable", "fare", "fares", "frais", "coût", "coûte",
        "payer", "tarif", "taxa", "taxas", "custo", "custa", "pagar", "preço", "tarifa"]),
    ("begin", &["begin", "begins", "began", "begun", "beginning", "start", "starts", "started",
        "commence", "commences", "commenced", "commencement", "commencer", "début", "começar",
        "iniciar", "início"]),
    ("end", &["end", "ends", "ended", "finish", "finishes", "finished", "fin", "fim"]),
    ("terminate", &["terminate", "terminates", "terminated", "termination", "expire", "expires",
        "expired", "expiry", "expiration", "résiliation", "rescisão"]),
    ("send", &["send", "sends", "sent", "sending", "transmit", "transmitted", "forward",
        "forwarded", "envoyer", "transmettre", "enviar", "transmitir"]),
    ("document", &["document", "documents", "documented", "documenting", "documentation",
        "documenter", "documentar", "documentação"]),
    ("write", &["write", "writes", "written", "writing", "écrire", "écrit", "écrite", "escrever",
        "escrito", "escrita"]),
    ("inspect", &["inspect", "inspects", "inspected", "inspection", "inspections", "review",
        "reviews", "reviewed", "examine", "examined", "examination", "audit", "inspecter",
        "examiner", "inspecionar", "examinar"]),
    ("visit", &["visit", "visits", "visitor", "visitors", "visiting", "visiteur", "visiteurs",
        "visite", "visites", "visita", "visitas", "visitante", "visitantes"]),
    ("copy", &["copy", "copies", "copied", "copying", "duplicate", "duplicates", "reproduce",
        "reproduced", "reproduction", "copie", "copies", "cópia", "cópias"]),
    ("oral", &["oral", "orally", "verbal", "verbally", "oralement", "oralmente", "verbalmente"]),
    ("give-back", &["return", "returns", "returned", "returning", "rendre", "restituer",
        "devolver", "devolvido", "devolução"]),
    ("identify", &["identify", "identifies", "identified", "mark", "marked", "marking", "label",
        "labelled", "labeled", "designate", "designated", "designation", "identifier",
        "identificar", "identificado"]),
    ("obtain", &["obtain", "obtains", "obtained", "acquire", "acquires", "acquired", "obtenir",
        "obtenu", "obter", "obtido", "adquirir"]),
    ("agreement", &["agreement", "agreements", "contract", "contracts", "contrat", "contrats",
        "contrato", "contratos"]),
    ("employee", &["employee", "employees", "staff", "personnel", "employé", "employés",
        "empregado", "empregados", "funcionário", "funcionários"]),
    ("person", &["person", "persons", "people", "individual", "individuals", "personne",
        "personnes", "pessoa", "pessoas"]),
    ("minor", &["minor", "minors", "child", "children", "mineur", "mineurs", "enfant", "enfants",
        "menor", "menores", "criança", "crianças"]),
    ("law", &["law", "laws", "legal", "legally", "lawful", "lawfully", "statute", "statutory",
        "regulation", "regulatory", "loi", "lois", "lei", "leis"]),
    ("court", &["court", "courts", "judicial", "subpoena", "tribunal", "tribunais"]),
    ("grant", &["grant", "grants", "granted", "granting", "confer", "confers", "conferred",
        "convey", "conveys", "conveyed", "accorder", "conceder"]),
    ("right", &["right", "rights", "licence", "licences", "license", "licenses", "licensed",
        "title", "droit", "droits", "direito", "direitos"]),
    ("solicit", &["solicit", "solicits", "solicited", "soliciting", "solicitation", "recruit",
        "hire", "hired", "hiring"]),
    ("survive", &["survive", "survives", "surviving", "survival", "survivre", "sobreviver"]),
    ("buy", &["buy", "buys", "bought", "purchase", "purchases", "purchased", "acheter", "comprar"]),
    ("help", &["help", "helps", "helped", "assist", "assists", "assisted", "assistance", "aide",
        "aider", "ajuda", "ajudar"]),
    ("train", &["train", "trained", "training", "formation", "formação", "treinamento"]),
    ("wear", &["wear", "wears", "worn", "wearing", "porter", "usar"]),
    ("year", &["year", "years", "annual", "annually", "yearly", "ans", "année", "années",
        "ano", "anos"]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{CONCEPTS, concept};

    #[test]
    fn a_word_names_one_concept() {
        let mut names = BTreeMap::new();
        for (concept, words) in CONCEPTS {
            for word in *words {
                let before = names.insert(*word, *concept);
                assert!(before.is_none_or(|before| before == *concept), "{word}");
                assert_eq!(word.to_lowercase(), *word);
            }
        }
        assert_eq!((concept("retain"), concept("moon")), (Some("keep"), None));
    }
}
