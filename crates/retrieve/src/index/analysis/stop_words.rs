//! Words that are not searched by: articles, pronouns, auxiliaries, question words.
//!
//! They stand in nearly every provision, so they tell none from another, and a question's own
//! ("can I", "what is") would draw passages that merely ask as much. Modals of duty and leave,
//! negations and words of time and place are kept: they decide cases.

use std::{collections::HashMap, sync::LazyLock};

use jurat_text::Language;

/// Whether a word carries no meaning of its own in a language. The word is in lower case.
pub(super) fn is_stop(word: &str, language: Language) -> bool {
    languages(word) >> (language as u8) & 1 == 1
}

/// One bit a language, in the order of `Language::ALL`, set where the word is a stop word.
pub(super) fn languages(word: &str) -> u8 {
    // No stop word of ours is longer; most words need no look at the table.
    if LONGEST < word.len() {
        return 0;
    }
    WORDS.get(word).copied().unwrap_or(0)
}

const LONGEST: usize = 12;

static WORDS: LazyLock<HashMap<&'static str, u8>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (language, list) in Language::ALL.into_iter().zip([EN, FR, PT, DE, ES]) {
        for word in list.split_ascii_whitespace().filter(|word| word.len() <= LONGEST) {
            *words.entry(word).or_insert(0) |= 1 << (language as u8);
        }
    }
    words
});

const EN: &str = "a an the and or but if then than so as at by for from in into of on onto \
    to up down with upon about above below through during again further once here there all \
    any both each few more most other some such own same too very just now also per out off \
    over is are am was were be been being do does did doing has have had having can could \
    might should will would ought i me my mine we us our ours you your yours he him his she \
    her hers it its they them their theirs this that these those what which who whom whose \
    when where why how s t re ve ll don doesn didn isn aren wasn";

const FR: &str = "le la les l un une des de du d au aux à a et ou où mais donc or car en \
    dans sur par pour avec vers chez ce cet cette ces ça cela se s sa son ses leur leurs il \
    ils elle elles on nous vous je j tu me m te t moi toi lui eux que qu qui quoi dont est \
    sont suis es êtes sommes être été était étaient sera ont avait avaient avoir ai as \
    avons avez c y n ne si comme plus mon ma mes ton ta tes notre nos votre vos soit quel \
    quelle quels quelles aussi très même tout tous toute toutes autre autres quand comment \
    pourquoi";

const PT: &str = "a à ao aos as às o os e é em no na nos nas num numa um uma uns umas de do \
    da dos das por pelo pela pelos pelas para com que se ou como mas porém pois mais muito \
    seu sua seus suas ele ela eles elas eu tu me meu minha você vocês este esta estes estas \
    esse essa esses essas desse dessa deste desta nesse nessa neste nesta isto isso disto \
    disso aquele aquela aqueles aquelas aquilo lhe lhes qual quais quando onde quem cujo \
    cuja cujos cujas foi foram ser são está estão era eram seja sejam sendo sido será serão \
    sobre até também já há só tem têm ter tendo cada caso assim apenas ainda mesmo mesma \
    tal tais outro outra outros outras todo toda todos todas";

const DE: &str = "der die das des dem den ein eine einer eines einem einen und oder aber \
    denn in im an am auf aus bei mit von vom zu zum zur für über durch ist sind war waren \
    bin sein seine seiner seinen wird werden wurde wurden worden hat haben hatte als auch \
    sich es er sie ihr ihre ihrer ihren ihm ihn ich du wir uns man was wer wie wo wann \
    warum welche welcher welches dass daß so wenn ob dieser diese dieses diesem diesen jede \
    jeder jedes bis um noch schon sehr";

const ES: &str = "el la los las lo un una unos unas de del al a en por para con y e o u que \
    se es son ser era fue fueron está están su sus este esta estos estas ese esa esos esas \
    esto eso aquel aquella le les él ella ellos ellas yo me mi mis tu tus como más muy pero \
    si cual cuales cuál quien quienes cuando donde ya ha han hay haber sobre también siendo \
    nos todo toda todos todas otro otra otros otras cada";

#[cfg(test)]
mod tests {
    use super::{Language, is_stop};

    #[test]
    fn words_that_decide_are_kept() {
        for word in ["not", "no", "must", "shall", "may", "before", "after", "under", "within"]
        {
            assert!(!is_stop(word, Language::English), "{word}");
        }
        for (word, language) in [
            ("pas", Language::French),
            ("doit", Language::French),
            ("não", Language::Portuguese),
            ("nicht", Language::German),
        ] {
            assert!(!is_stop(word, language), "{word}");
        }
    }

    #[test]
    fn a_word_is_a_stop_word_in_its_language_alone() {
        assert!(is_stop("the", Language::English) && !is_stop("the", Language::French));
        assert!(is_stop("dans", Language::French) && !is_stop("dans", Language::English));
    }
}
