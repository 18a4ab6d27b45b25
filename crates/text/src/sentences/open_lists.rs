//! Which sentence an item of a list goes on.

use super::enumerators::{EnumeratorStyle, ListEnumerator};

/// The lists that are open at a place, outermost first.
#[derive(Debug, Default)]
pub(super) struct OpenLists {
    levels: Vec<OpenListLevel>,
}

#[derive(Debug)]
struct OpenListLevel {
    style: EnumeratorStyle,
    ordinal: u32,
    lead_in: Option<usize>,
    /// The first item, by index of sentence.
    first: usize,
}

/// Lists are nested no deeper than this; what goes deeper hangs on the last level.
const DEEPEST: usize = 16;

impl OpenLists {
    /// Takes an item in, the sentence of this index. `lead_in` is the sentence right before, if it leaves something to
    /// say. Returns the sentence that the item goes on, and the first item of its list.
    pub(super) fn item(
        &mut self,
        mark: &ListEnumerator,
        lead_in: Option<usize>,
        index: usize,
    ) -> (Option<usize>, Option<usize>) {
        if mark.style == EnumeratorStyle::Provision {
            self.end();
            return (None, None);
        }
        let known = self.levels.iter().rposition(|level| goes_on(level, mark).is_some());
        match (known, lead_in) {
            (Some(at), _) if lead_in.is_none() || !mark.is_first() => {
                self.levels.truncate(at + 1);
                let level = &mut self.levels[at];
                let (style, ordinal) =
                    goes_on(level, mark).unwrap_or((mark.style, mark.ordinal));
                (level.style, level.ordinal) = (style, ordinal);
                (level.lead_in, Some(level.first))
            }
            (_, Some(lead_in)) => {
                self.open(mark, Some(lead_in), index);
                (Some(lead_in), Some(index))
            }
            (_, None) => {
                if !mark.is_first() {
                    self.end();
                }
                self.open(mark, None, index);
                (None, Some(index))
            }
        }
    }

    /// Whether the mark goes on with a list that is open, or with the item at hand, which is not
    /// taken in yet.
    pub(super) fn expects(
        &self,
        at_hand: Option<&ListEnumerator>,
        mark: &ListEnumerator,
    ) -> bool {
        let follows = |item: &ListEnumerator| {
            let level = OpenListLevel {
                style: item.style,
                ordinal: item.ordinal,
                lead_in: None,
                first: 0,
            };
            goes_on(&level, mark).is_some()
        };
        at_hand.is_some_and(follows)
            || self.levels.iter().any(|level| goes_on(level, mark).is_some())
    }

    /// No list goes on from here.
    pub(super) fn end(&mut self) {
        self.levels.clear();
    }

    fn open(&mut self, mark: &ListEnumerator, lead_in: Option<usize>, first: usize) {
        self.levels.truncate(DEEPEST);
        self.levels.push(OpenListLevel {
            style: mark.style,
            ordinal: mark.ordinal,
            lead_in,
            first,
        });
    }
}

/// How a mark is read if it goes on with a level.
fn goes_on(level: &OpenListLevel, mark: &ListEnumerator) -> Option<(EnumeratorStyle, u32)> {
    let next = |ordinal: u32| level.ordinal < ordinal && ordinal <= level.ordinal + 2;
    if level.style == EnumeratorStyle::Bullet {
        return (mark.style == EnumeratorStyle::Bullet).then_some((mark.style, 0));
    }
    // `(2.1)` follows `(2)`, and `(d.1)` follows `(d)`.
    let put_in = mark.put_in || mark.style == EnumeratorStyle::BracketedNumber;
    let same = mark.ordinal == level.ordinal && put_in;
    if level.style == mark.style && (next(mark.ordinal) || same) {
        return Some((mark.style, mark.ordinal));
    }
    let letters = match mark.style {
        EnumeratorStyle::BracketedRoman => EnumeratorStyle::BracketedLetter,
        EnumeratorStyle::Roman => EnumeratorStyle::Letter,
        _ => return None,
    };
    let same = |ordinal: u32| mark.put_in && ordinal == level.ordinal;
    let ordinal = mark.as_letter.filter(|ordinal| next(*ordinal) || same(*ordinal))?;
    (level.style == letters).then_some((letters, ordinal))
}
