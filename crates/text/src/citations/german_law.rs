//! German provisions: `§ 29 Abs. 1 EGGVG`, `§§ 91, 708 Nr. 11, 711 ZPO`, `§ 40 der
//! Zivilprozessordnung`. Each section of a list is a citation of its own.

use super::{
    CitationKind, CitationMatch,
    cursor::{before, byte, closes, gap, gap_back, squeezed, word_end, word_start, words},
    german_courts::COURTS,
    number_context::NumberContext,
};

crate::word_lists! {
    "german_law" [de];

    /// Divisions of a provision.
    static PARTS as written;

    /// What joins provisions of one code.
    static JOINTS;

    /// The last parts of codes that are written out.
    static NAMES;
}

/// Contracts that are law.
const TREATIES: &[&str] = &["Einigungs", "EG-", "EU-", "EWG-", "AEU-", "Staats", "Grundlagen"];

/// The provision of a German code whose first number is at `place`.
pub(super) fn at(place: &NumberContext) -> Option<CitationMatch> {
    let text = place.text;
    let end = gap_back(text, place.at);
    let rest = text.get(..end)?;
    let mark = ["§§", "§", "Art.", "Artikel", "Artikeln", "Art"]
        .into_iter()
        .find(|mark| rest.ends_with(mark.as_bytes()))?;
    let start = end - mark.len();
    let lettered = mark.starts_with('A');
    if (lettered && !super::cursor::opens(text, start)) || within_collection(text, start) {
        return None;
    }
    let list = mark == "§§" || lettered;
    let mut walk = GermanProvisionScan {
        text,
        here: place.at,
        cuts: vec![(start, place.at)],
        list,
        last: place.at,
        later: false,
    };
    let sign = if lettered { "Art." } else { "§" };
    if let Some(from) = code_before(text, start, place.floor) {
        walk.cuts[0].0 = from;
        let code = words(text, from, word_end(text, from)).to_owned();
        // Whatever follows is of another code; what was read up to there is of this one.
        let _ = walk.find_code();
        let end = walk.last - usize::from(before(text, walk.last) == b'.');
        walk.cuts.retain(|(start, _)| *start < end);
        return Some(walk.citations(&code, end, sign));
    }
    let (code, end) = walk.find_code()?;
    Some(walk.citations(&code, end, sign))
}

/// `HGB § 74a Abs 1`: the code may stand first.
fn code_before(text: &[u8], at: usize, floor: usize) -> Option<usize> {
    let end = gap_back(text, at);
    let start = word_start(text, end);
    let word = words(text, start, end);
    let fits = floor <= start
        && end < at
        && start < end
        && is_code(word)
        && word.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !COURTS.contains(word);
    fits.then_some(start)
}

/// `Buchholz 406.11 § 9 BauGB Nr. 74` and `AP Nr. 17 zu § 74 HGB` are places in collections of
/// decisions, `2. Aufl. § 65 FGG` one in a commentary.
fn within_collection(text: &[u8], at: usize) -> bool {
    let end = gap_back(text, at);
    let rest = text.get(end.saturating_sub(28)..end).unwrap_or_default();
    if rest.ends_with(b"Aufl.") {
        return true;
    }
    if rest.ends_with(b" zu") && memchr::memmem::find(rest, b"AP Nr").is_some() {
        return true;
    }
    let start = word_start(text, end);
    let name = gap_back(text, start);
    byte(text, start).is_ascii_digit()
        && text.get(..name).is_some_and(|rest| rest.ends_with(b"Buchholz"))
}

/// A walk over the words between a section and its code.
struct GermanProvisionScan<'a> {
    text: &'a [u8],
    here: usize,
    /// Where each section of the list begins: with its sign, and its number.
    cuts: Vec<(usize, usize)>,
    list: bool,
    /// The end of the last number or letter.
    last: usize,
    /// The code is that of a provision further on.
    later: bool,
}

/// What a word between a section and its code is.
enum GermanScanStep {
    /// A division, a number, a joining word.
    On(usize),
    /// The code: its name and where it ends.
    Code(String, usize),
    /// `i.V.m. §`: the code comes later, and this provision ends before.
    Later,
    /// Nothing of a provision.
    Off,
}

impl GermanProvisionScan<'_> {
    /// Goes on to the code; where the provisions end is its end, or the place before `i.V.m.`.
    fn find_code(&mut self) -> Option<(String, usize)> {
        self.here = section_end(self.text, self.here);
        self.last = self.here;
        for _ in 0..40 {
            let until = self.text.get(..self.here).is_some_and(|rest| rest.ends_with(b" bis"));
            let cut = until || matches!(byte(self.text, self.here), b',' | b';');
            let next = self.next_word()?;
            let step = step(self.text, next);
            if cut
                && self.list
                && byte(self.text, next).is_ascii_digit()
                && !ordinal(self.text, next)
            {
                self.cuts.push((next, next));
            }
            match step {
                GermanScanStep::On(end) => {
                    self.here = end;
                    if !is_word(words(self.text, next, end)) {
                        self.last = end;
                    }
                }
                GermanScanStep::Code(code, end) => return Some((code, end)),
                GermanScanStep::Later => {
                    let code = code_later(self.text, next)?;
                    self.later = true;
                    return Some((code, self.last));
                }
                GermanScanStep::Off => return None,
            }
        }
        None
    }

    fn next_word(&self) -> Option<usize> {
        let text = self.text;
        let here = self.here;
        match byte(text, here) {
            b'-' | b'/' if byte(text, here + 1).is_ascii_digit() => Some(here + 1),
            b',' | b';' => gap(text, here + 1),
            _ => gap(text, here),
        }
    }

    fn citations(&self, code: &str, end: usize, sign: &str) -> CitationMatch {
        let mut each = self.cuts.iter().enumerate().map(|(index, (start, number))| {
            let last = self.cuts.get(index + 1).map_or(end, |(next, _)| {
                let end = gap_back(self.text, *next);
                let comma = usize::from(matches!(before(self.text, end), b',' | b';'));
                let until = self.text.get(..end).is_some_and(|rest| rest.ends_with(b" bis"));
                if until { gap_back(self.text, end - 3) } else { end - comma }
            });
            let shown = squeezed(words(self.text, *number, last));
            let shown = shown.strip_suffix(code).unwrap_or(&shown).trim_end();
            let found = CitationMatch::new(
                CitationKind::Statute,
                *start,
                last,
                format!("{code} {sign} {shown}"),
            );
            // Without its code a provision is named by its number alone.
            let head = section_end(self.text, *number);
            if self.later { found.headed(*start..head.min(last)) } else { found }
        });
        let first = each.next();
        let further: Vec<CitationMatch> = each.collect();
        let mut found = first.unwrap_or_else(|| {
            CitationMatch::new(CitationKind::Statute, end, end, code.to_owned())
        });
        found.further = further;
        found
    }
}

/// Divisions and joining words need something after them.
fn is_word(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    PARTS.contains(bare) || JOINTS.contains(bare)
}

/// `124a`, `80 a`, `3`: a small letter belongs to its section.
fn section_end(text: &[u8], at: usize) -> usize {
    let mut end = super::cursor::digits(text, at);
    if byte(text, end).is_ascii_lowercase() && closes(text, end + 1) {
        end += 1;
    }
    end
}

/// `1. Halbsatz` counts halves, not sections.
fn ordinal(text: &[u8], at: usize) -> bool {
    byte(text, super::cursor::digits(text, at)) == b'.'
}

fn step(text: &[u8], at: usize) -> GermanScanStep {
    let end = word_end(text, at);
    let word = words(text, at, end).trim_end_matches('-');
    let bare = word.trim_end_matches('.');
    let end = at + word.len();
    // `§ 3 Abs. 1, § 5 BGB`: the code is named once, at the end.
    if text.get(at..).is_some_and(|rest| rest.starts_with("§".as_bytes()))
        || matches!(word, "Art." | "Art" | "Artikel")
    {
        return GermanScanStep::Later;
    }
    if word.is_empty() {
        return GermanScanStep::Off;
    }
    if matches!(word, "i.V.m." | "iVm" | "i.V.m" | "iVm.")
        || (word == "in" && verbindung(text, end))
    {
        return GermanScanStep::Later;
    }
    if matches!(word, "des" | "der") {
        return name_after(text, end);
    }
    let first = word.as_bytes()[0];
    let small = bare.len() <= 2 && bare.bytes().all(|byte| byte.is_ascii_lowercase());
    // `Abs.1` without a gap.
    let tight = word.split_once('.').is_some_and(|(part, number)| {
        PARTS.contains(part)
            && number.starts_with(|c: char| c.is_ascii_digit())
            && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    if tight {
        return GermanScanStep::On(end);
    }
    let roman = bare.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X'));
    let number = first.is_ascii_digit() && word.len() <= 7;
    if PARTS.contains(bare) || JOINTS.contains(bare) || small || roman || number {
        return GermanScanStep::On(
            if bare.len() < word.len() && number && !ordinal(text, at) {
                at + bare.len()
            } else {
                end
            },
        );
    }
    if is_code(bare) { code(text, at, at + bare.len()) } else { GermanScanStep::Off }
}

fn verbindung(text: &[u8], at: usize) -> bool {
    gap(text, at).is_some_and(|next| {
        text.get(next..)
            .is_some_and(|rest| rest.starts_with(b"Verbindung mit"))
    })
}

/// The code of the provision after `i.V.m.`.
fn code_later(text: &[u8], at: usize) -> Option<String> {
    let rest = text.get(at..(at + 160).min(text.len()))?;
    let sign = memchr::memmem::find(rest, "§".as_bytes())
        .or_else(|| memchr::memmem::find(rest, b"Art."))?;
    let digit = rest.get(sign..)?.iter().take(8).position(u8::is_ascii_digit)?;
    let number = at + sign + digit;
    let mut walk = GermanProvisionScan {
        text,
        here: number,
        cuts: Vec::new(),
        list: false,
        last: number,
        later: false,
    };
    walk.here = section_end(text, number);
    for _ in 0..24 {
        let next = walk.next_word()?;
        match step(text, next) {
            GermanScanStep::On(end) => walk.here = end,
            GermanScanStep::Code(code, _) => return Some(code),
            GermanScanStep::Later => walk.here = past_sign(text, next)?,
            GermanScanStep::Off => return None,
        }
    }
    None
}

/// Past `§` or `Art.` and the section after it.
fn past_sign(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..(at + 24).min(text.len()))?;
    let digit = rest.iter().position(u8::is_ascii_digit)?;
    Some(section_end(text, at + digit))
}

/// `des deutschen Außensteuergesetzes`: small words, then a name with a legal ending.
fn name_after(text: &[u8], at: usize) -> GermanScanStep {
    let mut here = at;
    for _ in 0..4 {
        let Some(next) = gap(text, here) else { return GermanScanStep::Off };
        let end = word_end(text, next);
        let word = words(text, next, end).trim_end_matches(['.', '-']);
        let end = next + word.len();
        if word.is_empty() {
            return GermanScanStep::Off;
        }
        if word.starts_with(|c: char| c.is_lowercase()) {
            here = end;
            continue;
        }
        let contract =
            word.contains("vertrag") && !TREATIES.iter().any(|one| word.starts_with(one));
        let named = (NAMES.iter().any(|name| word.ends_with(name)) && !contract)
            || matches!(word, "Verfassung" | "GG");
        return if named {
            GermanScanStep::Code(word.to_owned(), end)
        } else {
            GermanScanStep::Off
        };
    }
    GermanScanStep::Off
}

/// An abbreviation of a code: `BGB`, `VwGO`, `BauNVO`, `GG`, `EStG`.
fn is_code(word: &str) -> bool {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    let first = word.chars().next().is_some_and(char::is_uppercase);
    let letters = word
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '/' | '.'));
    first
        && letters
        && 2 <= capitals
        && word.len() <= 24
        && !matches!(word, "DM" | "EUR" | "RL")
}

/// `SGB X` has a number of its own.
fn code(text: &[u8], start: usize, end: usize) -> GermanScanStep {
    if words(text, start, end) == "SGB"
        && let Some(book) = gap(text, end)
    {
        let last = word_end(text, book);
        let roman = words(text, book, last).trim_end_matches('.');
        if !roman.is_empty() && roman.bytes().all(|b| matches!(b, b'I' | b'V' | b'X')) {
            let last = book + roman.len();
            return GermanScanStep::Code(squeezed(words(text, start, last)), last);
        }
    }
    GermanScanStep::Code(words(text, start, end).to_owned(), end)
}
