//! The words that demand, forbid or allow, by class. English, French and Portuguese.

use std::{collections::HashSet, sync::LazyLock};

/// Whether a word in small letters demands, forbids or allows.
pub fn is_deontic(lower: &str) -> bool {
    DEONTIC.contains(lower)
}

static DEONTIC: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let all = STRONG.iter().chain(&DUTY).chain(&ALLOWING).chain(&FORBIDDING);
    all.copied().collect()
});

#[rustfmt::skip]
pub(super) const STRONG: [&str; 20] = [
    "must", "shall", "should", "will", "ought", "doit", "doivent", "devra", "devront", "devrait",
    "devraient", "faut", "deve", "devem", "deverá", "deverão", "deveria", "deveriam", "mustn",
    "shan",
];

#[rustfmt::skip]
pub(super) const DUTY: [&str; 64] = [
    "required", "requires", "require", "obliged", "obligated", "obligation", "obligations",
    "responsible", "expected", "mandated", "mandatory", "compulsory", "liable", "bound", "ensure",
    "ensures", "agrees", "undertakes", "undertake", "agree", "duties", "necessary", "needed",
    "tenu", "tenue", "tenus", "tenues", "obligé", "obligée", "obligés", "obligatoire",
    "obligatoires", "requis", "requise", "exige", "exigent", "exigé", "exigée", "incombe",
    "chargé", "chargée", "chargés", "responsable", "responsables", "devoir", "obrigado",
    "obrigada", "obrigados", "obrigadas", "obrigatório", "obrigatória", "exigido", "exigida",
    "exigem", "cabe", "incumbe", "compete", "responsável", "responsáveis", "dever", "deveres",
    "necessário", "necessária", "obrigação",
];

#[rustfmt::skip]
pub(super) const ALLOWING: [&str; 41] = [
    "may", "can", "cannot", "could", "might", "allowed", "permitted", "entitled", "authorised", "authorized",
    "free", "allow", "allows", "permit", "permits", "peut", "peuvent", "pourra", "pourront",
    "puis", "autorisé", "autorisée", "autorisés", "permis", "permise", "toléré", "tolérée", "admis",
    "pode", "podem", "poderá", "poderão", "permitido", "permitida", "permitidos", "autorizado",
    "autorizada", "autorizados", "facultado", "facultada", "admitido",
];

#[rustfmt::skip]
pub(super) const FORBIDDING: [&str; 24] = [
    "prohibited", "prohibits", "prohibit", "forbidden", "forbids", "unlawful", "illegal", "barred",
    "refrain", "banned", "interdit", "interdite", "interdits", "interdites", "défendu", "prohibé",
    "vedado", "vedada", "vedados", "vedadas", "proibido", "proibida", "proibidos", "proibidas",
];
