//! Addresses of resources, taken apart: steps between slashes, each with its escapes undone.

use jurat_tools::ToolFailure;

/// The steps behind a prefix, as `jurat://decisions/`; none where the address is not of this prefix. At most `most` steps,
/// none of them empty.
pub fn resource_steps(
    uri: &str,
    prefix: &str,
    most: usize,
) -> Result<Option<Vec<String>>, ToolFailure> {
    let Some(rest) = uri.strip_prefix(prefix) else { return Ok(None) };
    let refused = |allowed: String| ToolFailure::BadArgument {
        argument: "uri".to_owned(),
        given: format!("{uri:?}"),
        allowed: vec![allowed],
    };
    let steps: Option<Vec<String>> = rest.split('/').map(unescaped).collect();
    let steps = steps.ok_or_else(|| {
        refused("UTF-8, with `%20` and the like for what is not plain".into())
    })?;
    if most < steps.len() || steps.iter().any(|step| step.trim().is_empty()) {
        return Err(refused(format!(
            "{prefix} and 1 to {most} steps, a slash within one as `%2F`"
        )));
    }
    Ok(Some(steps))
}

fn unescaped(step: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(step.len());
    let mut rest = step.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            let (digits, after) = after.split_at_checked(2)?;
            let digits = std::str::from_utf8(digits).ok()?;
            // The parser would take a sign for a digit.
            let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            bytes.push(u8::from_str_radix(digits, 16).ok().filter(|_| plain)?);
            rest = after;
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    const ACTS: &str = "jurat://acts/";

    #[test]
    fn steps_are_parted_before_their_escapes_are_undone() {
        let steps = |uri| resource_steps(uri, ACTS, 2).unwrap().unwrap();
        assert_eq!(steps("jurat://acts/SOR%2F2002-227/12(1)"), ["SOR/2002-227", "12(1)"]);
        assert_eq!(steps("jurat://acts/Loi%20d%E2%80%99exil"), ["Loi d’exil"]);
        assert_eq!(resource_steps("jurat://runs/1", ACTS, 2), Ok(None));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for uri in ["", "a//b", "a/", "%", "%4", "%+4", "%zz", "%ff", "a/b/c", "%20"] {
            let steps = resource_steps(&format!("{ACTS}{uri}"), ACTS, 2);
            assert!(matches!(steps, Err(ToolFailure::BadArgument { .. })), "{uri}: {steps:?}");
        }
    }
}
