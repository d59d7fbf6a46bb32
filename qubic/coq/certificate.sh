#!/bin/bash
# Prints a certificate of Qubic in the explicit form (../../docs/qubic.md) as a Coq file.
#
#   certificate.sh CERTIFICATE > Certificate.v
set -euo pipefail
export LC_ALL=C
# Lines may end in LF, CRLF or CR.
sed '1s/^\xEF\xBB\xBF//; s/\r$//' "$1" | tr '\r' '\n' | awk '
  # Returns the list of `count` fields from field `first`, seven to a number.
  function pack(first, count,   list, i) {
    for (i = 0; i < count; ++i) {
      if (i % 7 == 0) list = list (i ? "; 0x" : "0x")
      list = list sprintf("%02x", $(first + i))
    }
    return "[" list "]"
  }
  BEGIN {
    print "From Coq Require Import NArith List Uint63."
    print "From Qubic Require Import Checker."
    print "Import ListNotations.\nOpen Scope uint63_scope."
  }
  NR > 1 {
    if (/[^0-9 ]/) refuse = "expected numbers"
    items = ""
    for (i = 2 * $1 + 3; i <= NF; i += $i == 0 ? 3 : 1 + $i) {
      item = $i == 0 ? sprintf("Reference %d %d", $(i + 1), $(i + 2)) : "Line " pack(i + 1, $i)
      items = items (items == "" ? "" : "; ") item
    }
    if (i != NF + 1) refuse = "expected more numbers"
    if (refuse) {
      print "certificate.sh: line " NR ": " refuse > "/dev/stderr"
      exit 1
    }
    # Coq reads several shorter lists faster than a long one.
    if (NR % 500 == 2) printf "%sDefinition part%d := [\n", (NR == 2 ? "" : "].\n"), ++parts
    else print ";"
    printf "Entry %s %s %d%%N [%s]", pack(2, $1), pack(2 + $1, $1), $(2 * $1 + 2), items
  }
  END {
    if (refuse) exit 1
    printf "].\nDefinition entries := concat ["
    for (i = 1; i <= parts; ++i) printf "%spart%d", (i == 1 ? "" : "; "), i
    print "]."
  }'
