(** The solver's result agrees with Rules.v, for every placement of the eight pieces. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Teeko Require Import Rules Geometry Rounds Placements Rows Numbering Levels Counts.
Import ListNotations.
Open Scope array_scope.

(** * Definitions *)

(** Both sides have four pieces on the board, and no piece to drop. *)
Definition placement (p : position) : Prop :=
  dropped p = 8%nat /\ placed squares 4 (black p) /\ placed squares 4 (red p) /\
  disjoint (black p) (red p).

(** [c] is to move and has no goal.  (A position with a goal of [c] cannot arise.) *)
Definition to_move (r : rules) (c : colour) (p : position) : Prop :=
  placement p /\ turn p = c /\ ~ has_goal r c p.

(** [c] can win within [n] plies, but not within fewer. *)
Definition wins_after (r : rules) (c : colour) (n : nat) (p : position) : Prop :=
  wins_within r c n p /\ forall m, (m < n)%nat -> ~ wins_within r c m p.

(** [result] has the numbers of wins and losses in n plies, for each n, and of draws. *)
Definition figures (r : rules) (result : result) : Prop := forall c,
  (forall n, number_of (fun p => to_move r c p /\ wins_after r c n p)
    (fst (nth n (lengths result) (0, 0)%N))) /\
  (forall n, number_of (fun p => to_move r c p /\ wins_after r (opponent c) n p)
    (snd (nth n (lengths result) (0, 0)%N))) /\
  number_of (fun p => to_move r c p /\ holds r Black p /\ holds r Red p) (draws result).

(** The result for a board and goals of four pieces. *)
Definition solution (squares : list square) (goals : list set) (plies : nat) : option result :=
  match make_tables squares adjacent goals 4 with
  | Some t => solve t plies
  | None => None
  end.

(** The solver's level [n] says that [c] wins the placement. *)
Definition level_decides (t : tables) (n : nat) (c : colour) (p : position) : bool :=
  let mine := pieces p (turn p) in
  let theirs := pieces p (opponent (turn p)) in
  let side := match turn p, c with Black, Black | Red, Red => won | _, _ => lost end in
  existsb (fun k => N.eqb (sets t).[k] mine && existsb (fun i => N.eqb (sets t).[i] theirs &&
    in_row (row (side (level t n)).[k]) i) (numbers t)) (numbers t).

Definition computed (goals : list set) (n : nat) (c : colour) (p : position) : bool :=
  match make_tables squares adjacent goals 4 return bool with
  | Some t => level_decides t n c p
  | None => false
  end.

(** * Proofs *)

(** The meaning of the result, for any board. *)
Theorem solution_spec squares goals n r : NoDup squares ->
  solution squares goals n = Some r ->
  (forall j, number_of (fun '(own, other) => won_in squares adjacent goals 4 j own other)
    (fst (nth j (lengths r) (0, 0)%N))) /\
  (forall j, number_of (fun '(own, other) => lost_in squares adjacent goals 4 j own other)
    (snd (nth j (lengths r) (0, 0)%N))) /\
  number_of (fun '(own, other) => drawn squares adjacent goals 4 own other) (draws r).
Proof.
  unfold solution. intros Hs.
  destruct (make_tables squares adjacent goals 4) as [t |] eqn:Et; [| discriminate].
  apply solve_spec, (make_tables_correct _ _ _ _ Hs _ Et).
Qed.

Lemma distinct_squares : NoDup squares.
Proof.
  unfold squares. apply FinFun.Injective_map_NoDup; [exact Nnat.Nat2N.inj | apply seq_NoDup].
Qed.

Opaque squares adjacent.

Section Solution.
Variable r : rules.
Variable t : tables.
Hypothesis made : make_tables squares adjacent (goals r) 4 = Some t.

Notation ok := (make_tables_correct squares adjacent (goals r) 4 distinct_squares t made).
Notation facing := (facing squares 4).

Lemma placement_place c b own other :
  placement (place c (mover c b) own other) <-> facing own other.
Proof.
  unfold placement, place, Counts.facing. destruct c; cbn; intuition auto using disjoint_sym.
Qed.

Lemma place_pieces c b p : placement p -> turn p = mover c b ->
  place c (mover c b) (pieces p c) (pieces p (opponent c)) = p.
Proof. destruct p, c; unfold placement; cbn; intros (-> & _) ->; reflexivity. Qed.

Lemma place_inj c who a b a' b' : place c who a b = place c who a' b' -> (a, b) = (a', b').
Proof. destruct c; cbn; intros E; injection E; congruence. Qed.

Lemma wins_after_spec c n b own other :
  wins_after r c n (place c (mover c b) own other) <->
  wins_in squares adjacent (goals r) n b own other.
Proof.
  unfold wins_after, wins_in. rewrite wins_spec.
  setoid_rewrite wins_spec. setoid_rewrite not_true_iff_false. reflexivity.
Qed.

(** Counts the positions with [mover c b] to move by counting pairs of sets: the set of [c] and the
    set of the other side. *)
Lemma number_of_positions c b (P : set -> set -> Prop) (Q : position -> Prop) n :
  (forall own other, P own other -> facing own other) ->
  (forall p, Q p -> placement p /\ turn p = mover c b) ->
  (forall own other, facing own other -> P own other <-> Q (place c (mover c b) own other)) ->
  number_of (fun '(own, other) => P own other) n -> number_of Q n.
Proof.
  intros HP HQ H. apply (number_of_map (fun '(own, other) => place c (mover c b) own other)).
  - intros (x, y) (x', y') _ _. apply place_inj.
  - intros p. split.
    + intros Hp. destruct (HQ p Hp) as (Hpl & Ht).
      pose proof (place_pieces c b p Hpl Ht) as E. rewrite <- E in Hp, Hpl.
      apply placement_place in Hpl. exists (pieces p c, pieces p (opponent c)).
      split; [exact E |]. now apply H.
    + intros ((own, other) & <- & Hp). apply H; auto.
Qed.

Lemma turn_place c who own other : turn (place c who own other) = who.
Proof. destruct c; reflexivity. Qed.

Lemma holds_where_not_won n result : solve t n = Some result ->
  forall c b own other, facing own other ->
  Placements.wins squares adjacent (goals r) n b own other = false ->
  holds r (opponent c) (place c (mover c b) own other).
Proof.
  intros Hs%solve_still c b own other (Ho & Ht & Hd).
  apply (holds_spec r (placed squares 4)); try assumption.
  - intros mine mine' Hm Hin. destruct (complete _ _ _ _ _ ok mine Hm) as (k & Hk & <-).
    destruct (closed _ _ _ _ _ ok k mine' Hk Hin) as (k' & Hk' & <-).
    apply (are_placed _ _ _ _ _ ok), Hk'.
  - intros b' x y Hx Hy Hxy. apply (nothing_new t squares adjacent (goals r) 4 ok n Hs).
    repeat split; apply Hx || apply Hy || apply Hxy.
Qed.

Lemma position_eq p : placement p -> forall c, exists b own other,
  turn p = mover c b /\ facing own other /\ own = pieces p c /\ other = pieces p (opponent c) /\
  p = place c (mover c b) own other.
Proof.
  intros Hp c. exists (match turn p, c with Black, Black | Red, Red => true | _, _ => false end).
  exists (pieces p c), (pieces p (opponent c)).
  assert (Ht : turn p = mover c (match turn p, c with Black, Black | Red, Red => true | _, _ => false end))
    by (destruct (turn p), c; reflexivity).
  split; [exact Ht |]. pose proof (place_pieces c _ p Hp Ht) as E.
  split; [| split; [reflexivity | split; [reflexivity | now symmetry]]].
  rewrite <- E in Hp. now apply placement_place in Hp.
Qed.

(** The levels agree with Rules.v. *)
Theorem level_decides_spec n c p : placement p -> ~ has_goal r (turn p) p ->
  wins_within r c n p <-> level_decides t n c p = true.
Proof.
  intros Hp. remember (turn p) as who eqn:Hwho. intros Hg.
  destruct (position_eq p Hp who) as (b & own & other & Ht & Hf & Eo & Et & E).
  assert (b = true) as ->
    by (rewrite <- Hwho in Ht; destruct b, who; (reflexivity || discriminate)).
  rewrite E, goal_own in Hg. apply not_true_iff_false in Hg.
  unfold level_decides. rewrite <- Hwho, <- Eo, <- Et.
  destruct (facing_numbers t squares adjacent (goals r) 4 ok own other Hf)
    as (k & i & Hk & Hi & Ek & Ei).
  pose proof (level_is_true t squares adjacent (goals r) 4 ok n) as Hl.
  set (side := match who, c with Black, Black | Red, Red => won | _, _ => lost end).
  assert (Hbit : wins_within r c n p <-> in_row (row (side (level t n)).[k]) i = true).
  { rewrite E. clear E Eo Et. subst own other. destruct Hf as (_ & _ & Hd). unfold side.
    destruct who, c; cbn [mover] in *;
      rewrite ?(won_spec _ _ _ _ _ _ Hl), ?(lost_spec _ _ _ _ _ _ Hl) by assumption.
    - rewrite (wins_spec r Black n true). tauto.
    - rewrite (wins_spec r Red n false (sets t).[i] (sets t).[k]). tauto.
    - rewrite (wins_spec r Black n false (sets t).[i] (sets t).[k]). tauto.
    - rewrite (wins_spec r Red n true). tauto. }
  rewrite Hbit, existsb_exists. clear Hbit. split.
  - intros H. exists k. rewrite (in_numbers t squares adjacent (goals r) 4 ok).
    split; [exact Hk |]. rewrite Ek, N.eqb_refl. apply existsb_exists. exists i.
    rewrite (in_numbers t squares adjacent (goals r) 4 ok). split; [exact Hi |].
    now rewrite Ei, N.eqb_refl.
  - intros (k' & Hk'%(in_numbers t squares adjacent (goals r) 4 ok) &
      [Ek'%N.eqb_eq (i' & Hi'%(in_numbers t squares adjacent (goals r) 4 ok) &
        [Ei'%N.eqb_eq H]%andb_prop)%existsb_exists]%andb_prop).
    rewrite <- Ek in Ek'. rewrite <- Ei in Ei'.
    apply (distinct _ _ _ _ _ ok) in Ek', Ei'; try assumption. now subst.
Qed.

Lemma some_length n c b own other :
  Placements.wins squares adjacent (goals r) n b own other = true ->
  exists m, (m <= n)%nat /\ wins_after r c m (place c (mover c b) own other).
Proof.
  induction n as [|n IH]; intros H.
  - exists 0%nat. rewrite wins_after_spec. split; [constructor | split; [exact H | lia]].
  - destruct (Placements.wins squares adjacent (goals r) n b own other) eqn:E.
    + destruct (IH eq_refl) as (m & Hm & Hw). exists m. split; [lia | exact Hw].
    + exists (S n). rewrite wins_after_spec, wins_in_S. auto.
Qed.

(** Every placement is won, or lost, within [n] plies, or drawn. *)
Theorem solve_all n result : solve t n = Some result ->
  forall p, placement p -> ~ has_goal r (turn p) p ->
  (exists m, (m <= n)%nat /\ wins_after r (turn p) m p) \/
  (exists m, (m <= n)%nat /\ wins_after r (opponent (turn p)) m p) \/
  (holds r Black p /\ holds r Red p).
Proof.
  intros Hs p Hp Hg. set (c := turn p).
  destruct (position_eq p Hp c) as (b & own & other & Ht & Hf & _ & _ & E).
  assert (b = true) as ->; [| clear Ht].
  { fold c in Ht. destruct b, c; try reflexivity; discriminate. }
  assert (E' : p = place (opponent c) (mover (opponent c) false) other own)
    by (rewrite E; destruct c; reflexivity).
  destruct (Placements.wins squares adjacent (goals r) n true own other) eqn:H1.
  { left. rewrite E. now apply some_length. }
  destruct (Placements.wins squares adjacent (goals r) n false other own) eqn:H2.
  { right. left. rewrite E'. now apply some_length. }
  right. right.
  apply (holds_where_not_won n result Hs c true own other Hf) in H1.
  apply (holds_where_not_won n result Hs (opponent c) false other own (facing_sym _ _ _ _ Hf)) in H2.
  rewrite <- E in H1. rewrite <- E', opponent_opponent in H2. destruct c; auto.
Qed.

Theorem solve_figures n result : solve t n = Some result -> figures r result.
Proof.
  intros Hs c. destruct (solve_spec t squares adjacent (goals r) 4 ok n result Hs) as (Hw & Hl & Hd).
  split; [| split].
  - intros j. apply (number_of_positions c true (won_in squares adjacent (goals r) 4 j));
      [intros own other H; apply H | intros p (H & _); split; apply H | | apply Hw].
    intros own other Hf. unfold won_in, to_move.
    rewrite placement_place, turn_place, goal_own, wins_after_spec.
    rewrite <- not_true_iff_false. cbn [mover]. tauto.
  - intros j. apply (number_of_positions c true (lost_in squares adjacent (goals r) 4 j));
      [intros own other H; apply H | intros p (H & _); split; apply H | | apply Hl].
    intros own other Hf. unfold lost_in, to_move.
    rewrite placement_place, turn_place, goal_own.
    assert (E : place c (mover c true) own other = place (opponent c) (mover (opponent c) false) other own)
      by (destruct c; reflexivity).
    rewrite E, wins_after_spec, <- not_true_iff_false. cbn [mover]. tauto.
  - apply (number_of_positions c true (drawn squares adjacent (goals r) 4));
      [intros own other H; apply H | intros p (H & _); split; apply H | | apply Hd].
    intros own other Hf. unfold drawn, to_move.
    rewrite placement_place, turn_place, goal_own. rewrite <- not_true_iff_false. cbn [mover].
    assert (Hboth : (holds r Black (place c c own other) /\ holds r Red (place c c own other)) <->
      holds r (opponent c) (place c c own other) /\ holds r c (place c c own other))
      by (destruct c; cbn [opponent]; tauto).
    rewrite Hboth. clear Hboth.
    assert (Hother : place c c own other = place (opponent c) (mover (opponent c) false) other own)
      by (destruct c; reflexivity).
    split.
    + intros (_ & Hg & Hn). split; [tauto |]. split.
      * apply (holds_where_not_won n result Hs c true); [exact Hf | apply (Hn n)].
      * rewrite Hother, <- (opponent_opponent c) at 1.
        apply (holds_where_not_won n result Hs (opponent c) false); [now apply facing_sym | apply (Hn n)].
    + intros ((_ & _ & Hg) & H1 & H2). split; [exact Hf |]. split; [exact Hg |].
      intros j. split; apply not_true_iff_false; intros H.
      * apply (wins_spec r c j true) in H. exact (not_both _ _ _ _ H H1).
      * apply (wins_spec r (opponent c) j false) in H. rewrite <- Hother in H.
        apply (not_both _ _ _ _ H). now rewrite opponent_opponent.
Qed.

End Solution.

(** * The result for 5×5 *)

Section Solved.
Variables (r : rules) (plies : nat) (result : result).
Hypothesis solved : solution squares (goals r) plies = Some result.

Lemma solved_tables : exists t, make_tables squares adjacent (goals r) 4 = Some t /\
  solve t plies = Some result.
Proof.
  revert solved. unfold solution. destruct (make_tables _ _ _ _) as [t |]; [eauto | discriminate].
Qed.

(** The solver's levels decide who wins within [n] plies. *)
Theorem computed_spec c n p : placement p -> ~ has_goal r (turn p) p ->
  wins_within r c n p <-> computed (goals r) n c p = true.
Proof.
  destruct solved_tables as (t & E & _). unfold computed. rewrite E. now apply level_decides_spec.
Qed.

(** Every placement is won or lost within [plies] plies, or drawn. *)
Theorem values p : placement p -> ~ has_goal r (turn p) p ->
  (exists n, (n <= plies)%nat /\ wins_after r (turn p) n p) \/
  (exists n, (n <= plies)%nat /\ wins_after r (opponent (turn p)) n p) \/
  (holds r Black p /\ holds r Red p).
Proof. destruct solved_tables as (t & E & Hs). exact (solve_all r t E plies result Hs p). Qed.

(** No win takes more than [plies] plies. *)
Theorem longest c n p : placement p -> wins_within r c n p -> wins_within r c plies p.
Proof.
  destruct solved_tables as (t & E & Hs). intros Hp.
  destruct (position_eq p Hp c) as (b & own & other & _ & Hf & _ & _ & ->). rewrite !wins_spec.
  apply (settled t squares adjacent (goals r) 4
    (make_tables_correct squares adjacent (goals r) 4 distinct_squares t E) plies
    (solve_still _ _ _ Hs) n b own other Hf).
Qed.

(** If a side cannot win within [plies] plies, the other side holds forever. *)
Theorem holds_otherwise c p : placement p -> ~ wins_within r c plies p -> holds r (opponent c) p.
Proof.
  destruct solved_tables as (t & E & Hs). intros Hp.
  destruct (position_eq p Hp c) as (b & own & other & _ & Hf & _ & _ & ->). rewrite wins_spec.
  intros Hw. apply (holds_where_not_won r t E plies result Hs c b own other Hf).
  now apply not_true_iff_false.
Qed.

(** The figures of the result are right. *)
Theorem counted : figures r result.
Proof. destruct solved_tables as (t & E & Hs). exact (solve_figures r t E plies result Hs). Qed.

End Solved.

Lemma number_of_some {A} (P : A -> Prop) n : number_of P n -> (0 < n)%N -> exists x, P x.
Proof.
  intros ([| x l] & _ & H & <-) Hn; [simpl in Hn; lia |]. exists x. apply H. now left.
Qed.
