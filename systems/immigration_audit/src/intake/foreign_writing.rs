//! The language of a text, and that it is none of English and French even where it cannot be named.

use jurat_text::Language;

/// Fewer letters than this tell nothing of a script.
const FEW_LETTERS: usize = 20;
/// Fewer words than this tell nothing of a language.
const FEW_WORDS: usize = 20;
/// One word in so many with a letter that English and French do not have is more than names of people bring.
const ONE_IN: usize = 8;
/// Letters with marks that French has, and English in words that it took over.
const OF_FRENCH: &str = "àâäçéèêëîïôöûùüÿœæ";

/// A code as `es`; `und` with the script where no language of it is known, and `und` alone for Latin letters that are
/// neither English nor French. Nothing where the text is too short to tell.
pub(super) fn language_code(text: &str) -> Option<String> {
    let letters = text.chars().filter(|it| it.is_alphabetic());
    let (latin, other): (Vec<char>, Vec<char>) =
        letters.partition(|it| u32::from(*it) < 0x0250);
    if latin.len() < other.len() && FEW_LETTERS <= other.len() {
        let script = other.iter().find_map(|it| script_of(*it));
        return Some(script.map_or_else(|| "und".to_owned(), |it| format!("und-{it}")));
    }
    let known = Language::of(text).map(|language| language.code().to_owned());
    known.or_else(|| is_foreign_latin(text).then(|| "und".to_owned()))
}

/// Scripts by ISO 15924, for those that letters of common papers stand in.
fn script_of(letter: char) -> Option<&'static str> {
    Some(match u32::from(letter) {
        0x0370..=0x03FF | 0x1F00..=0x1FFF => "Grek",
        0x0400..=0x052F => "Cyrl",
        0x0530..=0x058F => "Armn",
        0x0590..=0x05FF => "Hebr",
        0x0600..=0x06FF | 0x0750..=0x077F | 0xFB50..=0xFDFF | 0xFE70..=0xFEFF => "Arab",
        0x0900..=0x097F => "Deva",
        0x0980..=0x09FF => "Beng",
        0x0A00..=0x0A7F => "Guru",
        0x0B80..=0x0BFF => "Taml",
        0x0E00..=0x0E7F => "Thai",
        0x10A0..=0x10FF => "Geor",
        0x1200..=0x137F => "Ethi",
        0x3040..=0x30FF => "Jpan",
        0x4E00..=0x9FFF => "Hani",
        0xAC00..=0xD7AF => "Kore",
        _ => return None,
    })
}

fn is_foreign_latin(text: &str) -> bool {
    let words = text
        .split(|it: char| !it.is_alphabetic())
        .filter(|it| 1 < it.chars().count());
    let (mut all, mut foreign) = (0_usize, 0_usize);
    for word in words {
        all += 1;
        let is_own = |it: char| it.is_ascii() || OF_FRENCH.contains(it);
        foreign += usize::from(!word.chars().flat_map(char::to_lowercase).all(is_own));
    }
    FEW_WORDS <= all && all <= foreign.saturating_mul(ONE_IN)
}

#[cfg(test)]
mod tests {
    use super::language_code;

    #[test]
    fn a_script_of_its_own_is_foreign_though_nobody_names_the_language() {
        let told = |text: &str| language_code(text);
        assert_eq!(told("شهادة ميلاد رقم سبعة صادرة في المدينة").as_deref(), Some("und-Arab"));
        assert_eq!(
            told("Свидетельство о рождении выдано в городе").as_deref(),
            Some("und-Cyrl")
        );
        let turkish = "Doğum belgesi örneği: adı Deniz, soyadı Örnekoğlu, doğum yeri İzmir, doğum günü üç Mayıs, babasının adı Çağrı, \
                       annesinin adı Şule, kayıtlı olduğu mahalle Gündoğdu";
        assert!(!matches!(told(turkish).as_deref(), None | Some("en" | "fr")));
        assert!(super::is_foreign_latin(turkish));
        let english = "The employer says that Deniz Örnekoğlu has worked here since May and that the salary is paid on the first day of \
                       every month into the account of the employee.";
        assert_eq!(told(english).as_deref(), Some("en"));
        assert_eq!(told("İş 12"), None);
    }
}
