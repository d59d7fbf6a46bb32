#!/bin/bash
# Prints a Coq file that states and proves the claims of a certificate, or of an open
# certificate. If the certificate does not prove its claims, the file does not compile.
#
#   certificate.sh CERTIFICATE > NAME.v
set -euo pipefail
export LC_ALL=C
# Lines may end in LF, CRLF or CR.
sed '1s/^\xEF\xBB\xBF//; s/\r$//' "$1" | tr '\r' '\n' | awk '
  { if (/"/) { print "certificate.sh: line " NR ": a quotation mark" > "/dev/stderr"; exit 1 }
    text = text $0 "\n" }
  NR == 1 { open = / open$/ ? "true" : "false" }
  /^rows: / { rows = $2 }
  /^columns: / { columns = $2 }
  /^goals: / { goals = (/ 4$/ ? "Advanced" : "Standard"); advanced = (/ 1$/ ? "false" : "true") }
  /^aim: / {
    aim = ($2 == "hold" ? ($3 == "for" ? "HoldFor " $4 : "Hold") : "Win " $4)
    plies = $4
  }
  /^claim: / {
    letters = ""; bans = ""
    for (i = 1; i <= length($2); ++i) letters = letters "; " (substr($2, i, 1) == "S" ? "Own" : "Other")
    for (i = 3; i < NF; i += 2) bans = bans "; " $(i + 1) "%N"
    claims = claims "; Claim " NR " [" substr(letters, 3) "] [" substr(bans, 3) "] " \
      ($NF == "black" ? "Black" : "Red")
  }
  END {
    any_board = open == "true" || rows != 5 || columns != 5
    print "From Coq Require Import NArith List String."
    print "From Teeko Require Import " (any_board ? "OpenCertificate." : "Rules Formations Certificate Soundness.")
    print "Import ListNotations."
    print "Definition text : string := \"" text "\"%string.\n"
    if (any_board) {
      print "Lemma accepted : check_open text = Certificate.Accepted.\nProof. run_open_checker. Qed.\n"
      print "Theorem true : true_header (Header " open " " rows " " columns " " advanced " " plies ")."
      print "Proof. apply (check_open_sound text _ accepted). vm_compute. reflexivity. Qed."
    } else {
      print "Lemma accepted : check text = Accepted.\nProof. run_checker. Qed.\n"
      print "Definition says : statement := Statement " goals " (" aim ") [" substr(claims, 3) "]."
      print "Theorem true : true_statement says."
      print "Proof. apply (proved text says accepted). vm_compute. reflexivity. Qed."
    }
  }'
