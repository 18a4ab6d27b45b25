#!/usr/bin/env bash
# Times the two commands of the README from nothing: a fresh clone, an empty target folder and an empty
# registry cache. Prints seconds, CPU seconds, and the twenty crates that cost most.
#
#   tools/cold_build.sh                 both commands, as a newcomer has them
#   tools/cold_build.sh --keep-registry crates that were downloaded before are used
#   tools/cold_build.sh -- COMMAND...   another command instead, such as cargo build --release
#
# CPU seconds say more than seconds where the machine is busy.
set -euo pipefail

# Called by cargo in place of rustc: runs it, and notes what it cost.
if [[ ${JURAT_COLD_COSTS:-} && ${1:-} == *rustc* ]]; then
    code=0
    "$@" || code=$?
    name=
    while (($#)); do
        if [[ $1 == --crate-name ]]; then name=$2; fi
        shift
    done
    # Not through a pipe: that would be a shell of its own, without children.
    times >"$JURAT_COLD_COSTS.$$"
    printf '%s %s\n' "${name:-?}" "$(tail -n 1 "$JURAT_COLD_COSTS.$$")" >>"$JURAT_COLD_COSTS"
    rm "$JURAT_COLD_COSTS.$$"
    exit "$code"
fi

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone --quiet "$root" "$place/clone"
export RUSTC_WRAPPER=$place/clone/tools/cold_build.sh
export JURAT_COLD_COSTS=$place/costs
export CARGO_TARGET_DIR=$place/target
export CARGO_INCREMENTAL=0
export JURAT_HOME=$place/home
if [[ ${1:-} == --keep-registry ]]; then
    shift
else
    mkdir "$place/cargo"
    for settings in "${CARGO_HOME:-$HOME/.cargo}"/config.toml; do
        if [[ -f $settings ]]; then cp "$settings" "$place/cargo/"; fi
    done
    export CARGO_HOME=$place/cargo
fi
cd "$place/clone"
: >"$JURAT_COLD_COSTS"

# User and system time, as `times` writes them (1m2.345s), in seconds.
cpu() {
    awk '{ total = 0; for (at = 1; at <= NF; at++) { split($at, part, /[ms]/); total += part[1] * 60 + part[2] } print total }'
}

measure() {
    local began=$SECONDS before after
    times >"$place/before"
    printf '\n$ %s\n' "$*"
    "$@"
    times >"$place/after"
    before=$(tail -n 1 "$place/before" | cpu)
    after=$(tail -n 1 "$place/after" | cpu)
    awk -v line="$*" -v wall=$((SECONDS - began)) -v used="$after" -v before="$before" \
        'BEGIN { printf "== %s: %d s, %.0f s of CPU\n", line, wall, used - before }'
}

if [[ ${1:-} == -- ]]; then
    shift
    measure "$@"
else
    measure cargo run -- demo
    measure cargo test --workspace
fi

printf '\n%d calls of rustc; the twenty crates that cost most, in seconds of CPU (tests of a crate count with it):\n' \
    "$(wc -l <"$JURAT_COLD_COSTS")"
while read -r name used; do
    printf '%s %s\n' "$name" "$(printf '%s\n' "$used" | cpu)"
done <"$JURAT_COLD_COSTS" |
    awk '{ cost[$1] += $2; all += $2 } END { for (name in cost) printf "%8.1f  %s\n", cost[name], name; printf "%8.1f  all\n", all }' |
    sort -rn | awk 'NR <= 21'
printf '%d MB: the program\n' \
    "$(find "$CARGO_TARGET_DIR" -maxdepth 2 -name jurat -type f -printf '%s\n' | awk 'NR == 1 { print int($1 / 1000000) }')"
