(** Proves that a consistent table is right.  In any game, finite or not, in which two sides
    take turns: if labels agree with the labels of the successors, and the number of plies
    falls with every ply, the labels are the true values.  Labels without numbers of plies
    can agree and be wrong.  The verifier (..) and ../check/check_table.cc use this theorem. *)

From Coq Require Import Arith Lia.

Section Game.

(** * Definitions *)

Variable position : Type.
Variable step : position -> position -> Prop.
(** The side to move has lost, for example because the other side has completed a goal. *)
Variable lost : position -> Prop.

(** The side to move can win within [n] plies, or loses within [n] plies. *)
Inductive win : nat -> position -> Prop :=
| win_by n p q : ~ lost p -> step p q -> loss n q -> win (S n) p
with loss : nat -> position -> Prop :=
| loss_now n p : lost p -> loss n p
| loss_against n p : ~ lost p -> (forall q, step p q -> win n q) ->
    (exists q, step p q) -> loss (S n) p.

(** A side can avoid a loss: the side to move ([true]) or the other side ([false]). *)
CoInductive holds : bool -> position -> Prop :=
| holds_by p q : ~ lost p -> step p q -> holds false q -> holds true p
| holds_won p : lost p -> holds false p
| holds_against p : (forall q, step p q -> holds true q) -> holds false p.

Inductive value := Draw | Win (plies : nat) | Loss (plies : nat).

(** The label of each position agrees with the labels of its successors. *)
Definition consistent (label : position -> value) : Prop := forall p,
  (lost p -> label p = Loss 0) /\
  (~ lost p -> match label p with
   | Win 0 => False
   | Win (S n) => (exists q, step p q /\ label q = Loss n) /\
       (forall q m, step p q -> label q = Loss m -> n <= m)
   | Loss 0 => False
   | Loss (S n) => (exists q, step p q /\ label q = Win n) /\
       (forall q, step p q -> exists m, label q = Win m /\ m <= n)
   | Draw => (exists q, step p q /\ label q = Draw) /\
       (forall q n, step p q -> label q <> Loss n)
   end).

Definition true_value (p : position) (v : value) : Prop :=
  match v with
  | Draw => holds true p /\ holds false p
  | Win n => win n p /\ forall m, m < n -> ~ win m p
  | Loss n => loss n p /\ forall m, m < n -> ~ loss m p
  end.

(** * Proofs *)

Hypothesis lost_dec : forall p, lost p \/ ~ lost p.
Variable label : position -> value.
Hypothesis ok : consistent label.

Lemma weaker m : (forall n p, win m p -> m <= n -> win n p) /\
  (forall n p, loss m p -> m <= n -> loss n p).
Proof.
  induction m as [| m [IHw IHl]]; split; intros [| n] p H Hn; try lia; inversion H; subst;
    try (apply loss_now; assumption).
  - apply win_by with q; [assumption | assumption | apply IHl; [assumption | lia]].
  - apply loss_against; [assumption | | assumption].
    intros q Hq. apply IHw; [auto | lia].
Qed.

(** A win or loss takes at most as many plies as its label says. *)
Lemma labels_hold n : forall p,
  (label p = Win n -> win n p) /\ (label p = Loss n -> loss n p).
Proof.
  induction n as [n IH] using lt_wf_ind. intros p. destruct (ok p) as [Hlost Hnot].
  split; intros E; rewrite E in *; destruct (lost_dec p) as [H | H].
  - specialize (Hlost H). discriminate.
  - specialize (Hnot H). destruct n as [| n]; [destruct Hnot |].
    destruct Hnot as [(q & Hq & Eq) _]. apply win_by with q; try assumption.
    apply (IH n); [lia | assumption].
  - apply loss_now, H.
  - specialize (Hnot H). destruct n as [| n]; [destruct Hnot |].
    destruct Hnot as [(q & Hq & _) Hall]. apply loss_against; [assumption | | eauto].
    intros q' Hq'. destruct (Hall q' Hq') as (m & Em & Hm).
    apply (weaker m); [| assumption]. apply (IH m); [lia | assumption].
Qed.

(** A win or loss takes at least as many plies as its label says. *)
Lemma labels_exact m : forall p,
  (win m p -> exists n, n <= m /\ label p = Win n) /\
  (loss m p -> exists n, n <= m /\ label p = Loss n).
Proof.
  induction m as [| m IH]; intros p; destruct (ok p) as [Hlost Hnot]; split; intros H;
    inversion H; subst; try (exists 0; split; [lia | auto]; fail).
  - match goal with H : ~ lost p |- _ => specialize (Hnot H) end.
    destruct (proj2 (IH q) ltac:(assumption)) as (k & Hk & Ek).
    destruct (label p) as [| [| n] | [| n]]; try contradiction.
    + destruct Hnot as [_ Hnot]. exfalso. eapply Hnot; eauto.
    + exists (S n). split; [| reflexivity]. destruct Hnot as [_ Hnot].
      specialize (Hnot q k ltac:(assumption) Ek). lia.
    + destruct Hnot as [_ Hnot]. destruct (Hnot q ltac:(assumption)) as (j & Ej & _). congruence.
  - match goal with H : ~ lost p |- _ => specialize (Hnot H) end.
    match goal with H : forall q, step p q -> win m q |- _ => rename H into Hall end.
    match goal with H : exists q, step p q |- _ => destruct H as (q0 & Hq0) end.
    destruct (label p) as [| [| n] | [| n]]; try contradiction.
    + destruct Hnot as [(q & Hq & Eq) _].
      destruct (proj1 (IH q) (Hall q Hq)) as (j & _ & Ej). congruence.
    + destruct Hnot as [(q & Hq & Eq) _].
      destruct (proj1 (IH q) (Hall q Hq)) as (j & _ & Ej). congruence.
    + exists (S n). split; [| reflexivity]. destruct Hnot as [(q & Hq & Eq) _].
      destruct (proj1 (IH q) (Hall q Hq)) as (j & Hj & Ej).
      assert (j = n) by congruence. lia.
Qed.

(** In a position with the label Draw, both sides can avoid a loss. *)
Lemma labels_hold_off : forall (mover : bool) p,
  (forall n, label p <> if mover then Loss n else Win n) -> holds mover p.
Proof.
  cofix IH. intros mover p Hp. destruct (ok p) as [Hlost Hnot].
  destruct (lost_dec p) as [H | H].
  { destruct mover; [destruct (Hp 0 (Hlost H)) | exact (holds_won p H)]. }
  specialize (Hnot H). destruct mover.
  - assert (Hq : exists q, step p q /\ forall n, label q <> Win n).
    { destruct (label p) as [| [| n] | n]; [| destruct Hnot | | destruct (Hp n eq_refl)];
        destruct Hnot as [(q & Hq & Eq) _]; exists q; (split; [exact Hq |]);
        intros m; rewrite Eq; discriminate. }
    destruct Hq as (q & Hq & Eq). exact (holds_by p q H Hq (IH false q Eq)).
  - apply holds_against. intros q Hq. apply (IH true). intros m Em.
    destruct (label p) as [| [| n] | [| n]]; try contradiction.
    + destruct Hnot as [_ Hnot]. exact (Hnot q m Hq Em).
    + exact (Hp _ eq_refl).
    + destruct Hnot as [_ Hnot]. destruct (Hnot q Hq) as (j & Ej & _). congruence.
Qed.

Theorem consistent_labels_are_true p : true_value p (label p).
Proof.
  destruct (label p) as [| n | n] eqn:E; simpl.
  - split; apply labels_hold_off; intros n; rewrite E; discriminate.
  - split; [apply labels_hold, E |]. intros m Hm H.
    destruct (proj1 (labels_exact m p) H) as (k & Hk & Ek). rewrite E in Ek. injection Ek. lia.
  - split; [apply labels_hold, E |]. intros m Hm H.
    destruct (proj2 (labels_exact m p) H) as (k & Hk & Ek). rewrite E in Ek. injection Ek. lia.
Qed.

End Game.

(** * Labels without numbers of plies *)

Inductive outcome := Drawn | Won | Lost.

Definition plainly_consistent {position} (step : position -> position -> Prop)
    (lost : position -> Prop) (label : position -> outcome) : Prop := forall p,
  (lost p -> label p = Lost) /\
  (~ lost p -> match label p with
   | Won => exists q, step p q /\ label q = Lost
   | Lost => (exists q, step p q) /\ forall q, step p q -> label q = Won
   | Drawn => (exists q, step p q /\ label q = Drawn) /\ forall q, step p q -> label q <> Lost
   end).

(** A game with two positions, in which every ply leads to the other position.  No side ever
    loses.  But the labels "won" for one and "lost" for the other are consistent. *)
Definition swap (p q : bool) : Prop := q = negb p.
Definition wrong (p : bool) : outcome := if p then Won else Lost.

Theorem plain_consistency_does_not_suffice :
  plainly_consistent swap (fun _ => False) wrong /\
  forall n, ~ win bool swap (fun _ => False) n true.
Proof.
  unfold swap. split.
  - intros p. split; [intros [] |]. intros _. destruct p; simpl.
    + exists false. auto.
    + split; [exists true; reflexivity |]. intros q ->. reflexivity.
  - assert (H : forall n p, ~ win bool swap (fun _ => False) n p /\
      ~ loss bool swap (fun _ => False) n p).
    { induction n as [| n IH]; intros p; split; intros H; inversion H; subst; try contradiction.
      - destruct (IH q) as [_ Hq]. contradiction.
      - destruct (IH (negb p)) as [Hq _]. apply Hq. match goal with H : _ |- _ => apply H end.
        reflexivity. }
    intros n. apply H.
Qed.
