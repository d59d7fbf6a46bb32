(** Proves that a win that the search in OpenGame.v finds is a win on every board that
    contains the field. *)

From Coq Require Import NArith ZArith Bool List Lia FinFun FMapPositive.
From Teeko Require Import Plane OpenGame.
Import ListNotations.
Open Scope nat_scope.

(** * Lists, sets and maps *)

Lemma every_spec {A} (f : A -> bool) l x : every f l = true -> In x l -> f x = true.
Proof.
  induction l as [| y l IH]; simpl; [intros _ [] |].
  destruct (f y) eqn:E; [| discriminate]. intros H [-> | Hx]; auto.
Qed.

Lemma some_spec {A} (f : A -> bool) l : some f l = true -> exists x, In x l /\ f x = true.
Proof.
  induction l as [| y l IH]; simpl; [discriminate |].
  destruct (f y) eqn:E; [eauto |]. intros (x & Hx & Hf)%IH. eauto.
Qed.

Lemma in_integers a n x : In x (integers a n) <-> (a <= x < a + Z.of_nat n)%Z.
Proof.
  unfold integers. rewrite in_map_iff. split.
  - intros (i & <- & Hi%in_seq). lia.
  - intros H. exists (Z.to_nat (x - a)). split; [lia |]. apply in_seq. lia.
Qed.

Lemma has_lor x y i : has (N.lor x y) i = has x i || has y i.
Proof. apply N.lor_spec. Qed.
Lemma has_only i j : has (only i) j = (i =? j)%N.
Proof. unfold has, only. rewrite N.setbit_eqb, N.bits_0. apply orb_false_r. Qed.
Lemma has_ldiff x i j : has (N.ldiff x (only i)) j = has x j && negb (i =? j)%N.
Proof. unfold has. rewrite N.ldiff_spec. fold (has (only i) j). rewrite has_only. reflexivity. Qed.

Lemma no_spec x : no x = true <-> forall i, has x i = false.
Proof.
  unfold has. split.
  - destruct x; [intros _ i; apply N.bits_0 | discriminate].
  - intros H. destruct x as [| x]; [reflexivity |].
    specialize (H (N.log2 (N.pos x))). rewrite N.bit_log2 in H; discriminate.
Qed.

Lemma no_only x i : no (N.land x (only i)) = negb (has x i).
Proof.
  destruct (has x i) eqn:E; simpl.
  - destruct (no _) eqn:En; [| reflexivity]. rewrite no_spec in En. specialize (En i).
    unfold has in *. rewrite N.land_spec, E in En. fold (has (only i) i) in En.
    rewrite has_only, N.eqb_refl in En. discriminate.
  - apply no_spec. intros j. unfold has in *. rewrite N.land_spec. fold (has (only i) j).
    rewrite has_only. destruct (N.eqb_spec i j) as [<- |]; [rewrite E;
      reflexivity | apply andb_false_r].
Qed.

Lemma no_false x : no x = false -> exists i, has x i = true.
Proof.
  destruct x as [| x]; [discriminate |]. intros _. exists (N.log2 (N.pos x)).
  apply N.bit_log2. discriminate.
Qed.

Lemma has_fold_lor l : forall a i,
  has (fold_left N.lor l a) i = has a i || existsb (fun x => has x i) l.
Proof.
  induction l as [| x l IH]; intros a i; simpl; [symmetry; apply orb_false_r |].
  rewrite IH, has_lor. symmetry. apply orb_assoc.
Qed.

Lemma has_union l i : has (union l) i = true <-> exists x, In x l /\ has x i = true.
Proof. unfold union. rewrite has_fold_lor. unfold has at 1. rewrite N.bits_0.
  apply existsb_exists.
Qed.

Lemma has_set_of l i : has (set_of l) i = true <-> In i l.
Proof.
  unfold set_of. assert (H : forall a,
    has (fold_left add l a) i = true <-> has a i = true \/ In i l).
  { induction l as [| x l IH]; intros a; simpl; [tauto |]. rewrite IH. unfold has, add.
    rewrite N.setbit_eqb, orb_true_iff, N.eqb_eq. tauto. }
  rewrite H. unfold has. rewrite N.bits_0. intuition discriminate.
Qed.

Lemma has_ext x y : (forall i, has x i = true <-> has y i = true) -> x = y.
Proof.
  intros H. apply N.bits_inj. intros i. apply eq_true_iff_eq, H.
Qed.

Lemma get_put {A} x (a : A) m y : get y (put x a m) = if N.eqb y x then Some a else get y m.
Proof.
  unfold get, put. rewrite PositiveMapAdditionalFacts.gsspec.
  destruct (Map.E.eq_dec _ _) as [E | E], (N.eqb_spec y x) as [E' | E']; try reflexivity.
  - destruct E'. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now f_equal.
  - destruct E. now rewrite E'.
Qed.

Lemma get_empty {A} x : get x (Map.empty A) = None.
Proof. apply Map.gempty. Qed.

Lemma in_map_of l x : is_in x (map_of l) = true <-> In x l.
Proof.
  unfold map_of. assert (H : forall m, is_in x (fold_left (fun m x => put x tt m) l m) = true <->
    is_in x m = true \/ In x l).
  { induction l as [| y l IH]; intros m; simpl; [tauto |]. rewrite IH. unfold is_in.
    rewrite get_put. destruct (N.eqb_spec x y) as [-> | Hn]; [tauto |].
    intuition congruence. }
  rewrite H. unfold is_in. rewrite get_empty. intuition discriminate.
Qed.

Lemma several_spec x k : several x = true -> exists i, has x i = true /\ i <> k.
Proof.
  unfold several. rewrite negb_true_iff. intros (j & Hj)%no_false.
  rewrite has_ldiff, andb_true_iff, negb_true_iff, N.eqb_neq in Hj. destruct Hj as [Hj Hne].
  destruct (N.eq_dec j k) as [-> |]; [| eauto].
  exists (N.log2 x). split; [| exact Hne]. apply N.bit_log2. intros ->.
  unfold has in Hj. rewrite N.bits_0 in Hj. discriminate.
Qed.

Section Sound.
Variables rows columns margin : Z.
Variable open : bool.
Variable shapes : list shape.

Notation height := (height rows margin).
Notation width := (width columns margin).
Notation in_window := (in_window rows columns margin).
Notation in_field := (in_field rows columns margin).
Notation window := (window rows columns margin).
Notation on_edge := (on_edge rows columns margin open).
Notation number := (number columns margin).
Notation seen := (seen rows columns margin).
Notation cells := (cells rows columns margin open).
Notation field_cells := (field_cells rows columns margin).
Notation places := (places rows columns margin shapes).
Notation their_goals := (their_goals rows columns margin shapes).
Notation our_goals := (our_goals rows columns margin shapes).
Notation near_goals := (near_goals rows columns margin open shapes).
Notation plies := (plies rows columns margin).
Notation set_seen := (set_seen rows columns margin).

Hypothesis margin_ok : (0 <= margin)%Z.

(** * The window *)

Lemma in_window_spec s : in_window s = true <-> (0 <= fst s < height /\ 0 <= snd s < width)%Z.
Proof. unfold OpenGame.in_window. rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. tauto. Qed.

Lemma field_in_window s : in_field s = true -> in_window s = true.
Proof.
  rewrite in_window_spec. unfold OpenGame.in_field, OpenGame.height, OpenGame.width.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt. lia.
Qed.

Lemma window_spec s : In s window <-> in_window s = true.
Proof.
  rewrite in_window_spec. destruct s as [r c]. unfold OpenGame.window.
  etransitivity; [apply in_prod_iff |]. rewrite !in_integers. cbn [fst snd]. lia.
Qed.

Lemma number_inj s t : in_window s = true -> in_window t = true -> number s = number t -> s = t.
Proof.
  rewrite !in_window_spec. destruct s as [r c], t as [r' c']. unfold OpenGame.number. cbn [fst snd].
  intros Hs Ht E.
  assert (E' : (r * width + c = r' * width + c')%Z) by nia.
  assert (r = r') by nia. subst. f_equal. lia.
Qed.

Lemma next_to_spec s t : next_to s t = true <-> adjacent s t.
Proof.
  unfold next_to, adjacent. destruct s as [r c], t as [r' c']. cbn [fst snd].
  rewrite !andb_true_iff, negb_true_iff, andb_false_iff, !Z.leb_le, !Z.eqb_neq. split.
  - intros ((H1 & H2) & H3). repeat split; try lia. intros [= -> ->]. lia.
  - intros (H1 & H2 & H3). repeat split; try lia.
    destruct (Z.eq_dec r r'); [right | left; assumption]. intros ->. congruence.
Qed.

Lemma in_seen s l : in_window s = true -> In (number s) (seen l) <-> In s l.
Proof.
  intros Hs. unfold OpenGame.seen. rewrite in_map_iff. split.
  - intros (t & E & (Ht & Hw)%filter_In). apply number_inj in E; congruence.
  - intros H. exists s. rewrite filter_In. auto.
Qed.

(** The set [x] has exactly the squares of the list that are in the window. *)
Definition shows (x : set) (l : list square) : Prop := forall i, has x i = true <-> In i (seen l).

Lemma shows_has x l s : shows x l -> in_window s = true -> has x (number s) = true <-> In s l.
Proof. intros H Hs. rewrite (H _). apply in_seen, Hs. Qed.

Lemma shows_free x l s : shows x l -> in_window s = true -> ~ In s l ->
  no (N.land x (only (number s))) = true.
Proof.
  intros H Hs Hn. rewrite no_only. destruct (has x (number s)) eqn:E; [| reflexivity].
  apply (shows_has _ _ _ H Hs) in E. contradiction.
Qed.

Lemma free_shows x l s : shows x l -> in_window s = true ->
  no (N.land x (only (number s))) = true -> ~ In s l.
Proof.
  intros H Hs Hn Hin. apply (shows_has _ _ _ H Hs) in Hin. rewrite no_only, Hin in Hn. discriminate.
Qed.

Lemma shows_same x l m : (forall s, In s l <-> In s m) -> shows x l -> shows x m.
Proof.
  intros H Hx i. rewrite (Hx i). unfold OpenGame.seen. rewrite !in_map_iff.
  split; intros (s & E & (Hs & Hw)%filter_In); exists s; rewrite filter_In; firstorder.
Qed.

Lemma seen_in s l : in_window s = true -> seen (s :: l) = number s :: seen l.
Proof. unfold OpenGame.seen. simpl. intros ->. reflexivity. Qed.
Lemma seen_out s l : in_window s = false -> seen (s :: l) = seen l.
Proof. unfold OpenGame.seen. simpl. intros ->. reflexivity. Qed.

Lemma shows_add x l s : shows x l -> in_window s = true ->
  shows (N.lor x (only (number s))) (s :: l).
Proof.
  intros H Hs i. rewrite (seen_in _ _ Hs), has_lor, has_only, orb_true_iff, (H i), N.eqb_eq.
  simpl. tauto.
Qed.

Lemma shows_away x l s : in_window s = false -> shows x (s :: l) <-> shows x l.
Proof. intros Hs. unfold shows. rewrite (seen_out _ _ Hs). tauto. Qed.

Lemma shows_remove x l s : shows x (s :: l) -> in_window s = true -> ~ In s l ->
  shows (N.ldiff x (only (number s))) l.
Proof.
  intros H Hs Hn i. rewrite has_ldiff, andb_true_iff, (H i), (seen_in _ _ Hs), negb_true_iff,
    N.eqb_neq.
  rewrite <- (in_seen s l Hs) in Hn. simpl.
  split; [tauto |]. intros Hi. split; [auto |]. intros <-. contradiction.
Qed.

(** * Goals *)

Variable goals : shape -> Prop.
Hypothesis goals_are_shapes : forall f, In f shapes -> goals f.
Hypothesis all_shapes : forall f, goals f ->
  In f shapes \/
  exists side, f = corners side /\ (height <= Z.of_N side /\ width <= Z.of_N side)%Z.
Hypothesis four_squares : forall f, goals f -> length f = 4%nat /\ NoDup f.
Hypothesis shapes_small : forall f d a, In f shapes -> In (d, a) f ->
  (Z.of_N d <= reach rows columns margin /\ Z.of_N a <= reach rows columns margin)%Z.

Lemma in_places l : In l places -> exists f corner, In f shapes /\ l = squares_at f corner.
Proof.
  unfold OpenGame.places. rewrite in_flat_map. intros (f & Hf & (c & <- & _)%in_map_iff). eauto.
Qed.

Lemma our_goal x l p : is_in x (map_of our_goals) = true -> shows x l -> l = pieces p Black ->
  (forall s, In s l -> in_field s = true) -> has_goal goals Black p.
Proof.
  intros Hx%in_map_of Hl -> Hf.
  apply in_map_iff in Hx as (m & <- & (Hm & Hin)%filter_In).
  rewrite forallb_forall in Hin.
  destruct (in_places m Hm) as (f & c & Hff & ->).
  exists f, c. split; [auto |]. intros s.
  assert (H : in_window s = true -> In s (pieces p Black) <-> In s (squares_at f c)).
  { intros Hs. rewrite <- (shows_has _ _ _ Hl Hs). unfold OpenGame.set_seen.
    rewrite has_set_of. apply in_seen, Hs. }
  split; intros Hs; apply H; auto using field_in_window.
Qed.

Lemma squares_at_length f c : goals f -> length (squares_at f c) = 4%nat /\ NoDup (squares_at f c).
Proof.
  intros Hf. destruct (four_squares f Hf) as [Hl Hn]. unfold squares_at. rewrite map_length.
  split; [exact Hl |].
  apply FinFun.Injective_map_NoDup; [| exact Hn].
  intros [d a] [d' a']. unfold shift. cbn [fst snd]. intros [= H1 H2]. f_equal; lia.
Qed.

Lemma few_pieces l c p : length l < 4 -> l = pieces p c -> ~ has_goal goals c p.
Proof.
  intros Hl -> (f & corner & Hf & H). destruct (squares_at_length f corner Hf) as [Hlen Hnd].
  assert (length (squares_at f corner) <= length (pieces p c))
    by (apply NoDup_incl_length; [exact Hnd | intros s; apply H]). lia.
Qed.

Lemma in_their_goals f c : goals f -> In (set_seen (squares_at f c)) their_goals.
Proof.
  intros Hf. unfold OpenGame.their_goals. destruct (all_shapes f Hf) as [Hin | (side & -> & Hh &
    Hw)].
  - assert (Hc : (- reach rows columns margin <= fst c < reach rows columns margin /\
        - reach rows columns margin <= snd c < reach rows columns margin)%Z \/
      forall s, In s (squares_at f c) -> in_window s = false).
    { unfold squares_at.
      destruct (Z_lt_dec (fst c) (- reach rows columns margin)),
        (Z_lt_dec (snd c) (- reach rows columns margin)),
        (Z_lt_dec (fst c) (reach rows columns margin)),
        (Z_lt_dec (snd c) (reach rows columns margin)); try (left; lia); right;
        intros s ((d & a) & <- & Hda)%in_map_iff; apply not_true_is_false;
        rewrite in_window_spec; unfold shift; cbn [fst snd];
        destruct (shapes_small f d a Hin Hda); unfold reach in *; lia. }
    destruct Hc as [Hc | Hc].
    + destruct (no (set_seen (squares_at f c))) eqn:Hno;
        [left; destruct (set_seen (squares_at f c)); [reflexivity | discriminate] | right].
      apply in_or_app. right. apply filter_In. rewrite Hno. split; [| reflexivity].
      apply in_map. unfold OpenGame.places. apply in_flat_map.
      exists f. split; [exact Hin |]. apply in_map. destruct c as [r k]. apply in_prod_iff.
      unfold near_window. rewrite !in_integers. cbn [fst snd] in Hc. lia.
    + left. symmetry. unfold OpenGame.set_seen.
      replace (seen (squares_at f c)) with (@nil N); [reflexivity |].
      unfold OpenGame.seen. replace (filter in_window (squares_at f c)) with (@nil square);
        [reflexivity |].
      clear -Hc. induction (squares_at f c) as [| s l IH]; [reflexivity |]. simpl.
      rewrite (Hc s (or_introl eq_refl)). apply IH. intros t Ht. apply Hc. right. exact Ht.
  - unfold OpenGame.set_seen, squares_at, corners. cbn [map].
    assert (H : forall l,
      (forall s t, In s l -> In t l -> in_window s = true -> in_window t = true -> s = t) ->
      NoDup l -> In (set_of (seen l)) (0%N :: map (fun s => only (number s)) window)).
    { clear. intros l Hone Hnd. unfold OpenGame.seen.
      destruct (filter in_window l) as [| s [| t k]] eqn:E.
      - left. reflexivity.
      - right. cbn. change (N.setbit 0 (number s)) with (only (number s)).
        apply (in_map (fun s => only (number s))).
        apply window_spec. apply (filter_In in_window s l). rewrite E. left. reflexivity.
      - exfalso. assert (Hs : In s (filter in_window l)) by (rewrite E; left; reflexivity).
        assert (Ht : In t (filter in_window l)) by (rewrite E; right; left; reflexivity).
        apply filter_In in Hs as [Hs1 Hs2], Ht as [Ht1 Ht2].
        pose proof (NoDup_filter in_window Hnd) as Hf. rewrite E in Hf.
        inversion Hf as [| ? ? Hni _]. apply Hni. left. symmetry. auto. }
    rewrite app_comm_cons. apply in_or_app. left. apply H.
    + intros s t Hs Ht. rewrite !in_window_spec.
      destruct Hs as [<- | [<- | [<- | [<- | []]]]], Ht as [<- | [<- | [<- | [<- | []]]]];
        unfold shift; cbn [fst snd]; intros; f_equal; lia.
    + destruct (squares_at_length _ c Hf) as [_ Hnd]. exact Hnd.
Qed.

Lemma their_goal x l p : is_in x (map_of their_goals) = false -> shows x l -> l = pieces p Red ->
  ~ has_goal goals Red p.
Proof.
  intros Hx Hl -> (f & c & Hf & H). apply not_true_iff_false in Hx. apply Hx, in_map_of.
  replace x with (set_seen (squares_at f c)); [apply in_their_goals, Hf |].
  apply has_ext. intros i. unfold OpenGame.set_seen. rewrite has_set_of. symmetry.
  apply (shows_same x _ _ H Hl).
Qed.

(** * The state of the search and the position *)

Variable b : board.
Hypothesis field_on_board : forall s, in_field s = true -> b s.
Hypothesis nothing_else : open = false -> forall s, b s -> in_window s = true.

Definition count_away (l : list square) : nat := length (filter (fun s => negb (in_window s)) l).

(** The state of the search agrees with the position [p].  [c] is to move, and the sides have
    [black_drops] and [red_drops] drops to come. *)
Record state (c : colour) (black_drops red_drops : nat) (own other : set) (away : nat)
    (p : position) : Prop := State {
  whose : turn p = c;
  black_count : length (black p) + black_drops = 4;
  red_count : length (red p) + red_drops = 4;
  black_once : NoDup (black p);
  red_once : NoDup (red p);
  in_the_field : forall s, In s (black p) -> in_field s = true;
  own_shows : shows own (black p);
  other_shows : shows other (red p);
  away_count : away = count_away (red p);
  none_away : open = false -> away = 0
}.

Lemma in_middle {A} (l k : list A) s u : In u (l ++ s :: k) <-> In u (s :: l ++ k).
Proof. simpl. rewrite !in_app_iff. simpl. tauto. Qed.

Lemma once_moved {A} (l k : list A) s t : NoDup (l ++ s :: k) -> ~ In t (l ++ s :: k) ->
  NoDup (l ++ t :: k).
Proof.
  intros Hn Ht. apply NoDup_remove in Hn as [Hn _]. rewrite in_middle in Ht.
  apply (NoDup_Add (Add_app t l k)). split; [exact Hn |]. intros H. apply Ht. right. exact H.
Qed.

Lemma length_moved {A} (l k : list A) s t : length (l ++ s :: k) = length (l ++ t :: k).
Proof. rewrite !app_length. reflexivity. Qed.

Lemma shows_moved x l k s : shows x (l ++ s :: k) -> NoDup (l ++ s :: k) -> in_window s = true ->
  shows (N.ldiff x (only (number s))) (l ++ k).
Proof.
  intros Hx Hn Hs. apply shows_remove; [| exact Hs | apply NoDup_remove in Hn; tauto].
  revert Hx. apply shows_same. intros u. apply in_middle.
Qed.

Lemma shows_moved_to x l k t : shows x (l ++ k) -> in_window t = true ->
  shows (N.lor x (only (number t))) (l ++ t :: k).
Proof.
  intros Hx Ht. apply (shows_same _ (t :: l ++ k)); [intros u; symmetry; apply in_middle |].
  apply shows_add; assumption.
Qed.

Lemma away_moved l k s : count_away (l ++ s :: k) =
  (if in_window s then 0 else 1) + count_away (l ++ k).
Proof.
  unfold count_away. rewrite !filter_app, !app_length. simpl.
  destruct (in_window s); simpl; lia.
Qed.

Lemma cell_spec s : in_window s = true -> In (only (number s), on_edge s,
  map (fun t => only (number t)) (filter (next_to s) window)) cells.
Proof.
  intros Hs. apply (in_map (fun s => (only (number s), on_edge s,
    map (fun t => only (number t)) (filter (next_to s) window)))). apply window_spec, Hs.
Qed.

Lemma field_cell m next : In (m, next) field_cells -> exists s, in_field s = true /\
  m = only (number s) /\
  forall m', In m' next -> exists t, in_field t = true /\ adjacent s t /\ m' = only (number t).
Proof.
  unfold OpenGame.field_cells. intros (s & [= <- <-] & (_ & Hs)%filter_In)%in_map_iff.
  exists s. split; [exact Hs |]. split; [reflexivity |].
  intros m' (t & <- & ((_ & Ht)%filter_In & Hn%next_to_spec)%filter_In)%in_map_iff.
  exists t. auto.
Qed.

(** * Black's plies *)

Lemma plies_target d own m own' : In (m, own') (plies d own) ->
  exists s, in_field s = true /\ m = only (number s).
Proof.
  unfold OpenGame.plies. destruct d as [| d].
  - intros ((m0 & next) & Hc & H)%in_flat_map. destruct (no _); [destruct H |].
    apply in_map_iff in H as (m' & [= <- <-] & (Hm' & _)%filter_In).
    destruct (field_cell _ _ Hc) as (s & _ & _ & Hall). destruct (Hall _ Hm') as (t & Ht & _ & E).
    eauto.
  - intros ((m0 & next) & [= <- <-] & (Hc & _)%filter_In)%in_map_iff.
    destruct (field_cell _ _ Hc) as (s & Hs & E & _). eauto.
Qed.

Lemma land_comm_only x i : N.land (only i) x = N.land x (only i).
Proof. apply N.land_comm. Qed.

Lemma black_ply d own other away p m own' : state Black d d own other away p ->
  In (m, own') (plies d own) -> no (N.land m other) = true ->
  exists q, step b p q /\ state Red (Nat.pred d) d own' other away q.
Proof.
  intros [Ht Hb Hr Hbo Hro Hf Ho Hth Ha Hno] Hin Hm. unfold OpenGame.plies in Hin.
  destruct d as [| d].
  - apply in_flat_map in Hin as ((m0 & next) & Hc & H).
    destruct (field_cell _ _ Hc) as (s & Hs & -> & Hall).
    destruct (no _) eqn:E; [destruct H |].
    apply in_map_iff in H as (m' & [= <- <-] & (Hm' & Hfr)%filter_In).
    destruct (Hall _ Hm') as (t & Htf & Hadj & ->).
    pose proof (field_in_window s Hs) as Hsw. pose proof (field_in_window t Htf) as Htw.
    rewrite no_only in E. apply negb_false_iff, (shows_has _ _ _ Ho Hsw) in E.
    apply in_split in E as (l & k & E). rewrite land_comm_only in Hm.
    pose proof (free_shows _ _ _ Ho Htw Hfr) as Hnb.
    pose proof (free_shows _ _ _ Hth Htw Hm) as Hnr.
    exists (Position Red (l ++ t :: k) (red p)). split.
    + replace (Position Red _ _) with (after p (l ++ t :: k)) by (unfold after; rewrite Ht;
        reflexivity).
      apply move with (from := s); [unfold dropped; lia | rewrite Ht; exact E | exact Hadj |].
      split; auto.
    + rewrite E in *. split; cbn [turn black red Nat.pred]; try assumption; try reflexivity.
      * rewrite <- (length_moved l k s t). exact Hb.
      * apply (once_moved l k s); assumption.
      * intros u [<- | Hu]%in_middle; [exact Htf |]. apply Hf, in_middle. right. exact Hu.
      * apply shows_moved_to; [| exact Htw]. apply shows_moved; assumption.
  - apply in_map_iff in Hin as ((m0 & next) & [= <- <-] & (Hc & Hfr)%filter_In).
    destruct (field_cell _ _ Hc) as (s & Hs & -> & _).
    pose proof (field_in_window s Hs) as Hsw. rewrite land_comm_only in Hm.
    pose proof (free_shows _ _ _ Ho Hsw Hfr) as Hnb.
    pose proof (free_shows _ _ _ Hth Hsw Hm) as Hnr.
    exists (Position Red (s :: black p) (red p)). split.
    + replace (Position Red _ _) with (after p (s :: pieces p (turn p)))
        by (unfold after; rewrite Ht; reflexivity).
      apply drop; [unfold dropped; lia |]. split; auto.
    + split; cbn [turn black red Nat.pred]; try assumption; try reflexivity.
      * simpl. lia.
      * constructor; assumption.
      * intros u [<- | Hu]; auto.
      * apply shows_add; assumption.
Qed.

(** * Red's plies *)

Definition every_reply (f : set -> nat -> bool) (drops : nat) (own other : set)
    (away : nat) : bool :=
  match drops with
  | O => every_move cells f own other away
  | S _ => every_drop open cells f own other away
  end.

Lemma occupied_spec own other l k s : shows own l -> shows other k -> in_window s = true ->
  ~ In s l -> ~ In s k -> no (N.land (N.lor own other) (only (number s))) = true.
Proof.
  intros Hl Hk Hs Hnl Hnk. pose proof (shows_free _ _ _ Hl Hs Hnl) as El.
  pose proof (shows_free _ _ _ Hk Hs Hnk) as Ek. rewrite no_only in *.
  rewrite has_lor, negb_orb, El, Ek. reflexivity.
Qed.

Lemma edge_spec s t : open = true -> in_window s = true -> in_window t = false ->
  adjacent s t \/ adjacent t s ->
  on_edge s = true.
Proof.
  intros Ho Hs%in_window_spec Ht Ha. apply not_true_iff_false in Ht. rewrite in_window_spec in Ht.
  unfold OpenGame.on_edge. rewrite Ho. simpl. rewrite !orb_true_iff, !Z.eqb_eq.
  unfold adjacent in Ha. lia.
Qed.

Lemma red_drop f d own other away p s : state Red d (S d) own other away p -> free b p s ->
  every_drop open cells f own other away = true ->
  exists other' away', f other' away' = true /\
    state Black d d own other' away' (Position Black (black p) (s :: red p)).
Proof.
  intros [Ht Hb Hr Hbo Hro Hf Ho Hth Ha Hno] (Hbs & Hnb & Hnr) H. unfold every_drop in H.
  destruct (every _ cells) eqn:He; [| discriminate].
  assert (Hl : length (s :: red p) + d = 4) by (simpl; lia).
  destruct (in_window s) eqn:Hs.
  - exists (N.lor other (only (number s))), away. split.
    + pose proof (every_spec _ _ _ He (cell_spec s Hs)) as Hc. cbv beta iota in Hc.
      rewrite (occupied_spec _ _ _ _ _ Ho Hth Hs Hnb Hnr) in Hc. exact Hc.
    + split; cbn [turn black red]; try assumption; try reflexivity.
      * constructor; assumption.
      * apply shows_add; assumption.
      * rewrite Ha. unfold count_away. simpl. rewrite Hs. reflexivity.
  - destruct open eqn:Hopen; [| rewrite (nothing_else eq_refl s Hbs) in Hs; discriminate].
    exists other, (S away). split; [exact H |].
    split; cbn [turn black red]; try assumption; try reflexivity; try congruence.
    + constructor; assumption.
    + apply shows_away; assumption.
    + rewrite Ha. unfold count_away. simpl. rewrite Hs. reflexivity.
Qed.

Lemma red_move f own other away p l s k t : state Red 0 0 own other away p ->
  red p = l ++ s :: k -> adjacent s t -> free b p t ->
  every_move cells f own other away = true ->
  exists other' away', f other' away' = true /\
    state Black 0 0 own other' away' (Position Black (black p) (l ++ t :: k)).
Proof.
  intros [Ht Hb Hr Hbo Hro Hf Ho Hth Ha Hno] E Hadj (Hbt & Hnb & Hnr) H.
  rewrite E in *. unfold every_move in H.
  destruct (every _ cells) eqn:He; [| discriminate].
  pose proof (once_moved l k s t Hro Hnr) as Honce.
  assert (Hlen : length (l ++ t :: k) + 0 = 4) by (rewrite <- (length_moved l k s t); exact Hr).
  rewrite (away_moved l k s) in Ha.
  assert (Hopen : in_window s = false \/ in_window t = false -> open = true).
  { intros Hout. destruct open; [reflexivity | exfalso].
    rewrite (nothing_else eq_refl t Hbt) in Hout. destruct Hout as [Hs | ?]; [| discriminate].
    specialize (Hno eq_refl). rewrite Hs in Ha. lia. }
  destruct (in_window s) eqn:Hs.
  - (* from a square of the window *)
    pose proof (every_spec _ _ _ He (cell_spec s Hs)) as Hc. cbv beta iota in Hc.
    assert (Hin : In s (l ++ s :: k)) by (apply in_elt).
    rewrite no_only in Hc. rewrite (proj2 (shows_has _ _ _ Hth Hs) Hin) in Hc. cbn [negb] in Hc.
    pose proof (shows_moved _ _ _ _ Hth Hro Hs) as Hrest.
    destruct (every _ (map _ _)) eqn:He'; [| discriminate].
    destruct (in_window t) eqn:Hw.
    + exists (N.lor (N.ldiff other (only (number s))) (only (number t))), away. split.
      * assert (Hnext : In (only (number t))
          (map (fun t => only (number t)) (filter (next_to s) window))).
        { apply (in_map (fun t => only (number t))), filter_In.
          split; [apply window_spec, Hw | apply next_to_spec, Hadj]. }
        pose proof (every_spec _ _ _ He' Hnext) as Hm. cbv beta in Hm.
        rewrite (occupied_spec _ _ _ _ _ Ho Hth Hw Hnb Hnr) in Hm. exact Hm.
      * split; cbn [turn black red]; try assumption; try reflexivity.
        -- apply shows_moved_to; assumption.
        -- rewrite away_moved, Hw. exact Ha.
    + specialize (Hopen (or_intror eq_refl)).
      rewrite (edge_spec s t Hopen Hs Hw (or_introl Hadj)) in Hc.
      exists (N.ldiff other (only (number s))), (S away). split; [exact Hc |].
      split; cbn [turn black red]; try assumption; try reflexivity; try congruence.
      * apply (shows_same _ (t :: l ++ k)); [intros u; symmetry; apply in_middle |].
        apply shows_away; assumption.
      * rewrite away_moved, Hw. lia.
  - (* from elsewhere *)
    specialize (Hopen (or_introl eq_refl)).
    assert (Hrest : shows other (l ++ k)).
    { apply (shows_away _ _ s Hs). revert Hth. apply shows_same. intros u. apply in_middle. }
    destruct away as [| away]; [simpl in Ha; lia |].
    destruct (in_window t) eqn:Hw.
    + pose proof (every_spec _ _ _ He (cell_spec t Hw)) as Hc. cbv beta iota in Hc.
      rewrite (edge_spec t s Hopen Hw Hs (or_intror Hadj)) in Hc.
      rewrite (shows_free _ _ _ Hth Hw Hnr), (shows_free _ _ _ Ho Hw Hnb) in Hc.
      exists (N.lor other (only (number t))), away. split; [exact Hc |].
      split; cbn [turn black red]; try assumption; try reflexivity; try congruence.
      * apply shows_moved_to; assumption.
      * rewrite away_moved, Hw. simpl in *. lia.
    + exists other, (S away). split; [exact H |].
      split; cbn [turn black red]; try assumption; try reflexivity.
      * apply (shows_same _ (t :: l ++ k)); [intros u; symmetry; apply in_middle |].
        apply shows_away; assumption.
      * rewrite away_moved, Hw. exact Ha.
Qed.

Lemma red_ply f d own other away p q : state Red (Nat.pred d) d own other away p -> step b p q ->
  every_reply f d own other away = true ->
  exists other' away', f other' away' = true /\
    state Black (Nat.pred d) (Nat.pred d) own other' away' q.
Proof.
  intros Hp Hq H. pose proof Hp as [Ht Hb Hr _ _ _ _ _ _ _].
  assert (Ea : forall mine, after p mine = Position Black (black p) mine)
    by (intros mine; unfold after; rewrite Ht; reflexivity).
  destruct Hq as [s Hd Hs | l s k t Hd E Hadj Hs]; rewrite Ea, ?Ht in *; cbn [pieces] in *;
    unfold dropped in Hd; destruct d as [| d]; cbn [Nat.pred every_reply] in *; try lia.
  - exact (red_drop _ _ _ _ _ _ _ Hp Hs H).
  - exact (red_move _ _ _ _ _ _ _ _ _ Hp E Hadj Hs H).
Qed.

(** After each ply of Red, the search has a state that agrees with the position. *)
Lemma red_known d own other away p q : state Red (Nat.pred d) d own other away p -> step b p q ->
  exists other' away', state Black (Nat.pred d) (Nat.pred d) own other' away' q.
Proof.
  intros Hp Hq. assert (H : every_reply (fun _ _ => true) d own other away = true).
  { assert (He : forall A (f : A -> bool) l, (forall x, f x = true) -> every f l = true).
    { intros A f l Hf. induction l as [| x l IH]; simpl; [| rewrite Hf]; auto. }
    destruct d; cbn [every_reply]; [unfold every_move | unfold every_drop].
    - rewrite He; [destruct away; reflexivity |]. intros ((m & edge) & next).
      destruct (no (N.land other m)); [destruct away, edge, (no (N.land own m)); reflexivity |].
      rewrite He; [destruct edge; reflexivity |]. intros m'. destruct (no _); reflexivity.
    - rewrite He; [destruct open; reflexivity |]. intros ((m & edge) & next).
      destruct (no _); reflexivity. }
  destruct (red_ply _ _ _ _ _ _ _ Hp Hq H) as (other' & away' & _ & Hs). eauto.
Qed.

Lemma shows_unique x y l : shows x l -> shows y l -> x = y.
Proof. intros Hx Hy. apply has_ext. intros i. rewrite (Hx i), (Hy i). tauto. Qed.

Lemma adjacent_sym s t : adjacent s t -> adjacent t s.
Proof. unfold adjacent. intros (Hn & H1 & H2). split; [congruence | lia]. Qed.

Lemma near_goal l k s t x y : shows x (l ++ s :: k) -> shows y (l ++ t :: k) -> NoDup (l ++ t :: k) ->
  ~ In s (l ++ t :: k) -> adjacent s t ->
  (in_window s = false \/ in_window t = false -> open = true) ->
  In y their_goals -> In x near_goals.
Proof.
  intros Hx Hy Hn Hs Hadj Hopen Hin. apply in_flat_map. exists y. split; [exact Hin |].
  assert (Hxl : in_window s = false -> shows x (l ++ k)).
  { intros Ew. apply (shows_away _ _ s Ew). revert Hx.
    apply shows_same. intros u. apply in_middle. }
  assert (Hyl : in_window t = false -> shows y (l ++ k)).
  { intros Ew. apply (shows_away _ _ t Ew). revert Hy.
    apply shows_same. intros u. apply in_middle. }
  destruct (in_window t) eqn:Ht.
  - pose proof (shows_moved _ _ _ _ Hy Hn Ht) as Hrest.
    right. apply in_flat_map. eexists. split; [exact (cell_spec t Ht) |]. cbv beta iota.
    rewrite no_only, (proj2 (shows_has _ _ _ Hy Ht) (in_elt t l k)). cbn [negb]. apply in_or_app.
    destruct (in_window s) eqn:Ew.
    + right. rewrite (shows_unique _ _ _ Hx (shows_moved_to _ _ _ s Hrest Ew)).
      apply in_map, (in_map (fun t => only (number t))), filter_In.
      split; [apply window_spec, Ew | apply next_to_spec, adjacent_sym, Hadj].
    + left. rewrite (edge_spec t s (Hopen (or_introl eq_refl)) Ht Ew (or_intror Hadj)).
      left. exact (shows_unique _ _ _ Hrest (Hxl eq_refl)).
  - destruct (in_window s) eqn:Ew.
    + right. apply in_flat_map. eexists. split; [exact (cell_spec s Ew) |]. cbv beta iota.
      rewrite (shows_free _ _ _ Hy Ew Hs), (edge_spec s t (Hopen (or_intror eq_refl)) Ew Ht
        (or_introl Hadj)).
      left. apply (shows_unique _ _ (l ++ s :: k)); [apply shows_moved_to; auto | exact Hx].
    + left. exact (shows_unique _ _ _ (Hyl eq_refl) (Hxl eq_refl)).
Qed.

(** Red occupies only one square, so one of two threats remains. *)
Lemma still_threatened x y t p q : turn p = Red -> step b p q ->
  shows x (red p) -> shows y (red q) ->
  several (N.ldiff t x) = true -> no (N.ldiff t y) = false.
Proof.
  intros Ht Hq Hx Hy Hs.
  assert (H : exists to, forall s, In s (red q) -> s = to \/ In s (red p)).
  { destruct Hq as [to _ _ | l s k to _ E _ _]; exists to; unfold after; rewrite Ht in *;
      cbn [red pieces] in *;
      intros u Hu; [destruct Hu; auto |]. apply in_middle in Hu as [<- | Hu]; [auto |].
    right. rewrite E. apply in_middle. right. exact Hu. }
  destruct H as (to & H). destruct (several_spec _ (number to) Hs) as (i & Hi & Hne).
  unfold has in Hi. rewrite N.ldiff_spec in Hi. apply andb_prop in Hi as [Hti Hxi].
  destruct (no _) eqn:E; [| reflexivity]. rewrite no_spec in E. specialize (E i).
  unfold has in E. rewrite N.ldiff_spec, Hti in E. apply negb_false_iff, (Hy i) in E.
  apply in_map_iff in E as (s & <- & (Hin & Hw)%filter_In).
  apply H in Hin as [-> | Hin]; [contradiction |].
  apply (shows_has _ _ _ Hx Hw) in Hin. unfold has in Hin. rewrite Hin in Hxi. discriminate.
Qed.

(** * The search *)

Notation wins_on := (wins_within_on b goals SSSS Black).

Lemma chooser_SSSS p : chooser SSSS p = turn p.
Proof.
  unfold chooser. destruct (Nat.ltb _ _); [| reflexivity].
  destruct (Nat.div2 _) as [| [| [| [| [| n]]]]]; reflexivity.
Qed.

Lemma wins_later m n p : wins_on m p -> m <= n -> wins_on n p.
Proof.
  intros H. revert n.
  induction H as [m p Hg | m p q Hno Hc Hin _ IH | m p Hno Hc _ IH];
    intros [| n] Hn; try (apply won_on; assumption); try lia.
  - apply (wins_by_on b goals SSSS Black n p q); auto. apply IH. lia.
  - apply wins_against_on; auto. intros q Hq. apply (IH q Hq). lia.
Qed.

Notation ours := (map_of our_goals).
Notation theirs := (map_of their_goals).
Notation near := (map_of near_goals).

Section Tables.
Variable kept : list (Map.t unit).
Variable tables : list (Map.t (list choice)).
Notation choices := (choices rows columns margin ours kept).
Hypothesis tables_ok : forall d x l, get x (nth d tables (Map.empty (list choice))) = Some l -> l =
  choices d x.

Lemma threat_wins d own other away p : state Black d d own other away p ->
  no (N.ldiff (threats rows columns margin ours d own) other) = false ->
  ~ has_goal goals Red p -> wins_on 1 p.
Proof.
  intros Hp (i & Hi)%no_false Hno. unfold has in Hi. rewrite N.ldiff_spec in Hi.
  apply andb_prop in Hi as [Ht Ho]. apply has_union in Ht as (m & Hm & Hi).
  apply in_map_iff in Hm as ((m' & own') & <- & (Hin & Hg)%filter_In). cbn [fst] in *.
  destruct (plies_target _ _ _ _ Hin) as (s & Hs & ->).
  rewrite has_only in Hi. apply N.eqb_eq in Hi as <-.
  destruct (black_ply _ _ _ _ _ _ _ Hp Hin) as (q & Hq & Hstate).
  { rewrite land_comm_only, no_only. exact Ho. }
  apply (wins_by_on b goals SSSS Black 0 p q); [exact Hno | | exact Hq |].
  - rewrite chooser_SSSS. apply Hp.
  - apply won_on. eapply our_goal; [exact Hg | exact (own_shows _ _ _ _ _ _ _ Hstate) | reflexivity
      |].
    exact (in_the_field _ _ _ _ _ _ _ Hstate).
Qed.

Lemma in_sorted own t last l other : In (own, t) (sorted last l other) ->
  exists m, In (m, own, t) l /\ no (N.land m other) = true.
Proof.
  unfold sorted. set (few := map (fun '((_, own, t) : choice) => (own, t, N.ldiff t other)) _).
  assert (H : forall f, In (own, t) (map fst (filter (fun '(_, u) => f u) few)) ->
    exists m, In (m, own, t) l /\ no (N.land m other) = true).
  { intros f (((own' & t') & u) & [= -> ->] & (Hin & _)%filter_In)%in_map_iff.
    apply in_map_iff in Hin as (((m & own') & t') & [= -> -> _] & (Hin & Hm)%filter_In). eauto. }
  intros [Hin | [Hin | Hin]%in_app_or]%in_app_or; [eapply H; exact Hin .. |].
  destruct last; [destruct Hin | eapply H; exact Hin].
Qed.

Lemma harmless_spec d own other away p q : state Red (Nat.pred d) d own other away p ->
  step b p q ->
  harmless near d other = true -> ~ has_goal goals Red q.
Proof.
  intros Hp Hq Hh. destruct (red_known _ _ _ _ _ _ Hp Hq) as (other' & away' & Hs).
  destruct d as [| [| d]]; [| discriminate |].
  - intros Hg. apply negb_true_iff, not_true_iff_false in Hh. apply Hh, in_map_of.
    destruct (is_in other' theirs) eqn:E.
    2: destruct (their_goal _ _ _ E (other_shows _ _ _ _ _ _ _ Hs) eq_refl Hg).
    apply in_map_of in E. pose proof Hp as [Ht Hb Hr _ Hro _ _ Ho Ha Hno].
    pose proof Hs as [_ _ _ _ Hro' _ _ Ho' Ha' Hno'].
    destruct Hq as [s Hd _ | l s k t Hd Hl Hadj (Hbt & _ & Hnr)]; [unfold dropped in Hd; lia |].
    unfold after in *. rewrite Ht in *. cbn [red pieces] in *. rewrite Hl in *.
    apply (near_goal l k s t other other'); try assumption.
    + intros [<- | Hi]%in_middle; [apply Hnr, in_elt |].
      apply NoDup_remove in Hro as [_ Hro]. contradiction.
    + intros Hout. apply not_false_iff_true. intros Hopen.
      rewrite (nothing_else Hopen t Hbt) in Hout. destruct Hout as [Hout | ?]; [| discriminate].
      specialize (Hno Hopen). rewrite (away_moved l k s), Hout in Ha. lia.
  - apply (few_pieces (red q)); [| reflexivity]. pose proof (red_count _ _ _ _ _ _ _ Hs). cbn in *.
    lia.
Qed.

Theorem search_sound n : forall d own other away p,
  wins open cells theirs near tables n d own other away = true ->
  state Black d d own other away p -> ~ has_goal goals Red p ->
  wins_on (1 + 2 * n) p.
Proof.
  induction n as [| n IH]; intros d own other away p H Hp Hno; [discriminate |].
  cbn [wins] in H. apply some_spec in H as ((own' & t) & Hin & H).
  destruct (get _ _) as [l |] eqn:El; [| destruct Hin]. apply tables_ok in El as ->.
  apply in_sorted in Hin as (m & Hin & Hm).
  apply in_map_iff in Hin as ((m' & own'') & [= -> -> <-] & (Hin & _)%filter_In).
  destruct (black_ply _ _ _ _ _ _ _ Hp Hin Hm) as (q & Hq & Hstate).
  replace (1 + 2 * S n) with (1 + (1 + (1 + 2 * n))) by lia.
  apply (wins_by_on b goals SSSS Black _ p q); [exact Hno | | exact Hq |].
  { rewrite chooser_SSSS. apply Hp. }
  assert (Hnq : ~ has_goal goals Red q).
  { replace (has_goal goals Red q) with (has_goal goals Red p); [exact Hno |].
    unfold has_goal. cbn [pieces]. destruct Hq; unfold after; rewrite (whose _ _ _ _ _ _ _ Hp);
      reflexivity. }
  apply wins_against_on; [exact Hnq | rewrite chooser_SSSS; apply Hstate |].
  intros u Hu. destruct (if several _ then _ else _) eqn:Hquick.
  { destruct (several _) eqn:Hseveral; [| discriminate].
    destruct (red_known _ _ _ _ _ _ Hstate Hu) as (other' & away' & Hus).
    apply (wins_later 1); [| lia].
    apply (threat_wins _ _ _ _ _ Hus); [| exact (harmless_spec _ _ _ _ _ _ Hstate Hu Hquick)].
    apply (still_threatened other other' _ q u); auto; [exact (whose _ _ _ _ _ _ _ Hstate) |
      exact (other_shows _ _ _ _ _ _ _ Hstate) | exact (other_shows _ _ _ _ _ _ _ Hus)]. }
  set (answered := fun other away => _) in H.
  assert (Hr : every_reply answered d own' other away = true) by (destruct d; exact H).
  destruct (red_ply _ _ _ _ _ _ _ Hstate Hu Hr) as (other' & away' & Ha & Hus).
  unfold answered in Ha.
  assert (Hnu : ~ has_goal goals Red u).
  { destruct d as [| [| d]]; cbn [Nat.pred] in *.
    1, 2: destruct (is_in other' theirs) eqn:Eg; [discriminate |];
      exact (their_goal _ _ _ Eg (other_shows _ _ _ _ _ _ _ Hus) eq_refl).
    apply (few_pieces (red u)); [| reflexivity]. pose proof (red_count _ _ _ _ _ _ _ Hus). lia. }
  destruct (if match d with S (S _) => false | _ => true end then is_in other' theirs else false);
    [discriminate |].
  destruct (no (N.ldiff _ _)) eqn:En.
  - exact (IH _ _ _ _ _ Ha Hus Hnu).
  - apply (wins_later 1); [| lia]. exact (threat_wins _ _ _ _ _ Hus En Hnu).
Qed.

End Tables.

Lemma table_ok kept d sets x l :
  get x (table rows columns margin ours kept d sets) = Some l ->
  l = OpenGame.choices rows columns margin ours kept d x.
Proof.
  unfold table. assert (H : forall t, (forall x l, get x t = Some l ->
      l = OpenGame.choices rows columns margin ours kept d x) ->
    forall x l, get x (fold_left (fun t x => match get x t with Some _ => t | None =>
      put x (OpenGame.choices rows columns margin ours kept d x) t end) sets t) = Some l ->
    l = OpenGame.choices rows columns margin ours kept d x).
  { induction sets as [| y sets IH]; intros t Ht; simpl; [exact Ht |]. apply IH.
    destruct (get y t); [exact Ht |]. intros z k. rewrite get_put.
    destruct (N.eqb_spec z y) as [-> | _]; [intros [= <-]; reflexivity | apply Ht]. }
  apply H. intros z k. rewrite get_empty. discriminate.
Qed.

Theorem start_sound n formations :
  wins_from_start rows columns margin open shapes n formations = true -> wins_on (1 + 2 * n) start.
Proof.
  unfold wins_from_start. set (parts := map _ (seq 0 5)). set (kept := map map_of parts).
  intros H. refine (search_sound kept _ _ n 4 0%N 0%N 0 start H _ _).
  - intros d x l. cbn [seq parts map combine].
    destruct d as [| [| [| [| [| d]]]]]; cbn [nth]; try apply table_ok.
    destruct d; rewrite get_empty; discriminate.
  - split; try reflexivity; try apply NoDup_nil; try (intros s []); intros i; unfold has;
      rewrite N.bits_0; split; try discriminate; intros [].
  - apply (few_pieces []); [simpl; lia | reflexivity].
Qed.

End Sound.
