(** Arrays and rows of bits that are filled by a function. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Teeko Require Import Rules Geometry Rounds.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * Definitions *)

Definition of_nat (n : nat) : int := of_Z (Z.of_nat n).

Polymorphic Fixpoint fill {A} (n : nat) (i : int) (f : int -> A) (a : array A) : array A :=
  match n with O => a | Datatypes.S n => fill n (i + 1) f a.[i <- f i] end.

(** The array with the elements [f 0], ..., [f (n - 1)]. *)
Polymorphic Definition tabulate {A} (n : nat) (default : A) (f : int -> A) : array A :=
  fill n 0 f (make (of_nat n) default).

(** The word whose bit [b] is [f b]. *)
Definition collect (f : int -> bool) : int :=
  fold_left (fun sum b => if f b then sum lor (1 << b) else sum) bits 0.

(** The numbers of the bits of a word that are one. *)
Fixpoint ones (fuel : nat) (x : int) : list int :=
  match fuel with
  | O => []
  | Datatypes.S fuel =>
    if x =? 0 then [] else let b := tail0 x in b :: ones fuel (x lxor (1 << b))
  end.
Definition elements (x : int) : list int := ones 63 x.

(** The bits of [x] that are in word [w] of all rows. *)
Fixpoint common (rows : list words) (w x : int) : int :=
  match rows with
  | [] => x
  | row :: rows => let x := x land row.[w] in if x =? 0 then 0 else common rows w x
  end.

(** The sizes that an array can have. *)
Definition small (n : nat) : Prop := (Z.of_nat n <= to_Z max_length)%Z.

(** * Proofs *)

Opaque bits.

Lemma to_Z_of_nat n : small n -> to_Z (of_nat n) = Z.of_nat n.
Proof.
  unfold small. change (to_Z max_length) with 4194303%Z. intros H. unfold of_nat.
  rewrite of_Z_spec. apply Z.mod_small. change wB with 9223372036854775808%Z. lia.
Qed.

Polymorphic Lemma length_fill {A} n f : forall i (a : array A), length (fill n i f a) = length a.
Proof. induction n as [|n IH]; intros i a; simpl; [reflexivity |]. now rewrite IH, length_set. Qed.

Lemma to_Z_succ i : (to_Z i < to_Z max_length)%Z -> to_Z (i + 1) = (to_Z i + 1)%Z.
Proof.
  change (to_Z max_length) with 4194303%Z. intros H. destruct (to_Z_bounded i).
  rewrite add_spec. change (to_Z 1) with 1%Z. apply Z.mod_small.
  change wB with 9223372036854775808%Z. lia.
Qed.

Polymorphic Lemma get_fill {A} n f j : forall i (a : array A),
  (to_Z i + Z.of_nat n <= to_Z (length a))%Z ->
  ((to_Z j < to_Z i)%Z -> (fill n i f a).[j] = a.[j]) /\
  ((to_Z i <= to_Z j < to_Z i + Z.of_nat n)%Z -> (fill n i f a).[j] = f j).
Proof.
  induction n as [|n IH]; intros i a Hl; cbn [fill]; [split; [reflexivity | lia] |].
  pose proof (leb_length _ a) as Hmax. apply leb_spec in Hmax.
  assert (Hi : to_Z (i + 1) = (to_Z i + 1)%Z) by (apply to_Z_succ; lia).
  destruct (IH (i + 1) a.[i <- f i]) as [IH1 IH2]; [rewrite length_set, Hi; lia |].
  rewrite Hi in *. split; intros Hj.
  - rewrite IH1 by lia. apply get_set_other. intros ->. lia.
  - destruct (Z.eq_dec (to_Z i) (to_Z j)) as [E | E].
    + rewrite IH1 by lia. apply to_Z_inj in E as ->. apply get_set_same, ltb_spec. lia.
    + apply IH2. lia.
Qed.

Polymorphic Lemma length_tabulate {A} n (d : A) f : small n ->
  to_Z (length (tabulate n d f)) = Z.of_nat n.
Proof.
  intros Hn. unfold tabulate. rewrite length_fill, length_make.
  replace (of_nat n <=? max_length) with true; [now apply to_Z_of_nat |].
  symmetry. apply leb_spec. rewrite to_Z_of_nat; exact Hn.
Qed.

Polymorphic Lemma get_tabulate {A} n (d : A) f j : small n -> (to_Z j < Z.of_nat n)%Z ->
  (tabulate n d f).[j] = f j.
Proof.
  intros Hn Hj. pose proof (length_tabulate n d f Hn) as Hl. unfold tabulate in *.
  rewrite length_fill in Hl. destruct (to_Z_bounded j).
  apply get_fill; change (to_Z 0) with 0%Z; lia.
Qed.

Lemma bit_one c b : In c bits -> In b bits -> bit (1 << c) b = (b =? c).
Proof.
  assert (H : forallb (fun c => forallb (fun b => Bool.eqb (bit (1 << c) b) (b =? c)) bits) bits
    = true) by (vm_compute; reflexivity).
  intros Hc Hb. rewrite forallb_forall in H. apply H in Hc. rewrite forallb_forall in Hc.
  apply eqb_prop, Hc, Hb.
Qed.

Lemma bit_collect f b : In b bits -> bit (collect f) b = f b.
Proof.
  intros Hb. unfold collect.
  assert (H : forall l a, incl l bits ->
    bit (fold_left (fun sum b => if f b then sum lor (1 << b) else sum) l a) b =
    bit a b || existsb (eqb b) l && f b).
  { induction l as [| c l IH]; intros a Hl; simpl; [now rewrite orb_false_r |].
    rewrite IH by (intros x Hx; apply Hl; now right).
    destruct (b =? c) eqn:E.
    - apply eqb_correct in E as <-. destruct (f b); [| now rewrite !andb_false_r].
      rewrite lor_spec, bit_one, eqb_refl by assumption. now rewrite !orb_true_r.
    - destruct (f c); [| reflexivity]. rewrite lor_spec, bit_one, E, orb_false_r;
      [reflexivity | apply Hl; now left | assumption]. }
  rewrite H by apply incl_refl. rewrite bit_0. simpl.
  replace (existsb (eqb b) bits) with true; [reflexivity |].
  symmetry. apply existsb_exists. exists b. split; [exact Hb | apply eqb_refl].
Qed.

Lemma filter_split {A} (P Q R : A -> bool) l :
  (forall x, In x l -> P x = Q x || R x /\ Q x && R x = false) ->
  List.length (filter P l) = (List.length (filter Q l) + List.length (filter R l))%nat.
Proof.
  induction l as [| x l IH]; intros H; [reflexivity |]. simpl.
  destruct (H x (or_introl eq_refl)) as [E1 E2]. rewrite E1.
  pose proof (IH (fun y Hy => H y (or_intror Hy))) as E.
  destruct (Q x), (R x); simpl in *; try discriminate; lia.
Qed.

Lemma tail0_bit x : x <> 0 -> In (tail0 x) bits /\ bit x (tail0 x) = true.
Proof.
  intros Hx. destruct (to_Z_bounded x) as [H0 Hb].
  assert (Hpos : (0 < to_Z x)%Z).
  { destruct (Z.eq_dec (to_Z x) 0) as [E | E]; [| lia]. exfalso. apply Hx, to_Z_inj. exact E. }
  destruct (tail0_spec x Hpos) as (y & Hy & E). destruct (to_Z_bounded (tail0 x)) as [Ht _]. split.
  - apply in_bits, ltb_spec. change (to_Z 63) with 63%Z.
    destruct (Z.lt_ge_cases (to_Z (tail0 x)) 63) as [H | H]; [exact H | exfalso].
    assert (2 ^ 63 <= 2 ^ to_Z (tail0 x))%Z by (apply Z.pow_le_mono_r; lia).
    change wB with (2 ^ 63)%Z in Hb. nia.
  - rewrite bitE, E, Z.mul_pow2_bits by exact Ht. rewrite Z.sub_diag. apply Z.testbit_odd_0.
Qed.

Lemma without_one x b c : In b bits -> In c bits -> bit x b = true ->
  bit x c = bit (x lxor (1 << b)) c || (c =? b) /\ bit (x lxor (1 << b)) c && (c =? b) = false.
Proof.
  intros Hb Hc H. rewrite lxor_spec, bit_one by assumption. destruct (c =? b) eqn:E.
  - apply eqb_correct in E as ->. rewrite H. now split.
  - rewrite xorb_false_r, orb_false_r, andb_false_r. now split.
Qed.

Lemma one_bit b : In b bits -> List.length (filter (fun c => c =? b) bits) = 1%nat.
Proof.
  assert (H : forallb (fun b => Nat.eqb (List.length (filter (fun c => c =? b) bits)) 1) bits = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in H. intros Hb. apply Nat.eqb_eq, H, Hb.
Qed.

Lemma ones_spec fuel : forall x, (List.length (filter (bit x) bits) <= fuel)%nat ->
  List.length (ones fuel x) = List.length (filter (bit x) bits) /\
  forall b, In b (ones fuel x) <-> In b bits /\ bit x b = true.
Proof.
  induction fuel as [|fuel IH]; intros x Hx; cbn [ones].
  - split; [simpl; lia |]. intros b. rewrite <- filter_In.
    destruct (filter (bit x) bits); [reflexivity | simpl in Hx; lia].
  - destruct (x =? 0) eqn:E0.
    + apply eqb_correct in E0 as ->. split.
      * vm_compute. reflexivity.
      * intros b. rewrite bit_0. split; [intros [] | intros (_ & H); discriminate].
    + destruct (tail0_bit x) as (Hb & Hbit).
      { intros ->. rewrite eqb_refl in E0. discriminate. }
      set (t := tail0 x) in *. cbv zeta.
      assert (El : List.length (filter (bit x) bits) =
        (List.length (filter (bit (x lxor (1 << t))) bits) + 1)%nat).
      { rewrite <- (one_bit t Hb). apply filter_split. intros c Hc. now apply without_one. }
      destruct (IH (x lxor (1 << t))) as (IH1 & IH2); [lia |]. split; [simpl; lia |].
      intros b. cbn [In]. rewrite IH2. split.
      * intros [<- | (H1 & H2)]; [auto |]. split; [exact H1 |].
        destruct (without_one x t b Hb H1 Hbit) as [-> _]. now rewrite H2.
      * intros (H1 & H2). destruct (without_one x t b Hb H1 Hbit) as [E _].
        rewrite H2 in E. symmetry in E. apply orb_prop in E as [E | E%eqb_correct]; auto.
Qed.

Lemma elements_spec x : List.length (elements x) = List.length (filter (bit x) bits) /\
  forall b, In b (elements x) <-> In b bits /\ bit x b = true.
Proof.
  apply ones_spec. assert (E : List.length bits = 63%nat) by (vm_compute; reflexivity).
  rewrite <- E. clear E. induction bits as [| b l IH]; [reflexivity |]. simpl.
  destruct (bit x b); simpl; lia.
Qed.

Lemma bit_common rows w b : forall x,
  bit (common rows w x) b = bit x b && forallb (fun row => bit row.[w] b) rows.
Proof.
  induction rows as [| row rows IH]; intros x; [now rewrite andb_true_r |].
  cbn [common forallb]. rewrite andb_assoc, <- land_spec. destruct (x land row.[w] =? 0) eqn:E.
  - apply eqb_correct in E. rewrite E. now rewrite bit_0.
  - apply IH.
Qed.

(** ** Words and bits *)

Lemma in_bits_iff b : In b bits <-> (to_Z b < 63)%Z.
Proof. split; [apply bits_small |]. intros H. apply in_bits, ltb_spec. exact H. Qed.

Lemma in_range_iff n i : small n -> In i (range n 0) <-> (to_Z i < Z.of_nat n)%Z.
Proof.
  intros Hn. unfold small in Hn. change (to_Z max_length) with 4194303%Z in Hn. split.
  - assert (H : forall m a, (to_Z a + Z.of_nat m <= 4194303)%Z -> In i (range m a) ->
      (to_Z i < to_Z a + Z.of_nat m)%Z).
    { induction m as [|m IH]; intros a Ha; [intros [] |]. intros [<- | Hi]; [lia |].
      assert (E : to_Z (a + 1) = (to_Z a + 1)%Z)
        by (apply to_Z_succ; change (to_Z max_length) with 4194303%Z; destruct (to_Z_bounded a); lia).
      apply IH in Hi; rewrite E in *; lia. }
    intros Hi. apply H in Hi; change (to_Z 0) with 0%Z in *; lia.
  - intros Hi. destruct (to_Z_bounded i). change wB with 9223372036854775808%Z in *.
    apply range_spec; change (to_Z 0) with 0%Z; change wB with 9223372036854775808%Z; lia.
Qed.

Lemma to_Z_div i : to_Z (i / 63) = (to_Z i / 63)%Z.
Proof. rewrite div_spec. reflexivity. Qed.
Lemma to_Z_mod i : to_Z (i mod 63) = (to_Z i mod 63)%Z.
Proof. rewrite mod_spec. reflexivity. Qed.

Lemma in_bits_mod i : In (i mod 63) bits.
Proof. apply in_bits_iff. rewrite to_Z_mod. apply Z.mod_pos_bound. lia. Qed.

Lemma to_Z_word w b : (to_Z w <= to_Z max_length)%Z -> In b bits ->
  to_Z (w * 63 + b) = (to_Z w * 63 + to_Z b)%Z.
Proof.
  rewrite in_bits_iff. change (to_Z max_length) with 4194303%Z.
  destruct (to_Z_bounded w), (to_Z_bounded b). intros.
  rewrite add_spec, mul_spec. change (to_Z 63) with 63%Z.
  change wB with 9223372036854775808%Z in *. rewrite (Z.mod_small (_ * _)) by lia.
  apply Z.mod_small. lia.
Qed.

Lemma join i : (to_Z i <= to_Z max_length)%Z -> i / 63 * 63 + i mod 63 = i.
Proof.
  intros Hi. apply to_Z_inj. destruct (to_Z_bounded i).
  rewrite to_Z_word, to_Z_div, to_Z_mod; [| | apply in_bits_mod].
  - pose proof (Z.div_mod (to_Z i) 63). lia.
  - rewrite to_Z_div. assert (to_Z i / 63 <= to_Z i)%Z; [| lia]. apply Z.div_le_upper_bound; lia.
Qed.

Lemma split_word w b : (to_Z w <= to_Z max_length)%Z -> In b bits ->
  (w * 63 + b) / 63 = w /\ (w * 63 + b) mod 63 = b.
Proof.
  intros Hw Hb. pose proof (to_Z_word w b Hw Hb) as E. apply in_bits_iff in Hb.
  destruct (to_Z_bounded b).
  split; apply to_Z_inj; rewrite ?to_Z_div, ?to_Z_mod, E; rewrite Z.add_comm.
  - rewrite Z.div_add, Z.div_small; lia.
  - rewrite Z.mod_add, Z.mod_small; lia.
Qed.
