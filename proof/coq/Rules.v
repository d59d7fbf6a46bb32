(** The rules of Teeko, and the definitions of "Black can win within n plies" and "Red can
    hold forever", written for players.  Most theorems of this folder are about them; Plane.v has
    definitions for boards of any size.  The only proof is at the end. *)

From Coq Require Import Bool NArith List.
Import ListNotations.
Open Scope N_scope.

(** * The board *)

(** Squares are numbered row by row from the upper left:

       1  2  3  4  5
       6  7  8  9 10
      11 12 13 14 15
      16 17 18 19 20
      21 22 23 24 25 *)
Definition square := N.
Definition squares : list square := map N.of_nat (seq 1 25).
Definition row (s : square) : N := (s - 1) / 5.
Definition column (s : square) : N := (s - 1) mod 5.

(** Neighbours: at most one row and one column apart. *)
Definition near (i j : N) : bool := (i <=? j + 1) && (j <=? i + 1).
Definition adjacent (s t : square) : bool :=
  near (row s) (row t) && near (column s) (column t) && negb (s =? t).

(** A set of squares is a number; square s belongs to it if its bit s is 1. *)
Definition set := N.
Definition has : set -> square -> bool := N.testbit.
Definition add : set -> square -> set := N.setbit.
Definition remove : set -> square -> set := N.clearbit.
Definition set_of (l : list square) : set := fold_left add l 0.

(** * The goals *)

(** A shape is a list of squares, as distances down and to the right of one square.  It is
    a goal at every place at which all of its squares are on the board. *)
Definition everywhere (shape : list (N * N)) : list set :=
  let fits s := forallb (fun '(down, across) =>
    (row s + down <? 5) && (column s + across <? 5)) shape in
  let squares_from s := map (fun '(down, across) => s + 5 * down + across) shape in
  map (fun s => set_of (squares_from s)) (filter fits squares).

Definition lines : list (list (N * N)) :=
  [ [(0, 0); (0, 1); (0, 2); (0, 3)];
    [(0, 0); (1, 0); (2, 0); (3, 0)];
    [(0, 0); (1, 1); (2, 2); (3, 3)];
    [(0, 3); (1, 2); (2, 1); (3, 0)] ].
Definition corners (side : N) : list (N * N) :=
  [(0, 0); (0, side); (side, 0); (side, side)].

Definition Standard : list set := flat_map everywhere (lines ++ [corners 1]).
Definition Advanced : list set :=
  Standard ++ flat_map everywhere [corners 2; corners 3; corners 4].

(** * The rules *)

Inductive colour := Black | Red.
Definition opponent (c : colour) : colour :=
  match c with Black => Red | Red => Black end.

(** The side that picks the square of a drop: the owner of the piece ("S") or the other
    side ("A").  A style has a letter for each of a side's four drops. *)
Inductive letter := Own | Other.

Record rules := Rules {
  goals : list set;
  style : list letter;
  banned : list square  (* not allowed for the first drop of the game *)
}.

Record position := Position {
  turn : colour;   (* the side whose piece is dropped or moved next *)
  dropped : nat;   (* the number of pieces dropped so far, 0 to 8 *)
  black : set;
  red : set
}.
Definition start : position := Position Black 0 0 0.

Definition pieces (p : position) (c : colour) : set :=
  match c with Black => black p | Red => red p end.
Definition empty (p : position) (s : square) : bool :=
  negb (has (black p) s) && negb (has (red p) s).

(** The position after a ply.  [mine] are the pieces of the side that has played it, and
    [dropped] is the new number of dropped pieces. *)
Definition after (p : position) (dropped : nat) (mine : set) : position :=
  match turn p with
  | Black => Position Red dropped mine (red p)
  | Red => Position Black dropped (black p) mine
  end.

Section Game. Variable r : rules.

(** The positions after one ply, if no goal has ended the game.  A ply is a drop on an empty
    square or, when all pieces are placed, a move to an empty neighbour. *)
Definition may_drop (p : position) (s : square) : bool :=
  empty p s && negb (Nat.eqb (dropped p) 0 && existsb (N.eqb s) (banned r)).
Definition successors (p : position) : list position :=
  let mine := pieces p (turn p) in
  if Nat.ltb (dropped p) 8 then
    map (fun s => after p (1 + dropped p) (add mine s)) (filter (may_drop p) squares)
  else
    flat_map (fun from =>
      map (fun to => after p 8 (add (remove mine from) to))
        (filter (fun to => adjacent from to && empty p to) squares))
      (filter (has mine) squares).

(** The side that picks the next ply, one of the [successors]. *)
Definition chooser (p : position) : colour :=
  if Nat.ltb (dropped p) 8 then
    match nth (Nat.div2 (dropped p)) (style r) Own with
    | Own => turn p
    | Other => opponent (turn p)
    end
  else turn p.

(** If the pieces of a side form a goal, this side has won, and the game is over. *)
Definition has_goal (c : colour) (p : position) : Prop := In (pieces p c) (goals r).

(** [c] can win within [n] plies, whatever the other side does. *)
Inductive wins_within (c : colour) : nat -> position -> Prop :=
| won n p : has_goal c p -> wins_within c n p
| wins_by n p q : ~ has_goal (opponent c) p -> chooser p = c ->
    In q (successors p) -> wins_within c n q -> wins_within c (1 + n) p
| wins_against n p : ~ has_goal (opponent c) p -> chooser p = opponent c ->
    (forall q, In q (successors p) -> wins_within c n q) -> wins_within c (1 + n) p.

(** [c] can avoid a loss: it can play on without losing, forever or until it has won. *)
CoInductive holds (c : colour) : position -> Prop :=
| ended p : ~ has_goal (opponent c) p -> has_goal c p -> holds c p
| holds_by p q : ~ has_goal (opponent c) p -> chooser p = c ->
    In q (successors p) -> holds c q -> holds c p
| holds_against p : ~ has_goal (opponent c) p -> chooser p = opponent c ->
    (forall q, In q (successors p) -> holds c q) -> holds c p.

Definition draw : Prop := holds Black start /\ holds Red start.
(** [c] can win within [n] plies, but not within [n - 1]. *)
Definition wins_in (c : colour) (n : nat) : Prop :=
  wins_within c n start /\ ~ wins_within c (n - 1) start.

(** * Proof: a side cannot win if the other side holds *)

Theorem not_both c n p : wins_within c n p -> holds (opponent c) p -> False.
Proof.
  induction 1 as [n p Hgoal | n p q Hno Hc Hin _ IH | n p Hno Hc _ IH];
    destruct c; inversion 1; simpl in *; try congruence; eauto.
Qed.
End Game.
