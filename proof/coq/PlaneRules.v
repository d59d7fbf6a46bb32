(** Proves that on 5x5 squares the rules of Plane.v are the rules of Rules.v. *)

From Coq Require Import NArith ZArith Bool List Lia.
From Teeko Require Import Plane OpenGame OpenSoundness.
Import ListNotations.
Open Scope nat_scope.

(** * Definitions *)

Definition five : board := rectangle 5 5.

(** The goals of Plane.v and the same goals in Rules.v. *)
Inductive same_goals : (shape -> Prop) -> list set -> Prop :=
| standard_goals : same_goals Standard Rules.Standard
| advanced_goals : same_goals Advanced Rules.Advanced.

(** * Squares *)

Definition number (s : square) : N := Z.to_N (5 * fst s + snd s + 1).
Definition all_five : list square := list_prod (integers 0 5) (integers 0 5).
Definition is_five (s : square) : bool :=
  ((0 <=? fst s) && (fst s <? 5) && (0 <=? snd s) && (snd s <? 5))%Z.

Lemma is_five_spec s : is_five s = true <-> five s.
Proof.
  unfold is_five, five, rectangle. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.

Lemma all_five_spec s : In s all_five <-> five s.
Proof.
  destruct s as [r c]. etransitivity; [apply in_prod_iff |]. rewrite !in_integers.
  unfold five, rectangle. cbn [fst snd]. lia.
Qed.

Lemma number_inj s t : five s -> five t -> number s = number t -> s = t.
Proof.
  destruct s, t. unfold five, rectangle, number. cbn [fst snd]. intros Hs Ht E. f_equal; lia.
Qed.

Lemma squares_are_numbers : squares = map number all_five.
Proof. vm_compute. reflexivity. Qed.

Lemma in_squares i : In i squares <-> exists s, five s /\ number s = i.
Proof.
  rewrite squares_are_numbers, in_map_iff.
  split; intros (s & H1 & H2); exists s; [apply all_five_spec in H2 | apply all_five_spec in H1];
    auto.
Qed.

Lemma adjacent_iff s t : five s -> five t ->
  adjacent s t <-> Rules.adjacent (number s) (number t) = true.
Proof.
  intros Hs%all_five_spec Ht%all_five_spec. rewrite <- next_to_spec.
  assert (H : forallb (fun s => forallb (fun t =>
    Bool.eqb (next_to s t) (Rules.adjacent (number s) (number t))) all_five) all_five = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in H. specialize (H s Hs). rewrite forallb_forall in H.
  apply H, eqb_prop in Ht. rewrite Ht. tauto.
Qed.

(** * Positions *)

Definition shows (x : set) (l : list square) : Prop := forall i,
  has x i = true <-> In i (map number l).

Record same (p : position) (q : Rules.position) : Prop := Same {
  same_turn : turn p = Rules.turn q;
  same_count : dropped p = Rules.dropped q;
  same_pieces : forall c, shows (Rules.pieces q c) (pieces p c);
  on_five : forall c s, In s (pieces p c) -> five s;
  once : forall c, NoDup (pieces p c)
}.

Section Same.
Variables (p : position) (q : Rules.position).
Hypothesis H : same p q.

Lemma has_iff c s : five s -> has (Rules.pieces q c) (number s) = true <-> In s (pieces p c).
Proof.
  intros Hs. rewrite (same_pieces _ _ H c (number s)), in_map_iff. split; [| eauto].
  intros (t & E & Ht). apply number_inj in E as <-; [exact Ht | | exact Hs].
  exact (on_five _ _ H c t Ht).
Qed.

Lemma free_iff s : five s -> free five p s <-> empty q (number s) = true.
Proof.
  intros Hs. unfold free, empty.
  pose proof (has_iff Black s Hs) as Hb. pose proof (has_iff Red s Hs) as Hr. simpl in Hb, Hr.
  destruct (has (Rules.black q) _), (has (Rules.red q) _); simpl; intuition discriminate.
Qed.

Lemma same_after d mine mine' : dropped (after p mine) = d -> shows mine' mine ->
  (forall s, In s mine -> five s) -> NoDup mine -> same (after p mine) (Rules.after q d mine').
Proof.
  intros Hd Hs Hf Hn. pose proof (same_turn _ _ H) as Ht.
  pose proof (same_pieces _ _ H) as Hp. pose proof (on_five _ _ H) as Ho.
  pose proof (once _ _ H) as H1.
  unfold after, Rules.after in *. rewrite <- Ht.
  destruct (turn p); split; try reflexivity; try exact Hd;
    intros []; cbn; auto; first [apply (Hp Black) | apply (Hp Red) | apply (Ho Black) |
      apply (Ho Red) | apply (H1 Black) | apply (H1 Red)].
Qed.

Lemma dropped_after mine :
  dropped (after p mine) + length (pieces p (turn p)) = dropped p + length mine.
Proof. unfold after, dropped. destruct (turn p); simpl; lia. Qed.

Definition mine : list square := pieces p (turn p).
Definition set_mine : set := Rules.pieces q (Rules.turn q).

Lemma mine_shown : shows set_mine mine.
Proof. unfold mine, set_mine. rewrite <- (same_turn _ _ H). apply (same_pieces _ _ H). Qed.

(** Equal positions stay equal after a drop and after a move. *)
Lemma same_drop s : five s -> free five p s ->
  same (after p (s :: mine)) (Rules.after q (1 + Rules.dropped q) (add set_mine (number s))).
Proof.
  intros Hs (_ & Hb & Hr). pose proof mine_shown as Hm. apply same_after.
  - pose proof (dropped_after (s :: mine)). rewrite <- (same_count _ _ H). unfold mine in *.
    simpl in *. lia.
  - intros i. unfold has, add. rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. fold (has set_mine i).
    rewrite (Hm i). simpl. tauto.
  - intros t [<- | Ht]; [exact Hs | exact (on_five _ _ H _ t Ht)].
  - constructor; [| apply (once _ _ H)]. unfold mine. destruct (turn p); assumption.
Qed.

Lemma same_move l s k t : 8 <= dropped p <= 8 -> mine = l ++ s :: k -> five t -> free five p t ->
  same (after p (l ++ t :: k)) (Rules.after q 8 (add (remove set_mine (number s)) (number t))).
Proof.
  intros Hd E Ht (_ & Hb & Hr). pose proof mine_shown as Hm. rewrite E in Hm.
  pose proof (once _ _ H (turn p)) as Hn. fold mine in Hn. rewrite E in Hn.
  assert (Hf : forall u, In u (l ++ s :: k) -> five u).
  { intros u. rewrite <- E. apply (on_five _ _ H). }
  assert (Hnt : ~ In t (l ++ s :: k)) by (rewrite <- E; unfold mine; destruct (turn p); assumption).
  apply same_after.
  - pose proof (dropped_after (l ++ t :: k)) as Hl. fold mine in Hl.
    rewrite E, <- (length_moved l k s t) in Hl. lia.
  - intros i. unfold has, add, remove. rewrite N.setbit_eqb, N.clearbit_eqb, orb_true_iff,
      andb_true_iff,
      negb_true_iff, N.eqb_eq, N.eqb_neq. fold (has set_mine i). rewrite (Hm i), !in_map_iff. split.
    + intros [<- | ((u & <- & Hu) & Hne)]; [exists t; split; [reflexivity | apply in_elt] |].
      exists u. split; [reflexivity |]. apply in_middle.
      apply in_middle in Hu as [<- | Hu]; [congruence | right; exact Hu].
    + intros (u & <- & Hu). apply in_middle in Hu as [<- | Hu]; [left; reflexivity | right].
      split; [exists u; split; [reflexivity | apply in_middle; right; exact Hu] |].
      intros Ei. apply NoDup_remove in Hn as [_ Hn].
      apply number_inj in Ei; [subst; contradiction | apply Hf, in_elt | apply Hf, in_middle;
        right; exact Hu].
  - intros u [<- | Hu]%in_middle; [exact Ht | apply Hf, in_middle; right; exact Hu].
  - exact (once_moved l k s t Hn Hnt).
Qed.

(** * Successors *)

Variable goals : list set.
Variable style : list letter.
Notation r := (Rules goals style []).
Hypothesis at_most_8 : dropped p <= 8.

Lemma step_forward p' : step five p p' -> exists q', In q' (successors r q) /\ same p' q'.
Proof.
  intros [s Hd Hs | l s k t Hd E Hadj Hfree]; unfold successors; rewrite <- (same_count _ _ H).
  - destruct (Nat.ltb_spec (dropped p) 8); [| lia]. pose proof (proj1 Hs) as H5.
    eexists. split; [| apply (same_drop s H5 Hs)]. rewrite (same_count _ _ H).
    apply (in_map (fun s => Rules.after q _ (add _ s))), filter_In.
    split; [apply in_squares; eauto |].
    unfold may_drop. simpl. rewrite andb_false_r, andb_true_r. apply free_iff; assumption.
  - destruct (Nat.ltb_spec (dropped p) 8); [lia |]. pose proof (proj1 Hfree) as H5.
    eexists. split; [| apply (same_move l s k t); auto with zarith].
    assert (Hin : In s mine) by (unfold mine; rewrite E; apply in_elt).
    pose proof (on_five _ _ H _ s Hin) as Hs5.
    apply in_flat_map. exists (number s). split.
    + apply filter_In. split; [apply in_squares; eauto |].
      apply mine_shown, in_map, Hin.
    + apply (in_map (fun to => Rules.after q 8 (add (remove _ _) to))), filter_In.
      split; [apply in_squares; eauto |]. apply andb_true_iff.
      split; [apply adjacent_iff | apply free_iff]; assumption.
Qed.

Lemma step_backward q' : In q' (successors r q) -> exists p', step five p p' /\ same p' q'.
Proof.
  unfold successors. rewrite <- (same_count _ _ H).
  destruct (Nat.ltb_spec (dropped p) 8) as [Hd | Hd]; intros Hq.
  - apply in_map_iff in Hq as (i & <- & (Hi & Hm)%filter_In).
    apply in_squares in Hi as (s & Hs & <-).
    unfold may_drop in Hm. simpl in Hm. rewrite andb_false_r, andb_true_r in Hm.
    apply free_iff in Hm; [| exact Hs]. exists (after p (s :: mine)).
    split; [apply drop; assumption |]. rewrite (same_count _ _ H). apply same_drop; assumption.
  - apply in_flat_map in Hq as (i & (Hi & Hhas)%filter_In & Hq).
    apply in_map_iff in Hq as (j & <- & (Hj & (Ha & He)%andb_true_iff)%filter_In).
    apply in_squares in Hi as (s & Hs & <-), Hj as (t & Ht & <-).
    apply adjacent_iff in Ha; [| assumption ..]. apply free_iff in He; [| exact Ht].
    rewrite <- (same_turn _ _ H) in Hhas. apply has_iff in Hhas; [| exact Hs].
    apply in_split in Hhas as (l & k & E).
    exists (after p (l ++ t :: k)). split; [eapply move; eassumption |].
    apply same_move; auto with zarith.
Qed.
End Same.

Lemma step_dropped p p' : step five p p' -> dropped p <= 8 -> dropped p' <= 8.
Proof.
  intros [s Hd _ | l s k t _ E _ _] H8.
  - pose proof (dropped_after p (s :: pieces p (turn p))). simpl in *. lia.
  - pose proof (dropped_after p (l ++ t :: k)) as Hl. rewrite E, (length_moved l k s t) in Hl. lia.
Qed.

(** * Goals *)

Definition some_shapes (l : list shape) (goals : list set) : bool :=
  forallb (fun f => existsb (fun '(d, _) => d =? 0)%N f && existsb (fun '(_, a) => a =? 0)%N f &&
    forallb (fun c => if forallb is_five (squares_at f c)
      then existsb (N.eqb (set_of (map number (squares_at f c)))) goals else true) all_five) l &&
  forallb (fun x => existsb (fun f => existsb (fun c =>
    N.eqb x (set_of (map number (squares_at f c))) && forallb is_five (squares_at f c)) all_five) l) goals.

Lemma shapes_of goals list_of_goals : same_goals goals list_of_goals -> exists l,
  some_shapes l list_of_goals = true /\ (forall f, In f l -> goals f) /\
  (forall f c, goals f -> (forall s, In s (squares_at f c) -> five s) -> In f l).
Proof.
  intros [].
  - exists (lines ++ [corners 1]). split; [vm_compute; reflexivity |]. unfold Standard.
    split; [intros f [H | [<- | []]]%in_app_or; auto |].
    intros f c [H | ->] _; apply in_or_app; simpl; auto.
  - exists (lines ++ map corners [1; 2; 3; 4]%N). split; [vm_compute; reflexivity |].
    unfold Advanced. split.
    + intros f [H | (side & <- & H)%in_map_iff]%in_app_or; [auto |]. right. exists side.
      split; [| reflexivity]. simpl in H. intuition lia.
    + intros f c [H | (side & Hs & ->)] H5; apply in_or_app; [auto | right].
      assert (side < 5)%N.
      { pose proof (H5 _ (in_eq _ _)) as H1. pose proof (H5 _ (in_cons _ _ _ (in_cons _ _ _ (in_eq
          _ _)))) as H2.
        unfold five, rectangle, shift in *. cbn [fst snd] in *. lia. }
      apply in_map. assert (E : (side = 1 \/ side = 2 \/ side = 3 \/ side = 4)%N) by lia. simpl.
      intuition.
Qed.

Lemma goal_iff p q goals list_of_goals style c : same p q -> same_goals goals list_of_goals ->
  has_goal goals c p <-> Rules.has_goal (Rules list_of_goals style []) c q.
Proof.
  intros H Hg. destruct (shapes_of _ _ Hg) as (l & (Hfs & Hxs)%andb_prop & Hl & Hall).
  rewrite forallb_forall in Hfs, Hxs. pose proof (same_pieces _ _ H c) as Hp.
  unfold Rules.has_goal. cbn [Rules.goals].
  assert (Hset : forall f k, (forall s, In s (pieces p c) <-> In s (squares_at f k)) ->
    Rules.pieces q c = set_of (map number (squares_at f k))).
  { intros f k E. apply has_ext. intros i. rewrite has_set_of, (Hp i), !in_map_iff.
    split; intros (s & <- & Hs); exists s; split; auto; apply E, Hs. }
  split.
  - intros (f & k & Hf & E). rewrite (Hset f k E).
    assert (H5 : forall s, In s (squares_at f k) -> five s) by (intros s Hs;
      apply (on_five _ _ H c), E, Hs).
    specialize (Hall f k Hf H5). apply Hfs in Hall as [(Hd & Ha)%andb_prop Hin]%andb_prop.
    apply existsb_exists in Hd as ((d & a) & Hd & ->%N.eqb_eq),
      Ha as ((d' & a') & Ha & ->%N.eqb_eq).
    pose proof (H5 _ (in_map (fun '(down, across) => shift k (Z.of_N down,
      Z.of_N across)) _ _ Hd)) as H1.
    pose proof (H5 _ (in_map (fun '(down, across) => shift k (Z.of_N down,
      Z.of_N across)) _ _ Ha)) as H2.
    assert (Hk : In k all_five).
    { apply all_five_spec. unfold five, rectangle, shift in *. cbn [fst snd] in *. lia. }
    rewrite forallb_forall in Hin. specialize (Hin k Hk).
    replace (forallb is_five (squares_at f k)) with true in Hin.
    + apply existsb_exists in Hin as (x & Hx & ->%N.eqb_eq). exact Hx.
    + symmetry. apply forallb_forall. intros s Hs. apply is_five_spec, H5, Hs.
  - intros Hx. apply Hxs, existsb_exists in Hx as (f & Hf & (k & _ & (E%N.eqb_eq &
      H5)%andb_prop)%existsb_exists).
    exists f, k. split; [apply Hl, Hf |]. rewrite forallb_forall in H5.
    assert (Hs : forall s, five s -> In s (pieces p c) <-> In s (squares_at f k)).
    { intros s Hs. rewrite <- (has_iff _ _ H c s Hs), E, has_set_of, in_map_iff.
      split; [| eauto]. intros (t & Et & Ht). apply number_inj in Et as <-; auto.
      apply is_five_spec, H5, Ht. }
    intros s. split; intros Hin; apply Hs; auto;
      [exact (on_five _ _ H c s Hin) | apply is_five_spec, H5, Hin].
Qed.

(** * Winning *)

Lemma chooser_iff p q goals style : same p q -> chooser style p = Rules.chooser (Rules goals style
  []) q.
Proof.
  intros H. unfold chooser, Rules.chooser. cbn [Rules.style].
  rewrite (same_turn _ _ H), (same_count _ _ H). reflexivity.
Qed.

Lemma start_same : same start Rules.start.
Proof.
  split; try reflexivity; intros []; cbn; try apply NoDup_nil; try (intros s []); intros i;
    unfold has;
    rewrite N.bits_0; split; try discriminate; intros [].
Qed.

Theorem on_five_squares goals list_of_goals style c n : same_goals goals list_of_goals ->
  wins_within_on five goals style c n start <->
  wins_within (Rules list_of_goals style []) c n Rules.start.
Proof.
  intros Hg. set (r := Rules list_of_goals style []).
  split; intros Hw; [assert (H : forall q, dropped start <= 8 -> same start q -> wins_within r c n
    q) |
    assert (H : forall p, dropped p <= 8 -> same p Rules.start -> wins_within_on five goals style c
      n p)];
    try (apply H; [cbn; lia | exact start_same]).
  - induction Hw as [n p Hgoal | n p p' Hno Hc Hs _ IH | n p Hno Hc _ IH]; intros q H8 H;
      pose proof (fun c => goal_iff p q goals list_of_goals style c H Hg) as Hiff; fold r in Hiff;
      pose proof (chooser_iff p q list_of_goals style H) as Hch; fold r in Hch; rewrite ?Hch in *.
    + apply won, Hiff, Hgoal.
    + destruct (step_forward p q H list_of_goals style H8 p' Hs) as (q' & Hq & Hsame).
      apply (wins_by r c n q q'); [rewrite <- Hiff; exact Hno | exact Hc | exact Hq |].
      apply IH; [exact (step_dropped p p' Hs H8) | exact Hsame].
    + apply wins_against; [rewrite <- Hiff; exact Hno | exact Hc |]. intros q' Hq.
      destruct (step_backward p q H list_of_goals style H8 q' Hq) as (p' & Hs & Hsame).
      apply (IH p' Hs); [exact (step_dropped p p' Hs H8) | exact Hsame].
  - induction Hw as [n q Hgoal | n q q' Hno Hc Hs _ IH | n q Hno Hc _ IH]; intros p H8 H;
      pose proof (fun c => goal_iff p q goals list_of_goals style c H Hg) as Hiff; fold r in Hiff;
      pose proof (chooser_iff p q list_of_goals style H) as Hch; fold r in Hch;
        rewrite <- ?Hch in *.
    + apply won_on, Hiff, Hgoal.
    + destruct (step_backward p q H list_of_goals style H8 q' Hs) as (p' & Hp & Hsame).
      apply (wins_by_on five goals style c n p p'); [rewrite Hiff;
        exact Hno | exact Hc | exact Hp |].
      apply IH; [exact (step_dropped p p' Hp H8) | exact Hsame].
    + apply wins_against_on; [rewrite Hiff; exact Hno | exact Hc |]. intros p' Hp.
      destruct (step_forward p q H list_of_goals style H8 p' Hp) as (q' & Hq & Hsame).
      apply (IH q' Hq); [exact (step_dropped p p' Hp H8) | exact Hsame].
Qed.
