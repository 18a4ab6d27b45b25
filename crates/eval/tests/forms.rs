//! The measure of forms on real ones, with this test program as the limited child.

#![expect(clippy::unwrap_used)]

use std::{env, process::ExitCode};

use jurat_eval::forms;
use jurat_ingest::{ChildLauncher, FileLimits};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    if env::args().nth(1).is_some_and(|arg| arg == "--child") {
        return jurat_ingest::serve(&[]);
    }
    let trial = Trial::test("real_forms_are_read_and_blank_ones_say_nothing", || {
        gate();
        Ok(())
    });
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}

fn gate() {
    let Some(data) = jurat_testdata::data("immigration") else { return };
    let launcher = ChildLauncher {
        program: env::current_exe().unwrap(),
        args: vec!["--child".into()],
    };
    let figures = forms(&launcher, &data, &FileLimits::default()).unwrap();
    let told = serde_json::to_string_pretty(&figures).unwrap();
    assert_eq!(figures.read, figures.files, "{told}");
    assert_eq!(figures.blank_answers, 0, "{told}");
    assert_eq!(figures.values_right, figures.values, "{told}");
    assert_eq!(figures.values_invented, 0, "{told}");
    assert_eq!(figures.profile_right, figures.profile_values, "{told}");
    assert!(figures.worst_cpu_s < 2.0, "{told}");
}
