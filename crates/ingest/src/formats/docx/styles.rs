//! Which styles are headings, lists or hidden.

use std::collections::BTreeMap;

use super::each;
use crate::{
    FileLimits, ReadRefusal,
    formats::xml::{XmlEvent, attribute},
};

/// The styles of a document, by id.
#[derive(Default)]
pub(super) struct DocxStyles {
    by_id: BTreeMap<String, ParagraphStyle>,
}

/// What matters of a style.
#[derive(Debug, Clone, Default)]
pub(super) struct ParagraphStyle {
    based_on: Option<String>,
    /// Its own id and those of the styles that it is based on.
    pub(super) ids: Vec<String>,
    /// 1 for a heading of the first level.
    pub(super) heading: Option<u8>,
    /// The list and level that its paragraphs belong to.
    pub(super) list: Option<String>,
    pub(super) level: Option<u8>,
    pub(super) hidden: bool,
}

impl DocxStyles {
    pub(super) fn read(xml: &[u8], limits: &FileLimits) -> Result<Self, ReadRefusal> {
        let mut styles = Self::default();
        let mut id = String::new();
        each(xml, limits, |next| {
            let XmlEvent::Start(start) = next else { return };
            let value = || attribute(start, "val");
            let name = start.local_name().into_inner();
            if name == "style" {
                id = attribute(start, "styleId").unwrap_or_default();
                styles.by_id.insert(id.clone(), ParagraphStyle::default());
            }
            let Some(style) = styles.by_id.get_mut(&id) else { return };
            match name {
                "name" => {
                    style.heading = value().and_then(|name| by_name(&name)).or(style.heading);
                }
                "basedOn" => style.based_on = value(),
                "outlineLvl" => style.heading = outline(value()).or(style.heading),
                "numId" => style.list = value(),
                "ilvl" => style.level = value().and_then(|level| level.parse().ok()),
                "vanish" => style.hidden = is_on(value().as_deref()),
                _ => {}
            }
        })?;
        Ok(styles)
    }

    /// A style with what it takes from those it is based on.
    pub(super) fn of(&self, id: &str) -> ParagraphStyle {
        const LONGEST_CHAIN: usize = 16;
        let mut all = ParagraphStyle::default();
        let mut next = Some(id);
        for _ in 0..LONGEST_CHAIN {
            let Some((id, style)) = next.and_then(|id| self.by_id.get_key_value(id)) else {
                break;
            };
            all.ids.push(id.clone());
            all.heading = all.heading.or(style.heading);
            all.list = all.list.or_else(|| style.list.clone());
            all.level = all.level.or(style.level);
            all.hidden |= style.hidden;
            next = style.based_on.as_deref();
        }
        all
    }
}

/// Levels 0 to 8 are headings, 9 is body text.
pub(super) fn outline(value: Option<String>) -> Option<u8> {
    let level: u8 = value?.parse().ok()?;
    (level < 9).then_some(level + 1)
}

/// Whether a switch is on: it is when nothing says that it is off.
pub(super) fn is_on(value: Option<&str>) -> bool {
    !matches!(value, Some("0" | "false" | "off"))
}

fn by_name(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase();
    if name == "title" {
        return Some(1);
    }
    let level = name.strip_prefix("heading ")?.parse().ok()?;
    (1..=9).contains(&level).then_some(level)
}
