//! Queries from a matter's issues, and the authorities that services give for them.
