#!/bin/sh
# Engines that misbehave, each in its own way, for tests of whoever drives engines:
#
#     sh scripted.sh MODE [ENGINE...]
#
# Modes that fail at their first move:
#   crash-at-start   writes a line of error and ends with status 3 before a word was said
#   crash            ends with status 4 when asked for a move
#   stall            never answers `go` and hears no `stop`
#   silent           never answers anything
#   illegal          answers with a move that nobody can make
#   rubbish          answers with what is no move at all
#   closed           closes its output when asked for a move and goes on running
#   orphan           ends with status 6 when asked for a move; a child of its own keeps the pipes open
#   resign           resigns
#   garish           ends with status 7 when asked for a move, with codes of a terminal on its standard error
#
# Modes that play: they pass the conversation on to ENGINE, the command line of a good engine (without one, to the mode
# `good`, which makes the one move of the board `Q1q w`):
#   crash-midgame    ends with status 5 when asked for its third move
#   illegal-midgame  answers so when asked for its third move
#   late             thinks half a second longer than ENGINE does
#   uci-only         does not know `ugi`
#   touchy           ends at `ugi`, speaks `uci`
#   chatter          writes to standard error without end
#   giant            writes lines of a megabyte
#   bytes            writes lines that are no text
#   unasked          writes moves before it is asked for one
set -u
mode=$1
shift
[ $# -gt 0 ] || set -- sh "$0" good

# Answers everything but `go`, which the function of the mode does.
serve() {
    while read -r line; do
        case $line in
            ugi | uci) printf 'id name scripted %s\n%sok\n' "$mode" "$line" ;;
            isready) echo readyok ;;
            go*) on_go ;;
            quit) exit 0 ;;
        esac
    done
}

# Passes every line on to the engine; before that, the function of the mode sees it, and says what it likes on 3.
pass() {
    exec 3>&1
    while read -r line; do
        case $line in go*) moves=$((moves + 1)) ;; esac
        on_line || break
        printf '%s\n' "$line"
    done | "$@"
}
moves=0

case $mode in
    good) on_go() { echo 'bestmove a1b1,b1a1'; }; serve ;;
    crash-at-start) echo 'cannot find my book' >&2; exit 3 ;;
    garish) on_go() { printf 'my \033[2J\033]0;title\007last word\n' >&2; exit 7; }; serve ;;
    crash) on_go() { echo 'out of luck' >&2; exit 4; }; serve ;;
    stall) on_go() { :; }; serve ;;
    silent) while read -r line; do :; done ;;
    illegal) on_go() { echo 'bestmove a1a1,a1a1'; }; serve ;;
    rubbish) on_go() { echo '%&/('; echo 'info depth x score'; echo 'bestmove e2e4'; }; serve ;;
    closed) on_go() { exec >&-; sleep 100; }; serve ;;
    orphan) on_go() { sleep 100 & exit 6; }; serve ;;
    resign) on_go() { echo 'bestmove resign'; }; serve ;;
    crash-midgame) on_line() { [ "$moves" -lt 3 ]; }; pass "$@"; echo 'lost my way' >&2; exit 5 ;;
    illegal-midgame)
        on_line() {
            [ "$moves" -lt 3 ] || { echo 'bestmove a1a1,a1a1' >&3; line=isready; }
        }
        pass "$@"
        ;;
    late) on_line() { case $line in go*) sleep 0.5 ;; esac; }; pass "$@" ;;
    uci-only) on_line() { case $line in ugi*) echo "unknown command $line" >&3; line= ;; esac; }; pass "$@" ;;
    touchy) on_line() { [ "$line" != ugi ]; }; pass "$@" ;;
    chatter)
        yes 'all is well' >&2 &
        on_line() { :; }
        pass "$@"
        ;;
    giant)
        # One writer for both kinds of lines: what two write at once to a pipe comes mixed.
        "$@" | while read -r line; do
            head -c 1000000 /dev/zero | tr '\0' 'x'
            printf '\n%s\n' "$line"
        done
        ;;
    bytes) on_line() { printf 'info string \377\376\200 pv \300\n\001\377\n' >&3; }; pass "$@" ;;
    unasked) on_line() { case $line in *newgame) echo 'bestmove a1a1,a1a1' >&3 ;; esac; }; pass "$@" ;;
    *) echo "scripted.sh: no mode $mode" >&2; exit 64 ;;
esac
