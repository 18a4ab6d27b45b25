//! Documents: the same bytes each time, fonts inside, and no file but the data.
#![expect(clippy::unwrap_used)]

use jurat_typeset::{TypesetJob, has_glyph, typeset};

const HEAD: &str = "#set document(title: \"A page\")\n= A page\n";

fn set(body: &str, data: &str) -> Result<Vec<u8>, String> {
    let template = format!("{HEAD}{body}");
    let job = TypesetJob {
        template: &template,
        data: data.as_bytes(),
        creator: "a test",
        archival: false,
    };
    typeset(job).map_err(|error| error.to_string())
}

#[test]
fn the_same_job_gives_the_same_bytes() {
    let body = "#let data = json(\"data.json\")\n#for word in data [#word ]";
    let words = "[\"shall\", \"*must*\", \"#read(1)\"]";
    let first = set(body, words).unwrap();
    assert!(first.starts_with(b"%PDF"));
    assert_eq!(first, set(body, words).unwrap());
    let threads: Vec<_> =
        (0..4).map(|_| std::thread::spawn(move || set(body, words))).collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap().unwrap(), first);
    }
    assert_ne!(first, set(body, "[\"may\"]").unwrap());
}

#[test]
fn nothing_outside_is_read() {
    for body in [
        "#read(\"/etc/hostname\")",
        "#read(\"Cargo.toml\")",
        "#read(\"../data.json\")",
        "#include \"other.typ\"",
        "#import \"@preview/cetz:0.3.0\": canvas",
        "#image(\"picture.png\")",
        "#datetime.today()",
    ] {
        assert!(set(body, "[]").is_err(), "{body}");
    }
}

#[test]
fn a_wrong_template_is_told() {
    assert!(set("#wrong", "[]").unwrap_err().contains("unknown variable"));
    assert!(set("#json(\"data.json\")", "{").is_err());
}

#[test]
fn glyphs_are_known() {
    for (sign, here) in [('a', true), ('é', true), ('§', true), ('…', true), ('渡', false)]
    {
        assert_eq!(has_glyph(sign), here, "{sign}");
    }
}
