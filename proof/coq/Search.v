(** Computes the sets of placements that the checker then checks ([closed]).  So this file
    needs no proofs. *)

From Coq Require Import NArith Bool List Uint63 PArray.
From Teeko Require Import Rules Geometry Rounds.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** The symmetries of the board, as lists of a square and its image. *)
Definition symmetries : list (list (int * int)) := Eval vm_compute in
  let image (turn upside across : bool) (s : square) : square :=
    let r := if upside then (4 - row s)%N else row s in
    let c := if across then (4 - column s)%N else column s in
    (if turn then 5 * c + r + 1 else 5 * r + c + 1)%N in
  flat_map (fun a => flat_map (fun b => map (fun c =>
    map (fun s => (int_of_set (add 0%N s), int_of_set (add 0%N (image a b c s)))) squares)
    [false; true]) [false; true]) [false; true].
Definition images (x : int) : list int :=
  map (fun g => fold_left (fun y '(from, to) => if x land from =? 0 then y else y lor to) g 0)
    symmetries.

(** All subsets of the sets [wholes], as bits; a word has 32 bits. *)
Definition parts (wholes : list int) : words :=
  let put a x := let w := x >> 5 in a.[w <- a.[w] lor (1 << (x land 31))] in
  let subsets x := fold_left (fun l '(_, m) =>
    if x land m =? 0 then l else l ++ map (fun y => y lor m) l) single [0] in
  fold_left (fun a x => fold_left put (subsets x) a) wholes (make 2097152 0).
Definition is_part (a : words) (x : int) : bool := negb (a.[x >> 5] land (1 << (x land 31)) =? 0).

Section Compute.
Variable t : tables.
Variable goal : words.
Variable formations : list int.  (* the numbers of the sets and their images, without goals *)
Variable goals : list int.

Definition full_row (k : int) : words :=
  let over := rows_holding t (sets t).[k] in
  fst (fold_left (fun '(row, w) _ => (row.[w <- complement (union over w)], w + 1))
    word_numbers (make row_words 0, 0)).

Definition no_row : words := make 0 0.

Definition full (which : list int) (p : placements) : placements :=
  fold_left (fun p k => p.[k <- full_row k]) which p.
Definition nothing : placements := make count no_row.

Fixpoint clear (row : words) (l : masks) : words :=
  match l with
  | NoMask => row
  | Mask w m l =>
    let x := row.[w] in
    clear (if x land m =? 0 then row else row.[w <- x land complement m]) l
  end.

(** Removes from the row all sets from which the Skeptic can move to a set of the word [bad]. *)
Fixpoint clear_all (fuel : nat) (base bad : int) (state : words * bool) : words * bool :=
  if bad =? 0 then state else
  match fuel with
  | O => state
  | Datatypes.S fuel =>
    let '(row, changed) := state in
    let masks := (moved_masks t).[base + tail0 bad] in
    clear_all fuel base (bad land (bad - 1))
      (if misses row masks then state else (clear row masks, true))
  end.

Definition bad_word (over answers : list words) (w : int) : int :=
  complement (union over w lor (union answers w land complement goal.[w])).

Definition answer_rows (p : placements) (k : int) : list words :=
  filter (fun row => negb (length row =? 0)) (map (fun k' => p.[k']) (moved t).[k]).

(** The placements from which the Prover succeeds within one more round. *)
Definition next (p : placements) : placements :=
  fold_left (fun p' k =>
    let over := rows_holding t (sets t).[k] in
    let answers := answer_rows p k in
    p'.[k <- fst (fold_left (fun state w => clear_all 63 (w * 63) (bad_word over answers w) state)
      word_numbers (full_row k, false))])
    formations (full goals nothing).

(** The largest set of placements in which the Prover can stay.  A row is computed again
    after a change of a row to which the Prover can move. *)
Definition visit (state : placements * array words * array bool * bool) (k : int) :=
  let '(p, seen, waiting, more) := state in
  if waiting.[k] then
    let over := rows_holding t (sets t).[k] in
    let answers := answer_rows p k in
    let old := seen.[k] in
    let '(old, row, changed) := fold_left (fun '(old, row, changed) w =>
      let bad := bad_word over answers w in
      let new := bad land complement old.[w] in
      if new =? 0 then (old, row, changed) else
      let '(row, changed) := clear_all 63 (w * 63) new (row, changed) in
      (old.[w <- bad], row, changed)) word_numbers (old, p.[k], false) in
    let waiting := waiting.[k <- false] in
    (p.[k <- row], seen.[k <- old],
     if changed then fold_left (fun a k' => a.[k' <- true]) (moved t).[k] waiting else waiting,
     more || changed)
  else state.

Fixpoint stay (fuel : nat) (p : placements) (seen : array words) (waiting : array bool) :=
  match fuel with
  | O => p
  | Datatypes.S fuel =>
    let '(p, seen, waiting, more) := fold_left visit formations (p, seen, waiting, false) in
    if more then stay fuel p seen waiting else p
  end.
Definition safe : placements :=
  stay (Nat.pow 10 3) (full goals (full formations nothing))
    (fold_left (fun a k => a.[k <- make row_words 0]) formations (make count no_row))
    (make count true).

End Compute.
