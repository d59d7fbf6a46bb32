#!/bin/bash
# Stands for every stage in tests: makes small files of the right form, and
# misbehaves on demand.
#
#   FAKE_STAGE      "first/solver_a=fail,claims=hang": what to do instead
#   FAKE_STAGE_LOG  a file to which it adds a line, "first/solver_a"
#   FAKE_STAGE_MS   how long it takes, in milliseconds
#   FAKE_STAGE_BYTES  the memory that it would take, for --estimate, all ranks together
set -eu

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
  echo "peak_memory_bytes: $((${FAKE_STAGE_BYTES:-0} / ${ranks:-1}))" >"$report"
  exit
fi
self=${report##*/}
self=${self%.report.textproto}
stage=$self
if [ "$stage" != claims ]; then  # The rules begin with their name.
  self=$(grep -o -m 1 'name: ".*"' "${rules:-$manifest}" | cut -d '"' -f 2)/$stage
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
    echo "error: $checkpoint is there" >&2
    exit 1
  fi
  mkdir -p "$checkpoint"
  echo "$self goes on" >"$checkpoint/level"
fi
sleep "$(printf '0.%03d' "${FAKE_STAGE_MS:-0}")"

# What it makes; $made are the files.
values=600
if [ "$behaviour" = other_values ]; then values=601; fi
case $stage in
  solver_?)
    made=$out
    content=$(printf '%s\n%3000s\n' "$stage" $values)
    ;;
  verify)
    made=$manifest
    a=$(tail -n 1 "$table_a")
    if [ "$a" != "$(tail -n 1 "$table_b")" ]; then
      echo "error: the tables differ" >&2
      exit 1
    fi
    sha256=$(echo "$a" | sha256sum | cut -c 1-64)
    content="rules { $(cat "$rules") $([ "$behaviour" = other_rules ] && echo 'banned_first_drops: 6') } digest: '$sha256' draws: $((a)) placements: 66536
      goals: $(grep -o 'columns: .' "$rules" | cut -c 10-) levels: [10, 20, 0, 30]
      sections { placed: 4 positions: 66536 sha256: '$sha256' }"
    for style in $(grep styles: "$rules" | cut -d '"' -f 2); do
      for ban in true false; do
        if [ "$behaviour" = no_variants ]; then continue; fi
        content+=" variants { style: '$style' centre_ban: $ban first_drops { square: 3 } }"
      done
    done
    ;;
  certificates) made=$json content='{"files": []}' ;;
  extra_rules) made=$json content='{"rules": "some"}' ;;
  claims) made="$out/report.md $out/report.html" content="of $rules" ;;
esac

case $behaviour in
  nothing) exit ;;
  junk) content='junk }' ;;
  in_place)
    echo half >"${made/.unfinished-??????/${self%/*}}"
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
