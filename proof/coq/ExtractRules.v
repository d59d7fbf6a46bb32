(** The rules as an OCaml program; bridge.ml compares them with the kernel's. *)

From Coq Require Import ExtrOcamlBasic.
From Teeko Require Import Rules.

Extraction "rules.ml" squares adjacent Standard Advanced pieces opponent chooser start successors.
