#!/bin/sh
# One generation on one machine: games beside the teacher, then labels, then students.
# Usage: train/generation.sh OTRERA WORK OUT [GAMES_SECONDS TEACHER_SECONDS STUDENT_SECONDS SEED]
set -e
otrera=$1; work=$2; out=$3
games=${4:-300}; teacher=${5:-310}; student=${6:-95}; seed=${7:-1}
here=$(dirname "$0")
export PYTHONUNBUFFERED=1
mkdir -p "$work" "$out"
python3 "$here/games.py" --otrera "$otrera" --out "$work/features" --seconds "$games" --seed "$seed" ${GAMES_OPTIONS:-} &
playing=$!
python3 "$here/teacher.py" "$work/features" --seconds "$teacher" --out "$work/teacher.pt" ${TEACHER_OPTIONS:-}
wait $playing
python3 "$here/label.py" "$work/features" --teacher "$work/teacher.pt" --out "$work/labelled"
cp "$work/teacher.pt" "$out/" || true
# FORM:FIRST-SECOND, all at once.
students=""
for one in ${STUDENTS:-6/one/one:32-16}; do
    form=${one%%:*}; hidden=${one##*:}
    name=$(echo "$one" | tr '/:' '__')
    python3 "$here/student.py" "$work/labelled" --form "$form" --hidden "${hidden%-*}" "${hidden#*-}" \
        --seconds "$student" --out "$out/$name.net" --data "${DATA:-}" ${STUDENT_OPTIONS:-} > "$out/$name.log" 2>&1 &
    students="$students $!"
done
for one in $students; do wait "$one" || true; done
cat "$out"/*.log
