(** Tables for the checker, in primitive integers and arrays: the numbered sets of four
    squares, and the sets after a move.  Their computation needs no proof, because
    [tables_ok] compares the tables with the rules. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Teeko Require Import Rules.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * Sets of squares as primitive integers *)

Definition set_of_int (x : int) : set := Z.to_N (to_Z x).
Definition int_of_set (s : set) : int := of_Z (Z.of_N s).

Lemma set_of_lor x y : set_of_int (x lor y) = N.lor (set_of_int x) (set_of_int y).
Proof.
  unfold set_of_int. rewrite lor_spec'.
  destruct (to_Z_bounded x) as [Hx _], (to_Z_bounded y) as [Hy _].
  destruct (to_Z x), (to_Z y); try reflexivity; lia.
Qed.

Lemma set_of_land x y : set_of_int (x land y) = N.land (set_of_int x) (set_of_int y).
Proof.
  unfold set_of_int. rewrite land_spec'.
  destruct (to_Z_bounded x) as [Hx _], (to_Z_bounded y) as [Hy _].
  destruct (to_Z x), (to_Z y); simpl; try reflexivity; lia.
Qed.

Lemma set_of_int_inj x y : set_of_int x = set_of_int y -> x = y.
Proof.
  unfold set_of_int. intros H. apply to_Z_inj.
  destruct (to_Z_bounded x), (to_Z_bounded y). apply Z2N.inj; auto.
Qed.

(** Each square, with the set that has only this square. *)
Definition single : list (square * int) :=
  Eval vm_compute in map (fun s => (s, int_of_set (add 0%N s))) squares.

Lemma single_spec s m : In (s, m) single -> In s squares /\ set_of_int m = N.shiftl 1 s.
Proof.
  assert (H : forallb (fun '(s, m) => existsb (N.eqb s) squares &&
    N.eqb (set_of_int m) (N.shiftl 1 s)) single = true) by (vm_compute; reflexivity).
  intros Hin. rewrite forallb_forall in H. apply H in Hin.
  apply andb_prop in Hin as [H1 H2]. apply existsb_exists in H1 as (s' & Hs' & ->%N.eqb_eq).
  apply N.eqb_eq in H2. auto.
Qed.

Lemma single_of s : In s squares -> exists m, In (s, m) single.
Proof.
  intros H. assert (E : squares = map fst single) by (vm_compute; reflexivity).
  rewrite E in H. apply in_map_iff in H as ((s' & m) & <- & H). eauto.
Qed.

(** * Moves of one side *)

(** The sets after one move from [mine], if the other side has [theirs]. *)
Definition moves (mine theirs : set) : list set :=
  flat_map (fun from => map (fun to => add (remove mine from) to)
    (filter (fun to => adjacent from to && (negb (has mine to) && negb (has theirs to)))
       squares))
    (filter (has mine) squares).

Definition disjoint (a b : set) : Prop := forall s, has a s = true -> has b s = false.

Lemma disjoint_land a b : N.land a b = 0%N <-> disjoint a b.
Proof.
  unfold disjoint, has. split.
  - intros H s Ha. assert (E : N.testbit (N.land a b) s = false) by (rewrite H; apply N.bits_0).
    rewrite N.land_spec, Ha in E. exact E.
  - intros H. apply N.bits_inj_0. intros s. rewrite N.land_spec.
    destruct (N.testbit a s) eqn:E; [apply (H s E) | reflexivity].
Qed.

Lemma has_moved mine from to s :
  has (add (remove mine from) to) s = (to =? s)%N || has mine s && negb (from =? s)%N.
Proof. unfold has, add, remove. rewrite N.setbit_eqb, N.clearbit_eqb. reflexivity. Qed.

(** The other side's pieces only forbid moves to their squares. *)
Lemma moves_among mine theirs mine' : disjoint mine theirs ->
  In mine' (moves mine theirs) <-> In mine' (moves mine 0%N) /\ disjoint mine' theirs.
Proof.
  unfold moves, disjoint. intros Hd. split.
  - intros H. apply in_flat_map in H as (from & Hfrom & H).
    apply in_map_iff in H as (to & <- & H).
    apply filter_In in H as (Hto & H). rewrite !andb_true_iff, !negb_true_iff in H.
    destruct H as (Hadj & Hm & Ht). split.
    + apply in_flat_map. exists from. split; [exact Hfrom |]. apply in_map_iff.
      exists to. split; [reflexivity |]. apply filter_In. rewrite Hadj, Hm. auto.
    + intros s. rewrite has_moved. destruct (N.eqb_spec to s) as [<- | _]; [auto |].
      simpl. intros [H _]%andb_prop. auto.
  - intros [H Hd']. apply in_flat_map in H as (from & Hfrom & H).
    apply in_map_iff in H as (to & <- & H).
    apply filter_In in H as (Hto & H). rewrite !andb_true_iff, !negb_true_iff in H.
    destruct H as (Hadj & Hm & _).
    apply in_flat_map. exists from. split; [exact Hfrom |]. apply in_map_iff.
    exists to. split; [reflexivity |]. apply filter_In. split; [exact Hto |].
    rewrite Hadj, Hm, Hd'; [reflexivity |].
    rewrite has_moved, N.eqb_refl. reflexivity.
Qed.

(** * The tables *)

(** A row has one bit for each set, by its number; a word has 63 bits. *)
Definition words := array int.
Definition in_row (row : words) (i : int) : bool := bit row.[i / 63] (i mod 63).

(** A set of bits of a row, as words with masks. *)
Inductive masks := NoMask | Mask (word mask : int) (rest : masks).

Record tables := Tables {
  sets : array int;            (* the sets of four squares, by number *)
  low_rank : array int;        (* the number of a set is the sum of an entry of low_rank, *)
  high_base : array int;       (* for its squares up to 12, and of high_base, for the others *)
  holding : list (int * words);  (* each square, and the row of the sets that have it *)
  moved : array (list int);    (* the numbers of the sets after one move *)
  moved_masks : array masks    (* the same as bits of a row *)
}.

Definition rank (t : tables) (x : int) : int :=
  (low_rank t).[x land 8191] + (high_base t).[x >> 13].

(** * The computation of the tables *)

Fixpoint subsets (l : list int) (size : nat) : list int :=
  match size, l with
  | O, _ => [0]
  | Datatypes.S _, [] => []
  | Datatypes.S k, m :: l => map (fun x => m lor x) (subsets l k) ++ subsets l size
  end.

(** Calls [f] with each element and its number. *)
Fixpoint fold_numbered {A B} (f : int -> A -> B -> B) (l : list A) (i : int) (b : B) : B :=
  match l with [] => b | x :: l => fold_numbered f l (i + 1) (f i x b) end.

Definition insert (row : words) (i : int) : words :=
  let w := i / 63 in row.[w <- row.[w] lor (1 << (i mod 63))].

Fixpoint add_mask (w m : int) (l : masks) : masks :=
  match l with
  | NoMask => Mask w m NoMask
  | Mask w' m' l => if w =? w' then Mask w (m lor m') l else Mask w' m' (add_mask w m l)
  end.

Definition count : int := 12650.
Definition row_words : int := 201.
Fixpoint range (n : nat) (i : int) : list int :=
  match n with O => [] | Datatypes.S n => i :: range n (i + 1) end.
Definition numbers : list int := range 12650 0.
Definition word_numbers : list int := range 201 0.
Definition bits : list int := range 63 0.

Definition make_tables : tables :=
  let low := subsets (map snd (firstn 12 single)) in
  let high := subsets (map snd (skipn 12 single)) in
  let by_high := flat_map (fun n => map (fun h => (h, low (4 - n)%nat)) (high n)) (seq 0 5) in
  let all := flat_map (fun '(h, lows) => map (fun l => h lor l) lows) by_high in
  let sets := fold_numbered (fun i x a => a.[i <- x]) all 0 (make count 0) in
  let low_rank := fold_left (fun a n => fold_numbered (fun i x a => a.[x <- i]) (low n) 0 a)
    (seq 0 5) (make 8192 0) in
  let high_base := fst (fold_left (fun '(a, base) '(h, lows) =>
    (a.[h >> 13 <- base], base + of_Z (Z.of_nat (List.length lows)))) by_high (make 8192 0, 0)) in
  let holding := map (fun '(_, m) => (m, fold_numbered (fun i x row =>
    if x land m =? 0 then row else insert row i) all 0 (make row_words 0))) single in
  let rank x := low_rank.[x land 8191] + high_base.[x >> 13] in
  let steps := map (fun '(s, m) => (m, map snd (filter (fun '(t, _) => adjacent s t) single)))
    single in
  let moves x := flat_map (fun '(m, ts) => if x land m =? 0 then [] else
    map (fun t => rank (x lxor m lor t)) (filter (fun t => x land t =? 0) ts)) steps in
  let moved := fold_numbered (fun i x a => a.[i <- moves x]) all 0 (make count []) in
  let masks := fold_left (fun a i => a.[i <- fold_left (fun l j =>
    add_mask (j / 63) (1 << (j mod 63)) l) moved.[i] NoMask]) numbers (make count NoMask) in
  Tables sets low_rank high_base holding moved masks.

(** The row of the sets that are goals. *)
Definition goal_row (t : tables) (goals : list set) : words :=
  fold_left (fun row g => insert row (rank t (int_of_set g))) goals (make row_words 0).

(** * The properties that the checker needs *)

Definition board : set := set_of squares.

Fixpoint hits (l : masks) (i : int) : bool :=
  match l with
  | NoMask => false
  | Mask w m l => (w =? i / 63) && bit m (i mod 63) || hits l i
  end.

(** The entries of the set with number [i] agree with the rules. *)
Definition entry_ok (t : tables) (i : int) : bool :=
  let x := (sets t).[i] in
  let s := set_of_int x in
  let next := moves s 0%N in
  ((i / 63 * 63 + i mod 63 =? i) && (i / 63 <? 201) && (i mod 63 <? 63)) &&
  (N.eqb (N.ldiff s board) 0 &&
  (forallb (fun s' => let j := rank t (int_of_set s') in
    (j <? 12650) && N.eqb (set_of_int (sets t).[j]) s' && hits (moved_masks t).[j] i &&
    existsb (fun j' => j =? j') (moved t).[i]) next &&
  (forallb (fun j =>
    (j <? 12650) && existsb (N.eqb (set_of_int (sets t).[j])) next) (moved t).[i] &&
  forallb (fun '(m, row) => Bool.eqb (in_row row i) (negb (x land m =? 0))) (holding t)))).

Definition tables_ok (t : tables) : bool :=
  forallb (entry_ok t) numbers &&
  (forallb (fun m => existsb (fun '(m', _) => m =? m') (holding t)) (map snd single) &&
  forallb (fun '(m, _) => existsb (fun m' => m =? m') (map snd single)) (holding t)).

Definition goal_row_ok (t : tables) (goals : list set) (row : words) : bool :=
  forallb (fun i =>
    Bool.eqb (in_row row i) (existsb (N.eqb (set_of_int (sets t).[i])) goals)) numbers &&
  forallb (fun g => let x := int_of_set g in let i := rank t x in
    ((sets t).[i] =? x) && (i <? 12650) && N.eqb (set_of_int x) g) goals.

Lemma range_spec n a i : (to_Z a + Z.of_nat n < wB)%Z ->
  (to_Z a <= to_Z i < to_Z a + Z.of_nat n)%Z -> In i (range n a).
Proof.
  revert a. induction n as [|n IH]; intros a Hw Hi; [lia |].
  destruct (Z.eq_dec (to_Z a) (to_Z i)) as [E | E]; [left; now apply to_Z_inj |].
  right. destruct (to_Z_bounded a). assert (E1 : to_Z (a + 1) = (to_Z a + 1)%Z).
  { rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small. lia. }
  apply IH; rewrite E1; lia.
Qed.

Lemma in_range n i : (Z.of_nat n < wB)%Z -> (i <? of_Z (Z.of_nat n)) = true -> In i (range n 0).
Proof.
  intros Hn Hi. apply ltb_spec in Hi. rewrite of_Z_spec, Z.mod_small in Hi by lia.
  destruct (to_Z_bounded i). apply range_spec; change (to_Z 0) with 0%Z; lia.
Qed.

Lemma in_numbers i : (i <? 12650) = true -> In i numbers.
Proof. apply (in_range 12650). now vm_compute. Qed.
Lemma in_word_numbers i : (i <? 201) = true -> In i word_numbers.
Proof. apply (in_range 201). now vm_compute. Qed.
Lemma in_bits i : (i <? 63) = true -> In i bits.
Proof. apply (in_range 63). now vm_compute. Qed.

Opaque numbers word_numbers bits single board.

Section Facts.
Variable t : tables.
Hypothesis ok : tables_ok t = true.

(** The set with this number. *)
Definition nth_set (i : int) : set := set_of_int (sets t).[i].

Ltac split_ands H := rewrite ?andb_true_iff in H.

Lemma entries_ok i : In i numbers -> entry_ok t i = true.
Proof.
  pose proof ok as H. apply andb_prop in H as [H _]. rewrite forallb_forall in H. apply H.
Qed.

Lemma number_ok i : In i numbers ->
  i / 63 * 63 + i mod 63 = i /\ In (i / 63) word_numbers /\ In (i mod 63) bits.
Proof.
  intros Hi. apply entries_ok in Hi. unfold entry_ok in Hi. split_ands Hi.
  destruct Hi as (((E & Hw) & Hb) & _).
  auto using in_word_numbers, in_bits, eqb_correct.
Qed.

Lemma on_board i s : In i numbers -> has (nth_set i) s = true -> In s squares.
Proof.
  intros Hi Hs. apply entries_ok in Hi. unfold entry_ok in Hi. split_ands Hi.
  destruct Hi as (_ & E & _).
  apply N.eqb_eq in E.
  assert (Hb : has board s = true).
  { unfold has in *. destruct (N.testbit board s) eqn:Eb; [reflexivity |].
    assert (F : N.testbit (N.ldiff (nth_set i) board) s = true)
      by (rewrite N.ldiff_spec, Hs, Eb; reflexivity).
    unfold nth_set in F. rewrite E, N.bits_0 in F. discriminate. }
  destruct (N.le_gt_cases s 25) as [Hle | Hgt].
  - assert (Hin : In s (map N.of_nat (seq 0 26))).
    { rewrite <- (N2Nat.id s). apply in_map, in_seq. lia. }
    destruct Hin as [<- | Hin]; [vm_compute in Hb; discriminate | exact Hin].
  - exfalso. unfold has in Hb. rewrite N.bits_above_log2 in Hb; [discriminate |].
    assert (E25 : N.log2 board = 25%N) by (vm_compute; reflexivity). rewrite E25. exact Hgt.
Qed.

Lemma moves_numbered i s : In i numbers -> In s (moves (nth_set i) 0%N) ->
  exists j, In j numbers /\ nth_set j = s /\ hits (moved_masks t).[j] i = true /\
    In j (moved t).[i].
Proof.
  intros Hi Hs. apply entries_ok in Hi. unfold entry_ok in Hi. split_ands Hi.
  destruct Hi as (_ & _ & E & _). rewrite forallb_forall in E. apply E in Hs. split_ands Hs.
  destruct Hs as (((Hj & Es) & Hh) & Hin). apply existsb_exists in Hin as (j' & Hin & <-%eqb_correct).
  eexists. split; [apply in_numbers, Hj |]. split; [apply N.eqb_eq, Es |]. split; [exact Hh | exact Hin].
Qed.

Lemma moved_ok i j : In i numbers -> In j (moved t).[i] ->
  In j numbers /\ In (nth_set j) (moves (nth_set i) 0%N).
Proof.
  intros Hi Hj. apply entries_ok in Hi. unfold entry_ok in Hi. split_ands Hi.
  destruct Hi as (_ & _ & _ & E & _). rewrite forallb_forall in E. apply E in Hj. split_ands Hj.
  destruct Hj as (Hj & Es).
  split; [apply in_numbers, Hj |].
  apply existsb_exists in Es as (s & Hs & Eq%N.eqb_eq). unfold nth_set. rewrite Eq. exact Hs.
Qed.

Lemma land_single x s m : In (s, m) single ->
  (x land m =? 0) = negb (has (set_of_int x) s).
Proof.
  intros (_ & Hm)%single_spec. unfold has.
  assert (E : forall a : N, N.land a (N.shiftl 1 s) = 0%N <-> N.testbit a s = false).
  { intros a. rewrite disjoint_land. unfold disjoint, has. split.
    - intros H. destruct (N.testbit a s) eqn:Ea; [| reflexivity].
      specialize (H s Ea). rewrite N.shiftl_spec_high', N.sub_diag in H by lia. discriminate.
    - intros H b Hb. rewrite N.shiftl_1_l. apply N.pow2_bits_false. congruence. }
  destruct (N.testbit (set_of_int x) s) eqn:Et; simpl.
  - apply not_true_is_false. intros E0%eqb_correct. apply (f_equal set_of_int) in E0.
    rewrite set_of_land, Hm in E0. apply E in E0. congruence.
  - apply E in Et. rewrite <- Hm, <- set_of_land in Et.
    apply (set_of_int_inj _ 0) in Et. rewrite Et. reflexivity.
Qed.

(** The rows of the squares of a set. *)
Definition rows_holding (x : int) : list words :=
  map snd (filter (fun '(m, _) => negb (x land m =? 0)) (holding t)).

Lemma overlap_iff x i : (forall s, has (set_of_int x) s = true -> In s squares) -> In i numbers ->
  (exists row, In row (rows_holding x) /\ in_row row i = true) <->
  ~ disjoint (set_of_int x) (nth_set i).
Proof.
  intros Hx Hi.
  assert (Hrow : forall m row, In (m, row) (holding t) ->
    in_row row i = negb ((sets t).[i] land m =? 0) /\ exists s, In (s, m) single).
  { intros m row Hin. split.
    - apply entries_ok in Hi. unfold entry_ok in Hi. split_ands Hi. destruct Hi as (_ & _ & _ & _ & E).
      rewrite forallb_forall in E. apply E in Hin. apply eqb_prop in Hin. exact Hin.
    - pose proof ok as H. apply andb_prop in H as [_ H]. apply andb_prop in H as [_ H].
      rewrite forallb_forall in H. apply H, existsb_exists in Hin as (m' & Hm & ->%eqb_correct).
      apply in_map_iff in Hm as ((s & m'') & <- & Hm). eauto. }
  unfold rows_holding. split.
  - intros (row & Hin & Hbit) Hd.
    apply in_map_iff in Hin as ((m & row') & <- & Hin).
    apply filter_In in Hin as (Hin & Hxm). destruct (Hrow _ _ Hin) as (E & s & Hs).
    simpl in Hbit. rewrite E, (land_single _ _ _ Hs), negb_involutive in Hbit.
    rewrite (land_single _ _ _ Hs), negb_involutive in Hxm.
    apply Hd in Hxm. unfold nth_set in Hxm. congruence.
  - intros Hnd.
    assert (Hs : exists s, has (set_of_int x) s && has (nth_set i) s = true).
    { destruct (existsb (fun s => has (set_of_int x) s && has (nth_set i) s) squares) eqn:E.
      - apply existsb_exists in E as (s & _ & Hs). eauto.
      - exfalso. apply Hnd. intros s Hs. destruct (has (nth_set i) s) eqn:Ei; [| reflexivity].
        rewrite <- E. symmetry. apply existsb_exists. exists s. rewrite Hs, Ei. auto. }
    destruct Hs as (s & [Hs Hs']%andb_prop).
    destruct (single_of s (Hx s Hs)) as (m & Hm).
    assert (Hin : exists row, In (m, row) (holding t)).
    { pose proof ok as H. apply andb_prop in H as [_ H]. apply andb_prop in H as [H _].
      rewrite forallb_forall in H. specialize (H m (in_map snd _ _ Hm)).
      apply existsb_exists in H as ((m' & row) & Hin & ->%eqb_correct). eauto. }
    destruct Hin as (row & Hin). exists row. split.
    + apply in_map_iff. exists (m, row). split; [reflexivity |]. apply filter_In.
      split; [exact Hin |]. rewrite (land_single _ _ _ Hm), Hs. reflexivity.
    + destruct (Hrow _ _ Hin) as (E & _). rewrite E, (land_single _ _ _ Hm).
      unfold nth_set in Hs'. rewrite Hs'. reflexivity.
Qed.

End Facts.

Lemma make_tables_ok : tables_ok make_tables = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
