#!/bin/sh
# Runs a command of pairbench in one of the settings of docs/method.md:
#   docs/settings.sh quiet|load|neighbor COMMAND [ARGUMENT]…
# `load` keeps six other processes busy; `neighbor` shares the core of the command with one of them.
set -eu
setting=$1
shift
others=
trap 'kill $others 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
spin() {
    # shellcheck disable=SC2016
    "$@" sh -c 'while :; do :; done' &
    others="$others $!"
}
case $setting in
quiet) "$@" ;;
load)
    for _ in 1 2 3; do
        spin env
        dd if=/dev/zero of=/dev/null bs=4M status=none &
        others="$others $!"
    done
    "$@"
    ;;
neighbor)
    core=$(($(nproc) - 1))
    spin taskset --cpu-list "$core"
    "$@" --core "$core"
    ;;
*)
    echo "no such setting: $setting" >&2
    exit 2
    ;;
esac
