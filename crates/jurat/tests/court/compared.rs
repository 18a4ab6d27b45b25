//! Two audits side by side: what moved is not new, what is new is.

use crate::{
    bench::Bench,
    repository::{court, git, harbour, without_git},
};

const DATE: &str = "2026-03-14T10:00:00Z";

fn commit(bench: &Bench, file: &str, text: &str) {
    bench.write(&format!("harbour/{file}"), text);
    let folder = bench.path("harbour");
    git(&folder, &["add", "--all"], DATE).unwrap();
    git(&folder, &["commit", "--quiet", "-m", "Change something small"], DATE).unwrap();
}

#[test]
fn lines_that_move_are_not_new_and_a_shell_command_is() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    harbour(&bench);
    let quiet = ["--fail-on", "never", "--bundle"];
    court(&bench, &[&["harbour"][..], &quiet, &["a.jurat"]].concat());
    commit(
        &bench,
        "src/tools/tides.py",
        "\"\"\"Tide tables.\"\"\"\n\n\n\n\ndef high_water(harbour: str, day: str) -> str:\n    raise NotImplementedError\n",
    );
    let against = ["harbour", "--baseline", "a.jurat", "--fail-on", "new"];
    court(&bench, &[&against[..], &["--bundle", "b.jurat"]].concat()).is(0, "", "");
    bench.jurat("court diff a.jurat b.jurat").is(0, "", "");
    commit(
        &bench,
        "src/tools/shell.py",
        "import os\n\n\ndef fetch(address):\n    os.system(\"git clone \" + address)\n",
    );
    court(&bench, &[&against[..], &["--bundle", "c.jurat"]].concat()).is(1, "", "new");
    bench.jurat("court diff a.jurat c.jurat").is(1, "shell", "");
    bench.jurat("court diff c.jurat a.jurat").is(0, "gone", "");
}
