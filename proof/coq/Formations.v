(** Aims of one side, the Prover, and the theorem of ../check/README.md: if the Prover
    reaches an aim with the restriction to formations, he reaches it in Teeko. *)

From Coq Require Import List Lia.
From Teeko Require Import Rules.
Import ListNotations.

Section Game.
Variable r : rules.

(** * Definitions *)

(** The other side cannot win within [n] plies, whatever it does. *)
Inductive holds_for (c : colour) : nat -> position -> Prop :=
| over n p : ~ has_goal r (opponent c) p -> has_goal r c p -> holds_for c n p
| so_far p : ~ has_goal r (opponent c) p -> holds_for c 0 p
| holds_for_by n p q : ~ has_goal r (opponent c) p -> chooser r p = c ->
    In q (successors r p) -> holds_for c n q -> holds_for c (1 + n) p
| holds_for_against n p : ~ has_goal r (opponent c) p -> chooser r p = opponent c ->
    (forall q, In q (successors r p) -> holds_for c n q) -> holds_for c (1 + n) p.

Inductive aim := Win (plies : nat) | Hold | HoldFor (plies : nat).

Definition attains (a : aim) (c : colour) (p : position) : Prop :=
  match a with
  | Win n => wins_within r c n p
  | Hold => holds r c p
  | HoldFor n => holds_for c n p
  end.

(** The aim in a position [n] plies before the position with aim [a]. *)
Definition before (n : nat) (a : aim) : aim :=
  match a with Win m => Win (n + m) | Hold => Hold | HoldFor m => HoldFor (n + m) end.

(** The same definitions for a game with restricted choices of the Prover.  [keeps p q]
    allows the Prover to choose the successor [q] in [p]. *)
Variable keeps : position -> position -> Prop.

Inductive wins_keeping (c : colour) : nat -> position -> Prop :=
| k_won n p : has_goal r c p -> wins_keeping c n p
| k_wins_by n p q : ~ has_goal r (opponent c) p -> chooser r p = c -> keeps p q ->
    In q (successors r p) -> wins_keeping c n q -> wins_keeping c (1 + n) p
| k_wins_against n p : ~ has_goal r (opponent c) p -> chooser r p = opponent c ->
    (forall q, In q (successors r p) -> wins_keeping c n q) -> wins_keeping c (1 + n) p.

CoInductive holds_keeping (c : colour) : position -> Prop :=
| k_ended p : ~ has_goal r (opponent c) p -> has_goal r c p -> holds_keeping c p
| k_holds_by p q : ~ has_goal r (opponent c) p -> chooser r p = c -> keeps p q ->
    In q (successors r p) -> holds_keeping c q -> holds_keeping c p
| k_holds_against p : ~ has_goal r (opponent c) p -> chooser r p = opponent c ->
    (forall q, In q (successors r p) -> holds_keeping c q) -> holds_keeping c p.

Inductive holds_for_keeping (c : colour) : nat -> position -> Prop :=
| k_over n p : ~ has_goal r (opponent c) p -> has_goal r c p -> holds_for_keeping c n p
| k_so_far p : ~ has_goal r (opponent c) p -> holds_for_keeping c 0 p
| k_holds_for_by n p q : ~ has_goal r (opponent c) p -> chooser r p = c -> keeps p q ->
    In q (successors r p) -> holds_for_keeping c n q -> holds_for_keeping c (1 + n) p
| k_holds_for_against n p : ~ has_goal r (opponent c) p -> chooser r p = opponent c ->
    (forall q, In q (successors r p) -> holds_for_keeping c n q) ->
    holds_for_keeping c (1 + n) p.

Definition attains_keeping (a : aim) (c : colour) (p : position) : Prop :=
  match a with
  | Win n => wins_keeping c n p
  | Hold => holds_keeping c p
  | HoldFor n => holds_for_keeping c n p
  end.

(** * Proofs *)

(** An aim reached with restricted choices is reached. *)
Theorem keeping_suffices a c p : attains_keeping a c p -> attains a c p.
Proof.
  destruct a; simpl.
  - induction 1; [apply won | eapply wins_by | apply wins_against]; eauto.
  - revert p. cofix IH. destruct 1; [apply ended | eapply holds_by | apply holds_against]; eauto.
  - induction 1;
      [apply over | apply so_far | eapply holds_for_by | apply holds_for_against]; eauto.
Qed.

(** If a side holds for [n] plies, the other side cannot win within [n] plies. *)
Theorem holds_for_no_loss c n p :
  holds_for c n p -> ~ wins_within r (opponent c) n p.
Proof.
  induction 1 as [n p Hno Hg | p Hno | n p q Hno Hc Hin _ IH | n p Hno Hc _ IH];
    destruct c; inversion 1; simpl in *; try congruence; try contradiction;
    try (now apply IH; auto); try (now eapply IH; eauto).
Qed.

(** Lemmas for all three aims. *)
Lemma attained a c p : ~ has_goal r (opponent c) p -> has_goal r c p ->
  attains_keeping a c p.
Proof. destruct a; intros; constructor; auto. Qed.

Lemma attains_by a c p q : ~ has_goal r (opponent c) p -> chooser r p = c -> keeps p q ->
  In q (successors r p) -> attains_keeping a c q -> attains_keeping (before 1 a) c p.
Proof.
  destruct a; intros; [eapply k_wins_by | eapply k_holds_by | eapply k_holds_for_by]; eauto.
Qed.

Lemma attains_against a c p : ~ has_goal r (opponent c) p -> chooser r p = opponent c ->
  (forall q, In q (successors r p) -> attains_keeping a c q) ->
  attains_keeping (before 1 a) c p.
Proof.
  destruct a; intros; [eapply k_wins_against | eapply k_holds_against | eapply k_holds_for_against]; eauto.
Qed.

Lemma wins_later c m n p : wins_keeping c m p -> m <= n -> wins_keeping c n p.
Proof.
  intros H. revert n.
  induction H as [m p Hg | m p q Hno Hc Hk Hin _ IH | m p Hno Hc _ IH];
    intros [|n] Hn; try (apply k_won; assumption); try lia.
  - apply (k_wins_by c n p q); auto. apply IH. lia.
  - apply k_wins_against; auto. intros q Hq. apply (IH q Hq). lia.
Qed.

Lemma holds_sooner c m n p : holds_for_keeping c m p -> n <= m -> holds_for_keeping c n p.
Proof.
  intros H. revert n.
  induction H as [m p Hno Hg | p Hno | m p q Hno Hc Hk Hin _ IH | m p Hno Hc _ IH];
    intros [|n] Hn; try (apply k_over; assumption); try (apply k_so_far; assumption); try lia.
  - apply (k_holds_for_by c n p q); auto. apply IH. lia.
  - apply k_holds_for_against; auto. intros q Hq. apply (IH q Hq). lia.
Qed.

End Game.
