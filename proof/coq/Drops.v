(** Positions with drops to come: a search that tries all choices of the Skeptic, and looks
    for a choice of the Prover that succeeds.  A cache stores the results of positions. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Teeko Require Import Rules Formations Geometry Rounds.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

Opaque squares numbers word_numbers bits single.

(** An entry of the cache: whether the Prover succeeds in a position with [left] drops to
    come. *)
Inductive entry := Unknown | Known (left : nat) (own other : int) (answer : bool).
Definition cache := array entry.
Definition empty_cache : cache := make 1048576 Unknown.

(** True if [f] succeeds for an element of the list. *)
Fixpoint any (f : int -> cache -> bool * cache) (l : list int) (c : cache) : bool * cache :=
  match l with
  | [] => (false, c)
  | x :: l => let '(b, c) := f x c in if b then (true, c) else any f l c
  end.
(** True if [f] succeeds for all elements of the list. *)
Fixpoint all (f : int -> cache -> bool * cache) (l : list int) (c : cache) : bool * cache :=
  match l with
  | [] => (true, c)
  | x :: l => let '(b, c) := f x c in if b then all f l c else (false, c)
  end.

Section Search.
Variable t : tables.
Variable goal : words.
Variable style : list letter.
Variable prover : colour.
Variable final : placements.
Variable worth_trying : int -> bool.  (* sets that the Prover may form; others are not tried *)

Definition is_goal (x : int) : bool :=
  let i := rank t x in ((sets t).[i] =? x) && (i <? 12650) && in_row goal i.

(** The owner of the next piece with [n] drops to come, and the side that picks its square. *)
Definition turn_left (n : nat) : colour := if Nat.even n then Black else Red.
Definition prover_drops (n : nat) : bool :=
  match turn_left n, prover with Black, Black | Red, Red => true | _, _ => false end.
Definition prover_picks (n : nat) : bool :=
  match nth (Nat.div2 (8 - n)) style Own with
  | Own => prover_drops n
  | Other => negb (prover_drops n)
  end.

(** Whether the Prover succeeds after the last drop. *)
Definition finish (own other : int) : bool :=
  let k := rank t own in
  let j := rank t other in
  if ((sets t).[k] =? own) && (k <? 12650) && (((sets t).[j] =? other) && (j <? 12650)) &&
     (own land other =? 0)
  then match prover with
    | Black => answers t final k j
    | Red => every (fun j' => if (sets t).[j'] land own =? 0
        then if in_row goal j' then false else answers t final k j' else true) (moved t).[j]
    end
  else false.

(** One drop, with [n] drops to come, on any square that is not in [taken]. *)
Definition ply (search : int -> int -> cache -> bool * cache) (n : nat)
    (own other taken : int) (c : cache) : bool * cache :=
  let drop x c := if prover_drops n then search (own lor x) other c
    else search own (other lor x) c in
  let free := filter (fun x => taken land x =? 0) (map snd single) in
  if prover_picks n then
    any drop (filter (fun x => negb (prover_drops n) || worth_trying (own lor x)) free) c
  else all drop free c.

Definition slot (own other : int) : int :=
  ((own << 26 lor other) * 5871781006564002453) >> 43.

Fixpoint search (n : nat) (own other : int) (c : cache) : bool * cache :=
  if is_goal other then (false, c) else
  if is_goal own then (true, c) else
  let i := slot own other in
  let find :=
    let '(b, c) := match n with
      | O => (finish own other, c)
      | Datatypes.S m => ply (search m) n own other (own lor other) c
      end in
    (b, c.[i <- Known n own other b]) in
  match c.[i] with
  | Known n' own' other' b =>
    if Nat.eqb n n' && ((own =? own') && (other =? other')) then (b, c) else find
  | Unknown => find
  end.

(** The empty board. *)
Definition search_start (banned : int) (c : cache) : bool * cache :=
  ply (search 7) 8 0 0 banned c.

(** * Proof *)

Hypothesis t_ok : tables_ok t = true.
Variable goals : list set.
Hypothesis goal_ok : goal_row_ok t goals goal = true.
Variable kept : set -> Prop.
Hypothesis all_kept : forall s, kept s.
Variable a : aim.
Definition with_ban (banned : list square) : rules := Rules goals style banned.
Hypothesis final_sound : forall banned,
  sound t goal (with_ban banned) prover kept a final.

Notation attains banned := (attains_keeping (with_ban banned) (keeps prover kept)).

(** The aim after the last drop, with Black to move. *)
Definition placed_aim : aim := before (match prover with Black => 1 | Red => 2 end) a.

Definition at_drop (n : nat) (own other : int) : position :=
  let own := set_of_int own in
  let other := set_of_int other in
  match prover with
  | Black => Position (turn_left n) (8 - n) own other
  | Red => Position (turn_left n) (8 - n) other own
  end.

Definition success (n : nat) (own other : int) : Prop :=
  forall banned, attains banned (before n placed_aim) prover (at_drop n own other).

Definition good_entry (e : entry) : Prop :=
  match e with Known n own other true => (n < 8)%nat -> success n own other | _ => True end.
Definition good (c : cache) : Prop := forall i, good_entry c.[i].

Lemma good_set c i e : good c -> good_entry e -> good c.[i <- e].
Proof.
  intros Hc He j. destruct (eqb i j) eqn:E.
  - apply eqb_correct in E as <-. destruct (i <? length c) eqn:El.
    + rewrite get_set_same; assumption.
    + rewrite get_out_of_bounds by (rewrite length_set; exact El).
      rewrite default_set, <- (get_out_of_bounds _ c i El). apply Hc.
  - rewrite get_set_other; [apply Hc |]. intros ->. rewrite eqb_refl in E. discriminate.
Qed.

Definition correct (f : cache -> bool * cache) (P : Prop) : Prop :=
  forall c, good c -> good (snd (f c)) /\ (fst (f c) = true -> P).

Lemma any_correct f (P : int -> Prop) l : (forall x, In x l -> correct (f x) (P x)) ->
  correct (any f l) (exists x, In x l /\ P x).
Proof.
  induction l as [| x l IH]; intros Hf c Hc; simpl; [split; [exact Hc | discriminate] |].
  destruct (Hf x (or_introl eq_refl) c Hc) as (Hc' & Hx).
  destruct (f x c) as (b & c'). simpl in *. destruct b.
  - split; [exact Hc' | intros _]. exists x. split; [left; reflexivity | apply Hx; reflexivity].
  - destruct (IH (fun y Hy => Hf y (or_intror Hy)) c' Hc') as (Hc'' & Hl).
    split; [exact Hc'' |]. intros H. destruct (Hl H) as (y & Hy & Py).
    exists y. split; [right; exact Hy | exact Py].
Qed.

Lemma all_correct f (P : int -> Prop) l : (forall x, In x l -> correct (f x) (P x)) ->
  correct (all f l) (forall x, In x l -> P x).
Proof.
  induction l as [| x l IH]; intros Hf c Hc; simpl; [split; [exact Hc | intros _ ? []] |].
  destruct (Hf x (or_introl eq_refl) c Hc) as (Hc' & Hx).
  destruct (f x c) as (b & c'). simpl in *. destruct b.
  - destruct (IH (fun y Hy => Hf y (or_intror Hy)) c' Hc') as (Hc'' & Hl).
    split; [exact Hc'' |]. intros H y [<- | Hy]; [apply Hx; reflexivity | apply (Hl H y Hy)].
  - split; [exact Hc' | discriminate].
Qed.

Lemma is_goal_spec banned x : is_goal x = true <-> In (set_of_int x) (Rules.goals (with_ban banned)).
Proof.
  simpl. unfold is_goal. split.
  - intros ((E%eqb_correct & Hi)%andb_prop & Hg)%andb_prop.
    rewrite <- E. apply (goal_spec t goal (with_ban banned) goal_ok); [apply in_numbers, Hi | exact Hg].
  - intros Hin. pose proof goal_ok as H. apply andb_prop in H as [_ H].
    rewrite forallb_forall in H. specialize (H _ Hin).
    apply andb_prop in H as [[H1 H2]%andb_prop H3%N.eqb_eq].
    apply set_of_int_inj in H3. rewrite H3 in H1, H2. rewrite H1, H2. simpl.
    apply (goal_spec t goal (with_ban banned) goal_ok); [apply in_numbers, H2 |].
    unfold nth_set. apply eqb_correct in H1. rewrite H1. exact Hin.
Qed.

Lemma no_goal banned n own other : is_goal other = false ->
  ~ has_goal (with_ban banned) (opponent prover) (at_drop n own other).
Proof.
  intros Hg H. assert (E : is_goal other = true); [| congruence].
  apply (is_goal_spec banned). revert H. unfold has_goal, at_drop. destruct prover; exact (fun H => H).
Qed.

Lemma own_goal banned n own other : is_goal own = true ->
  has_goal (with_ban banned) prover (at_drop n own other).
Proof.
  intros Hg. apply (is_goal_spec banned) in Hg. revert Hg.
  unfold has_goal, at_drop. destruct prover; exact (fun H => H).
Qed.

Lemma disjoint_int x y : (x land y =? 0) = true -> disjoint (set_of_int x) (set_of_int y).
Proof.
  intros E%eqb_correct. apply disjoint_land. rewrite <- set_of_land, E. reflexivity.
Qed.

Lemma int_disjoint x y : disjoint (set_of_int x) (set_of_int y) -> (x land y =? 0) = true.
Proof.
  intros E%disjoint_land. rewrite <- set_of_land in E. apply (set_of_int_inj _ 0) in E.
  rewrite E. reflexivity.
Qed.

Lemma finish_correct own other : is_goal other = false -> finish own other = true ->
  success 0 own other.
Proof.
  unfold finish. set (k := rank t own). set (j := rank t other). intros Hng.
  destruct (_ && _ && _ && _) eqn:E; [| discriminate].
  apply andb_prop in E as [[[Ek Hk]%andb_prop [Ej Hj]%andb_prop]%andb_prop Hd].
  apply eqb_correct in Ek, Ej. pose proof (in_numbers _ Hk) as Nk. pose proof (in_numbers _ Hj) as Nj.
  apply disjoint_int in Hd.
  assert (Hgj : in_row goal j = false).
  { unfold is_goal in Hng. fold j in Hng. rewrite Ej, eqb_refl, Hj in Hng. exact Hng. }
  intros Hf banned. unfold placed_aim.
  assert (Ep : at_drop 0 own other = place prover Black (nth_set t k) (nth_set t j)).
  { unfold at_drop, place, nth_set. rewrite Ek, Ej. destruct prover; reflexivity. }
  assert (Eb : forall x, before 0 x = x) by (intros []; reflexivity).
  rewrite Eb, Ep. clear Ep Eb.
  assert (Hdn : disjoint (nth_set t k) (nth_set t j)) by (unfold nth_set; rewrite Ek, Ej; exact Hd).
  destruct prover eqn:Epr.
  - apply (answer_attains t goal t_ok (with_ban banned) goal_ok Black kept a final k j
      (final_sound banned)); assumption.
  - replace (before 2 a) with (before 1 (before 1 a)) by (destruct a; reflexivity).
    apply attains_against.
    + apply (no_goal_other t goal (with_ban banned) goal_ok); assumption.
    + apply chooser_place.
    + intros q Hq. change Black with (opponent Red) in Hq. rewrite successors_other in Hq.
      apply in_map_iff in Hq as (s & <- & Hs).
      apply (moves_among _ _ _ (disjoint_sym _ _ Hdn)) in Hs as (Hs & Hds%disjoint_sym).
      destruct (moves_numbered t t_ok j s Nj Hs) as (j' & Nj' & <- & _ & Hin).
      rewrite every_spec, forallb_forall in Hf. apply Hf in Hin.
      rewrite int_disjoint in Hin
        by (apply disjoint_sym; unfold nth_set in Hds; rewrite Ek in Hds; exact Hds).
      destruct (in_row goal j') eqn:Hg; [discriminate | rename Hin into Ha].
      apply (answer_attains t goal t_ok (with_ban banned) goal_ok Red kept a final k j'
        (final_sound banned)); assumption.
Qed.

Lemma turn_next n : turn_left n = opponent (turn_left (Datatypes.S n)).
Proof. unfold turn_left. rewrite Nat.even_succ, <- Nat.negb_even. destruct (Nat.even n); reflexivity. Qed.

(** The drop of a piece on the square of [x]. *)
Lemma dropped_at n own other s x : In (s, x) single -> (n < 8)%nat ->
  (if prover_drops (Datatypes.S n) then at_drop n (own lor x) other
   else at_drop n own (other lor x)) =
  let p := at_drop (Datatypes.S n) own other in
  after p (1 + dropped p) (add (pieces p (turn p)) s).
Proof.
  intros (_ & Hx)%single_spec Hn.
  assert (El : forall y, set_of_int (y lor x) = add (set_of_int y) s)
    by (intros y; rewrite set_of_lor, Hx; reflexivity).
  assert (E8 : (8 - n = 1 + (8 - Datatypes.S n))%nat) by lia.
  unfold at_drop, after, prover_drops. rewrite (turn_next n), E8.
  destruct prover, (turn_left (Datatypes.S n)); cbn [turn black red dropped pieces opponent];
    rewrite El; reflexivity.
Qed.

Lemma ply_correct banned f n own other taken : (n < 8)%nat ->
  (forall own other, correct (f own other) (success n own other)) ->
  (forall s x, In (s, x) single -> (taken land x =? 0) =
    may_drop (with_ban banned) (at_drop (Datatypes.S n) own other) s) ->
  is_goal other = false ->
  correct (ply f (Datatypes.S n) own other taken)
    (attains banned (before (Datatypes.S n) placed_aim) prover
       (at_drop (Datatypes.S n) own other)).
Proof.
  intros Hn Hf Hfree Hng c Hc. set (p := at_drop _ _ _) in *.
  replace (before (Datatypes.S n) placed_aim) with (before 1 (before n placed_aim))
    by (destruct placed_aim; reflexivity).
  set (drop := fun x => if prover_drops (Datatypes.S n) then at_drop n (own lor x) other
    else at_drop n own (other lor x)).
  assert (Hdrop : forall x, correct
    (fun c => if prover_drops (Datatypes.S n) then f (own lor x) other c else f own (other lor x) c)
    (forall banned, attains banned (before n placed_aim) prover (drop x))).
  { intros x. unfold drop. destruct (prover_drops (Datatypes.S n)); apply Hf. }
  assert (Hsucc : successors (with_ban banned) p =
    map (fun s => after p (1 + dropped p) (add (pieces p (turn p)) s))
      (filter (may_drop (with_ban banned) p) squares)).
  { unfold successors. assert (El : Nat.ltb (dropped p) 8 = true).
    { apply Nat.ltb_lt. unfold p, at_drop. destruct prover; cbn [dropped]; lia. }
    rewrite El. reflexivity. }
  assert (Hchooser : chooser (with_ban banned) p =
    if prover_picks (Datatypes.S n) then prover else opponent prover).
  { unfold chooser. assert (El : Nat.ltb (dropped p) 8 = true).
    { apply Nat.ltb_lt. unfold p, at_drop. destruct prover; cbn [dropped]; lia. }
    rewrite El. unfold prover_picks, prover_drops, p, at_drop. cbn [Rules.style with_ban].
    destruct prover; cbn [dropped turn]; destruct (nth _ style Own), (turn_left (Datatypes.S n));
      reflexivity. }
  pose proof (no_goal banned (Datatypes.S n) own _ Hng) as Hno. fold p in Hno.
  unfold ply. destruct (prover_picks (Datatypes.S n)).
  - destruct (any_correct _ _ (filter (fun x => negb (prover_drops (Datatypes.S n)) ||
      worth_trying (own lor x)) (filter (fun x => taken land x =? 0) (map snd single)))
      (fun x _ => Hdrop x) c Hc) as (Hc' & Hany).
    split; [exact Hc' |]. intros E. destruct (Hany E) as (x & Hx & Hatt).
    apply filter_In in Hx as (Hx & _). apply filter_In in Hx as (Hx & Hfr).
    apply in_map_iff in Hx as ((s & x') & <- & Hs). cbn [snd] in *.
    destruct (single_spec s x' Hs) as (Hsq & _).
    eapply attains_by; [exact Hno | exact Hchooser | intros _; apply all_kept | | apply (Hatt banned)].
    unfold drop. rewrite (dropped_at n own other s x' Hs Hn). fold p. rewrite Hsucc.
    apply in_map_iff. exists s. split; [reflexivity |]. apply filter_In.
    split; [exact Hsq |]. rewrite <- (Hfree s x' Hs). exact Hfr.
  - destruct (all_correct _ _ (filter (fun x => taken land x =? 0) (map snd single))
      (fun x _ => Hdrop x) c Hc) as (Hc' & Hall).
    split; [exact Hc' |]. intros E. specialize (Hall E).
    apply attains_against; [exact Hno | exact Hchooser |].
    intros q Hq. rewrite Hsucc in Hq. apply in_map_iff in Hq as (s & <- & Hs).
    apply filter_In in Hs as (Hsq & Hmay). destruct (single_of s Hsq) as (x & Hx).
    pose proof (dropped_at n own other s x Hx Hn) as Ed. cbv zeta in Ed. fold p in Ed.
    rewrite <- Ed. apply (Hall x). apply filter_In. split; [exact (in_map snd _ _ Hx) |].
    rewrite (Hfree s x Hx). exact Hmay.
Qed.

Lemma free_spec banned n own other s x : (n < 7)%nat -> In (s, x) single ->
  ((own lor other) land x =? 0) = may_drop (with_ban banned) (at_drop (Datatypes.S n) own other) s.
Proof.
  intros Hn Hx. rewrite (land_single t t_ok _ _ _ Hx), set_of_lor. unfold has.
  rewrite N.lor_spec. unfold may_drop, empty, at_drop, has.
  assert (E : Nat.eqb (8 - Datatypes.S n) 0 = false) by (apply Nat.eqb_neq; lia).
  destruct prover; cbn [dropped black red]; rewrite E, andb_true_r, negb_orb;
    [reflexivity | apply andb_comm].
Qed.

Theorem search_correct n : (n < 8)%nat -> forall own other,
  correct (search n own other) (success n own other).
Proof.
  induction n as [| n IH]; intros Hn own other c Hc; unfold search; fold search;
    (destruct (is_goal other) eqn:Hng; [split; [exact Hc | discriminate] |];
     destruct (is_goal own) eqn:Hg;
     [split; [exact Hc | intros _ banned; apply attained; [apply no_goal | apply own_goal]; assumption] |]).
  - assert (H : correct (fun c => (finish own other, c.[slot own other <- Known 0 own other (finish own other)]))
      (success 0 own other)).
    { intros c' Hc'. simpl. split; [| apply finish_correct, Hng]. apply good_set; [exact Hc' |].
      unfold good_entry. destruct (finish own other) eqn:E; [| exact I].
      intros _. apply finish_correct; assumption. }
    specialize (H c Hc).
    pose proof (Hc (slot own other)) as He. destruct (c.[slot own other]) as [| n' own' other' b]; [exact H |].
    destruct (Nat.eqb 0 n' && ((own =? own') && (other =? other'))) eqn:E; [| exact H].
    apply andb_prop in E as [En%Nat.eqb_eq [Eo%eqb_correct Et%eqb_correct]%andb_prop]. subst n' own' other'.
    split; [exact Hc |]. cbn [fst]. intros ->. apply He. exact Hn.
  - assert (H : correct (fun c => let '(b, c) := ply (search n) (Datatypes.S n) own other (own lor other) c in
      (b, c.[slot own other <- Known (Datatypes.S n) own other b])) (success (Datatypes.S n) own other)).
    { intros c' Hc'.
      assert (Hp : forall banned, correct (ply (search n) (Datatypes.S n) own other (own lor other))
        (attains banned (before (Datatypes.S n) placed_aim) prover (at_drop (Datatypes.S n) own other))).
      { intros banned. apply ply_correct; [lia | apply IH; lia | | exact Hng].
        intros s x Hx. apply free_spec; [lia | exact Hx]. }
      assert (Hb : fst (ply (search n) (Datatypes.S n) own other (own lor other) c') = true ->
        success (Datatypes.S n) own other).
      { intros E banned. apply (proj2 (Hp banned c' Hc') E). }
      pose proof (proj1 (Hp [] c' Hc')) as Hc''.
      destruct (ply _ _ _ _ _ c') as (b & c''). cbn [fst snd] in *.
      split; [| exact Hb]. apply good_set; [exact Hc'' |].
      unfold good_entry. destruct b; [intros _; apply Hb; reflexivity | exact I]. }
    specialize (H c Hc).
    pose proof (Hc (slot own other)) as He. destruct (c.[slot own other]) as [| n' own' other' b]; [exact H |].
    destruct (Nat.eqb (Datatypes.S n) n' && ((own =? own') && (other =? other'))) eqn:E; [| exact H].
    apply andb_prop in E as [En%Nat.eqb_eq [Eo%eqb_correct Et%eqb_correct]%andb_prop]. subst n' own' other'.
    split; [exact Hc |]. cbn [fst]. intros ->. apply He. exact Hn.
Qed.

(** Squares that the first drop must avoid, as a set. *)
Theorem start_correct banned taken :
  (forall s x, In (s, x) single -> (taken land x =? 0) = negb (existsb (N.eqb s) banned)) ->
  is_goal 0 = false ->
  correct (search_start taken) (attains banned (before 8 placed_aim) prover start).
Proof.
  intros Htaken Hng.
  assert (Es : at_drop 8 0 0 = start) by (unfold at_drop; destruct prover; reflexivity).
  rewrite <- Es. apply ply_correct; [lia | apply search_correct; lia | | exact Hng].
  intros s x Hx. rewrite (Htaken s x Hx), Es. unfold may_drop, empty, start, has.
  cbn [dropped black red]. rewrite N.bits_0. reflexivity.
Qed.

End Search.
