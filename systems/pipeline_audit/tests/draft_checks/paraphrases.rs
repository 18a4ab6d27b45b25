//! Faithful paraphrases: nothing that warns may be said of them, one by one.

use serde_json::json;

use crate::support::{grave, issues, state};

/// A sentence that says what a source of the clean state says, in other words.
const FAITHFUL: [(&str, &str); 30] = [
    (
        "en_withdrawal",
        "You can cancel the contract within 14 days of the delivery of the goods.",
    ),
    ("en_withdrawal", "Section 13 obliges the seller to refund the price within 10 days."),
    ("en_withdrawal", "No reason has to be given by the consumer."),
    ("en_withdrawal", "No fee may be charged for the refund."),
    (
        "en_withdrawal",
        "Goods made to measure are excluded from the right of withdrawal (section 15).",
    ),
    ("en_withdrawal", "The 14 days run from the day on which the goods are delivered [1]."),
    ("en_withdrawal", "After that, the seller has 10 days to refund the price."),
    (
        "en_withdrawal",
        "Under section 12 of the Consumer Sales Act, a consumer may withdraw from a distance contract within 14 days.",
    ),
    (
        "en_breach",
        "The controller has 72 hours to notify the supervisory office after becoming aware of the breach, unless a risk is unlikely.",
    ),
    ("en_breach", "If the notification is late, the reasons for the delay must accompany it."),
    ("en_breach", "Persons concerned must be told without undue delay where the risk is high."),
    (
        "en_breach",
        "Every breach must be documented in the register of breaches, with its effects and the remedial action.",
    ),
    ("pt_arrependimento", "O consumidor tem 7 dias para desistir do contrato."),
    (
        "pt_arrependimento",
        "O prazo de 7 dias conta da assinatura ou do recebimento do produto ou serviço.",
    ),
    (
        "pt_arrependimento",
        "Quem desiste recebe de volta os valores pagos, monetariamente atualizados.",
    ),
    (
        "pt_arrependimento",
        "Se o vício não for sanado em 30 dias, o consumidor pode exigir a substituição do produto.",
    ),
    (
        "pt_arrependimento",
        "Para produtos duráveis, o direito de reclamar pelos vícios aparentes caduca em 90 dias, segundo o Art. 26.",
    ),
    (
        "pt_arrependimento",
        "Os fornecedores respondem solidariamente pelos vícios dos produtos (Art. 18 do CDC).",
    ),
    (
        "pt_dados",
        "A autoridade nacional e o titular devem ser comunicados do incidente pelo controlador.",
    ),
    ("pt_dados", "O prazo para a comunicação é de 3 dias úteis."),
    (
        "pt_dados",
        "A multa simples pode chegar a 2% do faturamento, com limite de R$ 50.000.000,00 por infração.",
    ),
    (
        "pt_dados",
        "Os agentes de tratamento devem adotar medidas de segurança para proteger os dados pessoais.",
    ),
    (
        "fr_retractation",
        "Le consommateur a quatorze jours pour se rétracter d’un contrat conclu à distance.",
    ),
    ("fr_retractation", "Le consommateur n’a pas à motiver sa décision."),
    (
        "fr_retractation",
        "Le professionnel rembourse la totalité des sommes versées dans les 14 jours, sans frais.",
    ),
    (
        "fr_retractation",
        "Les biens confectionnés selon les spécifications du consommateur sont exclus du droit de rétractation (article 228).",
    ),
    (
        "fr_permis",
        "Le registre des produits stockés doit être conservé pendant cinq ans par le titulaire du permis.",
    ),
    ("fr_permis", "Le registre est mis à jour chaque mois."),
    (
        "fr_permis",
        "Sans autorisation écrite du directeur, il est interdit de stocker des produits inflammables à moins de 50 mètres d’une habitation.",
    ),
    (
        "fr_permis",
        "L’article 12 permet à l’inspecteur de visiter les lieux de stockage entre 8 heures et 18 heures.",
    ),
];

#[test]
fn faithful_paraphrases_have_no_warning() {
    let mut told = Vec::new();
    for (name, sentence) in FAITHFUL {
        let mut state = state(name);
        state["draft"] = json!(sentence);
        let issues = issues(&state);
        for code in grave(&issues) {
            let msg = issues.iter().find(|one| one.code == code).map(|one| &one.msg);
            told.push(format!("{code} {msg:?}"));
        }
    }
    assert!(told.is_empty(), "{told:#?}");
}
