(** Positions with pieces still to be dropped, in any style: a function that decides who wins
    within how many plies, and the proof that it is right. *)

From Coq Require Import NArith Arith Bool List Lia.
From Teeko Require Import Rules Geometry Rounds Placements Rows Counts Solution Boards.
From Teeko Require Consistency.
Import ListNotations.

(** * Definitions *)

(** A position after up to eight drops.  Black and Red drop in turn, and Black drops first. *)
Definition dropping (p : position) : Prop :=
  (dropped p <= 8)%nat /\ placed squares (Nat.div2 (S (dropped p))) (black p) /\
  placed squares (Nat.div2 (dropped p)) (red p) /\ disjoint (black p) (red p) /\
  ((dropped p < 8)%nat -> turn p = if Nat.even (dropped p) then Black else Red).

Section Decides.
Variable r : rules.
(** [decides_placed n c p] is true if [c] can win [p] within [n] plies; all pieces are placed. *)
Variable decides_placed : nat -> colour -> position -> bool.

(** The same with [drops] pieces still to be dropped. *)
Fixpoint decides (drops n : nat) (c : colour) (p : position) : bool :=
  if is_goal (goals r) (pieces p c) then true else
  if is_goal (goals r) (pieces p (opponent c)) then false else
  match drops, n with
  | O, _ => decides_placed n c p
  | S _, O => false
  | S drops, S n =>
    match chooser r p, c with
    | Black, Black | Red, Red => existsb (decides drops n c) (successors r p)
    | _, _ => forallb (decides drops n c) (successors r p)
    end
  end.
End Decides.

(** * Proofs *)

Opaque squares adjacent.

Lemma forallb_false {A} (f : A -> bool) l : forallb f l = false -> exists x, In x l /\ f x = false.
Proof.
  induction l as [| x l IH]; [discriminate |]. simpl. destruct (f x) eqn:E; [| eauto].
  intros H. destruct (IH H) as (y & Hy & Ey). eauto.
Qed.

Section Rules.
Variable r : rules.

Lemma successor_dropping p q : dropping p -> (dropped p < 8)%nat -> In q (successors r p) ->
  dropping q /\ dropped q = S (dropped p).
Proof.
  rewrite <- successors_on_squares. exact (Boards.successor_dropping squares r Solution.distinct_squares p q).
Qed.

Section Solved.
Variable plies : nat.
Variable decides_placed : nat -> colour -> position -> bool.
Hypothesis placed_spec : forall n c p, placement p -> ~ has_goal r (turn p) p ->
  wins_within r c n p <-> decides_placed n c p = true.
Hypothesis placed_holds : forall c p, placement p -> ~ wins_within r c plies p ->
  holds r (opponent c) p.
Notation decides := (decides r decides_placed).

Lemma goal_iff c p : has_goal r c p <-> is_goal (goals r) (pieces p c) = true.
Proof.
  unfold has_goal, is_goal. rewrite existsb_exists. split.
  - intros H. exists (pieces p c). split; [exact H | apply N.eqb_refl].
  - intros (x & Hx & ->%N.eqb_eq). exact Hx.
Qed.

Lemma dropped_placement p : dropping p -> dropped p = 8%nat -> placement p.
Proof. intros (_ & Hb & Hr & Hd & _) E. rewrite E in *. split; auto. Qed.

(** The function agrees with Rules.v. *)
Theorem decides_spec drops : forall n c p, dropping p -> (dropped p + drops = 8)%nat ->
  wins_within r c n p <-> decides drops n c p = true.
Proof.
  induction drops as [|drops IH]; intros n c p Hp E;
    (destruct (is_goal (goals r) (pieces p c)) eqn:Hc;
      [destruct n; cbn [DropPhase.decides]; rewrite Hc; (split; [reflexivity | intros _; now apply won, goal_iff]) |];
     assert (Hnc : ~ has_goal r c p) by (rewrite goal_iff; congruence);
     destruct (is_goal (goals r) (pieces p (opponent c))) eqn:Ho;
      [destruct n; cbn [DropPhase.decides]; rewrite Hc, Ho; (split; [| discriminate]);
       apply goal_iff in Ho; inversion 1; contradiction |];
     assert (Hno : ~ has_goal r (opponent c) p) by (rewrite goal_iff; congruence)).
  - replace (decides 0 n c p) with (decides_placed n c p)
      by (destruct n; cbn [DropPhase.decides]; rewrite Hc, Ho; reflexivity).
    apply placed_spec; [apply dropped_placement; [exact Hp | lia] |].
    destruct (turn p), c; assumption.
  - destruct n as [|n]; cbn [DropPhase.decides]; rewrite Hc, Ho.
    { split; [inversion 1; contradiction | discriminate]. }
    assert (Hq : forall q, In q (successors r p) ->
      wins_within r c n q <-> decides drops n c q = true).
    { intros q Hin. destruct (successor_dropping p q Hp) as (Hdq & Eq); [lia | exact Hin |].
      apply IH; [exact Hdq | lia]. }
    assert (Hwho : chooser r p = c \/ chooser r p = opponent c)
      by (destruct (chooser r p), c; auto).
    destruct Hwho as [Hwho | Hwho].
    + replace (match chooser r p, c with Black, Black | Red, Red => existsb (decides drops n c) (successors r p)
        | _, _ => forallb (decides drops n c) (successors r p) end)
        with (existsb (decides drops n c) (successors r p)) by (rewrite Hwho; now destruct c).
      rewrite existsb_exists. split.
      * inversion_clear 1 as [? ? | ? ? q _ _ Hin Hwq | ? ? _ Hch _];
          [contradiction | | rewrite Hwho in Hch; destruct c; discriminate].
        exists q. split; [exact Hin | now apply Hq].
      * intros (q & Hin & Hw). apply wins_by with q; try assumption. now apply Hq.
    + replace (match chooser r p, c with Black, Black | Red, Red => existsb (decides drops n c) (successors r p)
        | _, _ => forallb (decides drops n c) (successors r p) end)
        with (forallb (decides drops n c) (successors r p)) by (rewrite Hwho; now destruct c).
      rewrite forallb_forall. split.
      * inversion_clear 1 as [? ? | ? ? q _ Hch _ _ | ? ? _ _ Hall];
          [contradiction | rewrite Hwho in Hch; destruct c; discriminate |].
        intros q Hin. apply Hq; auto.
      * intros H. apply wins_against; try assumption. intros q Hin. apply Hq; auto.
Qed.

(** If a side cannot win within [plies] plies after the drops, the other side holds forever. *)
Theorem dropping_holds drops : forall c p, dropping p -> (dropped p + drops = 8)%nat ->
  ~ wins_within r c (drops + plies) p -> holds r (opponent c) p.
Proof.
  induction drops as [|drops IH]; intros c p Hp E Hno;
    (assert (Hc : ~ has_goal r (opponent (opponent c)) p)
      by (rewrite opponent_opponent; intros H; now apply Hno, won));
    (destruct (is_goal (goals r) (pieces p (opponent c))) eqn:Ho;
      [apply ended; [exact Hc | now apply goal_iff] |]).
  - apply placed_holds; [apply dropped_placement; [exact Hp | lia] |].
    exact Hno.
  - assert (Hq : forall q, In q (successors r p) -> dropping q /\ (dropped q + drops = 8)%nat).
    { intros q Hin. destruct (successor_dropping p q Hp) as (Hdq & Eq); [lia | exact Hin |].
      split; [exact Hdq | lia]. }
    assert (Hnot : ~ has_goal r (opponent c) p) by (rewrite goal_iff; congruence).
    assert (Hwho : chooser r p = c \/ chooser r p = opponent c)
      by (destruct (chooser r p), c; auto).
    destruct Hwho as [Hwho | Hwho].
    + apply holds_against; [exact Hc | now rewrite opponent_opponent |].
      intros q Hin. destruct (Hq q Hin) as (Hdq & Eq). apply IH; [exact Hdq | exact Eq |].
      intros Hw. apply Hno. now apply wins_by with q.
    + destruct (forallb (decides drops (drops + plies) c) (successors r p)) eqn:Ef.
      * exfalso. apply Hno. rewrite forallb_forall in Ef. apply wins_against; try assumption.
        intros q Hin. destruct (Hq q Hin) as (Hdq & Eq). apply (decides_spec drops); auto.
      * apply forallb_false in Ef as (q & Hin & Hs). destruct (Hq q Hin) as (Hdq & Eq).
        apply holds_by with q; try assumption. apply IH; [exact Hdq | exact Eq |].
        rewrite (decides_spec drops) by assumption. congruence.
Qed.

End Solved.
End Rules.

(** If the solver has a result for the goals, the function computes the value of every
    position of the drop phase, in every style. *)
Theorem drop_phase r plies result : solution squares (goals r) plies = Some result ->
  forall p, dropping p -> let drops := (8 - dropped p)%nat in
  (forall c n, wins_within r c n p <-> decides r (computed (goals r)) drops n c p = true) /\
  (forall c, ~ wins_within r c (drops + plies) p -> holds r (opponent c) p).
Proof.
  intros Hs p Hp drops. assert (E : (dropped p + drops = 8)%nat) by (unfold drops; destruct Hp; lia).
  split; intros c.
  - intros n. apply (decides_spec r (computed (goals r))); [| exact Hp | exact E].
    intros n' c'. exact (computed_spec r plies result Hs c' n').
  - apply (dropping_holds r plies (computed (goals r))); [| | exact Hp | exact E].
    + intros n' c'. exact (computed_spec r plies result Hs c' n').
    + exact (holds_otherwise r plies result Hs).
Qed.

(** * Tables *)

(** The positions of a table: the sets have the right sizes, and at most one side has a goal. *)
Definition legal (r : rules) (p : position) : Prop :=
  dropping p /\ ~ (has_goal r Black p /\ has_goal r Red p).

Lemma placed_moved s from to : placed squares 4 s -> has s from = true -> In to squares -> has s to = false ->
  placed squares 4 (add (remove s from) to).
Proof.
  intros (Hn & Hs) Hfrom Hto Hfree.
  assert (Hr : forall q, has (remove s from) q = has s q && negb (from =? q)%N) by (intros q; apply N.clearbit_eqb).
  apply placed_add; [exact Solution.distinct_squares | | exact Hto | now rewrite Hr, Hfree]. split.
  - assert (Hsplit : forall q, In q squares -> has s q = has (remove s from) q || (from =? q)%N /\
      has (remove s from) q && (from =? q)%N = false).
    { intros q _. rewrite Hr. destruct (N.eqb_spec from q) as [<- |]; [now rewrite Hfrom |].
      now rewrite andb_true_r, orb_false_r, andb_false_r. }
    apply filter_split in Hsplit. rewrite one_square in Hsplit by (exact Solution.distinct_squares || now apply Hs). lia.
  - intros q. rewrite Hr. intros [Hq _]%andb_prop. now apply Hs.
Qed.

Lemma legal_next r p q : legal r p -> ~ has_goal r Black p -> ~ has_goal r Red p -> In q (successors r p) ->
  legal r q.
Proof.
  intros (Hp & _) Hb Hr Hq.
  assert (Hsame : pieces q (opponent (turn p)) = pieces p (opponent (turn p)) /\ dropping q).
  { destruct (Nat.lt_ge_cases (dropped p) 8) as [H8 | H8].
    - split; [| apply (successor_dropping r p q Hp H8 Hq)].
      unfold successors in Hq. apply Nat.ltb_lt in H8. rewrite H8 in Hq.
      apply in_map_iff in Hq as (s & <- & _). unfold after. now destruct (turn p).
    - assert (Ed : dropped p = 8%nat) by (destruct Hp; lia).
      destruct (dropped_placement p Hp Ed) as (_ & H1 & H2 & Hd).
      unfold successors in Hq. rewrite Ed in Hq. cbn [Nat.ltb Nat.leb] in Hq.
      apply in_flat_map in Hq as (from & [_ Hfrom]%filter_In & Hq).
      apply in_map_iff in Hq as (to & <- & [Hto Hfree]%filter_In).
      apply andb_prop in Hfree as [_ [Hf1%negb_true_iff Hf2%negb_true_iff]%andb_prop].
      unfold after, dropping. destruct (turn p); cbn [pieces opponent turn dropped black red] in *;
        (split; [reflexivity |]); (split; [lia |]).
      + split; [now apply placed_moved | split; [exact H2 | split; [| lia]]].
        intros s. rewrite has_moved. intros [<-%N.eqb_eq | [H _]%andb_prop]%orb_prop; auto.
      + split; [exact H1 | split; [now apply placed_moved | split; [| lia]]].
        apply disjoint_sym in Hd. apply disjoint_sym.
        intros s. rewrite has_moved. intros [<-%N.eqb_eq | [H _]%andb_prop]%orb_prop; auto. }
  destruct Hsame as (Hsame & Hdq). split; [exact Hdq |]. intros (Hqb & Hqr).
  unfold has_goal in *. destruct (turn p); cbn [opponent] in Hsame; rewrite Hsame in *; contradiction.
Qed.

(** If a table of these positions is consistent, it is right. *)
Theorem legal_table_is_right r table :
  Consistency.consistent position (fun p q => In q (successors r p)) (chooser r) (has_goal r) (legal r) table ->
  forall p, legal r p -> Consistency.true_entry r p (table p).
Proof.
  apply Consistency.consistent_table_is_right. intros p q Hp H. apply legal_next; auto.
Qed.
