(** The checker as an OCaml program; main.ml calls it. *)

From Coq Require Import ExtrOcamlBasic ExtrOcamlNativeString ExtrOCamlInt63
  PArray.
From Teeko Require Import Certificate.

(** Like ExtrOCamlPArray, but without inlining the type, which Coq 8.16 does wrongly. *)
Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Constant PArray.make => "Parray.make".
Extract Constant PArray.get => "Parray.get".
Extract Constant PArray.default => "Parray.default".
Extract Constant PArray.set => "Parray.set".
Extract Constant PArray.length => "Parray.length".
Extract Constant PArray.copy => "Parray.copy".

Extraction "checker.ml" check.
