//! Words of a sentence that the evidence does not have, and the one case in which that is no fault.

use super::{
    evidence_index::EvidenceIndex, indexed_sentence::IndexedSentence, lexicon::LexicalClass,
};

/// Words that the evidence does not have.
#[derive(Default)]
pub(super) struct NovelWords {
    pub(super) count: u32,
    pub(super) firm: f64,
    pub(super) hedges: f64,
    pub(super) sum: f64,
    pub(super) most: f64,
    pub(super) akin: f64,
    pub(super) numbers: usize,
    pub(super) names: usize,
}

impl NovelWords {
    pub(super) fn of(evidence: &EvidenceIndex, sentence: &IndexedSentence<'_>) -> Self {
        let mut novel = Self::default();
        for (at, token) in sentence.tokens.iter().enumerate() {
            if !sentence.is_novel(at) {
                continue;
            }
            let weight = sentence.weights[at];
            if evidence.akin(&token.lower) {
                novel.akin += weight;
                novel.sum += weight / 2.0;
                continue;
            }
            novel.count += 1;
            if HEDGES.binary_search(&token.lower.as_str()).is_ok() {
                novel.hedges += weight;
            } else {
                novel.firm += weight;
            }
            novel.sum += weight;
            novel.most = novel.most.max(weight);
            novel.numbers += usize::from(token.sort == LexicalClass::Number);
            novel.names += usize::from(token.name);
        }
        novel
    }
}

/// Words that hedge or connect and say little themselves, in order.
#[rustfmt::skip]
const HEDGES: [&str; 141] = [
    "additionally", "ainsi", "also", "alternatively", "although", "além", "approximately", "assim",
    "basically", "cependant", "certain", "certainly", "commonly", "consequently", "considered",
    "contudo", "could", "currently", "depending", "donc", "e.g", "easily", "effectively", "ensuite",
    "entanto", "entretanto", "environ", "especially", "essential", "essentially", "etc", "example",
    "exemple", "exemplo", "finalement", "finally", "finalmente", "first", "furthermore",
    "generally", "geralmente", "généralement", "habituellement", "hence", "however", "ideally",
    "important", "importante", "importantly", "include", "included", "includes", "including",
    "indeed", "instance", "instead", "it's", "keep", "largely", "last", "lastly", "likely",
    "mainly", "mean", "means", "meanwhile", "might", "mind", "moreover", "mostly", "namely",
    "necessarily", "nevertheless", "next", "nonetheless", "normally", "normalmente", "notamment",
    "note", "notez", "often", "otherwise", "overall", "parfois", "particular", "particularly",
    "perhaps", "peut-être", "please", "portanto", "porém", "possible", "possibly", "possivelmente",
    "potential", "potentially", "pourtant", "predominantly", "primarily", "probablement",
    "probably", "provavelmente", "rather", "regarding", "related", "relatively", "remember",
    "respectively", "second", "secondly", "several", "similar", "similarly", "simply", "slightly",
    "sometimes", "somewhat", "souvent", "specific", "specifically", "such", "summary", "talvez",
    "também", "then", "thereby", "therefore", "third", "though", "thus", "toutefois", "typically",
    "ultimately", "usually", "variety", "various", "well", "whereas", "while", "would", "également",
];

/// Whether a sentence says that the source does not tell something: `The notice does not mention
/// fees`. That the words are not there bears it out.
pub(super) fn denies(sentence: &IndexedSentence<'_>) -> bool {
    let any = |list: &[&str]| {
        sentence
            .tokens
            .iter()
            .any(|token| list.contains(&token.lower.as_str()))
    };
    any(&TELLING) && any(&TOLD) && any(&DENYING)
}

#[rustfmt::skip]
const TELLING: [&str; 40] = [
    "mention", "mentions", "mentioned", "provide", "provides", "provided", "contain", "contains",
    "specify", "specified", "specifically", "specifies", "state", "states", "address", "discuss",
    "discussed", "indicate", "indicates", "include", "say", "says", "explicitly", "answer",
    "mentionne", "mentionnent", "précise", "indique", "contient", "fournit", "traite", "répondre",
    "menciona", "mencionam", "informa", "contém", "especifica", "fornece", "trata", "responder",
];

#[rustfmt::skip]
const TOLD: [&str; 32] = [
    "passage", "passages", "context", "text", "information", "source", "sources", "document",
    "documents", "details", "notice", "policy", "evidence", "statute", "act", "section", "texte",
    "contexte", "informations", "renseignements", "loi", "article", "extrait", "texto", "contexto",
    "informações", "informação", "lei", "artigo", "trecho", "fonte", "fontes",
];

#[rustfmt::skip]
const DENYING: [&str; 14] = [
    "not", "no", "unable", "none", "neither", "without", "ne", "n", "aucun", "aucune", "não", "nem",
    "nenhum", "nenhuma",
];
