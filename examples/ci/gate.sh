#!/bin/sh
# Run a model and check its results. Exit code: 0 every gate passes, 1 a gate fails, 3 undecided, 2 anything else.
# Usage: gate.sh MODEL WORKSPACE GATE…   such as: gate.sh builtin:attention runs/ci --min accuracy.accuracy=60
# Variables: ASKANCE (the command), SUITES, LIMIT, REPORTS (folder for junit.xml and summary.md).
set -u
model=$1
workspace=$2
shift 2
reports=${REPORTS:-$workspace-reports}
mkdir -p "$reports" || exit 2
suites=""
for suite in ${SUITES:-accuracy}; do suites="$suites -s $suite"; done
# `askance run` also uses 3 and 4 as exit codes: here, every problem of the run is 2.
# shellcheck disable=SC2086
${ASKANCE:-askance} run -m "$model" $suites --limit "${LIMIT:-300}" --out "$workspace" || exit 2
${ASKANCE:-askance} check "$workspace" -m "$model" "$@" --junit "$reports/junit.xml" --summary "${GITHUB_STEP_SUMMARY:-$reports/summary.md}"
