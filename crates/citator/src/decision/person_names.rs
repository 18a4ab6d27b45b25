//! Who decided: the author of the reasons, and those who sat.

use std::{ops::Range, sync::LazyLock};

use regex::Regex;

use super::{
    ReadField,
    header_lines::{HeaderLines, label_end},
};

jurat_text::word_lists! {
    "bench_names" [en, fr];

    /// Labels of who wrote the reasons.
    static AUTHORS;

    /// Labels of who presided alone.
    static PRESENT;

    /// Labels of the bench of a tribunal, which are also its headings.
    static PANELS;

    /// Words that begin what stands after a name, though they have a capital.
    static STOPS as written;

    /// Lines that stand for nobody.
    static NOBODY;

    /// Words under a signature.
    static SIGNED_AS;
}

/// Who sat, and who wrote.
#[derive(Debug, Default)]
pub(super) struct DecisionBench {
    pub(super) author: Option<ReadField<String>>,
    pub(super) panel: Vec<ReadField<String>>,
}

const NAME: &str = r"(?:(?:de|De|du|la|La|van|Van|von|da|Da|del|St\.|Ste\.) ){0,2}[A-ZÀ-Þ][A-Za-zÀ-ÿ’'.\-]*(?: (?:de |De |la |van |von |da |du )?[A-ZÀ-Þ][A-Za-zÀ-ÿ’'.\-]*){0,3}";

fn pattern(pattern: &str) -> Option<Regex> {
    Regex::new(&pattern.replace("NAME", NAME)).ok()
}

/// `The Honourable Mr. Justice Gleeson`, `madame la juge Walker`, `Member Ostermay`.
static TITLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?:(?i:the )?(?i:hon(?:ou?rable|\.)) (?:(?i:mr\.?|madam|mme|ms\.?|associate|chief) )*(?i:justice|judge)|(?i:(?:associate |acting )?chief justice)|(?i:(?:madam |mr\.? )?justice)|(?i:(?:l.honorable |l’honorable )?(?:monsieur|madame|m\.|mme) l[ea] (?:juge|commissaire)(?: en chef(?: adjointe?)?)?(?: adjointe?)?)|(?i:l[ea] juge(?: en chef(?: adjointe?)?)?(?: adjointe?)?)|(?i:juge en chef(?: adjointe?)?)|(?i:the hon(?:ou?rable|\.)|l['’]honorable)|(?i:l[ea] commissaire|member|commissaire|vice-chair|associate judge)) (?P<name>NAME)",
    )
});

/// `HECKMAN J.A.`, `Kasirer J.`, `THORNQUIST JA`, `Côté and Rowe JJ.`
static SUFFIXED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?P<name>NAME(?:(?:,? and |, )NAME)*),? (?:A\.?C\.?J\.?|C\.?J\.?(?:C\.?)?|D\.?J\.?|JJ\.?A?\.?|J\.?A\.?|J\.|Member|commissaire)(?:\s|\(|—|,|$)",
    )
});

/// A signature: the name in quotation marks, and below it what its owner is.
static SIGNED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"[“«\x22]\s*(?P<name>NAME)\s*[”»\x22]\s*\n\s*(?P<as>[^\n]{1,30})")
});

/// `rendered by The Honourable …`, `BEFORE …`: in entries of dockets, which are one line.
static GIVEN_BY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i:rendered by|rendus? par|rendu\(e\) par|before|en présence d[eu]|present ?:)\s+",
    )
    .ok()
});

/// Reads who decided from the header, else from the signature.
pub(super) fn bench(text: &str, header: &HeaderLines) -> DecisionBench {
    let lines: Vec<(usize, &str)> = header.lines().collect();
    let mut found = DecisionBench::default();
    for (index, (start, line)) in lines.iter().enumerate() {
        if found.author.is_none()
            && let Some(end) = label_end(line, &AUTHORS).filter(|end| is_label(&line[*end..]))
        {
            found.author =
                values(&lines, index, start + end, &line[end..], 2).into_iter().next();
        }
        if found.panel.is_empty()
            && let Some(end) = label_end(line, &PANELS).filter(|end| is_label(&line[*end..]))
        {
            found.panel = values(&lines, index, start + end, &line[end..], 9);
        }
    }
    let present = || {
        lines.iter().enumerate().find_map(|(index, (start, line))| {
            let end = label_end(line, &PRESENT)?;
            values(&lines, index, start + end, &line[end..], 2).into_iter().next()
        })
    };
    if found.author.is_none() {
        found.author = present().or_else(|| given_by(text, header.end()));
    }
    if found.author.is_none() {
        found.author = match &found.panel[..] {
            [alone] => Some(alone.clone()),
            _ => signature(text).or_else(|| titled_line(&lines)),
        };
    }
    if found.panel.len() < 2 {
        found.panel.clear();
    }
    found
}

/// Whether what follows a label shows that it is one: nothing, a colon, or the label of the other language.
fn is_label(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\u{a0}']);
    rest.is_empty() || rest.starts_with([':', '/', '(']) || label_end(rest, &PANELS).is_some()
}

/// The names after a label: on its line, else on the next ones as long as they are names.
fn values(
    lines: &[(usize, &str)],
    index: usize,
    start: usize,
    rest: &str,
    most: usize,
) -> Vec<ReadField<String>> {
    let value = rest.trim_start_matches([':', ' ', '\u{a0}', '\t', '/']);
    let at = start + rest.len() - value.len();
    let mut names = Vec::new();
    // The label of the other language may follow on the same line or on the next.
    if !value.is_empty() && label_end(value, &PANELS).is_none() && !value.starts_with("(para") {
        names.extend(names_in(value, at));
        if names.is_empty() {
            return names;
        }
    }
    let mut skipped = 0;
    for (start, line) in lines.iter().skip(index + 1).take(most + 2) {
        if most <= names.len() {
            break;
        }
        let label = label_end(line, &PANELS).is_some() || line.starts_with("(para");
        if label && names.is_empty() && skipped < 2 {
            skipped += 1;
            continue;
        }
        let more = names_in(line, *start);
        if more.is_empty() || (most == 2 && !names.is_empty()) {
            break;
        }
        names.extend(more);
    }
    names
}

/// The names of a line: with a title, with what a judge is behind it, or alone.
fn names_in(line: &str, at: usize) -> Vec<ReadField<String>> {
    let mut names = Vec::new();
    if let Some(titled) = TITLED.as_ref() {
        for found in titled.captures_iter(line) {
            push_name(&mut names, line, found.name("name").map(|name| name.range()), at);
        }
    }
    if names.is_empty()
        && let Some(suffixed) = SUFFIXED.as_ref()
    {
        for found in suffixed.captures_iter(line) {
            let Some(range) = found.name("name").map(|name| name.range()) else { continue };
            let mut from = range.start;
            for part in line[range].split(", ").flat_map(|part| part.split(" and ")) {
                let Some(offset) = line[from..].find(part) else { continue };
                push_name(
                    &mut names,
                    line,
                    Some(from + offset..from + offset + part.len()),
                    at,
                );
                from += offset + part.len();
            }
        }
    }
    if names.is_empty() && is_name_alone(line) {
        push_name(&mut names, line, Some(0..line.len()), at);
    }
    names
}

fn push_name(
    names: &mut Vec<ReadField<String>>,
    line: &str,
    range: Option<Range<usize>>,
    at: usize,
) {
    let Some(range) = range else { return };
    let whole = line.get(range.clone()).unwrap_or_default();
    let kept = without_stops(whole);
    let name = kept.trim_end_matches([',', '.', ' ', '*']);
    let name = name
        .strip_suffix(" CJ")
        .or_else(|| name.strip_suffix(" JA"))
        .unwrap_or(name);
    if name.chars().filter(|c| c.is_alphabetic()).count() < 2 {
        return;
    }
    let span = at + range.start..at + range.start + name.len();
    names.push(ReadField::new(in_title_case(name), span));
}

/// A name without what follows it in an entry: `Phelan Language`.
fn without_stops(name: &str) -> &str {
    let mut end = name.len();
    let mut at = 0;
    for word in name.split(' ') {
        if 0 < at && STOPS.contains(word.trim_end_matches([':', '.', ','])) {
            end = at - 1;
            break;
        }
        at += word.len() + 1;
    }
    &name[..end]
}

/// A line that is a name and nothing else.
fn is_name_alone(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    let name = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase)
            || matches!(*word, "de" | "du" | "la" | "van" | "von" | "da")
    };
    let letters =
        |c: char| c.is_alphabetic() || matches!(c, ' ' | '.' | '-' | '’' | '\'' | ',');
    (1..=5).contains(&words.len())
        && words.iter().all(name)
        && line.chars().all(letters)
        && 4 <= line.chars().count()
        && !NOBODY.contains(&line.to_lowercase())
        && !line.contains("XXX")
}

/// The judge of an entry of a docket.
fn given_by(text: &str, end: usize) -> Option<ReadField<String>> {
    let head = text.get(..end)?;
    let titled = TITLED.as_ref()?;
    for by in GIVEN_BY.as_ref()?.find_iter(head) {
        let rest = &head[by.end()..];
        let Some(found) = titled.captures(rest) else { continue };
        // The title must follow at once: further on it is somebody else's.
        if found.get(0).is_none_or(|whole| whole.start() != 0) {
            continue;
        }
        let mut names = Vec::new();
        push_name(&mut names, rest, found.name("name").map(|name| name.range()), by.end());
        if let Some(name) = names.pop() {
            return Some(name);
        }
    }
    None
}

/// The member whom a line of the header names by title, where no label does: `May 19, 2010 | Member Wrenfield`.
fn titled_line(lines: &[(usize, &str)]) -> Option<ReadField<String>> {
    lines.iter().find_map(|(start, line)| {
        let found = TITLED.as_ref()?.captures(line)?;
        let before = &line[..found.get(0)?.start()];
        // In a sentence somebody else is spoken of.
        if !before.trim().is_empty() && !before.trim_end().ends_with(['|', ',', '–', '—']) {
            return None;
        }
        let mut names = Vec::new();
        push_name(&mut names, line, found.name("name").map(|name| name.range()), *start);
        names.pop()
    })
}

/// The last signature of somebody who decides.
fn signature(text: &str) -> Option<ReadField<String>> {
    let mut names = Vec::new();
    for found in SIGNED.as_ref()?.captures_iter(text) {
        let role = found
            .name("as")
            .map_or("", |role| role.as_str())
            .trim()
            .to_lowercase();
        if SIGNED_AS.iter().any(|known| role.starts_with(known)) {
            push_name(&mut names, text, found.name("name").map(|name| name.range()), 0);
        }
    }
    names.into_iter().next()
}

/// `LEBLANC` as `Leblanc`; what is not all capitals stays.
fn in_title_case(name: &str) -> String {
    let name = name.strip_prefix("Me ").unwrap_or(name);
    if name.chars().any(char::is_lowercase) {
        return name.to_owned();
    }
    let mut up = true;
    name.chars()
        .map(|letter| {
            let shown: String =
                if up { letter.to_string() } else { letter.to_lowercase().collect() };
            up = !letter.is_alphabetic();
            shown
        })
        .collect()
}
