//! Rules of tidiness live in `tests/tidy.rs`; nothing runs here.
