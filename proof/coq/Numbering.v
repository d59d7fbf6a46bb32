(** Tables for the solver, for any board: the numbered sets that the pieces of a side can
    form, the sets after a move, and the pairs of sets that overlap. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray FMapPositive.
From Teeko Require Import Rules Geometry Rounds Placements Rows.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * The tables *)

Record tables := Tables {
  count : nat;                 (* the number of sets *)
  width : nat;                 (* the number of words of a row; a row has a bit for each set *)
  sets : array set;
  moved : array (list int);    (* the numbers of the sets after one move *)
  goal : words;                (* the row of the sets that are goals *)
  apart : array words;         (* the rows of the sets that do not overlap a set *)
  playable : array words           (* the same without goals *)
}.

Section Board.
Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variable pieces : nat.

Notation moves := (moves squares adjacent).
Notation is_goal := (is_goal goals).
Notation placed := (placed squares pieces).

Definition number (t : tables) (i : int) : Prop := (to_Z i < Z.of_nat (count t))%Z.
Definition word (t : tables) (w : int) : Prop := (to_Z w < Z.of_nat (width t))%Z.

Record correct (t : tables) : Prop := {
  sizes : small (count t) /\ small (width t) /\ (count t <= 63 * width t)%nat;
  are_placed : forall i, number t i -> placed (sets t).[i];
  distinct : forall i j, number t i -> number t j -> (sets t).[i] = (sets t).[j] -> i = j;
  complete : forall s, placed s -> exists i, number t i /\ (sets t).[i] = s;
  closed : forall i s, number t i -> In s (moves (sets t).[i] 0%N) ->
    exists j, number t j /\ (sets t).[j] = s;
  moved_spec : forall i j, number t i ->
    In j (moved t).[i] <-> number t j /\ In (sets t).[j] (moves (sets t).[i] 0%N);
  goal_spec : forall i, number t i -> in_row (goal t) i = is_goal (sets t).[i];
  apart_spec : forall k w b, number t k -> word t w -> In b bits ->
    bit (apart t).[k].[w] b = true <->
    number t (w * 63 + b) /\ disjoint (sets t).[k] (sets t).[w * 63 + b];
  playable_spec : forall k w b, number t k -> word t w -> In b bits ->
    bit (playable t).[k].[w] b = true <->
    bit (apart t).[k].[w] b = true /\ is_goal (sets t).[w * 63 + b] = false
}.

(** * The computation of the tables *)

Fixpoint choose (l : list square) (n : nat) : list set :=
  match n, l with
  | O, _ => [0%N]
  | Datatypes.S _, [] => []
  | Datatypes.S m, x :: l => choose l n ++ map (fun s => add s x) (choose l m)
  end.
(** The sets of [n] squares of the list; if the squares ascend, the sets ascend as numbers. *)
Definition all_sets (l : list square) (n : nat) : list set := choose (rev l) n.

(** The sets after one move from a set, without pieces of the other side.  The argument has
    the neighbours of each square, so that they are computed only once. *)
Definition neighbours : list (square * list square) :=
  map (fun from => (from, filter (adjacent from) squares)) squares.
Definition moves_by (neighbours : list (square * list square)) (mine : set) : list set :=
  flat_map (fun '(from, tos) => if has mine from then
    map (fun to => add (remove mine from) to) (filter (fun to => negb (has mine to)) tos)
    else []) neighbours.

(** The row whose bit [i] is [f i], for each number [i]. *)
Definition row_of (size : int) (width : nat) (f : int -> bool) : words :=
  tabulate width 0 (fun w => collect (fun b =>
    let i := w * 63 + b in if i <? size then f i else false)).

(** The number of a set, and whether the set has a number. *)
Definition find (size : int) (ranks : PositiveMap.t int) (s : set) : int :=
  match PositiveMap.find (N.succ_pos s) ranks with Some i => i | None => size end.
Definition numbered (size : int) (sets : array set) ranks (s : set) : bool :=
  let i := find size ranks s in (i <? size) && N.eqb sets.[i] s.

Definition overlapping (holding : list (square * words)) (s : set) : list words :=
  map snd (filter (fun '(q, _) => has s q) holding).

Definition tables_of (count width : nat) (sets : array set) ranks : tables :=
  let size := of_nat count in
  let neighbours := neighbours in
  let moved := tabulate count [] (fun i =>
    map (find size ranks) (moves_by neighbours sets.[i])) in
  let goal := row_of size width (fun i => is_goal sets.[i]) in
  let holding := map (fun q => (q, row_of size width (fun i => has sets.[i] q))) squares in
  let valid := row_of size width (fun _ => true) in
  let apart := tabulate count valid (fun k =>
    let rows := overlapping holding sets.[k] in
    tabulate width 0 (fun w => valid.[w] land complement (union rows w))) in
  Tables count width sets moved goal apart (tabulate count valid (fun k => let row := apart.[k] in
      tabulate width 0 (fun w => row.[w] land complement goal.[w]))).

Definition board_set : set := set_of squares.
Definition is_placed (s : set) : bool :=
  Nat.eqb (List.length (filter (has s) squares)) pieces && N.eqb (N.ldiff s board_set) 0%N.

Definition sizes_ok (count width : nat) : bool :=
  Nat.leb count (63 * width) && (Nat.leb width count && (Z.of_nat count <=? to_Z max_length)%Z).

Definition numbering_ok (all : list set) (count : nat) (sets : array set) ranks : bool :=
  let size := of_nat count in
  let neighbours := neighbours in
  forallb (fun i => let s := sets.[i] in
    is_placed s && ((find size ranks s =? i) &&
    forallb (numbered size sets ranks) (moves_by neighbours s))) (range count 0) &&
  forallb (numbered size sets ranks) all.

(** The tables, or [None] if they fail a check. *)
Definition make_tables : option tables :=
  let all := all_sets squares pieces in
  let count := List.length all in
  let width := Nat.div (count + 62) 63 in
  let sets := fold_numbered (fun i s a => a.[i <- s]) all 0 (make (of_nat count) 0%N) in
  let ranks := fold_numbered (fun i s m => PositiveMap.add (N.succ_pos s) i m) all 0
    (PositiveMap.empty int) in
  if sizes_ok count width then
    if numbering_ok all count sets ranks then Some (tables_of count width sets ranks) else None
  else None.

(** * Proofs *)

Hypothesis distinct_squares : NoDup squares.

Lemma moves_by_spec mine : moves_by neighbours mine = moves mine 0%N.
Proof.
  assert (Hto : forall from l, filter (fun to => negb (has mine to)) (filter (adjacent from) l) =
    filter (fun to => adjacent from to && (negb (has mine to) && negb (has 0%N to))) l).
  { intros from. induction l as [| to l IH]; [reflexivity |]. cbn [filter].
    replace (has 0%N to) with false by (symmetry; apply N.bits_0). cbn [negb].
    rewrite andb_true_r, <- IH. destruct (adjacent from to); reflexivity. }
  unfold moves_by, neighbours, Placements.moves.
  assert (H : forall l, flat_map (fun '(from, tos) => if has mine from then
      map (fun to => add (remove mine from) to) (filter (fun to => negb (has mine to)) tos) else [])
      (map (fun from => (from, filter (adjacent from) squares)) l) =
    flat_map (fun from => map (fun to => add (remove mine from) to)
      (filter (fun to => adjacent from to && (negb (has mine to) && negb (has 0%N to))) squares))
      (filter (has mine) l)); [| apply H].
  induction l as [| from l IH]; [reflexivity |]. cbn [map flat_map filter].
  rewrite IH, Hto. now destruct (has mine from).
Qed.

Lemma has_add s x q : has (add s x) q = (x =? q)%N || has s q.
Proof. apply N.setbit_eqb. Qed.

Lemma has_set_of l q : has (set_of l) q = existsb (N.eqb q) l.
Proof.
  unfold set_of.
  assert (H : forall s, has (fold_left add l s) q = has s q || existsb (N.eqb q) l).
  { induction l as [| x l IH]; intros s; simpl; [now rewrite orb_false_r |].
    rewrite IH, has_add, (N.eqb_sym x). now destruct (q =? x)%N, (has s q). }
  rewrite H. unfold has. now rewrite N.bits_0.
Qed.

Lemma is_placed_spec s : is_placed s = true -> placed s.
Proof.
  unfold is_placed. intros [E%Nat.eqb_eq H%N.eqb_eq]%andb_prop. split; [exact E |].
  intros q Hq. apply (f_equal (fun x => has x q)) in H. unfold has in H.
  rewrite N.ldiff_spec, N.bits_0 in H. unfold has in Hq. rewrite Hq in H. simpl in H.
  apply negb_false_iff in H. unfold board_set in H.
  change (has (set_of squares) q = true) in H. rewrite has_set_of in H.
  apply existsb_exists in H as (x & Hx & ->%N.eqb_eq). exact Hx.
Qed.

Lemma choose_spec l : NoDup l -> forall n s, (forall q, has s q = true -> In q l) ->
  List.length (filter (has s) l) = n -> In s (choose l n).
Proof.
  assert (Hempty : forall l s, (forall q, has s q = true -> In q l) ->
    List.length (filter (has s) l) = 0%nat -> s = 0%N).
  { clear l. intros l s Hs Hl. apply N.bits_inj_0. intros q. apply not_true_is_false. intros Hq.
    assert (H : In q (filter (has s) l)) by (apply filter_In; split; [apply Hs |]; exact Hq).
    destruct (filter (has s) l); [destruct H | discriminate]. }
  induction 1 as [| x l Hx Hl IH]; intros n s Hs Hn.
  - simpl in Hn. subst n. left. symmetry. now apply (Hempty []).
  - destruct n as [|n]; [left; symmetry; now apply (Hempty (x :: l)) |].
    cbn [choose]. apply in_app_iff. simpl in Hn. destruct (has s x) eqn:E.
    + right. apply in_map_iff. exists (remove s x).
      assert (Hr : forall q, has (remove s x) q = has s q && negb (x =? q)%N)
        by (intros q; apply N.clearbit_eqb).
      split; [| apply IH].
      * apply N.bits_inj. intros q.
        change (has (add (remove s x) x) q = has s q). rewrite has_add, Hr.
        destruct (N.eqb_spec x q) as [<- | _]; [now rewrite E | simpl; apply andb_true_r].
      * intros q. rewrite Hr. intros [Hq Hne]%andb_prop. destruct (Hs q Hq) as [-> | H]; [| exact H].
        rewrite N.eqb_refl in Hne. discriminate.
      * injection Hn as <-. f_equal. apply filter_ext_in. intros q Hq. rewrite Hr.
        destruct (N.eqb_spec x q) as [-> | _]; [contradiction | apply andb_true_r].
    + left. apply IH; [| exact Hn]. intros q Hq. destruct (Hs q Hq) as [-> | H]; [congruence | exact H].
Qed.

Lemma all_sets_spec l n s : NoDup l -> (forall q, has s q = true -> In q l) ->
  List.length (filter (has s) l) = n -> In s (all_sets l n).
Proof.
  intros Hl Hs <-. apply choose_spec; [now apply NoDup_rev | intros q Hq; apply (in_rev l); auto |].
  rewrite <- (rev_length (filter _ l)). f_equal. clear. induction l as [| x l IH]; [reflexivity |].
  cbn [rev filter]. rewrite filter_app, IH. cbn [filter]. destruct (has s x); [reflexivity | apply app_nil_r].
Qed.

Section Made.
Variables (count width : nat) (sets : array set) (ranks : PositiveMap.t int).
Hypothesis Hsizes : sizes_ok count width = true.
Hypothesis Hnumbering : numbering_ok (all_sets squares pieces) count sets ranks = true.

Notation t := (tables_of count width sets ranks).

Lemma made_sizes : small count /\ small width /\ (count <= 63 * width)%nat.
Proof.
  revert Hsizes. unfold sizes_ok. rewrite !andb_true_iff, !Nat.leb_le, Z.leb_le. unfold small. lia.
Qed.

Lemma ltb_count i : (i <? of_nat count) = true <-> (to_Z i < Z.of_nat count)%Z.
Proof. rewrite ltb_spec, to_Z_of_nat; [reflexivity | apply made_sizes]. Qed.

Lemma bit_row_of f w b : (to_Z w < Z.of_nat width)%Z -> In b bits ->
  bit (row_of (of_nat count) width f).[w] b = (w * 63 + b <? of_nat count) && f (w * 63 + b).
Proof.
  intros Hw Hb. unfold row_of. rewrite get_tabulate; [| apply made_sizes | exact Hw].
  rewrite bit_collect by exact Hb. cbv zeta. now destruct (_ <? _).
Qed.

Lemma in_word i : (to_Z i < Z.of_nat count)%Z ->
  (to_Z (i / 63) < Z.of_nat width)%Z /\ i / 63 * 63 + i mod 63 = i.
Proof.
  intros Hi. destruct made_sizes as (H1 & H2 & H3). unfold small in H1. split; [| apply join; lia].
  rewrite to_Z_div. apply Z.div_lt_upper_bound; lia.
Qed.

Lemma in_row_of f i : (to_Z i < Z.of_nat count)%Z -> in_row (row_of (of_nat count) width f) i = f i.
Proof.
  intros Hi. destruct (in_word i Hi) as (Hw & E). unfold in_row.
  rewrite bit_row_of, E by (exact Hw || apply in_bits_mod).
  apply ltb_count in Hi. now rewrite Hi.
Qed.

Lemma numbered_spec s : numbered (of_nat count) sets ranks s = true ->
  (to_Z (find (of_nat count) ranks s) < Z.of_nat count)%Z /\ sets.[find (of_nat count) ranks s] = s.
Proof. unfold numbered. intros [Hi E%N.eqb_eq]%andb_prop. split; [now apply ltb_count | exact E]. Qed.

Lemma checked i : (to_Z i < Z.of_nat count)%Z -> placed sets.[i] /\ find (of_nat count) ranks sets.[i] = i /\
  forall s, In s (moves sets.[i] 0%N) -> numbered (of_nat count) sets ranks s = true.
Proof.
  intros Hi. pose proof Hnumbering as H. apply andb_prop in H as [H _]. cbv zeta in H.
  rewrite forallb_forall in H. apply (in_range_iff _ _ (proj1 made_sizes)), H in Hi.
  rewrite moves_by_spec in Hi.
  apply andb_prop in Hi as [Hp [Hf%eqb_correct Hm]%andb_prop].
  rewrite forallb_forall in Hm. split; [apply is_placed_spec, Hp | auto].
Qed.

Lemma overlapping_spec k w b : (to_Z k < Z.of_nat count)%Z -> (to_Z w < Z.of_nat width)%Z ->
  In b bits -> (to_Z (w * 63 + b) < Z.of_nat count)%Z ->
  bit (union (overlapping (map (fun q => (q, row_of (of_nat count) width (fun i => has sets.[i] q))) squares)
    sets.[k]) w) b = true <-> ~ disjoint sets.[k] sets.[w * 63 + b].
Proof.
  intros Hk Hw Hb Hi. rewrite bit_union. unfold overlapping. split.
  - intros (row & Hin & Hbit) Hd. apply in_map_iff in Hin as ((q & row') & <- & Hin).
    apply filter_In in Hin as (Hin & Hq). apply in_map_iff in Hin as (q' & E & _).
    injection E as -> <-. cbn [snd] in Hbit. rewrite bit_row_of in Hbit by assumption.
    apply andb_prop in Hbit as [_ Hbit]. apply Hd in Hq. congruence.
  - intros Hd.
    destruct (existsb (fun q => has sets.[k] q && has sets.[w * 63 + b] q) squares) eqn:E.
    + apply existsb_exists in E as (q & Hq & [Hqk Hqi]%andb_prop).
      eexists. split.
      * apply in_map. apply filter_In. split; [apply (in_map _ _ _ Hq) | exact Hqk].
      * cbn [snd]. rewrite bit_row_of, Hqi by assumption.
        apply ltb_count in Hi. now rewrite Hi.
    + exfalso. apply Hd. intros q Hq. destruct (has sets.[w * 63 + b] q) eqn:Ei; [| reflexivity].
      rewrite <- E. symmetry. apply existsb_exists. exists q. rewrite Hq, Ei. split; [| reflexivity].
      apply (proj2 (proj1 (checked k Hk)) q Hq).
Qed.

Lemma made_apart k w b : (to_Z k < Z.of_nat count)%Z -> (to_Z w < Z.of_nat width)%Z -> In b bits ->
  bit (apart t).[k].[w] b = true <->
  (to_Z (w * 63 + b) < Z.of_nat count)%Z /\ disjoint sets.[k] sets.[w * 63 + b].
Proof.
  intros Hk Hw Hb. destruct made_sizes as (Hc & Hwidth & _).
  cbn [apart tables_of]. rewrite get_tabulate by assumption. cbv zeta.
  rewrite get_tabulate by assumption.
  rewrite land_spec, bit_row_of, andb_true_r, bit_complement, andb_true_iff, ltb_count, negb_true_iff
    by (assumption || apply bits_small, Hb).
  split; intros [Hi H]; (split; [exact Hi |]).
  - rewrite <- not_true_iff_false, overlapping_spec in H by assumption.
    intros q Hq. destruct (has sets.[w * 63 + b] q) eqn:E; [| reflexivity].
    exfalso. apply H. intros Hd. apply Hd in Hq. congruence.
  - rewrite <- not_true_iff_false, overlapping_spec by assumption. intros Hn. now apply Hn.
Qed.

Theorem tables_of_correct : correct t.
Proof.
  destruct made_sizes as (Hc & Hwidth & Hle).
  split; unfold number, word; cbn [Numbering.count Numbering.width Numbering.sets tables_of].
  - auto.
  - intros i Hi. apply (checked i Hi).
  - intros i j Hi Hj E. destruct (checked i Hi) as (_ & Ei & _), (checked j Hj) as (_ & Ej & _).
    rewrite <- Ei, <- Ej, E. reflexivity.
  - intros s (Hn & Hs). pose proof Hnumbering as H. apply andb_prop in H as [_ H].
    rewrite forallb_forall in H. exists (find (of_nat count) ranks s).
    apply numbered_spec, H, all_sets_spec; assumption.
  - intros i s Hi Hs. exists (find (of_nat count) ranks s). apply numbered_spec, (checked i Hi), Hs.
  - intros i j Hi. destruct (checked i Hi) as (_ & _ & Hm). cbn [moved tables_of].
    rewrite get_tabulate, moves_by_spec, in_map_iff by assumption. split.
    + intros (s & <- & Hs). destruct (numbered_spec s (Hm s Hs)) as (Hj & E). rewrite E. auto.
    + intros (Hj & Hs). exists sets.[j]. split; [| exact Hs]. apply (checked j Hj).
  - intros i Hi. cbn [goal tables_of]. apply in_row_of, Hi.
  - apply made_apart.
  - intros k w b Hk Hw Hb. pose proof (made_apart k w b Hk Hw Hb) as Ha.
    cbn [playable apart tables_of] in *. rewrite get_tabulate by assumption. cbv zeta.
    rewrite (get_tabulate _ _ _ w Hwidth Hw), land_spec, andb_true_iff.
    rewrite bit_complement, bit_row_of, negb_true_iff, Ha by (assumption || apply bits_small, Hb).
    rewrite and_comm, (and_comm (_ /\ _)). split; intros (H1 & Hi & Hd); (split; [| auto]).
    + apply ltb_count in Hi. now rewrite Hi in H1.
    + now rewrite H1, andb_false_r.
Qed.

End Made.

Theorem make_tables_correct t : make_tables = Some t -> correct t.
Proof.
  unfold make_tables. cbv zeta. destruct (sizes_ok _ _) eqn:H1; [| discriminate].
  destruct (numbering_ok _ _ _ _) eqn:H2; [| discriminate].
  intros E. injection E as <-. apply tables_of_correct; assumption.
Qed.

End Board.
