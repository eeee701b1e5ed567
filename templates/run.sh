#!/usr/bin/env bash
# Runs conform with the flags that CONFORM_INPUT_* name, for pipelines. Tells the status as a step output where GitHub
# collects them, and ends with it elsewhere.
set -euo pipefail

flags=()

# value FLAG TEXT: the flag with its value, unless there is none
value() {
  if [ -n "$2" ]; then flags+=("$1=$2"); fi
}

# switch FLAG TEXT: the flag where the text is true
switch() {
  case "$2" in
    true) flags+=("$1") ;;
    false | '') ;;
    *)
      echo "conform: $1 is true or false, and not $2." >&2
      exit 2
      ;;
  esac
}

report="${CONFORM_INPUT_REPORT:-conform-report}"
value --base-url "${CONFORM_INPUT_BASE_URL:-}"
value --target "${CONFORM_INPUT_TARGET:-}"
value --profile "${CONFORM_INPUT_PROFILE:-}"
value --depth "${CONFORM_INPUT_DEPTH:-}"
value --only "${CONFORM_INPUT_ONLY:-}"
value --allow "${CONFORM_INPUT_ALLOW:-}"
value --wait "${CONFORM_INPUT_WAIT:-}"
value --retries "${CONFORM_INPUT_RETRIES:-}"
value --seed "${CONFORM_INPUT_SEED:-}"
value --report "$report"
switch --strict "${CONFORM_INPUT_STRICT:-}"
switch --require-complete "${CONFORM_INPUT_REQUIRE_COMPLETE:-}"
switch --bail "${CONFORM_INPUT_BAIL:-}"
# Split at blanks, and nothing else: no quotes, no patterns, no variables.
set -f
# shellcheck disable=SC2206
flags+=(${CONFORM_INPUT_ARGS:-})
set +f

# A version, or the path of a tarball.
case "${CONFORM_INPUT_VERSION:?}" in
  */* | *.tgz) package="$CONFORM_INPUT_VERSION" ;;
  *) package="conform-contract@$CONFORM_INPUT_VERSION" ;;
esac

status=0
npx --yes --package="$package" -- conform run "${flags[@]}" || status=$?

if [ -n "${GITHUB_OUTPUT:-}" ]; then
  {
    echo "exit-status=$status"
    echo "report=$report/report.json"
  } >> "$GITHUB_OUTPUT"
else
  exit "$status"
fi
