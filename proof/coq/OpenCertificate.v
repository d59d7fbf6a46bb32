(** Reads and checks certificates of wins.  An open certificate is about every board that
    contains a field.  A certificate in text form is about one board. *)

From Coq Require Import NArith ZArith Bool List Lia Ascii String.
From Teeko Require Import Plane OpenGame OpenSoundness Certificate.
Import ListNotations.
Open Scope string_scope.
Open Scope N_scope.

(** * The statement of a certificate *)

(** The header of a certificate: Black wins within a number of plies in style SSSS. *)
Record header := Header {
  is_open : bool;
  rows : N;
  columns : N;
  is_advanced : bool;
  within : N  (* the number of plies *)
}.

(** The boards that a certificate is about. *)
Definition is_on (h : header) (b : board) : Prop :=
  let rows := Z.of_N (rows h) in
  let columns := Z.of_N (columns h) in
  if is_open h then contains_translate b rows columns
  else forall s, b s <-> rectangle rows columns s.

Definition goals_of (h : header) : shape -> Prop := if is_advanced h then Advanced else Standard.

Definition true_header (h : header) : Prop := forall b, is_on h b ->
  wins_within_on b (goals_of h) SSSS Black (N.to_nat (within h)) start.

(** * Reading *)

Definition read_number (n : N) (name : string) (least most : N) (s : string) :
    result (N * string) :=
  let* (l, s) := next_line n s in
  match after_prefix (name ++ ": ") l with
  | Some w =>
    match number w with
    | Some v => if (least <=? v) && (v <=? most) then Good (v, s) else Bad n "the number is out of range"
    | None => Bad n ("expected the number of " ++ name)
    end
  | None => Bad n ("expected " ++ name)
  end.

(** The line for Advanced's goals.  In text form it depends on the longer side, [size]. *)
Definition advanced_words (is_open : bool) (size : N) : string :=
  "goals: line 4 and square" ++
  if is_open then "s"
  else " 1" ++ String.concat "" (map (fun i => " and square " ++ String (ascii_of_nat (48 + i)) "")
    (seq 2 (N.to_nat size - 2))).

Definition read_goals (n : N) (is_open : bool) (size : N) (l : string) : result bool :=
  if String.eqb l "goals: line 4 and square 1" then Good false else
  if String.eqb l (advanced_words is_open size) then Good true else
  Bad n "these are neither Standard's goals nor Advanced's".

Definition read_aim (n : N) (l : string) : result N :=
  match words_of l with
  | ["aim:"; "win"; "within"; plies; "plies"]%string =>
    match number plies with
    | Some p => if (9 <=? p) && (p <=? 9999) then Good p else Bad n "the number of plies is out of range"
    | None => Bad n "expected an aim"
    end
  | _ => Bad n "expected a win as the aim"
  end.

Fixpoint ascending (least most : N) (l : list N) : bool :=
  match l with
  | [] => true
  | a :: l => (least <=? a) && (a <=? most) && ascending (a + 1) most l
  end.

Fixpoint read_formations (count : nat) (most n : N) (s : string) :
    result (list (list N) * N * string) :=
  match count with
  | O => Good ([], n, s)
  | S count =>
    let* (l, s) := next_line n s in
    match numbers_of (words_of l) with
    | Some ([_; _; _; _] as f) =>
      if ascending 1 most f then
        let* (fs, n, s) := read_formations count most (n + 1) s in
        Good (f :: fs, n, s)
      else Bad n "expected squares of the field in ascending order"
    | _ => Bad n "expected four squares"
    end
  end.

(** Returns the header, the margin, the formations, and the line of the claim. *)
Definition read (s : string) : result (header * N * list (list N) * N) :=
  let* (first, s) := next_line 1 s in
  let* is_open :=
    if String.eqb first "teeko certificate 1 open" then Good true else
    if String.eqb first "teeko certificate 1 text" then Good false else
    Bad 1 "expected teeko certificate 1 open, or text" in
  let* (rows, s) := read_number 2 "rows" 1 10 s in
  let* (columns, s) := read_number 3 "columns" 1 10 s in
  let* (margin, s) :=
    if is_open then read_number 4 "margin" 0 8 s
    else let* s := expect 4 "edges: bounded" s in Good (0, s) in
  let* s := expect 5 "pieces: 4" s in
  let* (l, s) := next_line 6 s in
  let* is_advanced := read_goals 6 is_open (N.max rows columns) l in
  let* (l, s) := next_line 7 s in
  let* within := read_aim 7 l in
  let* s := expect 8 "claim: SSSS black" s in
  let* (l, s) := next_line 9 s in
  let* count := read_count 9 l in
  let* (fs, n, s) := read_formations count (rows * columns) 10 s in
  let* s := expect n "end" s in
  match s with
  | EmptyString => Good (Header is_open rows columns is_advanced within, margin, fs, 8)
  | _ => Bad (n + 1) "nothing may follow"
  end.

Definition header_of (text : string) : option header :=
  match read text with Good (h, _, _, _) => Some h | Bad _ _ => None end.

(** * Checking *)

Definition flips (is_square : bool) : list (bool * bool * bool) :=
  let both := [false; true] in
  list_prod (list_prod both both) (if is_square then both else [false]).

(** The images of a formation under the flips of the field. *)
Definition images (rows columns margin : N) (f : list N) : list (list set) :=
  map (fun '(upside, across, turn) => map (fun i =>
    let r := (i - 1) / columns in
    let c := (i - 1) mod columns in
    let r := if upside : bool then rows - 1 - r else r in
    let c := if across : bool then columns - 1 - c else c in
    let (r, c) := if turn : bool then (c, r) else (r, c) in
    only ((r + margin) * (columns + 2 * margin) + c + margin)) f) (flips (rows =? columns)).

(** The goals that can have two squares in the window. *)
Definition shapes (h : header) (margin : N) : list shape :=
  let most := N.to_nat (N.max (rows h) (columns h) + 2 * margin - 1) in
  (lines ++ map (fun i => corners (N.of_nat i)) (seq 1 (if is_advanced h then most else 1)))%list.

Definition check_open (text : string) : verdict :=
  match read text with
  | Bad n why => Refused n why
  | Good (h, margin, fs, n) =>
    if wins_from_start (Z.of_N (rows h)) (Z.of_N (columns h)) (Z.of_N margin) (is_open h)
         (shapes h margin) (N.to_nat (N.div2 (N.pred (within h))))
         (flat_map (images (rows h) (columns h) margin) fs)
    then Accepted
    else Refused n "the formations do not suffice"
  end.

(** * Proof *)

Lemma four_corners side : 0 < side -> List.length (corners side) = 4%nat /\ NoDup (corners side).
Proof.
  intros H. split; [reflexivity |]. unfold corners.
  repeat constructor; simpl; intuition congruence || (intuition;
    match goal with H : (_, _) = (_, _) |- _ => injection H; lia end).
Qed.

(** A game does not change if the board is shifted. *)
Section Moved.
Variables (b b' : board) (o : square).
Hypothesis on_both : forall s, b s -> b' (shift o s).

Definition moved (p : position) : position :=
  Position (turn p) (map (shift o) (black p)) (map (shift o) (red p)).

Lemma shift_inj s t : shift o s = shift o t -> s = t.
Proof. destruct s, t. unfold shift. cbn [fst snd]. intros [= H1 H2]. f_equal; lia. Qed.

Lemma in_moved s l : In (shift o s) (map (shift o) l) <-> In s l.
Proof.
  rewrite in_map_iff. split; [intros (t & <-%shift_inj & H); exact H | eauto].
Qed.

Lemma pieces_moved p c : pieces (moved p) c = map (shift o) (pieces p c).
Proof. destruct c; reflexivity. Qed.

Lemma after_moved p mine : moved (after p mine) = after (moved p) (map (shift o) mine).
Proof. unfold after. cbn [turn moved]. destruct (turn p); reflexivity. Qed.

Lemma dropped_moved p : dropped (moved p) = dropped p.
Proof. unfold dropped. cbn [black red moved]. rewrite !map_length. reflexivity. Qed.

Lemma goal_moved goals c p : has_goal goals c p -> has_goal goals c (moved p).
Proof.
  intros (f & corner & Hf & H). exists f, (shift o corner). split; [exact Hf |]. intros s.
  assert (E : squares_at f (shift o corner) = map (shift o) (squares_at f corner)).
  { unfold squares_at. rewrite map_map. apply map_ext. intros [d a]. unfold shift. cbn [fst snd].
    f_equal; lia. }
  rewrite E, pieces_moved, !in_map_iff. split; intros (t & Ht & Hin); exists t; split; auto;
    apply H, Hin.
Qed.

Lemma step_moved p q : step b p q -> step b' (moved p) (moved q).
Proof.
  assert (Hfree : forall s, free b p s -> free b' (moved p) (shift o s)).
  { intros s (Hs & Hb & Hr). split; [auto |]. cbn [black red moved]. rewrite !in_moved. auto. }
  intros [s Hd Hs | l s k t Hd E Ha Ht]; rewrite after_moved.
  - cbn [map]. rewrite <- pieces_moved. apply (drop b' (moved p)); [rewrite dropped_moved |]; auto.
  - rewrite map_app. apply (move b' (moved p)) with (from := shift o s); [rewrite dropped_moved;
      exact Hd | | | auto].
    + change (turn (moved p)) with (turn p). rewrite pieces_moved, E, map_app. reflexivity.
    + unfold adjacent, shift in *. cbn [fst snd]. destruct Ha as (Hn & H1 & H2).
      split; [intros [= E1 E2]; apply Hn; destruct s, t; cbn [fst snd] in *; f_equal; lia | lia].
Qed.
End Moved.

Lemma shift_back o s : shift o (shift (- fst o, - snd o)%Z s) = s.
Proof. destruct s. unfold shift. cbn [fst snd]. f_equal; lia. Qed.
Lemma shift_forth o s : shift (- fst o, - snd o)%Z (shift o s) = s.
Proof. destruct s. unfold shift. cbn [fst snd]. f_equal; lia. Qed.

Lemma map_cancel {A} (f g : A -> A) l : (forall x, f (g x) = x) -> map f (map g l) = l.
Proof. intros H. rewrite map_map, (map_ext _ (fun x => x) H). apply map_id. Qed.

Lemma moved_back o p : moved o (moved (- fst o, - snd o)%Z p) = p.
Proof. destruct p. unfold moved. cbn. f_equal; apply map_cancel, shift_back. Qed.
Lemma moved_forth o p : moved (- fst o, - snd o)%Z (moved o p) = p.
Proof. destruct p. unfold moved. cbn. f_equal; apply map_cancel, shift_forth. Qed.

Lemma wins_moved b goals style o c n p :
  wins_within_on (fun s => b (shift o s)) goals style c n p ->
  wins_within_on b goals style c n (moved o p).
Proof.
  assert (Hno : forall p, ~ has_goal goals (opponent c) p ->
    ~ has_goal goals (opponent c) (moved o p)).
  { intros q H Hg. apply H. rewrite <- (moved_forth o q). apply goal_moved, Hg. }
  assert (Hc : forall p, chooser style (moved o p) = chooser style p).
  { intros q. unfold chooser. rewrite dropped_moved. reflexivity. }
  induction 1 as [n p Hg | n p q Hn Hch Hs _ IH | n p Hn Hch _ IH].
  - apply won_on, goal_moved, Hg.
  - apply (wins_by_on b goals style c n (moved o p) (moved o q)); auto.
    + rewrite Hc. exact Hch.
    + revert Hs. apply step_moved. auto.
  - apply wins_against_on; auto; [rewrite Hc; exact Hch |].
    intros q Hq. rewrite <- (moved_back o q). apply IH.
    rewrite <- (moved_forth o p). revert Hq. apply step_moved.
    intros s Hs. rewrite shift_back. exact Hs.
Qed.

Lemma four_squares h f : goals_of h f -> List.length f = 4%nat /\ NoDup f.
Proof.
  assert (Hl : In f lines -> List.length f = 4%nat /\ NoDup f).
  { assert (H : Forall (fun f => List.length f = 4%nat /\ NoDup f) lines)
      by (repeat constructor; simpl; intuition discriminate).
    rewrite Forall_forall in H. apply H. }
  unfold goals_of. destruct (is_advanced h); intros [Hf | Hf]; auto.
  - destruct Hf as (side & Hs & ->). apply four_corners, Hs.
  - rewrite Hf. apply four_corners. lia.
Qed.

Section Header.
Variables (h : header) (margin : N).
Notation rows := (Z.of_N (rows h)).
Notation columns := (Z.of_N (columns h)).
Notation shapes := (shapes h margin).

Lemma shapes_are_goals f : In f shapes -> goals_of h f.
Proof.
  unfold OpenCertificate.shapes, goals_of. intros [H | H]%in_app_or.
  - destruct (is_advanced h); left; exact H.
  - apply in_map_iff in H as (i & <- & Hi%in_seq). destruct (is_advanced h); right.
    + exists (N.of_nat i). split; [lia | reflexivity].
    + f_equal. lia.
Qed.

Lemma goals_are_shapes f : goals_of h f -> In f shapes \/ exists side, f = corners side /\
  (height rows (Z.of_N margin) <= Z.of_N side /\ width columns (Z.of_N margin) <= Z.of_N side)%Z.
Proof.
  unfold OpenCertificate.shapes, goals_of, height, width. rewrite in_app_iff, in_map_iff.
  destruct (is_advanced h); intros [H | H]; auto.
  - destruct H as (side & Hs & ->).
    destruct (N.lt_ge_cases side
      (N.max (OpenCertificate.rows h) (OpenCertificate.columns h) + 2 * margin)).
    + left. right. exists (N.to_nat side). rewrite N2Nat.id, in_seq. split; [reflexivity | lia].
    + right. exists side. split; [reflexivity | lia].
  - left. right. exists 1%nat. rewrite in_seq. split; [rewrite H; reflexivity | lia].
Qed.

Lemma shapes_small f d a : In f shapes -> In (d, a) f ->
  (Z.of_N d <= reach rows columns (Z.of_N margin) /\
   Z.of_N a <= reach rows columns (Z.of_N margin))%Z.
Proof.
  unfold OpenCertificate.shapes, reach, height, width. intros [H | H]%in_app_or Hda.
  - assert (E : Forall (Forall (fun '(d, a) => d <= 3 /\ a <= 3)) lines)
      by (repeat constructor; discriminate).
    rewrite Forall_forall in E. specialize (E f H). rewrite Forall_forall in E.
    specialize (E _ Hda).
    cbn in E. lia.
  - apply in_map_iff in H as (i & <- & Hi%in_seq).
    assert (d <= N.of_nat i /\ a <= N.of_nat i)
      by (destruct Hda as [E | [E | [E | [E | []]]]]; injection E; lia).
    destruct (is_advanced h); lia.
Qed.

Lemma start_wins (b : board) n formations :
  (forall s, in_field rows columns (Z.of_N margin) s = true -> b s) ->
  (is_open h = false -> forall s, b s -> in_window rows columns (Z.of_N margin) s = true) ->
  wins_from_start rows columns (Z.of_N margin) (is_open h) shapes n formations = true ->
  wins_within_on b (goals_of h) SSSS Black (1 + 2 * n) start.
Proof.
  intros Hf Hw. apply start_sound;
    [lia | apply shapes_are_goals | apply goals_are_shapes | apply four_squares |
     apply shapes_small | exact Hf | exact Hw].
Qed.
End Header.

Theorem check_open_sound text h : check_open text = Accepted -> header_of text = Some h ->
  true_header h.
Proof.
  unfold check_open, header_of. destruct (read text) as [(((h' & margin) & fs) & line) |];
    [| discriminate].
  set (n := N.to_nat _). destruct (wins_from_start _ _ _ _ _ _ _) eqn:H; [intros _ | discriminate].
  intros [= ->] b Hb.
  assert (Hn : (1 + 2 * n <= N.to_nat (within h))%nat).
  { assert (Hn : n <> 0%nat) by (intros E; rewrite E in H; discriminate).
    unfold n in *. rewrite N.div2_div in *. pose proof (N.mul_div_le (N.pred (within h)) 2). lia. }
  apply wins_later with (m := (1 + 2 * n)%nat); [| exact Hn].
  set (field := rectangle (Z.of_N (rows h)) (Z.of_N (columns h))).
  assert (Hc : exists corner, (forall s, field s -> b (shift corner s)) /\
    (is_open h = false -> forall s, b (shift corner s) -> field s)).
  { unfold is_on in Hb. destruct (is_open h).
    - destruct Hb as (corner & Hc). exists corner. split; [exact Hc | discriminate].
    - exists (0, 0)%Z. unfold shift. split; [intros [r c] Hs | intros _ [r c] Hs%Hb]; [apply Hb |];
        exact Hs. }
  destruct Hc as (corner & Hc & Hall). set (back := (- Z.of_N margin, - Z.of_N margin)%Z).
  assert (E : forall s, shift (shift corner back) s = shift corner (shift back s))
    by (intros s; unfold shift; cbn [fst snd]; f_equal; lia).
  change start with (moved (shift corner back) start). apply wins_moved.
  apply (start_wins h margin _ n _) with (3 := H).
  - intros s Hs. rewrite E. apply Hc. unfold in_field in Hs.
    rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in Hs. unfold field, rectangle, back, shift.
    cbn [fst snd]. lia.
  - intros Ho s Hs. rewrite E in Hs. apply (Hall Ho) in Hs. apply in_window_spec.
    unfold field, rectangle, back, shift, height, width in *. cbn [fst snd] in Hs. lia.
Qed.

(** Runs the checker once, on the kernel's virtual machine.  If the checker refuses the text,
    runs it again to print the reason. *)
Ltac run_open_checker :=
  first [abstract (vm_cast_no_check (eq_refl Accepted)) |
    match goal with |- check_open ?text = _ =>
      let verdict := eval vm_compute in (check_open text) in
      fail 2 "The certificate is" verdict
    end].
