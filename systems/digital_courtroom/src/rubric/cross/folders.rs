//! The folders of a repository, as slices of the paths in them.

use std::{cmp::Ordering, collections::BTreeMap};

use super::file_substance::FileSubstance;

/// Folders that are known. A repository may have as many for each of its paths as the path is deep.
const MOST: usize = 200_000;

/// Folders, and the best of what lies in each.
#[derive(Default)]
pub(super) struct FolderIndex<'a> {
    all: BTreeMap<CaseInsensitiveKey<'a>, FileSubstance>,
    /// Folders by their last part.
    last: BTreeMap<CaseInsensitiveKey<'a>, Vec<&'a str>>,
    cut: bool,
}

/// A text that is compared in small letters; first by a number made of them, since long paths
/// begin alike.
#[derive(Clone, Copy)]
struct CaseInsensitiveKey<'a> {
    mixed: u64,
    text: &'a str,
}

impl<'a> CaseInsensitiveKey<'a> {
    fn new(text: &'a str) -> Self {
        let small = text.chars().flat_map(char::to_lowercase);
        let mix = |sum: u64, letter| {
            (sum ^ u64::from(u32::from(letter))).wrapping_mul(0x0100_0000_01b3)
        };
        Self {
            mixed: small.fold(0xcbf2_9ce4_8422_2325, mix),
            text,
        }
    }
}

impl<'a> FolderIndex<'a> {
    /// Takes in the folders above a path. It goes up only as far as there is anything to learn.
    pub(super) fn add(&mut self, path: &'a str, does: FileSubstance) {
        let mut rest = path;
        while let Some((folder, _)) = rest.rsplit_once('/') {
            if let Some(known) = self.all.get_mut(&CaseInsensitiveKey::new(folder)) {
                if does <= *known {
                    return;
                }
                *known = does;
            } else if self.all.len() < MOST {
                self.all.insert(CaseInsensitiveKey::new(folder), does);
                let last = folder.rsplit('/').next().unwrap_or(folder);
                self.last
                    .entry(CaseInsensitiveKey::new(last))
                    .or_default()
                    .push(folder);
            } else {
                self.cut = true;
                return;
            }
            rest = folder;
        }
    }

    /// Whether there are more than are known.
    pub(super) const fn is_cut(&self) -> bool {
        self.cut
    }

    /// What a folder does, in letters of any case.
    pub(super) fn get(&self, folder: &str) -> Option<FileSubstance> {
        self.all
            .get(&CaseInsensitiveKey::new(folder))
            .map(|does| self.at_least(*does))
    }

    /// The best of the folders that end so; the ending is in small letters.
    pub(super) fn ending(&self, small: &str) -> Option<FileSubstance> {
        let last = small.rsplit('/').next()?;
        let same = self.last.get(&CaseInsensitiveKey::new(last)).into_iter().flatten();
        let ends = |folder: &&&str| {
            let folder = folder.to_lowercase();
            folder.strip_suffix(small).is_some_and(|front| front.ends_with('/'))
        };
        same.filter(ends).filter_map(|folder| self.get(folder)).max()
    }

    /// Where some are not known, what lies in them is not.
    fn at_least(&self, does: FileSubstance) -> FileSubstance {
        if self.cut { does.max(FileSubstance::Unknown) } else { does }
    }
}

impl Ord for CaseInsensitiveKey<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let small = |text: &str| text.to_lowercase();
        let alike = self.mixed.cmp(&other.mixed);
        alike.then_with(|| small(self.text).cmp(&small(other.text)))
    }
}

impl PartialOrd for CaseInsensitiveKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for CaseInsensitiveKey<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for CaseInsensitiveKey<'_> {}

#[cfg(test)]
mod tests {
    use super::{FileSubstance, FolderIndex, MOST};

    #[test]
    fn a_folder_does_what_the_best_in_it_does() {
        let mut folders = FolderIndex::default();
        folders.add("Src/App/a.py", FileSubstance::Nothing);
        folders.add("src/b.py", FileSubstance::Unknown);
        assert_eq!(folders.get("src/app"), Some(FileSubstance::Nothing));
        assert_eq!(
            (folders.get("src"), folders.get("app")),
            (Some(FileSubstance::Unknown), None)
        );
        folders.add("src/app/c.py", FileSubstance::Something);
        assert_eq!(folders.get("SRC"), Some(FileSubstance::Something));
        assert_eq!(folders.ending("app"), Some(FileSubstance::Something));
        assert_eq!(folders.ending("pp"), None);
    }

    #[test]
    fn there_are_only_so_many_folders() {
        let deep: Vec<String> =
            (0..2000).map(|at| format!("{at}/{}x.py", "d/".repeat(120))).collect();
        let mut folders = FolderIndex::default();
        for path in &deep {
            folders.add(path, FileSubstance::Nothing);
        }
        assert_eq!((folders.all.len(), folders.is_cut()), (MOST, true));
        assert_eq!(folders.get("0/d"), Some(FileSubstance::Unknown));
    }
}
