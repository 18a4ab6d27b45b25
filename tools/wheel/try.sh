#!/usr/bin/env bash
# Builds the wheel as `pip install .` does and tries it in an environment of its own: version, manual,
# completions, the demo, and that nothing stays behind. Needs Rust, a C compiler, Python 3.9 or later and
# the package index; no part of CI, since it builds everything anew.
#
#   bash tools/wheel/try.sh [PROFILE]     # the cargo profile; `dev` unless told, which builds sooner
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

profile=${1:-dev}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The demo keeps all in its own folder; the rest must not find a store of yours.
export JURAT_HOME=$work/home

python3 -m venv "$work/venv"
MATURIN_PEP517_ARGS="--profile $profile" "$work/venv/bin/pip" install --quiet .
jurat=$work/venv/bin/jurat

"$jurat" --version
"$jurat" man --out "$work/man" >/dev/null
"$jurat" completions bash >"$work/completions"
"$jurat" --quiet demo --out "$work/demo" >"$work/demo.txt"
"$jurat" verify "$work/demo/answer-1.jurat" >"$work/verdict.txt"
"$work/venv/bin/python" -c 'import jurat; print("module:", ", ".join(jurat.__all__))'
printf 'pages of the manual: %d\n' "$(find "$work/man" -name '*.1' | wc -l)"
tail -n 1 "$work/verdict.txt"

"$work/venv/bin/pip" uninstall --quiet --yes jurat
if [[ -e $jurat ]]; then
    echo "the program is still there after it was uninstalled" >&2
    exit 1
fi
echo "installed, tried and uninstalled"
