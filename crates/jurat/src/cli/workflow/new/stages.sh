#!/bin/sh
# Two stages of one's own. A request of JSON comes on stdin, a reply of JSON goes to stdout:
#   {"output": {"CHANNEL": VALUE}}      values for channels
#   {"error": {"message": "…"}}         the attempt failed; "class": "transient" asks for a retry
# It runs in a sandbox: no network, no files but those beside it and of the system.
set -eu
request=$(cat)

# One value of the request. Enough for plain values; for more, take a language that reads JSON.
field() {
    printf '%s' "$request" | sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"
}

case $1 in
measure)
    greeting=$(field greeting)
    printf '{"output": {"letters": %d}}\n' "${#greeting}"
    ;;
name)
    if [ "$(field letters)" -le "$(field most)" ]; then word=$(field short); else word=$(field long); fi
    printf '{"output": {"word": "%s"}}\n' "$word"
    ;;
*)
    printf '{"error": {"message": "there is no stage %s"}}\n' "$1"
    ;;
esac
