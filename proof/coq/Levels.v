(** The solver: it decides all placements of a board, level by level.  [level n] has the
    placements that are won or lost within [n] plies.  [level_is_true] proves this for every
    board. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Teeko Require Import Rules Geometry Rounds Placements Rows Numbering.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * Definitions *)

(** A row of bits for a set, and whether the last level has changed it. *)
Record line := Line { row : words; fresh : bool }.
Definition plane := array line.

(** [won] has a row for each set of the side to move: the other side's sets against which it
    wins.  [lost] has the rows of the sets against which it loses.  After a move, the other
    side is to move, so the solver also keeps the transpose of each plane. *)
Record planes := Planes {
  won : plane;
  lost : plane;
  won_turned : plane;  (* the transpose of [won], and all pairs of sets that overlap *)
  lost_turned : plane
}.

Section Solver.
Variable t : tables.

Definition numbers : list int := range (count t) 0.
Definition word_numbers : list int := range (width t) 0.

Definition words_by (f : int -> int) : words := tabulate (width t) 0 f.
Definition no_row : words := words_by (fun _ => 0).
Definition by_number (f : int -> line) : plane := tabulate (count t) (Line no_row false) f.

Definition renew (old : words) (f : int -> int) : line :=
  let new := words_by f in
  Line new (negb (every (fun w => old.[w] =? new.[w]) word_numbers)).

(** Level 0: a side that has completed a goal has won.  Placements in which the side to move
    already has a goal cannot be reached, so no level has them. *)
Definition start : planes :=
  let none := no_row in
  Planes
    (by_number (fun _ => Line none true))
    (by_number (fun i => Line (if in_row (goal t) i then none else
      let apart := (apart t).[i] in words_by (fun w => apart.[w] land (goal t).[w])) true))
    (by_number (fun i => let apart := (apart t).[i] in
      Line (words_by (fun w => complement apart.[w])) true))
    (by_number (fun k => if in_row (goal t) k
      then let playable := (playable t).[k] in Line (words_by (fun w => playable.[w])) true
      else Line (words_by (fun _ => 0)) false)).

(** The placements with a move to a placement that is lost for the other side. *)
Definition next_won (p : planes) : plane := by_number (fun k =>
  let old := row (won p).[k] in
  if in_row (goal t) k then Line old false else
  match filter fresh (map (fun k' => (lost_turned p).[k']) (moved t).[k]) with
  | [] => Line old false
  | lines =>
    let rows := map row lines in
    let playable := (playable t).[k] in
    renew old (fun w => old.[w] lor (playable.[w] land union rows w))
  end).

(** The placements from which all moves lead to placements that the other side wins. *)
Definition next_lost (p : planes) : plane := by_number (fun i =>
  let old := row (lost p).[i] in
  if in_row (goal t) i then Line old false else
  let lines := map (fun i' => (won_turned p).[i']) (moved t).[i] in
  if match lines with [] => true | _ => some fresh lines end then
    let rows := map row lines in
    let playable := (playable t).[i] in
    renew old (fun w => old.[w] lor common rows w (playable.[w] land complement old.[w]))
  else Line old false).

(** Sets the bits [bit] in word [w] of row [i]. *)
Definition put (p : plane) (i w bit : int) : plane :=
  let row := row p.[i] in p.[i <- Line row.[w <- row.[w] lor bit] true].

(** Adds the bits that are in [new] but not in [old] to the transposed plane.  Copies the rows
    first: otherwise the rows of the last level would keep all later changes in memory. *)
Definition transpose (old new turned : plane) : plane :=
  fold_left (fun p k =>
    let line := new.[k] in
    if fresh line then
      let before := row old.[k] in
      let after := row line in
      let v := k / 63 in
      let one := 1 << (k mod 63) in
      fold_left (fun p w =>
        let first := w * 63 in
        fold_left (fun p b => put p (first + b) v one)
          (elements (after.[w] land complement before.[w])) p)
        word_numbers p
    else p) numbers (by_number (fun i => Line (copy (row turned.[i])) false)).

Definition next (p : planes) : planes :=
  let won' := next_won p in
  let lost' := next_lost p in
  Planes won' lost' (transpose (won p) won' (won_turned p)) (transpose (lost p) lost' (lost_turned p)).

Fixpoint level (n : nat) : planes :=
  match n with O => start | Datatypes.S n => next (level n) end.

(** * Proof *)

Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variable pieces : nat.
Hypothesis ok : correct squares adjacent goals pieces t.

Notation moves := (moves squares adjacent).
Notation is_goal := (is_goal goals).
Notation wins := (wins squares adjacent goals).
Notation number := (number t).
Notation word := (word t).
Notation set_ i := (sets t).[i].

Lemma small_count : small (count t). Proof. apply ok. Qed.
Lemma small_width : small (width t). Proof. apply ok. Qed.

Lemma in_word i : number i -> word (i / 63) /\ i / 63 * 63 + i mod 63 = i.
Proof.
  unfold Numbering.number, Numbering.word. intros Hi. destruct (sizes _ _ _ _ _ ok) as (H1 & H2 & H3).
  unfold small in H1. split; [| apply join; lia].
  rewrite to_Z_div. apply Z.div_lt_upper_bound; lia.
Qed.

Lemma word_small w : word w -> (to_Z w <= to_Z max_length)%Z.
Proof. unfold Numbering.word. pose proof small_width as H. unfold small in H. lia. Qed.

Lemma in_numbers i : In i numbers <-> number i.
Proof. apply in_range_iff, small_count. Qed.
Lemma in_word_numbers w : In w word_numbers <-> word w.
Proof. apply in_range_iff, small_width. Qed.

Lemma get_by_number f k : number k -> (by_number f).[k] = f k.
Proof. intros Hk. apply get_tabulate; [apply small_count | exact Hk]. Qed.

Lemma get_words f w : word w -> (words_by f).[w] = f w.
Proof. intros Hw. apply get_tabulate; [apply small_width | exact Hw]. Qed.

Lemma in_apart k i : number k -> number i ->
  in_row (apart t).[k] i = true <-> disjoint (set_ k) (set_ i).
Proof.
  intros Hk Hi. destruct (in_word i Hi) as (Hw & E). unfold in_row.
  rewrite (apart_spec _ _ _ _ _ ok), E by (assumption || apply in_bits_mod). tauto.
Qed.

Lemma in_playable k i : number k -> number i ->
  in_row (playable t).[k] i = true <-> disjoint (set_ k) (set_ i) /\ is_goal (set_ i) = false.
Proof.
  intros Hk Hi. rewrite <- in_apart by assumption. destruct (in_word i Hi) as (Hw & E).
  unfold in_row. rewrite (playable_spec _ _ _ _ _ ok), E by (assumption || apply in_bits_mod). tauto.
Qed.

Lemma playable_inside k w b : number k -> word w -> In b bits ->
  bit (playable t).[k].[w] b = true -> number (w * 63 + b).
Proof.
  intros Hk Hw Hb H. apply (playable_spec _ _ _ _ _ ok) in H as [H _]; [| assumption ..].
  apply (apart_spec _ _ _ _ _ ok) in H; tauto.
Qed.

Lemma in_no_row i : number i -> in_row no_row i = false.
Proof. intros Hi. unfold in_row, no_row. rewrite get_words by apply (in_word i Hi). apply bit_0. Qed.

Lemma stale_renew old f i : fresh (renew old f) = false -> number i ->
  in_row (row (renew old f)) i = in_row old i.
Proof.
  unfold renew. cbv zeta. cbn [fresh row]. rewrite negb_false_iff, every_spec, forallb_forall.
  intros H Hi. destruct (in_word i Hi) as (Hw & _). apply in_word_numbers in Hw.
  unfold in_row. now rewrite <- (eqb_correct _ _ (H _ Hw)).
Qed.

Lemma in_renew old f i : number i -> in_row (row (renew old f)) i = bit (f (i / 63)) (i mod 63).
Proof. intros Hi. unfold renew, in_row. cbn [row]. now rewrite get_words by apply (in_word i Hi). Qed.

Lemma disjoint_moved k k' i : number k -> number k' -> disjoint (set_ k) (set_ i) ->
  In (set_ k') (moves (set_ k) (set_ i)) <-> In k' (moved t).[k] /\ disjoint (set_ k') (set_ i).
Proof.
  intros Hk Hk' Hd. rewrite (moves_apart _ _ _ _ _ Hd), (moved_spec _ _ _ _ _ ok) by assumption. tauto.
Qed.

(** ** The transpose of a plane *)

(** The plane has all rows, and they have the right size. *)
Definition whole (p : plane) : Prop := to_Z (length p) = Z.of_nat (count t) /\
  forall i, number i -> to_Z (length (row p.[i])) = Z.of_nat (width t).

(** [f] adds exactly the bits of [P] to a plane. *)
Definition puts (f : plane -> plane) (P : int -> int -> bool) : Prop := forall p, whole p ->
  whole (f p) /\ forall i, number i ->
  (forall k, number k -> in_row (row (f p).[i]) k = in_row (row p.[i]) k || P i k) /\
  (fresh (f p).[i] = false -> fresh p.[i] = false /\ forall k, number k -> P i k = false).

Lemma puts_nothing : puts (fun p => p) (fun _ _ => false).
Proof. intros p Hp. split; [exact Hp |]. split; [intros k _; now rewrite orb_false_r | auto]. Qed.

Lemma puts_ext f P Q : puts f P ->
  (forall i k, number i -> number k -> P i k = Q i k) -> puts f Q.
Proof.
  intros Hf E p Hp. destruct (Hf p Hp) as (Hp' & H). split; [exact Hp' |]. intros i Hi.
  destruct (H i Hi) as (H1 & H2). split.
  - intros k Hk. rewrite <- E by assumption. now apply H1.
  - intros Hfr. destruct (H2 Hfr) as (H3 & H4). split; [exact H3 |]. intros k Hk.
    rewrite <- E by assumption. now apply H4.
Qed.

Lemma puts_all {A} (f : plane -> A -> plane) (P : A -> int -> int -> bool) l :
  (forall x, In x l -> puts (fun p => f p x) (P x)) ->
  puts (fun p => fold_left f l p) (fun i k => existsb (fun x => P x i k) l).
Proof.
  induction l as [| x l IH]; intros H; [apply puts_nothing |].
  intros p Hp. cbn [fold_left existsb].
  destruct (H x (or_introl eq_refl) p Hp) as (Hx & Hx').
  destruct (IH (fun y Hy => H y (or_intror Hy)) (f p x) Hx) as (Hl & Hl').
  split; [exact Hl |]. intros i Hi. destruct (Hx' i Hi) as (H1 & H2), (Hl' i Hi) as (H3 & H4).
  split.
  - intros k Hk. rewrite H3, H1 by exact Hk. now rewrite orb_assoc.
  - intros Hf. destruct (H4 Hf) as (H5 & H6). destruct (H2 H5) as (H7 & H8).
    split; [exact H7 |]. intros k Hk. now rewrite H8, H6.
Qed.

Lemma same_number i j : number i -> number j -> i / 63 = j / 63 -> i mod 63 = j mod 63 -> i = j.
Proof. intros Hi%in_word Hj%in_word E1 E2. destruct Hi as (_ & <-), Hj as (_ & <-). now rewrite E1, E2. Qed.

Lemma puts_one i k : number i -> number k ->
  puts (fun p => put p i (k / 63) (1 << (k mod 63))) (fun i' k' => (i' =? i) && (k' =? k)).
Proof.
  intros Hi Hk p (Hp & Hrows). unfold put. set (r := row p.[i]).
  assert (Hlt : i <? length p = true) by (apply ltb_spec; rewrite Hp; exact Hi).
  destruct (in_word k Hk) as (Hv & _).
  assert (Hltv : k / 63 <? length r = true)
    by (apply ltb_spec; unfold r; rewrite (Hrows i Hi); exact Hv).
  assert (Hother : forall j, j <> i -> p.[i <- Line r.[k / 63 <- r.[k / 63] lor (1 << (k mod 63))] true].[j] = p.[j])
    by (intros j Hj; apply get_set_other; congruence).
  split.
  - split; [now rewrite length_set |]. intros j Hj. destruct (j =? i) eqn:E.
    + apply eqb_correct in E as ->. rewrite get_set_same by exact Hlt. cbn [row].
      rewrite length_set. now apply Hrows.
    + rewrite Hother; [now apply Hrows |]. intros ->. rewrite eqb_refl in E. discriminate.
  - intros j Hj. destruct (j =? i) eqn:E.
    + apply eqb_correct in E as ->. rewrite get_set_same by exact Hlt. cbn [row fresh].
      split; [| discriminate]. intros k' Hk'. fold r. unfold in_row.
      destruct (k' / 63 =? k / 63) eqn:Ew.
      * apply eqb_correct in Ew. rewrite Ew, get_set_same, lor_spec, bit_one
          by (exact Hltv || apply in_bits_mod).
        f_equal. simpl. apply eq_true_iff_eq. rewrite !eqb_spec. split; [| congruence].
        intros Em. apply same_number; congruence.
      * rewrite get_set_other by (intros H; rewrite H, eqb_refl in Ew; discriminate).
        destruct (k' =? k) eqn:Ek; [| now rewrite andb_false_r, orb_false_r].
        apply eqb_correct in Ek as ->. rewrite eqb_refl in Ew. discriminate.
    + rewrite Hother by (intros ->; rewrite eqb_refl in E; discriminate). cbn [andb].
      split; [intros k' _; now rewrite orb_false_r | auto].
Qed.

(** The bits that [transpose] adds. *)
Definition added (old new : plane) (i k : int) : bool :=
  fresh new.[k] && (in_row (row new.[k]) i && negb (in_row (row old.[k]) i)).

Lemma transpose_spec old new turned :
  (forall k w b, number k -> word w -> In b bits ->
    bit (row new.[k]).[w] b = true -> number (w * 63 + b)) ->
  whole turned ->
  whole (transpose old new turned) /\ forall i, number i ->
  (forall k, number k -> in_row (row (transpose old new turned).[i]) k =
    in_row (row turned.[i]) k || added old new i k) /\
  (fresh (transpose old new turned).[i] = false -> forall k, number k -> added old new i k = false).
Proof.
  intros Hin (Hlen & Hrows). unfold transpose. set (p := by_number _).
  assert (Hp : forall i, number i -> p.[i] = Line (copy (row turned.[i])) false)
    by (intros i Hi; apply get_by_number, Hi).
  assert (Hwhole : whole p).
  { split; [apply length_tabulate, small_count |]. intros i Hi. rewrite Hp by exact Hi. cbn [row].
    rewrite length_copy. now apply Hrows. }
  match goal with |- whole (fold_left ?f numbers p) /\ _ => assert (H : puts (fun p => fold_left f numbers p) (added old new)) end.
  2: { destruct (H p Hwhole) as (H1 & H2). split; [exact H1 |]. intros i Hi.
       destruct (H2 i Hi) as (H3 & H4). split; [| intros Hf; apply (H4 Hf)].
       intros k Hk. rewrite H3, Hp by assumption. unfold in_row. cbn [row].
       now rewrite get_copy. }
  eapply puts_ext.
  - apply puts_all with (P := fun k i k' => (k' =? k) && added old new i k).
    intros k Hk%in_numbers. cbv zeta.
    destruct (fresh new.[k]) eqn:Hf.
    2: { eapply puts_ext; [apply puts_nothing |]. intros i k' _ _. unfold added.
         rewrite Hf. now rewrite andb_false_r. }
    set (x := fun w => (row new.[k]).[w] land complement (row old.[k]).[w]).
    assert (Hx : forall w b, In b bits -> bit (x w) b =
      bit (row new.[k]).[w] b && negb (bit (row old.[k]).[w] b)).
    { intros w b Hb. unfold x. rewrite land_spec, bit_complement by apply bits_small, Hb. reflexivity. }
    eapply puts_ext.
    + apply puts_all with (P := fun w i k' => (k' =? k) && ((i / 63 =? w) && bit (x w) (i mod 63))).
      intros w Hw%in_word_numbers.
      destruct (elements_spec (x w)) as (_ & Hel). eapply puts_ext.
      * apply puts_all with (P := fun b i k' => (i =? w * 63 + b) && (k' =? k)) (l := elements (x w)).
        intros b (Hb & Eb)%Hel. apply puts_one; [| exact Hk]. rewrite Hx in Eb by exact Hb.
        apply andb_prop in Eb as [Eb _]. now apply (Hin k).
      * intros i k' Hi Hk'. cbv beta. destruct (in_word i Hi) as (_ & Ei).
        apply eq_true_iff_eq. rewrite existsb_exists, !andb_true_iff. split.
        -- intros (b & (Hb & Hbit)%Hel & [Eb%eqb_correct ->]%andb_prop). split; [reflexivity |].
           destruct (split_word w b (word_small w Hw) Hb) as [E1 E2]. subst i.
           rewrite E1, E2, eqb_refl. auto.
        -- intros (-> & <-%eqb_correct & Hbit). exists (i mod 63). rewrite Hel.
           rewrite Ei, eqb_refl. auto using in_bits_mod.
    + intros i k' Hi Hk'. destruct (in_word i Hi) as (Hw & Ei). unfold added. rewrite Hf.
      cbn [andb]. destruct (k' =? k); [| now induction word_numbers]. cbn [andb].
      unfold in_row. rewrite <- Hx by apply in_bits_mod. apply eq_true_iff_eq.
      rewrite existsb_exists. split.
      * intros (w & _ & [<-%eqb_correct H]%andb_prop). exact H.
      * intros H. exists (i / 63). rewrite in_word_numbers, eqb_refl. auto.
  - intros i k Hi Hk. apply eq_true_iff_eq. rewrite existsb_exists. split.
    + intros (k' & _ & [->%eqb_correct H]%andb_prop). exact H.
    + intros H. exists k. rewrite in_numbers, eqb_refl. auto.
Qed.

(** ** Levels *)

(** The properties of the planes of level [n]. *)
Record level_spec (n : nat) (p : planes) : Prop := {
  won_spec : forall k i, number k -> number i ->
    in_row (row (won p).[k]) i = true <->
    disjoint (set_ k) (set_ i) /\ is_goal (set_ k) = false /\
    wins n true (set_ k) (set_ i) = true;
  lost_spec : forall i k, number i -> number k ->
    in_row (row (lost p).[i]) k = true <->
    disjoint (set_ i) (set_ k) /\ is_goal (set_ i) = false /\
    wins n false (set_ k) (set_ i) = true;
  won_turned_spec : forall k i, number k -> number i ->
    in_row (row (won_turned p).[i]) k =
    negb (in_row (apart t).[i] k) || in_row (row (won p).[k]) i;
  lost_turned_spec : forall k i, number k -> number i ->
    in_row (row (lost_turned p).[k]) i = in_row (row (lost p).[i]) k;
  inside : forall k w b, number k -> word w -> In b bits ->
    bit (row (won p).[k]).[w] b = true \/ bit (row (lost p).[k]).[w] b = true ->
    number (w * 63 + b);
  turned_whole : whole (won_turned p) /\ whole (lost_turned p);
  stale_won : forall k, number k -> fresh (won p).[k] = false ->
    exists m, n = Datatypes.S m /\ forall i, number i -> disjoint (set_ k) (set_ i) ->
    wins n true (set_ k) (set_ i) = true -> wins m true (set_ k) (set_ i) = true;
  stale_lost : forall i, number i -> fresh (lost p).[i] = false ->
    exists m, n = Datatypes.S m /\ forall k, number k -> disjoint (set_ i) (set_ k) ->
    is_goal (set_ i) = false ->
    wins n false (set_ k) (set_ i) = true -> wins m false (set_ k) (set_ i) = true;
  stale_won_turned : forall i, number i -> fresh (won_turned p).[i] = false ->
    exists m, n = Datatypes.S m /\ forall k, number k -> disjoint (set_ k) (set_ i) ->
    is_goal (set_ k) = false ->
    wins n true (set_ k) (set_ i) = true -> wins m true (set_ k) (set_ i) = true;
  stale_lost_turned : forall k i, number k -> fresh (lost_turned p).[k] = false -> number i ->
    disjoint (set_ k) (set_ i) -> is_goal (set_ i) = false ->
    wins n false (set_ k) (set_ i) = true ->
    exists m, n = Datatypes.S m /\ wins m false (set_ k) (set_ i) = true
}.

Lemma in_words_by f i : number i -> in_row (words_by f) i = bit (f (i / 63)) (i mod 63).
Proof. intros Hi. unfold in_row. now rewrite get_words by apply (in_word i Hi). Qed.

Lemma length_words_by f : to_Z (length (words_by f)) = Z.of_nat (width t).
Proof. apply length_tabulate, small_width. Qed.

Lemma start_spec : level_spec 0 start.
Proof.
  assert (Hw : forall k, number k -> (won start).[k] = Line no_row true)
    by (intros k Hk; apply get_by_number, Hk).
  assert (Hl : forall i, number i -> (lost start).[i] = Line (if is_goal (set_ i) then no_row else
    words_by (fun w => (apart t).[i].[w] land (goal t).[w])) true).
  { intros i Hi. rewrite <- (goal_spec _ _ _ _ _ ok i Hi). apply get_by_number, Hi. }
  assert (Hwt : forall i, number i -> (won_turned start).[i] =
    Line (words_by (fun w => complement (apart t).[i].[w])) true)
    by (intros i Hi; apply get_by_number, Hi).
  assert (Hlt : forall k, number k -> (lost_turned start).[k] = if is_goal (set_ k)
    then Line (words_by (fun w => (playable t).[k].[w])) true else Line (words_by (fun _ => 0)) false).
  { intros k Hk. rewrite <- (goal_spec _ _ _ _ _ ok k Hk). apply get_by_number, Hk. }
  assert (Hlost : forall i k, number i -> number k ->
    in_row (row (lost start).[i]) k =
    negb (is_goal (set_ i)) && in_row (apart t).[i] k && is_goal (set_ k)).
  { intros i k Hi Hk. rewrite Hl by exact Hi. cbn [row].
    destruct (is_goal (set_ i)); [now apply in_no_row |].
    rewrite in_words_by, land_spec, <- (goal_spec _ _ _ _ _ ok k Hk) by exact Hk. reflexivity. }
  split.
  - intros k i Hk Hi. rewrite Hw, in_no_row by assumption. cbn [Placements.wins].
    rewrite orb_false_r. split; [discriminate | intros (_ & H & H'); congruence].
  - intros i k Hi Hk. rewrite Hlost, !andb_true_iff, negb_true_iff, in_apart by assumption.
    cbn [Placements.wins]. rewrite orb_false_r. tauto.
  - intros k i Hk Hi. rewrite Hw, Hwt, in_no_row by assumption. cbn [row].
    rewrite in_words_by, bit_complement, orb_false_r by (assumption || apply bits_small, in_bits_mod).
    reflexivity.
  - intros k i Hk Hi. rewrite Hlost, Hlt by assumption. apply eq_true_iff_eq.
    rewrite !andb_true_iff, negb_true_iff, in_apart by assumption.
    destruct (is_goal (set_ k)); cbn [row]; rewrite in_words_by by exact Hi.
    + change (in_row (playable t).[k] i = true <->
        (is_goal (set_ i) = false /\ disjoint (set_ i) (set_ k)) /\ true = true).
      rewrite in_playable by assumption.
      split; intros H; repeat split; try apply disjoint_sym; tauto.
    + rewrite bit_0. split; [discriminate | intros (_ & H); discriminate].
  - intros k w b Hk Hw' Hb. rewrite Hw, Hl by assumption. cbn [row].
    unfold no_row. rewrite get_words, bit_0 by assumption. intros [H | H]; [discriminate |].
    destruct (is_goal (set_ k)); rewrite get_words in H by assumption.
    + rewrite bit_0 in H. discriminate.
    + rewrite land_spec in H. apply andb_prop in H as [H _].
      apply (apart_spec _ _ _ _ _ ok) in H; tauto.
  - split; (split; [apply length_tabulate, small_count |]); intros i Hi.
    + rewrite Hwt by exact Hi. apply length_words_by.
    + rewrite Hlt by exact Hi. destruct (is_goal _); apply length_words_by.
  - intros k Hk. rewrite Hw by assumption. discriminate.
  - intros k Hk. rewrite Hl by assumption. discriminate.
  - intros k Hk. rewrite Hwt by assumption. discriminate.
  - intros k i Hk. rewrite Hlt by assumption. cbn [Placements.wins]. rewrite orb_false_r.
    destruct (is_goal (set_ k)); discriminate.
Qed.

Section Step.
Variables (n : nat) (p : planes).
Hypothesis Hp : level_spec n p.

(** A row of the next plane, computed from the last planes. *)
Lemma next_won_spec k : number k ->
  let line := (next_won p).[k] in let old := row (won p).[k] in
  (forall i, number i -> in_row (row line) i = in_row old i ||
    negb (is_goal (set_ k)) && in_row (playable t).[k] i &&
    existsb (fun k' => fresh (lost_turned p).[k'] && in_row (row (lost_turned p).[k']) i)
      (moved t).[k]) /\
  (fresh line = false -> forall i, number i -> in_row (row line) i = in_row old i) /\
  (forall w b, word w -> In b bits -> bit (row line).[w] b = true -> number (w * 63 + b)).
Proof.
  intros Hk. unfold next_won. rewrite get_by_number, (goal_spec _ _ _ _ _ ok) by exact Hk.
  cbv zeta. set (old := row (won p).[k]).
  assert (Hin : forall w b, word w -> In b bits -> bit old.[w] b = true -> number (w * 63 + b)).
  { intros w b Hw Hb H. apply (inside _ _ Hp k w b); auto. }
  destruct (is_goal (set_ k)) eqn:Hg; cbn [row negb andb].
  { split; [| split]; auto. intros i _. now rewrite orb_false_r. }
  set (lines := filter _ _).
  assert (Hlines : forall i, existsb (fun l => in_row (row l) i) lines =
    existsb (fun k' => fresh (lost_turned p).[k'] && in_row (row (lost_turned p).[k']) i)
      (moved t).[k]).
  { intros i. unfold lines. induction (moved t).[k] as [| k' l IH]; [reflexivity |].
    cbn [map filter existsb]. rewrite <- IH. now destruct (fresh _). }
  destruct lines as [| l ls] eqn:El; [| rewrite <- El in *; clear El l ls].
  { cbn [row]. split; [| split]; auto. intros i _.
    rewrite <- Hlines. simpl. now rewrite andb_false_r, orb_false_r. }
  set (f := fun w => _). split; [| split].
  - intros i Hi. rewrite in_renew by exact Hi. unfold f.
    rewrite lor_spec, land_spec. f_equal. unfold in_row at 1. f_equal. rewrite <- Hlines.
    apply eq_true_iff_eq. rewrite bit_union, existsb_exists. split.
    + intros (r & Hr & Hbit). apply in_map_iff in Hr as (l & <- & Hl). eauto.
    + intros (l & Hl & Hbit). exists (row l). split; [now apply in_map | exact Hbit].
  - intros H i Hi. now apply stale_renew.
  - intros w b Hw Hb. unfold renew. cbn [row]. rewrite get_words by exact Hw.
    unfold f. rewrite lor_spec, land_spec. intros [H | [H _]%andb_prop]%orb_prop; [auto |].
    now apply playable_inside with k.
Qed.

(** Whether the row has to be computed again. *)
Definition needed (i : int) : bool := match (moved t).[i] with
  | [] => true
  | l => existsb (fun i' => fresh (won_turned p).[i']) l
  end.

Lemma next_lost_spec i : number i ->
  let line := (next_lost p).[i] in let old := row (lost p).[i] in
  (forall k, number k -> in_row (row line) k = in_row old k ||
    negb (is_goal (set_ i)) && needed i &&
    in_row (playable t).[i] k &&
    forallb (fun i' => in_row (row (won_turned p).[i']) k) (moved t).[i]) /\
  (fresh line = false -> forall k, number k -> in_row (row line) k = in_row old k) /\
  (forall w b, word w -> In b bits -> bit (row line).[w] b = true -> number (w * 63 + b)).
Proof.
  intros Hi. unfold next_lost. rewrite get_by_number, (goal_spec _ _ _ _ _ ok) by exact Hi.
  cbv zeta. set (old := row (lost p).[i]).
  assert (Hin : forall w b, word w -> In b bits -> bit old.[w] b = true -> number (w * 63 + b)).
  { intros w b Hw Hb H. apply (inside _ _ Hp i w b); auto. }
  destruct (is_goal (set_ i)) eqn:Hg; cbn [row negb andb].
  { split; [| split]; auto. intros k _. now rewrite orb_false_r. }
  set (lines := map _ _).
  assert (Hneeded : match lines with [] => true | _ => some fresh lines end = needed i).
  { unfold lines, needed. destruct (moved t).[i] as [| j l]; [reflexivity |].
    cbn [map]. rewrite some_spec. change (_ :: map ?f l) with (map f (j :: l)).
    generalize (j :: l). induction l0 as [| j' l' IH]; [reflexivity |]. simpl. now rewrite IH. }
  rewrite Hneeded. destruct (needed i); cbn [row andb].
  2: { split; [| split]; auto. intros k _. now rewrite orb_false_r. }
  set (f := fun w => _).
  assert (Hbit : forall w b, In b bits -> bit (f w) b = bit old.[w] b ||
    bit (playable t).[i].[w] b && forallb (fun i' => bit (row (won_turned p).[i']).[w] b) (moved t).[i]).
  { intros w b Hb. unfold f. rewrite lor_spec, bit_common, land_spec, bit_complement
      by apply bits_small, Hb.
    assert (E : forallb (fun row => bit row.[w] b) (map row lines) =
      forallb (fun i' => bit (row (won_turned p).[i']).[w] b) (moved t).[i]).
    { unfold lines. rewrite map_map. clear. induction (moved t).[i] as [| i' l IH]; [reflexivity |].
      simpl. now rewrite IH. }
    rewrite E. destruct (bit old.[w] b); [reflexivity |]. simpl. now rewrite andb_true_r. }
  split; [| split].
  - intros k Hk. rewrite in_renew, Hbit by (exact Hk || apply in_bits_mod). reflexivity.
  - intros H k Hk. now apply stale_renew.
  - intros w b Hw Hb. unfold renew. cbn [row]. rewrite get_words, Hbit by assumption.
    intros [H | [H _]%andb_prop]%orb_prop; [auto |]. now apply playable_inside with i.
Qed.

Lemma next_spec : level_spec (Datatypes.S n) (next p).
Proof.
  assert (Hwon : forall k i, number k -> number i ->
    in_row (row (next_won p).[k]) i = true <->
    disjoint (set_ k) (set_ i) /\ is_goal (set_ k) = false /\
    wins (Datatypes.S n) true (set_ k) (set_ i) = true).
  { intros k i Hk Hi. destruct (next_won_spec k Hk) as (H & _).
    rewrite H, orb_true_iff, (won_spec _ _ Hp), !andb_true_iff, negb_true_iff, in_playable by assumption.
    split.
    - intros [(Hd & Hg & Hwin) | ((Hg & Hd & Hgi) & Hex)].
      + auto using wins_longer.
      + split; [exact Hd |]. split; [exact Hg |].
        apply existsb_exists in Hex as (k' & Hin & [_ Hbit]%andb_prop).
        apply (moved_spec _ _ _ _ _ ok) in Hin as Hin'; [| exact Hk]. destruct Hin' as (Hk' & _).
        rewrite (lost_turned_spec _ _ Hp) in Hbit by assumption.
        apply (lost_spec _ _ Hp) in Hbit as (Hd' & _ & Hwin); [| assumption ..].
        rewrite wins_S, Hg, Hgi. simpl. apply existsb_exists. exists (set_ k').
        split; [| exact Hwin]. apply disjoint_moved; auto using disjoint_sym.
    - intros (Hd & Hg & Hwin). pose proof Hwin as Hw'. rewrite wins_S, Hg in Hw'.
      apply andb_prop in Hw' as [Hgi%negb_true_iff Hex].
      apply existsb_exists in Hex as (s & Hs & Hws).
      pose proof Hs as Hs'. apply (moves_apart _ _ _ _ _ Hd) in Hs' as [Hs' _].
      destruct (closed _ _ _ _ _ ok k s Hk Hs') as (k' & Hk' & <-).
      apply disjoint_moved in Hs as (Hin & Hd'); [| assumption ..].
      destruct (fresh (lost_turned p).[k']) eqn:Hf.
      + right. split; [auto |]. apply existsb_exists. exists k'. split; [exact Hin |].
        rewrite Hf, (lost_turned_spec _ _ Hp) by assumption.
        apply (lost_spec _ _ Hp); auto using disjoint_sym.
      + left. destruct (stale_lost_turned _ _ Hp k' i Hk' Hf Hi Hd' Hgi Hws) as (m & -> & Hm).
        split; [exact Hd |]. split; [exact Hg |]. rewrite wins_S, Hg, Hgi. simpl.
        apply existsb_exists. exists (set_ k'). split; [| exact Hm]. now apply disjoint_moved. }
  assert (Hlost : forall i k, number i -> number k ->
    in_row (row (next_lost p).[i]) k = true <->
    disjoint (set_ i) (set_ k) /\ is_goal (set_ i) = false /\
    wins (Datatypes.S n) false (set_ k) (set_ i) = true).
  { intros i k Hi Hk. destruct (next_lost_spec i Hi) as (H & _).
    rewrite H, orb_true_iff, (lost_spec _ _ Hp), !andb_true_iff, negb_true_iff, in_playable by assumption.
    split.
    - intros [(Hd & Hgi & Hwin) | (((Hgi & _) & Hd & Hg) & Hall)].
      + auto using wins_longer.
      + split; [exact Hd |]. split; [exact Hgi |]. rewrite wins_S, Hg, Hgi. simpl.
        apply forallb_forall. intros s Hs.
        pose proof Hs as Hs'. apply (moves_apart _ _ _ _ _ Hd) in Hs' as [Hs' _].
        destruct (closed _ _ _ _ _ ok i s Hi Hs') as (j & Hj & <-).
        apply disjoint_moved in Hs as (Hin & Hdj); [| assumption ..].
        rewrite forallb_forall in Hall. specialize (Hall j Hin).
        rewrite (won_turned_spec _ _ Hp) in Hall by assumption.
        apply (in_apart j k Hj Hk) in Hdj. rewrite Hdj in Hall.
        apply (won_spec _ _ Hp) in Hall; tauto.
    - intros (Hd & Hgi & Hwin). pose proof Hwin as Hw'. rewrite wins_S, Hgi in Hw'.
      destruct (is_goal (set_ k)) eqn:Hg.
      { left. split; [exact Hd |]. split; [exact Hgi |].
        destruct n; [simpl | rewrite wins_S]; now rewrite Hg. }
      simpl in Hw'.
      assert (Hall : forall j, In j (moved t).[i] -> disjoint (set_ j) (set_ k) ->
        number j /\ wins n true (set_ k) (set_ j) = true).
      { intros j Hj Hdj. apply (moved_spec _ _ _ _ _ ok) in Hj as Hj'; [| exact Hi].
        destruct Hj' as (Nj & _). rewrite forallb_forall in Hw'.
        split; [exact Nj |]. apply Hw', disjoint_moved; auto. }
      destruct (needed i) eqn:Hf.
      + right. split; [auto |]. apply forallb_forall. intros j Hj.
        assert (Nj : number j) by (apply (moved_spec _ _ _ _ _ ok) in Hj; tauto).
        rewrite (won_turned_spec _ _ Hp) by assumption.
        destruct (in_row (apart t).[j] k) eqn:Ha; [| reflexivity]. simpl.
        apply in_apart in Ha; [| assumption ..]. apply (won_spec _ _ Hp); [assumption .. |].
        destruct (Hall j Hj Ha) as (_ & H'). auto using disjoint_sym.
      + assert (Hstale : forall j, In j (moved t).[i] -> fresh (won_turned p).[j] = false).
        { intros j Hj. unfold needed in Hf. destruct (moved t).[i]; [discriminate |].
          apply not_true_iff_false. intros Hj'. apply not_true_iff_false in Hf.
          apply Hf, existsb_exists. eauto. }
        assert (Hm : exists m, n = Datatypes.S m).
        { unfold needed in Hf. destruct (moved t).[i] as [| j l] eqn:El; [discriminate |].
          assert (Nj : number j).
          { apply (moved_spec _ _ _ _ _ ok i j Hi). rewrite El. now left. }
          destruct (stale_won_turned _ _ Hp j Nj (Hstale j (or_introl eq_refl))) as (m & E & _).
          eauto. }
        destruct Hm as (m & Em).
        left. split; [exact Hd |]. split; [exact Hgi |]. rewrite Em, wins_S, Hg, Hgi. simpl.
        apply forallb_forall. intros s Hs.
        pose proof Hs as Hs'. apply (moves_apart _ _ _ _ _ Hd) in Hs' as [Hs' _].
        destruct (closed _ _ _ _ _ ok i s Hi Hs') as (j & Hj & <-).
        apply disjoint_moved in Hs as (Hin & Hdj); [| assumption ..].
        destruct (stale_won_turned _ _ Hp j Hj (Hstale j Hin)) as (m' & E & H').
        assert (m' = m) as -> by congruence.
        apply H'; [exact Hk | now apply disjoint_sym | exact Hg | apply (Hall j Hin Hdj)]. }
  assert (Hin_won : forall k w b, number k -> word w -> In b bits ->
    bit (row (next_won p).[k]).[w] b = true -> number (w * 63 + b))
    by (intros k w b Hk; apply (next_won_spec k Hk)).
  assert (Hin_lost : forall k w b, number k -> word w -> In b bits ->
    bit (row (next_lost p).[k]).[w] b = true -> number (w * 63 + b))
    by (intros k w b Hk; apply (next_lost_spec k Hk)).
  destruct (turned_whole _ _ Hp) as (Hww & Hwl).
  destruct (transpose_spec (won p) (next_won p) _ Hin_won Hww) as (Hww' & Htw).
  destruct (transpose_spec (lost p) (next_lost p) _ Hin_lost Hwl) as (Hwl' & Htl).
  split; cbn [next won lost won_turned lost_turned]; [exact Hwon | exact Hlost | | | | | | | |].
  - intros k i Hk Hi. destruct (next_won_spec k Hk) as (H & Hst & _).
    specialize (H i Hi). rewrite (proj1 (Htw i Hi) k Hk), (won_turned_spec _ _ Hp) by assumption.
    unfold added. destruct (fresh (next_won p).[k]); [| rewrite (Hst eq_refl i Hi)].
    + destruct (in_row (row (won p).[k]) i), (in_row (row (next_won p).[k]) i),
        (in_row (apart t).[i] k); try reflexivity; discriminate.
    + cbn [andb]. now rewrite orb_false_r.
  - intros k i Hk Hi. destruct (next_lost_spec i Hi) as (H & Hst & _).
    specialize (H k Hk). rewrite (proj1 (Htl k Hk) i Hi), (lost_turned_spec _ _ Hp) by assumption.
    unfold added. destruct (fresh (next_lost p).[i]); [| rewrite (Hst eq_refl k Hk)].
    + destruct (in_row (row (lost p).[i]) k), (in_row (row (next_lost p).[i]) k);
        try reflexivity; discriminate.
    + cbn [andb]. now rewrite orb_false_r.
  - intros k w b Hk Hw Hb [H | H]; eauto.
  - auto.
  - intros k Hk Hf. exists n. split; [reflexivity |]. intros i Hi Hd Hwin.
    destruct (is_goal (set_ k)) eqn:Hg; [destruct n; [simpl | rewrite wins_S]; now rewrite Hg |].
    pose proof (proj2 (Hwon k i Hk Hi) (conj Hd (conj Hg Hwin))) as Hbit.
    destruct (next_won_spec k Hk) as (_ & Hst & _).
    rewrite (Hst Hf i Hi) in Hbit. apply (won_spec _ _ Hp) in Hbit; tauto.
  - intros i Hi Hf. exists n. split; [reflexivity |]. intros k Hk Hd Hgi Hwin.
    pose proof (proj2 (Hlost i k Hi Hk) (conj Hd (conj Hgi Hwin))) as Hbit.
    destruct (next_lost_spec i Hi) as (_ & Hst & _).
    rewrite (Hst Hf k Hk) in Hbit. apply (lost_spec _ _ Hp) in Hbit; tauto.
  - intros i Hi Hf. exists n. split; [reflexivity |]. intros k Hk Hd Hg Hwin.
    pose proof (proj2 (Hwon k i Hk Hi) (conj Hd (conj Hg Hwin))) as Hbit.
    destruct (next_won_spec k Hk) as (_ & Hst & _).
    pose proof (proj2 (Htw i Hi) Hf k Hk) as Ha. unfold added in Ha. rewrite Hbit in Ha.
    apply (won_spec _ _ Hp k i Hk Hi).
    destruct (fresh (next_won p).[k]); [| rewrite <- (Hst eq_refl i Hi); exact Hbit].
    now apply negb_false_iff in Ha.
  - intros k i Hk Hf Hi Hd Hgi Hwin. exists n. split; [reflexivity |].
    pose proof (proj2 (Hlost i k Hi Hk) (conj (disjoint_sym _ _ Hd) (conj Hgi Hwin))) as Hbit.
    destruct (next_lost_spec i Hi) as (_ & Hst & _).
    pose proof (proj2 (Htl k Hk) Hf i Hi) as Ha. unfold added in Ha. rewrite Hbit in Ha.
    apply (lost_spec _ _ Hp i k Hi Hk).
    destruct (fresh (next_lost p).[i]); [| rewrite <- (Hst eq_refl k Hk); exact Hbit].
    now apply negb_false_iff in Ha.
Qed.

End Step.

(** Every level is right. *)
Theorem level_is_true n : level_spec n (level n).
Proof. induction n as [|n IH]; [apply start_spec | apply next_spec, IH]. Qed.

End Solver.
