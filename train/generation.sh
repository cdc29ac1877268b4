#!/bin/sh
# One generation on one machine: games beside the teacher, then labels, students, and the gate.
# Usage: train/generation.sh OTRERA WORK OUT [GAMES_SECONDS TEACHER_SECONDS STUDENT_SECONDS SEED]
# What is finished is found again: broken off, the same command goes on. Whatever fails ends it with a status.
set -eu
otrera=$1; work=$2; out=$3
games=${4:-300}; teacher=${5:-310}; student=${6:-95}; seed=${7:-1}
here=$(dirname "$0")
export PYTHONUNBUFFERED=1
mkdir -p "$work" "$out"
# Whatever ends the script ends what it has started.
running=""
trap 'kill $running 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# Runs a command to its end. In the background, because a shell hears no signal while one runs in the foreground.
step() { "$@" & running="$running $!"; wait "$!"; }

python3 "$here/games.py" --otrera "$otrera" --out "$work/features" --seconds "$games" --seed "$seed" ${GAMES_OPTIONS:-} &
playing=$!; running=$playing
step python3 "$here/teacher.py" "$work/features" --seconds "$teacher" --out "$work/teacher.pt" ${TEACHER_OPTIONS:-}
wait "$playing"
running=""
step python3 "$here/label.py" "$work/features" --teacher "$work/teacher.pt" --out "$work/labelled" ${LABEL_OPTIONS:-}
cp "$work/teacher.pt" "$out/"

# What the ledger in a network's file says of its games.
ledger=${DATA:-"$("$otrera" --version), games.py --seed $seed ${GAMES_OPTIONS:-}"}

# FORM:FIRST-SECOND, all at once.
students=""; failed=""
for one in ${STUDENTS:-6/one/one:32-16}; do
    form=${one%%:*}; hidden=${one##*:}
    name=$(echo "$one" | tr '/:' '__')
    python3 "$here/student.py" "$work/labelled" --form "$form" --hidden "${hidden%-*}" "${hidden#*-}" \
        --seconds "$student" --out "$out/$name.net" --data "$ledger" ${STUDENT_OPTIONS:-} >> "$out/$name.log" 2>&1 &
    students="$students $!:$name"; running="$running $!"
done
for one in $students; do
    wait "${one%%:*}" || failed="$failed ${one#*:}"
done
running=""
cat "$out"/*.log
if [ -n "$failed" ]; then
    echo "failed students:$failed (see $out/NAME.log)" >&2
    exit 1
fi

# The program reads one form alone. A student that does not pass (status 1) is no failure; anything else is.
for network in "$out"/6_one_one_*.net; do
    [ -e "$network" ] || continue
    step "$here/gate.sh" "$otrera" "$network" "$work/gate.sqlite" || [ $? -eq 1 ]
done
