#!/bin/sh
# Becomes the program of a service, `become.sh start` for both, so that no other process stays between it and npm, systemd
# or the container.
cd "$(dirname "$0")/.." || exit
command=$(node scripts/run.mjs --words "$@") || exit
eval "exec $command"
