(** Advanced Teeko with all pieces placed, strongly solved.  The theorems hold for every style
    and every list of banned squares, because all drops are over. *)

From Coq Require Import NArith List.
From Teeko Require Import Rules Counts Solution DropPhase.
Import ListNotations.
Open Scope N_scope.

Opaque squares Advanced.

(** The numbers of wins and losses of the side to move in 0, 1, 2, ... plies, and of draws. *)
Definition advanced_result : result := Result
  [(0, 345380); (4960092, 0); (0, 1771868); (12035716, 0); (0, 2308902); (6825350, 0);
   (0, 1827926); (3588138, 0); (0, 1435495); (2339480, 0); (0, 1035810); (1622213, 0);
   (0, 785024); (1246030, 0); (0, 630186); (996432, 0); (0, 523156); (819128, 0);
   (0, 421648); (646496, 0); (0, 346712); (530064, 0); (0, 266940); (395632, 0);
   (0, 204268); (304992, 0); (0, 156276); (229688, 0); (0, 111180); (161792, 0);
   (0, 81280); (118896, 0); (0, 66640); (94548, 0); (0, 50936); (76036, 0); (0, 40064);
   (55808, 0); (0, 23852); (32080, 0); (0, 14580); (22800, 0); (0, 13964); (21220, 0);
   (0, 12540); (17844, 0); (0, 8952); (12224, 0); (0, 5624); (8856, 0); (0, 5568);
   (10188, 0); (0, 5760); (8364, 0); (0, 3000); (4520, 0); (0, 1280); (1184, 0); (0, 296);
   (136, 0); (0, 0)]
  25672066.

Lemma advanced_solved : solution squares Advanced 59 = Some advanced_result.
Proof. vm_cast_no_check (eq_refl (Some advanced_result)). Qed.

Section Advanced.
Variables (style : list letter) (banned : list square).
Notation game := (Rules Advanced style banned).

(** For every placement, the solver decides whether a side wins within [n] plies. *)
Theorem advanced_computed c n p : placement p -> ~ has_goal game (turn p) p ->
  wins_within game c n p <-> computed Advanced n c p = true.
Proof. exact (computed_spec game 59 advanced_result advanced_solved c n p). Qed.

(** Every placement is a win, a loss or a draw. *)
Theorem advanced_values p : placement p -> ~ has_goal game (turn p) p ->
  (exists n, (n <= 59)%nat /\ wins_after game (turn p) n p) \/
  (exists n, (n <= 59)%nat /\ wins_after game (opponent (turn p)) n p) \/
  (holds game Black p /\ holds game Red p).
Proof. exact (values game 59 advanced_result advanced_solved p). Qed.

(** The figures of the result are right. *)
Theorem advanced_figures : figures game advanced_result.
Proof. exact (counted game 59 advanced_result advanced_solved). Qed.

Theorem advanced_draws c :
  number_of (fun p => to_move game c p /\ holds game Black p /\ holds game Red p) 25672066.
Proof. exact (proj2 (proj2 (advanced_figures c))). Qed.

(** The longest win takes 59 plies. *)
Theorem advanced_longest :
  (forall c n p, placement p -> wins_within game c n p -> wins_within game c 59 p) /\
  exists p, to_move game Black p /\ wins_after game Black 59 p.
Proof.
  split; [exact (longest game 59 advanced_result advanced_solved) |].
  apply (number_of_some _ _ (proj1 (advanced_figures Black) 59%nat)). now vm_compute.
Qed.

(** Positions with pieces still to be dropped: the function [decides] tries all drops to come
    and then reads the solver's levels.  It decides who wins within [n] plies.  If a side
    cannot win within the plies of the longest win, the other side holds. *)
Theorem advanced_drop_phase p : dropping p -> let drops := (8 - dropped p)%nat in
  (forall c n, wins_within game c n p <-> decides game (computed Advanced) drops n c p = true) /\
  (forall c, ~ wins_within game c (drops + 59) p -> holds game (opponent c) p).
Proof. exact (drop_phase game 59 advanced_result advanced_solved p). Qed.

End Advanced.

Print Assumptions advanced_computed.
Print Assumptions advanced_values.
Print Assumptions advanced_figures.
Print Assumptions advanced_draws.
Print Assumptions advanced_longest.
Print Assumptions advanced_drop_phase.
