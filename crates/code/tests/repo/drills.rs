//! Children that die on a file, or lie about what stands in it.

use std::{
    io::Write,
    process::{self, ExitCode},
};

use jurat_code::{RepoAddress, RepoLimits};
use jurat_ingest::RefusalKind;

use crate::fixtures::{Made, launcher, refused, taken, why};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_file_that_kills_its_reader_costs_that_file", one_deadly),
    ("files_that_all_kill_their_reader_are_given_up", all_deadly),
    ("a_child_that_lies_about_a_place_does_not_pass", lies),
    ("a_child_that_tells_of_other_files_is_refused", strays),
    ("a_child_that_babbles_is_refused", babbles),
];

/// The child's side: how many files there are, and a way to speak. Git runs as ever.
pub(crate) fn child(drill: &str) -> ExitCode {
    let drill = drill.to_owned();
    jurat_ingest::serve_drill(&mut |out, files| match drill.as_str() {
        // Three files at first; the second is deadly.
        "leaf" if files == 3 => {
            file(out, "a.py");
            process::abort();
        }
        "leaf" => {
            file(out, "a.py");
            file(out, "c.py");
            survey(out, "[]");
        }
        "leaves" => process::abort(),
        "lie" => {
            files_told(out, ["a.py", "b.py", "c.py"]);
            let said = |path: &str, line: u32, snippet: &str| {
                let lines = format!(r#"{{"start":{line},"end":{line}}}"#);
                let at = format!(r#"{{"artifact":"repo","path":"{path}","lines":{lines}}}"#);
                format!(r#"{{"value":"x","at":{at},"snippet":"{snippet}"}}"#)
            };
            let all = [
                said("a.py", 1, "first = 1"),
                said("a.py", 1, "forged = 1"),
                said("/etc/passwd", 1, "root"),
                said("b.py", 9, ""),
            ];
            survey(out, &format!("[{}]", all.join(",")));
        }
        "stray" => {
            files_told(out, ["a.py", "b.py", "/etc/passwd"]);
            survey(out, "[]");
        }
        "babble" => out.write_all(b"hello, parent").unwrap(),
        other => panic!("no drill {other}"),
    })
}

fn files_told(out: &mut dyn Write, paths: [&str; 3]) {
    for path in paths {
        file(out, path);
    }
}

fn file(out: &mut dyn Write, path: &str) {
    frame(
        out,
        b"i",
        &format!(
            r#"{{"path":"{path}","blob":"forged","size":99,"role":"product","mode":"regular","language":"python","code_lines":1,"hollow":false}}"#
        ),
    );
}

fn survey(out: &mut dyn Write, addressed: &str) {
    frame(
        out,
        b"r",
        &format!(
            r#"{{"symbols":[],"graphs":[],"findings":[],"libraries":[],"selected":[],"names":[],"addressed":{addressed},"problems":[]}}"#
        ),
    );
}

fn frame(out: &mut dyn Write, tag: &[u8], payload: &str) {
    let length = u32::try_from(payload.len()).unwrap().to_le_bytes();
    out.write_all(&[tag, &length, payload.as_bytes()].concat()).unwrap();
    out.flush().unwrap();
}

fn three() -> Made {
    let made = Made::new();
    for (name, text) in [("a.py", "first = 1\n"), ("b.py", "x = 2\n"), ("c.py", "x = 3\n")] {
        made.write(name, text);
    }
    made.commit("Add three files to it", 0);
    made
}

fn drilled(drill: &str) -> Result<jurat_code::facts::RepoFacts, jurat_ingest::ReadRefusal> {
    let made = three();
    let address = RepoAddress::parse(made.at().to_str().unwrap(), &[]).unwrap();
    taken(&address, &launcher(&["--drill", drill]), RepoLimits::default())
}

fn one_deadly() {
    let facts = drilled("leaf").unwrap();
    assert_eq!(facts.files.len(), 3);
    let languages: Vec<_> = facts.files.iter().map(|file| file.language.as_deref()).collect();
    assert_eq!(languages, [Some("python"), None, Some("python")]);
    assert!(why(&facts, "b.py").unwrap().contains("killed its reader"), "{:?}", facts.skipped);
    assert!(
        facts
            .files
            .iter()
            .all(|file| file.blob != "forged" && file.size != 99)
    );
}

fn all_deadly() {
    assert_eq!(refused(drilled("leaves")).0, RefusalKind::Crashed);
}

fn lies() {
    let facts = drilled("lie").unwrap();
    assert_eq!(facts.addressed.len(), 1, "{:?}", facts.addressed);
    let told = &facts.addressed[0];
    assert_eq!((&*told.at.path, &*told.snippet), ("a.py", "first = 1"));
    assert_eq!(told.at.commit, facts.identity.commit);
    assert_eq!(told.at.blob.as_ref(), Some(&facts.files[0].blob));
    assert_eq!(facts.held.len(), 1);
    assert_eq!((&*facts.held[0].path, &*facts.held[0].text), ("a.py", "first = 1\n"));
    assert!(why(&facts, "a.py").unwrap().contains("dropped"), "{:?}", facts.skipped);
}

fn strays() {
    assert_eq!(refused(drilled("stray")).0, RefusalKind::Crashed);
}

fn babbles() {
    assert_eq!(refused(drilled("babble")).0, RefusalKind::Crashed);
}
