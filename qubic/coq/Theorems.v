(** X, who moves first, wins Qubic. *)

From Coq Require Import NArith.
From Qubic Require Import Qubic Checker Soundness Certificate.
Open Scope N_scope.  (* for decimal numbers in messages *)

Lemma accepted : check entries = Accepted.
Proof.
  first [abstract (vm_cast_no_check (eq_refl Accepted)) |
    let verdict := eval vm_compute in (check entries) in fail 1 "The certificate is" verdict].
Qed.
Theorem qubic : wins X start.
Proof. exact (check_sound entries accepted). Qed.
Print Assumptions qubic.
