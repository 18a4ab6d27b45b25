//! What a text says, word by word: numbers by value, modals by class, negations, conditions, and
//! everything else by stem. Words that carry nothing are left out.

mod lexicon;

use jurat_text::{
    FoldedText, Language,
    sentence_reading::{LegalWord, SentenceReading, sentence_words},
    tokens,
};

/// What a word stands for, as it is compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ContentTokenKey {
    /// What the sentence turns on.
    Legal(LegalWord),
    /// A number by its value.
    Number(String),
    /// A unit of measure by its name.
    Unit(&'static str),
    /// Any other word by its stem.
    Word(String),
}

/// A word that says something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContentToken {
    pub(crate) key: ContentTokenKey,
    /// The word as it is folded.
    pub(crate) word: String,
    /// Whether a semicolon stands before it, or a comma, a colon or a bracket and no preposition
    /// after that.
    pub(crate) breaks: bool,
    /// Whether a sentence or a part of one divided by a semicolon begins with it.
    pub(crate) opens: bool,
    /// Whether it is written with a capital within a sentence.
    pub(crate) capital: bool,
}

/// Reads a text. Linear in its length.
pub(crate) fn content_tokens(text: &str, language: Language) -> Vec<ContentToken> {
    let folded = FoldedText::new(text);
    let sentence: Vec<_> = sentence_words(folded.text()).collect();
    let words: Vec<&str> = sentence
        .iter()
        .map(|word| &folded.text()[word.range.clone()])
        .collect();
    let mut tokenizer = ContentTokenizer {
        folded: &folded,
        reading: SentenceReading::new(folded.text(), &sentence, language),
        words: &words,
        language,
        at: 0,
        breaks: false,
        opens: false,
        currency: None,
        tokens: Vec::with_capacity(words.len()),
    };
    while tokenizer.at < words.len() {
        tokenizer.gap();
        tokenizer.step();
    }
    tokenizer.symbols_at_end();
    tokenizer.tokens
}

struct ContentTokenizer<'a> {
    folded: &'a FoldedText<'a>,
    reading: SentenceReading<'a>,
    words: &'a [&'a str],
    language: Language,
    at: usize,
    breaks: bool,
    opens: bool,
    /// A sign that stands before its amount and is read after it.
    currency: Option<&'static str>,
    tokens: Vec<ContentToken>,
}

impl ContentTokenizer<'_> {
    fn gap(&mut self) {
        let words = self.reading.words();
        let start = self.at.checked_sub(1).map_or(0, |before| words[before].range.end);
        let gap = &self.folded.text()[start..words[self.at].range.start];
        if gap == " " {
            return;
        }
        self.symbols(gap);
        let dots = gap.contains("...");
        self.opens |= gap.contains(';') || gap.starts_with(['.', '!', '?']) && !dots;
        let parts = gap.contains([',', ';', ':', '(', ')', '[', ']']) || gap.contains(" - ");
        if parts || dots || self.opens {
            let tied = lexicon::is_preposition(self.words[self.at], self.language);
            self.breaks = !tied || gap.contains(';');
        }
    }

    fn symbols(&mut self, gap: &str) {
        for c in gap.chars() {
            match c {
                '%' => self.push(ContentTokenKey::Unit("percent"), 0),
                '§' => self.push(ContentTokenKey::Word("section".to_owned()), 0),
                '$' => self.currency = Some("dollar"),
                '€' => self.currency = Some("euro"),
                '£' => self.currency = Some("pound"),
                _ => {}
            }
        }
    }

    fn symbols_at_end(&mut self) {
        let end = self.reading.words().last().map_or(0, |last| last.range.end);
        let rest = self.folded.text()[end..].to_owned();
        self.at = self.words.len().saturating_sub(1);
        self.symbols(&rest);
        self.amount_sign();
    }

    fn step(&mut self) {
        let rest = &self.words[self.at..];
        if let Some((word, len)) = lexicon::legal_word(self.reading, self.at, self.language) {
            self.push(ContentTokenKey::Legal(word), len);
        } else if let Some(number) = self.reading.number_at(self.at) {
            self.push(ContentTokenKey::Number(number.value), number.words);
            self.amount_sign();
        } else if let Some((unit, len)) = self.reading.unit_at(self.at) {
            self.push(ContentTokenKey::Unit(unit), len);
        } else if lexicon::says_nothing(rest[0], self.language) {
            self.at += 1;
        } else {
            let stem = lexicon::regular(rest[0], self.language);
            let stem = tokens::stem(stem, self.language).into_owned();
            self.push(ContentTokenKey::Word(stem), 1);
        }
    }

    fn amount_sign(&mut self) {
        if let Some(sign) = self.currency.take() {
            self.push(ContentTokenKey::Unit(sign), 0);
        }
    }

    fn push(&mut self, key: ContentTokenKey, len: usize) {
        let word = self.reading.words().get(self.at);
        let capital = word.is_some_and(|word| {
            let source = self.folded.source_range(word.range.clone());
            self.folded.source()[source].starts_with(char::is_uppercase)
        });
        self.tokens.push(ContentToken {
            key,
            word: self.words.get(self.at..self.at + len).unwrap_or(&[]).join(" "),
            breaks: std::mem::take(&mut self.breaks),
            opens: std::mem::take(&mut self.opens),
            capital: capital && 0 < self.at,
        });
        self.at += len;
    }
}

#[cfg(test)]
mod tests {
    use jurat_text::{
        Language,
        sentence_reading::{LegalWord, ModalForce},
    };

    use super::{ContentTokenKey, content_tokens};

    #[track_caller]
    fn check(one: &str, other: &str, language: Language) {
        let keys = |text| -> Vec<ContentTokenKey> {
            content_tokens(text, language)
                .into_iter()
                .map(|token| token.key)
                .collect()
        };
        assert_eq!(keys(one), keys(other));
    }

    #[test]
    fn the_same_said_otherwise_reads_alike() {
        use Language::{English, French, Portuguese};
        check(
            "Counties shall keep 60 records",
            "A county is required to keep sixty records",
            English,
        );
        check("must not pay $1,500.00", "may not pay 1500 dollars", English);
        check("forty-two per cent", "42 %", English);
        check("one hundred and twenty days", "120 days", English);
        check("un délai de quatre-vingt-dix jours", "le délai de 90 jours", French);
        check("Il ne peut pas partir", "Il lui est interdit de partir", French);
        check("não poderá exceder vinte e um dias", "não pode exceder 21 dias", Portuguese);
    }

    #[test]
    fn what_differs_reads_differently() {
        let keys = |text| content_tokens(text, Language::English)[0].key.clone();
        let modal = |force| ContentTokenKey::Legal(LegalWord::Modal(force));
        assert_eq!(keys("must"), modal(ModalForce::Must));
        assert_eq!(keys("need not"), modal(ModalForce::NeedNot));
        assert_eq!(keys("is not required to"), modal(ModalForce::NeedNot));
        assert_ne!(keys("6"), keys("60"));
        assert_ne!(keys("lawful"), keys("unlawful"));
    }
}
