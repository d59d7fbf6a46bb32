#!/bin/bash
# Measures the stages as processes on hosts that a network of 1 Gbit/s connects.  The hosts are network namespaces of this machine,
# joined by a virtual link that `tc` limits.  Prints a line for each stage and number of hosts: the seconds, and the megabytes that
# crossed the link in both directions.
#
#   audit/measure_network.sh [RULES]      (default: standard_6x6; as root; needs iproute2)
set -euo pipefail
case ${1:-} in -*) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit ;; esac
cd "$(dirname "$0")/.."
rules=corpus/rules/${1:-standard_6x6}.textproto
rate=1gbit
./bazelw build --config=mpi //solver_a //solver_b //verify

dir=$(mktemp -d)
cleanup() {
  for host in 1 2; do ip netns delete teeko$host 2>/dev/null || :; done
  rm -rf "$dir"
}
trap cleanup EXIT
for host in 1 2; do ip netns add teeko$host; done
ip link add name wire netns teeko1 type veth peer name wire netns teeko2
for host in 1 2; do
  ip -n teeko$host address add 10.77.0.$host/24 dev wire
  ip -n teeko$host link set wire up
  ip -n teeko$host link set lo up
  tc -n teeko$host qdisc add dev wire root tbf rate $rate burst 256kb latency 50ms
  mkdir "$dir/tmp$host"
done

# on HOST COMMAND…: runs a command on a host, with a host name and a folder for temporary files of its own.
cat >"$dir/on" <<EOF
#!/bin/bash
host=\${1##*.}
shift
exec ip netns exec teeko\$host unshare --uts sh -c 'hostname "\$1"; shift; TMPDIR=$dir/tmp'\$host' exec sh -c "\$*"' sh teeko\$host "\$@"
EOF
chmod +x "$dir/on"

# Prints the bytes that have crossed the link.
crossed() { ip netns exec teeko1 cat /sys/class/net/wire/statistics/{r,t}x_bytes | awk '{ sum += $1 } END { printf "%.0f", sum }'; }

# measure STAGE HOSTS ARGUMENT…: runs a stage with one process of one thread on each host.
measure() {
  local stage=$1 hosts=$2 before start
  shift 2
  before=$(crossed)
  start=$(date +%s.%N)
  "$dir/on" 1 mpirun --allow-run-as-root --host "$(seq -s, -f 10.77.0.%g "$hosts")" -n "$hosts" \
    --mca plm_rsh_agent "$dir/on" --mca btl tcp,self --mca btl_tcp_if_include wire --mca oob_tcp_if_include wire \
    "$PWD/bazel-bin/$stage/$stage" --threads=1 "--rules=$PWD/$rules" "$@" 2>"$dir/log" || { cat "$dir/log" >&2; exit 1; }
  awk -v stage="$stage" -v hosts="$hosts" -v start="$start" -v end="$(date +%s.%N)" -v before="$before" -v after="$(crossed)" \
    'BEGIN { printf "%-9s %d hosts  %6.1f s  %8.1f MB\n", stage, hosts, end - start, (after - before) / 1e6 }'
}
for hosts in 1 2; do
  for solver in solver_a solver_b; do measure $solver $hosts --reduced "--out=$dir/$solver.table"; done
  measure verify $hosts "--table_a=$dir/solver_a.table" "--table_b=$dir/solver_b.table" "--manifest=$dir/manifest"
done
