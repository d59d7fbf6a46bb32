(** Positions with all pieces placed, on any board: a function that computes who wins within
    n plies.  On 5×5 it agrees with [wins_within] of Rules.v. *)

From Coq Require Import NArith Bool List Lia.
From Teeko Require Import Rules Geometry Rounds.
Import ListNotations.

Section Board.

(** * Definitions *)

(** The board, its neighbours, the goals, and the number of pieces of a side. *)
Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variable pieces : nat.

(** The sets after one move of a side, as in Rules.v. *)
Definition moves (mine theirs : set) : list set :=
  flat_map (fun from => map (fun to => add (remove mine from) to)
    (filter (fun to => adjacent from to && (negb (has mine to) && negb (has theirs to)))
       squares))
    (filter (has mine) squares).

Definition is_goal (s : set) : bool := existsb (N.eqb s) goals.

(** The side with the set [own] can win within [n] plies. *)
Fixpoint wins (n : nat) (to_move : bool) (own other : set) : bool :=
  is_goal own || match n with
  | O => false
  | S n => negb (is_goal other) &&
      if to_move then existsb (fun own' => wins n false own' other) (moves own other)
      else forallb (fun other' => wins n true own other') (moves other own)
  end.

(** The set has the right number of pieces, all of them on the board. *)
Definition placed (s : set) : Prop :=
  length (filter (has s) squares) = pieces /\ forall q, has s q = true -> In q squares.

(** * Proofs *)

(** The other side's pieces only forbid moves to their squares. *)
Lemma moves_apart mine theirs mine' : disjoint mine theirs ->
  In mine' (moves mine theirs) <-> In mine' (moves mine 0%N) /\ disjoint mine' theirs.
Proof.
  intros Hd. unfold moves. rewrite !in_flat_map. split.
  - intros (from & Hfrom & H). apply in_map_iff in H as (to & <- & H).
    apply filter_In in H as (Hto & H). rewrite !andb_true_iff, !negb_true_iff in H.
    destruct H as (Hadj & Hm & Ht). split.
    + exists from. split; [exact Hfrom |]. apply in_map. apply filter_In.
      split; [exact Hto |]. rewrite Hadj, Hm. unfold has. now rewrite N.bits_0.
    + intros s. rewrite has_moved. destruct (N.eqb_spec to s) as [<- | _]; [auto |].
      simpl. intros [H _]%andb_prop. auto.
  - intros ((from & Hfrom & H) & Hd'). apply in_map_iff in H as (to & <- & H).
    apply filter_In in H as (Hto & H). rewrite !andb_true_iff, !negb_true_iff in H.
    destruct H as (Hadj & Hm & _).
    exists from. split; [exact Hfrom |]. apply in_map. apply filter_In.
    split; [exact Hto |]. rewrite Hadj, Hm, Hd'; [reflexivity |].
    rewrite has_moved, N.eqb_refl. reflexivity.
Qed.

Lemma wins_S n b own other : wins (S n) b own other =
  is_goal own || negb (is_goal other) &&
    if b then existsb (fun own' => wins n false own' other) (moves own other)
    else forallb (fun other' => wins n true own other') (moves other own).
Proof. reflexivity. Qed.

Lemma wins_longer n : forall b own other,
  wins n b own other = true -> wins (S n) b own other = true.
Proof.
  induction n as [|n IH]; intros b own other H; rewrite wins_S.
  - simpl in H. rewrite orb_false_r in H. rewrite H. reflexivity.
  - rewrite wins_S in H. apply orb_prop in H as [-> | [-> H]%andb_prop]; [reflexivity |].
    apply orb_true_iff. right. destruct b.
    + apply existsb_exists in H as (x & Hx & H). apply existsb_exists. eauto.
    + rewrite forallb_forall in H. apply forallb_forall. intros x Hx. exact (IH true own x (H x Hx)).
Qed.

End Board.

(** ** Rules.v *)

(** Without this, Coq computes with the lists of squares. *)
Opaque squares adjacent.

Section Rules.
Variable r : rules.

Notation wins := (wins squares adjacent (goals r)).

Definition mover (c : colour) (to_move : bool) : colour := if to_move then c else opponent c.

Lemma opponent_opponent c : opponent (opponent c) = c.
Proof. destruct c; reflexivity. Qed.

Lemma successors_place c b own other :
  successors r (place c (mover c b) own other) =
  if b then map (fun s => place c (mover c false) s other) (moves squares adjacent own other)
  else map (fun s => place c (mover c true) own s) (moves squares adjacent other own).
Proof. destruct b; [apply successors_own | apply successors_other]. Qed.

Lemma goal_own c who own other :
  has_goal r c (place c who own other) <-> is_goal (goals r) own = true.
Proof.
  unfold is_goal. rewrite existsb_exists. unfold has_goal, place, pieces.
  split; [| intros (x & Hx & ->%N.eqb_eq); destruct c; exact Hx].
  intros H. exists own. rewrite N.eqb_refl. destruct c; auto.
Qed.

Lemma goal_other c who own other :
  has_goal r (opponent c) (place c who own other) <-> is_goal (goals r) other = true.
Proof.
  replace (place c who own other) with (place (opponent c) who other own) by (destruct c; reflexivity).
  apply goal_own.
Qed.

(** The function agrees with Rules.v. *)
Theorem wins_spec c n : forall b own other,
  wins_within r c n (place c (mover c b) own other) <-> wins n b own other = true.
Proof.
  induction n as [|n IH]; intros b own other.
  - cbn [Placements.wins]. rewrite orb_false_r, <- goal_own. split; [| apply won]. inversion 1; assumption.
  - rewrite wins_S, orb_true_iff, andb_true_iff, <- (goal_own c (mover c b) own other), negb_true_iff,
      <- not_true_iff_false, <- (goal_other c (mover c b) own other).
    pose proof (successors_place c b own other) as Hs.
    pose proof (chooser_place r c (mover c b) own other) as Hc.
    split.
    + inversion 1; subst; [left; assumption | right | right]; (split; [assumption |]).
      * destruct b; [| destruct c; cbn [mover opponent] in *; congruence].
        rewrite Hs in *. match goal with H : In q _ |- _ => apply in_map_iff in H as (s & <- & Hin) end.
        apply existsb_exists. exists s. split; [exact Hin |]. now apply IH.
      * destruct b; [destruct c; cbn [mover opponent] in *; congruence |].
        apply forallb_forall. intros s Hin. apply IH.
        match goal with H : forall q, _ |- _ => apply H end.
        rewrite Hs. now apply (in_map (fun s => place c (mover c true) own s)).
    + intros [H | [Hno H]]; [now apply won |]. destruct b.
      * apply existsb_exists in H as (s & Hin & H). apply IH in H.
        apply wins_by with (place c (mover c false) s other); try assumption.
        rewrite Hs. now apply (in_map (fun s => place c (mover c false) s other)).
      * rewrite forallb_forall in H. apply wins_against; [assumption | assumption |].
        intros q Hq. rewrite Hs in Hq. apply in_map_iff in Hq as (s & <- & Hin).
        apply IH, H, Hin.
Qed.

(** If no position is won in exactly [n + 1] plies ([settled]), a side holds in every
    position that the other side does not win within [n] plies.  [ok] has the sets of a
    game. *)
Variable ok : set -> Prop.
Hypothesis ok_moves : forall mine mine', ok mine ->
  In mine' (moves squares adjacent mine 0%N) -> ok mine'.

Definition settled (n : nat) : Prop := forall b own other, ok own -> ok other ->
  disjoint own other -> wins (S n) b own other = true -> wins n b own other = true.

Theorem holds_spec n c : settled n -> forall b own other, ok own -> ok other ->
  disjoint own other -> wins n b own other = false ->
  holds r (opponent c) (place c (mover c b) own other).
Proof.
  intros Hn. cofix IH. intros b own other Hown Hother Hd Hw.
  assert (Hw' : wins (S n) b own other = false).
  { destruct (wins (S n) b own other) eqn:H; [| reflexivity].
    apply Hn in H; [congruence | assumption ..]. }
  rewrite wins_S in Hw'. apply orb_false_iff in Hw' as [Hg Hw'].
  assert (Hno : ~ has_goal r (opponent (opponent c)) (place c (mover c b) own other)).
  { rewrite opponent_opponent, goal_own. congruence. }
  apply andb_false_iff in Hw' as [Hg' | Hw'].
  - apply ended; [exact Hno |]. apply goal_other. now apply negb_false_iff.
  - pose proof (successors_place c b own other) as Hs.
    pose proof (chooser_place r c (mover c b) own other) as Hc. destruct b.
    + apply holds_against; [exact Hno | now rewrite opponent_opponent |].
      intros q Hq. rewrite Hs in Hq. apply in_map_iff in Hq as (s & <- & Hin).
      pose proof Hin as Hin'. apply (moves_apart _ _ _ _ _ Hd) in Hin' as [Hm Hd'].
      apply IH; [exact (ok_moves _ _ Hown Hm) | exact Hother | exact Hd' |].
      apply not_true_iff_false. intros H.
      rewrite <- not_true_iff_false, existsb_exists in Hw'. apply Hw'. exists s. now split.
    + assert (H : exists s, In s (moves squares adjacent other own) /\ wins n true own s = false).
      { clear -Hw'. induction (moves squares adjacent other own) as [|s l IHl]; [discriminate |].
        simpl in Hw'. apply andb_false_iff in Hw' as [H | H]; [exists s; simpl; auto |].
        destruct (IHl H) as (x & Hx & Hwx). exists x. simpl. auto. }
      destruct H as (s & Hin & Hsw).
      pose proof Hin as Hin'. apply (moves_apart _ _ _ _ _ (disjoint_sym _ _ Hd)) in Hin' as [Hm Hd'].
      eapply holds_by; [exact Hno | exact Hc | |].
      * rewrite Hs. apply (in_map (fun s => place c (mover c true) own s)), Hin.
      * apply IH; [exact Hown | exact (ok_moves _ _ Hother Hm) | | exact Hsw].
        now apply disjoint_sym.
Qed.

End Rules.
