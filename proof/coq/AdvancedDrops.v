(** Advanced Teeko in the drop phase, strongly solved in every style. *)

From Coq Require Import NArith List Lia.
From Teeko Require Import Counts Solution DropPhase DropTables Rules Rows.
Require Import AdvancedPositions.
Import ListNotations.
Open Scope N_scope.

Opaque squares Advanced.

(** The sections: the number of drops so far, the letters of the drops to come, and the numbers
    of positions that Black wins, that Red wins, and that are draws.  A letter counts for one
    drop of each side, so after an odd number of drops the first letter is for Red's drop. *)
Definition advanced_sections : list section :=
  [DropSection 7 [Own] 1862078 9214000 5748422;
   DropSection 6 [Own] 1679556 435852 1426592;
   DropSection 5 [Own; Own] 39904 267056 224340;
   DropSection 4 [Own; Own] 33132 6478 36290;
   DropSection 3 [Own; Own; Own] 648 2902 3350;
   DropSection 2 [Own; Own; Own] 340 0 260;
   DropSection 1 [Own; Own; Own; Own] 1 0 24;
   DropSection 0 [Own; Own; Own; Own] 1 0 0;
   DropSection 1 [Other; Own; Own; Own] 21 0 4;
   DropSection 0 [Other; Own; Own; Own] 0 0 1;
   DropSection 3 [Other; Own; Own] 5664 0 1236;
   DropSection 2 [Other; Own; Own] 148 0 452;
   DropSection 1 [Own; Other; Own; Own] 0 0 25;
   DropSection 0 [Own; Other; Own; Own] 0 0 1;
   DropSection 1 [Other; Other; Own; Own] 17 0 8;
   DropSection 0 [Other; Other; Own; Own] 0 0 1;
   DropSection 5 [Other; Own] 441352 1720 88228;
   DropSection 4 [Other; Own] 28636 2690 44574;
   DropSection 3 [Own; Other; Own] 204 1250 5446;
   DropSection 2 [Own; Other; Own] 140 0 460;
   DropSection 1 [Own; Own; Other; Own] 0 0 25;
   DropSection 0 [Own; Own; Other; Own] 0 0 1;
   DropSection 1 [Other; Own; Other; Own] 21 0 4;
   DropSection 0 [Other; Own; Other; Own] 0 0 1;
   DropSection 3 [Other; Other; Own] 5472 0 1428;
   DropSection 2 [Other; Other; Own] 184 0 416;
   DropSection 1 [Own; Other; Other; Own] 0 0 25;
   DropSection 0 [Own; Other; Other; Own] 0 0 1;
   DropSection 1 [Other; Other; Other; Own] 21 0 4;
   DropSection 0 [Other; Other; Other; Own] 0 0 1;
   DropSection 7 [Other] 13707410 220260 2896830;
   DropSection 6 [Other] 1487448 305724 1748828;
   DropSection 5 [Own; Other] 49346 155006 326948;
   DropSection 4 [Own; Other] 27530 2086 46284;
   DropSection 3 [Own; Own; Other] 248 1050 5602;
   DropSection 2 [Own; Own; Other] 156 0 444;
   DropSection 1 [Own; Own; Own; Other] 0 0 25;
   DropSection 0 [Own; Own; Own; Other] 0 0 1;
   DropSection 1 [Other; Own; Own; Other] 21 0 4;
   DropSection 0 [Other; Own; Own; Other] 0 0 1;
   DropSection 3 [Other; Own; Other] 5406 0 1494;
   DropSection 2 [Other; Own; Other] 188 0 412;
   DropSection 1 [Own; Other; Own; Other] 0 0 25;
   DropSection 0 [Own; Other; Own; Other] 0 0 1;
   DropSection 1 [Other; Other; Own; Other] 25 0 0;
   DropSection 0 [Other; Other; Own; Other] 1 0 0;
   DropSection 5 [Other; Other] 399696 2992 128612;
   DropSection 4 [Other; Other] 30284 3048 42568;
   DropSection 3 [Own; Other; Other] 456 1516 4928;
   DropSection 2 [Own; Other; Other] 224 4 372;
   DropSection 1 [Own; Own; Other; Other] 0 4 21;
   DropSection 0 [Own; Own; Other; Other] 0 0 1;
   DropSection 1 [Other; Own; Other; Other] 25 0 0;
   DropSection 0 [Other; Own; Other; Other] 1 0 0;
   DropSection 3 [Other; Other; Other] 5324 2 1574;
   DropSection 2 [Other; Other; Other] 232 4 364;
   DropSection 1 [Own; Other; Other; Other] 1 4 20;
   DropSection 0 [Own; Other; Other; Other] 1 0 0;
   DropSection 1 [Other; Other; Other; Other] 21 0 4;
   DropSection 0 [Other; Other; Other; Other] 0 0 1].

(** The score of the empty board in each style: 100 for a draw, 200 - n for a win of Black in n plies. *)
Definition advanced_scores : list (list letter * PrimInt63.int) := map (fun '(style, n) => (style, of_nat n))
  [([Own; Own; Own; Own], 187%nat);
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
   ([Other; Other; Own; Other], 159%nat);
   ([Own; Own; Other; Other], 100%nat);
   ([Other; Own; Other; Other], 171%nat);
   ([Own; Other; Other; Other], 175%nat);
   ([Other; Other; Other; Other], 100%nat)].

Lemma advanced_dropped : all_drops Advanced 59 = Some (advanced_sections, advanced_scores).
Proof. vm_cast_no_check (eq_refl (Some (advanced_sections, advanced_scores))). Qed.

(** The figures of every section are right. *)
Theorem advanced_drop_figures : Forall (section_true Advanced) advanced_sections.
Proof.
  exact (proj1 (all_drops_spec Advanced 59 advanced_result _ advanced_solved ltac:(lia) advanced_dropped)).
Qed.

(** The scores of the empty board are right. *)
Theorem advanced_values_at_start : Forall (start_true Advanced) advanced_scores.
Proof.
  exact (proj2 (all_drops_spec Advanced 59 advanced_result _ advanced_solved ltac:(lia) advanced_dropped)).
Qed.

(** Black wins in four of the sixteen styles; two of them have a name.  The others are draws. *)
Definition advanced_start (style : list letter) : option nat :=
  match style with
  | [Own; Own; Own; Own] => Some 13%nat
  | [Own; Other; Other; Other] => Some 25%nat
  | [Other; Own; Other; Other] => Some 29%nat
  | [Other; Other; Own; Other] => Some 41%nat
  | _ => None
  end.

Theorem advanced_starts style : List.length style = 4%nat -> let game := Rules Advanced style [] in
  match advanced_start style with Some n => wins_in game Black n | None => draw game end.
Proof.
  pose proof advanced_values_at_start as H. rewrite Forall_forall in H.
  intros E. destruct style as [| a [| b [| c [| d [|]]]]]; try discriminate E.
  destruct a, b, c, d; cbn [advanced_start]; cbv zeta;
    (eapply start_won; [apply H; repeat (first [left; reflexivity | right]) | reflexivity | lia]) ||
    (apply (start_drawn Advanced 59 advanced_result); [exact advanced_solved | lia |];
     apply H; repeat (first [left; reflexivity | right])).
Qed.

Print Assumptions advanced_drop_figures.
Print Assumptions advanced_values_at_start.
Print Assumptions advanced_starts.
