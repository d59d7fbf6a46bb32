(** The game of Rules.v on any board: its squares are some of the squares of Rules.v.  With all
    squares it is the game of Rules.v. *)

From Coq Require Import NArith Arith Bool List Lia.
From Teeko Require Import Rules Geometry Rounds Placements Rows Numbering Counts Solution.
Import ListNotations.

Opaque squares adjacent.

Section Board.
Variable board : list square.
Variable r : rules.

Definition successors_on (p : position) : list position :=
  let mine := pieces p (turn p) in
  if Nat.ltb (dropped p) 8 then
    map (fun s => after p (1 + dropped p) (add mine s)) (filter (may_drop r p) board)
  else map (after p 8) (moves board adjacent mine (pieces p (opponent (turn p)))).

(** [c] can win within [n] plies. *)
Inductive wins_on (c : colour) : nat -> position -> Prop :=
| won_on n p : has_goal r c p -> wins_on c n p
| wins_by_on n p q : ~ has_goal r (opponent c) p -> chooser r p = c ->
    In q (successors_on p) -> wins_on c n q -> wins_on c (1 + n) p
| wins_against_on n p : ~ has_goal r (opponent c) p -> chooser r p = opponent c ->
    (forall q, In q (successors_on p) -> wins_on c n q) -> wins_on c (1 + n) p.

(** * Proofs *)

Lemma wins_more c n p : wins_on c n p -> wins_on c (S n) p.
Proof.
  induction 1 as [n p Hg | n p q Hno Hc Hq _ IH | n p Hno Hc _ IH];
    [now apply won_on | now apply wins_by_on with q | now apply wins_against_on].
Qed.

Lemma wins_later c m n p : (m <= n)%nat -> wins_on c m p -> wins_on c n p.
Proof. induction 1; auto using wins_more. Qed.

Lemma has_goal_dec c p : has_goal r c p \/ ~ has_goal r c p.
Proof. unfold has_goal. destruct (in_dec N.eq_dec (pieces p c) (goals r)); auto. Qed.

Lemma wins_next c n p : ~ has_goal r Black p -> ~ has_goal r Red p ->
  wins_on c (S n) p <->
  (chooser r p = c /\ exists q, In q (successors_on p) /\ wins_on c n q) \/
  (chooser r p = opponent c /\ forall q, In q (successors_on p) -> wins_on c n q).
Proof.
  intros Hb Hr. assert (H : forall c, ~ has_goal r c p) by (intros []; assumption). split.
  - inversion_clear 1 as [? ? Hg | ? ? q _ ? ? ? | ? ? _ ? ?];
      [destruct (H c Hg) | left; eauto | right; auto].
  - intros [(Hc & q & Hq & Hw) | (Hc & Hw)]; [now apply wins_by_on with q | now apply wins_against_on].
Qed.

Lemma all_or_one {A} (P : A -> Prop) l : (forall x, P x \/ ~ P x) ->
  (forall x, In x l -> P x) \/ exists x, In x l /\ ~ P x.
Proof.
  intros HP. induction l as [| x l [IH | (y & Hy & Hn)]]; [left; intros x [] | | right; exists y; simpl; auto].
  destruct (HP x) as [H | H]; [left; intros y [<- | Hy]; auto | right; exists x; simpl; auto].
Qed.

Lemma wins_dec c n : forall p, wins_on c n p \/ ~ wins_on c n p.
Proof.
  induction n as [|n IH]; intros p; (destruct (has_goal_dec c p) as [Hg | Hg]; [left; now apply won_on |]).
  - right. inversion 1. contradiction.
  - destruct (has_goal_dec (opponent c) p) as [Ho | Ho];
      [right; inversion 1; contradiction |].
    assert (Hboth : ~ has_goal r Black p /\ ~ has_goal r Red p) by (destruct c; auto).
    rewrite wins_next by apply Hboth.
    assert (Hc : chooser r p = c \/ chooser r p = opponent c) by (destruct c, (chooser r p); auto).
    destruct Hc as [Hc | Hc].
    + destruct (all_or_one (fun q => ~ wins_on c n q) (successors_on p)) as [H | (q & Hq & H)].
      * intros q. destruct (IH q); [now right | now left].
      * right. intros [(_ & q & Hq & Hw) | (E & _)]; [exact (H q Hq Hw) | rewrite E in Hc; now destruct c].
      * left. left. split; [exact Hc |]. exists q. split; [exact Hq |]. now destruct (IH q).
    + destruct (all_or_one (wins_on c n) (successors_on p) IH) as [H | (q & Hq & H)].
      * left. right. now split.
      * right. intros [(E & _) | (_ & Hall)]; [rewrite E in Hc; now destruct c | exact (H (Hall q Hq))].
Qed.

Lemma successors_on_place c b own other :
  successors_on (place c (mover c b) own other) =
  if b then map (fun s => place c (mover c false) s other) (moves board adjacent own other)
  else map (fun s => place c (mover c true) own s) (moves board adjacent other own).
Proof. destruct c, b; reflexivity. Qed.

(** With all pieces placed, the function of Placements.v agrees. *)
Theorem wins_on_spec c n : forall b own other,
  wins_on c n (place c (mover c b) own other) <-> wins board adjacent (goals r) n b own other = true.
Proof.
  induction n as [|n IH]; intros b own other.
  - cbn [Placements.wins]. rewrite orb_false_r, <- goal_own. split; [| apply won_on]. inversion 1; eassumption.
  - rewrite wins_S, orb_true_iff, andb_true_iff, <- (goal_own r c (mover c b) own other), negb_true_iff,
      <- not_true_iff_false, <- (goal_other r c (mover c b) own other).
    pose proof (successors_on_place c b own other) as Hs.
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
    + intros [H | [Hno H]]; [now apply won_on |]. destruct b.
      * apply existsb_exists in H as (s & Hin & H). apply IH in H.
        apply wins_by_on with (place c (mover c false) s other); try assumption.
        rewrite Hs. now apply (in_map (fun s => place c (mover c false) s other)).
      * rewrite forallb_forall in H. apply wins_against_on; [assumption | assumption |].
        intros q Hq. rewrite Hs in Hq. apply in_map_iff in Hq as (s & <- & Hin).
        apply IH, H, Hin.
Qed.

(** ** Drops *)

(** A position after up to eight drops, as [dropping] in DropPhase.v. *)
Definition dropping_on (p : position) : Prop :=
  (dropped p <= 8)%nat /\ placed board (Nat.div2 (S (dropped p))) (black p) /\
  placed board (Nat.div2 (dropped p)) (red p) /\ disjoint (black p) (red p) /\
  ((dropped p < 8)%nat -> turn p = if Nat.even (dropped p) then Black else Red).

Hypothesis distinct : NoDup board.

Lemma has_added s q x : has (add s q) x = (q =? x)%N || has s x.
Proof. apply N.setbit_eqb. Qed.

Lemma one_square q : In q board -> List.length (filter (N.eqb q) board) = 1%nat.
Proof.
  induction distinct as [| x l Hx Hl IH]; intros Hq; [destruct Hq |]. cbn [filter].
  destruct (N.eqb_spec q x) as [<- | Hne].
  - replace (filter (N.eqb q) l) with (@nil square); [reflexivity |]. clear - Hx.
    induction l as [| y l IH]; [reflexivity |]. cbn [filter].
    destruct (N.eqb_spec q y) as [<- | _]; [destruct Hx; now left | apply IH; intros H; apply Hx; now right].
  - apply IH; [exact Hl |]. destruct Hq as [-> | Hq]; [contradiction | exact Hq].
Qed.

Lemma placed_add n s q : placed board n s -> In q board -> has s q = false -> placed board (S n) (add s q).
Proof.
  intros (Hn & Hs) Hq Hfree.
  split.
  - rewrite (filter_split (has (add s q)) (has s) (N.eqb q)), Hn, one_square by assumption || (
      intros x _; rewrite has_added; destruct (N.eqb_spec q x) as [<- |];
      [now rewrite Hfree | now rewrite orb_false_r, andb_false_r]).
    lia.
  - intros x. rewrite has_added. intros [<-%N.eqb_eq | H]%orb_prop; auto.
Qed.

Lemma successor_dropping p q : dropping_on p -> (dropped p < 8)%nat -> In q (successors_on p) ->
  dropping_on q /\ dropped q = S (dropped p).
Proof.
  intros (_ & Hb & Hr & Hd & Ht) H8 Hq. specialize (Ht H8). unfold successors_on in Hq.
  pose proof H8 as H8'. apply Nat.ltb_lt in H8'. rewrite H8' in Hq. clear H8'.
  apply in_map_iff in Hq as (s & <- & [Hs [Hfree _]%andb_prop]%filter_In).
  unfold empty in Hfree. apply andb_prop in Hfree as [Hsb%negb_true_iff Hsr%negb_true_iff].
  assert (Hadd : forall a b, disjoint a b -> has b s = false -> disjoint (add a s) b).
  { intros a b Hab Hbs x. rewrite has_added. intros [<-%N.eqb_eq | H]%orb_prop; auto. }
  destruct p as [who d b w]. cbn [turn dropped black red pieces] in *.
  assert (Hcase : Nat.div2 (S (S d)) = (if Nat.even d then S (Nat.div2 (S d)) else Nat.div2 (S d)) /\
    Nat.div2 (S d) = (if Nat.even d then Nat.div2 d else S (Nat.div2 d)) /\
    Nat.even (S d) = negb (Nat.even d)).
  { do 8 (destruct d as [|d]; [repeat split |]). lia. }
  destruct Hcase as (E1 & E2 & E3). subst who. unfold dropping_on, after. cbn [Rules.turn].
  destruct (Nat.even d) eqn:Ed; cbn [turn dropped black red opponent plus negb] in *; rewrite E3, E1.
  - split; [| reflexivity]. split; [lia |].
    split; [now apply placed_add |]. split; [now rewrite E2 | split; [now apply Hadd | auto]].
  - split; [| reflexivity]. split; [lia |]. split; [exact Hb |].
    split; [rewrite E2; now apply placed_add | split; [| auto]].
    apply disjoint_sym, Hadd; [now apply disjoint_sym | exact Hsb].
Qed.

Lemma may_drop_empty p s : (dropped p = 0%nat -> banned r = []) -> may_drop r p s = empty p s.
Proof.
  unfold may_drop. intros H. destruct (dropped p) as [|d]; [rewrite H by reflexivity |]; simpl;
    apply andb_true_r.
Qed.

(** A side always has a drop, if the board has more than eight squares. *)
Lemma has_drop p : (8 < List.length board)%nat -> dropping_on p -> (dropped p < 8)%nat ->
  (dropped p = 0%nat -> banned r = []) -> exists q, In q (successors_on p).
Proof.
  intros Hsize (_ & (Hb & _) & (Hr & _) & Hd & _) H8 Hban.
  destruct (existsb (empty p) board) eqn:E.
  - apply existsb_exists in E as (s & Hs & He). exists (after p (1 + dropped p) (add (pieces p (turn p)) s)).
    unfold successors_on. apply Nat.ltb_lt in H8. rewrite H8.
    apply (in_map (fun s => after p (1 + dropped p) (add (pieces p (turn p)) s))), filter_In.
    split; [exact Hs |]. now rewrite may_drop_empty.
  - exfalso. assert (Hall : forall s, In s board -> true = has (black p) s || has (red p) s /\
      has (black p) s && has (red p) s = false).
    { intros s Hs. assert (He : empty p s = false).
      { apply not_true_iff_false. intros He. apply not_true_iff_false in E. apply E, existsb_exists. eauto. }
      unfold empty in He. apply andb_false_iff in He. rewrite !negb_false_iff in He.
      destruct (has (black p) s) eqn:Eb; [rewrite (Hd s Eb); now split |].
      destruct He as [He | ->]; [congruence | now split]. }
    pose proof (filter_split (fun _ => true) _ _ board Hall) as Hlen. rewrite Hb, Hr in Hlen.
    assert (Hid : filter (fun _ => true) board = board) by (clear; induction board; simpl; congruence).
    rewrite Hid in Hlen.
    clear - H8 Hsize Hlen. revert H8 Hlen. generalize (dropped p) as d. intros d H8.
    do 8 (destruct d as [| d]; [simpl; lia |]). lia.
Qed.

End Board.

(** ** Rules.v *)

Lemma successors_on_squares r p q : In q (successors_on squares r p) <-> In q (successors r p).
Proof.
  unfold successors_on, successors, moves. cbv zeta. destruct (Nat.ltb (dropped p) 8); [reflexivity |].
  rewrite in_map_iff, in_flat_map. setoid_rewrite in_flat_map. setoid_rewrite in_map_iff.
  assert (He : forall to, empty p to =
    negb (has (pieces p (turn p)) to) && negb (has (pieces p (opponent (turn p))) to))
    by (intros to; unfold empty; destruct (turn p); [reflexivity | apply andb_comm]).
  split.
  - intros (s & <- & from & Hfrom & to & <- & Hto). exists from. split; [exact Hfrom |]. exists to.
    split; [reflexivity |]. rewrite filter_In in *. rewrite He. exact Hto.
  - intros (from & Hfrom & to & <- & Hto). eexists. split; [reflexivity |]. exists from. split; [exact Hfrom |].
    exists to. split; [reflexivity |]. rewrite filter_In in *. rewrite <- He. exact Hto.
Qed.

Theorem wins_on_squares r c n p : wins_on squares r c n p <-> wins_within r c n p.
Proof.
  split; induction 1 as [n p Hg | n p q Hno Hc Hq _ IH | n p Hno Hc _ IH].
  - now apply Rules.won.
  - apply wins_by with q; try assumption. now apply successors_on_squares.
  - apply wins_against; try assumption. intros q Hq. apply IH. now apply successors_on_squares.
  - now apply won_on.
  - apply wins_by_on with q; try assumption. now apply successors_on_squares.
  - apply wins_against_on; try assumption. intros q Hq. apply IH. now apply successors_on_squares.
Qed.
