//! Checks of citations against what is known.
