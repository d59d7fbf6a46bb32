(** The rules of Qubic, which is tic-tac-toe on a board of 4×4×4 cells, and the definition of
    "X can win".  Every theorem of this folder is about these definitions. *)

From Coq Require Import NArith List.
Import ListNotations.
Open Scope N_scope.

(** * The board *)

(** The cells are numbered from 1 to 64: layer by layer, and in a layer row by row. *)
Definition cell := N.
Definition cells : list cell := map N.of_nat (seq 1 64).
Definition cell_at (layer row column : N) : cell := 1 + 16 * layer + 4 * row + column.

(** Along a line each of the three coordinates stays as it is, grows or shrinks. *)
Definition courses : list (list N) :=
  [ [0; 0; 0; 0]; [1; 1; 1; 1]; [2; 2; 2; 2]; [3; 3; 3; 3]; [0; 1; 2; 3]; [3; 2; 1; 0] ].
Definition four_cells (layers rows columns : list N) : list cell :=
  map (fun '(l, (r, c)) => cell_at l r c) (combine layers (combine rows columns)).
(** The 76 lines, each in the direction in which the numbers of its cells grow. *)
Definition lines : list (list cell) :=
  filter (fun line => nth 0 line 0 <? nth 3 line 0)
    (flat_map (fun ls => flat_map (fun rs => map (four_cells ls rs) courses) courses) courses).
Theorem seventy_six_lines : List.length lines = 76%nat /\ NoDup lines.
Proof.
  split; [reflexivity |]. rewrite <- (eq_refl : nodup (list_eq_dec N.eq_dec) lines = lines).
  apply NoDup_nodup.
Qed.

(** * The game *)

Inductive player := X | O.
Definition opponent (p : player) : player := match p with X => O | O => X end.

(** The side to move, and the stone on each cell. *)
Record position := Position { turn : player; stone : cell -> option player }.

(** X has the first ply; the board is empty. *)
Definition start : position := Position X (fun _ => None).

(** A ply puts a stone of the side to move on an empty cell. *)
Definition empty (pos : position) (s : cell) : Prop := In s cells /\ stone pos s = None.
Definition play (pos : position) (s : cell) : position :=
  Position (opponent (turn pos)) (fun t => if t =? s then Some (turn pos) else stone pos t).

(** The side that has stones on all cells of a line has won, and the game is over.  If the
    board is full and no side has won, the game is a draw. *)
Definition has_won (p : player) (pos : position) : Prop :=
  exists line, In line lines /\ forall s, In s line -> stone pos s = Some p.

(** Player [p] can win, whatever the opponent does. *)
Inductive wins (p : player) (pos : position) : Prop :=
| won : has_won p pos -> wins p pos
| wins_by s : ~ has_won (opponent p) pos -> turn pos = p ->
    empty pos s -> wins p (play pos s) -> wins p pos
| wins_against : ~ has_won (opponent p) pos -> turn pos = opponent p ->
    (exists s, empty pos s) -> (forall s, empty pos s -> wins p (play pos s)) -> wins p pos.
