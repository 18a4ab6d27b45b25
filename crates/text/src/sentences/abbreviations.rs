//! Abbreviations of legal writing, in English, French, Portuguese and German, by what a full stop
//! after them means.

/// What a full stop after a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FullStopMeaning {
    /// It ends the sentence, unless the text goes on in small letters.
    Ends,
    /// It belongs to the word and ends nothing.
    Never,
    /// It belongs to the word, and may end the sentence if the next word begins one.
    MayEnd,
    /// As [`Stop::MayEnd`]; but a number that follows belongs to the word.
    TakesNumber,
}

/// Longer words are not abbreviations.
const LONGEST: usize = 24;

/// Bytes of the longest abbreviation in the lists.
const LONGEST_LISTED: usize = 8;

/// What a full stop after `word` means, going by the word alone.
pub(super) fn stop_after(word: &str) -> FullStopMeaning {
    if LONGEST < word.len() {
        return FullStopMeaning::Ends;
    }
    let mut letters = word.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        return single_letter(only);
    }
    let small = word.to_lowercase();
    let may_be_listed = small.len() <= LONGEST_LISTED;
    let is_in = |list: &[&str]| may_be_listed && list.binary_search(&small.as_str()).is_ok();
    if PROPER.binary_search(&word).is_ok() || is_in(NEVER) {
        FullStopMeaning::Never
    } else if is_in(TAKES_NUMBER) {
        FullStopMeaning::TakesNumber
    } else if is_in(MAY_END) || is_dotted(word) || is_clipped(word) {
        FullStopMeaning::MayEnd
    } else {
        FullStopMeaning::Ends
    }
}

/// Whether a word commonly begins a sentence.
pub(super) fn begins_sentence(word: &str) -> bool {
    if LONGEST < word.len() {
        return true;
    }
    let small = word.to_lowercase();
    STARTERS.binary_search(&small.as_str()).is_ok()
}

fn single_letter(letter: char) -> FullStopMeaning {
    match letter {
        // Versus, contre; Monsieur.
        'v' | 'V' | 'c' | 'M' => FullStopMeaning::Never,
        's' | 'p' | 'n' | 'r' | 'l' | 'f' | 'o' => FullStopMeaning::TakesNumber,
        _ if letter.is_alphabetic() => FullStopMeaning::MayEnd,
        _ => FullStopMeaning::Ends,
    }
}

/// `U.S.C`, `F.3d`, `a.m`.
fn is_dotted(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| part.len() <= 4)
        && word.starts_with(|c: char| c.is_alphabetic())
}

/// `Ltd`, `Cdn`: a short capitalised word that could not be spoken.
fn is_clipped(word: &str) -> bool {
    let vowel = |c: char| "aeiouyAEIOUYéèêàâôûîáíóúãõ".contains(c);
    word.len() <= 4
        && word.starts_with(|c: char| c.is_uppercase())
        && word.chars().skip(1).all(char::is_lowercase)
        && !word.contains(vowel)
}

#[rustfmt::skip]
static NEVER: &[&str] = &[
    "adv", "aff", "alta", "approx", "ariz", "ark", "ass'n", "assn", "att", "attn", "betr",
    "bros", "bzw", "c", "c.f.r", "cal", "capt", "cass", "cf", "chron", "circa", "colo",
    "comm'n", "conn", "crim", "d.h", "d.l.r", "dep't", "dr", "dra", "drs", "e.g", "e.g.", "eg",
    "esp", "evid", "ex.rel", "excl", "exma", "exmo", "fed", "fla", "gov", "gov't", "haw",
    "hon", "i.e", "idaho", "ie", "ilma", "ilmo", "incl", "insp", "instr", "int'l", "jj", "kan",
    "ky", "lt", "maj", "md", "messrs", "mich", "minn", "mlle", "mm", "mme", "mont", "mr",
    "mrs", "ms", "mx", "n.c", "n.d", "n.h", "n.j", "n.m", "n.y", "nat'l", "neb", "nev", "obs",
    "okla", "ont", "p.ex", "penal", "pres", "proced", "prof", "pty", "que", "r.i", "rep",
    "resol", "resp", "rev", "s.c", "s.c.r", "s.d", "sask", "sec'y", "sen", "sgt", "sra",
    "srta", "st", "sta", "stat", "ste", "sto", "subch", "subd", "subdiv", "subds", "subpt",
    "supp", "supt", "tenn", "tex", "u.a", "u.s.c", "u.s.c.a", "v", "vgl", "viz", "vs", "vt",
    "wis", "wyo", "z.b",
];

/// Abbreviations only if they are written so: `Mass.` is a state, `mass.` is not.
#[rustfmt::skip]
static PROPER: &[&str] = &[
    "Admin", "Alta", "App", "Ariz", "Ark", "Bull", "Cal", "Cass", "Civ", "Col", "Colo", "Conn",
    "Cons", "Const", "Crim", "Del", "Des", "Ed", "Eng", "Fla", "Ga", "Gen", "Haw", "Ill",
    "Imm", "Ind", "Kan", "Ky", "Man", "Mass", "Md", "Mich", "Min", "Minn", "Miss", "Mo",
    "Mont", "Neb", "Nev", "Okla", "Ont", "Pa", "Port", "Proc", "Que", "Rec", "Ref", "Reg",
    "Regs", "Rel", "Rep", "Sask", "Tenn", "Tex", "Va", "Vt", "Wash", "Wis", "Wyo",
];

#[rustfmt::skip]
static TAKES_NUMBER: &[&str] = &[
    "a.2d", "abr", "abs", "ago", "al", "alin", "alín", "app", "apps", "apr", "art", "arts",
    "aug", "avr", "bd", "cal.rptr", "cap", "caps", "cass", "ch", "chs", "cit", "civ", "cl",
    "cls", "crim", "dec", "dez", "div", "divs", "déc", "ed", "ex", "exh", "exhs", "ext", "f",
    "f.2d", "f.3d", "f.4th", "f.supp", "fax", "feb", "fev", "fig", "figs", "fl", "fls", "févr",
    "inc", "incs", "iss", "item", "items", "jan", "janv", "juill", "jul", "jun", "kap", "l.ed",
    "lit", "mar", "n", "n.e", "n.w", "nn", "no", "nos", "nov", "nr", "num", "n°", "nº", "o",
    "oct", "ord", "p", "p.2d", "p.3d", "par", "para", "paras", "pars", "parág", "pg", "pgs",
    "pp", "proc", "pt", "pts", "pág", "págs", "r", "reg", "regs", "rn", "rr", "rule", "rz",
    "s", "s.ct", "s.e", "s.w", "sch", "schd", "sched", "sched's", "sec", "secs", "sect",
    "sects", "sep", "sept", "so", "ss", "stat", "stats", "súm", "tbl", "tel", "tit", "u.s",
    "ver", "vol", "vols", "ziff", "§",
];

#[rustfmt::skip]
static MAY_END: &[&str] = &[
    "a.m", "add", "aff'd", "al", "am", "amend", "assoc", "assocs", "ave", "b.a", "b.c", "b.v",
    "bldg", "blvd", "bros", "can", "cdn", "cert", "cia", "cir", "cmte", "co", "comm", "const",
    "corp", "ct", "cts", "d.c", "denied", "dept", "depts", "dist", "e.u", "esq", "etc", "eur",
    "ff", "gmbh", "govt", "hwy", "ibid", "id", "inc", "int", "intl", "j.d", "jr", "ll.b",
    "ll.m", "llc", "llp", "loc", "lp", "ltd", "ltda", "ltée", "m.a", "m.d", "mfg", "mgmt",
    "mod", "n.b", "n.s", "n.v", "nat", "natl", "no.s", "op", "p.e.i", "p.m", "ph.d", "plc",
    "rd", "rev'd", "s.a", "s.a.r.l", "s.l", "seq", "sq", "sqq", "sr", "sys", "tél", "u.k",
    "u.n", "u.s", "u.s.a", "univ", "usa",
];

#[rustfmt::skip]
static STARTERS: &[&str] = &[
    "a", "according", "after", "ainsi", "all", "also", "although", "an", "and", "antes", "any",
    "ao", "après", "após", "as", "assim", "at", "au", "aucun", "aucune", "auf", "aux", "avant",
    "because", "before", "bei", "both", "but", "by", "ce", "cependant", "ces", "cet", "cette",
    "conforme", "conformément", "contudo", "da", "dans", "das", "de", "der", "des", "die",
    "dies", "diese", "dieser", "dieses", "do", "dos", "du", "e", "each", "ein", "eine", "ela",
    "elas", "ele", "eles", "elle", "elles", "em", "en", "er", "es", "essa", "esse", "esta",
    "este", "et", "every", "for", "from", "furthermore", "für", "gemäss", "gemäß", "he", "her",
    "here", "his", "how", "however", "i", "if", "il", "ils", "im", "in", "isso", "it", "its",
    "je", "l", "la", "le", "les", "lorsque", "mais", "mas", "mit", "moreover", "my", "na",
    "nach", "nas", "neither", "nenhum", "nenhuma", "no", "nor", "nos", "nothing",
    "notwithstanding", "nous", "não", "o", "on", "only", "or", "os", "our", "para", "porém",
    "pour", "pursuant", "quand", "se", "segundo", "selon", "she", "si", "sie", "since", "so",
    "sob", "sous", "subject", "such", "that", "the", "their", "then", "there", "therefore",
    "these", "they", "this", "those", "though", "thus", "to", "toda", "todo", "tous", "tout",
    "toute", "toutefois", "um", "uma", "un", "under", "une", "unless", "until", "upon", "vous",
    "we", "wenn", "what", "when", "where", "which", "while", "who", "why", "wir", "with",
    "you", "à",
];

#[cfg(test)]
mod tests {
    use super::{LONGEST_LISTED, MAY_END, NEVER, PROPER, STARTERS, TAKES_NUMBER};

    #[test]
    fn lists_are_sorted() {
        for list in [NEVER, PROPER, TAKES_NUMBER, MAY_END, STARTERS] {
            assert!(list.is_sorted());
        }
    }

    #[test]
    fn no_abbreviation_is_longer() {
        let lists = [NEVER, TAKES_NUMBER, MAY_END].into_iter().flatten();
        assert_eq!(lists.map(|word| word.len()).max(), Some(LONGEST_LISTED));
    }
}
