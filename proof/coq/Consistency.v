(** Proves that a consistent table is right.  In any game, finite or not, in which two sides take
    turns or one side picks for the other: if labels agree with the labels of the successors, and
    the number of plies falls with every ply, the labels are the true values.  Labels without
    numbers of plies can agree and be wrong.  The verifier (..) and ../check/check_table.cc use
    this theorem. *)

From Coq Require Import Arith NArith List Lia.
From Teeko Require Import Rules.
Open Scope nat_scope.

Section Game.

(** * Definitions *)

Variable position : Type.
Variable step : position -> position -> Prop.
(** The side that picks the next ply, and the side that has won. *)
Variable chooser : position -> colour.
Variable has_won : colour -> position -> Prop.

(** As in Rules.v: [c] can win within [n] plies; [c] can avoid a loss. *)
Inductive wins (c : colour) : nat -> position -> Prop :=
| wins_now n p : has_won c p -> wins c n p
| wins_by n p q : ~ has_won (opponent c) p -> chooser p = c -> step p q -> wins c n q ->
    wins c (S n) p
| wins_against n p : ~ has_won (opponent c) p -> chooser p = opponent c ->
    (forall q, step p q -> wins c n q) -> wins c (S n) p.

CoInductive holds (c : colour) : position -> Prop :=
| holds_won p : ~ has_won (opponent c) p -> has_won c p -> holds c p
| holds_by p q : ~ has_won (opponent c) p -> chooser p = c -> step p q -> holds c q -> holds c p
| holds_against p : ~ has_won (opponent c) p -> chooser p = opponent c ->
    (forall q, step p q -> holds c q) -> holds c p.

Inductive value := Draw | Win (c : colour) (plies : nat).

(** The label of a position agrees with the labels of its successors. *)
Definition agrees (label : position -> value) (p : position) : Prop :=
  match label p with
  | Draw => (exists q, step p q /\ label q = Draw) /\
      (forall q n, step p q -> label q <> Win (chooser p) n)
  | Win c O => False
  | Win c (S n) =>
      (chooser p = c -> (exists q, step p q /\ label q = Win c n) /\
        (forall q m, step p q -> label q = Win c m -> n <= m)) /\
      (chooser p = opponent c ->
        ((exists q, step p q /\ label q = Win c n) \/ n = 0 /\ forall q, ~ step p q) /\
        (forall q, step p q -> exists m, label q = Win c m /\ m <= n))
  end.

Definition consistent (possible : position -> Prop) (label : position -> value) : Prop :=
  forall p, possible p -> (forall c, has_won c p -> label p = Win c 0) /\
    ((forall c, ~ has_won c p) -> agrees label p).

Definition true_value (p : position) (v : value) : Prop :=
  match v with
  | Draw => forall c, holds c p
  | Win c n => wins c n p /\ forall m, m < n -> ~ wins c m p
  end.

(** * Proofs *)

Variable possible : position -> Prop.
Hypothesis closed : forall p q, possible p -> (forall c, ~ has_won c p) -> step p q -> possible q.
Hypothesis won_dec : forall c p, has_won c p \/ ~ has_won c p.
Variable label : position -> value.
Hypothesis ok : consistent possible label.

Lemma two c d : d = c \/ d = opponent c.
Proof. destruct c, d; auto. Qed.

Lemma not_opponent c : c <> opponent c.
Proof. destruct c; discriminate. Qed.

(** A side has won, or the label agrees with the successors. *)
Lemma cases p : possible p ->
  (exists c, has_won c p /\ label p = Win c 0) \/ (forall c, ~ has_won c p) /\ agrees label p.
Proof.
  intros Hp. destruct (ok p Hp) as [Hwon Hnot].
  destruct (won_dec Black p) as [H | HB]; [left; eauto |].
  destruct (won_dec Red p) as [H | HR]; [left; eauto |].
  assert (H : forall c, ~ has_won c p) by (intros []; assumption). right. auto.
Qed.

Lemma weaker c m p : wins c m p -> forall n, m <= n -> wins c n p.
Proof.
  induction 1 as [m p H | m p q Hno Hc Hq _ IH | m p Hno Hc _ IH]; intros n Hn;
    [now apply wins_now | | ]; (destruct n as [| n]; [lia |]).
  - apply wins_by with q; auto. apply IH. lia.
  - apply wins_against; auto. intros q Hq. apply IH; [exact Hq | lia].
Qed.

(** A win takes at most as many plies as its label says. *)
Lemma labels_hold n : forall c p, possible p -> label p = Win c n -> wins c n p.
Proof.
  induction n as [n IH] using lt_wf_ind. intros c p Hp E.
  destruct (cases p Hp) as [(d & Hd & Ed) | [Hno Ha]].
  { rewrite E in Ed. injection Ed as -> ->. now apply wins_now. }
  unfold agrees in Ha. rewrite E in Ha. destruct n as [| n]; [destruct Ha |].
  destruct Ha as [Hown Hother]. destruct (two c (chooser p)) as [Hc | Hc].
  - destruct (Hown Hc) as [(q & Hq & Eq) _]. apply wins_by with q; auto.
    apply IH; [lia | now apply (closed p) | exact Eq].
  - destruct (Hother Hc) as [_ Hall]. apply wins_against; auto. intros q Hq.
    destruct (Hall q Hq) as (m & Em & Hm). apply (weaker c m); [| exact Hm].
    apply IH; [lia | now apply (closed p) | exact Em].
Qed.

(** A win takes at least as many plies as its label says. *)
Lemma labels_exact c m p : wins c m p -> possible p -> exists n, n <= m /\ label p = Win c n.
Proof.
  assert (Hover : forall p, possible p -> ~ has_won (opponent c) p ->
    label p = Win c 0 \/ (forall d, ~ has_won d p) /\ agrees label p).
  { intros p' Hp Hno. destruct (cases p' Hp) as [(d & Hd & Ed) | H]; [left | now right].
    destruct (two c d) as [-> | ->]; [exact Ed | contradiction]. }
  induction 1 as [m p H | m p q Hno Hc Hq Hw IH | m p Hno Hc Hw IH]; intros Hp.
  - exists 0. split; [lia | now apply (ok p Hp)].
  - destruct (Hover p Hp Hno) as [E | [Hn Ha]]; [exists 0; split; [lia | exact E] |].
    destruct (IH ltac:(now apply (closed p))) as (k & Hk & Ek).
    unfold agrees in Ha. destruct (label p) as [| d [| n]]; [| destruct Ha |].
    + exfalso. destruct Ha as [_ Ha]. apply (Ha q k Hq). now rewrite Hc.
    + destruct Ha as [Hown Hother]. destruct (two d (chooser p)) as [Hd | Hd].
      * destruct (Hown Hd) as [_ Hmin]. rewrite <- Hd, Hc. exists (S n).
        split; [| reflexivity]. specialize (Hmin q k Hq). rewrite <- Hd, Hc in Hmin.
        specialize (Hmin Ek). lia.
      * destruct (Hother Hd) as [_ Hall]. destruct (Hall q Hq) as (j & Ej & _).
        rewrite Ek in Ej. injection Ej as <- _. rewrite Hc in Hd. destruct (not_opponent c Hd).
  - destruct (Hover p Hp Hno) as [E | [Hn Ha]]; [exists 0; split; [lia | exact E] |].
    assert (Hall : forall q, step p q -> exists n, n <= m /\ label q = Win c n).
    { intros q Hq. apply IH; [exact Hq | now apply (closed p)]. }
    unfold agrees in Ha. destruct (label p) as [| d [| n]]; [| destruct Ha |].
    + destruct Ha as [(q & Hq & Eq) _]. destruct (Hall q Hq) as (k & _ & Ek). congruence.
    + destruct Ha as [Hown Hother]. destruct (two c d) as [-> | ->].
      * exists (S n). split; [| reflexivity].
        destruct (Hother Hc) as [[(q & Hq & Eq) | [-> _]] _]; [| lia].
        destruct (Hall q Hq) as (k & Hk & Ek). rewrite Eq in Ek. injection Ek as <-. lia.
      * destruct (Hown Hc) as [(q & Hq & Eq) _]. destruct (Hall q Hq) as (k & _ & Ek).
        rewrite Eq in Ek. injection Ek as Ek _. symmetry in Ek. destruct (not_opponent c Ek).
Qed.

(** A side holds if the label does not say that its opponent wins. *)
Lemma labels_hold_off c : forall p, possible p ->
  (forall n, label p <> Win (opponent c) n) -> holds c p.
Proof.
  cofix IH. intros p Hp Hl.
  destruct (cases p Hp) as [(d & Hd & Ed) | [Hno Ha]].
  { destruct (two c d) as [-> | ->]; [| destruct (Hl 0 Ed)].
    apply holds_won; [| exact Hd]. intros H. apply (ok p Hp) in H. exact (Hl 0 H). }
  unfold agrees in Ha. destruct (two c (chooser p)) as [Hc | Hc].
  - assert (Hq : exists q, step p q /\ forall n, label q <> Win (opponent c) n).
    { destruct (label p) as [| d [| n]]; [| destruct Ha |].
      - destruct Ha as [(q & Hq & Eq) _]. exists q. split; [exact Hq |]. intros n. congruence.
      - destruct (two c d) as [-> | ->]; [| destruct (Hl (S n) eq_refl)].
        destruct Ha as [Hown _]. destruct (Hown Hc) as [(q & Hq & Eq) _]. exists q.
        split; [exact Hq |]. intros m. rewrite Eq. intros E. injection E as E _.
        destruct (not_opponent c E). }
    destruct Hq as (q & Hq & Eq).
    exact (holds_by c p q (Hno _) Hc Hq (IH q (closed p q Hp Hno Hq) Eq)).
  - apply (holds_against c p (Hno _) Hc). intros q Hq. apply (IH q (closed p q Hp Hno Hq)).
    intros m Em. destruct (label p) as [| d [| n]]; [| destruct Ha |].
    + destruct Ha as [_ Ha]. apply (Ha q m Hq). now rewrite Hc.
    + destruct (two c d) as [-> | ->]; [| destruct (Hl (S n) eq_refl)].
      destruct Ha as [_ Hother]. destruct (Hother Hc) as [_ Hall].
      destruct (Hall q Hq) as (j & Ej & _). rewrite Em in Ej. injection Ej as Ej _.
      symmetry in Ej. destruct (not_opponent c Ej).
Qed.

Theorem consistent_labels_are_true p : possible p -> true_value p (label p).
Proof.
  intros Hp. destruct (label p) as [| c n] eqn:E; simpl.
  - intros c. apply labels_hold_off; [exact Hp |]. congruence.
  - split; [now apply labels_hold |]. intros m Hm H.
    destruct (labels_exact c m p H Hp) as (k & Hk & Ek). rewrite E in Ek. injection Ek. lia.
Qed.

End Game.

(** * Teeko *)

Definition true_entry (r : rules) (p : position) (v : value) : Prop :=
  match v with
  | Draw => forall c, Rules.holds r c p
  | Win c n => wins_within r c n p /\ forall m, m < n -> ~ wins_within r c m p
  end.

(** For every style and every set of positions that plies do not leave: if a table of these
    positions is consistent, it is right. *)
Theorem consistent_table_is_right r (possible : position -> Prop) (table : position -> value) :
  (forall p q, possible p -> (forall c, ~ has_goal r c p) -> In q (successors r p) -> possible q) ->
  consistent position (fun p q => In q (successors r p)) (chooser r) (has_goal r) possible table ->
  forall p, possible p -> true_entry r p (table p).
Proof.
  intros closed Hok p Hp.
  assert (Hdec : forall c p, has_goal r c p \/ ~ has_goal r c p).
  { intros c q. destruct (in_dec N.eq_dec (pieces q c) (goals r)); auto. }
  pose proof (consistent_labels_are_true _ _ _ _ _ closed Hdec table Hok p Hp) as H.
  assert (Hwins : forall c n p, wins _ (fun p q => In q (successors r p)) (chooser r) (has_goal r) c n p
    <-> wins_within r c n p).
  { intros c n q. split; induction 1.
    - now apply won.
    - eapply Rules.wins_by; eauto.
    - now apply Rules.wins_against.
    - now apply wins_now.
    - eapply wins_by; eauto.
    - now apply wins_against. }
  destruct (table p) as [| c n]; simpl in *.
  - intros c. specialize (H c). clear Hp. revert p H. cofix IH. intros p H.
    destruct H as [p Hno Hw | p q Hno Hc Hq Hh | p Hno Hc Hall].
    + now apply ended.
    + exact (Rules.holds_by r c p q Hno Hc Hq (IH q Hh)).
    + exact (Rules.holds_against r c p Hno Hc (fun q Hq => IH q (Hall q Hq))).
  - destruct H as [H Hmin]. split; [now apply Hwins |].
    intros m Hm Hw. exact (Hmin m Hm (proj2 (Hwins c m p) Hw)).
Qed.

(** * Labels without numbers of plies *)

Inductive outcome := Drawn | Won (c : colour).

Definition plainly_consistent {position} (step : position -> position -> Prop)
    (chooser : position -> colour) (label : position -> outcome) : Prop := forall p,
  match label p with
  | Drawn => (exists q, step p q /\ label q = Drawn) /\
      forall q, step p q -> label q <> Won (chooser p)
  | Won c => (exists q, step p q /\ label q = Won c) /\
      (chooser p = opponent c -> forall q, step p q -> label q = Won c)
  end.

(** A game with two positions, in which every ply leads to the other position.  No side ever
    wins.  But labels that say that Black wins both are consistent. *)
Definition swap (p q : bool) : Prop := q = negb p.
Definition turns (p : bool) : colour := if p then Black else Red.

Theorem plain_consistency_does_not_suffice :
  plainly_consistent swap turns (fun _ => Won Black) /\
  forall n p, ~ wins bool swap turns (fun _ _ => False) Black n p.
Proof.
  unfold swap. split.
  - intros p. split; [exists (negb p); auto | auto].
  - induction n as [| n IH]; intros p H; inversion H; subst; try contradiction.
    + now apply (IH (negb p)).
    + apply (IH (negb p)). match goal with H : _ |- _ => now apply H end.
Qed.
