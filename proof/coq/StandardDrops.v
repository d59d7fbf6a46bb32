(** Standard Teeko in the drop phase, strongly solved in every style. *)

From Coq Require Import NArith List Lia.
From Teeko Require Import Counts Solution DropPhase DropTables Rules Rows.
Require Import StandardPositions.
Import ListNotations.
Open Scope N_scope.

Opaque squares Standard.

(** The sections: the number of drops so far, the letters of the drops to come, and the numbers
    of positions that Black wins, that Red wins, and that are draws.  A letter counts for one
    drop of each side, so after an odd number of drops the first letter is for Red's drop. *)
Definition standard_sections : list section :=
  [DropSection 7 [Own] 927304 6399076 9498120;
   DropSection 6 [Own] 1025052 225328 2291620;
   DropSection 5 [Own; Own] 15578 189292 326430;
   DropSection 4 [Own; Own] 19822 2820 53258;
   DropSection 3 [Own; Own; Own] 180 1970 4750;
   DropSection 2 [Own; Own; Own] 152 0 448;
   DropSection 1 [Own; Own; Own; Own] 0 0 25;
   DropSection 0 [Own; Own; Own; Own] 0 0 1;
   DropSection 1 [Other; Own; Own; Own] 9 0 16;
   DropSection 0 [Other; Own; Own; Own] 0 0 1;
   DropSection 3 [Other; Own; Own] 3540 0 3360;
   DropSection 2 [Other; Own; Own] 16 0 584;
   DropSection 1 [Own; Other; Own; Own] 0 0 25;
   DropSection 0 [Own; Other; Own; Own] 0 0 1;
   DropSection 1 [Other; Other; Own; Own] 1 0 24;
   DropSection 0 [Other; Other; Own; Own] 0 0 1;
   DropSection 5 [Other; Own] 297268 140 233892;
   DropSection 4 [Other; Own] 7804 328 67768;
   DropSection 3 [Own; Other; Own] 16 242 6642;
   DropSection 2 [Own; Other; Own] 20 0 580;
   DropSection 1 [Own; Own; Other; Own] 0 0 25;
   DropSection 0 [Own; Own; Other; Own] 0 0 1;
   DropSection 1 [Other; Own; Other; Own] 5 0 20;
   DropSection 0 [Other; Own; Other; Own] 0 0 1;
   DropSection 3 [Other; Other; Own] 2636 0 4264;
   DropSection 2 [Other; Other; Own] 12 0 588;
   DropSection 1 [Own; Other; Other; Own] 0 0 25;
   DropSection 0 [Own; Other; Other; Own] 0 0 1;
   DropSection 1 [Other; Other; Other; Own] 5 0 20;
   DropSection 0 [Other; Other; Other; Own] 0 0 1;
   DropSection 7 [Other] 10053932 62946 6707622;
   DropSection 6 [Other] 674160 99860 2767980;
   DropSection 5 [Own; Other] 8162 70500 452638;
   DropSection 4 [Own; Other] 7566 276 68058;
   DropSection 3 [Own; Own; Other] 16 242 6642;
   DropSection 2 [Own; Own; Other] 20 0 580;
   DropSection 1 [Own; Own; Own; Other] 0 0 25;
   DropSection 0 [Own; Own; Own; Other] 0 0 1;
   DropSection 1 [Other; Own; Own; Other] 9 0 16;
   DropSection 0 [Other; Own; Own; Other] 0 0 1;
   DropSection 3 [Other; Own; Other] 2780 0 4120;
   DropSection 2 [Other; Own; Other] 20 0 580;
   DropSection 1 [Own; Other; Own; Other] 0 0 25;
   DropSection 0 [Own; Other; Own; Other] 0 0 1;
   DropSection 1 [Other; Other; Own; Other] 9 0 16;
   DropSection 0 [Other; Other; Own; Other] 0 0 1;
   DropSection 5 [Other; Other] 258260 340 272700;
   DropSection 4 [Other; Other] 9860 592 65448;
   DropSection 3 [Own; Other; Other] 12 426 6462;
   DropSection 2 [Own; Other; Other] 16 0 584;
   DropSection 1 [Own; Own; Other; Other] 0 0 25;
   DropSection 0 [Own; Own; Other; Other] 0 0 1;
   DropSection 1 [Other; Own; Other; Other] 9 0 16;
   DropSection 0 [Other; Own; Other; Other] 0 0 1;
   DropSection 3 [Other; Other; Other] 3026 0 3874;
   DropSection 2 [Other; Other; Other] 40 0 560;
   DropSection 1 [Own; Other; Other; Other] 0 0 25;
   DropSection 0 [Own; Other; Other; Other] 0 0 1;
   DropSection 1 [Other; Other; Other; Other] 9 0 16;
   DropSection 0 [Other; Other; Other; Other] 0 0 1].

(** The score of the empty board in each style: 100 for a draw, 200 - n for a win of Black in n plies. *)
Definition standard_scores : list (list letter * PrimInt63.int) := map (fun '(style, n) => (style, of_nat n))
  [([Own; Own; Own; Own], 100%nat);
   ([Other; Own; Own; Own], 100%nat);
   ([Own; Other; Own; Own], 100%nat);
   ([Other; Other; Own; Own], 100%nat);
   ([Own; Own; Other; Own], 100%nat);
   ([Other; Own; Other; Own], 100%nat);
   ([Own; Other; Other; Own], 100%nat);
   ([Other; Other; Other; Own], 100%nat);
   ([Own; Own; Own; Other], 100%nat);
   ([Other; Own; Own; Other], 100%nat);
   ([Own; Other; Own; Other], 100%nat);
   ([Other; Other; Own; Other], 100%nat);
   ([Own; Own; Other; Other], 100%nat);
   ([Other; Own; Other; Other], 100%nat);
   ([Own; Other; Other; Other], 100%nat);
   ([Other; Other; Other; Other], 100%nat)].

Lemma standard_dropped : all_drops Standard 39 = Some (standard_sections, standard_scores).
Proof. vm_cast_no_check (eq_refl (Some (standard_sections, standard_scores))). Qed.

(** The figures of every section are right. *)
Theorem standard_drop_figures : Forall (section_true Standard) standard_sections.
Proof.
  exact (proj1 (all_drops_spec Standard 39 standard_result _ standard_solved ltac:(lia) standard_dropped)).
Qed.

(** The scores of the empty board are right. *)
Theorem standard_values_at_start : Forall (start_true Standard) standard_scores.
Proof.
  exact (proj2 (all_drops_spec Standard 39 standard_result _ standard_solved ltac:(lia) standard_dropped)).
Qed.

(** The game is a draw in all sixteen styles.  (Eight of them have names.) *)
Theorem standard_starts style : List.length style = 4%nat -> draw (Rules Standard style []).
Proof.
  pose proof standard_values_at_start as H.
  intros E. destruct style as [| a [| b [| c [| d [|]]]]]; try discriminate E.
  apply (start_drawn Standard 39 standard_result); [exact standard_solved | lia |].
  rewrite Forall_forall in H. apply H. destruct a, b, c, d; repeat (first [left; reflexivity | right]).
Qed.

Print Assumptions standard_drop_figures.
Print Assumptions standard_values_at_start.
Print Assumptions standard_starts.
