#!/bin/sh
# The gate: is a network stronger than the one in use? Broken off, the same command goes on.
# Usage: train/gate.sh OTRERA NETWORK STORE [OPTIONS of `otrera sprt`]
# Status 0: elo1 (20 Elo stronger) was accepted; 1: elo0 (no stronger); 2: undecided, or the match failed.
# OLD names another opponent than `otrera` with the network in it. The store's name gets the program's digest, because the
# conditions of the match do not tell which network is in it.
set -eu
otrera=$1; network=$2; store=$3; shift 3
digest=$(sha256sum < "$(command -v "$otrera")")
store=${store%.sqlite}-$(printf %.12s "$digest").sqlite
playing=""
trap 'kill "$playing" 2>/dev/null || true; rm -f "$store.said"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# Random openings, because there are only 500 balanced ones and the same opening gives the same pair again.
"$otrera" sprt "otrera:eval=net:$network" "${OLD:-otrera}" --elo0 0 --elo1 20 --alpha 0.05 --beta 0.05 \
    --nodes 20000 --adjudicate --openings random:4 --games 20000 --concurrency "$(nproc)" \
    --store "$store" --resume "$@" > "$store.said" &
playing=$!
wait "$playing" || exit 2
said=$(cat "$store.said")
echo "$said" | sed -n '/ against /,$p'
case $said in
    *"elo1 is accepted"*) echo "$network passed" ;;
    *"elo0 is accepted"*) echo "$network did not pass"; exit 1 ;;
    *) echo "$network: undecided" >&2; exit 2 ;;
esac
