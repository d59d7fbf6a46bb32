(** Checks a certificate of Qubic in the explicit form, which ../../docs/qubic.md specifies.
    Nothing is proved here.  Soundness.v proves that the checker is right. *)

From Coq Require Import NArith ZArith Bool List Uint63 PArray.
From Qubic Require Import Qubic.
Import ListNotations.
Open Scope N_scope.
Open Scope array_scope.

(** Unlike [a && b], this computes [b] only if [a] is true. *)
Notation "a &&& b" := (if a then b else false) (at level 40, left associativity).

(** * Boards *)

(** Entry s of a board is the stone on cell s, for s from 1 to 64.  Entry 0 is not used. *)
Definition board := array (option player).
Definition index (s : cell) : int := of_Z (Z.of_N s).
Definition stone_on (b : board) (s : cell) : option player := b.[index s].
Definition put (p : player) (b : board) (s : cell) : board := b.[index s <- Some p].
Definition free (b : board) (s : cell) : bool :=
  (0 <? s) &&& (s <? 65) &&& match stone_on b s with None => true | _ => false end.

(** * Lines *)

Inductive four := Four (i j k l : int).
Definition four_of (line : list cell) : four :=
  match map index line with [i; j; k; l] => Four i j k l | _ => Four 0 0 0 0 end.
Definition fours : list four := Eval vm_compute in map four_of lines.

Definition through : array (list four) := Eval vm_compute in
  fold_left (fun a s => a.[index s <- map four_of (filter (existsb (N.eqb s)) lines)])
    cells (make 65 []).
(** Whether X has completed a line through cell [s]. *)
Definition x_line (b : board) (s : cell) : bool :=
  existsb (fun '(Four i j k l) => match b.[i], b.[j], b.[k], b.[l] with
    | Some X, Some X, Some X, Some X => true | _, _, _, _ => false end) through.[index s].
(** Whether O has completed no line and cannot complete one with one stone. *)
Definition quiet (b : board) : bool :=
  forallb (fun '(Four i j k l) => match b.[i], b.[j], b.[k], b.[l] with
    | Some O, Some O, Some O, (Some O | None) | Some O, Some O, None, Some O
    | Some O, None, Some O, Some O | None, Some O, Some O, Some O => false
    | _, _, _, _ => true
    end) fours.

(** * Symmetry *)

(** The 192 maps, each as the array of the cells' images. *)
Definition maps : array (array cell) := Eval vm_compute in
  let image g s :=
    let c i := nth i [(s - 1) mod 4; (s - 1) / 4 mod 4; (s - 1) / 16] 0 in
    let c i := nth (N.to_nat (c i))
      (nth (g mod 4)%nat [[0; 1; 2; 3]; [0; 2; 1; 3]; [1; 0; 3; 2]; [1; 3; 0; 2]] []) 0 in
    let c i := if Nat.testbit (g / 4)%nat i then 3 - c i else c i in
    let c i := c (nth i (nth (g / 32)
      [[0; 1; 2]; [0; 2; 1]; [1; 0; 2]; [1; 2; 0]; [2; 0; 1]; [2; 1; 0]] [])%nat 0%nat) in
    cell_at (c 2%nat) (c 1%nat) (c 0%nat) in
  let map_of g := fold_left (fun m s => m.[index s <- image g s]) cells (make 65 0) in
  fold_left (fun a g => a.[index (N.of_nat g) <- map_of g]) (seq 0 192) (make 192 (map_of 0%nat)).
Definition image (m : array cell) (s : cell) : cell := m.[index s].

(** Whether a map sends one board to another. *)
Definition sends (m : array cell) (from to : board) : bool :=
  forallb (fun s => match stone_on from s, stone_on to (image m s) with
    | Some X, Some X | Some O, Some O | None, None => true | _, _ => false end) cells.

(** * Certificates *)

(** Unpacks a list of cells.  A number has seven cells, one in each byte.  Zero bytes are no
    cells. *)
Definition unpack (packed : list int) : list cell :=
  filter (fun s => negb (s =? 0)) (flat_map (fun x => map (fun k =>
    Z.to_N (to_Z ((x >> k) land 255))) [48; 40; 32; 24; 16; 8; 0]%uint63) packed).

Inductive item := Line (packed : list int) | Reference (entry map : int).
Record entry := Entry { x_cells : list int; o_cells : list int; move : cell; items : list item }.

(** Whether the cells are a forced line: X threatens, O must answer, and so on, until X completes
    a line. *)
Fixpoint forced (b : board) (line : list cell) : bool :=
  match line with
  | [] => false
  | [w] => free b w &&& x_line (put X b w) w
  | a :: d :: line =>
    free b a &&& let b := put X b a in
    free b d &&& x_line (put X b d) d &&& quiet b &&& forced (put O b d) line
  end.

(** Whether the items prove that X wins after each reply. *)
Fixpoint covers (proved : array board) (b : board) (items : list item) (replies : list cell)
    : bool :=
  match items, replies with
  | [], [] => true
  | Line packed :: items, o :: replies =>
    let line := unpack packed in
    forced (put O b o) line &&&
    covers proved b items (filter (fun o => negb (forced (put O b o) line)) replies)
  | Reference e g :: items, o :: replies =>
    sends maps.[g] (put O b o) proved.[e] &&& covers proved b items replies
  | _, _ => false
  end.

Definition no_stones : board := make 65 None.
Definition board_of (e : entry) : board :=
  fold_left (put O) (unpack (o_cells e)) (fold_left (put X) (unpack (x_cells e)) no_stones).
Definition check_entry (proved : array board) (e : entry) : bool :=
  let b := board_of e in
  free b (move e) &&& let b := put X b (move e) in
  quiet b &&& existsb (free b) cells &&& covers proved b (items e) (filter (free b) cells).
(** [Refused] has the line of the first entry that fails.  The last entry must have no stones. *)
Inductive verdict := Accepted | Refused (line : N).
Fixpoint check_entries (proved : array board) (number : int) (entries : list entry) : verdict :=
  match entries with
  | [] => Refused (1 + Z.to_N (to_Z number))
  | e :: entries =>
    if check_entry proved e then
      match entries, x_cells e, o_cells e with
      | [], [], [] => Accepted
      | _, _, _ => check_entries proved.[number <- board_of e] (number + 1) entries
      end
    else Refused (1 + Z.to_N (to_Z number))
  end.

(** [proved] has the boards of the entries that are proved.  Each other element is a
    board with stones of X on all cells. *)
Definition check (entries : list entry) : verdict :=
  check_entries (make (index (N.of_nat (List.length entries)) + 1) (make 65 (Some X))) 1 entries.
