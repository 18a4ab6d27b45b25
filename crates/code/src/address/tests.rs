//! Addresses, sound and hostile.
#![expect(clippy::unwrap_used)]

use super::{AddressError, RepoAddress};

fn hosts() -> Vec<String> {
    vec!["github.com".to_owned(), "git.example.org:8443".to_owned()]
}

#[track_caller]
fn check(given: &str, expected: &str) {
    let seen = match RepoAddress::parse(given, &hosts()) {
        Ok(address) => format!("{address} ({})", address.form()),
        Err(error) => format!("{error:?}"),
    };
    assert!(seen.starts_with(expected), "{given}: {seen}");
}

#[test]
fn https_to_a_listed_host_is_fetched() {
    check("https://github.com/owner/name", "https://github.com/owner/name (url)");
    check(" HTTPS://GitHub.com/owner/name.git/ ", "https://github.com/owner/name.git (url)");
    check("https://github.com:443/owner/name", "https://github.com/owner/name (url)");
    check("https://git.example.org:8443/a/b/c", "https://git.example.org:8443/a/b/c (url)");
}

#[test]
fn other_hosts_are_not() {
    for given in [
        "https://example.org/owner/name",
        "https://github.com.example.org/owner/name",
        "https://git.example.org/a/b",
        "https://github.com:8443/owner/name",
        "https://127.0.0.1/owner/name",
        "https://localhost/owner/name",
    ] {
        check(given, "HostNotAllowed");
    }
}

#[test]
fn other_transports_are_not() {
    for given in [
        "http://github.com/o/n",
        "http://127.0.0.1/o/n",
        "ssh://github.com/o/n",
        "git://github.com/o/n",
        "file:///etc",
        "ftp://github.com/o/n",
    ] {
        check(given, "Scheme");
    }
    check("ext::sh -c whoami", "RemoteHelper");
    check("fd::17", "RemoteHelper");
    check("git@github.com:owner/name", "Ssh");
    check("github.com:owner/name", "Ssh");
}

#[test]
fn nothing_becomes_an_option() {
    check("--upload-pack=touch /tmp/x", "OptionLike");
    check("-oProxyCommand=touch /tmp/x", "OptionLike");
    check("https://github.com/-o/name", "NoRepository");
    check("https://-oProxyCommand=x/owner/name", "NoRepository");
}

#[test]
fn passwords_are_neither_taken_nor_repeated() {
    for given in ["https://user:secret@github.com/o/n", "https://secret@github.com/o/n"] {
        let error = RepoAddress::parse(given, &hosts()).unwrap_err();
        assert_eq!(error, AddressError::Credentials);
        assert!(!format!("{error} {}", error.hint()).contains("secret"));
    }
}

#[test]
fn what_names_no_repository_is_told() {
    for given in [
        "https://github.com",
        "https://github.com/owner",
        "https://github.com/owner/name/tree/main",
        "https://github.com/owner/../name",
        "https://github.com/owner//name",
        "https://github.com/owner/name?x=1",
        "https://github.com/owner/name#x",
        "https://github.com/owner/%2e%2e",
        "https://github.com:x/owner/name",
        "https://gitհub.com/owner/name",
        "https:///owner/name",
    ] {
        check(given, "NoRepository");
    }
    check("", "Empty");
    check("https://github.com/a\nb/c", "ControlCharacter");
    check(&"x".repeat(3000), "TooLong");
    check("/no/such/place", "NotThere");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "this is about it")]
fn plain_http_to_this_machine_has_to_be_asked_for() {
    let given = "http://127.0.0.1:8080/repo";
    assert!(matches!(RepoAddress::parse(given, &[]), Err(AddressError::Scheme { .. })));
    let address = RepoAddress::parse_allowing_http_loopback(given, &[]).unwrap();
    assert_eq!((address.form(), address.to_string().as_str()), ("url", given));
    for other in ["http://github.com/o/n", "http://localhost:1/o", "http://127.0.0.1.nip.io/o"]
    {
        assert!(RepoAddress::parse_allowing_http_loopback(other, &hosts()).is_err(), "{other}");
    }
}

#[test]
fn what_lies_here_is_told_by_its_first_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let form = |given: &str| {
        RepoAddress::parse(given, &[])
            .map(|address| address.form())
            .map_err(|error| {
                format!("{error:?}")
                    .split([' ', '{'])
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            })
    };
    assert_eq!(form(&put("a", b"# v2 git bundle\nx")), Ok("bundle"));
    assert_eq!(form(&put("b", b"PK\x03\x04")), Ok("archive"));
    assert_eq!(form(&put("c", b"\x1f\x8b\x08")), Ok("archive"));
    assert_eq!(form(&put("d.zip", b"words")), Err("NotRecognised".to_owned()));
    put("e/.git/HEAD", b"x");
    assert_eq!(form(&folder.path().join("e").display().to_string()), Ok("path"));
    put("f/x", b"x");
    assert_eq!(form(&folder.path().join("f").display().to_string()), Ok("folder"));
    put("g/.git", b"gitdir: ../e/.git\n");
    let stranger = form(&folder.path().join("g").display().to_string());
    assert_eq!(stranger, Err("NotRecognised".to_owned()));
    // One that agrees with itself and claims the objects of another repository.
    put("h/.git", b"gitdir: inner\n");
    put("h/inner/gitdir", b"../.git\n");
    put("h/inner/commondir", b"../../e/.git\n");
    let claims = form(&folder.path().join("h").display().to_string());
    assert_eq!(claims, Err("NotRecognised".to_owned()));
    put("i/.git", b"gitdir: ../e/.git/worktrees/i\n");
    put("e/.git/worktrees/i/gitdir", b"../../../../i/.git\n");
    put("e/.git/worktrees/i/commondir", b"../..\n");
    assert_eq!(form(&folder.path().join("i").display().to_string()), Ok("path"));
}
