//! Numbers with their units, in digits and in words, brought to one measure: `two weeks` is
//! `14 days`.

use super::gate_tokens::GateToken;

/// What is measured. Only like is compared with like: a month has no fixed number of days.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QuantityDimension {
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
    /// A count of something, by its term; empty where nothing is named.
    Count(String),
}

/// A number with its unit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MeasuredQuantity {
    pub(crate) measure: QuantityDimension,
    /// How much of it.
    pub(crate) amount: f64,
    /// As it is written, such as `seven years`.
    pub(crate) written: String,
    /// The word that it begins with.
    pub(crate) at: usize,
    /// The unit's word as a stem of its own, such as `hour`; empty where it has none.
    pub(crate) unit: &'static str,
}

impl QuantityDimension {
    /// Whether it is a period.
    pub(crate) const fn is_time(&self) -> bool {
        matches!(self, Self::Time | Self::WorkingDays | Self::Calendar)
    }
}

/// The quantities of a text.
pub(crate) fn quantities(text: &str, words: &[GateToken]) -> Vec<MeasuredQuantity> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some((value, used)) = number(words, at) else {
            at += 1;
            continue;
        };
        if let Some(quantity) = quantity(text, words, at, used, value) {
            found.push(quantity);
        }
        at += used;
    }
    found
}

/// A number at a place, and how many words it takes: `60`, `sixty`, `twenty one`.
fn number(words: &[GateToken], at: usize) -> Option<(f64, usize)> {
    let lower = words[at].lower.as_str();
    if lower.starts_with(|c: char| c.is_ascii_digit()) {
        return digits(lower).map(|value| (value, 1));
    }
    let value = in_words(lower)?;
    let next = words.get(at + 1).and_then(|word| in_words(&word.lower));
    match next {
        Some(unit) if (20.0..100.0).contains(&value) && unit < 10.0 => Some((value + unit, 2)),
        Some(factor @ (100.0 | 1000.0)) if value < 100.0 => Some((value * factor, 2)),
        _ => Some((value, 1)),
    }
}

/// A number in digits. Commas and points part thousands, but for the last before other than three
/// digits, and one after a zero.
pub(crate) fn digits(word: &str) -> Option<f64> {
    let Some((whole, last)) = word.rsplit_once([',', '.']) else { return word.parse().ok() };
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    let decimals = last.len() != 3 || whole == "0";
    let joint = if decimals { "." } else { "" };
    format!("{whole}{joint}{last}").parse().ok()
}

fn quantity(
    text: &str,
    words: &[GateToken],
    at: usize,
    used: usize,
    value: f64,
) -> Option<MeasuredQuantity> {
    let (first, last) = (words[at].range.start, words.get(at + used - 1)?.range.end);
    let (before, after) = (text[..first].trim_end(), text[last..].trim_start());
    let made = |measure, amount: f64, end: usize, unit| MeasuredQuantity {
        measure,
        amount,
        written: text[first..end].split_whitespace().collect::<Vec<_>>().join(" "),
        at,
        unit,
    };
    if let Some(sign) = before.chars().next_back().filter(|c| "$€£".contains(*c)) {
        let mut money = made(QuantityDimension::Money, value, last, "");
        money.written.insert(0, sign);
        return Some(money);
    }
    if let Some(sign) = after.chars().next().filter(|c| "%€£".contains(*c)) {
        let measure =
            if sign == '%' { QuantityDimension::Percent } else { QuantityDimension::Money };
        let end = text.len() - after.len() + sign.len_utf8();
        return Some(made(measure, value, end, ""));
    }
    // References and dates are no quantities: `§ 12`, `section 4`.
    if before.ends_with(['§', '(', '.']) || names_a_place(words, at) {
        return None;
    }
    let near = words[at + used..].iter().take(3);
    for (step, word) in near.enumerate() {
        let between = &text[last..word.range.start];
        if between.contains(['.', ';', ':', ',', '(']) {
            break;
        }
        if let Some((measure, factor, unit)) = unit(&word.lower) {
            let working = measure == QuantityDimension::Time
                && words[at..]
                    .iter()
                    .take(used + step + 2)
                    .any(|word| is_working(&word.lower));
            let end = word.range.end;
            return Some(if working && unit == "day" {
                made(QuantityDimension::WorkingDays, value, end, unit)
            } else {
                made(measure, value * factor, end, unit)
            });
        }
    }
    let counted = words.get(at + used)?;
    let noun = counted
        .term
        .clone()
        .filter(|_| text[last..counted.range.start].trim().is_empty())?;
    Some(made(QuantityDimension::Count(noun), value, counted.range.end, ""))
}

fn names_a_place(words: &[GateToken], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|at| UNITS.contains(&words[at].lower))
}

fn is_working(lower: &str) -> bool {
    ["business", "working", "ouvrables", "ouvrable", "úteis", "útil", "ouvrés"].contains(&lower)
}

fn unit(lower: &str) -> Option<(QuantityDimension, f64, &'static str)> {
    Some(match lower {
        "second" | "seconds" | "seconde" | "secondes" | "segundos" => {
            (QuantityDimension::Time, 1.0 / 60.0, "second")
        }
        "minute" | "minutes" | "minuto" | "minutos" => (QuantityDimension::Time, 1.0, "minute"),
        "hour" | "hours" | "heure" | "heures" | "hora" | "horas" => {
            (QuantityDimension::Time, 60.0, "hour")
        }
        "day" | "days" | "jour" | "jours" | "dia" | "dias" => {
            (QuantityDimension::Time, 1440.0, "day")
        }
        "week" | "weeks" | "semaine" | "semaines" | "semana" | "semanas" => {
            (QuantityDimension::Time, 10_080.0, "week")
        }
        "month" | "months" | "mois" | "mês" | "meses" => {
            (QuantityDimension::Calendar, 1.0, "month")
        }
        "year" | "years" | "an" | "ans" | "année" | "années" | "ano" | "anos" => {
            (QuantityDimension::Calendar, 12.0, "year")
        }
        "percent" | "percentage" | "cent" => (QuantityDimension::Percent, 1.0, "percent"),
        "dollar" | "dollars" | "euro" | "euros" | "pound" | "pounds" | "reais" | "real" => {
            (QuantityDimension::Money, 1.0, "money")
        }
        "centimetre" | "centimetres" | "centimeters" | "centimètres" | "centímetros" | "cm" => {
            (QuantityDimension::Length, 1.0, "length")
        }
        "metre" | "metres" | "meter" | "meters" | "mètre" | "mètres" | "metro" | "metros" => {
            (QuantityDimension::Length, 100.0, "length")
        }
        _ => return None,
    })
}

#[rustfmt::skip]
pub(crate) fn in_words(lower: &str) -> Option<f64> {
    Some(match lower {
        "one" => 1.0,
        "two" | "deux" | "dois" | "duas" => 2.0,
        "three" | "trois" | "três" => 3.0,
        "four" | "quatre" | "quatro" => 4.0,
        "five" | "cinq" | "cinco" => 5.0,
        "six" | "seis" => 6.0,
        "seven" | "sept" | "sete" => 7.0,
        "eight" | "huit" | "oito" => 8.0,
        "nine" | "neuf" | "nove" => 9.0,
        "ten" | "dix" | "dez" => 10.0,
        "eleven" | "onze" => 11.0,
        "twelve" | "douze" | "doze" => 12.0,
        "fourteen" | "quatorze" | "catorze" => 14.0,
        "fifteen" | "quinze" => 15.0,
        "twenty" | "vingt" | "vinte" => 20.0,
        "thirty" | "trente" | "trinta" => 30.0,
        "forty" | "quarante" | "quarenta" => 40.0,
        "fifty" | "cinquante" | "cinquenta" => 50.0,
        "sixty" | "soixante" | "sessenta" => 60.0,
        "seventy" | "setenta" => 70.0,
        "eighty" | "oitenta" => 80.0,
        "ninety" | "noventa" => 90.0,
        "hundred" | "cem" => 100.0,
        "thousand" | "mille" | "mil" => 1000.0,
        _ => return None,
    })
}

jurat_text::word_lists! {
    "quantity" [en, fr, pt];
    static UNITS;
}

#[cfg(test)]
mod tests {
    use jurat_text::Language;

    use super::{super::gate_tokens::read, QuantityDimension, quantities};

    #[track_caller]
    fn check(text: &str, expected: &[(QuantityDimension, f64, &str)]) {
        let found = quantities(text, &read(text, Language::English));
        let found: Vec<_> = found
            .iter()
            .map(|one| (one.measure.clone(), one.amount, one.written.as_str()))
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn digits_and_words_measure_the_same() {
        check("within two weeks of it", &[(QuantityDimension::Time, 20_160.0, "two weeks")]);
        check("within 14 days of it", &[(QuantityDimension::Time, 20_160.0, "14 days")]);
        check("for seven years", &[(QuantityDimension::Calendar, 84.0, "seven years")]);
        check("twenty one days", &[(QuantityDimension::Time, 30_240.0, "twenty one days")]);
        check(
            "five business days",
            &[(QuantityDimension::WorkingDays, 5.0, "five business days")],
        );
        check(
            "dans un délai de dix jours ouvrables",
            &[(QuantityDimension::WorkingDays, 10.0, "dix jours")],
        );
        check("no prazo de quinze dias", &[(QuantityDimension::Time, 21_600.0, "quinze dias")]);
        check(
            "a gift of $1,500.50 or 20 %",
            &[
                (QuantityDimension::Money, 1500.5, "$1,500.50"),
                (QuantityDimension::Percent, 20.0, "20 %"),
            ],
        );
    }

    #[test]
    fn references_are_no_quantities() {
        check("as section 4 says in § 12.04.010", &[]);
    }
}
