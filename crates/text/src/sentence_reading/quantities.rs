//! Numbers with their units, in digits and in words, brought to one measure: `two weeks` is `14 days`.

use std::ops::Range;

use super::{
    SentenceReading,
    lexicon::{self, WordMeaning},
};

/// What is measured. Only like is compared with like: a month has no fixed number of days.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuantityDimension {
    /// In minutes: minutes, hours, days, weeks.
    Time,
    /// In days on which offices are open.
    WorkingDays,
    /// In months: months, years.
    Calendar,
    Percent,
    /// An amount of money, by its sign or name.
    Money,
    Length,
    Weight,
    Volume,
    /// A count of something, by its term; empty where nothing is named.
    Count(String),
}

impl QuantityDimension {
    /// Whether it is a period.
    pub const fn is_time(&self) -> bool {
        matches!(self, Self::Time | Self::WorkingDays | Self::Calendar)
    }
}

/// A number with its unit.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredQuantity {
    pub measure: QuantityDimension,
    /// How much of it.
    pub amount: f64,
    /// As it is written, such as `seven years`.
    pub written: String,
    /// The word that it begins with.
    pub at: usize,
    /// The name of the unit, such as `hour`; empty where it has none.
    pub unit: &'static str,
}

/// A unit, by the name of its list.
#[derive(Debug, PartialEq)]
pub(crate) struct MeasureUnit {
    pub(super) name: &'static str,
    measure: QuantityDimension,
    /// How much of the measure one of it is.
    factor: f64,
}

const fn unit(name: &'static str, measure: QuantityDimension, factor: f64) -> MeasureUnit {
    MeasureUnit { name, measure, factor }
}

pub(super) static UNITS: [MeasureUnit; 23] = [
    unit("second", QuantityDimension::Time, 1.0 / 60.0),
    unit("minute", QuantityDimension::Time, 1.0),
    unit("hour", QuantityDimension::Time, 60.0),
    unit("day", QuantityDimension::Time, 1440.0),
    unit("week", QuantityDimension::Time, 10_080.0),
    unit("month", QuantityDimension::Calendar, 1.0),
    unit("year", QuantityDimension::Calendar, 12.0),
    unit("percent", QuantityDimension::Percent, 1.0),
    unit("dollar", QuantityDimension::Money, 1.0),
    unit("euro", QuantityDimension::Money, 1.0),
    unit("pound", QuantityDimension::Money, 1.0),
    unit("real", QuantityDimension::Money, 1.0),
    unit("millimetre", QuantityDimension::Length, 0.1),
    unit("inch", QuantityDimension::Length, 2.54),
    unit("foot", QuantityDimension::Length, 30.48),
    unit("centimetre", QuantityDimension::Length, 1.0),
    unit("metre", QuantityDimension::Length, 100.0),
    unit("kilometre", QuantityDimension::Length, 100_000.0),
    unit("mile", QuantityDimension::Length, 160_934.4),
    unit("gram", QuantityDimension::Weight, 0.001),
    unit("tonne", QuantityDimension::Weight, 1000.0),
    unit("kilogram", QuantityDimension::Weight, 1.0),
    unit("litre", QuantityDimension::Volume, 1.0),
];

/// The unit that stands at a place, and how many words it takes.
pub(super) fn unit_at(
    reading: SentenceReading<'_>,
    at: usize,
) -> Option<(&'static MeasureUnit, usize)> {
    let spoken = lexicon::phrases_in_language(reading, at);
    spoken
        .filter_map(|phrase| match phrase.meaning {
            WordMeaning::Unit(unit) => Some((unit, phrase.length())),
            _ => None,
        })
        .max_by_key(|(_, length)| *length)
}

pub(super) fn quantities(reading: SentenceReading<'_>) -> Vec<MeasuredQuantity> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < reading.words.len() {
        let Some(number) = reading.number_at(at) else {
            at += 1;
            continue;
        };
        let end = at + number.words;
        let quantity = number.amount().and_then(|amount| quantity(reading, at..end, amount));
        // The unit may be a number too: `dix pour cent`.
        at = quantity.as_ref().map_or(end, |(_, end)| *end);
        found.extend(quantity.map(|(quantity, _)| quantity));
    }
    found
}

/// The quantity of a number that takes these words, and the word after its unit.
fn quantity(
    reading: SentenceReading<'_>,
    number: Range<usize>,
    amount: f64,
) -> Option<(MeasuredQuantity, usize)> {
    let (text, words) = (reading.text, reading.words);
    let first = words.get(number.start)?.range.start;
    let last = words.get(number.end - 1)?.range.end;
    let (before, after) = (text[..first].trim_end(), text[last..].trim_start());
    let made = |measure, amount: f64, end: usize, unit| MeasuredQuantity {
        measure,
        amount,
        written: text[first..end].split_whitespace().collect::<Vec<_>>().join(" "),
        at: number.start,
        unit,
    };
    if let Some(sign) = before.chars().next_back().filter(|c| "$€£".contains(*c)) {
        let mut money = made(QuantityDimension::Money, amount, last, "");
        money.written.insert(0, sign);
        return Some((money, number.end));
    }
    if let Some(sign) = after.chars().next().filter(|c| "%€£".contains(*c)) {
        let measure =
            if sign == '%' { QuantityDimension::Percent } else { QuantityDimension::Money };
        let end = text.len() - after.len() + sign.len_utf8();
        return Some((made(measure, amount, end, ""), number.end));
    }
    // References and dates are no quantities: `§ 12`, `section 4`.
    if before.ends_with(['§', '(', '.']) || is_reference(reading, number.start) {
        return None;
    }
    if let Some((unit, after)) = unit_after(reading, number.end) {
        let end = words[after - 1].range.end;
        let is_working = |at: usize| reading.means(at, &[WordMeaning::Working]);
        let working = unit.name == "day" && (number.start..=after).any(is_working);
        let quantity = if working {
            made(QuantityDimension::WorkingDays, amount, end, unit.name)
        } else {
            made(unit.measure.clone(), amount * unit.factor, end, unit.name)
        };
        return Some((quantity, after));
    }
    let counted = words.get(number.end)?;
    let noun = counted
        .term
        .clone()
        .filter(|_| text[last..counted.range.start].trim().is_empty())?;
    let end = counted.range.end;
    Some((made(QuantityDimension::Count(noun), amount, end, ""), number.end))
}

/// The unit among the next words, in the same clause, and the word after it.
fn unit_after(
    reading: SentenceReading<'_>,
    end: usize,
) -> Option<(&'static MeasureUnit, usize)> {
    (end..reading.words.len().min(end + 3))
        .take_while(|at| !reading.gap_after(at - 1).contains(['.', ';', ':', ',', '(']))
        .find_map(|at| unit_at(reading, at).map(|(unit, length)| (unit, at + length)))
}

/// Whether a number only names a place: `section 4`. That is so in any language.
fn is_reference(reading: SentenceReading<'_>, number: usize) -> bool {
    number.checked_sub(1).is_some_and(|at| {
        let known = reading.phrases(at);
        known.iter().any(|phrase| phrase.meaning == WordMeaning::Reference)
    })
}

#[cfg(test)]
mod tests {
    use super::{
        super::{SentenceReading, sentence_words},
        QuantityDimension,
    };
    use crate::Language::{self, English, French, Portuguese};

    #[track_caller]
    fn check(text: &str, language: Language, expected: &[(QuantityDimension, f64, &str)]) {
        let words: Vec<_> = sentence_words(text).collect();
        let found = SentenceReading::new(text, &words, language).quantities();
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.measure.clone(), one.amount, one.written.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn digits_and_words_measure_the_same() {
        use QuantityDimension::{Calendar, Money, Percent, Time, WorkingDays};
        check("within two weeks of it", English, &[(Time, 20_160.0, "two weeks")]);
        check("within 14 days of it", English, &[(Time, 20_160.0, "14 days")]);
        check("for seven years", English, &[(Calendar, 84.0, "seven years")]);
        check("sheets of 20 mm", English, &[(QuantityDimension::Length, 2.0, "20 mm")]);
        check("twenty one days", English, &[(Time, 30_240.0, "twenty one days")]);
        check("five business days", English, &[(WorkingDays, 5.0, "five business days")]);
        check(
            "dans un délai de dix jours ouvrables",
            French,
            &[(WorkingDays, 10.0, "dix jours")],
        );
        check("dix pour cent", French, &[(Percent, 10.0, "dix pour cent")]);
        check("no prazo de quinze dias", Portuguese, &[(Time, 21_600.0, "quinze dias")]);
        check(
            "a gift of $1,500.50 or 20 %",
            English,
            &[(Money, 1500.5, "$1,500.50"), (Percent, 20.0, "20 %")],
        );
    }

    #[test]
    fn an_amount_is_one_however_it_is_written() {
        use QuantityDimension::Money;
        check("a fine of $2.5 million", English, &[(Money, 2.5e6, "$2.5 million")]);
        check("a fine of $2,500,000", English, &[(Money, 2.5e6, "$2,500,000")]);
        check("400 millions de dollars", French, &[(Money, 4e8, "400 millions de dollars")]);
    }

    #[test]
    fn references_are_no_quantities() {
        check("as section 4 says in § 12.04.010", English, &[]);
    }

    #[test]
    fn a_unit_is_one_of_the_language() {
        check("at most 12 an hour", English, &[(QuantityDimension::Time, 720.0, "12 an hour")]);
        check("12 ans", French, &[(QuantityDimension::Calendar, 144.0, "12 ans")]);
    }
}
