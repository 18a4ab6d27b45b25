//! Why two questions are not taken for the same.

use std::fmt;

/// Why two questions are not taken for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ApartReason {
    Language,
    Number,
    Date,
    Place,
    Name,
    Negation,
    /// Asked is a duty here, a leave there.
    Force,
    /// before, after
    TimeOrder,
    Party,
    /// The same parties, each in the other's part.
    Order,
    Kind,
    Opposite,
    Meaning,
}

impl fmt::Display for ApartReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Language => "another language",
            Self::Number => "another number",
            Self::Date => "another date",
            Self::Place => "another place",
            Self::Name => "another name",
            Self::Negation => "one denies what the other does not",
            Self::Force => "one asks for a duty, the other does not",
            Self::TimeOrder => "before here, after there",
            Self::Party => "another party",
            Self::Order => "the parties change places",
            Self::Kind => "another kind of thing",
            Self::Opposite => "an opposite",
            Self::Meaning => "the words do not mean the same",
        })
    }
}
