#!/bin/bash
# Replaces every stage in tests.  Writes small files, or behaves as
# FAKE_STAGE says.  Environment variables:
#
#   FAKE_STAGE            what a stage does instead: "first/solver_a=fail,claims=hang"
#   FAKE_STAGE_LOG        a file to which the stage appends its name: "first/solver_a"
#   FAKE_STAGE_MS         run time in milliseconds
#   FAKE_STAGE_BYTES      for --estimate: memory of all processes together, in bytes
#   FAKE_STAGE_POSITIONS  for --estimate: positions of each rule set: "large=1000000,…" (default: 0).
#                         A table needs half a byte per position, and one byte more while it is written.
set -eu

# Uses Bash builtins instead of programs: tests start this script thousands of times.
text_of() { IFS= read -r -d '' text <"$1" || true; }

for flag in "$@"; do
  name=${flag%%=*}
  declare "${name#--}=${flag#*=}"
done
if [ -n "${estimate:-}" ]; then
  if [ "${FAKE_STAGE:-}" = estimate=hang ]; then
    echo "estimate hangs" >>"$FAKE_STAGE_LOG"
    exec sleep 1000
  fi
  if [ "${FAKE_STAGE:-}" = estimate=fail ]; then
    echo "$report" >>"$FAKE_STAGE_LOG"
    exit 1
  fi
  text_of "$rules"
  [[ $text =~ name:\ \"([^\"]*)\" ]]
  [[ ,${FAKE_STAGE_POSITIONS:-} =~ ,${BASH_REMATCH[1]}=([0-9]+) ]] && positions=${BASH_REMATCH[1]}
  if [ "$processes" = 0 ]; then processes=1; fi
  echo "peak_memory_bytes: $((${FAKE_STAGE_BYTES:-0} / processes)) positions: ${positions:-0}
    disk_bytes: $((${positions:-0} / 2)) temporary_disk_bytes: ${positions:-0}" >"$report"
  exit
fi
self=${report##*/}
self=${self%.report.textproto}
stage=$self
if [ "$stage" != results ] && [ "$stage" != claims ]; then  # The first field of the rules is their name.
  text_of "${rules:-$manifest}"
  [[ $text =~ name:\ \"([^\"]*)\" ]]
  self=${BASH_REMATCH[1]}/$stage
fi
behaviour=
case ",${FAKE_STAGE:-}," in
  *",$self="*) behaviour=,${FAKE_STAGE:-}, behaviour=${behaviour#*,$self=} behaviour=${behaviour%%,*} ;;
esac
echo "$self" >>"$FAKE_STAGE_LOG"
if [ -n "${checkpoint:-}" ]; then
  if [ -n "${resume:-}" ]; then
    if [ -e "$checkpoint/level" ]; then cat "$checkpoint/level" >&2; fi
  elif [ -e "$checkpoint" ]; then
    echo "error: $checkpoint exists already" >&2
    exit 1
  fi
  mkdir -p "$checkpoint"
  echo "$self continues" >"$checkpoint/level"
fi
if [ "${FAKE_STAGE_MS:-0}" != 0 ]; then
  printf -v seconds '0.%03d' "$FAKE_STAGE_MS"
  sleep "$seconds"
fi

# $made: the output files; $content: their text.
values=600
if [ "$behaviour" = other_values ]; then values=601; fi
case $stage in
  solver_?)
    made=$out
    printf -v content '%s\n%3000s' "$stage" $values
    ;;
  verify)
    made=$manifest
    mapfile -t a <"$table_a"
    mapfile -t b <"$table_b"
    if [ "${a[-1]}" != "${b[-1]}" ]; then
      echo "error: the tables differ" >&2
      exit 1
    fi
    content="rules { $text } draws: $((a[-1]))"
    ;;
  certificates) made=$json content='{"files": []}' ;;
  extra_rules | scores) made=$json content='{"rules": "some"}' ;;
  results) made="$json $text" content="results of $rules" ;;
  claims) made="$markdown $html" content="of $rules" ;;
esac

case $behaviour in
  nothing) exit ;;
  environment) echo "$GLIBC_TUNABLES $TERM" >>"$FAKE_STAGE_LOG" ;;
  in_place)
    echo half >"${made/.unfinished\//}"
    sleep 0.1
    ;;
  fail | crash | hang | stubborn)
    for file in $made; do echo half >"$file"; done
    if [ $behaviour = fail ]; then
      echo "error: $self was told to fail" >&2
      exit 1
    fi
    if [ $behaviour = crash ]; then kill -ABRT $$; fi
    if [ $behaviour = stubborn ]; then trap '' TERM; fi
    echo "$self hangs" >>"$FAKE_STAGE_LOG"
    exec sleep 1000
    ;;
esac
for file in $made; do echo "$content" >"$file"; done
echo 'phases { name: "pretending" seconds: 0.5 positions: 1000000 }' >"$report"
