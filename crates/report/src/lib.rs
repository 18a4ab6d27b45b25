//! One report value to Markdown, HTML, JSON and PDF. Presents; computes nothing.
#![warn(missing_docs)]
