(** Teeko on any board, finite or not.  These are the rules of Rules.v for any set of squares
    of the plane.  In Advanced Teeko, squares of every size are goals.  PlaneRules.v proves
    that on 5x5 these rules are the rules of Rules.v. *)

From Coq Require Import ZArith List.
From Teeko Require Export Rules.
Import ListNotations.
Open Scope Z_scope.

(** * The board *)

(** A square is a pair of a row and a column.  A board is a set of squares. *)
Definition square : Type := Z * Z.
Definition board : Type := square -> Prop.

(** Neighbours: at most one row and one column apart. *)
Definition adjacent (s t : square) : Prop :=
  s <> t /\ Z.abs (fst s - fst t) <= 1 /\ Z.abs (snd s - snd t) <= 1.

Definition rectangle (rows columns : Z) : board :=
  fun s => 0 <= fst s < rows /\ 0 <= snd s < columns.

(** The square at the distance [by_] (down, to the right) from [s]. *)
Definition shift (s : square) (by_ : Z * Z) : square := (fst s + fst by_, snd s + snd by_).

(** The board contains a rectangle of this size. *)
Definition contains_translate (b : board) (rows columns : Z) : Prop :=
  exists corner, forall s, rectangle rows columns s -> b (shift corner s).

(** * The goals *)

(** The shapes of Rules.v. *)
Definition shape : Type := list (N * N).
Definition Standard (f : shape) : Prop := In f lines \/ f = corners 1.
Definition Advanced (f : shape) : Prop :=
  In f lines \/ exists side, (0 < side)%N /\ f = corners side.

(** The squares of a shape that is shifted by [corner]. *)
Definition squares_at (f : shape) (corner : square) : list square :=
  map (fun '(down, across) => shift corner (Z.of_N down, Z.of_N across)) f.

(** * The rules *)

(** The squares of the pieces of each side, in any order. *)
Record position := Position { turn : colour; black : list square; red : list square }.
Definition start : position := Position Black [] [].

Definition pieces (p : position) (c : colour) : list square :=
  match c with Black => black p | Red => red p end.
Definition dropped (p : position) : nat := length (black p) + length (red p).

(** The position after a ply, which changes the side's pieces to [mine]. *)
Definition after (p : position) (mine : list square) : position :=
  match turn p with
  | Black => Position Red mine (red p)
  | Red => Position Black (black p) mine
  end.

Section Game.
Variable b : board.
Variable goals : shape -> Prop.
Variable style : list letter.

Definition free (p : position) (s : square) : Prop :=
  b s /\ ~ In s (black p) /\ ~ In s (red p).

(** One ply: a drop or, when all eight pieces are placed, a move. *)
Inductive step (p : position) : position -> Prop :=
| drop s : (dropped p < 8)%nat -> free p s ->
    step p (after p (s :: pieces p (turn p)))
| move l from m to : (8 <= dropped p)%nat -> pieces p (turn p) = l ++ from :: m ->
    adjacent from to -> free p to ->
    step p (after p (l ++ to :: m)).

(** The side that picks the square. *)
Definition chooser (p : position) : colour :=
  if Nat.ltb (dropped p) 8 then
    match nth (Nat.div2 (dropped p)) style Own with
    | Own => turn p
    | Other => opponent (turn p)
    end
  else turn p.

(** If the pieces of a side form a goal, this side has won, and the game is over. *)
Definition has_goal (c : colour) (p : position) : Prop :=
  exists f corner, goals f /\ forall s, In s (pieces p c) <-> In s (squares_at f corner).

(** [c] can win within [n] plies, whatever the other side does. *)
Inductive wins_within_on (c : colour) : nat -> position -> Prop :=
| won_on n p : has_goal c p -> wins_within_on c n p
| wins_by_on n p q : ~ has_goal (opponent c) p -> chooser p = c ->
    step p q -> wins_within_on c n q -> wins_within_on c (1 + n) p
| wins_against_on n p : ~ has_goal (opponent c) p -> chooser p = opponent c ->
    (forall q, step p q -> wins_within_on c n q) -> wins_within_on c (1 + n) p.

End Game.

(** Standard style, in which each side picks the squares of its own drops. *)
Definition SSSS : list letter := [Own; Own; Own; Own].
