(** The digests of the sections of a table, computed from the solver's scores, and the proof that
    they are those of Payload.v. *)

From Coq Require Import NArith ZArith Arith Bool String Ascii List Sorted Lia Uint63 PArray.
From Teeko Require Import Sha256 FastSha256 Rules Geometry Rounds Placements Rows Numbering Levels Counts
  Solution Boards DropPhase DropTables Payload.
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

(** ** The side that wins *)

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

Section Game.
Variables (board : list square) (r : rules) (plies : nat) (result : result) (t : tables).
Hypothesis distinct_board : NoDup board.
Hypothesis board_size : (8 < List.length board)%nat.
Hypothesis made : make_tables board adjacent (goals r) 4 = Some t.
Hypothesis solved : solve t plies = Some result.
Hypothesis Hplies : (plies <= 90)%nat.
Hypothesis Halternates : alternates false (lengths result) = true.
Notation ok := (make_tables_correct board adjacent (goals r) 4 distinct_board t made).
Notation wins_on := (wins_on board r).
Notation dropping_on := (dropping_on board).

Lemma turn_cases c p : c = turn p \/ c = opponent (turn p).
Proof. destruct c, (turn p); auto. Qed.

Lemma placement_facing p : dropping_on p -> dropped p = 8%nat -> facing board 4 (mine p) (theirs p) /\
  p = place (turn p) (mover (turn p) true) (mine p) (theirs p) /\
  p = place (opponent (turn p)) (mover (opponent (turn p)) false) (theirs p) (mine p).
Proof.
  intros (_ & Hb & Hr & Hd & _) Ed. rewrite Ed in *. destruct p as [[] d b w]; cbn in *; subst d;
    (split; [| now split]); unfold facing; auto using disjoint_sym.
Qed.

Lemma placement_wins p n : dropping_on p -> dropped p = 8%nat ->
  (wins_on (turn p) n p <-> Placements.wins board adjacent (goals r) n true (mine p) (theirs p) = true) /\
  (wins_on (opponent (turn p)) n p <->
    Placements.wins board adjacent (goals r) n false (theirs p) (mine p) = true).
Proof.
  intros Hp Ed. destruct (placement_facing p Hp Ed) as (_ & E1 & E2).
  split; [rewrite E1 at 2 | rewrite E2 at 2]; apply wins_on_spec.
Qed.

(** In a placement the mover wins in an odd number of plies. *)
Lemma placed_winner p c n : dropping_on p -> dropped p = 8%nat -> ~ has_goal r (turn p) p ->
  wins_on_in board r c n p -> c = winner p n.
Proof.
  intros Hp Ed Hg (Hn & Hless). destruct (placement_facing p Hp Ed) as (Hf & _).
  destruct (solve_spec t board adjacent (goals r) 4 ok plies result solved) as (Hw & Hl & _).
  specialize (Hw n). specialize (Hl n). pose proof (alternates_spec _ _ n Halternates) as H. cbn [xorb] in H.
  assert (Hno : is_goal (goals r) (mine p) = false) by (now apply is_goal_pieces).
  unfold winner. destruct (turn_cases c p) as [-> | ->]; destruct (Nat.odd n); rewrite H in *; try reflexivity;
    exfalso.
  - apply (number_of_none _ (mine p, theirs p) Hw). split; [exact Hf |]. split; [exact Hno |].
    split; [now apply placement_wins |]. intros m Hm. apply not_true_iff_false. intros Hwm.
    apply (Hless m Hm). now apply placement_wins.
  - apply (number_of_none _ (mine p, theirs p) Hl). split; [exact Hf |]. split; [exact Hno |].
    split; [now apply placement_wins |]. intros m Hm. apply not_true_iff_false. intros Hwm.
    apply (Hless m Hm). now apply placement_wins.
Qed.

(** The side that wins a position. *)
Lemma is_winner drops : forall p c n, dropping_on p -> (dropped p + drops = 8)%nat ->
  (dropped p = 0%nat -> banned r = []) -> ~ has_goal r (turn p) p -> wins_on_in board r c n p -> c = winner p n.
Proof.
  induction drops as [|drops IH]; intros p c n Hp E Hban Hg Hw; [apply placed_winner; auto; lia |].
  destruct Hw as (Hn & Hless). destruct n as [|n].
  { inversion_clear Hn as [? ? Hc | |]. unfold winner. cbn. destruct c, (turn p); auto; contradiction. }
  specialize (Hless n (Nat.lt_succ_diag_r n)).
  assert (Hc : ~ has_goal r c p) by (intros H; apply Hless; now apply won_on).
  assert (Ho : ~ has_goal r (opponent c) p) by (inversion Hn; [contradiction | assumption ..]).
  assert (Hboth : ~ has_goal r Black p /\ ~ has_goal r Red p) by (destruct c; auto).
  destruct Hboth as (Hb & Hr). pose proof Hn as Hnext. rewrite Boards.wins_next in Hnext by assumption.
  assert (Hq : exists q, In q (successors_on board r p) /\ wins_on_in board r c n q).
  { destruct Hnext as [(Hch & q & Hq & Hwq) | (Hch & Hall)].
    - exists q. split; [exact Hq |]. split; [exact Hwq |]. intros m Hm Hwm. apply Hless.
      apply (wins_later board r c (S m)); [lia |]. now apply wins_by_on with q.
    - destruct n as [|n].
      { destruct (has_drop board r p board_size Hp ltac:(lia) Hban) as (q & Hq). exists q. split; [exact Hq |].
        split; [now apply Hall | lia]. }
      destruct (all_or_one (wins_on c n) (successors_on board r p) (wins_dec board r c n)) as [H | (q & Hq & H)].
      + exfalso. apply Hless. now apply wins_against_on.
      + exists q. split; [exact Hq |]. split; [now apply Hall |].
        intros m Hm Hwm. apply H, (wins_later board r c m n); [lia | exact Hwm]. }
  destruct Hq as (q & Hq & Hwq).
  destruct (successor_section board r distinct_board p q Hp ltac:(lia) Hb Hr Hq) as ((Hdq & Edq & Hgq) & Et).
  rewrite (IH q c n Hdq ltac:(lia) ltac:(lia) Hgq Hwq). unfold winner.
  rewrite Et, Nat.odd_succ, <- Nat.negb_odd. now destruct (Nat.odd n), (turn p).
Qed.

(** A side always has a ply. *)
Lemma has_ply_on p : dropping_on p -> (dropped p = 0%nat -> banned r = []) -> ~ has_goal r Black p ->
  ~ has_goal r Red p -> exists q, In q (successors_on board r p).
Proof.
  intros Hp Hban Hb Hr. destruct (Nat.eq_dec (dropped p) 8) as [Ed | Ed].
  2: { apply has_drop; [exact board_size | exact Hp | destruct Hp; lia | exact Hban]. }
  destruct (successors_on board r p) as [| q l] eqn:E; [exfalso | now exists q; left].
  assert (Hno : forall c, ~ has_goal r c p) by (intros []; assumption).
  assert (Hw : wins_on_in board r (opponent (turn p)) 1 p).
  { split.
    2: { intros m Hm Hwm. replace m with 0%nat in Hwm by lia. inversion Hwm. now apply (Hno (opponent (turn p))). }
    apply wins_against_on; [apply Hno | | intros q Hq; rewrite E in Hq; destruct Hq].
    unfold chooser. rewrite Ed, opponent_opponent. reflexivity. }
  apply placed_winner in Hw; [| exact Hp | exact Ed | apply Hno].
  unfold winner in Hw. cbn in Hw. now destruct (turn p).
Qed.

(** A side wins within the plies of the longest win, or never. *)
Lemma wins_settled drops : forall p c n, dropping_on p -> (dropped p + drops = 8)%nat ->
  wins_on c n p -> wins_on c (drops + plies) p.
Proof.
  induction drops as [|drops IH]; intros p c n Hp E Hw.
  - assert (Ed : dropped p = 8%nat) by lia. destruct (placement_facing p Hp Ed) as (Hf & _).
    destruct (turn_cases c p) as [-> | ->]; apply placement_wins in Hw; try assumption;
      apply placement_wins; try assumption;
      apply (settled t board adjacent (goals r) 4 ok plies (solve_still _ _ _ solved) n); auto using facing_sym.
  - assert (Hq : forall q, In q (successors_on board r p) -> dropping_on q /\ (dropped q + drops = 8)%nat).
    { intros q Hq. destruct (Boards.successor_dropping board r distinct_board p q Hp ltac:(lia) Hq).
      split; [assumption | lia]. }
    inversion Hw as [? ? Hg | m ? q Hno Hc Hin Hwq | m ? Hno Hc Hall]; subst; [now apply won_on | |].
    + destruct (Hq q Hin). apply wins_by_on with q; [exact Hno | reflexivity | exact Hin |]. now apply (IH q _ m).
    + apply wins_against_on; [exact Hno | exact Hc |]. intros q Hin. destruct (Hq q Hin). apply (IH q _ m); auto.
Qed.

(** A score gives the byte of a position. *)
Lemma score_gives_byte p c v : dropping_on p -> (dropped p = 0%nat -> banned r = []) -> ~ has_goal r (turn p) p ->
  scored (dropped p) (fun n => wins_on c n p) (fun n => wins_on (opponent c) n p) v ->
  let b := byte_of_score (of_nat (dropped p)) v in is_byte b /\ byte_on board r p (to_Z b).
Proof.
  intros Hp Hban Hg Hv. assert (H8 : (dropped p <= 8)%nat) by apply Hp. cbv zeta.
  destruct (score_byte (dropped p) _ _ v H8 Hv) as (Hbyte & Hcase). split; [exact Hbyte |].
  destruct Hcase as [(-> & Hn) | (n & -> & Hn)].
  - apply drawn_byte; [exact Hg |]. destruct (Hn (8 - dropped p + plies)%nat ltac:(lia)) as (H1 & H2).
    intros c' n Hw. apply (wins_settled (8 - dropped p)) in Hw; [| exact Hp | lia].
    assert (Hc : c' = c \/ c' = opponent c) by (destruct c, c'; auto). destruct Hc as [-> | ->]; contradiction.
  - apply decided_byte; [exact Hg |].
    assert (H : exists c, wins_on_in board r c n p) by (destruct Hn as [Hn | Hn]; eexists; exact Hn).
    destruct H as (c' & Hc). rewrite <- (is_winner (8 - dropped p) p c' n); try assumption. lia.
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

(** * The digests of all sections of a board *)

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
  : bool * (nat * string * string) :=
  (in_order blacks && in_order reds, (d, text l, drop_digest d blacks reds t)).

Definition digest_right board goals (x : bool * (nat * string * string)) : Prop :=
  fst x = true -> section_digest_on board goals (snd x).

Lemma digests_are_right board goals plies result : NoDup board -> incl board squares ->
  (8 < List.length board)%nat -> (plies <= 90)%nat -> alternates false (lengths result) = true ->
  rights board goals plies result _ _ top visit (digest_right board goals) (digest_right board goals).
Proof.
  intros distinct Hsquares Hsize Hplies Hpar indices t Hx Hg made solved. split.
  - intros Horder style banned c _ _ _. cbn [top fst snd] in *. destruct (Hx 4%nat (le_n _)) as (E & H4).
    rewrite E in *. set (r := Rules goals style banned).
    assert (Hlist : forall p, listed board 4 4 8 c p <-> dropping_on board p /\ dropped p = 8%nat /\ turn p = c).
    { intros p. unfold listed, dropping_on. split.
      - intros (-> & <- & Ha & Hb & Hd). split; [| auto].
        destruct p as [[] ? ? ?]; cbn in *; repeat split; try lia; auto using disjoint_sym; apply Ha || apply Hb.
      - intros ((_ & Hb & Hr & Hd & _) & Ed & <-). rewrite Ed in *. split; [reflexivity |]. split; [reflexivity |].
        destruct p as [[] ? ? ?]; cbn in *; auto using disjoint_sym. }
    apply (digest_of_iff _ _ _ _ _ Hlist (fun p b _ H => H)).
    unfold placed_digest. apply (digest_spec board goals _ _ 4 4 H4 H4 Horder Horder).
    intros p Hl. pose proof Hl as (_ & _ & Ha & Hb & Hd). apply Hlist in Hl as (Hp & Ed & Et). cbv zeta.
    destruct (index_rank _ _ _ _ H4 _ Ha) as (Hi & Ei). rewrite (index_ends _ _ _ _ H4 _ Hi), Ei.
    destruct (is_goal goals (mine p)) eqn:Hgoal.
    { split; [now cbn |]. apply impossible. now apply (goal_iff r (turn p) p). }
    assert (Hno : ~ has_goal r (turn p) p) by (now apply is_goal_pieces).
    pose proof (placed_scored board adjacent goals 4 plies result t distinct made solved Hplies H4
      (mine p) (theirs p) (conj Ha (conj Hb Hd)) Hgoal) as (Hs & Hrange).
    assert (Hv : scored (dropped p) (fun n => wins_on board r (turn p) n p)
      (fun n => wins_on board r (opponent (turn p)) n p)
      (placed_scores t plies).[rank (index_on board goals 4) (mine p)].[rank (index_on board goals 4) (theirs p)]).
    { rewrite Ed. split; [| exact Hrange]. intros n Hn. destruct (placement_wins board r p n Hp Ed) as (-> & ->).
      exact (Hs n Hn). }
    pose proof (score_gives_byte board r plies result t distinct Hsize made solved Hplies Hpar p (turn p) _ Hp
      ltac:(rewrite Ed; discriminate) Hno Hv) as H. rewrite Ed in H. exact H.
  - intros d after t' blacks reds H8 Hgood. intros [Hb Hr]%andb_prop style banned c Hstyle Hban Hc.
    cbn [visit fst snd] in *.
    rewrite letters_text in Hstyle. specialize (Hc H8). specialize (Hgood style banned Hban Hstyle).
    set (r := Rules goals style banned) in *.
    assert (Hspec : forall n, (n <= 4)%nat -> index_spec board goals (indices n) n)
      by (intros n Hn; apply (Hx n Hn)).
    assert (Ha : (Nat.div2 (S d) <= 4)%nat /\ (Nat.div2 d < 4)%nat)
      by (clear -H8; do 8 (destruct d as [| d]; [cbn; lia |]); lia).
    destruct Ha as (Ha & Ha'). pose proof (Hspec _ Ha) as Hblacks.
    pose proof (Hspec (Nat.div2 d) ltac:(clear - Ha'; lia)) as Hreds. fold blacks in Hblacks. fold reds in Hreds.
    assert (Hpos : forall p, dropping_on board p -> dropped p = d -> ~ has_goal r (turn p) p ->
      let b := byte_of_score (of_nat d) (score blacks reds t' p) in
      is_byte b /\ byte_on board r p (to_Z b)).
    { intros p Hp Ed Hno.
      assert (Hv : good board r p (score blacks reds t' p)).
      { apply Hgood; [exact (conj Hp (conj Ed Hno)) | intros E8; exfalso; clear - H8 E8; lia]. }
      pose proof (score_gives_byte board r plies result t distinct Hsize made solved Hplies Hpar p Black) as H.
      rewrite Ed in H. unfold good in Hv. rewrite Ed in Hv. exact (H _ Hp Hban Hno Hv). }
    assert (Hno : forall p, placed board (Nat.div2 d) (mine p) -> ~ has_goal r (turn p) p).
    { intros p Hp. apply is_goal_pieces, (not_a_goal board goals indices Hspec Hg _ _ Ha' Hp). }
    unfold drop_digest. cbv zeta. destruct (Nat.even d) eqn:Even; subst c.
    + assert (Eab : Nat.div2 (S d) = Nat.div2 d)
        by (clear -H8 Even; do 8 (destruct d as [| d]; [easy |]); lia).
      assert (Hlist : forall p, listed board (Nat.div2 (S d)) (Nat.div2 d) d Black p <->
        dropping_on board p /\ dropped p = d /\ turn p = Black).
      { intros [who d' b w]. unfold listed, dropping_on, mine, theirs. cbn [turn dropped black red]. split.
        - intros (-> & -> & H1 & H2 & H3). cbn in *. rewrite Even.
          repeat split; auto; try apply H1; try apply H2. lia.
        - intros ((_ & H1 & H2 & H3 & _) & -> & ->). cbn in *. auto. }
      apply (digest_of_iff _ _ _ _ _ Hlist (fun p b _ H => H)).
      apply (digest_spec board goals blacks reds _ _ Hblacks Hreds Hb Hr).
      intros p Hl. pose proof Hl as Hl'. apply Hlist in Hl' as (Hp & Ed & Et).
      assert (Hm : placed board (Nat.div2 d) (mine p)) by (rewrite <- Eab; apply Hl).
      pose proof (Hpos p Hp Ed (Hno p Hm)) as H. unfold score in H. unfold mine, theirs. rewrite Et. exact H.
    + assert (Hlist : forall p, listed board (Nat.div2 d) (Nat.div2 (S d)) d Red p <->
        dropping_on board p /\ dropped p = d /\ turn p = Red).
      { intros [who d' b w]. unfold listed, dropping_on, mine, theirs. cbn [turn dropped black red]. split.
        - intros (-> & -> & H1 & H2 & H3). cbn in *. rewrite Even.
          repeat split; auto using disjoint_sym; try apply H1; try apply H2. lia.
        - intros ((_ & H1 & H2 & H3 & _) & -> & ->). cbn in *. auto 8 using disjoint_sym. }
      apply (digest_of_iff _ _ _ _ _ Hlist (fun p b _ H => H)).
      apply (digest_spec board goals reds blacks _ _ Hreds Hblacks Hr Hb).
      intros p Hl. pose proof Hl as Hl'. apply Hlist in Hl' as (Hp & Ed & Et).
      pose proof (Hpos p Hp Ed (Hno p (proj1 (proj2 (proj2 Hl))))) as H.
      unfold score in H. unfold mine, theirs. rewrite Et. exact H.
Qed.

(** The digests, if the sets of squares ascend.  A separate definition, so that Coq does not compute
    the digests when it reads [board_digests]. *)
Definition checked_digests {A} (x : option ((bool * (nat * string * string)) *
    (list (bool * (nat * string * string)) * A))) : option (list (nat * string * string)) :=
  match x with
  | Some (placed, (l, _)) => if fst placed && forallb fst l then Some (snd placed :: map snd l) else None
  | None => None
  end.
Definition board_digests (board : list square) (goals : list set) (plies : nat)
  : option (list (nat * string * string)) :=
  checked_digests (all_drops board _ _ top visit goals plies).

(** If the solver has a result for the board and its goals, the digests of all sections are right. *)
Theorem board_digests_spec board goals plies result digests : NoDup board -> incl board squares ->
  (8 < List.length board)%nat -> solution board goals plies = Some result -> (plies <= 90)%nat ->
  alternates false (lengths result) = true -> board_digests board goals plies = Some digests ->
  Forall (section_digest_on board goals) digests.
Proof.
  intros distinct Hsquares Hsize Hs Hplies Hpar. unfold board_digests.
  destruct (all_drops board _ _ top visit goals plies) as [(placed & (l & scores)) |] eqn:E; [| discriminate].
  destruct (all_drops_spec board goals plies result _ _ top visit (digest_right board goals)
    (digest_right board goals) distinct Hsquares Hplies
    (digests_are_right board goals plies result distinct Hsquares Hsize Hplies Hpar) _ Hs E) as (Htop & Hvisit & _).
  cbn [fst snd checked_digests] in *. destruct (fst placed && _) eqn:Ho; [| discriminate].
  intros H. injection H as <-.
  apply andb_prop in Ho as [Ho Hl]. rewrite forallb_forall in Hl. rewrite Forall_forall in Hvisit.
  constructor; [exact (Htop Ho) |]. apply Forall_map, Forall_forall. intros x Hx. exact (Hvisit x Hx (Hl x Hx)).
Qed.

(** * The figures and digests of all sections of 5×5 *)

Section Solved.
Variables (goals : list set) (plies : nat) (result : result).
Hypothesis solved : solution squares goals plies = Some result.
Hypothesis Hplies : (plies <= 90)%nat.
Hypothesis Halternates : alternates false (lengths result) = true.

Lemma twenty_five : (8 < List.length squares)%nat.
Proof. apply Nat.ltb_lt. vm_compute. reflexivity. Qed.

Lemma byte_within r p b : Rules.goals r = goals -> dropping p -> byte_on squares r p b -> byte_of r p b.
Proof.
  intros E Hp [Hg | Hg Hn | n Hg (Hn & Hless)].
  - now apply impossible.
  - apply drawn_byte; [exact Hg |]. rewrite <- E in solved.
    destruct (drop_phase r plies result solved p Hp) as (_ & Hh).
    split; [apply (Hh Red) | apply (Hh Black)]; rewrite <- wins_on_squares; apply Hn.
  - apply decided_byte; [exact Hg |]. split; [now apply wins_on_squares |].
    intros m Hm. rewrite <- wins_on_squares. now apply Hless.
Qed.

Lemma section_within x : section_digest_on squares goals x -> section_digest goals x.
Proof.
  destruct x as ((placed, drops), digest). intros H style banned c Hs Hban Hc.
  apply (digest_of_iff _ _ _ _ _ (fun p => iff_refl _)
    (fun p b Hp Hb => byte_within (Rules goals style banned) p b eq_refl (proj1 Hp) Hb)).
  exact (H style banned c Hs Hban Hc).
Qed.

(** A side always has a ply, so no side loses because it has none. *)
Theorem has_ply style banned p : let r := Rules goals style banned in
  dropping p -> (dropped p = 0%nat -> banned = []) -> ~ has_goal r Black p -> ~ has_goal r Red p ->
  exists q, In q (successors r p).
Proof.
  intros r Hp Hban Hb Hr. destruct (solved_tables r plies result solved) as (t & made & Hs).
  destruct (has_ply_on squares r plies result t Solution.distinct_squares twenty_five made Hs Hplies Halternates p
    Hp Hban Hb Hr) as (q & Hq). exists q. now apply successors_on_squares.
Qed.

Definition visit_both (d : nat) (l : list letter) (blacks reds : index) (t : table)
  : section * (bool * (nat * string * string)) :=
  (section_of d l blacks reds t, visit d l blacks reds t).

Lemma both_are_right : rights squares goals plies result _ _ top visit_both (digest_right squares goals)
  (fun x => section_true goals (fst x) /\ digest_right squares goals (snd x)).
Proof.
  intros indices t Hx Hg made Hs.
  destruct (digests_are_right squares goals plies result Solution.distinct_squares (incl_refl _) twenty_five Hplies
    Halternates indices t Hx Hg made Hs) as (Htop & Hvisit).
  split; [exact Htop |]. intros d after t' blacks reds H8 Hgood. split; [| now apply Hvisit].
  exact (section_spec goals plies result solved Hplies indices (fun n Hn => proj2 (Hx n Hn)) Hg d after t'
    H8 Hgood).
Qed.
End Solved.

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
  checked (all_drops squares _ _ top visit_both goals plies).

(** If the solver has a result for the goals, they are right. *)
Theorem all_tables_spec goals plies result sections digests scores :
  solution squares goals plies = Some result -> (plies <= 90)%nat -> alternates false (lengths result) = true ->
  all_tables goals plies = Some (sections, digests, scores) ->
  Forall (section_true goals) sections /\ Forall (section_digest goals) digests /\ Forall (start_true goals) scores.
Proof.
  intros Hs Hplies Hpar. unfold all_tables.
  destruct (all_drops squares _ _ top visit_both goals plies) as [((order, digest) & (l & scores')) |] eqn:E;
    [| discriminate].
  destruct (all_drops_spec squares goals plies result _ _ top visit_both _ _ Solution.distinct_squares (incl_refl _)
    Hplies (both_are_right goals plies result Hs Hplies Hpar) _ Hs E) as (Htop & Hvisit & Hstart).
  cbn [fst snd checked] in *. destruct (order && _) eqn:Ho; [| discriminate]. intros H. injection H as <- <- <-.
  apply andb_prop in Ho as [Ho Hl]. rewrite forallb_forall in Hl. rewrite Forall_forall in Hvisit.
  pose proof (section_within goals plies result Hs) as Hw.
  split; [| split].
  - apply Forall_map, Forall_forall. intros x Hx. apply (Hvisit x Hx).
  - constructor; [exact (Hw _ (Htop Ho)) |]. apply Forall_map, Forall_forall. intros x Hx.
    exact (Hw _ (proj2 (Hvisit x Hx) (Hl x Hx))).
  - apply (Forall_impl _ (fun s Hgood => proj1 (good_within _ _ _ Hgood)) Hstart).
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
