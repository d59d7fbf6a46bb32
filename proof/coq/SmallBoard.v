(** Solves all placements of the 4×4 board with the solver for 5×5.  This tests the solver
    within seconds. *)

From Coq Require Import NArith String List Bool Lia.
From Teeko Require Import Rules Placements Numbering Levels Counts Solution Payload Digests.
Import ListNotations.
Open Scope N_scope.

(** The upper left 16 squares of the board of Rules.v, and the goals on them. *)
Definition squares4 : list square :=
  filter (fun s => (Rules.row s <? 4) && (Rules.column s <? 4)) squares.
Definition goals4 : list set := filter (fun g => N.ldiff g (set_of squares4) =? 0) Standard.

Definition result4 : result := Result
  [(0, 9267); (80924, 0); (0, 18504); (89960, 0); (0, 6700); (17532, 0); (0, 1360);
   (4644, 0); (0, 536); (1752, 0); (0, 88); (176, 0); (0, 24); (8, 0); (0, 0)]
  660020.

Lemma solved4 : solution squares4 goals4 13 = Some result4.
Proof. vm_cast_no_check (eq_refl (Some result4)). Qed.

Lemma distinct4 : NoDup squares4.
Proof. apply NoDup_filter, distinct_squares. Qed.

(** The numbers of placements of 4×4 that the side to move wins in n plies, that it loses in
    n plies, and that are draws.  [own] is the winner's set or, for a draw, the set of the
    side to move. *)
Theorem board4 :
  (forall n, number_of (fun '(own, other) => won_in squares4 adjacent goals4 4 n own other)
    (fst (nth n (lengths result4) (0, 0)))) /\
  (forall n, number_of (fun '(own, other) => lost_in squares4 adjacent goals4 4 n own other)
    (snd (nth n (lengths result4) (0, 0)))) /\
  number_of (fun '(own, other) => drawn squares4 adjacent goals4 4 own other) (draws result4).
Proof. exact (solution_spec squares4 goals4 13 result4 distinct4 solved4). Qed.

Lemma hashed4 : board_digest squares4 goals4 13 =
  Some "ee025e8d5df2868d006ea837e75c0b601b01d32b967abf9e39f895bb3cb52e5b"%string.
Proof.
  vm_cast_no_check (eq_refl (Some "ee025e8d5df2868d006ea837e75c0b601b01d32b967abf9e39f895bb3cb52e5b"%string)).
Qed.

(** The digest of the section of a table that has all placements, with either side to move. *)
Theorem digest4 mover :
  digest_of (listed squares4 4 4 8 mover) (board_byte squares4 adjacent goals4 4)
    "ee025e8d5df2868d006ea837e75c0b601b01d32b967abf9e39f895bb3cb52e5b".
Proof.
  apply (board_digest_spec squares4 goals4 13 result4);
    [exact distinct4 | exact solved4 | lia | reflexivity | exact hashed4].
Qed.

Print Assumptions board4.
Print Assumptions digest4.
