#!/bin/sh
# Stands for the report's program in tests: writes something small, or fails if
# FAKE_CLAIMS says so.
for flag in "$@"; do
  case $flag in
    --out=*) out=${flag#--out=} ;;
    --rules=*) rules=${flag#--rules=} ;;
  esac
done
if [ "${FAKE_CLAIMS:-}" = fail ]; then
  echo "error: the report was told to fail" >&2
  exit 1
fi
echo "of $rules" >"$out/report.md"
echo "of $rules" >"$out/report.html"
