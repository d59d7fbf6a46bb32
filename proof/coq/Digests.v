(** The digests of the sections of a table, computed from the solver's scores, and the proof that
    they are those of Payload.v. *)

From Coq Require Import NArith ZArith Arith Bool String Ascii List Sorted Lia Uint63 PArray.
From Teeko Require Import Sha256 FastSha256 Rules Geometry Rounds Placements Rows Numbering Levels Counts
  Solution DropPhase DropTables Payload.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * Definitions *)

(** The byte of a score after [d] drops. *)
Definition byte_of_score (d v : int) : int :=
  if v =? 100 then 0 else if v <? 100 then v - d + 1 else 201 - v - d.

(** The hash of the bytes of all pairs of a set of the mover and a set of its opponent. *)
Definition digest (movers others : index) (byte : int -> int -> int) : string :=
  let numbers := range (size others) 0 in
  finish (fold_left (fun s k =>
    let own := (mask movers).[k] in
    let byte := byte k in
    fold_left (fun s i => if own land (mask others).[i] =? 0 then push s (byte i) else s) numbers s)
    (range (size movers) 0) no_bytes).

(** With all pieces placed a table has the scores of the mover, or of Black. *)
Definition placed_digest (x : index) (t : table) : string :=
  digest x x (fun k => let row := t.[k] in let over := (ends x).[k] in
    fun i => if over then 255 else byte_of_score 8 row.[i]).
Definition drop_digest (d : nat) (blacks reds : index) (t : table) : string :=
  let d' := of_nat d in
  if Nat.even d then digest blacks reds (fun k => let row := t.[k] in fun i => byte_of_score d' row.[i])
  else digest reds blacks (fun k i => byte_of_score d' t.[i].[k]).

(** The sets of the index ascend. *)
Fixpoint ascending (l : list N) : bool :=
  match l with
  | x :: (y :: _) as l => (x <? y)%N && ascending l
  | _ => true
  end.
Definition in_order (x : index) : bool := ascending (map (get (nth_set x)) (range (size x) 0)).

(** * Proofs *)

Opaque squares adjacent bits.

(** ** Lists in order *)

Lemma ascending_spec l : ascending l = true -> StronglySorted N.lt l.
Proof.
  intros H. apply Sorted_StronglySorted; [exact N.lt_trans |].
  induction l as [| x l IH]; constructor.
  - apply IH. destruct l; [reflexivity | now apply andb_prop in H].
  - destruct l; constructor. apply andb_prop in H as [H _]. now apply N.ltb_lt.
Qed.

Lemma sorted_map {A B} (f : A -> B) (R : A -> A -> Prop) (R' : B -> B -> Prop) l :
  (forall x y, In x l -> In y l -> R x y -> R' (f x) (f y)) -> StronglySorted R l -> StronglySorted R' (map f l).
Proof.
  induction l as [| x l IH]; intros H Hl; [constructor |]. apply StronglySorted_inv in Hl as [Hl Hx].
  constructor; [apply IH; [intros; apply H; try right |]; assumption |].
  apply Forall_map. rewrite Forall_forall in *. intros y Hy. apply H; [now left | now right | now apply Hx].
Qed.

Lemma sorted_filter {A} (R : A -> A -> Prop) P l : StronglySorted R l -> StronglySorted R (filter P l).
Proof.
  induction 1 as [| x l Hl IH Hx]; [constructor |]. cbn [filter]. destruct (P x); [| exact IH].
  constructor; [exact IH |]. rewrite Forall_forall in *. intros y [Hy _]%filter_In. now apply Hx.
Qed.

Lemma sorted_app {A} (R : A -> A -> Prop) l l' : StronglySorted R l -> StronglySorted R l' ->
  (forall x y, In x l -> In y l' -> R x y) -> StronglySorted R (l ++ l').
Proof.
  induction 1 as [| x l Hl IH Hx]; intros Hl' H; [exact Hl' |]. cbn [app].
  constructor; [apply IH; [exact Hl' | intros; apply H; [right |]; assumption] |].
  apply Forall_app. split; [exact Hx |]. apply Forall_forall. intros y Hy. apply H; [now left | exact Hy].
Qed.

Lemma sorted_cells {A} (R : A -> A -> Prop) (f g : int -> N) (h : int * int -> A) P is js :
  (forall k i k' i', (f k < f k')%N \/ k = k' /\ (g i < g i')%N -> R (h (k, i)) (h (k', i'))) ->
  StronglySorted (fun k k' => (f k < f k')%N) is -> StronglySorted (fun i i' => (g i < g i')%N) js ->
  StronglySorted R (map h (cells P is js)).
Proof.
  intros HR His Hjs. induction His as [| k is His IH Hk]; [constructor |].
  cbn [cells flat_map]. rewrite map_app, map_map. apply sorted_app; [| exact IH |].
  - eapply sorted_map; [| apply sorted_filter, Hjs]. intros x y _ _ H. apply HR. now right.
  - rewrite Forall_forall in Hk. intros x y Hx Hy. apply in_map_iff in Hx as (i & <- & _).
    apply in_map_iff in Hy as ((k' & i') & <- & Hy). apply in_flat_map in Hy as (k'' & Hin & Hy).
    apply in_map_iff in Hy as (i'' & E & _). injection E as <- <-. apply HR. left. now apply Hk.
Qed.

(** ** The hash of all pairs of sets *)

Definition position_of (who : colour) (d : nat) (own other : set) : position :=
  match who with Black => Position Black d own other | Red => Position Red d other own end.

Section Digest.
Variables (squares : list square) (goals : list set) (movers others : index) (a b : nat).
Hypothesis Hmovers : index_spec squares goals movers a.
Hypothesis Hothers : index_spec squares goals others b.
Hypothesis movers_ascend : in_order movers = true.
Hypothesis others_ascend : in_order others = true.
Variables (d : nat) (who : colour) (byte_of : position -> Z -> Prop) (byte : int -> int -> int).

Definition listed (p : position) : Prop := dropped p = d /\ turn p = who /\
  placed squares a (mine p) /\ placed squares b (theirs p) /\ disjoint (mine p) (theirs p).

Hypothesis Hbyte : forall p, listed p ->
  let v := byte (rank movers (mine p)) (rank others (theirs p)) in is_byte v /\ byte_of p (to_Z v).

Definition free (k i : int) : bool := (mask movers).[k] land (mask others).[i] =? 0.
Notation pairs := (cells free (range (size movers) 0) (range (size others) 0)).
Definition at_pair (x : int * int) : position :=
  let '(k, i) := x in position_of who d (nth_set movers).[k] (nth_set others).[i].

Lemma mine_position own other : mine (position_of who d own other) = own /\
  theirs (position_of who d own other) = other.
Proof. now destruct who. Qed.

Lemma position_mine p : dropped p = d -> turn p = who -> position_of who d (mine p) (theirs p) = p.
Proof. destruct p as [[] ? ? ?]; cbn; intros <- <-; reflexivity. Qed.

Lemma in_pairs k i : In (k, i) pairs <-> (to_Z k < Z.of_nat (size movers))%Z /\
  (to_Z i < Z.of_nat (size others))%Z /\ disjoint (nth_set movers).[k] (nth_set others).[i].
Proof.
  unfold cells. rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite filter_In.
  setoid_rewrite (in_range_iff _ _ (index_small _ _ _ _ Hmovers)).
  setoid_rewrite (in_range_iff _ _ (index_small _ _ _ _ Hothers)).
  assert (Hfree : forall k i, (to_Z k < Z.of_nat (size movers))%Z -> (to_Z i < Z.of_nat (size others))%Z ->
    free k i = true <-> disjoint (nth_set movers).[k] (nth_set others).[i]).
  { intros x y Hx Hy. unfold free. rewrite land_disjoint.
    destruct (index_nth _ _ _ _ Hmovers x Hx) as (_ & _ & ->).
    now destruct (index_nth _ _ _ _ Hothers y Hy) as (_ & _ & ->). }
  split.
  - intros (k' & Hk & i' & E & Hi & H). injection E as -> ->. rewrite <- Hfree by assumption. auto.
  - intros (Hk & Hi & H). exists k. split; [exact Hk |]. exists i. rewrite Hfree by assumption. auto.
Qed.

Lemma pairs_listed p : In p (map at_pair pairs) <-> listed p.
Proof.
  rewrite in_map_iff. split.
  - intros ((k, i) & <- & (Hk & Hi & Hd)%in_pairs). unfold listed, at_pair.
    destruct (mine_position (nth_set movers).[k] (nth_set others).[i]) as [-> ->].
    split; [now destruct who |]. split; [now destruct who |].
    split; [apply (index_nth _ _ _ _ Hmovers k Hk) |].
    split; [apply (index_nth _ _ _ _ Hothers i Hi) | exact Hd].
  - intros (Ed & Et & Ha & Hb & Hd).
    destruct (index_rank _ _ _ _ Hmovers _ Ha) as (Hi & Ei), (index_rank _ _ _ _ Hothers _ Hb) as (Hj & Ej).
    exists (rank movers (mine p), rank others (theirs p)). unfold at_pair. rewrite in_pairs, Ei, Ej.
    split; [now apply position_mine | now split].
Qed.

(** The loop pushes the bytes of the pairs in order. *)
Lemma digest_stream : digest movers others byte =
  finish (fold_left push (map (fun '(k, i) => byte k i) pairs) no_bytes).
Proof.
  unfold digest. cbv zeta. f_equal. generalize no_bytes. generalize (range (size others) 0) as js.
  intros js. generalize (range (size movers) 0) as is.
  induction is as [| k is IH]; intros s; [reflexivity |]. cbn [cells flat_map fold_left].
  rewrite IH, map_app, fold_left_app. f_equal. clear. revert s.
  induction js as [| i js IH]; intros s; [reflexivity |]. cbn [fold_left filter]. unfold free at 1.
  destruct (_ land _ =? 0); cbn [map fold_left]; apply IH.
Qed.

Lemma length_cells P is js : (List.length (cells P is js) <= List.length is * List.length js)%nat.
Proof.
  induction is as [| i is IH]; [reflexivity |]. cbn [cells flat_map]. rewrite app_length, map_length.
  fold (cells P is js). cbn [List.length Nat.mul]. apply Nat.add_le_mono; [| exact IH].
  clear IH. induction js as [| j js IHj]; [reflexivity |]. simpl. destruct (P i j); simpl; lia.
Qed.

Theorem digest_spec : digest_of listed byte_of (digest movers others byte).
Proof.
  exists (map at_pair pairs), (map to_Z (map (fun '(k, i) => byte k i) pairs)).
  assert (Hpair : forall k i, In (k, i) pairs -> listed (at_pair (k, i)) /\
    rank movers (mine (at_pair (k, i))) = k /\ rank others (theirs (at_pair (k, i))) = i).
  { intros k i Hin. split; [apply pairs_listed, in_map, Hin |]. apply in_pairs in Hin as (Hk & Hi & _).
    unfold at_pair. destruct (mine_position (nth_set movers).[k] (nth_set others).[i]) as [-> ->].
    split; [apply (index_nth _ _ _ _ Hmovers k Hk) | apply (index_nth _ _ _ _ Hothers i Hi)]. }
  assert (Hlist : forall x, in_order x = true ->
    StronglySorted (fun k k' => ((nth_set x).[k] < (nth_set x).[k'])%N) (range (size x) 0)).
  { intros x Hx%ascending_spec. revert Hx. generalize (range (size x) 0). intros l Hl.
    induction l as [| k l IH]; [constructor |]. cbn [map] in Hl. apply StronglySorted_inv in Hl as [Hl Hk].
    constructor; [apply IH, Hl |]. rewrite Forall_map in Hk. exact Hk. }
  split; [| split; [exact pairs_listed | split]].
  - eapply sorted_cells; [| apply (Hlist movers movers_ascend) | apply (Hlist others others_ascend)].
    intros k i k' i' H. unfold at_pair, before.
    destruct (mine_position (nth_set movers).[k] (nth_set others).[i]) as [-> ->].
    destruct (mine_position (nth_set movers).[k'] (nth_set others).[i']) as [-> ->].
    destruct H as [H | (-> & H)]; auto.
  - rewrite map_map. revert Hpair. generalize pairs as l.
    induction l as [| (k, i) l IH]; intros H; constructor; [| apply IH; intros; apply H; now right].
    destruct (H k i (or_introl eq_refl)) as (Hl & Ek & Ei). destruct (Hbyte _ Hl) as (_ & Hv).
    rewrite Ek, Ei in Hv. exact Hv.
  - rewrite digest_stream. symmetry.
    assert (Hlen : (Z.of_nat (List.length pairs) < 2 ^ 59)%Z).
    { pose proof (length_cells free (range (size movers) 0) (range (size others) 0)) as H.
      rewrite !length_range in H. pose proof (index_small _ _ _ _ Hmovers) as H1.
      pose proof (index_small _ _ _ _ Hothers) as H2. unfold small in *.
      change (to_Z max_length) with 4194303%Z in *. nia. }
    apply finish_spec; [apply (received_all _ no_bytes []); [apply received_none | |] |];
      rewrite ?map_length; cbn [List.length]; try lia.
    apply Forall_map, Forall_forall. intros (k, i) Hin. destruct (Hpair k i Hin) as (Hl & Ek & Ei).
    destruct (Hbyte _ Hl) as (Hv & _). rewrite Ek, Ei in Hv. exact Hv.
Qed.

End Digest.

(** ** Scores *)

(** The byte says who wins, and in how many plies. *)
Lemma score_byte d black red v : (d <= 8)%nat -> scored d black red v ->
  let b := byte_of_score (of_nat d) v in is_byte b /\
  ((to_Z b = 0%Z /\ forall n, (d + n < 100)%nat -> ~ black n /\ ~ red n) \/
   exists n, to_Z b = (Z.of_nat n + 1)%Z /\
     ((black n /\ forall m, (m < n)%nat -> ~ black m) \/ (red n /\ forall m, (m < n)%nat -> ~ red m))).
Proof.
  intros Hd (Hv & Hrange). destruct (to_Z_end d Hd) as (_ & Ed). unfold byte_of_score, is_byte. cbv zeta.
  change wB with 9223372036854775808%Z in *.
  destruct (v =? 100) eqn:E; [| destruct (v <? 100) eqn:E'].
  - apply eqb_correct in E as ->. change (to_Z 100) with 100%Z in *. split; [now cbn |]. left.
    split; [reflexivity |]. intros n Hn. destruct (Hv n Hn) as [-> ->]. lia.
  - apply ltb_spec in E'. change (to_Z 100) with 100%Z in E'.
    assert (Eb : to_Z (v - of_nat d + 1) = (to_Z v - Z.of_nat d + 1)%Z).
    { rewrite add_spec, sub_spec, Ed. change (to_Z 1) with 1%Z. change wB with 9223372036854775808%Z.
      now rewrite (Z.mod_small (_ - _)), Z.mod_small by lia. }
    rewrite Eb. split; [lia |]. right. exists (Z.to_nat (to_Z v) - d)%nat. split; [lia |].
    right. split; [apply Hv; lia |]. intros m Hm Hr. apply Hv in Hr; lia.
  - rewrite <- not_true_iff_false, ltb_spec in E'. rewrite <- not_true_iff_false, eqb_spec in E.
    assert (H100 : to_Z v <> 100%Z) by (intros H; apply E, to_Z_inj; exact H).
    change (to_Z 100) with 100%Z in E'.
    assert (Eb : to_Z (201 - v - of_nat d) = (201 - to_Z v - Z.of_nat d)%Z).
    { rewrite !sub_spec, Ed. change (to_Z 201) with 201%Z. change wB with 9223372036854775808%Z.
      now rewrite (Z.mod_small (201 - _)), Z.mod_small by lia. }
    rewrite Eb. split; [lia |]. right. exists (200 - Z.to_nat (to_Z v) - d)%nat. split; [lia |].
    left. split; [apply Hv; lia |]. intros m Hm Hb. apply Hv in Hb; lia.
Qed.

(** ** All pieces placed *)

(** The mover wins only in an odd number of plies, and loses only in an even number. *)
Fixpoint alternates (odd : bool) (l : list (N * N)) : bool :=
  match l with [] => true | (w, l) :: rest => ((if odd then l else w) =? 0)%N && alternates (negb odd) rest end.

Lemma alternates_spec l : forall odd n, alternates odd l = true ->
  (if xorb odd (Nat.odd n) then snd else fst) (nth n l (0, 0)%N) = 0%N.
Proof.
  induction l as [| (w, l') l IH]; intros odd n H; [now destruct n, (xorb odd _) |].
  apply andb_prop in H as [H%N.eqb_eq Hl]. destruct n as [|n]; [destruct odd; exact H |].
  cbn [nth]. rewrite Nat.odd_succ, <- Nat.negb_odd. specialize (IH _ n Hl).
  now destruct odd, (Nat.odd n).
Qed.

Lemma number_of_none {A} (P : A -> Prop) x : number_of P 0%N -> ~ P x.
Proof. intros ([| y l] & _ & H & E) Hx; [now apply H in Hx | discriminate]. Qed.

Section Placed.
Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variables (pieces plies : nat) (result : result) (t : tables).
Hypothesis distinct_squares : NoDup squares.
Hypothesis made : make_tables squares adjacent goals pieces = Some t.
Hypothesis solved : solve t plies = Some result.
Hypothesis Hplies : (plies <= 90)%nat.
Hypothesis Halternates : alternates false (lengths result) = true.
Notation x := (index_on squares goals pieces).
Hypothesis Hx : index_spec squares goals x pieces.
Hypothesis x_ascends : in_order x = true.

Notation won_in := (won_in squares adjacent goals pieces).
Notation lost_in := (lost_in squares adjacent goals pieces).

(** The byte of a placement on any board. *)
Definition board_byte (p : position) : Z -> Prop :=
  byte (is_goal goals (mine p) = true) (drawn squares adjacent goals pieces (mine p) (theirs p))
    (fun n => (if Nat.odd n then won_in else lost_in) n (mine p) (theirs p)).

Lemma parity n own other : (won_in n own other -> Nat.odd n = true) /\ (lost_in n own other -> Nat.odd n = false).
Proof.
  pose proof (make_tables_correct squares adjacent goals pieces distinct_squares t made) as ok.
  destruct (solve_spec t squares adjacent goals pieces ok plies result solved) as (Hw & Hl & _).
  specialize (Hw n). specialize (Hl n). pose proof (alternates_spec _ _ n Halternates) as H. cbn [xorb] in H.
  destruct (Nat.odd n); rewrite H in *; split; intros Hn; try reflexivity; exfalso.
  - exact (number_of_none _ (own, other) Hl Hn).
  - exact (number_of_none _ (own, other) Hw Hn).
Qed.

Theorem placed_digest_spec who :
  digest_of (listed squares pieces pieces 8 who) board_byte (placed_digest x (placed_scores t plies)).
Proof.
  unfold placed_digest. apply (digest_spec squares goals x x pieces pieces Hx Hx x_ascends x_ascends).
  intros p (Ed & Et & Ha & Hb & Hd). cbv zeta.
  destruct (index_rank _ _ _ _ Hx _ Ha) as (Hi & Ei). rewrite (index_ends _ _ _ _ Hx _ Hi), Ei.
  destruct (is_goal goals (mine p)) eqn:Hg; [split; [now cbn | now apply impossible] |].
  assert (Hf : facing squares pieces (mine p) (theirs p)) by (repeat split; apply Ha || apply Hb || exact Hd).
  pose proof (placed_scored squares adjacent goals pieces plies result t distinct_squares made solved Hplies Hx
    (mine p) (theirs p) Hf Hg) as Hs.
  destruct (score_byte 8 _ _ _ ltac:(lia) Hs) as (Hbyte & Hcase). change (of_nat 8) with 8 in *.
  split; [exact Hbyte |]. assert (Hno : is_goal goals (mine p) <> true) by congruence.
  destruct Hcase as [(-> & Hn) | (n & -> & Hn)].
  - apply drawn_byte; [exact Hno |]. split; [exact Hf |]. split; [exact Hg |].
    destruct (Hn plies ltac:(lia)) as (H1 & H2). intros n.
    assert (Hle : forall b own other, facing squares pieces own other ->
      Placements.wins squares adjacent goals n b own other = true ->
      Placements.wins squares adjacent goals plies b own other = true).
    { intros b own other Hfn H. destruct (Nat.le_ge_cases n plies) as [Hle | Hge].
      - now apply (wins_mono _ _ _ n).
      - now apply (settled_iff squares adjacent goals pieces plies result t distinct_squares made solved n). }
    split; apply not_true_iff_false; intros H; [apply H1 | apply H2]; apply Hle; auto using facing_sym.
  - apply decided_byte; [exact Hno |]. pose proof (parity n (mine p) (theirs p)) as (Hw & Hl).
    destruct Hn as [(Hn & Hm) | (Hn & Hm)].
    + assert (H : won_in n (mine p) (theirs p)); [| now rewrite (Hw H)].
      split; [exact Hf |]. split; [exact Hg |]. split; [exact Hn |].
      intros m H. now apply not_true_iff_false, Hm.
    + assert (H : lost_in n (mine p) (theirs p)); [| now rewrite (Hl H)].
      split; [exact Hf |]. split; [exact Hg |]. split; [exact Hn |].
      intros m H. now apply not_true_iff_false, Hm.
Qed.

End Placed.

(** What a test or the reader's machine computes for a board: the digest of all placements. *)
Definition board_digest (squares : list square) (goals : list set) (plies : nat) : option string :=
  match make_tables squares adjacent goals 4 return option string with
  | Some t =>
    let x := index_on squares goals 4 in
    if index_ok squares x 4 && in_order x then Some (placed_digest x (placed_scores t plies)) else None
  | None => None
  end.

Theorem board_digest_spec squares goals plies result digest who : NoDup squares ->
  solution squares goals plies = Some result -> (plies <= 90)%nat -> alternates false (lengths result) = true ->
  board_digest squares goals plies = Some digest ->
  digest_of (listed squares 4 4 8 who) (board_byte squares adjacent goals 4) digest.
Proof.
  unfold solution, board_digest. intros Hs.
  destruct (make_tables squares adjacent goals 4) as [t |] eqn:made; [| discriminate].
  intros solved Hplies Hpar. cbv zeta. destruct (_ && _) eqn:E; [| discriminate]. intros H. injection H as <-.
  apply andb_prop in E as [Hok Hx].
  apply (placed_digest_spec squares adjacent goals 4 plies result t Hs made solved Hplies Hpar); [| exact Hx].
  now apply index_ok_spec.
Qed.

(** ** The game of Rules.v *)

Section Game.
Variables (r : rules) (plies : nat) (result : result).
Hypothesis solved : solution squares (goals r) plies = Some result.
Hypothesis Hplies : (plies <= 90)%nat.
Hypothesis Halternates : alternates false (lengths result) = true.

Lemma placement_listed p : dropping p -> dropped p = 8%nat -> placement p /\ facing squares 4 (mine p) (theirs p) /\
  p = place (turn p) (mover (turn p) true) (mine p) (theirs p) /\
  p = place (opponent (turn p)) (mover (opponent (turn p)) false) (theirs p) (mine p).
Proof.
  intros Hp Ed. pose proof (dropped_placement p Hp Ed) as Hpl. split; [exact Hpl |].
  destruct Hpl as (_ & Hb & Hr & Hd). destruct p as [[] d b w]; cbn in *; subst d;
    (split; [| now split]); unfold facing; auto using disjoint_sym.
Qed.

(** The side that wins a placement. *)
Lemma placed_winner p c n : dropping p -> dropped p = 8%nat -> ~ has_goal r (turn p) p ->
  wins_after r c n p -> c = winner p n.
Proof.
  intros Hp Ed Hg Hw. destruct (placement_listed p Hp Ed) as (Hpl & Hf & E1 & E2).
  destruct (solved_tables r plies result solved) as (t & made & Hs).
  pose proof (parity squares adjacent (goals r) 4 plies result t Solution.distinct_squares made Hs Halternates
    n (mine p) (theirs p)) as (Hodd & Heven).
  assert (Hno : is_goal (goals r) (mine p) = false) by (now apply is_goal_pieces).
  assert (Hc : c = turn p \/ c = opponent (turn p)) by (destruct c, (turn p); auto).
  unfold winner. destruct Hc as [-> | ->].
  - rewrite Hodd; [reflexivity |]. split; [exact Hf |]. split; [exact Hno |].
    rewrite E1 in Hw at 2. now apply wins_after_spec in Hw.
  - rewrite Heven; [reflexivity |]. split; [exact Hf |]. split; [exact Hno |].
    rewrite E2 in Hw at 2. now apply wins_after_spec in Hw.
Qed.

Lemma placed_byte p b : dropping p -> dropped p = 8%nat ->
  board_byte squares adjacent (goals r) 4 p b -> byte_of r p b.
Proof.
  intros Hp Ed. destruct (placement_listed p Hp Ed) as (Hpl & Hf & E1 & E2).
  assert (Hgoal : is_goal (goals r) (mine p) = true <-> has_goal r (turn p) p) by (symmetry; apply goal_iff).
  intros [Hg | Hg (_ & _ & Hn) | n Hg Hn]; rewrite Hgoal in Hg.
  - now apply impossible.
  - apply drawn_byte; [exact Hg |].
    assert (H : forall c, ~ wins_within r c plies p).
    { destruct (Hn plies) as (H1 & H2). rewrite <- not_true_iff_false in H1, H2. intros c Hw.
      assert (Hc : c = turn p \/ c = opponent (turn p)) by (destruct c, (turn p); auto).
      destruct Hc as [-> | ->].
      - rewrite E1 in Hw at 2. now apply wins_spec in Hw.
      - rewrite E2 in Hw at 2. now apply wins_spec in Hw. }
    split; [apply (holds_otherwise r plies result solved Red); auto |].
    apply (holds_otherwise r plies result solved Black); auto.
  - apply decided_byte; [exact Hg |]. unfold winner. destruct (Nat.odd n); destruct Hn as (_ & _ & Hn).
    + rewrite E1 at 2. now apply wins_after_spec.
    + rewrite E2 at 2. now apply wins_after_spec.
Qed.

(** A side always has a drop. *)
Lemma has_drop p : dropping p -> (dropped p < 8)%nat -> (dropped p = 0%nat -> banned r = []) ->
  exists q, In q (successors r p).
Proof.
  intros (_ & (Hb & _) & (Hr & _) & Hd & _) H8 Hban.
  destruct (existsb (empty p) squares) eqn:E.
  - apply existsb_exists in E as (s & Hs & He). exists (after p (1 + dropped p) (add (pieces p (turn p)) s)).
    unfold successors. apply Nat.ltb_lt in H8. rewrite H8.
    apply (in_map (fun s => after p (1 + dropped p) (add (pieces p (turn p)) s))), filter_In.
    split; [exact Hs |]. now rewrite may_drop_empty.
  - exfalso. assert (Hall : forall s, In s squares -> true = has (black p) s || has (red p) s /\
      has (black p) s && has (red p) s = false).
    { intros s Hs. assert (He : empty p s = false).
      { apply not_true_iff_false. intros He. apply not_true_iff_false in E. apply E, existsb_exists. eauto. }
      unfold empty in He. apply andb_false_iff in He. rewrite !negb_false_iff in He.
      destruct (has (black p) s) eqn:Eb; [rewrite (Hd s Eb); now split |].
      destruct He as [He | ->]; [congruence | now split]. }
    pose proof (filter_split (fun _ => true) _ _ squares Hall) as Hlen. rewrite Hb, Hr in Hlen.
    assert (H25 : List.length (filter (fun _ => true) squares) = 25%nat) by (vm_compute; reflexivity).
    rewrite H25 in Hlen. clear - H8 Hlen. revert H8 Hlen. generalize (dropped p) as d. intros d H8.
    do 8 (destruct d as [| d]; [simpl; lia |]). lia.
Qed.

Lemma wins_more c n p : wins_within r c n p -> wins_within r c (S n) p.
Proof.
  induction 1 as [n p Hg | n p q Hno Hc Hq _ IH | n p Hno Hc _ IH];
    [now apply Rules.won | now apply wins_by with q | now apply wins_against].
Qed.

Lemma wins_later c m n p : (m <= n)%nat -> wins_within r c m p -> wins_within r c n p.
Proof. induction 1; auto using wins_more. Qed.

(** The side that wins a position. *)
Lemma is_winner drops : forall p c n, dropping p -> (dropped p + drops = 8)%nat ->
  (dropped p = 0%nat -> banned r = []) -> ~ has_goal r (turn p) p -> wins_after r c n p -> c = winner p n.
Proof.
  induction drops as [|drops IH]; intros p c n Hp E Hban Hg Hw; [apply placed_winner; auto; lia |].
  destruct Hw as (Hn & Hless). destruct n as [|n].
  { inversion_clear Hn as [? ? Hc | |]. unfold winner. cbn. destruct c, (turn p); auto; contradiction. }
  specialize (Hless n (Nat.lt_succ_diag_r n)).
  assert (Hc : ~ has_goal r c p) by (intros H; apply Hless; now apply Rules.won).
  assert (Ho : ~ has_goal r (opponent c) p) by (inversion Hn; [contradiction | assumption ..]).
  assert (Hboth : ~ has_goal r Black p /\ ~ has_goal r Red p) by (destruct c; auto).
  destruct Hboth as (Hb & Hr). pose proof Hn as Hnext. rewrite wins_next in Hnext by assumption.
  assert (Hq : exists q, In q (successors r p) /\ wins_within r c n q /\
    forall m, (m < n)%nat -> ~ wins_within r c m q).
  { destruct Hnext as [(Hch & q & Hq & Hwq) | (Hch & Hall)].
    - exists q. split; [exact Hq |]. split; [exact Hwq |]. intros m Hm Hwm. apply Hless.
      apply (wins_later c (S m)); [lia |]. now apply wins_by with q.
    - destruct n as [|n].
      { destruct (has_drop p Hp ltac:(lia) Hban) as (q & Hq). exists q. split; [exact Hq |].
        split; [now apply Hall | lia]. }
      destruct (forallb (fun q => decides r (computed (goals r)) drops n c q) (successors r p)) eqn:Ef.
      + exfalso. apply Hless. rewrite forallb_forall in Ef. apply wins_against; [exact Ho | exact Hch |].
        intros q Hq. destruct (successor_dropping r p q Hp ltac:(lia) Hq) as (Hdq & Edq).
        apply (drop_phase r plies result solved q Hdq). replace (8 - dropped q)%nat with drops by lia. auto.
      + apply forallb_false in Ef as (q & Hq & Ef). exists q. split; [exact Hq |]. split; [now apply Hall |].
        intros m Hm Hwm. destruct (successor_dropping r p q Hp ltac:(lia) Hq) as (Hdq & Edq).
        apply (wins_later c m n) in Hwm; [| lia]. apply (drop_phase r plies result solved q Hdq) in Hwm.
        replace (8 - dropped q)%nat with drops in Hwm by lia. congruence. }
  destruct Hq as (q & Hq & Hwq).
  destruct (successor_section r p q Hp ltac:(lia) Hb Hr Hq) as ((Hdq & Edq & Hgq) & Et).
  rewrite (IH q c n Hdq ltac:(lia) ltac:(lia) Hgq Hwq). unfold winner.
  rewrite Et, Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd n), (turn p).
Qed.

(** A side always has a ply, so no side loses because it has none. *)
Theorem has_ply p : dropping p -> (dropped p = 0%nat -> banned r = []) -> ~ has_goal r Black p ->
  ~ has_goal r Red p -> exists q, In q (successors r p).
Proof.
  intros Hp Hban Hb Hr. destruct (Nat.eq_dec (dropped p) 8) as [Ed | Ed].
  2: { apply has_drop; [exact Hp | destruct Hp; lia | exact Hban]. }
  destruct (successors r p) as [| q l] eqn:E; [exfalso | now exists q; left].
  assert (Hno : forall c, ~ has_goal r c p) by (intros []; assumption).
  assert (Hw : wins_after r (opponent (turn p)) 1 p).
  { split.
    2: { intros m Hm Hwm. replace m with 0%nat in Hwm by lia. inversion Hwm. now apply (Hno (opponent (turn p))). }
    apply wins_against; [apply Hno | | intros q Hq; rewrite E in Hq; destruct Hq].
    unfold chooser. rewrite Ed, opponent_opponent. reflexivity. }
  apply placed_winner in Hw; [| exact Hp | exact Ed | apply Hno].
  unfold winner in Hw. cbn in Hw. now destruct (turn p).
Qed.

(** A good score gives the byte of a position of the drop phase. *)
Lemma dropping_byte p v : dropping p -> (dropped p < 8)%nat -> (dropped p = 0%nat -> banned r = []) ->
  ~ has_goal r (turn p) p -> good r p v ->
  let b := byte_of_score (of_nat (dropped p)) v in is_byte b /\ byte_of r p (to_Z b).
Proof.
  intros Hp H8 Hban Hg Hv. cbv zeta.
  destruct (score_byte (dropped p) _ _ v ltac:(lia) Hv) as (Hbyte & Hcase). split; [exact Hbyte |].
  destruct (drop_phase r plies result solved p Hp) as (_ & Hh).
  destruct Hcase as [(-> & Hn) | (n & -> & Hn)].
  - apply drawn_byte; [exact Hg |]. destruct (Hn (8 - dropped p + plies)%nat ltac:(lia)) as (H1 & H2).
    split; [apply (Hh Red) | apply (Hh Black)]; assumption.
  - apply decided_byte; [exact Hg |].
    assert (H : exists c, wins_after r c n p) by (destruct Hn as [Hn | Hn]; eexists; exact Hn).
    destruct H as (c & Hc). rewrite <- (is_winner (8 - dropped p) p c n); try assumption. lia.
Qed.

End Game.

Lemma digest_of_iff P P' (f f' : position -> Z -> Prop) d : (forall p, P p <-> P' p) ->
  (forall p b, P p -> f p b -> f' p b) -> digest_of P f d -> digest_of P' f' d.
Proof.
  intros HP Hf (ps & bytes & Hs & Hin & Hb & E). exists ps, bytes. split; [exact Hs |].
  split; [intros p; now rewrite Hin | split; [| exact E]].
  assert (H : forall p, In p ps -> P p) by (intros p; now rewrite Hin). clear - Hf Hb H.
  induction Hb as [| p b ps bytes Hp _ IH]; constructor; [apply Hf; [apply H; now left | exact Hp] |].
  apply IH. intros q Hq. apply H. now right.
Qed.

(** * The digests of all sections *)

(** The letters as text. *)
Definition text (l : list letter) : string :=
  string_of_list_ascii (map (fun l => match l with Own => "S" | Other => "A" end)%char l).
Lemma letters_text l : letters (text l) = l.
Proof.
  unfold letters, text. rewrite list_ascii_of_string_of_list_ascii, map_map.
  rewrite <- (map_id l) at 2. apply map_ext. now intros [].
Qed.

Definition top (x : index) (t : table) : bool * (nat * string * string) :=
  (in_order x, (8%nat, ""%string, placed_digest x t)).
Definition visit (d : nat) (l : list letter) (blacks reds : index) (t : table)
  : section * (bool * (nat * string * string)) :=
  (section_of d l blacks reds t, (in_order blacks && in_order reds, (d, text l, drop_digest d blacks reds t))).

Definition top_right goals (x : bool * (nat * string * string)) : Prop :=
  fst x = true -> section_digest goals (snd x).
Definition visit_right goals (x : section * (bool * (nat * string * string))) : Prop :=
  section_true goals (fst x) /\ top_right goals (snd x).

Lemma are_right goals plies result : (plies <= 90)%nat -> alternates false (lengths result) = true ->
  rights goals plies result _ _ top visit (top_right goals) (visit_right goals).
Proof.
  intros Hplies Hpar indices t Hx Hg made solved.
  assert (Hs : solution squares goals plies = Some result) by (unfold solution; now rewrite made).
  assert (Hspec : forall n, (n <= 4)%nat -> index_spec squares goals (indices n) n)
    by (intros n Hn; apply (Hx n Hn)).
  split.
  - intros Horder style banned c _ _ _. cbn [top fst snd] in *. destruct (Hx 4%nat (le_n _)) as (E & H4).
    rewrite E in *.
    apply (digest_of_iff (listed squares 4 4 8 c) _ (board_byte squares adjacent goals 4)).
    3: now apply (placed_digest_spec squares adjacent goals 4 plies result t Solution.distinct_squares).
    + intros p. unfold listed, dropping. split.
      * intros (-> & <- & Ha & Hb & Hd). split; [| auto].
        destruct p as [[] ? ? ?]; cbn in *; repeat split; try lia; auto using disjoint_sym; apply Ha || apply Hb.
      * intros ((_ & Hb & Hr & Hd & _) & Ed & <-). rewrite Ed in *. split; [reflexivity |]. split; [reflexivity |].
        destruct p as [[] ? ? ?]; cbn in *; auto using disjoint_sym.
    + intros p b (Ed & Et & Ha & Hb & Hd). apply (placed_byte (Rules goals style banned) plies result Hs).
      * unfold dropping. rewrite Ed.
        destruct p as [[] ? ? ?]; cbn in *; repeat split; try lia; auto using disjoint_sym; apply Ha || apply Hb.
      * exact Ed.
  - intros d after t' blacks reds H8 Hgood. split.
    + exact (section_spec goals plies result Hs Hplies indices Hspec Hg d after t' H8 Hgood).
    + intros [Hb Hr]%andb_prop style banned c Hstyle Hban Hc. cbn [visit fst snd] in *.
      rewrite letters_text in Hstyle. specialize (Hc H8). specialize (Hgood style banned Hban Hstyle).
      assert (Ha : (Nat.div2 (S d) <= 4)%nat /\ (Nat.div2 d < 4)%nat)
        by (clear -H8; do 8 (destruct d as [| d]; [cbn; lia |]); lia).
      destruct Ha as (Ha & Ha'). pose proof (proj2 (Hx _ Ha)) as Hblacks.
      pose proof (proj2 (Hx (Nat.div2 d) ltac:(lia))) as Hreds. fold blacks in Hblacks. fold reds in Hreds.
      assert (Hpos : forall p, dropping p -> dropped p = d -> ~ has_goal (Rules goals style banned) (turn p) p ->
        let b := byte_of_score (of_nat d) (score blacks reds t' p) in
        is_byte b /\ byte_of (Rules goals style banned) p (to_Z b)).
      { intros p Hp Ed Hno.
        pose proof (dropping_byte (Rules goals style banned) plies result Hs Hplies Hpar p) as H. rewrite Ed in H.
        assert (Hv : good (Rules goals style banned) p (score blacks reds t' p)).
        { apply Hgood; [exact (conj Hp (conj Ed Hno)) | intros E8; exfalso; clear - H8 E8; lia]. }
        exact (H _ Hp H8 Hban Hno Hv). }
      assert (Hno : forall p, placed squares (Nat.div2 d) (mine p) ->
        ~ has_goal (Rules goals style banned) (turn p) p).
      { intros p Hp. apply is_goal_pieces, (not_a_goal goals plies Hplies indices Hspec Hg _ _ Ha' Hp). }
      unfold drop_digest. cbv zeta. destruct (Nat.even d) eqn:Even; subst c.
      * assert (Eab : Nat.div2 (S d) = Nat.div2 d)
          by (clear -H8 Even; do 8 (destruct d as [| d]; [easy |]); lia).
        assert (Hlist : forall p, listed squares (Nat.div2 (S d)) (Nat.div2 d) d Black p <->
          dropping p /\ dropped p = d /\ turn p = Black).
        { intros [who d' b w]. unfold listed, dropping, mine, theirs. cbn [turn dropped black red]. split.
          - intros (-> & -> & H1 & H2 & H3). cbn in *. rewrite Even.
            repeat split; auto; try apply H1; try apply H2. lia.
          - intros ((_ & H1 & H2 & H3 & _) & -> & ->). cbn in *. auto. }
        apply (digest_of_iff _ _ _ _ _ Hlist (fun p b _ H => H)).
        apply (digest_spec squares goals blacks reds _ _ Hblacks Hreds Hb Hr).
        intros p Hl. pose proof Hl as Hl'. apply Hlist in Hl' as (Hp & Ed & Et).
        assert (Hm : placed squares (Nat.div2 d) (mine p)) by (rewrite <- Eab; apply Hl).
        pose proof (Hpos p Hp Ed (Hno p Hm)) as H. unfold score in H. unfold mine, theirs. rewrite Et. exact H.
      * assert (Hlist : forall p, listed squares (Nat.div2 d) (Nat.div2 (S d)) d Red p <->
          dropping p /\ dropped p = d /\ turn p = Red).
        { intros [who d' b w]. unfold listed, dropping, mine, theirs. cbn [turn dropped black red]. split.
          - intros (-> & -> & H1 & H2 & H3). cbn in *. rewrite Even.
            repeat split; auto using disjoint_sym; try apply H1; try apply H2. lia.
          - intros ((_ & H1 & H2 & H3 & _) & -> & ->). cbn in *. auto 8 using disjoint_sym. }
        apply (digest_of_iff _ _ _ _ _ Hlist (fun p b _ H => H)).
        apply (digest_spec squares goals reds blacks _ _ Hreds Hblacks Hr Hb).
        intros p Hl. pose proof Hl as Hl'. apply Hlist in Hl' as (Hp & Ed & Et).
        pose proof (Hpos p Hp Ed (Hno p (proj1 (proj2 (proj2 Hl))))) as H.
        unfold score in H. unfold mine, theirs. rewrite Et. exact H.
Qed.

(** The result, if the sets of squares ascend.  A separate definition, so that Coq does not compute
    the result when it reads [all_tables]. *)
Definition checked {A} (x : option ((bool * (nat * string * string)) *
    (list (section * (bool * (nat * string * string))) * A))) :=
  match x with
  | Some ((order, digest), (l, scores)) =>
    if order && forallb (fun x => fst (snd x)) l
    then Some (map fst l, digest :: map (fun x => snd (snd x)) l, scores) else None
  | None => None
  end.

(** The figures and the digests of all sections, and the scores of the empty board. *)
Definition all_tables (goals : list set) (plies : nat)
  : option (list section * list (nat * string * string) * list (list letter * int)) :=
  checked (all_drops _ _ top visit goals plies).

(** If the solver has a result for the goals, they are right. *)
Theorem all_tables_spec goals plies result sections digests scores :
  solution squares goals plies = Some result -> (plies <= 90)%nat -> alternates false (lengths result) = true ->
  all_tables goals plies = Some (sections, digests, scores) ->
  Forall (section_true goals) sections /\ Forall (section_digest goals) digests /\ Forall (start_true goals) scores.
Proof.
  intros Hs Hplies Hpar. unfold all_tables.
  destruct (all_drops _ _ top visit goals plies) as [((order, digest) & (l & scores')) |] eqn:E; [| discriminate].
  destruct (all_drops_spec goals plies result _ _ top visit (top_right goals) (visit_right goals) Hplies
    (are_right goals plies result Hplies Hpar) _ Hs E) as (Htop & Hvisit & Hstart).
  cbn [fst snd checked] in *. destruct (order && _) eqn:Ho; [| discriminate]. intros H. injection H as <- <- <-.
  apply andb_prop in Ho as [Ho Hl]. rewrite forallb_forall in Hl. rewrite Forall_forall in Hvisit.
  split; [| split; [| exact Hstart]].
  - apply Forall_map, Forall_forall. intros x Hx. apply (Hvisit x Hx).
  - constructor; [exact (Htop Ho) |]. apply Forall_map, Forall_forall. intros x Hx.
    apply (Hvisit x Hx), (Hl x Hx).
Qed.

(** Every style with [n] letters, and whether the list has every section of the styles with four. *)
Fixpoint styles (n : nat) : list (list letter) :=
  match n with O => [[]] | S n => flat_map (fun s => [Own :: s; Other :: s]) (styles n) end.
Definition complete (digests : list (nat * string * string)) : bool :=
  forallb (fun d => forallb (fun style => existsb (fun '(d', s, _) =>
    Nat.eqb d' d && String.eqb s (text (skipn (Nat.div2 d) style))) digests) (styles 4)) (seq 0 9).

Lemma in_styles l : In l (styles (List.length l)).
Proof.
  induction l as [| x l IH]; [now left |]. cbn [List.length styles]. apply in_flat_map.
  exists l. split; [exact IH |]. destruct x; simpl; auto.
Qed.

Theorem complete_spec digests : complete digests = true -> forall style d, List.length style = 4%nat ->
  (d <= 8)%nat -> exists digest, In (d, text (skipn (Nat.div2 d) style), digest) digests.
Proof.
  unfold complete. intros H style d Hs Hd. rewrite forallb_forall in H.
  specialize (H d ltac:(apply in_seq; lia)). rewrite forallb_forall in H.
  pose proof (in_styles style) as Hin. rewrite Hs in Hin.
  apply H, existsb_exists in Hin as (((d', s), digest) & Hin & [->%Nat.eqb_eq ->%String.eqb_eq]%andb_prop). eauto.
Qed.
