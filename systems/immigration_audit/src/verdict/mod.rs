//! The verdict: a pure function over findings, score and bands.
