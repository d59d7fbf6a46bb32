(** Proves that every statement that the checker accepts is true. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray String.
From Teeko Require Import Rules Formations Geometry Rounds Drops Search Certificate.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

Opaque squares numbers word_numbers bits single.

Section Sound.
Variable t : tables.
Hypothesis t_ok : tables_ok t = true.
Variable goals : list set.
Variable formations : list int.
Notation goal := (goal_row t goals).
Hypothesis goal_ok : goal_row_ok t goals goal = true.
Hypothesis no_empty_goal : is_goal t goal 0 = false.

Notation kept := (fun _ : set => True).
Notation ban style banned := (with_ban style goals banned).
Notation sound_for style banned prover := (sound t goal (ban style banned) prover kept).

Lemma rounds_sound style banned prover n : forall a p p',
  rounds t goals formations n p = Some p' -> sound_for style banned prover a p ->
  sound_for style banned prover (before (2 * n) a) p'.
Proof.
  induction n as [| n IH]; intros a p p'; simpl rounds.
  - intros [= <-] H. destruct a; exact H.
  - set (q := next _ _ _ _ _).
    destruct (closed t goal q p) eqn:Hc; [| discriminate].
    intros Hr Hs.
    replace (before (2 * Datatypes.S n) a) with (before (2 * n) (before 2 a)).
    2: { destruct a; [apply (f_equal Win); lia | reflexivity | apply (f_equal HoldFor); lia]. }
    apply (IH _ q); [exact Hr |].
    apply (round_sound t goal t_ok (ban style banned) goal_ok prover kept a q p Hc Hs).
    intros; exact I.
Qed.

Lemma apart_fit p : apart t p = true -> fit t kept p.
Proof. intros H k i Hat. split; [exact (apart_spec t t_ok p k i H Hat) | exact I]. Qed.

Lemma final_sound a c p : final_placements t goals formations a c = Some p ->
  forall style banned, sound_for style banned c (final_aim a c) p.
Proof.
  intros H style banned. unfold final_placements in H. destruct a as [n | | n]; cbv zeta in H.
  - set (p0 := full t _ nothing) in H.
    destruct (apart t p0) eqn:Ha; [| discriminate].
    destruct (only_goals t goals p0) eqn:Hg; [| discriminate].
    apply (rounds_sound style banned c _ (Win 0) p0 p H).
    apply (win_0 t goal (ban style banned) goal_ok c kept p0 (apart_fit p0 Ha)).
    intros k i (Hk & Hi & Hbit). unfold only_goals in Hg. rewrite forallb_forall in Hg.
    apply Hg in Hk. apply orb_prop in Hk as [Hk | Hk]; [exact Hk |].
    rewrite forallb_forall in Hk. destruct (number_ok t t_ok i Hi) as (_ & Hw & _).
    apply Hk, Uint63.eqb_correct in Hw. unfold in_row in Hbit. rewrite Hw, bit_0 in Hbit.
    discriminate.
  - set (p0 := safe _ _ _ _) in H. destruct (closed t goal p0 p0) eqn:Hc; [| discriminate].
    injection H as <-.
    apply (hold_sound t goal t_ok (ban style banned) goal_ok c kept p0 Hc). intros; exact I.
  - set (p0 := full t _ (full _ _ _)) in H.
    destruct (apart t p0) eqn:Ha; [| discriminate].
    apply (rounds_sound style banned c _ (HoldFor 0) p0 p H).
    apply (hold_for_0 t goal (ban style banned) goal_ok c kept p0 (apart_fit p0 Ha)).
Qed.

(** If the search reaches an aim, the claim is true by Rules.v. *)
Lemma in_time_true a cl : in_time a (who cl) = true ->
  attains_keeping (ban (drops cl) (without cl)) (keeps (who cl) kept)
    (before 8 (placed_aim (who cl) (final_aim a (who cl)))) (who cl) start ->
  true_claim goals a cl.
Proof.
  intros Ht H. change (ban (drops cl) (without cl)) with (Rules goals (drops cl) (without cl)) in H.
  assert (E : before 8 (placed_aim (who cl) (final_aim a (who cl))) =
    before (lead (who cl)) (final_aim a (who cl))).
  { unfold placed_aim, lead. destruct (who cl), (final_aim a _); reflexivity. }
  rewrite E in H. clear E. unfold in_time in Ht. unfold true_claim.
  destruct a as [n | | n]; destruct (before _ _) as [m | | m] eqn:Eb; try discriminate.
  - apply Nat.leb_le in Ht. apply (keeping_suffices _ _ (Win n) _ _ (wins_later _ _ _ _ _ _ H Ht)).
  - apply (keeping_suffices _ _ Hold _ _ H).
  - apply Nat.leb_le in Ht. apply holds_for_no_loss.
    apply (keeping_suffices _ _ (HoldFor n) _ _ (holds_sooner _ _ _ _ _ _ H Ht)).
Qed.

Lemma check_alike_sound a p worth_trying style prover l :
  final_placements t goals formations a prover = Some p ->
  forall c, good style prover goals kept (final_aim a prover) c ->
  check_alike t goals p worth_trying style prover l c = None ->
  forall cl, In cl l ->
  attains_keeping (ban style (without cl)) (keeps prover kept)
    (before 8 (placed_aim prover (final_aim a prover))) prover start.
Proof.
  intros Hp. induction l as [| cl l IH]; intros c Hc H x Hx; [destruct Hx |].
  simpl in H. destruct (ban_ok (without cl)) eqn:Hb; [| discriminate]. simpl in H.
  pose proof (start_correct t goal style prover p worth_trying t_ok goals goal_ok kept
    (fun _ => I) (final_aim a prover) (fun banned => final_sound a prover p Hp style banned)
    (without cl) (ban_set (without cl))) as Hs.
  assert (Hf : forall s x, In (s, x) single ->
    (ban_set (without cl) land x =? 0) = negb (existsb (N.eqb s) (without cl))).
  { intros s y Hy. unfold ban_ok in Hb. rewrite forallb_forall in Hb.
    apply eqb_prop, (Hb (s, y) Hy). }
  destruct (Hs Hf no_empty_goal c Hc) as (Hc' & Hatt).
  destruct (search_start _ _ _ _ _ _ _ c) as (b & c'). destruct b; [| discriminate].
  destruct Hx as [<- | Hx]; [apply Hatt; reflexivity |].
  apply (IH c' Hc' H x Hx).
Qed.

Lemma empty_good style prover a : good style prover goals kept a empty_cache.
Proof. intros i. unfold empty_cache. rewrite get_make. exact I. Qed.

Lemma check_claims_sound a p worth_trying fuel : forall l,
  p = (match a with Hold => final_placements t goals formations Hold Black | _ => None end) ->
  check_claims t goals formations fuel a p worth_trying l = None ->
  forall cl, In cl l -> true_claim goals a cl.
Proof.
  induction fuel as [| fuel IH]; intros l Hp H x Hx;
    (destruct l as [| cl l]; [destruct Hx |]); [discriminate |].
  cbn [check_claims] in H.
  set (these := filter (alike cl) _) in H. set (others := filter _ _) in H.
  destruct (in_time a (who cl)) eqn:Ht; [| discriminate].
  set (o := match a with Hold => p | _ => final_placements t goals formations a (who cl) end) in H.
  assert (Ho : o = final_placements t goals formations a (who cl)).
  { unfold o. destruct a; [reflexivity | rewrite Hp; reflexivity | reflexivity]. }
  clearbody o. destruct o as [final |]; [| discriminate].
  destruct (check_alike _ _ _ _ _ _ _ _) eqn:Ha; [discriminate |].
  destruct (alike cl x) eqn:Hal.
  - assert (Hx' : In x these) by (apply filter_In; split; assumption).
    assert (E : drops x = drops cl /\ who x = who cl).
    { unfold alike in Hal. destruct (letters_dec _ _) as [E1 |]; [| discriminate].
      destruct (colour_dec _ _) as [E2 |]; [| discriminate]. auto. }
    destruct E as (E1 & E2).
    apply in_time_true; [rewrite E2; exact Ht |]. rewrite E1, E2.
    apply (check_alike_sound a final worth_trying (drops cl) (who cl) these (eq_sym Ho)
      empty_cache (empty_good _ _ _) Ha x Hx').
  - apply (IH others Hp H x). apply filter_In. rewrite Hal. split; [exact Hx | reflexivity].
Qed.

End Sound.

(** The checker is sound: if it accepts a text, the statement of the text is true. *)
Theorem check_with_sound t text : tables_ok t = true -> check_with t text = Accepted ->
  match parse text with Good (s, _) => true_statement s | Bad _ _ => False end.
Proof.
  intros Hok H. unfold check_with in H. destruct (parse text) as [(s & fs) |]; [| discriminate].
  destruct (goal_row_ok t _ _) eqn:Hg; [| discriminate].
  destruct (is_goal t _ 0) eqn:H0; [discriminate |]. cbn [andb negb] in H.
  destruct (check_statement _ _ _ _ _) eqn:Hc; [discriminate |].
  intros cl Hcl. unfold check_statement in Hc. cbv zeta in Hc.
  exact (check_claims_sound t Hok (of_goals s) fs Hg H0 (the_aim s) _ _ _ (claims s) eq_refl Hc cl Hcl).
Qed.

Theorem check_sound text : check text = Accepted ->
  match parse text with Good (s, _) => true_statement s | Bad _ _ => False end.
Proof. apply check_with_sound, make_tables_ok. Qed.

(** * For the theorems *)

Definition statement_of (text : string) : option statement :=
  match parse text with Good (s, _) => Some s | Bad _ _ => None end.

Theorem proved text s : check text = Accepted -> statement_of text = Some s -> true_statement s.
Proof.
  intros H%check_sound. unfold statement_of. destruct (parse text) as [(s' & fs) |]; [| discriminate].
  intros [= <-]. exact H.
Qed.

(** Runs the checker once, on the kernel's virtual machine.  If the checker refuses the text,
    runs it again to print the reason. *)
Ltac run_checker :=
  first [abstract (vm_cast_no_check (eq_refl Accepted)) |
    match goal with |- check ?text = _ =>
      let verdict := eval vm_compute in (check text) in
      fail 2 "The certificate is" verdict
    end].

(** Proves a claim of a statement that has been proved. *)
Ltac claimed H :=
  first [exact (H _ (or_introl eq_refl)) | exact (H _ (or_intror (or_introl eq_refl))) |
    exact (H _ (or_intror (or_intror (or_introl eq_refl)))) |
    exact (H _ (or_intror (or_intror (or_intror (or_introl eq_refl)))))].
