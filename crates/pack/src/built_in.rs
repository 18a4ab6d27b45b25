//! The pack that is part of the program: a small country's law, all of it made up.

/// A pack within the program: its name, and its files by path.
pub struct BuiltInPack {
    pub name: &'static str,
    pub(crate) files: &'static [(&'static str, &'static [u8])],
}

/// The packs that are part of the program.
pub const BUILT_IN: &[BuiltInPack] = &[BuiltInPack { name: "meridia", files: MERIDIA }];

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../data/meridia/", $path)))),*]
    };
}

const MERIDIA: &[(&str, &[u8])] = files![
    "act/loi_immigration_meridie.md",
    "act/meridia_immigration_act.md",
    "decisions/2008-mit-19.txt",
    "decisions/2008-mit-4.txt",
    "decisions/2009-mit-31.txt",
    "decisions/2009-mit-6.txt",
    "decisions/2010-mca-2.txt",
    "decisions/2010-mit-12.txt",
    "decisions/2011-mit-22.txt",
    "decisions/2011-mit-8.txt",
    "decisions/2012-mca-4.txt",
    "decisions/2012-mit-15.txt",
    "decisions/2013-mca-5.txt",
    "decisions/2013-mca-9.txt",
    "decisions/2013-mit-27.txt",
    "decisions/2014-mit-20.txt",
    "decisions/2014-mit-7.txt",
    "decisions/2015-mca-11.txt",
    "decisions/2015-mit-9.txt",
    "decisions/2016-mca-3.txt",
    "decisions/2016-mit-18.txt",
    "decisions/2016-mit-25.txt",
    "decisions/2017-mca-8.txt",
    "decisions/2017-mit-30.txt",
    "decisions/2017-mit-5.txt",
    "decisions/2018-mca-6.txt",
    "decisions/2018-mit-14.txt",
    "decisions/2019-mca-10.txt",
    "decisions/2019-mit-17.txt",
    "decisions/2019-mit-2.txt",
    "decisions/2020-mit-13.txt",
    "decisions/2020-mit-3.txt",
    "decisions/2021-mca-7.txt",
    "decisions/2021-mit-16.txt",
    "decisions/2022-mit-9.txt",
    "decisions/2023-mca-2.txt",
    "decisions/2023-mit-11.txt",
    "decisions/2024-mit-6.txt",
    "help/appeal-court.md",
    "help/appeal-how-long.md",
    "help/change-employer.md",
    "help/deferral.md",
    "help/delai-appel.md",
    "help/enfant-ne-ici.md",
    "help/humanitarian.md",
    "help/langue-audience.md",
    "help/lettre-equite.md",
    "help/medical.md",
    "help/mistake-on-form.md",
    "help/notes.md",
    "help/permis-etudes-refus.md",
    "help/protection-documents.md",
    "help/report-medical.md",
    "help/restore-status.md",
    "help/safe-elsewhere.md",
    "help/sponsor-genuine.md",
    "help/sponsor-separated.md",
    "help/sponsor-who.md",
    "help/study-permit-money.md",
    "help/study-permit-need.md",
    "help/study-second-degree.md",
    "help/study-work-hours.md",
    "manual/chapter-1-receiving-applications.md",
    "manual/chapter-2-interviews-and-fairness.md",
    "manual/chapter-3-students-and-workers.md",
    "manual/chapter-4-family-and-children.md",
    "manual/chapter-5-protection-inadmissibility-and-removal.md",
    "pack.json",
];

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use std::{collections::BTreeSet, fs, path::Path};

    use super::MERIDIA;

    #[test]
    fn every_file_of_the_folder_is_in_the_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/meridia");
        let mut there = BTreeSet::new();
        for folder in fs::read_dir(&root).unwrap().map(|it| it.unwrap().path()) {
            let files = if folder.is_dir() {
                fs::read_dir(&folder).unwrap().map(|it| it.unwrap().path()).collect()
            } else {
                vec![folder]
            };
            for file in files {
                let path =
                    file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
                there.insert(path);
            }
        }
        let listed: BTreeSet<String> =
            MERIDIA.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(listed, there);
    }
}
