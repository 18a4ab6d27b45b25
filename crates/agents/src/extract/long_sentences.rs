//! Sentences that are too long for a quote, cut into quotes of whole clauses.
//!
//! A quote keeps who must do it, what, and every condition and exception; where these do not fit,
//! there is no quote.

use std::{iter::once, ops::Range};

use super::clauses::{clauses, is_conditional, names_subject, qualifies, word_count};

/// Fewest and most words of a quote.
pub(super) const WORDS: std::ops::RangeInclusive<usize> = 10..=40;

/// Words of all ranges together.
pub(super) fn words_of(text: &str, ranges: &[Range<usize>]) -> usize {
    ranges.iter().map(|range| word_count(&text[range.clone()])).sum()
}

/// Quotes of a long sentence, one for each place that binds, with that place; nothing where the
/// words do not fit.
pub(super) fn sentence(
    text: &str,
    whole: &Range<usize>,
    cues: &[usize],
) -> Vec<(usize, Option<Vec<Range<usize>>>)> {
    let clauses = clauses(text, whole);
    let homes: Vec<(usize, usize)> = cues
        .iter()
        .filter_map(|cue| Some((clauses.iter().position(|one| one.contains(cue))?, *cue)))
        .collect();
    let mut done = Vec::new();
    for (at, (home, cue)) in homes.iter().enumerate() {
        // Two verbs in one clause make one quote.
        if homes[..at].iter().any(|(other, _)| other == home) {
            continue;
        }
        let next = homes.iter().map(|(other, _)| *other).find(|other| home < other);
        let part = BindingClause {
            text,
            clauses: &clauses,
            home: *home,
            next,
            cue: *cue,
        };
        done.push((*cue, part.quote(homes[0])));
    }
    done
}

/// A list's lead-ins and an item that are too long together: the item is cut behind.
pub(super) fn item(
    text: &str,
    leads: &[Range<usize>],
    item: &Range<usize>,
) -> Option<Vec<Range<usize>>> {
    let clauses = clauses(text, item);
    let room = WORDS.end().checked_sub(words_of(text, leads))?;
    let mut end = 0;
    let mut count = 0;
    for clause in &clauses {
        count = word_count(&text[item.start..clause.end]);
        if room < count {
            break;
        }
        end = clause.end;
    }
    if end == 0 || room < count && qualifies(&text[end..item.end]) {
        return None;
    }
    Some(leads.iter().cloned().chain(once(item.start..end)).collect())
}

/// A lead-in without what stands in it besides its beginning, its verb, its conditions and what
/// leads into the list.
pub(super) fn lead_in(
    text: &str,
    lead: &Range<usize>,
    cue: Option<usize>,
) -> Vec<Range<usize>> {
    let mut parts = clauses(text, lead);
    // The colon that leads on stays.
    if let Some(last) = parts.last_mut() {
        last.end = lead.end;
    }
    let (count, opens) =
        (parts.len(), parts.first().map(|one| is_conditional(&text[one.clone()])));
    let kept = parts.into_iter().enumerate().filter(|(at, one)| {
        let words = &text[one.clone()];
        let verb = cue.is_none_or(|cue| one.contains(&cue));
        let subject = opens == Some(true) && names_subject(words);
        *at == 0 || at + 1 == count || verb || subject || qualifies(words)
    });
    joined(text, kept.map(|(_, one)| one).collect())
}

struct BindingClause<'a> {
    text: &'a str,
    clauses: &'a [Range<usize>],
    /// The clause with the verb that binds.
    home: usize,
    /// The next clause with such a verb.
    next: Option<usize>,
    /// Where the verb begins.
    cue: usize,
}

impl BindingClause<'_> {
    fn quote(&self, first: (usize, usize)) -> Option<Vec<Range<usize>>> {
        let whole = self.with(self.head(first));
        whole.or_else(|| self.with(self.loose_head(first)?))
    }

    /// The quote with this before it, if all that it needs fits.
    fn with(&self, mut ranges: Vec<Range<usize>>) -> Option<Vec<Range<usize>>> {
        let start = self.start();
        let until = self.next.unwrap_or(self.clauses.len());
        let needed = self.needed(until);
        let fixed = words_of(self.text, &ranges);
        let fits = |end: usize, needed: &[Range<usize>]| {
            let own = word_count(&self.text[start..end]);
            fixed + own + words_of(self.text, needed) <= *WORDS.end()
        };
        let mut last = self.clauses.get(self.home)?.end;
        if !fits(last, &needed) {
            return None;
        }
        for clause in &self.clauses[self.home + 1..until] {
            // Within a condition there is no place to stop.
            let inside = needed.iter().any(|one| one.contains(&clause.start));
            if inside || !fits(clause.end, &needed) {
                break;
            }
            last = clause.end;
        }
        ranges.push(start..last);
        ranges.extend(needed);
        Some(joined(self.text, ranges))
    }

    /// What follows and may not be left out. What sets a condition goes on to the end; an
    /// exception at the sentence's end limits all that was said before it.
    fn needed(&self, until: usize) -> Vec<Range<usize>> {
        let from = |first: &Range<usize>, last: Option<&Range<usize>>| {
            last.map(|last| first.start..last.end)
        };
        let after = &self.clauses[self.home + 1..until];
        let limit = after.iter().find(|one| qualifies(&self.text[(*one).clone()]));
        let exception = self.clauses[until..].iter().find(|one| self.excepts(one));
        let limit = limit.and_then(|first| from(first, after.last()));
        let exception = exception.and_then(|first| from(first, self.clauses.last()));
        limit.into_iter().chain(exception).collect()
    }

    /// What must stand before the first verb: how the sentence begins, every condition, and the
    /// subject. Asides are left out.
    fn loose_head(&self, (first_home, _): (usize, usize)) -> Option<Vec<Range<usize>>> {
        if self.home != first_home {
            return None;
        }
        let words = |at: usize| &self.text[self.clauses[at].clone()];
        let opens = is_conditional(words(0));
        let subject = (1..self.home)
            .rev()
            .find(|at| opens && !self.has_subject() && names_subject(words(*at)));
        let mut leading = opens;
        let kept = (0..self.home).filter(|at| {
            leading &= is_conditional(words(*at));
            *at == 0 || leading || Some(*at) == subject || qualifies(words(*at))
        });
        Some(kept.map(|at| self.clauses[at].clone()).collect())
    }

    fn excepts(&self, clause: &Range<usize>) -> bool {
        let words = &self.text[clause.clone()];
        ["unless", "except", "provided", "sauf", "salvo", "exceto"]
            .iter()
            .any(|word| words.to_lowercase().starts_with(word))
    }

    /// Where this part begins: at its clause, or at its verb where the subject stands before.
    fn start(&self) -> usize {
        let clause = &self.clauses[self.home];
        if self.has_subject() { clause.start + self.joiner() } else { self.cue }
    }

    /// Whether the clause has a subject of its own before the verb.
    fn has_subject(&self) -> bool {
        let clause = &self.clauses[self.home];
        !self.text[clause.start + self.joiner()..self.cue].trim().is_empty()
    }

    /// Bytes of `and` and the like at the head of the clause.
    fn joiner(&self) -> usize {
        let clause = &self.text[self.clauses[self.home].clone()];
        let joiners = ["and ", "or ", "but ", "then ", "et ", "ou ", "mais ", "e "];
        joiners
            .iter()
            .find(|word| clause.starts_with(**word))
            .map_or(0, |word| word.len())
    }

    /// What stands before this part and belongs to it: conditions, and the subject.
    fn head(&self, (first_home, first_cue): (usize, usize)) -> Vec<Range<usize>> {
        let before = &self.clauses[..self.home];
        let (Some(opening), Some(last)) = (before.first(), before.last()) else {
            return Vec::new();
        };
        if self.home == first_home {
            let run = opening.start..last.end;
            return vec![run];
        }
        if !self.has_subject() {
            return once(self.clauses[0].start..first_cue).collect();
        }
        let conditions = self.clauses[..first_home].iter();
        let leading = conditions.take_while(|one| is_conditional(&self.text[(*one).clone()]));
        leading.cloned().collect()
    }
}

/// Ranges with nothing but marks and space between them, made one.
pub(super) fn joined(text: &str, ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match joined.last_mut() {
            Some(last)
                if last.end <= range.start
                    && !text[last.end..range.start].contains(char::is_alphanumeric) =>
            {
                last.end = range.end;
            }
            _ => joined.push(range),
        }
    }
    for range in &mut joined {
        let trimmed = text[range.clone()].trim_end();
        range.end = range.start + trimmed.len();
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[track_caller]
    fn check(text: &str, verb: &str, expected: &[Option<&str>]) {
        let cues: Vec<usize> = text.match_indices(verb).map(|(at, _)| at).collect();
        let quotes: Vec<Option<String>> = sentence(text, &(0..text.len()), &cues)
            .into_iter()
            .map(|(_, ranges)| {
                Some(
                    ranges?
                        .into_iter()
                        .map(|one| &text[one])
                        .collect::<Vec<_>>()
                        .join(" … "),
                )
            })
            .collect();
        let found: Vec<Option<&str>> = quotes.iter().map(Option::as_deref).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn each_verb_has_its_subject() {
        check(
            "At night a house must have one person awake for each of the twelve rooms on its own floor, and must test \
             the bell that joins the two wings of the house before the lamps are lowered for the night by the warden, and \
             the cook must write the result down.",
            "must",
            &[
                Some(
                    "At night a house must have one person awake for each of the twelve rooms on its own floor",
                ),
                Some(
                    "At night a house … must test the bell that joins the two wings of the house before the lamps are lowered for the night by the warden",
                ),
                Some("the cook must write the result down."),
            ],
        );
    }

    #[test]
    fn an_exception_comes_along_or_there_is_no_quote() {
        let filler = "to the clerk of the county and to each of the seven wardens of the seven wards of the town";
        check(
            &format!(
                "A ferry must sound its horn in fog, and so on {filler} {filler}, unless a child is asleep."
            ),
            "must",
            &[Some("A ferry must sound its horn in fog … unless a child is asleep.")],
        );
        check(
            &format!(
                "A ferry must sound its horn in fog, unless, as is said {filler} {filler} {filler}, it is ill."
            ),
            "must",
            &[None],
        );
    }
}
