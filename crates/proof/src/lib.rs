//! A finished run as one file, and its checking: no network, no model, no configuration.
#![warn(missing_docs)]
