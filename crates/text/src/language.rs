//! Which language a text is in.

use serde::{Deserialize, Serialize};

/// A language that the product knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// `en`
    #[serde(rename = "en")]
    English,
    /// `fr`
    #[serde(rename = "fr")]
    French,
    /// `pt`
    #[serde(rename = "pt")]
    Portuguese,
    /// `de`
    #[serde(rename = "de")]
    German,
    /// `es`
    #[serde(rename = "es")]
    Spanish,
}
