//! Run databases. SQLite is the default.
