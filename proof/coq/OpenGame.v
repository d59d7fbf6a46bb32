(** A search for a win of Black on every board that contains a rectangle, the field.  All of
    Black's pieces are in the field.  The window is the field and a margin around it.  The
    search knows the squares of Red's pieces in the window.  Red's other pieces are away:

      e e e e e e e
      e . . . . . e    A piece that is away may come back on any edge square (e).
      e . . . . . e    Red may also move a piece that is away and stays away.
      e . . . . . e    Red has a goal if his squares in the window are the part of
      e . . . . . e    a goal that is in the window.
      e . . . . . e
      e e e e e e e

    ../check/README.md explains why a win in this game is a win on the board, and
    OpenSoundness.v proves it.  With a margin of 0 and [open] = false, the board is exactly
    the field. *)

From Coq Require Import NArith ZArith Bool List Lia FMapPositive.
From Teeko Require Import Plane.
Import ListNotations.
Module Map := PositiveMap.

(** * Lists *)

(** Like [forallb] and [existsb], but stop at the first element that decides the result. *)
Fixpoint every {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => if f x then every f l else false end.
Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => if f x then true else some f l end.

Fixpoint subsets {A} (l : list A) (size : nat) : list (list A) :=
  match size, l with
  | O, _ => [[]]
  | S _, [] => []
  | S k, x :: l => map (cons x) (subsets l k) ++ subsets l size
  end.

(** The integers from [a] on. *)
Definition integers (a : Z) (n : nat) : list Z := map (fun i => a + Z.of_nat i)%Z (seq 0 n).

(** * Sets of numbers *)

Definition only (i : N) : set := N.setbit 0 i.
Definition no (x : set) : bool := match x with N0 => true | _ => false end.
Definition several (x : set) : bool := negb (no (N.ldiff x (only (N.log2 x)))).
Definition union (l : list set) : set := fold_left N.lor l 0%N.

(** Maps whose keys are sets. *)
Definition put {A} (x : set) (a : A) (m : Map.t A) : Map.t A := Map.add (N.succ_pos x) a m.
Definition get {A} (x : set) (m : Map.t A) : option A := Map.find (N.succ_pos x) m.
Definition is_in (x : set) (m : Map.t unit) : bool :=
  match get x m with Some _ => true | None => false end.
Definition map_of (l : list set) : Map.t unit :=
  fold_left (fun m x => put x tt m) l (Map.empty unit).

Section Search.
Variables rows columns margin : Z.  (* the size of the field; the width of the margin *)
Variable open : bool.  (* the board may have squares outside the window *)
Variable shapes : list shape.  (* all goals, except squares that are wider than the window *)

(** * The window *)

Definition height : Z := rows + 2 * margin.
Definition width : Z := columns + 2 * margin.

(** The squares of the window; (0, 0) is the upper left square. *)
Definition window : list square :=
  list_prod (integers 0 (Z.to_nat height)) (integers 0 (Z.to_nat width)).
Definition in_window (s : square) : bool :=
  ((0 <=? fst s) && (fst s <? height) && (0 <=? snd s) && (snd s <? width))%Z.
Definition in_field (s : square) : bool :=
  ((margin <=? fst s) && (fst s <? rows + margin) &&
   (margin <=? snd s) && (snd s <? columns + margin))%Z.
Definition on_edge (s : square) : bool :=
  open && ((fst s =? 0) || (fst s =? height - 1) || (snd s =? 0) || (snd s =? width - 1))%Z.
Definition next_to (s t : square) : bool :=
  ((Z.abs (fst s - fst t) <=? 1) && (Z.abs (snd s - snd t) <=? 1))%Z &&
  negb ((fst s =? fst t) && (snd s =? snd t))%Z.

Definition number (s : square) : N := Z.to_N (fst s * width + snd s).
(** The squares of a list that are in the window. *)
Definition seen (l : list square) : list N := map number (filter in_window l).
Definition set_seen (l : list square) : set := set_of (seen l).

(** A square of the window, whether Red can return on it, and its neighbours. *)
Definition cell : Type := set * bool * list set.
Definition cells : list cell := map (fun s =>
  (only (number s), on_edge s, map (fun t => only (number t)) (filter (next_to s) window))) window.

(** A square of the field and its neighbours in the field. *)
Definition field_cells : list (set * list set) := map (fun s =>
  (only (number s), map (fun t => only (number t)) (filter (next_to s) (filter in_field window))))
  (filter in_field window).

(** * Goals *)

(** The shapes in all places at which they can have a square in the window. *)
Definition reach : Z := height + width + 3.
Definition near_window : list Z := integers (- reach) (Z.to_nat (2 * reach)).
Definition places : list (list square) :=
  flat_map (fun f => map (squares_at f) (list_prod near_window near_window)) shapes.
(** The parts of goals in the window.  A square that is wider than the window has at most one
    corner in it. *)
Definition their_goals : list set :=
  0%N :: map (fun s => only (number s)) window ++
    filter (fun x => negb (no x)) (map set_seen places).
(** The sets from which one move can lead to [x]. *)
Definition sets_before (x : set) : list set :=
  x :: flat_map (fun '((m, edge, next) : cell) =>
    if no (N.land x m) then if edge then [N.lor x m] else []
    else let rest := N.ldiff x m in
      (if edge then [rest] else []) ++ map (N.lor rest) next) cells.
Definition near_goals : list set := flat_map sets_before their_goals.
Definition our_goals : list set := map set_seen (filter (forallb in_field) places).

(** * Black's plies *)

Section Black.
Variable goals : Map.t unit.
Variable kept : list (Map.t unit).  (* by drops to come: the sets that Black may form *)

(** Black's plies: the square that a ply occupies, and Black's set after it. *)
Definition plies (drops : nat) (own : set) : list (set * set) :=
  match drops with
  | O => flat_map (fun '(m, next) => if no (N.land own m) then [] else
      map (fun m' => (m', N.lor (N.ldiff own m) m')) (filter (fun m' => no (N.land own m')) next))
      field_cells
  | S _ => map (fun '(m, _) => (m, N.lor own m))
      (filter (fun '(m, _) => no (N.land own m)) field_cells)
  end.

(** The squares on which Black's next ply can complete a goal. *)
Definition threats (drops : nat) (own : set) : set :=
  union (map fst (filter (fun '(_, own) => is_in own goals) (plies drops own))).

(** A ply that Black may choose, and the threats after it. *)
Definition choice : Type := set * set * set.
Definition choices (drops : nat) (own : set) : list choice :=
  map (fun '(m, own) => (m, own, threats (Nat.pred drops) own))
    (filter (fun '(_, own) => is_in own (nth (Nat.pred drops) kept (Map.empty unit)))
      (plies drops own)).

Definition table (drops : nat) (sets : list set) : Map.t (list choice) :=
  fold_left (fun t x => match get x t with Some _ => t | None => put x (choices drops x) t end)
    sets (Map.empty (list choice)).
End Black.

(** * The search *)

Section Rounds.
Variable all_cells : list cell.
Variables theirs near : Map.t unit.  (* parts of goals; sets from which one move leads to such a part *)
Variable tables : list (Map.t (list choice)).

(** True if [f] is true after every ply of Red.  The arguments of [f] are Red's set after the
    ply and the number of his pieces that are away. *)
Definition every_drop (f : set -> nat -> bool) (own other : set) (away : nat) : bool :=
  let occupied := N.lor own other in
  if every (fun '((m, _, _) : cell) =>
      if no (N.land occupied m) then f (N.lor other m) away else true) all_cells
  then if open then f other (S away) else true else false.

Definition every_move (f : set -> nat -> bool) (own other : set) (away : nat) : bool :=
  let occupied := N.lor own other in
  if every (fun '((m, edge, next) : cell) =>
      if no (N.land other m) then
        match away with
        | S away =>
          if edge then if no (N.land own m) then f (N.lor other m) away else true else true
        | O => true
        end
      else
        let rest := N.ldiff other m in
        if every (fun m' => if no (N.land occupied m') then f (N.lor rest m') away else true) next
        then if edge then f rest (S away) else true else false) all_cells
  then match away with O => true | S _ => f other away end else false.

(** The choices whose square is empty.  Choices with two threats or more come first, then
    choices with one threat. *)
Definition sorted (last : bool) (l : list choice) (other : set) : list (set * set) :=
  let l := map (fun '((_, own, t) : choice) => (own, t, N.ldiff t other))
    (filter (fun '((m, _, _) : choice) => no (N.land m other)) l) in
  let some_of f := map fst (filter (fun '(_, t) => f t) l) in
  some_of (fun t => negb (no (N.land t (N.pred t)))) ++
  some_of (fun t => if no t then false else no (N.land t (N.pred t))) ++
  if last then [] else some_of no.

(** If true, Red's next ply cannot complete a goal.  Red has [drops] drops to come. *)
Definition harmless (drops : nat) (other : set) : bool :=
  match drops with O => negb (is_in other near) | S O => false | S (S _) => true end.

(** If true, Black, who is to move and has [drops] drops to come, wins within [n] rounds and
    one more ply.  A round is a ply of Black and a ply of Red. *)
Fixpoint wins (n drops : nat) (own other : set) (away : nat) : bool :=
  match n with
  | O => false
  | S n =>
    let all_placed := match drops with S (S _) => false | _ => true end in
    some (fun '(own, t) =>
      let answered other away :=
        if (if all_placed then is_in other theirs else false) then false else
        if no (N.ldiff t other) then wins n (Nat.pred drops) own other away else true in
      (* Red cannot occupy two squares with one ply. *)
      if (if several (N.ldiff t other) then harmless drops other else false) then true else
      match drops with
      | O => every_move answered own other away
      | S _ => every_drop answered own other away
      end)
      match get own (nth drops tables (Map.empty (list choice))) with
      | Some l => sorted (Nat.eqb n 0) l other
      | None => []
      end
  end.
End Rounds.

(** The same from the empty board.  A formation is a list of four sets; each set has one square. *)
Definition wins_from_start (n : nat) (formations : list (list set)) : bool :=
  let goals := map (fun l => map (fun s => only (number s)) l) (filter (forallb in_field) places) in
  let parts drops := match drops with
    | O => map union formations
    | _ => map union (flat_map (fun l => subsets l (4 - drops)) (formations ++ goals))
    end in
  let parts := map parts (seq 0 5) in
  let kept := map map_of parts in
  let tables := map (fun '(drops, sets) => table (map_of our_goals) kept drops sets)
    (combine (seq 0 5) parts) in
  wins cells (map_of their_goals) (map_of near_goals) tables n 4 0%N 0%N 0.

End Search.
