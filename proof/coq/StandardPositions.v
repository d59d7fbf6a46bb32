(** Standard Teeko with all pieces placed, strongly solved.  The theorems hold for every style
    and every list of banned squares, because all drops are over. *)

From Coq Require Import NArith List.
From Teeko Require Import Rules Counts Solution DropPhase.
Import ListNotations.
Open Scope N_scope.

Opaque squares Standard.

(** The numbers of wins and losses of the side to move in 0, 1, 2, ... plies, and of draws. *)
Definition standard_result : result := Result
  [(0, 262332); (3440836, 0); (0, 1390596); (9169210, 0); (0, 1617536); (4999274, 0);
   (0, 1181424); (2693722, 0); (0, 1013306); (1880462, 0); (0, 676428); (1192946, 0);
   (0, 478304); (795160, 0); (0, 313279); (508896, 0); (0, 204316); (332816, 0);
   (0, 124062); (205472, 0); (0, 74708); (123412, 0); (0, 50832); (88736, 0); (0, 35490);
   (59940, 0); (0, 23632); (43320, 0); (0, 18136); (33960, 0); (0, 14316); (22368, 0);
   (0, 9924); (11008, 0); (0, 3672); (4056, 0); (0, 960); (704, 0); (0, 88); (40, 0);
   (0, 0)]
  42347231.

Lemma standard_solved : solution squares Standard 39 = Some standard_result.
Proof. vm_cast_no_check (eq_refl (Some standard_result)). Qed.

Section Standard.
Variables (style : list letter) (banned : list square).
Notation game := (Rules Standard style banned).

(** For every placement, the solver decides whether a side wins within [n] plies. *)
Theorem standard_computed c n p : placement p -> ~ has_goal game (turn p) p ->
  wins_within game c n p <-> computed Standard n c p = true.
Proof. exact (computed_spec game 39 standard_result standard_solved c n p). Qed.

(** Every placement is a win, a loss or a draw. *)
Theorem standard_values p : placement p -> ~ has_goal game (turn p) p ->
  (exists n, (n <= 39)%nat /\ wins_after game (turn p) n p) \/
  (exists n, (n <= 39)%nat /\ wins_after game (opponent (turn p)) n p) \/
  (holds game Black p /\ holds game Red p).
Proof. exact (values game 39 standard_result standard_solved p). Qed.

(** The figures of the result are right. *)
Theorem standard_figures : figures game standard_result.
Proof. exact (counted game 39 standard_result standard_solved). Qed.

Theorem standard_draws c :
  number_of (fun p => to_move game c p /\ holds game Black p /\ holds game Red p) 42347231.
Proof. exact (proj2 (proj2 (standard_figures c))). Qed.

(** The longest win takes 39 plies. *)
Theorem standard_longest :
  (forall c n p, placement p -> wins_within game c n p -> wins_within game c 39 p) /\
  exists p, to_move game Black p /\ wins_after game Black 39 p.
Proof.
  split; [exact (longest game 39 standard_result standard_solved) |].
  apply (number_of_some _ _ (proj1 (standard_figures Black) 39%nat)). now vm_compute.
Qed.

(** Positions with pieces still to be dropped: the function [decides] tries all drops to come
    and then reads the solver's levels.  It decides who wins within [n] plies.  If a side
    cannot win within the plies of the longest win, the other side holds. *)
Theorem standard_drop_phase p : dropping p -> let drops := (8 - dropped p)%nat in
  (forall c n, wins_within game c n p <-> decides game (computed Standard) drops n c p = true) /\
  (forall c, ~ wins_within game c (drops + 39) p -> holds game (opponent c) p).
Proof. exact (drop_phase game 39 standard_result standard_solved p). Qed.

End Standard.

Print Assumptions standard_computed.
Print Assumptions standard_values.
Print Assumptions standard_figures.
Print Assumptions standard_draws.
Print Assumptions standard_longest.
Print Assumptions standard_drop_phase.
