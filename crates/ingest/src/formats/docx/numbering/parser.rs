//! The part of a document that says what its lists look like.

use quick_xml::events::BytesStart;

use super::{AbstractNumbering, LEVELS, ListNumbering, NumberingInstance, NumberingLevel};
use crate::{
    FileLimits, ReadRefusal,
    formats::{
        docx::each,
        xml::{XmlEvent, attribute},
    },
};

impl ListNumbering {
    pub(in crate::formats::docx) fn read(
        xml: &[u8],
        limits: &FileLimits,
    ) -> Result<Self, ReadRefusal> {
        let mut reading = NumberingParser::default();
        each(xml, limits, |next| {
            if let XmlEvent::Start(start) = next {
                reading.start(start);
            }
        })?;
        Ok(reading.numbering)
    }
}

/// What was read so far, and whose levels come next.
#[derive(Default)]
struct NumberingParser {
    numbering: ListNumbering,
    sort: Option<String>,
    list: Option<String>,
    at: usize,
}

impl NumberingParser {
    fn start(&mut self, start: &BytesStart<'_>) {
        let value = || attribute(start, "val");
        match start.local_name().into_inner() {
            "abstractNum" => {
                (self.sort, self.list) = (attribute(start, "abstractNumId"), None);
                self.at = LEVELS;
            }
            "num" => {
                (self.sort, self.list) = (None, attribute(start, "numId"));
                self.at = LEVELS;
            }
            "abstractNumId" => {
                let sort = value().unwrap_or_default();
                self.list().into_iter().for_each(|list| list.sort.clone_from(&sort));
            }
            "styleLink" => self.sort().into_iter().for_each(|sort| sort.is_style = value()),
            "numStyleLink" => self.sort().into_iter().for_each(|sort| sort.of_style = value()),
            "lvlOverride" => self.at = at(start),
            "startOverride" => {
                let (at, number) = (self.at, value().and_then(|start| start.parse().ok()));
                let list = self.list().filter(|_| at < LEVELS);
                list.zip(number)
                    .into_iter()
                    .for_each(|(list, number)| _ = list.starts.insert(at, number));
            }
            "lvl" => {
                self.at = at(start);
                self.level()
                    .into_iter()
                    .for_each(|level| *level = NumberingLevel::default());
            }
            name => self
                .level()
                .into_iter()
                .for_each(|level| property(level, name, value())),
        }
    }

    fn sort(&mut self) -> Option<&mut AbstractNumbering> {
        Some(self.numbering.sorts.entry(self.sort.clone()?).or_default())
    }

    fn list(&mut self) -> Option<&mut NumberingInstance> {
        Some(self.numbering.lists.entry(self.list.clone()?).or_default())
    }

    /// The level that is being described.
    fn level(&mut self) -> Option<&mut NumberingLevel> {
        let at = Some(self.at).filter(|at| *at < LEVELS)?;
        let levels = match &self.sort {
            Some(_) => &mut self.sort()?.levels,
            None => &mut self.list()?.levels,
        };
        Some(levels.entry(at).or_default())
    }
}

/// The level that an element is about, counted from 0.
fn at(start: &BytesStart<'_>) -> usize {
    let level = attribute(start, "ilvl").and_then(|level| level.parse().ok());
    level.unwrap_or_default()
}

fn property(level: &mut NumberingLevel, name: &str, value: Option<String>) {
    let number = || value.as_ref().and_then(|value| value.parse().ok());
    match name {
        // Borders have a `start` too, without a number.
        "start" => level.start = number().or(level.start),
        "numFmt" => level.form = value.unwrap_or_default(),
        "lvlText" => level.text = value.unwrap_or_default(),
        "lvlRestart" => {
            level.restart = number().and_then(|after: u64| usize::try_from(after).ok());
        }
        "isLgl" => level.legal = super::super::styles::is_on(value.as_deref()),
        "pStyle" => level.style = value,
        _ => {}
    }
}
