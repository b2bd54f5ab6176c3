#!/usr/bin/env bash
# Several hosts on one machine, of Linux namespaces: each with a network, a name,
# processes, IPC and a /dev/shm of its own, joined by a bridge. Open MPI and MPICH
# start programs across them. Needs root and iproute2.
#
#   hosts.sh up N [--rate R]    hosts n1 .. nN; links of R (200mbit), if given
#   hosts.sh loss P|none        loses P percent of what hosts send, or receive
#   hosts.sh mpirun [--ranks 3,1|--round-robin] ARGS
#                               ARGS: those of mpirun, or of $MPIRUN; 3 ranks on
#                               n1, then 1 on n2, and so on (4 on each), or in turn
#   hosts.sh on HOST COMMAND    a command on a host, in this folder
#   hosts.sh down
#
# State is kept in $REDIST_HOSTS_DIR; hosts that are in different folders do not
# see each other. They end after two hours if nobody ends them.
set -u
self=$(readlink -f "${BASH_SOURCE[0]}")
dir=${REDIST_HOSTS_DIR:-/tmp/redist-hosts-$(id -u)}
network=10.77.0
lifetime=7200 # seconds

fail() {
  printf 'hosts.sh: error: %s\n' "$*" >&2
  exit 1
}

# Whether that process holds namespaces of ours: numbers come again.
isHolder() { [ "$(tr '\0' ' ' <"/proc/$1/cmdline")" = "sleep $lifetime " ]; } \
  2>/dev/null

# The process that holds the namespaces of a host, or of the switch.
holder() {
  local pid
  pid=$(cat "$dir/$1.pid" 2>/dev/null) && isHolder "$pid" ||
    fail "there is no host '$1' in '$dir'"
  echo "$pid"
}

inSwitch() { nsenter -t "$switch" -n -- "$@"; }

# enter HOST COMMAND: in all namespaces of the host.
enter() {
  local pid
  pid=$(holder "$1") || exit 1
  shift
  exec nsenter -t "$pid" -m -u -i -n -p -- \
    sh -c 'cd "$1" && shift && exec "$@"' sh "$PWD" "$@"
}

# hold NAME FLAGS COMMAND: namespaces that last as long as a process, whose
# number is written to NAME.pid once COMMAND has set them up.
hold() {
  local name=$1 flags=$2 command=$3 parent child
  # shellcheck disable=SC2086 # several flags
  unshare $flags --fork --kill-child setsid \
    bash -c "$command && touch '$dir/$name.ready' && exec sleep $lifetime" \
    >"$dir/$name.log" 2>&1 </dev/null &
  parent=$!
  for _ in $(seq 100); do
    [ -e "$dir/$name.ready" ] && break
    kill -0 "$parent" 2>/dev/null || break
    sleep 0.05
  done
  [ -e "$dir/$name.ready" ] ||
    fail "no namespaces for '$name': $(tail -n 1 "$dir/$name.log")"
  child=$(cat "/proc/$parent/task/$parent/children")
  child=${child%% *}
  for _ in $(seq 100); do isHolder "$child" && break; done
  echo "$child" >"$dir/$name.pid"
}

limit() { # RATE: in both directions of every link
  local file name
  for file in "$dir"/n*.pid; do
    name=$(basename "$file" .pid)
    nsenter -t "$(cat "$file")" -n -- tc qdisc add dev e0 root tbf \
      rate "$1" burst 64kb latency 100ms || return 1
    inSwitch tc qdisc add dev "v$name" root tbf \
      rate "$1" burst 64kb latency 100ms || return 1
  done
}

up() {
  local count=${1:-} rate="" i name
  [[ $count =~ ^[1-9][0-9]?$ ]] || fail "up needs a number of hosts, 1 to 99"
  shift
  if [ "${1:-}" = --rate ]; then
    rate=${2:-}
    shift 2 || fail "--rate needs a rate"
  fi
  [ $# -eq 0 ] || fail "up does not know '$1'"
  for tool in ip tc nsenter unshare; do
    command -v "$tool" >/dev/null || fail "'$tool' is not installed"
  done
  down
  mkdir -p "$dir" || exit 1
  [ -z "$(ls -A "$dir")" ] || fail "'$dir' has other files in it"
  trap '[ $? -eq 0 ] || down' EXIT
  printf '127.0.0.1 localhost\n%s.100 head\n' "$network" >"$dir/etc"
  for i in $(seq "$count"); do echo "$network.$i n$i" >>"$dir/etc"; done
  printf '#!/bin/sh\nREDIST_HOSTS_DIR="%s" exec "%s" agent "$@"\n' \
    "$dir" "$self" >"$dir/agent"
  chmod +x "$dir/agent"
  hold switch "-n -u -m" "hostname head && mount --bind '$dir/etc' /etc/hosts &&
    ip link set lo up && ip link add br0 type bridge &&
    ip addr add $network.100/24 dev br0 && ip link set br0 up"
  switch=$(holder switch)
  for i in $(seq "$count"); do
    name=n$i
    mkdir -p "$dir/$name"
    hold "$name" "-n -u -m -i -p --mount-proc" "hostname $name &&
      mount -t tmpfs -o size=4g tmpfs /dev/shm && mount -t sysfs sysfs /sys &&
      mount --bind '$dir/etc' /etc/hosts && ip link set lo up"
    inSwitch ip link add "v$name" type veth \
      peer name e0 netns "$(holder "$name")" &&
      inSwitch ip link set "v$name" master br0 up &&
      nsenter -t "$(holder "$name")" -n -- sh -c \
        "ip addr add $network.$i/24 dev e0 && ip link set e0 up" ||
      fail "no network for '$name'"
  done
  [ -z "$rate" ] || limit "$rate" || fail "no links of '$rate'"
}

# lose PERCENT|none: in the network of this process. By netem where the kernel
# has it, else by a rule for what arrives.
lose() {
  tc qdisc del dev e0 root netem 2>/dev/null
  nft delete table inet loss 2>/dev/null
  [ "$1" = none ] || tc qdisc add dev e0 root netem loss "$1%" 2>/dev/null ||
    nft "add table inet loss
add chain inet loss in { type filter hook input priority 0; }
add rule inet loss in numgen random mod 100 < $1 drop"
}

loss() { # PERCENT|none
  local file
  [[ $1 =~ ^([1-9][0-9]?|none)$ ]] || fail "a loss is 1 to 99, or none"
  for file in "$dir"/n*.pid; do
    nsenter -t "$(cat "$file")" -n -- "$self" lose "$1" ||
      fail "no packets can be lost: neither netem nor nftables is at hand"
  done
}

# What ssh would do: options, a host, and a command for its shell.
agent() {
  local host
  while [ "${1#-}" != "$1" ]; do shift; done
  host=$1
  shift
  enter "$host" env TMPDIR="$dir/$host" sh -c "$*"
}

run() {
  local ranks="" turn="" launcher=${MPIRUN:-mpirun} i=0 file count options separator
  case ${1:-} in
  --ranks) ranks=$2 && shift 2 ;;
  --round-robin) turn=1 && shift ;;
  esac
  switch=$(holder switch) || exit 1
  file=$(mktemp "$dir/hostfile.XXXXXX") || exit 1
  if "$launcher" --version 2>/dev/null | grep -q HYDRA; then
    separator=: options=(-launcher ssh -launcher-exec "$dir/agent" -f "$file")
    [ -z "$turn" ] || ranks=$(cd "$dir" && ls n*.pid | sed 's/.*/1/' | paste -sd,)
    # UCX takes these hosts for one, since they are one machine.
    export UCX_TLS=self,tcp UCX_NET_DEVICES=e0
  else
    separator=' slots='
    options=(--hostfile "$file" --mca plm_rsh_agent "$dir/agent"
      --mca orte_keep_fqdn_hostnames 1
      --mca oob_tcp_if_include "$network.0/24"
      --mca btl_tcp_if_include "$network.0/24")
    [ -z "$turn" ] || options+=(--map-by node)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
  if [ -n "$ranks" ]; then
    for count in ${ranks//,/ }; do
      i=$((i + 1))
      echo "n$i$separator$count" >>"$file"
    done
  else
    for i in $(cd "$dir" && ls n*.pid | sed 's/n//; s/.pid//' | sort -n); do
      echo "n$i${separator}4" >>"$file"
    done
  fi
  nsenter -t "$switch" -n -u -m -- \
    sh -c 'cd "$1" && shift && exec "$@"' sh "$PWD" \
    "$launcher" "${options[@]}" "$@"
  local status=$?
  rm -f "$file"
  exit "$status"
}

down() {
  local file pid
  [ -x "$dir/agent" ] || return 0
  for file in "$dir"/*.pid; do
    pid=$(cat "$file" 2>/dev/null) && isHolder "$pid" && kill -9 "$pid"
  done
  rm -rf "$dir"
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
up) up "$@" ;;
loss) loss "${1:-}" ;;
lose) lose "$1" ;;
agent) agent "$@" ;;
mpirun) run "$@" ;;
on) enter "$@" ;;
down) down ;;
*)
  sed -n '2,15p' "$self" | cut -c3-
  exit 2
  ;;
esac
