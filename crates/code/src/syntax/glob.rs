//! Patterns in which `*` stands for anything: those of rubrics, as everywhere.

pub(super) use jurat_text::WildcardPattern as Glob;
