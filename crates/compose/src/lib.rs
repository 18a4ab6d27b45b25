//! Answers and reports as data, out of grounded evidence. Pure: it cannot retrieve.
#![warn(missing_docs)]
