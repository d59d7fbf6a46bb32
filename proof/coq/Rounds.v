(** Positions with all pieces placed: sets of placements from which the Prover succeeds
    within some number of rounds, or holds forever.  A round is a move of the other side,
    the Skeptic, and a move of the Prover.  Any program may compute these sets, because
    [closed] checks them. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Teeko Require Import Rules Formations Geometry.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** A set of placements with the Skeptic to move.  There is a row for each set of the
    Prover.  The row has the bits of the Skeptic's sets. *)
Definition placements := array words.

Definition union (rows : list words) (w : int) : int :=
  fold_left (fun sum row => sum lor row.[w]) rows 0.

(** The row has none of the bits [l]. *)
Fixpoint misses (row : words) (l : masks) : bool :=
  match l with
  | NoMask => true
  | Mask w m l => if row.[w] land m =? 0 then misses row l else false
  end.

(** Like [existsb] and [forallb], but stops at the first element that decides the result. *)
Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | x :: l => if f x then true else some f l end.
Fixpoint every {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => if f x then every f l else false end.
Lemma some_spec {A} (f : A -> bool) l : some f l = existsb f l.
Proof. induction l as [| x l IH]; simpl; [| destruct (f x)]; auto. Qed.
Lemma every_spec {A} (f : A -> bool) l : every f l = forallb f l.
Proof. induction l as [| x l IH]; simpl; [| destruct (f x)]; auto. Qed.

Definition complement (x : int) : int := x lxor max_int.

Opaque squares numbers word_numbers bits.

Section Check.
Variable t : tables.
Variable goal : words.

(** In every placement of [before] with the Prover's set [k], the two sets do not overlap.
    Also, the Prover has a goal, or every move of the Skeptic makes no goal and has an
    answer that leads to a placement of [after]. *)
Definition closed_row (before after : placements) (k : int) : bool :=
  let row := before.[k] in
  let over := rows_holding t (sets t).[k] in
  let answers := filter (fun row => negb (length row =? 0))
    (map (fun k' => after.[k']) (moved t).[k]) in
  let prover_won := in_row goal k in
  if forallb (fun w => row.[w] =? 0) word_numbers then true else
  forallb (fun w =>
    let overlap := union over w in
    (row.[w] land overlap =? 0) &&
    (if prover_won then true else
     (* the sets to which the Skeptic must have no move *)
     let bad := complement (overlap lor (union answers w land complement goal.[w])) in
     if bad =? 0 then true else
     forallb (fun b => if bit bad b then misses row (moved_masks t).[w * 63 + b] else true)
       bits)) word_numbers.

Definition closed (before after : placements) : bool :=
  forallb (closed_row before after) numbers.

(** The two sets of each placement do not overlap. *)
Definition apart (p : placements) : bool :=
  forallb (fun k => let over := rows_holding t (sets t).[k] in let row := p.[k] in
    forallb (fun w => row.[w] land union over w =? 0) word_numbers) numbers.

(** * Proof *)

Hypothesis t_ok : tables_ok t = true.
Variable r : rules.
Hypothesis goal_ok : goal_row_ok t (goals r) goal = true.
Variable prover : colour.

Notation nth_set := (nth_set t).

Definition at_ (p : placements) (k i : int) : Prop :=
  In k numbers /\ In i numbers /\ in_row p.[k] i = true.

(** The position with the Prover's set [k], the Skeptic's set [i] and [c] to move. *)
Definition place (c : colour) (own other : set) : position :=
  match prover with
  | Black => Position c 8 own other
  | Red => Position c 8 other own
  end.

Lemma goal_spec i : In i numbers -> in_row goal i = true <-> In (nth_set i) (goals r).
Proof.
  intros Hi. unfold goal_row_ok in goal_ok.
  pose proof goal_ok as H. apply andb_prop in H as [H _]. rewrite forallb_forall in H.
  apply H, eqb_prop in Hi. rewrite Hi. rewrite existsb_exists. unfold Geometry.nth_set.
  split; [intros (g & Hg & ->%N.eqb_eq); exact Hg | intros Hg; eexists; split; [exact Hg |]].
  apply N.eqb_refl.
Qed.

Lemma bit_union rows w b :
  bit (union rows w) b = true <-> exists row, In row rows /\ bit row.[w] b = true.
Proof.
  unfold union.
  assert (H : forall a, bit (fold_left (fun sum row => sum lor row.[w]) rows a) b = true <->
    bit a b = true \/ exists row, In row rows /\ bit row.[w] b = true).
  { induction rows as [| row rows IH]; intros a; simpl.
    - split; [auto | intros [H | (? & [] & _)]; exact H].
    - rewrite IH, lor_spec, orb_true_iff. split.
      + intros [[H | H] | (row' & Hin & H)]; eauto.
      + intros [H | (row' & [<- | Hin] & H)]; eauto. }
  rewrite H, bit_0. split; [intros [E | E]; [discriminate | exact E] | auto].
Qed.

Lemma land_0 x m b : (x land m =? 0) = true -> bit m b = true -> bit x b = false.
Proof.
  intros H%eqb_correct Hm. apply (f_equal (fun y => bit y b)) in H.
  rewrite land_spec, Hm, andb_true_r, bit_0 in H. exact H.
Qed.

Lemma bit_complement x b : (to_Z b < 63)%Z -> bit (complement x) b = negb (bit x b).
Proof.
  intros Hb. unfold complement. rewrite lxor_spec.
  assert (E : bit max_int b = true).
  { destruct (to_Z_bounded b) as [Hb0 _]. rewrite bitE.
    change (to_Z max_int) with (Z.ones 63). apply Z.ones_spec_low. lia. }
  rewrite E, xorb_true_r. reflexivity.
Qed.

Lemma misses_spec row l i : misses row l = true -> hits l i = true -> in_row row i = false.
Proof.
  induction l as [| w m l IH]; simpl; [discriminate |].
  destruct (row.[w] land m =? 0) eqn:E; [| discriminate].
  intros Hm [[->%eqb_correct H]%andb_prop | H]%orb_prop; [| auto].
  exact (land_0 _ _ _ E H).
Qed.

Lemma bits_small b : In b bits -> (to_Z b < 63)%Z.
Proof.
  assert (H : forallb (fun b => b <? 63) bits = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in H. intros Hb. apply H, ltb_spec in Hb. exact Hb.
Qed.

Lemma overlap_spec k i : In k numbers -> In i numbers ->
  bit (union (rows_holding t (sets t).[k]) (i / 63)) (i mod 63) = true <->
  ~ disjoint (nth_set k) (nth_set i).
Proof.
  intros Hk Hi. rewrite bit_union. apply (overlap_iff t t_ok); [| exact Hi].
  intros s Hs. exact (on_board t t_ok k s Hk Hs).
Qed.

(** The meaning of [closed] for one placement. *)
Lemma closed_spec before after k i : closed before after = true -> at_ before k i ->
  disjoint (nth_set k) (nth_set i) /\
  (in_row goal k = true \/
   forall s, In s (moves (nth_set i) 0%N) -> disjoint (nth_set k) s ->
   exists j, In j numbers /\ nth_set j = s /\ in_row goal j = false /\
   exists k', In k' (moved t).[k] /\ in_row after.[k'] j = true).
Proof.
  intros Hc (Hk & Hi & Hbit).
  unfold closed in Hc. rewrite forallb_forall in Hc. apply Hc in Hk as Hr. clear Hc.
  unfold closed_row in Hr.
  destruct (forallb (fun w => before.[k].[w] =? 0) word_numbers) eqn:Hz;
    [rewrite forallb_forall in Hz | rewrite forallb_forall in Hr].
  { destruct (number_ok t t_ok i Hi) as (_ & Hw & _). apply Hz, eqb_correct in Hw.
    unfold in_row in Hbit. rewrite Hw, bit_0 in Hbit. discriminate. }
  split.
  - destruct (number_ok t t_ok i Hi) as (_ & Hw & _). apply Hr, andb_prop in Hw as [Hw _].
    intros s Hs. destruct (has (nth_set i) s) eqn:E; [| reflexivity]. exfalso.
    assert (Ho : bit (union (rows_holding t (sets t).[k]) (i / 63)) (i mod 63) = true).
    { apply (overlap_spec k i Hk Hi). intros Hd. apply Hd in Hs. congruence. }
    apply (land_0 _ _ _ Hw) in Ho. unfold in_row in Hbit. congruence.
  - destruct (in_row goal k) eqn:Hg; [left; reflexivity | right].
    intros s Hs Hd. destruct (moves_numbered t t_ok i s Hi Hs) as (j & Hj & <- & Hh & _).
    exists j. split; [exact Hj |]. split; [reflexivity |].
    destruct (number_ok t t_ok j Hj) as (Ej & Hw & Hb).
    apply Hr, andb_prop in Hw as [_ Hw].
    set (bad := complement _) in Hw.
    assert (Hbad : bit bad (j mod 63) = false).
    { destruct (bit bad (j mod 63)) eqn:E; [exfalso | reflexivity].
      destruct (bad =? 0) eqn:E0; [apply eqb_correct in E0; rewrite E0, bit_0 in E; discriminate |].
      rewrite forallb_forall in Hw. apply Hw in Hb. rewrite E, Ej in Hb.
      rewrite (misses_spec _ _ _ Hb Hh) in Hbit. discriminate. }
    unfold bad in Hbad. rewrite bit_complement in Hbad by (apply bits_small, Hb).
    apply negb_false_iff in Hbad. rewrite lor_spec in Hbad.
    apply orb_prop in Hbad as [Hbad | Hbad].
    + exfalso. apply (overlap_spec k j Hk Hj) in Hbad. apply Hbad, Hd.
    + rewrite land_spec in Hbad. apply andb_prop in Hbad as [Ha Hng].
      rewrite bit_complement in Hng by (apply bits_small, Hb). apply negb_true_iff in Hng.
      split; [exact Hng |].
      apply bit_union in Ha as (row & Hin & Hrow).
      apply filter_In in Hin as [Hin _].
      apply in_map_iff in Hin as (k' & <- & Hin). exists k'. split; assumption.
Qed.

(** The Prover has a move from his set [k] to a placement of [after]. *)
Definition answers (after : placements) (k j : int) : bool :=
  some (fun k' => in_row after.[k'] j) (moved t).[k].

Lemma has_goal_own c k j : In k numbers ->
  has_goal r prover (place c (nth_set k) (nth_set j)) <-> in_row goal k = true.
Proof. intros Hk. rewrite goal_spec by exact Hk. unfold has_goal, place. destruct prover; reflexivity. Qed.

Lemma has_goal_other c k j : In j numbers ->
  has_goal r (opponent prover) (place c (nth_set k) (nth_set j)) <-> in_row goal j = true.
Proof. intros Hk. rewrite goal_spec by exact Hk. unfold has_goal, place. destruct prover; reflexivity. Qed.

Lemma map_flat_map {A B C} (g : B -> C) (f : A -> list B) l :
  map g (flat_map f l) = flat_map (fun x => map g (f x)) l.
Proof. induction l as [| x l IH]; simpl; [reflexivity |]. now rewrite map_app, IH. Qed.

Lemma successors_own own other :
  successors r (place prover own other) =
  map (fun s => place (opponent prover) s other) (moves own other).
Proof.
  unfold moves. rewrite map_flat_map. unfold successors, place.
  destruct prover; cbn [turn dropped pieces black red Nat.ltb Nat.leb];
    apply flat_map_ext; intros from; rewrite map_map; unfold empty; cbn [black red after turn];
    [reflexivity |].
  apply f_equal, filter_ext. intros to. now rewrite (andb_comm (negb (has other to))).
Qed.

Lemma successors_other own other :
  successors r (place (opponent prover) own other) =
  map (fun s => place prover own s) (moves other own).
Proof.
  unfold moves. rewrite map_flat_map. unfold successors, place.
  destruct prover; cbn [turn dropped pieces black red Nat.ltb Nat.leb opponent];
    apply flat_map_ext; intros from; rewrite map_map; unfold empty; cbn [black red after turn];
    [| reflexivity].
  apply f_equal, filter_ext. intros to. now rewrite (andb_comm (negb (has own to))).
Qed.

(** After a turn of the Prover, his pieces must be an allowed set. *)
Variable kept : set -> Prop.
Definition keeps (p q : position) : Prop := turn p = prover -> kept (pieces q prover).
Notation attains a p := (attains_keeping r keeps a prover p).

(** In all placements the two sets are disjoint, and the Prover's set is allowed. *)
Definition fit (p : placements) : Prop :=
  forall k i, at_ p k i -> disjoint (nth_set k) (nth_set i) /\ kept (nth_set k).

Lemma disjoint_sym a b : disjoint a b -> disjoint b a.
Proof. rewrite <- !disjoint_land, N.land_comm. auto. Qed.

Lemma chooser_place c own other : chooser r (place c own other) = c.
Proof. unfold chooser, place. destruct prover; reflexivity. Qed.

Lemma answer after k j : fit after -> In k numbers -> In j numbers ->
  disjoint (nth_set k) (nth_set j) -> answers after k j = true ->
  exists k', at_ after k' j /\
  let q := place (opponent prover) (nth_set k') (nth_set j) in
  let p := place prover (nth_set k) (nth_set j) in
  In q (successors r p) /\ keeps p q.
Proof.
  intros Hfit Hk Hj Hd Ha. unfold answers in Ha. rewrite some_spec in Ha. apply existsb_exists in Ha as (k' & Hin & Hr).
  destruct (moved_ok t t_ok k k' Hk Hin) as (Hk' & Hm).
  assert (Hat : at_ after k' j) by (split; [| split]; assumption).
  destruct (Hfit k' j Hat) as (Hd' & Hkept).
  exists k'. split; [exact Hat |]. split.
  - rewrite successors_own. apply in_map_iff. exists (nth_set k'). split; [reflexivity |].
    apply (moves_among _ _ _ Hd). split; assumption.
  - intros _. unfold place. destruct prover; exact Hkept.
Qed.

Lemma round before after k i q : closed before after = true -> fit after ->
  at_ before k i -> in_row goal k = false ->
  In q (successors r (place (opponent prover) (nth_set k) (nth_set i))) ->
  exists j, In j numbers /\ in_row goal j = false /\ q = place prover (nth_set k) (nth_set j) /\
  disjoint (nth_set k) (nth_set j) /\ answers after k j = true.
Proof.
  intros Hc Hfit Hat Hg Hq.
  destruct (closed_spec _ _ _ _ Hc Hat) as (Hd & [Hg' | Hall]); [congruence |].
  rewrite successors_other in Hq. apply in_map_iff in Hq as (s & <- & Hs).
  apply (moves_among _ _ _ (disjoint_sym _ _ Hd)) in Hs as (Hs & Hds%disjoint_sym).
  destruct (Hall s Hs Hds) as (j & Hj & <- & Hgj & k' & Hk' & Hr).
  exists j. split; [exact Hj |]. split; [exact Hgj |]. split; [reflexivity |].
  split; [exact Hds |]. unfold answers. rewrite some_spec. apply existsb_exists. exists k'. split; assumption.
Qed.

(** The placements are fit, and from each of them in which the Skeptic has no goal, the
    Prover reaches the aim. *)
Definition sound (a : aim) (p : placements) : Prop :=
  fit p /\ forall k i, at_ p k i -> in_row goal i = false ->
    attains a (place (opponent prover) (nth_set k) (nth_set i)).

Lemma no_goal_other c k j : In j numbers -> in_row goal j = false ->
  ~ has_goal r (opponent prover) (place c (nth_set k) (nth_set j)).
Proof. intros Hj Hg H. apply has_goal_other in H; [congruence | exact Hj]. Qed.

(** The Prover reaches the aim if he is to move and has an answer. *)
Lemma answer_attains a after k j : sound a after -> In k numbers -> In j numbers ->
  in_row goal j = false -> disjoint (nth_set k) (nth_set j) -> answers after k j = true ->
  attains (before 1 a) (place prover (nth_set k) (nth_set j)).
Proof.
  intros (Hfit & Hall) Hk Hj Hg Hd Ha.
  destruct (answer _ _ _ Hfit Hk Hj Hd Ha) as (k' & Hat & Hin & Hkeeps).
  eapply attains_by; [apply no_goal_other; assumption | apply chooser_place | exact Hkeeps
    | exact Hin | apply Hall; assumption].
Qed.

Theorem round_sound a from after : closed from after = true -> sound a after ->
  (forall k i, at_ from k i -> kept (nth_set k)) -> sound (before 2 a) from.
Proof.
  intros Hc Hs Hkept. split.
  { intros k i Hat. split; [apply (closed_spec _ _ _ _ Hc Hat) | exact (Hkept k i Hat)]. }
  intros k i Hat Hg. pose proof Hat as (Hk & Hi & _).
  destruct (in_row goal k) eqn:Hgk.
  { apply attained; [apply no_goal_other | apply has_goal_own]; assumption. }
  replace (before 2 a) with (before 1 (before 1 a)) by (destruct a; reflexivity).
  apply attains_against; [apply no_goal_other; assumption | apply chooser_place |].
  intros q Hq. destruct (round _ _ _ _ _ Hc (proj1 Hs) Hat Hgk Hq)
    as (j & Hj & Hgj & -> & Hd & Ha).
  apply (answer_attains a after k j); assumption.
Qed.

Theorem hold_sound p : closed p p = true -> (forall k i, at_ p k i -> kept (nth_set k)) ->
  sound Hold p.
Proof.
  intros Hc Hkept.
  assert (Hfit : fit p).
  { intros k i Hat. split; [apply (closed_spec _ _ _ _ Hc Hat) | exact (Hkept k i Hat)]. }
  split; [exact Hfit |]. simpl.
  cofix IH. intros k i Hat Hg.
  assert (Hno : ~ has_goal r (opponent prover)
    (place (opponent prover) (nth_set k) (nth_set i))) by exact (no_goal_other _ _ _ (proj1 (proj2 Hat)) Hg).
  destruct (in_row goal k) eqn:Hgk.
  { apply k_ended; [exact Hno | exact (proj2 (has_goal_own _ _ _ (proj1 Hat)) Hgk)]. }
  apply k_holds_against; [exact Hno | apply chooser_place |].
  intros q Hq. destruct (round _ _ _ _ _ Hc Hfit Hat Hgk Hq) as (j & Hj & Hgj & -> & Hd & Ha).
  destruct (answer _ _ _ Hfit (proj1 Hat) Hj Hd Ha) as (k' & Hat' & Hin & Hkeeps).
  refine (k_holds_by r keeps prover _ _ (no_goal_other _ _ _ Hj Hgj) (chooser_place _ _ _)
    Hkeeps Hin (IH k' j Hat' Hgj)).
Qed.

Lemma apart_spec p k i : apart p = true -> at_ p k i -> disjoint (nth_set k) (nth_set i).
Proof.
  intros Ha (Hk & Hi & Hbit). unfold apart in Ha. rewrite forallb_forall in Ha.
  pose proof (Ha k Hk) as Hr. cbv zeta in Hr. rewrite forallb_forall in Hr.
  destruct (number_ok t t_ok i Hi) as (_ & Hw & _). apply Hr in Hw.
  intros s Hs. destruct (has (nth_set i) s) eqn:E; [| reflexivity]. exfalso.
  assert (Ho : bit (union (rows_holding t (sets t).[k]) (i / 63)) (i mod 63) = true).
  { apply (overlap_spec k i Hk Hi). intros Hd. apply Hd in Hs. congruence. }
  apply (land_0 _ _ _ Hw) in Ho. unfold in_row in Hbit. congruence.
Qed.

(** Zero rounds: the aim to hold is reached everywhere, the aim to win only with a goal. *)
Lemma hold_for_0 p : fit p -> sound (HoldFor 0) p.
Proof. intros Hfit. split; [exact Hfit |]. intros k i (_ & Hi & _) Hg.
  apply k_so_far, no_goal_other; assumption. Qed.

Lemma win_0 p : fit p -> (forall k i, at_ p k i -> in_row goal k = true) -> sound (Win 0) p.
Proof.
  intros Hfit Hg. split; [exact Hfit |]. intros k i Hat _.
  apply k_won, (proj2 (has_goal_own _ _ _ (proj1 Hat)) (Hg k i Hat)).
Qed.

End Check.
