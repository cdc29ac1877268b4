#!/usr/bin/env bash
# Runs python/examples/cluster.yaml, as it is, on four machines inside this one, one of which is lost in the middle,
# and compares the games with those of one thread.
#
#   python/tests/cluster_over_ssh.sh PYTHON WHEEL FOLDER
#
# PYTHON has the package and Ray; WHEEL is the package's; FOLDER is empty or new. A machine is a name, an address,
# processes, a home, /tmp and a running sshd of its own, made of Linux namespaces; its kernel, cores and programs are
# those of this machine, and it reaches nothing but the others. It ends with the command. Needs root, iproute2, rsync,
# openssh-server, and Python with venv as /usr/bin/python3. Not one of the tests: it takes minutes and installs Ray
# four times.
#
# shellcheck disable=SC2088 # The tilde is that of the head.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cluster=$root/python/examples/cluster.yaml
machines=(1 2 3 4)
lost=4

# The machines' keys, users, packages and homes.
prepare() {
    mkdir -p "$folder"/{home/.ssh,etc,packages,tmp,wheels}
    ssh-keygen -q -t ed25519 -N "" -f "$folder/home/.ssh/id_ed25519"
    ssh-keygen -q -t ed25519 -N "" -f "$folder/etc/host_key"
    # For ssh, the home of who runs the commands is the one with the key.
    sed -E "s|^(root:.*):[^:]*:([^:]*)$|\1:$folder/home:\2|" /etc/passwd >"$folder/etc/callers"
    (cat /etc/passwd && echo "otrera:x:4321:4321::/home/otrera:/bin/bash") >"$folder/etc/passwd"
    (cat /etc/group && echo "otrera:x:4321:") >"$folder/etc/group"
    (cat /etc/shadow && echo "otrera:*:20000::::::") >"$folder/etc/shadow"
    /usr/bin/python3 -m pip --quiet download --dest "$folder/packages" "ray[default]==2.60.0" "numpy>=1.26"
    for n in "${machines[@]}"; do
        local home=$folder/$n/home
        mkdir -p "$folder/$n"
        cp -r /etc/skel "$home"
        mkdir -p "$home"/{.ssh,.config/pip}
        cp "$folder/home/.ssh/id_ed25519.pub" "$home/.ssh/authorized_keys"
        printf '[global]\nno-index = true\nfind-links = http://10.0.0.254:8000/\ntrusted-host = 10.0.0.254\n' \
            >"$home/.config/pip/pip.conf"
        chown -R 4321:4321 "$home"
        chmod 700 "$home" "$home/.ssh"
    done
}

# What a machine is, inside its namespaces.
machine() {
    local n=$1
    until ip link show net0 >/dev/null 2>&1; do sleep 0.05; done
    ip link set lo up
    ip address add "10.0.0.$n/24" dev net0
    ip link set net0 up
    # It leads nowhere, but Ray looks for the address from which it would be taken.
    ip route add default via 10.0.0.254
    hostname "machine-$n"
    for file in passwd group shadow; do mount --bind "$folder/etc/$file" "/etc/$file"; done
    mount -t tmpfs none /run
    mkdir -p /run/sshd /run/home
    cp "$folder/etc/host_key" /run/host_key
    mount --bind "$folder/$n/home" /run/home
    mount -t tmpfs -o mode=755 none /home
    mkdir /home/otrera
    mount --move /run/home /home/otrera
    mount -t tmpfs none /dev/shm
    mount -t tmpfs none /tmp
    chmod 1777 /tmp /dev/shm
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/sbin/sshd -D -e -f /dev/null -h /run/host_key
}

start_machine() {
    local n=$1
    unshare --net --uts --mount --pid --fork --kill-child --mount-proc "$0" machine "$folder" "$n" \
        >"$folder/$n/sshd" 2>&1 &
    processes[n]=$!
    until [[ $(readlink "/proc/${processes[n]}/ns/net") != $(readlink /proc/self/ns/net) ]]; do sleep 0.05; done
    ip link add "port$n" type veth peer name net0 netns "${processes[n]}"
    ip link set "port$n" master machines up
}

ray() { "$python" -m ray.scripts.scripts "$@"; }

# Runs a command on the head.
on_head() { ray exec "$cluster" "$1" 2>>"$folder/said"; }

count="import ray; ray.init('auto', log_to_driver=False); print('alive', sum(n['Alive'] for n in ray.nodes()))"

play() {
    trap 'echo "failed; what was said is in $folder/said, $folder/result and $folder/[1-4]/sshd" >&2' ERR
    ip link set lo up
    ip link add machines type bridge
    ip address add 10.0.0.254/24 dev machines
    ip link set machines up
    local -a processes
    for n in "${machines[@]}"; do start_machine "$n"; done
    "$python" -m http.server --bind 10.0.0.254 --directory "$folder/packages" 8000 >"$folder/index" 2>&1 &

    # The commands of the cluster file, called in the root of a repository.
    mount --bind "$folder/etc/callers" /etc/passwd
    # Where Ray keeps which machines it has started, here and on the head; not that of another Ray.
    mkdir -p /tmp/ray "$folder/tmp/ray"
    mount --bind "$folder/tmp/ray" /tmp/ray
    export HOME=$folder/home TMPDIR=$folder/tmp RAY_USAGE_STATS_ENABLED=0
    mkdir -p "$folder/repository/target"
    ln -s "$folder/wheels" "$folder/repository/target/wheels"
    cp "$wheel" "$folder/wheels"
    cd "$folder/repository"
    ray get-auth-token --generate >"$folder/said" 2>&1
    time ray up --yes "$cluster"
    until [[ $(on_head "~/otrera/bin/python -c \"$count\"") == *"alive ${#machines[@]}"* ]]; do sleep 5; done
    echo "all machines are there"

    local options="--games 200 --agent otrera:hash=8@nodes=20000 --board 8x8 --openings random:1-4 --seed 11"
    on_head "~/otrera/bin/python -m otrera.cluster selfplay $options --unit-seconds 2 \
        --out games.jsonl --address auto --ship ~/wheels/otrera-*.whl" >"$folder/result" &
    local run=$!
    until [[ -s $folder/1/home/games.jsonl ]]; do
        kill -0 "$run"
        sleep 0.2
    done
    for n in "${machines[@]}"; do echo "machine $n runs $(units "$n") units"; done
    kill -9 "${processes[$lost]}"
    echo "machine $lost was lost after $(wc -l <"$folder/1/home/games.jsonl") games"
    wait "$run"
    grep '"games"' "$folder/result"
    ray rsync-down "$cluster" games.jsonl .
    # shellcheck disable=SC2086
    "$python" -m otrera.cluster selfplay $options --threads 1 --out alone.jsonl
    cmp games.jsonl alone.jsonl
    echo "the games are those of one thread"

    ray down --yes "$cluster"
    # Without end where it does not end on one. The workers end when they have missed the head for a minute.
    for n in "${machines[@]}"; do
        [[ $n == "$lost" ]] ||
            until [[ $(on "$n" "pgrep -f '[r]aylet/raylet' || echo none") == none ]]; do sleep 2; done
    done
    echo "Ray has ended on all machines"
}

# Runs a command on a machine.
on() {
    local n=$1
    shift
    ssh -q -i "$HOME/.ssh/id_ed25519" -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "otrera@10.0.0.$n" "$@"
}

# How many units a machine runs.
units() { on "$1" "pgrep -c -f '^ray::otrera unit'" || true; }

case ${1-} in
machine)
    folder=$2
    machine "$3"
    ;;
play)
    python=$2 wheel=$3 folder=$4
    play
    ;;
*)
    (($# == 3)) || { echo "usage: $0 PYTHON WHEEL FOLDER" >&2 && exit 2; }
    python=$(realpath -s "$1") wheel=$(realpath "$2") folder=$(realpath -m "$3")
    prepare
    exec unshare --net --mount --pid --fork --kill-child --mount-proc "$0" play "$python" "$wheel" "$folder"
    ;;
esac
