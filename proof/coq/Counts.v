(** The solver's result: the numbers of placements that are won and lost in n plies, for each
    n, and the number of draws.  [solve_spec] states the meaning of these figures, on any
    board. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray Permutation.
From Teeko Require Import Rules Geometry Rounds Placements Rows Numbering Levels.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * Definitions *)

(** Exactly [n] elements have the property [P]. *)
Definition number_of {A} (P : A -> Prop) (n : N) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> P x) /\ N.of_nat (List.length l) = n.

(** The numbers of wins and losses of the side to move in 0, 1, 2, ... plies, and of draws. *)
Record result := Result { lengths : list (N * N); draws : N }.

Section Solver.
Variable t : tables.

(** The number of bits that are one, in a row and in several rows. *)
Definition row_sum (f : int -> int) : N :=
  fold_left (fun n w => (n + N.of_nat (List.length (elements (f w))))%N) (word_numbers t) 0%N.
Definition tally (f : int -> option (int -> int)) : N :=
  fold_left (fun n k => match f k with Some g => (n + row_sum g)%N | None => n end)
    (numbers t) 0%N.

(** The number of bits that are in the new plane but not in the old one. *)
Definition gain (old new : plane) : N := tally (fun k =>
  let line := new.[k] in
  if fresh line then
    let before := row old.[k] in let after := row line in
    Some (fun w => after.[w] land complement before.[w])
  else None).
Definition total (p : plane) : N := tally (fun k => let row := row p.[k] in Some (get row)).
Definition reachable : N := tally (fun k =>
  if in_row (goal t) k then None else let row := (apart t).[k] in Some (get row)).

(** Computes [n] more levels, and adds their counts to [sums]. *)
Fixpoint levels (n : nat) (p : planes) (sums : list (N * N)) : list (N * N) * planes :=
  match n with
  | O => (sums, p)
  | Datatypes.S n =>
    let q := next t p in
    let sum := (gain (won p) (won q), gain (lost p) (lost q)) in
    levels n q (sum :: sums)
  end.

Definition still (p : planes) : bool :=
  every (fun k => if fresh (won p).[k] then false else negb (fresh (lost p).[k])) (numbers t).

(** The result; [None] if a win or loss takes more than [n] plies. *)
Definition solve (n : nat) : option result :=
  let p := start t in
  let '(sums, p) := levels (Datatypes.S n) p [(0, total (lost p))%N] in
  if still p then Some (Result (rev sums) (reachable - total (won p) - total (lost p)))
  else None.

End Solver.

(** * Lists *)

Lemma NoDup_map_in {A B} (f : A -> B) l :
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof.
  intros Hf Hl. induction Hl as [| x l Hx Hl IH]; [constructor |]. simpl. constructor.
  - intros (y & E & Hy)%in_map_iff. apply Hx. rewrite (Hf x y); simpl; auto.
  - apply IH. intros a b Ha Hb. apply Hf; now right.
Qed.

Lemma NoDup_flat_map {A B} (f : A -> list B) l : NoDup l ->
  (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In x l -> In y l -> In z (f x) -> In z (f y) -> x = y) ->
  NoDup (flat_map f l).
Proof.
  intros Hl. induction Hl as [| x l Hx Hl IH]; intros Hf Hd; [constructor |]. simpl.
  assert (Happ : forall a b : list B, NoDup a -> NoDup b -> (forall z, In z a -> ~ In z b) ->
    NoDup (a ++ b)).
  { induction a as [| z a IHa]; intros b Ha Hb H; [exact Hb |]. simpl. inversion Ha; subst.
    constructor.
    - rewrite in_app_iff. intros [Hz | Hz]; [contradiction | apply (H z); simpl; auto].
    - apply IHa; [assumption .. |]. intros y Hy. apply H. now right. }
  apply Happ.
  - apply Hf. now left.
  - apply IH; [intros y Hy; apply Hf; now right |].
    intros a b z Ha Hb. apply Hd; now right.
  - intros z Hz (y & Hy & Hz')%in_flat_map. apply Hx.
    rewrite (Hd x y z); simpl; auto.
Qed.

Lemma NoDup_range n : small n -> NoDup (range n 0).
Proof.
  unfold small. change (to_Z max_length) with 4194303%Z. intros Hn.
  assert (H : forall m a, (to_Z a + Z.of_nat m <= 4194303)%Z ->
    NoDup (range m a) /\ forall i, In i (range m a) -> (to_Z a <= to_Z i)%Z).
  { induction m as [|m IH]; intros a Ha; [split; [constructor | intros i []] |].
    assert (E : to_Z (a + 1) = (to_Z a + 1)%Z).
    { apply to_Z_succ. change (to_Z max_length) with 4194303%Z. destruct (to_Z_bounded a). lia. }
    destruct (IH (a + 1)) as [IH1 IH2]; [lia |]. split; cbn [range].
    - constructor; [| exact IH1]. intros Hin%IH2. lia.
    - intros i [<- | Hin]; [lia |]. apply IH2 in Hin. lia. }
  apply H. change (to_Z 0) with 0%Z. lia.
Qed.

Transparent bits.
Lemma NoDup_bits : NoDup bits.
Proof. apply (NoDup_range 63). unfold small. change (to_Z max_length) with 4194303%Z. lia. Qed.
Opaque bits.

Lemma number_of_map {A B} (f : A -> B) (P : A -> Prop) (Q : B -> Prop) n :
  (forall x y, P x -> P y -> f x = f y -> x = y) ->
  (forall y, Q y <-> exists x, f x = y /\ P x) -> number_of P n -> number_of Q n.
Proof.
  intros Hf HQ (l & Hl & HP & <-). exists (map f l). split; [| split].
  - apply NoDup_map_in; [| exact Hl]. intros x y Hx%HP Hy%HP. now apply Hf.
  - intros y. rewrite HQ, in_map_iff. split; intros (x & E & Hx); exists x; (split; [exact E |]);
      now apply HP.
  - now rewrite map_length.
Qed.

(** * The meaning of the counts *)

Section Proof.
Variable t : tables.
Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variable pieces : nat.
Hypothesis ok : correct squares adjacent goals pieces t.

Notation is_goal := (is_goal goals).
Notation wins := (wins squares adjacent goals).
Notation number := (number t).
Notation word := (word t).
Notation set_ i := (sets t).[i].
Notation numbers := (numbers t).
Notation in_numbers := (Levels.in_numbers t squares adjacent goals pieces ok).
Notation in_word := (Levels.in_word t squares adjacent goals pieces ok).
Notation level := (level t).

Definition pairs (P : int -> int -> bool) : list (int * int) :=
  flat_map (fun k => map (pair k) (filter (P k) numbers)) numbers.

Lemma in_pairs P k i : In (k, i) (pairs P) <-> number k /\ number i /\ P k i = true.
Proof.
  unfold pairs. rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite filter_In. split.
  - intros (k' & Hk & i' & E & Hi & HP). injection E as -> ->. now rewrite <- !in_numbers.
  - intros (Hk & Hi & HP). exists k. rewrite in_numbers. split; [exact Hk |].
    exists i. rewrite in_numbers. auto.
Qed.

Lemma NoDup_numbers : NoDup numbers.
Proof. apply NoDup_range, (Levels.small_count _ _ _ _ _ ok). Qed.

Lemma NoDup_pairs P : NoDup (pairs P).
Proof.
  apply NoDup_flat_map; [apply NoDup_numbers | |].
  - intros k _. apply NoDup_map_in; [intros x y _ _ E; now injection E |].
    apply NoDup_filter, NoDup_numbers.
  - intros x y z _ _ (i & <- & _)%in_map_iff (j & E & _)%in_map_iff. now injection E.
Qed.

Lemma pairs_split P Q R :
  (forall k i, number k -> number i -> P k i = Q k i || R k i /\ Q k i && R k i = false) ->
  List.length (pairs P) = (List.length (pairs Q) + List.length (pairs R))%nat.
Proof.
  intros H. unfold pairs.
  assert (Hl : forall l, incl l numbers ->
    List.length (flat_map (fun k => map (pair k) (filter (P k) numbers)) l) =
    (List.length (flat_map (fun k => map (pair k) (filter (Q k) numbers)) l) +
     List.length (flat_map (fun k => map (pair k) (filter (R k) numbers)) l))%nat).
  { induction l as [| k l IH]; intros Hl; [reflexivity |]. cbn [flat_map].
    rewrite !app_length, !map_length, IH by (intros x Hx; apply Hl; now right).
    rewrite (filter_split (P k) (Q k) (R k)); [lia |].
    intros i Hi%in_numbers. apply H; [apply in_numbers, Hl; now left | exact Hi]. }
  apply Hl, incl_refl.
Qed.

(** Every bit of the row that is one belongs to a set. *)
Definition inside (f : int -> int) : Prop := forall w b, word w -> In b bits ->
  bit (f w) b = true -> number (w * 63 + b).

Lemma row_sum_spec f : inside f -> row_sum t f =
  N.of_nat (List.length (filter (fun i => bit (f (i / 63)) (i mod 63)) numbers)).
Proof.
  intros Hf. unfold row_sum.
  set (here := fun w => map (fun b => w * 63 + b) (filter (bit (f w)) bits)).
  assert (H : forall l n,
    fold_left (fun n w => (n + N.of_nat (List.length (elements (f w))))%N) l n =
    (n + N.of_nat (List.length (flat_map here l)))%N).
  { induction l as [| w l IH]; intros n; simpl; [lia |].
    rewrite IH, app_length, (proj1 (elements_spec (f w))). unfold here at 2.
    rewrite map_length. lia. }
  rewrite H, N.add_0_l. f_equal. apply Permutation_length.
  pose proof (word_small t squares adjacent goals pieces ok) as Hw.
  pose proof (in_word_numbers t squares adjacent goals pieces ok) as Hin.
  apply NoDup_Permutation.
  - apply NoDup_flat_map.
    + apply NoDup_range, (small_width _ _ _ _ _ ok).
    + intros w Hw'%Hin%Hw. apply NoDup_map_in; [| apply NoDup_filter, NoDup_bits].
      intros x y [Hx _]%filter_In [Hy _]%filter_In E.
      destruct (split_word w x Hw' Hx) as [_ <-], (split_word w y Hw' Hy) as [_ <-]. now rewrite E.
    + intros x y z Hx%Hin%Hw Hy%Hin%Hw (b & <- & [Hb _]%filter_In)%in_map_iff
        (c & E & [Hc _]%filter_In)%in_map_iff.
      destruct (split_word x b Hx Hb) as [<- _], (split_word y c Hy Hc) as [<- _]. now rewrite E.
  - apply NoDup_filter, NoDup_numbers.
  - intros i. rewrite in_flat_map, filter_In, in_numbers. unfold here. split.
    + intros (w & Hw'%Hin & (b & <- & [Hb Hbit]%filter_In)%in_map_iff).
      destruct (split_word w b (Hw w Hw') Hb) as [-> ->]. auto.
    + intros (Hi & Hbit). destruct (in_word i Hi) as (Hw' & E). exists (i / 63).
      rewrite Hin. split; [exact Hw' |]. apply in_map_iff. exists (i mod 63).
      rewrite E, filter_In. auto using in_bits_mod.
Qed.

(** The rows of [f] have exactly the bits of [P]. *)
Definition gives (f : int -> option (int -> int)) (P : int -> int -> bool) : Prop :=
  forall k, number k -> match f k with
  | Some g => inside g /\ forall i, number i -> P k i = bit (g (i / 63)) (i mod 63)
  | None => forall i, number i -> P k i = false
  end.

Lemma tally_spec f P : gives f P -> tally t f = N.of_nat (List.length (pairs P)).
Proof.
  intros Hf. unfold tally, pairs.
  assert (H : forall l n, incl l numbers ->
    fold_left (fun n k => match f k with Some g => (n + row_sum t g)%N | None => n end) l n =
    (n + N.of_nat (List.length (flat_map (fun k => map (pair k) (filter (P k) numbers)) l)))%N).
  { induction l as [| k l IH]; intros n Hl; simpl; [lia |].
    rewrite IH by (intros x Hx; apply Hl; now right). rewrite app_length, map_length.
    assert (Hk : number k) by (apply in_numbers, Hl; now left).
    specialize (Hf k Hk). destruct (f k) as [g |].
    - destruct Hf as (Hg & HP). rewrite row_sum_spec by exact Hg.
      rewrite (filter_ext_in (P k) (fun i => bit (g (i / 63)) (i mod 63)));
        [lia | intros i Hi%in_numbers; auto].
    - replace (filter (P k) numbers) with (@nil int); [simpl; lia |].
      clear - Hf ok. assert (Hn : forall i, In i numbers -> P k i = false)
        by (intros i Hi%in_numbers; auto).
      induction numbers as [| i l IH]; [reflexivity |]. simpl. rewrite (Hn i) by now left.
      apply IH. intros j Hj. apply Hn. now right. }
  rewrite H by apply incl_refl. apply N.add_0_l.
Qed.

(** The two sets can be on the board together. *)
Definition facing (own other : set) : Prop :=
  placed squares pieces own /\ placed squares pieces other /\ disjoint own other.

Lemma facing_numbers own other : facing own other ->
  exists k i, number k /\ number i /\ set_ k = own /\ set_ i = other.
Proof.
  intros (Ho & Ht & _). destruct (complete _ _ _ _ _ ok own Ho) as (k & Hk & E).
  destruct (complete _ _ _ _ _ ok other Ht) as (i & Hi & E'). eauto 6.
Qed.

Lemma numbers_facing k i : number k -> number i -> disjoint (set_ k) (set_ i) ->
  facing (set_ k) (set_ i).
Proof. intros Hk Hi Hd. repeat split; try apply (are_placed _ _ _ _ _ ok); assumption. Qed.

Lemma number_of_pairs P (Q : set -> set -> Prop) :
  (forall own other, Q own other -> facing own other) ->
  (forall k i, number k -> number i -> P k i = true <-> Q (set_ k) (set_ i)) ->
  number_of (fun '(own, other) => Q own other) (N.of_nat (List.length (pairs P))).
Proof.
  intros Hf HP.
  apply (number_of_map (fun '(k, i) => (set_ k, set_ i)) (fun x => In x (pairs P))).
  - intros (a, b) (c, d) Hx%in_pairs Hy%in_pairs E. injection E as E1 E2.
    apply (distinct _ _ _ _ _ ok) in E1, E2; try tauto. now subst.
  - intros (own, other). split.
    + intros HQ. destruct (facing_numbers own other (Hf _ _ HQ)) as (k & i & Hk & Hi & <- & <-).
      exists (k, i). split; [reflexivity |]. apply in_pairs. rewrite HP; auto.
    + intros ((k, i) & E & (Hk & Hi & H)%in_pairs). injection E as <- <-. now apply HP.
  - exists (pairs P). split; [apply NoDup_pairs | split; [reflexivity | reflexivity]].
Qed.

(** ** Levels *)

(** A win within [n] plies, but not within fewer. *)
Definition wins_in (n : nat) (b : bool) (own other : set) : Prop :=
  wins n b own other = true /\ forall m, (m < n)%nat -> wins m b own other = false.

Lemma wins_mono m n b own other : (m <= n)%nat ->
  wins m b own other = true -> wins n b own other = true.
Proof. induction 1; auto using wins_longer. Qed.

Lemma wins_in_S n b own other : wins_in (Datatypes.S n) b own other <->
  wins (Datatypes.S n) b own other = true /\ wins n b own other = false.
Proof.
  unfold wins_in. split; intros (H & Hm); (split; [exact H |]); [apply Hm; lia |].
  intros m Hmn. apply not_true_iff_false. intros Hw.
  rewrite (wins_mono m n) in Hm; [discriminate | lia | exact Hw].
Qed.

(** The side to move, with the set [own], wins or loses in [n] plies. *)
Definition won_in (n : nat) (own other : set) : Prop :=
  facing own other /\ is_goal own = false /\ wins_in n true own other.
Definition lost_in (n : nat) (own other : set) : Prop :=
  facing own other /\ is_goal own = false /\ wins_in n false other own.

Notation truth n := (level_is_true t squares adjacent goals pieces ok n).

Lemma gain_spec (side : planes -> plane) n :
  (side = won \/ side = lost) ->
  gain t (side (level n)) (side (level (Datatypes.S n))) =
  N.of_nat (List.length (pairs (fun k i =>
    in_row (row (side (level (Datatypes.S n))).[k]) i && negb (in_row (row (side (level n)).[k]) i)))).
Proof.
  intros Hside. apply tally_spec. intros k Hk. cbv zeta.
  pose proof (truth n) as Hn. pose proof (truth (Datatypes.S n)) as Hn'.
  destruct (fresh _) eqn:Hf.
  - split.
    + intros w b Hw Hb. rewrite land_spec. intros [H _]%andb_prop.
      apply (Levels.inside _ _ _ _ _ _ Hn' k w b); [assumption .. |].
      destruct Hside as [-> | ->]; auto.
    + intros i Hi. unfold in_row. rewrite land_spec, bit_complement; [reflexivity |].
      apply bits_small, in_bits_mod.
  - intros i Hi.
    destruct (in_row (row (side (level (Datatypes.S n))).[k]) i) eqn:E; [| reflexivity].
    simpl. apply negb_false_iff.
    destruct Hside as [-> | ->].
    + destruct (next_won_spec t squares adjacent goals pieces ok n _ Hn k Hk) as (_ & Hst & _).
      cbn [Levels.level next won] in E, Hf. rewrite <- (Hst Hf i Hi). exact E.
    + destruct (next_lost_spec t squares adjacent goals pieces ok n _ Hn k Hk) as (_ & Hst & _).
      cbn [Levels.level next lost] in E, Hf. rewrite <- (Hst Hf i Hi). exact E.
Qed.

Lemma gain_won n : number_of (fun '(own, other) => won_in (Datatypes.S n) own other)
  (gain t (won (level n)) (won (level (Datatypes.S n)))).
Proof.
  rewrite (gain_spec won) by auto. apply number_of_pairs; [intros own other H; apply H |].
  intros k i Hk Hi. unfold won_in. rewrite wins_in_S.
  rewrite andb_true_iff, negb_true_iff, <- (not_true_iff_false (in_row _ _)).
  rewrite <- (not_true_iff_false (wins n _ _ _)).
  rewrite (won_spec _ _ _ _ _ _ (truth (Datatypes.S n))), (won_spec _ _ _ _ _ _ (truth n)) by assumption.
  split.
  - intros ((Hd & Hg & Hw) & Hno). split; [now apply numbers_facing |]. tauto.
  - intros ((_ & _ & Hd) & Hg & Hw & Hno). tauto.
Qed.

Lemma gain_lost n : number_of (fun '(own, other) => lost_in (Datatypes.S n) own other)
  (gain t (lost (level n)) (lost (level (Datatypes.S n)))).
Proof.
  rewrite (gain_spec lost) by auto. apply number_of_pairs; [intros own other H; apply H |].
  intros k i Hk Hi. unfold lost_in. rewrite wins_in_S.
  rewrite andb_true_iff, negb_true_iff, <- (not_true_iff_false (in_row _ _)).
  rewrite <- (not_true_iff_false (wins n _ _ _)).
  rewrite (lost_spec _ _ _ _ _ _ (truth (Datatypes.S n))), (lost_spec _ _ _ _ _ _ (truth n)) by assumption.
  split.
  - intros ((Hd & Hg & Hw) & Hno). split; [now apply numbers_facing |]. tauto.
  - intros ((_ & _ & Hd) & Hg & Hw & Hno). tauto.
Qed.

Lemma total_spec (side : planes -> plane) n : (side = won \/ side = lost) ->
  total t (side (level n)) =
  N.of_nat (List.length (pairs (fun k i => in_row (row (side (level n)).[k]) i))).
Proof.
  intros Hside. apply tally_spec. intros k Hk. cbv zeta. split; [| reflexivity].
  intros w b Hw Hb H. apply (Levels.inside _ _ _ _ _ _ (truth n) k w b); [assumption .. |].
  destruct Hside as [-> | ->]; auto.
Qed.

(** ** After the last level *)

Section Settled.
Variable m : nat.
Hypothesis Hstill : still t (level (Datatypes.S m)) = true.

Lemma stale k : number k -> fresh (won (level (Datatypes.S m))).[k] = false /\
  fresh (lost (level (Datatypes.S m))).[k] = false.
Proof.
  intros Hk%in_numbers. unfold still in Hstill. rewrite every_spec, forallb_forall in Hstill.
  apply Hstill in Hk. destruct (fresh (won _).[k]); [discriminate |].
  now apply negb_true_iff in Hk.
Qed.

Lemma facing_sym own other : facing own other -> facing other own.
Proof. intros (H1 & H2 & H3). repeat split; try apply H1; try apply H2. now apply disjoint_sym. Qed.

Lemma nothing_new b own other : facing own other ->
  wins (Datatypes.S m) b own other = true -> wins m b own other = true.
Proof.
  intros Hf. destruct (facing_numbers own other Hf) as (k & i & Hk & Hi & <- & <-).
  destruct Hf as (_ & _ & Hd). destruct b.
  - destruct (stale_won _ _ _ _ _ _ (truth (Datatypes.S m)) k Hk (proj1 (stale k Hk))) as (m' & E & H).
    injection E as <-. auto.
  - destruct (is_goal (set_ i)) eqn:Hg.
    + rewrite wins_S, Hg. simpl. rewrite orb_false_r. intros H.
      destruct m; [simpl | rewrite wins_S]; now rewrite H.
    + destruct (stale_lost _ _ _ _ _ _ (truth (Datatypes.S m)) i Hi (proj2 (stale i Hi))) as (m' & E & H).
      injection E as <-. auto using disjoint_sym.
Qed.

Lemma facing_moved own own' other : facing own other ->
  In own' (moves squares adjacent own other) -> facing own' other.
Proof.
  intros Hf Hin. destruct (facing_numbers own other Hf) as (k & i & Hk & Hi & <- & <-).
  destruct Hf as (_ & _ & Hd). apply (moves_apart _ _ _ _ _ Hd) in Hin as (Hin & Hd').
  destruct (closed _ _ _ _ _ ok k own' Hk Hin) as (k' & Hk' & <-). now apply numbers_facing.
Qed.

Lemma settled n : forall b own other, facing own other ->
  wins n b own other = true -> wins m b own other = true.
Proof.
  destruct (Nat.le_gt_cases n m) as [Hle | Hgt];
    [intros b own other _; apply wins_mono, Hle |].
  replace n with (m + (n - m))%nat by lia. generalize (n - m)%nat. clear n Hgt.
  intros d. induction d as [|d IH]; intros b own other Hf; [now rewrite Nat.add_0_r |].
  rewrite Nat.add_succ_r, wins_S. intros H. apply nothing_new; [exact Hf |]. rewrite wins_S.
  apply orb_prop in H as [-> | [-> H]%andb_prop]; [reflexivity |].
  apply orb_true_iff. right. destruct b.
  - apply existsb_exists in H as (x & Hx & H). apply existsb_exists. exists x.
    split; [exact Hx |]. apply IH; [now apply facing_moved with own | exact H].
  - rewrite forallb_forall in H. apply forallb_forall. intros x Hx.
    apply IH; [| now apply H]. apply facing_sym, facing_moved with other; [now apply facing_sym | exact Hx].
Qed.

Lemma never_in n b own other : (m < n)%nat -> facing own other -> ~ wins_in n b own other.
Proof.
  intros Hn Hf (Hw & Hno). apply settled in Hw; [| exact Hf]. specialize (Hno m Hn). congruence.
Qed.

(** No side wins, within any number of plies. *)
Definition drawn (own other : set) : Prop :=
  facing own other /\ is_goal own = false /\
  forall n, wins n true own other = false /\ wins n false other own = false.

Lemma not_both_win a b x y : wins a true x y = true -> wins b false y x = true ->
  is_goal x = true.
Proof.
  assert (H : forall s a b x y, (a + b <= s)%nat -> wins a true x y = true ->
    wins b false y x = true -> is_goal x = true); [| eauto].
  clear. induction s as [|s IH]; intros a b x y Hs Ha Hb.
  - destruct a; [| lia]. simpl in Ha. now rewrite orb_false_r in Ha.
  - destruct a as [|a]; [simpl in Ha; now rewrite orb_false_r in Ha |].
    rewrite wins_S in Ha. destruct (is_goal x) eqn:Hx; [reflexivity |]. exfalso.
    apply andb_prop in Ha as [Hy%negb_true_iff (x' & Hx' & Ha)%existsb_exists].
    destruct b as [|b]; [simpl in Hb; rewrite orb_false_r in Hb; congruence |].
    rewrite wins_S, Hy in Hb. simpl in Hb. apply andb_prop in Hb as [_ Hb].
    rewrite forallb_forall in Hb. specialize (Hb x' Hx').
    assert (is_goal y = true); [| congruence]. apply (IH b a y x'); [lia | assumption ..].
Qed.

Lemma draws_spec : number_of (fun '(own, other) => drawn own other)
  (reachable t - total t (won (level (Datatypes.S m))) - total t (lost (level (Datatypes.S m)))).
Proof.
  set (p := level (Datatypes.S m)).
  pose proof (truth (Datatypes.S m)) as Ht. fold p in Ht.
  set (T := fun k i => negb (is_goal (set_ k)) && in_row (apart t).[k] i).
  set (W := fun k i => in_row (row (won p).[k]) i).
  set (L := fun k i => in_row (row (lost p).[k]) i).
  set (D := fun k i => T k i && negb (W k i || L k i)).
  assert (ET : reachable t = N.of_nat (List.length (pairs T))).
  { apply tally_spec. intros k Hk. rewrite (goal_spec _ _ _ _ _ ok) by exact Hk. unfold T.
    destruct (is_goal (set_ k)); [reflexivity |]. cbv zeta. split; [| reflexivity].
    intros w b Hw Hb H. apply (apart_spec _ _ _ _ _ ok) in H; tauto. }
  assert (HW : forall k i, number k -> number i -> W k i = true <->
    T k i = true /\ wins (Datatypes.S m) true (set_ k) (set_ i) = true).
  { intros k i Hk Hi. unfold W, T. rewrite (won_spec _ _ _ _ _ _ Ht) by assumption.
    rewrite andb_true_iff, negb_true_iff, (in_apart _ _ _ _ _ ok) by assumption. tauto. }
  assert (HL : forall k i, number k -> number i -> L k i = true <->
    T k i = true /\ wins (Datatypes.S m) false (set_ i) (set_ k) = true).
  { intros k i Hk Hi. unfold L, T. rewrite (lost_spec _ _ _ _ _ _ Ht) by assumption.
    rewrite andb_true_iff, negb_true_iff, (in_apart _ _ _ _ _ ok) by assumption.
    tauto. }
  rewrite ET. unfold p. rewrite (total_spec won (Datatypes.S m)), (total_spec lost (Datatypes.S m)) by auto.
  fold p W L.
  rewrite (pairs_split T (fun k i => W k i || L k i) D), (pairs_split (fun k i => W k i || L k i) W L).
  - replace (_ - _ - _)%N with (N.of_nat (List.length (pairs D))) by lia.
    apply number_of_pairs; [intros own other H; apply H |].
    intros k i Hk Hi. unfold D, drawn. specialize (HW k i Hk Hi). specialize (HL k i Hk Hi).
    split.
    + intros [HT [H1 H2]%negb_true_iff%orb_false_iff]%andb_prop.
      assert (Hd : facing (set_ k) (set_ i)).
      { unfold T in HT. apply andb_prop in HT as [_ HT].
        apply (in_apart _ _ _ _ _ ok) in HT; [now apply numbers_facing | assumption ..]. }
      split; [exact Hd |]. split; [unfold T in HT; now apply andb_prop in HT as [H%negb_true_iff _] |].
      intros n. split; apply not_true_iff_false; intros H.
      * apply settled, wins_longer in H; [| exact Hd]. rewrite (proj2 HW) in H1; [discriminate | auto].
      * apply settled, wins_longer in H; [| now apply facing_sym].
        rewrite (proj2 HL) in H2; [discriminate | auto].
    + intros (Hf & Hg & Hn). destruct (Hn (Datatypes.S m)) as [H1 H2].
      assert (HT : T k i = true).
      { unfold T. rewrite Hg. apply (in_apart _ _ _ _ _ ok); [assumption .. | apply Hf]. }
      rewrite HT. simpl. apply negb_true_iff, orb_false_iff.
      split; apply not_true_iff_false; rewrite ?HW, ?HL; intros [_ H]; congruence.
  - intros k i Hk Hi. split; [reflexivity |]. apply not_true_iff_false.
    rewrite andb_true_iff, HW, HL by assumption. intros ((HT & H1) & _ & H2).
    pose proof (not_both_win _ _ _ _ H1 H2) as Hg. unfold T in HT. now rewrite Hg in HT.
  - intros k i Hk Hi. unfold D. specialize (HW k i Hk Hi). specialize (HL k i Hk Hi).
    destruct (T k i), (W k i), (L k i); simpl; intuition discriminate.
Qed.

End Settled.

(** ** The result *)

Definition gains (j : nat) : N * N :=
  (gain t (won (level j)) (won (level (Datatypes.S j))),
   gain t (lost (level j)) (lost (level (Datatypes.S j)))).

Lemma levels_spec n : forall m sums, levels t n (level m) sums =
  (rev (map gains (seq m n)) ++ sums, level (m + n)).
Proof.
  induction n as [|n IH]; intros m sums; [simpl; now rewrite Nat.add_0_r |].
  cbn [levels]. change (next t (level m)) with (level (Datatypes.S m)). rewrite IH.
  cbn [seq map rev]. rewrite <- app_assoc, Nat.add_succ_r. reflexivity.
Qed.

Lemma solve_still m r : solve t m = Some r -> still t (level (Datatypes.S m)) = true.
Proof.
  unfold solve. cbv zeta. rewrite (levels_spec (Datatypes.S m) 0). cbn [plus].
  destruct (still t (level (Datatypes.S m))); [reflexivity | discriminate].
Qed.

Theorem solve_spec m r : solve t m = Some r ->
  (forall j, number_of (fun '(own, other) => won_in j own other) (fst (nth j (lengths r) (0, 0)%N))) /\
  (forall j, number_of (fun '(own, other) => lost_in j own other) (snd (nth j (lengths r) (0, 0)%N))) /\
  number_of (fun '(own, other) => drawn own other) (draws r).
Proof.
  unfold solve. cbv zeta. rewrite (levels_spec (Datatypes.S m) 0). cbn [plus].
  destruct (still t (level (Datatypes.S m))) eqn:Hstill; [| discriminate].
  rewrite rev_app_distr, rev_involutive. set (sums := map _ _). intros E.
  assert (El : lengths r = (0, total t (lost (start t)))%N :: sums)
    by (apply (f_equal (fun x => match x with Some x => lengths x | None => [] end)) in E;
        symmetry; exact E).
  assert (Ed : draws r = (reachable t - total t (won (level (Datatypes.S m))) -
    total t (lost (level (Datatypes.S m))))%N)
    by (apply (f_equal (fun x => match x with Some x => draws x | None => 0%N end)) in E;
        symmetry; exact E).
  rewrite El, Ed. clear E El Ed r.
  assert (Hlen : List.length sums = Datatypes.S m) by (unfold sums; now rewrite map_length, seq_length).
  assert (Hnth : forall j, (j < Datatypes.S m)%nat -> nth j sums (0, 0)%N = gains j).
  { intros j Hj. rewrite (nth_indep _ _ (gains 0)) by now rewrite Hlen.
    unfold sums. rewrite map_nth, seq_nth by exact Hj. reflexivity. }
  assert (Hnone : forall Q : set * set -> Prop, (forall x, ~ Q x) -> number_of Q 0%N).
  { intros Q HQ. exists []. split; [constructor |]. split; [| reflexivity].
    intros x. split; [intros [] | apply HQ]. }
  split; [| split; [| apply draws_spec, Hstill]]; intros [|j]; cbn [nth fst snd].
  - apply Hnone. intros (own, other) (_ & Hg & Hw & _). simpl in Hw.
    rewrite orb_false_r in Hw. congruence.
  - destruct (Nat.lt_ge_cases j (Datatypes.S m)) as [Hj | Hj].
    + rewrite Hnth by exact Hj. apply gain_won.
    + rewrite nth_overflow by lia. apply Hnone. intros (own, other) (Hf & _ & Hw). revert Hw.
      apply (never_in m); [exact Hstill | lia | exact Hf].
  - change (start t) with (level 0). rewrite (total_spec lost 0) by auto.
    apply number_of_pairs; [intros own other H; apply H |].
    intros k i Hk Hi. rewrite (lost_spec _ _ _ _ _ _ (truth 0)) by assumption.
    unfold lost_in, wins_in. split.
    + intros (Hd & Hg & Hw). split; [now apply numbers_facing |].
      split; [exact Hg |]. split; [exact Hw | intros m' Hm'; lia].
    + intros ((_ & _ & Hd) & Hg & Hw & _). auto.
  - destruct (Nat.lt_ge_cases j (Datatypes.S m)) as [Hj | Hj].
    + rewrite Hnth by exact Hj. apply gain_lost.
    + rewrite nth_overflow by lia. apply Hnone. intros (own, other) (Hf & _ & Hw). revert Hw.
      apply (never_in m); [exact Hstill | lia | now apply facing_sym].
Qed.

End Proof.
