//! The systems: each a folder of data and a table from stage name to function.
