(** A solver of all positions of the drop phase, in every style, and the proof that it is
    right. *)

From Coq Require Import NArith ZArith Arith Bool List Lia Uint63 PArray FMapPositive.
From Teeko Require Import Rules Geometry Rounds Placements Rows Numbering Levels Counts
  Solution Boards DropPhase.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * Definitions *)

(** A score is the value of a position from Black's side, counted from the empty board:
    n if Red wins at ply n of the game, 200 - n if Black wins at ply n, 100 for a draw.
    So Black chooses the greatest score of a successor, and Red the least. *)
Definition has_score (r : rules) (p : position) (score : int) : Prop :=
  forall n, (dropped p + n < 100)%nat ->
  (wins_within r Black n p <-> (200 <= to_Z score + Z.of_nat (dropped p + n))%Z) /\
  (wins_within r Red n p <-> (to_Z score <= Z.of_nat (dropped p + n))%Z).

(** The same for a position after [d] drops that Black and Red win within these numbers of plies. *)
Definition scored (d : nat) (black red : nat -> Prop) (v : int) : Prop :=
  (forall n, (d + n < 100)%nat -> (black n <-> (200 <= to_Z v + Z.of_nat (d + n))%Z) /\
    (red n <-> (to_Z v <= Z.of_nat (d + n))%Z)) /\
  (Z.of_nat d <= to_Z v <= 200 - Z.of_nat d)%Z.

(** A position after [d] drops in which the side to move has no goal.  (Other positions
    cannot arise.) *)
Definition in_section (board : list square) (r : rules) (d : nat) (p : position) : Prop :=
  dropping_on board p /\ dropped p = d /\ ~ has_goal r (turn p) p.

(** ** The sets of a given number of squares *)

Record index := Index {
  size : nat;
  nth_set : array set;
  ranks : PositiveMap.t int;
  mask : array int;            (* the set as a primitive integer *)
  ends : array bool            (* whether the set is a goal *)
}.

Definition rank (x : index) (s : set) : int := find (of_nat (size x)) (ranks x) s.

(** The sets of [pieces] squares of a board. *)
Definition index_on (squares : list square) (goals : list set) (pieces : nat) : index :=
  let all := all_sets squares pieces in
  let size := List.length all in
  let sets := fold_numbered (fun i s a => a.[i <- s]) all 0 (make (of_nat size) 0%N) in
  Index size sets
    (fold_numbered (fun i s m => PositiveMap.add (N.succ_pos s) i m) all 0 (PositiveMap.empty int))
    (tabulate size 0 (fun i => int_of_set sets.[i]))
    (tabulate size false (fun i => is_goal goals sets.[i])).

(** Each set has a number, and each number has a set. *)
Definition index_ok (squares : list square) (x : index) (pieces : nat) : bool :=
  (Z.of_nat (size x) <=? to_Z max_length)%Z &&
  forallb (fun i => let s := (nth_set x).[i] in
    is_placed squares pieces s && ((rank x s =? i) && N.eqb (set_of_int (mask x).[i]) s))
    (range (size x) 0) &&
  forallb (numbered (of_nat (size x)) (nth_set x) (ranks x)) (all_sets squares pieces).

(** For each set: each square outside it, as a mask, and the number of the set with this
    square added. *)
Definition singles (board : list square) : list (square * int) :=
  filter (fun '(q, _) => existsb (N.eqb q) board) single.
Definition additions (board : list square) (x y : index) : array (list (int * int)) :=
  let singles := singles board in
  tabulate (size x) [] (fun i => let s := (nth_set x).[i] in
    map (fun '(q, m) => (m, rank y (add s q)))
      (filter (fun '(q, _) => negb (has s q)) singles)).

(** ** Scores of all positions after a given number of drops *)

(** A row for each set of Black; a row has a score for each set of Red. *)
Definition table := array (array int).

(** The better of two scores for a side, and the worst score that is possible after [d] drops. *)
Definition better (c : colour) (x y : int) : int :=
  match c with
  | Black => if x <? y then y else x
  | Red => if y <? x then y else x
  end.
Definition worst (c : colour) (d : int) : int := match c with Black => d | Red => 200 - d end.

(** The best score for [c] among the additions whose square is not in [taken]. *)
Fixpoint best {A} (c : colour) (read : A -> int) (taken : int) (l : list (int * A)) (score : int)
  : int :=
  match l with
  | [] => score
  | (m, x) :: l =>
    best c read taken l (if taken land m =? 0 then better c score (read x) else score)
  end.

(** Computes the scores after [d] drops from the scores after [d + 1] drops, for a drop of Red
    and for a drop of Black. *)
Definition red_drop (board : list square) (c : colour) (d : int) (blacks reds more : index) (t : table) : table :=
  let added := additions board reds more in
  tabulate (size blacks) (make 0 0) (fun i =>
    let row := t.[i] in
    let own := (mask blacks).[i] in
    let won := (ends blacks).[i] in
    tabulate (size reds) 0 (fun j =>
      if won then 200 - d else
      if own land (mask reds).[j] =? 0
      then best c (get row) own added.[j] (worst c (d + 1)) else 0)).
Definition black_drop (board : list square) (c : colour) (d : int) (blacks reds more : index) (t : table) : table :=
  let added := additions board blacks more in
  tabulate (size blacks) (make 0 0) (fun i =>
    let rows := map (fun '(m, k) => (m, t.[k])) added.[i] in
    let own := (mask blacks).[i] in
    tabulate (size reds) 0 (fun j =>
      if (ends reds).[j] then d else
      let other := (mask reds).[j] in
      if own land other =? 0
      then best c (fun row => row.[j]) other rows (worst c (d + 1)) else 0)).

(** ** All pieces placed *)

Section Placed.
Variable t : tables.

(** Sets the score of each position for which the line has a new bit. *)
Definition mark (score : int) (before : words) (after : line) (scores : array int) : array int :=
  if fresh after then
    let row := row after in
    fold_left (fun scores w =>
      let first := w * 63 in
      fold_left (fun scores b => scores.[first + b <- score])
        (elements (row.[w] land complement before.[w])) scores)
      (word_numbers t) scores
  else scores.

Definition mark_start (p : planes) : table :=
  let none := no_row t in
  tabulate (count t) (make 0 0) (fun k =>
    mark 8 none (lost p).[k] (make (of_nat (count t)) 100)).

(** Sets the scores of the positions that level [q] decides and level [p] does not.  They are
    decided [n] plies after the last drop. *)
Definition mark_level (n : int) (p q : planes) (scores : table) : table :=
  tabulate (count t) (make 0 0) (fun k =>
    mark (8 + n) (row (lost p).[k]) (lost q).[k]
      (mark (192 - n) (row (won p).[k]) (won q).[k] scores.[k])).

Fixpoint mark_levels (m : nat) (n : int) (p : planes) (scores : table) : table :=
  match m with
  | O => scores
  | Datatypes.S m =>
    let q := next t p in mark_levels m (n + 1) q (mark_level (n + 1) p q scores)
  end.

Definition placed_scores (plies : nat) : table :=
  let p := start t in mark_levels plies 0 p (mark_start p).
End Placed.

(** ** The result *)

(** The numbers of positions after [drops] drops, with [letters] to come, that Black wins,
    that Red wins, and that are draws. *)
Record section := DropSection {
  drops : nat;
  letters : list letter;
  black_wins : N;
  red_wins : N;
  no_wins : N
}.

Definition tally (blacks reds : index) (t : table) (f : int -> bool) : N :=
  let numbers := range (size reds) 0 in
  Z.to_N (to_Z (fold_left (fun n i =>
    let row := t.[i] in
    let own := (mask blacks).[i] in
    let won := (ends blacks).[i] in
    fold_left (fun n j =>
      if own land (mask reds).[j] =? 0 then if f row.[j] then n + 1 else n else n) numbers n)
    (range (size blacks) 0) 0)).

Definition section_of (d : nat) (letters : list letter) (blacks reds : index) (t : table) : section :=
  DropSection d letters (tally blacks reds t (fun v => 100 <? v)) (tally blacks reds t (fun v => v <? 100))
    (tally blacks reds t (fun v => v =? 100)).

(** The side that picks the square of a drop of [c]. *)
Definition picks (l : letter) (c : colour) : colour :=
  match l with Own => c | Other => opponent c end.

Section Visit.
Variable board : list square.
(** What to compute from the scores of all placements, and from those of each section. *)
Variables (Y X : Type) (top : index -> table -> Y).
Variable visit : nat -> list letter -> index -> index -> table -> X.

(** All sections with fewer than [2 * n] drops, and the score of the empty board for each style. *)
Fixpoint sections (n : nat) (indices : nat -> index) (after : list letter) (t : table) :
  list X * list (list letter * int) :=
  match n with
  | O => ([], [(after, t.[0].[0])])
  | Datatypes.S n =>
    let few := indices n in
    let many := indices (Datatypes.S n) in
    let of_letter l :=
      let t1 := red_drop board (picks l Red) (of_nat (2 * n + 1)) many few many t in
      let t0 := black_drop board (picks l Black) (of_nat (2 * n)) few few many t1 in
      let '(all, starts) := sections n indices (l :: after) t0 in
      (visit (2 * n + 1) (l :: after) many few t1 ::
       visit (2 * n) (l :: after) few few t0 :: all, starts) in
    let '(all, starts) := of_letter Own in
    let '(all', starts') := of_letter Other in
    (all ++ all', starts ++ starts')
  end.

(** No set of the index is a goal.  This is true for sets of up to three squares. *)
Definition no_goals (x : index) : bool :=
  forallb (fun i => negb (ends x).[i]) (range (size x) 0).

(** A separate definition, so that Coq does not compute the indices when it reads [all_drops]. *)
Definition sections_with (goals : list set) (plies : nat) (t : tables) (i0 i1 i2 i3 i4 : index)
  : option (Y * (list X * list (list letter * int))) :=
  let indices n := match n with 0 => i0 | 1 => i1 | 2 => i2 | 3 => i3 | _ => i4 end%nat in
  if forallb (fun n => index_ok board (indices n) n) (seq 0 5) &&
    forallb (fun n => no_goals (indices n)) (seq 0 4)
  then let scores := placed_scores t plies in Some (top i4 scores, sections 4 indices [] scores)
  else None.

Definition all_drops (goals : list set) (plies : nat)
  : option (Y * (list X * list (list letter * int))) :=
  match make_tables board adjacent goals 4
    return option (Y * (list X * list (list letter * int))) with
  | None => None
  | Some t => sections_with goals plies t (index_on board goals 0) (index_on board goals 1)
      (index_on board goals 2) (index_on board goals 3) (index_on board goals 4)
  end.
End Visit.

(** ** The meaning of the result *)

(** The figures of a section are right, in every style with these letters to come.  Before the first
    drop no square may be banned. *)
Definition section_true (goals : list set) (s : section) : Prop := forall style banned,
  skipn (Nat.div2 (drops s)) style = letters s -> (drops s = 0%nat -> banned = []) ->
  let r := Rules goals style banned in
  let here p := dropping p /\ dropped p = drops s in
  number_of (fun p => here p /\ exists n, wins_within r Black n p) (black_wins s) /\
  number_of (fun p => here p /\ exists n, wins_within r Red n p) (red_wins s) /\
  number_of (fun p => here p /\ holds r Black p /\ holds r Red p) (no_wins s).

(** The score of the empty board is right in this style. *)
Definition start_true (goals : list set) (s : list letter * int) : Prop :=
  has_score (Rules goals (fst s) []) Rules.start (snd s).

(** * Proofs *)

Opaque squares adjacent bits single elements.

Lemma land_disjoint x y : (x land y =? 0) = true <-> disjoint (set_of_int x) (set_of_int y).
Proof.
  rewrite eqb_spec, <- disjoint_land, <- set_of_land. split; [now intros -> |].
  intros H. exact (set_of_int_inj _ 0 H).
Qed.

Lemma disjoint_one s q : disjoint s (N.shiftl 1 q) <-> has s q = false.
Proof.
  unfold disjoint, has. rewrite N.shiftl_1_l. split; intros H.
  - destruct (N.testbit s q) eqn:E; [| reflexivity]. apply H in E.
    now rewrite N.pow2_bits_true in E.
  - intros x Hx. apply N.pow2_bits_false. intros <-. congruence.
Qed.

(** ** Indices *)

Record index_spec (squares : list square) (goals : list set) (x : index) (pieces : nat) : Prop := {
  index_small : small (size x);
  index_rank : forall s, placed squares pieces s ->
    (to_Z (rank x s) < Z.of_nat (size x))%Z /\ (nth_set x).[rank x s] = s;
  index_nth : forall i, (to_Z i < Z.of_nat (size x))%Z ->
    placed squares pieces (nth_set x).[i] /\ rank x (nth_set x).[i] = i /\
    set_of_int (mask x).[i] = (nth_set x).[i];
  index_ends : forall i, (to_Z i < Z.of_nat (size x))%Z ->
    (ends x).[i] = is_goal goals (nth_set x).[i]
}.

Lemma index_ok_spec squares goals pieces : NoDup squares ->
  index_ok squares (index_on squares goals pieces) pieces = true ->
  index_spec squares goals (index_on squares goals pieces) pieces.
Proof.
  intros Hdistinct.
  unfold index_ok. intros [[Hs%Z.leb_le Hn]%andb_prop Hc]%andb_prop.
  fold (small (size (index_on squares goals pieces))) in Hs.
  rewrite forallb_forall in Hn, Hc. split.
  - exact Hs.
  - intros s (Hp & Hq).
    assert (Hin : In s (all_sets squares pieces))
      by (apply all_sets_spec; [exact Hdistinct | exact Hq | exact Hp]).
    apply Hc in Hin. unfold numbered in Hin. apply andb_prop in Hin as [Hi E%N.eqb_eq].
    split; [| exact E]. apply ltb_spec in Hi. now rewrite to_Z_of_nat in Hi.
  - intros i Hi. apply (in_range_iff _ _ Hs), Hn in Hi.
    apply andb_prop in Hi as [Hp [Hr%eqb_correct Hm%N.eqb_eq]%andb_prop].
    split; [apply is_placed_spec, Hp | now split].
  - intros i Hi. exact (get_tabulate _ _ _ i Hs Hi).
Qed.

(** ** The best score *)

(** For the side [c], the score is at least as good as [z]. *)
Definition reaches (c : colour) (z : Z) (score : int) : Prop :=
  match c with Black => (z <= to_Z score)%Z | Red => (to_Z score <= z)%Z end.

Lemma best_spec {A} c (read : A -> int) taken z l : forall score,
  reaches c z (best c read taken l score) <->
  reaches c z score \/ exists m x, In (m, x) l /\ (taken land m =? 0) = true /\ reaches c z (read x).
Proof.
  induction l as [| (m, x) l IH]; intros score; cbn [best].
  - split; [now left | intros [H | (? & ? & [] & _)]; exact H].
  - rewrite IH. clear IH. destruct (taken land m =? 0) eqn:Em.
    + assert (Hb : reaches c z (better c score (read x)) <-> reaches c z score \/ reaches c z (read x)).
      { destruct c; cbn [better reaches]; destruct (_ <? _) eqn:E;
          (apply ltb_spec in E || rewrite <- not_true_iff_false, ltb_spec in E); lia. }
      rewrite Hb. split.
      * intros [[H | H] | (m' & x' & Hin & H)]; [now left | right; exists m, x | right; exists m', x'].
        -- split; [now left | now split].
        -- split; [now right | exact H].
      * intros [H | (m' & x' & [E | Hin] & Hm & H)]; [now left; left | |].
        -- injection E as <- <-. left. now right.
        -- right. now exists m', x'.
    + split.
      * intros [H | (m' & x' & Hin & H)]; [now left | right; exists m', x'].
        split; [now right | exact H].
      * intros [H | (m' & x' & [E | Hin] & Hm & H)]; [now left | |].
        -- injection E as <- <-. congruence.
        -- right. now exists m', x'.
Qed.

(** ** One drop *)

Section Drop.
Variable board : list square.
Variable r : rules.
Hypothesis distinct_board : NoDup board.
Hypothesis board_squares : incl board squares.

Definition good (p : position) : int -> Prop :=
  scored (dropped p) (fun n => wins_on board r Black n p) (fun n => wins_on board r Red n p).

(** [v] is the best of the successors' scores for [c]. *)
Definition is_best (c : colour) (d : Z) (l : list position) (sc : position -> int) (v : int) : Prop :=
  match c with
  | Black => forall z, (z <= to_Z v)%Z <-> (z <= d)%Z \/ exists q, In q l /\ (z <= to_Z (sc q))%Z
  | Red => forall z, (to_Z v <= z)%Z <-> (200 - d <= z)%Z \/ exists q, In q l /\ (to_Z (sc q) <= z)%Z
  end.

Lemma best_good p sc v : (dropped p < 8)%nat -> ~ has_goal r Black p -> ~ has_goal r Red p ->
  (forall q, In q (successors_on board r p) -> dropped q = S (dropped p) /\ good q (sc q)) ->
  is_best (chooser r p) (Z.of_nat (S (dropped p))) (successors_on board r p) sc v -> good p v.
Proof.
  intros H8 Hb Hr Hq Hv. set (d := dropped p) in *.
  assert (Hbound : (Z.of_nat (S d) <= to_Z v <= 200 - Z.of_nat (S d))%Z).
  { destruct (chooser r p); cbn [is_best] in Hv; split.
    - apply Hv. left. lia.
    - destruct (Z.le_gt_cases (to_Z v) (200 - Z.of_nat (S d))) as [H | H]; [exact H |].
      assert (Hz : (200 - Z.of_nat (S d) + 1 <= to_Z v)%Z) by lia.
      apply Hv in Hz as [Hz | (q & Hin & Hz)]; [lia |].
      destruct (Hq q Hin) as (E & _ & Hbq). rewrite E in Hbq. lia.
    - destruct (Z.le_gt_cases (Z.of_nat (S d)) (to_Z v)) as [H | H]; [exact H |].
      assert (Hz : (to_Z v <= Z.of_nat (S d) - 1)%Z) by lia.
      apply Hv in Hz as [Hz | (q & Hin & Hz)]; [lia |].
      destruct (Hq q Hin) as (E & _ & Hbq). rewrite E in Hbq. lia.
    - apply Hv. left. lia. }
  split; [| fold d; lia].
  intros n Hn. fold d in Hn |- *. destruct n as [|n].
  - split; (split; [inversion 1; contradiction | lia]).
  - assert (Hsq : forall q, In q (successors_on board r p) ->
      (wins_on board r Black n q <-> (200 <= to_Z (sc q) + Z.of_nat (d + S n))%Z) /\
      (wins_on board r Red n q <-> (to_Z (sc q) <= Z.of_nat (d + S n))%Z)).
    { intros q Hin. destruct (Hq q Hin) as (E & Ht & _). specialize (Ht n).
      rewrite E in Ht. fold d in Ht. replace (S d + n)%nat with (d + S n)%nat in Ht by lia.
      apply Ht, Hn. }
    rewrite !wins_next by assumption.
    destruct (chooser r p); cbn [is_best opponent] in *; split; split.
    + intros [(_ & q & Hin & Hw) | (E & _)]; [| discriminate].
      assert (H : (200 - Z.of_nat (d + S n) <= to_Z v)%Z); [| lia].
      apply Hv. right. exists q. split; [exact Hin |]. apply (Hsq q Hin) in Hw. lia.
    + intros H. assert (Hz : (200 - Z.of_nat (d + S n) <= to_Z v)%Z) by lia.
      apply Hv in Hz as [Hz | (q & Hin & Hz)]; [lia |].
      left. split; [reflexivity |]. exists q. split; [exact Hin |]. apply (Hsq q Hin). lia.
    + intros [(E & _) | (_ & H)]; [discriminate |].
      destruct (Z.le_gt_cases (to_Z v) (Z.of_nat (d + S n))) as [Hle | Hgt]; [exact Hle |].
      assert (Hz : (Z.of_nat (d + S n) + 1 <= to_Z v)%Z) by lia.
      apply Hv in Hz as [Hz | (q & Hin & Hz)]; [lia |].
      pose proof (H q Hin) as Hw. apply (Hsq q Hin) in Hw. lia.
    + intros H. right. split; [reflexivity |]. intros q Hin. apply (Hsq q Hin).
      destruct (Z.le_gt_cases (to_Z (sc q)) (Z.of_nat (d + S n))) as [Hle | Hgt]; [exact Hle |].
      assert (Hz : (Z.of_nat (d + S n) + 1 <= to_Z v)%Z); [| lia].
      apply Hv. right. exists q. split; [exact Hin | lia].
    + intros [(E & _) | (_ & H)]; [discriminate |].
      destruct (Z.le_gt_cases 200 (to_Z v + Z.of_nat (d + S n))) as [Hle | Hgt]; [exact Hle |].
      assert (Hz : (to_Z v <= 200 - Z.of_nat (d + S n) - 1)%Z) by lia.
      apply Hv in Hz as [Hz | (q & Hin & Hz)]; [lia |].
      pose proof (H q Hin) as Hw. apply (Hsq q Hin) in Hw. lia.
    + intros H. right. split; [reflexivity |]. intros q Hin. apply (Hsq q Hin).
      destruct (Z.le_gt_cases 200 (to_Z (sc q) + Z.of_nat (d + S n))) as [Hle | Hgt]; [exact Hle |].
      assert (Hz : (to_Z v <= 200 - Z.of_nat (d + S n) - 1)%Z); [| lia].
      apply Hv. right. exists q. split; [exact Hin | lia].
    + intros [(_ & q & Hin & Hw) | (E & _)]; [| discriminate].
      apply Hv. right. exists q. split; [exact Hin |]. apply (Hsq q Hin) in Hw. lia.
    + intros H. apply Hv in H as [Hz | (q & Hin & Hz)]; [lia |].
      left. split; [reflexivity |]. exists q. split; [exact Hin |]. apply (Hsq q Hin). lia.
Qed.

Definition score (blacks reds : index) (t : table) (p : position) : int :=
  t.[rank blacks (black p)].[rank reds (red p)].
Definition good_table (d : nat) (blacks reds : index) (t : table) : Prop :=
  forall p, in_section board r d p -> (d = 8%nat -> turn p = Black) -> good p (score blacks reds t p).

Lemma successor_section p q : dropping_on board p -> (dropped p < 8)%nat -> ~ has_goal r Black p ->
  ~ has_goal r Red p -> In q (successors_on board r p) ->
  in_section board r (S (dropped p)) q /\ turn q = opponent (turn p).
Proof.
  intros Hp H8 Hb Hr Hq. destruct (Boards.successor_dropping board r distinct_board p q Hp H8 Hq) as (Hdq & Eq).
  unfold successors_on in Hq.
  pose proof H8 as H8'. apply Nat.ltb_lt in H8'. rewrite H8' in Hq.
  apply in_map_iff in Hq as (s & <- & _). unfold in_section. destruct p as [[] ? ? ?]; auto.
Qed.

Lemma singles_spec s m : In (s, m) (singles board) -> In s board /\ set_of_int m = N.shiftl 1 s.
Proof.
  intros [Hs He]%filter_In. apply existsb_exists in He as (s' & Hin & ->%N.eqb_eq).
  split; [exact Hin | apply (single_spec _ _ Hs)].
Qed.

Lemma singles_of s : In s board -> exists m, In (s, m) (singles board).
Proof.
  intros Hs. destruct (single_of s (board_squares s Hs)) as (m & Hm). exists m. apply filter_In.
  split; [exact Hm |]. apply existsb_exists. exists s. split; [exact Hs | apply N.eqb_refl].
Qed.

(** The list of additions has all successors. *)
Lemma additions_best {A} p (g : square -> A) read taken sc c :
  (dropped p < 8)%nat -> (dropped p = 0%nat -> banned r = []) ->
  set_of_int taken = pieces p (opponent (turn p)) ->
  (forall s, read (g s) = sc (after p (S (dropped p)) (add (pieces p (turn p)) s))) ->
  is_best c (Z.of_nat (S (dropped p))) (successors_on board r p) sc
    (best c read taken (map (fun '(s, m) => (m, g s))
      (filter (fun '(s, _) => negb (has (pieces p (turn p)) s)) (singles board)))
      (worst c (of_nat (dropped p) + 1))).
Proof.
  intros H8 Hban Htaken Hread. set (l := map _ _).
  assert (Hl : forall P : int -> Prop,
    (exists m x, In (m, x) l /\ (taken land m =? 0) = true /\ P (read x)) <->
    exists q, In q (successors_on board r p) /\ P (sc q)).
  { intros P. unfold l, successors_on. pose proof H8 as H8'. apply Nat.ltb_lt in H8'. rewrite H8'. split.
    - intros (m & x & Hin & Hm & HP). apply in_map_iff in Hin as ((s & m') & E & Hin).
      injection E as -> <-. apply filter_In in Hin as (Hs & Hmine).
      apply singles_spec in Hs as (Hs & Em). rewrite land_disjoint, Htaken, Em, disjoint_one in Hm.
      rewrite Hread in HP. eexists. split; [| exact HP].
      apply (in_map (fun s => after p (1 + dropped p) (add (pieces p (turn p)) s))).
      apply filter_In. split; [exact Hs |]. rewrite may_drop_empty by exact Hban. unfold empty.
      destruct (turn p); cbn [pieces opponent] in *; rewrite Hm; simpl; now rewrite ?andb_true_r.
    - intros (q & Hin & HP). apply in_map_iff in Hin as (s & <- & Hin).
      apply filter_In in Hin as (Hs & Hfree). rewrite may_drop_empty in Hfree by exact Hban.
      destruct (singles_of s Hs) as (m & Hm). exists m, (g s).
      pose proof (singles_spec s m Hm) as (_ & Em).
      unfold empty in Hfree. apply andb_prop in Hfree as [Hb Hr].
      split; [| split; [| now rewrite Hread]].
      + apply in_map_iff. exists (s, m). split; [reflexivity |]. apply filter_In.
        split; [exact Hm |]. destruct (turn p); assumption.
      + rewrite land_disjoint, Htaken, Em, disjoint_one.
        destruct (turn p); apply negb_true_iff; assumption. }
  assert (Hw : to_Z (worst c (of_nat (dropped p) + 1)) =
    match c with Black => Z.of_nat (S (dropped p)) | Red => 200 - Z.of_nat (S (dropped p)) end%Z).
  { clear -H8. destruct (dropped p) as [| [| [| [| [| [| [| [| d]]]]]]]]; (now destruct c) || lia. }
  destruct c; cbn [is_best]; intros z.
  - rewrite <- Hw, <- (Hl (fun x => (z <= to_Z x)%Z)). apply (best_spec Black).
  - rewrite <- Hw, <- (Hl (fun x => (to_Z x <= z)%Z)). apply (best_spec Red).
Qed.

End Drop.

(** ** A table, computed from the next table *)

Lemma odd_even_halves n :
  Nat.div2 (S (2 * n + 1)) = S n /\ Nat.div2 (2 * n + 1) = n /\ Nat.even (2 * n + 1) = false /\
  Nat.div2 (S (2 * n)) = n /\ Nat.div2 (2 * n) = n /\ Nat.even (2 * n) = true.
Proof.
  assert (E0 : Nat.div2 (2 * n) = n) by apply Nat.div2_double.
  assert (E1 : Nat.div2 (S (2 * n)) = n) by apply Nat.div2_succ_double.
  assert (E2 : Nat.even (2 * n) = true) by (rewrite Nat.even_spec; now exists n).
  replace (2 * n + 1)%nat with (S (2 * n)) by lia.
  repeat split; try assumption.
  - replace (S (S (2 * n))) with (2 * S n)%nat by lia. apply Nat.div2_double.
  - rewrite Nat.even_succ. rewrite <- Nat.negb_even. now rewrite E2.
Qed.

Lemma to_Z_end d : (d <= 8)%nat ->
  to_Z (200 - of_nat d) = (200 - Z.of_nat d)%Z /\ to_Z (of_nat d) = Z.of_nat d.
Proof. do 9 (destruct d as [|d]; [now split |]). lia. Qed.

Section Table.
Variable board : list square.
Variable r : rules.
Hypothesis distinct_board : NoDup board.
Hypothesis board_squares : incl board squares.
Notation good := (good board r).
Notation good_table := (good_table board r).

(** A side with a goal has won. *)
Lemma good_goal c p : (dropped p <= 8)%nat -> has_goal r c p -> ~ has_goal r (opponent c) p ->
  good p (match c with Black => 200 - of_nat (dropped p) | Red => of_nat (dropped p) end).
Proof.
  intros H8 Hg Hno. destruct (to_Z_end _ H8) as [E1 E2]. split.
  - intros n Hn.
    assert (Hw : wins_on board r c n p) by now apply won_on.
    assert (Hl : ~ wins_on board r (opponent c) n p).
    { inversion 1; [contradiction | |];
        match goal with H : ~ has_goal _ (opponent (opponent c)) _ |- _ =>
          rewrite opponent_opponent in H; contradiction end. }
    destruct c; cbn [opponent] in *; rewrite ?E1, ?E2; split; (split; [intros | intros]);
      solve [assumption | lia | contradiction].
  - destruct c; rewrite ?E1, ?E2; lia.
Qed.

Lemma is_goal_pieces c p : is_goal (goals r) (pieces p c) = false <-> ~ has_goal r c p.
Proof. rewrite goal_iff, <- not_true_iff_false. reflexivity. Qed.

Variable n : nat.
Variables few many : index.
Hypothesis Hn : (n < 4)%nat.
Hypothesis Hfew : index_spec board (goals r) few n.
Hypothesis Hmany : index_spec board (goals r) many (S n).
Hypothesis Hban : n = 0%nat -> banned r = [].

Lemma red_drop_good t c : good_table (2 * S n) many many t ->
  (forall p, dropped p = (2 * n + 1)%nat -> turn p = Red -> chooser r p = c) ->
  good_table (2 * n + 1) many few (red_drop board c (of_nat (2 * n + 1)) many few many t).
Proof.
  clear Hban. intros Ht Hc p (Hp & Ed & Hno) _. pose proof Hp as (_ & Hb & Hr & Hd & Hturn).
  destruct (odd_even_halves n) as (E1 & E2 & E3 & _). rewrite Ed, E1 in Hb. rewrite Ed, E2 in Hr.
  rewrite Ed, E3 in Hturn. specialize (Hturn ltac:(lia)). rewrite Hturn in Hno.
  destruct (index_rank _ _ _ _ Hmany _ Hb) as (Hi & Ei), (index_rank _ _ _ _ Hfew _ Hr) as (Hj & Ej).
  unfold score, red_drop. cbv zeta.
  rewrite get_tabulate by (exact Hi || apply Hmany).
  rewrite get_tabulate by (exact Hj || apply Hfew).
  rewrite (index_ends _ _ _ _ Hmany _ Hi), Ei.
  destruct (is_goal (goals r) (black p)) eqn:Hg.
  { rewrite <- Ed. apply (good_goal Black p); [lia | now apply goal_iff | exact Hno]. }
  apply (is_goal_pieces Black) in Hg.
  destruct (index_nth _ _ _ _ Hmany _ Hi) as (_ & _ & Mi).
  destruct (index_nth _ _ _ _ Hfew _ Hj) as (_ & _ & Mj). rewrite Ei in Mi. rewrite Ej in Mj.
  replace (_ land _ =? 0) with true
    by (symmetry; apply land_disjoint; rewrite Mi, Mj; exact Hd).
  apply (best_good board) with (sc := score many many t); [lia | exact Hg | exact Hno | |].
  - intros q Hq. apply (successor_section board r distinct_board) in Hq as (Hq & Eq);
      [| exact Hp | lia | exact Hg | exact Hno].
    split; [apply Hq |]. apply Ht; [| intros _; now rewrite Eq, Hturn].
    replace (2 * S n)%nat with (S (dropped p)) by lia. exact Hq.
  - rewrite (Hc p Ed Hturn). unfold additions. rewrite get_tabulate by (exact Hj || apply Hfew).
    cbv zeta. rewrite Ej. rewrite <- Ed.
    pose proof (additions_best board r board_squares p (fun s => rank many (add (red p) s))
      (get t.[rank many (black p)]) (mask many).[rank many (black p)] (score many many t) c) as H.
    rewrite Hturn in H. cbn [pieces opponent] in H. apply H; [lia | | exact Mi |].
    + lia.
    + intros s. unfold after. rewrite Hturn. reflexivity.
Qed.

Lemma black_drop_good t c : good_table (2 * n + 1) many few t ->
  (forall p, dropped p = (2 * n)%nat -> turn p = Black -> chooser r p = c) ->
  good_table (2 * n) few few (black_drop board c (of_nat (2 * n)) few few many t).
Proof.
  intros Ht Hc p (Hp & Ed & Hno) _. pose proof Hp as (_ & Hb & Hr & Hd & Hturn).
  destruct (odd_even_halves n) as (_ & _ & _ & E1 & E2 & E3). rewrite Ed, E1 in Hb. rewrite Ed, E2 in Hr.
  rewrite Ed, E3 in Hturn. specialize (Hturn ltac:(lia)). rewrite Hturn in Hno.
  destruct (index_rank _ _ _ _ Hfew _ Hb) as (Hi & Ei), (index_rank _ _ _ _ Hfew _ Hr) as (Hj & Ej).
  unfold score, black_drop. cbv zeta.
  rewrite get_tabulate by (exact Hi || apply Hfew).
  rewrite get_tabulate by (exact Hj || apply Hfew).
  rewrite (index_ends _ _ _ _ Hfew _ Hj), Ej.
  destruct (is_goal (goals r) (red p)) eqn:Hg.
  { rewrite <- Ed. apply (good_goal Red p); [lia | now apply goal_iff | exact Hno]. }
  apply (is_goal_pieces Red) in Hg.
  destruct (index_nth _ _ _ _ Hfew _ Hi) as (_ & _ & Mi).
  destruct (index_nth _ _ _ _ Hfew _ Hj) as (_ & _ & Mj). rewrite Ei in Mi. rewrite Ej in Mj.
  replace (_ land _ =? 0) with true
    by (symmetry; apply land_disjoint; rewrite Mi, Mj; exact Hd).
  apply (best_good board) with (sc := score many few t); [lia | exact Hno | exact Hg | |].
  - intros q Hq. apply (successor_section board r distinct_board) in Hq as (Hq & _);
      [| exact Hp | lia | exact Hno | exact Hg].
    split; [apply Hq |]. apply Ht; [| lia].
    replace (2 * n + 1)%nat with (S (dropped p)) by lia. exact Hq.
  - rewrite (Hc p Ed Hturn). unfold additions. rewrite get_tabulate by (exact Hi || apply Hfew).
    cbv zeta. rewrite Ei. rewrite <- Ed.
    pose proof (additions_best board r board_squares p (fun s => t.[rank many (add (black p) s)])
      (fun row => row.[rank few (red p)]) (mask few).[rank few (red p)] (score many few t) c) as H.
    rewrite Hturn in H. cbn [pieces opponent] in H.
    rewrite map_map.
    erewrite map_ext; [apply H | intros []; reflexivity]; [lia | intros; apply Hban; lia | exact Mj |].
    intros s. unfold after. rewrite Hturn. reflexivity.
Qed.

End Table.

(** ** All pieces placed *)

Section Marks.
Variable t : tables.
Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variable pieces : nat.
Hypothesis ok : correct squares adjacent goals pieces t.

Notation number := (number t).
Notation set_ i := (sets t).[i].
Notation wins := (Placements.wins squares adjacent goals).
Notation level := (level t).
Notation truth n := (level_is_true t squares adjacent goals pieces ok n).
Notation small_count := (small_count t squares adjacent goals pieces ok).
Notation in_word := (Levels.in_word t squares adjacent goals pieces ok).

Definition long (scores : array int) : Prop := to_Z (length scores) = Z.of_nat (count t).

Lemma write_spec i v first l : number i -> forall scores, long scores ->
  long (fold_left (fun scores b => scores.[first + b <- v]) l scores) /\
  (fold_left (fun scores b => scores.[first + b <- v]) l scores).[i] =
    if existsb (fun b => first + b =? i) l then v else scores.[i].
Proof.
  intros Hi. induction l as [| b l IH]; intros scores Hs; [split; [exact Hs | reflexivity] |].
  cbn [fold_left existsb]. destruct (IH scores.[first + b <- v]) as (IH1 & IH2).
  { unfold long. now rewrite length_set. }
  split; [exact IH1 |]. rewrite IH2.
  destruct (first + b =? i) eqn:E; cbn [orb].
  - apply eqb_correct in E as ->. destruct (existsb _ l); [reflexivity |].
    apply get_set_same, ltb_spec. rewrite Hs. exact Hi.
  - destruct (existsb _ l); [reflexivity |]. apply get_set_other.
    intros Eb. rewrite Eb, eqb_refl in E. discriminate.
Qed.

Definition write_words (v : int) (els : int -> list int) (l : list int) (scores : array int) : array int :=
  fold_left (fun scores w => let first := w * 63 in
    fold_left (fun scores b => scores.[first + b <- v]) (els w) scores) l scores.

Lemma write_words_spec i v els l : number i -> forall scores, long scores ->
  long (write_words v els l scores) /\ (write_words v els l scores).[i] =
    if existsb (fun w => existsb (fun b => w * 63 + b =? i) (els w)) l then v else scores.[i].
Proof.
  intros Hi. unfold write_words. cbv zeta.
  induction l as [| w l IH]; intros scores Hs; [split; [exact Hs | reflexivity] |].
  cbn [fold_left existsb].
  destruct (write_spec i v (w * 63) (els w) Hi scores Hs) as (H1 & H2).
  destruct (IH _ H1) as (IH1 & IH2). split; [exact IH1 |]. rewrite IH2, H2.
  destruct (existsb _ (els w)); [now destruct (existsb _ l) | reflexivity].
Qed.

Lemma mark_spec v before after scores i : number i -> long scores ->
  long (mark t v before after scores) /\ (mark t v before after scores).[i] =
    if fresh after && (in_row (row after) i && negb (in_row before i)) then v else scores.[i].
Proof.
  intros Hi Hs. unfold mark. destruct (fresh after); [cbv zeta | split; [exact Hs | reflexivity]].
  cbn [andb].
  set (x := fun w => (row after).[w] land complement before.[w]).
  destruct (write_words_spec i v (fun w => elements (x w)) (word_numbers t) Hi scores Hs) as (H1 & H2).
  split; [exact H1 |]. etransitivity; [exact H2 |]. clear H1 H2.
  replace (in_row (row after) i && negb (in_row before i)) with
    (existsb (fun w => existsb (fun b => w * 63 + b =? i) (elements (x w))) (word_numbers t));
    [reflexivity |].
  destruct (in_word i Hi) as (Hw & Ei).
  assert (Hx : in_row (row after) i && negb (in_row before i) = bit (x (i / 63)) (i mod 63)).
  { unfold x, in_row. now rewrite land_spec, bit_complement by apply bits_small, in_bits_mod. }
  rewrite Hx. symmetry. apply eq_true_iff_eq. rewrite existsb_exists. split.
  - intros H. exists (i / 63).
    split; [now apply (Levels.in_word_numbers t squares adjacent goals pieces ok) |].
    apply existsb_exists. exists (i mod 63). rewrite Ei, eqb_refl. split; [| reflexivity].
    apply elements_spec. split; [apply in_bits_mod | exact H].
  - intros (w & Hw' & (b & (Hb & Hbit)%elements_spec & E%eqb_correct)%existsb_exists).
    apply (Levels.in_word_numbers t squares adjacent goals pieces ok) in Hw'.
    destruct (split_word w b) as [E1 E2]; [| exact Hb |].
    { apply (Levels.word_small t squares adjacent goals pieces ok). exact Hw'. }
    rewrite <- E, E1, E2. exact Hbit.
Qed.

(** The scores agree with the levels up to [n]. *)
Section Pair.
Variables k i : int.
Hypotheses (Hk : number k) (Hi : number i).
Hypothesis Hd : disjoint (set_ k) (set_ i).
Hypothesis Hg : is_goal goals (set_ k) = false.

Definition up_to (n : nat) (v : int) : Prop :=
  (forall m, (m <= n)%nat ->
    (wins m true (set_ k) (set_ i) = true <-> (200 <= to_Z v + 8 + Z.of_nat m)%Z) /\
    (wins m false (set_ i) (set_ k) = true <-> (to_Z v <= 8 + Z.of_nat m)%Z)) /\
  (to_Z v = 100 \/ 200 <= to_Z v + 8 + Z.of_nat n \/ to_Z v <= 8 + Z.of_nat n)%Z /\
  (8 <= to_Z v <= 192)%Z.

Lemma won_bit n : in_row (row (won (level n)).[k]) i = wins n true (set_ k) (set_ i).
Proof. apply eq_true_iff_eq. rewrite (won_spec _ _ _ _ _ _ (truth n)) by assumption. tauto. Qed.

Lemma lost_bit n : in_row (row (lost (level n)).[k]) i = wins n false (set_ i) (set_ k).
Proof. apply eq_true_iff_eq. rewrite (lost_spec _ _ _ _ _ _ (truth n)) by assumption. tauto. Qed.

Lemma only_one m n : wins m true (set_ k) (set_ i) = true -> wins n false (set_ i) (set_ k) = true -> False.
Proof. intros H1 H2. rewrite (not_both_win _ _ _ _ _ _ _ H1 H2) in Hg. discriminate. Qed.

Lemma up_to_next n v : (n < 90)%nat -> up_to n v ->
  forall a b, to_Z a = (192 - Z.of_nat (S n))%Z -> to_Z b = (8 + Z.of_nat (S n))%Z ->
  up_to (S n)
    (if wins (S n) false (set_ i) (set_ k) && negb (wins n false (set_ i) (set_ k)) then b else
     if wins (S n) true (set_ k) (set_ i) && negb (wins n true (set_ k) (set_ i)) then a else v).
Proof.
  intros Hn (Hv & Hend & Hrange) a b Ea Eb. pose proof (Hv n (le_n n)) as (Hw & Hl).
  pose proof (only_one (S n) (S n)) as Hone.
  assert (Hmono : forall c x y m, (m <= S n)%nat -> wins m c x y = true -> wins (S n) c x y = true)
    by (intros c x y m; apply wins_mono).
  assert (Hmono' : forall c x y m, (m <= n)%nat -> wins m c x y = true -> wins n c x y = true)
    by (intros c x y m; apply wins_mono).
  pose proof (Hmono true (set_ k) (set_ i) n ltac:(lia)) as Mw.
  pose proof (Hmono false (set_ i) (set_ k) n ltac:(lia)) as Ml.
  destruct (wins (S n) false (set_ i) (set_ k)) eqn:E1, (wins n false (set_ i) (set_ k)) eqn:E2,
    (wins (S n) true (set_ k) (set_ i)) eqn:E3, (wins n true (set_ k) (set_ i)) eqn:E4;
    cbn [andb negb]; try (exfalso; tauto); try (discriminate (Mw eq_refl)); try (discriminate (Ml eq_refl)).
  all: try (destruct Hw as [Hw1 Hw2], Hl as [Hl1 Hl2]).
  all: try specialize (Hw1 eq_refl); try specialize (Hl1 eq_refl).
  all: try (assert (~ (200 <= to_Z v + 8 + Z.of_nat n)%Z) by (intros H; discriminate (Hw2 H))).
  all: try (assert (~ (to_Z v <= 8 + Z.of_nat n)%Z) by (intros H; discriminate (Hl2 H))).
  all: split; [| rewrite ?Ea, ?Eb; lia].
  all: intros m Hm; destruct (Nat.eq_dec m (S n)) as [-> | Hne];
    [rewrite E1, E3; rewrite ?Ea, ?Eb; split;
       (split; [intros | intros]); solve [reflexivity | discriminate | lia] |].
  all: assert (Hmn : (m <= n)%nat) by lia.
  all: try exact (Hv m Hmn).
  all: rewrite ?Ea, ?Eb; split; (split; [intros Hz; apply Hmono' in Hz; [congruence | exact Hmn] | lia]).
Qed.

End Pair.

Definition table_up_to (n : nat) (scores : table) : Prop := forall k, number k ->
  long scores.[k] /\ forall i, number i -> disjoint (set_ k) (set_ i) ->
  is_goal goals (set_ k) = false -> up_to k i n scores.[k].[i].

Lemma mark_start_spec : table_up_to 0 (mark_start t (start t)).
Proof.
  intros k Hk. unfold mark_start. cbv zeta. rewrite get_tabulate by (exact Hk || apply small_count).
  assert (Hlong : long (make (of_nat (count t)) 100)).
  { unfold long. rewrite length_make.
    replace (of_nat (count t) <=? max_length) with true; [apply to_Z_of_nat, small_count |].
    symmetry. apply leb_spec. rewrite to_Z_of_nat; apply small_count. }
  split.
  { destruct (Z.lt_ge_cases 0 (Z.of_nat (count t))) as [H0 | H0].
    - apply (mark_spec 8 (no_row t) (lost (start t)).[k] (make (of_nat (count t)) 100) 0); assumption.
    - unfold Numbering.number in Hk. destruct (to_Z_bounded k). lia. }
  intros i Hi Hd Hg.
  rewrite (proj2 (mark_spec 8 (no_row t) (lost (start t)).[k] _ i Hi Hlong)).
  rewrite (in_no_row t squares adjacent goals pieces ok i Hi). cbn [negb]. rewrite andb_true_r.
  change (start t) with (level 0). rewrite (lost_bit k i Hk Hi Hd Hg).
  pose proof (truth 0) as H0.
  destruct (fresh (lost (level 0)).[k]) eqn:Hf.
  2: { exfalso. destruct (stale_lost _ _ _ _ _ _ H0 k Hk Hf) as (m & E & _). discriminate. }
  cbn [andb Placements.wins]. rewrite orb_false_r, get_make.
  unfold up_to. destruct (is_goal goals (set_ i)) eqn:Ho.
  all: change (to_Z 8) with 8%Z; change (to_Z 100) with 100%Z; split; [| lia].
  all: intros m Hm; replace m with 0%nat by lia; cbn [Placements.wins]; rewrite Hg, Ho; simpl.
  all: split; (split; [intros | intros]); solve [reflexivity | discriminate | lia].
Qed.

Lemma mark_level_spec n scores : (n < 90)%nat -> table_up_to n scores ->
  table_up_to (S n) (mark_level t (of_nat (S n)) (level n) (level (S n)) scores).
Proof.
  intros Hn Hs k Hk. unfold mark_level. rewrite get_tabulate by (exact Hk || apply small_count).
  destruct (Hs k Hk) as (Hlong & Hup).
  assert (En : to_Z (of_nat (S n)) = Z.of_nat (S n)).
  { apply to_Z_of_nat. unfold small. change (to_Z max_length) with 4194303%Z. lia. }
  assert (Ea : to_Z (192 - of_nat (S n)) = (192 - Z.of_nat (S n))%Z).
  { rewrite sub_spec, En. change (to_Z 192) with 192%Z. apply Z.mod_small.
    change wB with 9223372036854775808%Z. lia. }
  assert (Eb : to_Z (8 + of_nat (S n)) = (8 + Z.of_nat (S n))%Z).
  { rewrite add_spec, En. change (to_Z 8) with 8%Z. apply Z.mod_small.
    change wB with 9223372036854775808%Z. lia. }
  assert (H1 : forall i, number i -> _) by
    (intros i Hi; exact (mark_spec (192 - of_nat (S n)) (row (won (level n)).[k])
       (won (level (S n))).[k] scores.[k] i Hi Hlong)).
  assert (H2 : forall i, number i -> _) by
    (intros i Hi; exact (mark_spec (8 + of_nat (S n)) (row (lost (level n)).[k])
       (lost (level (S n))).[k] _ i Hi (proj1 (H1 i Hi)))).
  split; [exact (proj1 (H2 k Hk)) |].
  intros i Hi Hd Hg. rewrite (proj2 (H2 i Hi)), (proj2 (H1 i Hi)).
  pose proof (up_to_next k i Hg n _ Hn (Hup i Hi Hd Hg) _ _ Ea Eb) as H.
  rewrite !won_bit, !lost_bit by assumption.
  assert (Hw : fresh (won (level (S n))).[k] = false ->
    wins (S n) true (set_ k) (set_ i) = wins n true (set_ k) (set_ i)).
  { intros Hf. rewrite <- !won_bit by assumption.
    destruct (next_won_spec t squares adjacent goals pieces ok n _ (truth n) k Hk) as (_ & Hst & _).
    exact (Hst Hf i Hi). }
  assert (Hl : fresh (lost (level (S n))).[k] = false ->
    wins (S n) false (set_ i) (set_ k) = wins n false (set_ i) (set_ k)).
  { intros Hf. rewrite <- !lost_bit by assumption.
    destruct (next_lost_spec t squares adjacent goals pieces ok n _ (truth n) k Hk) as (_ & Hst & _).
    exact (Hst Hf i Hi). }
  destruct (fresh (won (level (S n))).[k]); [| rewrite Hw, andb_negb_r in H by reflexivity];
    (destruct (fresh (lost (level (S n))).[k]); [| rewrite Hl, andb_negb_r in H by reflexivity]);
    exact H.
Qed.

Lemma mark_levels_spec m : forall n scores, (n + m <= 90)%nat -> table_up_to n scores ->
  table_up_to (n + m) (mark_levels t m (of_nat n) (level n) scores).
Proof.
  induction m as [|m IH]; intros n scores Hn Hs; [now rewrite Nat.add_0_r |].
  cbn [mark_levels]. change (next t (level n)) with (level (S n)).
  replace (of_nat n + 1) with (of_nat (S n)).
  - rewrite Nat.add_succ_r. apply (IH (S n)); [lia |]. apply mark_level_spec; [lia | exact Hs].
  - apply to_Z_inj. rewrite add_spec, !to_Z_of_nat;
      try (unfold small; change (to_Z max_length) with 4194303%Z; lia).
    change (to_Z 1) with 1%Z. rewrite Z.mod_small; [lia |].
    change wB with 9223372036854775808%Z. lia.
Qed.

Lemma placed_scores_spec plies : (plies <= 90)%nat -> table_up_to plies (placed_scores t plies).
Proof. intros H. apply (mark_levels_spec plies 0); [exact H | apply mark_start_spec]. Qed.

End Marks.

Lemma made_index squares adjacent goals pieces t : make_tables squares adjacent goals pieces = Some t ->
  sets t = nth_set (index_on squares goals pieces) /\ count t = size (index_on squares goals pieces).
Proof.
  unfold make_tables, index_on. cbv zeta. cbn [nth_set size].
  generalize (all_sets squares pieces) as all. intros all.
  destruct (sizes_ok _ _); [| discriminate]. destruct (numbering_ok _ _ _ _ _ _ _); [| discriminate].
  intros E. injection E as <-. now split.
Qed.

Lemma one_empty_set board goals : size (index_on board goals 0) = 1%nat.
Proof. unfold index_on, all_sets. cbv zeta. cbn [size]. now destruct (rev board). Qed.

Opaque placed_scores index_on.

(** The scores of all placements, on any board. *)
Section Placements.
Variable squares : list square.
Variable adjacent : square -> square -> bool.
Variable goals : list set.
Variables (pieces plies : nat) (result : result) (t : tables).
Hypothesis distinct_squares : NoDup squares.
Hypothesis made : make_tables squares adjacent goals pieces = Some t.
Hypothesis solved : solve t plies = Some result.
Hypothesis Hplies : (plies <= 90)%nat.
Notation many := (index_on squares goals pieces).
Hypothesis Hmany : index_spec squares goals many pieces.

Notation ok := (make_tables_correct squares adjacent goals pieces distinct_squares t made).
Notation wins := (Placements.wins squares adjacent goals).

Lemma settled_iff n b own other : facing squares pieces own other -> (plies <= n)%nat ->
  wins n b own other = true <-> wins plies b own other = true.
Proof.
  intros Hf Hn. split.
  - apply (settled t squares adjacent goals pieces ok plies (solve_still _ _ _ solved)), Hf.
  - apply wins_mono, Hn.
Qed.

Lemma placed_scored own other : facing squares pieces own other -> is_goal goals own = false ->
  scored 8 (fun n => wins n true own other = true) (fun n => wins n false other own = true)
    (placed_scores t plies).[rank many own].[rank many other].
Proof.
  intros Hf Hg. pose proof Hf as (Ho & Ht & Hd).
  destruct (index_rank _ _ _ _ Hmany _ Ho) as (Hi & Ei), (index_rank _ _ _ _ Hmany _ Ht) as (Hj & Ej).
  destruct (made_index squares adjacent goals pieces t made) as (Es & Ec).
  rewrite <- Es in Ei, Ej. rewrite <- Ec in Hi, Hj.
  destruct (placed_scores_spec t squares adjacent goals pieces ok plies Hplies _ Hi) as (_ & Hup).
  specialize (Hup _ Hj). rewrite Ei, Ej in Hup. specialize (Hup Hd Hg).
  destruct Hup as (Hup & Hend & Hrange). rewrite Ei, Ej in Hup.
  set (v := (placed_scores t plies).[rank many own].[rank many other]) in *.
  split; [| lia]. intros n Hn. destruct (Nat.le_ge_cases n plies) as [Hle | Hover].
  - rewrite (proj1 (Hup n Hle)), (proj2 (Hup n Hle)). lia.
  - rewrite (settled_iff n true _ _ Hf Hover), (settled_iff n false _ _ (facing_sym _ _ _ _ Hf) Hover).
    rewrite (proj1 (Hup plies (le_n _))), (proj2 (Hup plies (le_n _))). lia.
Qed.

End Placements.

Lemma placed_good board r plies result t : NoDup board -> make_tables board adjacent (goals r) 4 = Some t ->
  solve t plies = Some result -> (plies <= 90)%nat ->
  let x := index_on board (goals r) 4 in index_spec board (goals r) x 4 ->
  good_table board r 8 x x (placed_scores t plies).
Proof.
  intros distinct made solved Hplies x Hx p (Hp & Ed & Hno) Ht. specialize (Ht eq_refl). rewrite Ht in Hno.
  destruct Hp as (_ & Hb & Hr & Hd & _). rewrite Ed in Hb, Hr. apply (is_goal_pieces r Black) in Hno.
  destruct (placed_scored board adjacent (goals r) 4 plies result t distinct made solved
    Hplies Hx (black p) (red p) (conj Hb (conj Hr Hd)) Hno) as (Hv & Hrange).
  assert (Ep : p = place Black (mover Black true) (black p) (red p) /\
    p = place Red (mover Red false) (red p) (black p))
    by (clear -Ed Ht; destruct p; cbn in *; now subst).
  unfold good. rewrite Ed. split; [| exact Hrange]. intros n Hn.
  assert (Hwins : (wins_on board r Black n p <-> wins board adjacent (goals r) n true (black p) (red p) = true) /\
    (wins_on board r Red n p <-> wins board adjacent (goals r) n false (red p) (black p) = true))
    by (split; [rewrite (proj1 Ep) at 1 | rewrite (proj2 Ep) at 1]; apply wins_on_spec).
  rewrite (proj1 Hwins), (proj2 Hwins). apply Hv, Hn.
Qed.

(** ** Counting *)

Definition cells (P : int -> int -> bool) (is js : list int) : list (int * int) :=
  flat_map (fun i => map (pair i) (filter (P i) js)) is.

Definition count_true (P : int -> bool) (js : list int) (n : int) : int :=
  fold_left (fun n j => if P j then n + 1 else n) js n.
Definition count_all (P : int -> int -> bool) (is js : list int) (n : int) : int :=
  fold_left (fun n i => count_true (P i) js n) is n.

Lemma count_row P (i : int) js : forall n, (to_Z n + Z.of_nat (List.length js) < wB)%Z ->
  to_Z (count_true (P i) js n) =
  (to_Z n + Z.of_nat (List.length (filter (P i) js)))%Z /\
  (List.length (filter (P i) js) <= List.length js)%nat.
Proof.
  unfold count_true.
  induction js as [| j js IH]; intros n Hn; cbn [fold_left filter List.length] in *; [lia |].
  rewrite Nat2Z.inj_succ in Hn. destruct (to_Z_bounded n).
  destruct (P i j); cbn [List.length].
  - assert (E : to_Z (n + 1) = (to_Z n + 1)%Z)
      by (rewrite add_spec; change (to_Z 1) with 1%Z; apply Z.mod_small; lia).
    destruct (IH (n + 1)) as (E1 & E2); [lia |]. rewrite E1, E. lia.
  - destruct (IH n) as (E1 & E2); [lia |]. rewrite E1. lia.
Qed.

Lemma count_cells P js is : forall n,
  (to_Z n + Z.of_nat (List.length is) * Z.of_nat (List.length js) < wB)%Z ->
  to_Z (count_all P is js n) =
  (to_Z n + Z.of_nat (List.length (cells P is js)))%Z.
Proof.
  unfold count_all.
  induction is as [| i is IH]; intros n Hn; cbn [fold_left cells flat_map List.length] in *; [lia |].
  rewrite Nat2Z.inj_succ in Hn. fold (cells P is js).
  destruct (count_row P i js n) as (E1 & E2); [nia |].
  rewrite IH; rewrite E1; [| nia]. rewrite app_length, map_length. lia.
Qed.

Lemma fold_ext {A B} (f g : A -> B -> A) l : (forall a b, In b l -> f a b = g a b) ->
  forall a, fold_left f l a = fold_left g l a.
Proof.
  induction l as [| b l IH]; intros H a; [reflexivity |]. cbn [fold_left].
  rewrite H by (now left). apply IH. intros a' b' Hb. apply H. now right.
Qed.

Lemma length_range n i : List.length (range n i) = n.
Proof. revert i. induction n as [|n IH]; intros i; simpl; auto. Qed.

Section Tally.
Variable board : list square.
Variables (goals : list set) (blacks reds : index) (a b : nat) (t : table) (f : int -> bool).
Hypothesis Hblacks : index_spec board goals blacks a.
Hypothesis Hreds : index_spec board goals reds b.

Definition counted (i j : int) : bool :=
  ((mask blacks).[i] land (mask reds).[j] =? 0) && f t.[i].[j].
Notation indices_of := (cells counted (range (size blacks) 0) (range (size reds) 0)).

Lemma tally_cells : tally blacks reds t f = N.of_nat (List.length indices_of).
Proof.
  unfold tally. cbv zeta.
  pose proof (index_small _ _ _ _ Hblacks) as Hs1. pose proof (index_small _ _ _ _ Hreds) as Hs2.
  unfold small in Hs1, Hs2. change (to_Z max_length) with 4194303%Z in Hs1, Hs2.
  rewrite (fold_ext _ (fun n i => count_true (counted i) (range (size reds) 0) n)).
  - fold (count_all counted (range (size blacks) 0) (range (size reds) 0) 0). rewrite count_cells.
    + change (to_Z 0) with 0%Z. rewrite Z.add_0_l. apply N2Z.inj.
      rewrite Z2N.id by lia. now rewrite nat_N_Z.
    + rewrite !length_range. change (to_Z 0) with 0%Z. change wB with 9223372036854775808%Z. nia.
  - intros n i _. apply fold_ext. intros m j _. unfold counted.
    destruct (_ land _ =? 0); [| reflexivity]. now destruct (f _).
Qed.

Lemma in_cells i j : In (i, j) indices_of <->
  (to_Z i < Z.of_nat (size blacks))%Z /\ (to_Z j < Z.of_nat (size reds))%Z /\ counted i j = true.
Proof.
  unfold cells. rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite filter_In.
  setoid_rewrite (in_range_iff _ _ (index_small _ _ _ _ Hblacks)).
  setoid_rewrite (in_range_iff _ _ (index_small _ _ _ _ Hreds)). split.
  - intros (i' & Hi & j' & E & Hj & H). injection E as -> ->. auto.
  - intros (Hi & Hj & H). exists i. split; [exact Hi |]. exists j. auto.
Qed.

(** The number of positions whose score [f] accepts. *)
Lemma tally_spec d who (P : position -> Prop) :
  (forall p, P p -> dropped p = d /\ turn p = who /\ placed board a (black p) /\
    placed board b (red p) /\ disjoint (black p) (red p)) ->
  (forall p, dropped p = d -> turn p = who -> placed board a (black p) ->
    placed board b (red p) -> disjoint (black p) (red p) ->
    P p <-> f (score blacks reds t p) = true) ->
  number_of P (tally blacks reds t f).
Proof.
  intros HP HQ.
  apply (number_of_map (fun '(i, j) => Position who d (nth_set blacks).[i] (nth_set reds).[j])
    (fun '(i, j) => (to_Z i < Z.of_nat (size blacks))%Z /\ (to_Z j < Z.of_nat (size reds))%Z /\
      counted i j = true)).
  - intros (i, j) (i', j') (Hi & Hj & _) (Hi' & Hj' & _) E. injection E as Eb Er.
    destruct (index_nth _ _ _ _ Hblacks i Hi) as (_ & <- & _).
    destruct (index_nth _ _ _ _ Hblacks i' Hi') as (_ & <- & _).
    destruct (index_nth _ _ _ _ Hreds j Hj) as (_ & <- & _).
    destruct (index_nth _ _ _ _ Hreds j' Hj') as (_ & <- & _). now rewrite Eb, Er.
  - intros p. split.
    + intros H. destruct (HP p H) as (Ed & Et & Hb & Hr & Hd).
      apply HQ in H; try assumption.
      destruct (index_rank _ _ _ _ Hblacks _ Hb) as (Hi & Ei), (index_rank _ _ _ _ Hreds _ Hr) as (Hj & Ej).
      exists (rank blacks (black p), rank reds (red p)). split.
      * rewrite Ei, Ej. clear -Ed Et. destruct p; cbn in *. now subst.
      * split; [exact Hi |]. split; [exact Hj |]. unfold counted. apply andb_true_intro.
        split; [| exact H]. apply land_disjoint.
        destruct (index_nth _ _ _ _ Hblacks _ Hi) as (_ & _ & Mi).
        destruct (index_nth _ _ _ _ Hreds _ Hj) as (_ & _ & Mj). rewrite Mi, Mj, Ei, Ej. exact Hd.
    + intros ((i, j) & <- & Hi & Hj & [Hd Hf]%andb_prop).
      destruct (index_nth _ _ _ _ Hblacks i Hi) as (Pi & Ei & Mi).
      destruct (index_nth _ _ _ _ Hreds j Hj) as (Pj & Ej & Mj).
      apply land_disjoint in Hd. rewrite Mi, Mj in Hd.
      apply HQ; try reflexivity; try assumption.
      unfold score. cbn [black red]. now rewrite Ei, Ej.
  - exists indices_of. split; [| split].
    + apply NoDup_flat_map.
      * apply NoDup_range, Hblacks.
      * intros i _. apply NoDup_map_in; [intros; congruence |]. apply NoDup_filter, NoDup_range, Hreds.
      * intros i i' x _ _ Hx Hx'. apply in_map_iff in Hx as (j & <- & _).
        apply in_map_iff in Hx' as (j' & E & _). congruence.
    + intros (i, j). apply in_cells.
    + now rewrite tally_cells.
Qed.

End Tally.

(** ** All sections *)

Lemma skipn_cons {A} n : forall (l : list A) x rest d, skipn n l = x :: rest ->
  nth n l d = x /\ skipn (S n) l = rest.
Proof.
  induction n as [|n IH]; intros [| y l] x rest d H; try discriminate.
  - injection H as -> ->. now split.
  - apply (IH l x rest d H).
Qed.

Lemma chooser_picks goals style banned n l p : nth n style Own = l -> (dropped p < 8)%nat ->
  Nat.div2 (dropped p) = n -> chooser (Rules goals style banned) p = picks l (turn p).
Proof.
  intros Hl H8 Hd. unfold chooser. apply Nat.ltb_lt in H8. rewrite H8, Hd. cbn [Rules.style].
  rewrite Hl. now destruct l.
Qed.

Lemma placed_none board : placed board 0 0%N.
Proof.
  split; [| intros q H; unfold has in H; rewrite N.bits_0 in H; discriminate].
  rewrite (filter_ext (has 0%N) (fun _ => false)) by apply N.bits_0. now induction board.
Qed.

Section Sections.
Variables (board : list square) (goals : list set) (plies : nat).
Hypothesis distinct_board : NoDup board.
Hypothesis board_squares : incl board squares.
Variable indices : nat -> index.
Hypothesis Hindices : forall n, (n <= 4)%nat -> index_spec board goals (indices n) n.
Hypothesis Hgoals : forall n, (n < 4)%nat -> no_goals (indices n) = true.

Lemma not_a_goal n s : (n < 4)%nat -> placed board n s -> is_goal goals s = false.
Proof.
  intros Hn Hs. pose proof (Hindices n ltac:(clear - Hn; lia)) as Hx.
  destruct (index_rank _ _ _ _ Hx s Hs) as (Hi & Ei). rewrite <- Ei, <- (index_ends _ _ _ _ Hx) by exact Hi.
  pose proof (Hgoals n Hn) as H. unfold no_goals in H. rewrite forallb_forall in H.
  apply negb_true_iff, H, in_range_iff; [apply Hx | exact Hi].
Qed.

(** What [visit] computes is right if it is right for good tables. *)
Hypothesis Hone : size (indices 0) = 1%nat.
Variable X : Type.
Variable visit : nat -> list letter -> index -> index -> table -> X.
Variable right : X -> Prop.
Hypothesis Hvisit : forall d after t (blacks := indices (Nat.div2 (S d))) (reds := indices (Nat.div2 d)),
  (d < 8)%nat ->
  (forall style banned, (d = 0%nat -> banned = []) -> skipn (Nat.div2 d) style = after ->
    good_table board (Rules goals style banned) d blacks reds t) ->
  right (visit d after blacks reds t).
Notation sections := (sections board X visit).

(** The score of the empty board is right in this style. *)
Definition start_right (s : list letter * int) : Prop :=
  good board (Rules goals (fst s) []) Rules.start (snd s).


Lemma sections_spec n : forall after t, (n <= 4)%nat ->
  (forall style banned, (n = 0%nat -> banned = []) -> skipn n style = after ->
    good_table board (Rules goals style banned) (2 * n) (indices n) (indices n) t) ->
  Forall right (fst (sections n indices after t)) /\
  Forall start_right (snd (sections n indices after t)).
Proof.
  induction n as [|n IH]; intros after t Hn Hgood.
  - split; constructor; [| constructor]. cbn [sections snd fst].
    pose proof (Hindices 0 ltac:(lia)) as H0.
    assert (Hp : in_section board (Rules goals after []) 0 Rules.start).
    { pose proof (placed_none board) as He.
      split; [| split; [reflexivity |]].
      - repeat split; cbn; try apply He; lia.
      - rewrite <- is_goal_pieces. apply (not_a_goal 0); [lia | exact He]. }
    pose proof (Hgood after [] (fun _ => eq_refl) eq_refl _ Hp ltac:(lia)) as Ht. unfold score in Ht.
    assert (E : rank (indices 0) 0%N = 0).
    { destruct (index_rank _ _ _ _ H0 _ (placed_none board)) as (Hr & _). rewrite Hone in Hr. apply to_Z_inj.
      destruct (to_Z_bounded (rank (indices 0) 0%N)). change (to_Z 0) with 0%Z. lia. }
    cbn [black red Rules.start] in Ht. rewrite E in Ht. exact Ht.
  - cbn [sections].
    assert (Hl : forall l,
      let t1 := red_drop board (picks l Red) (of_nat (2 * n + 1)) (indices (S n)) (indices n) (indices (S n)) t in
      let t0 := black_drop board (picks l Black) (of_nat (2 * n)) (indices n) (indices n) (indices (S n)) t1 in
      Forall right (visit (2 * n + 1) (l :: after) (indices (S n)) (indices n) t1 ::
        visit (2 * n) (l :: after) (indices n) (indices n) t0 ::
        fst (sections n indices (l :: after) t0)) /\
      Forall start_right (snd (sections n indices (l :: after) t0))).
    { intros l t1 t0. destruct (odd_even_halves n) as (E1 & E2 & _ & E3 & E4 & _).
      assert (Hx : forall m, (m <= 4)%nat -> index_spec board goals (indices m) m) by exact Hindices.
      assert (G1 : forall style banned, skipn n style = l :: after ->
        good_table board (Rules goals style banned) (2 * n + 1) (indices (S n)) (indices n) t1).
      { intros style banned Hs. destruct (skipn_cons n style l after Own Hs) as (Hnth & Hrest).
        apply (red_drop_good board); try exact distinct_board; try exact board_squares;
          try (apply Hx; lia); try lia.
        - apply Hgood; [lia | exact Hrest].
        - intros p Ed Et. rewrite (chooser_picks goals style banned n l p), Et; congruence || lia. }
      assert (G0 : forall style banned, (n = 0%nat -> banned = []) -> skipn n style = l :: after ->
        good_table board (Rules goals style banned) (2 * n) (indices n) (indices n) t0).
      { intros style banned Hban Hs. destruct (skipn_cons n style l after Own Hs) as (Hnth & Hrest).
        apply (black_drop_good board); try exact distinct_board; try exact board_squares;
          try (apply Hx; lia); try lia.
        - exact Hban.
        - apply G1, Hs.
        - intros p Ed Et. rewrite (chooser_picks goals style banned n l p), Et; congruence || lia. }
      destruct (IH (l :: after) t0 ltac:(lia) G0) as (H1 & H2).
      split; [| exact H2]. constructor; [| constructor; [| exact H1]].
      - pose proof (Hvisit (2 * n + 1) (l :: after) t1 ltac:(lia)) as H. cbv zeta in H. rewrite E1, E2 in H.
        apply H. intros style banned _. apply G1.
      - pose proof (Hvisit (2 * n) (l :: after) t0 ltac:(lia)) as H. cbv zeta in H. rewrite E3, E4 in H.
        apply H. intros style banned Hban. apply G0. intros ->. now apply Hban. }
    pose proof (Hl Own) as (A1 & A2). pose proof (Hl Other) as (B1 & B2). cbv zeta in A1, A2, B1, B2.
    cbv zeta.
    destruct (sections n indices (Own :: after) _) as (all, starts).
    destruct (sections n indices (Other :: after) _) as (all', starts').
    cbn [fst snd] in *. split; apply Forall_app; now split.
Qed.

End Sections.

(** ** The figures *)

Lemma good_within r p v : good squares r p v ->
  scored (dropped p) (fun n => wins_within r Black n p) (fun n => wins_within r Red n p) v.
Proof. intros (H & Hr). split; [| exact Hr]. intros n Hn. rewrite <- !wins_on_squares. now apply H. Qed.

Section Figures.
Variables (goals : list set) (plies : nat) (result : result).
Hypothesis solved : solution squares goals plies = Some result.
Hypothesis Hplies : (plies <= 90)%nat.
Variable indices : nat -> index.
Hypothesis Hindices : forall n, (n <= 4)%nat -> index_spec squares goals (indices n) n.
Hypothesis Hgoals : forall n, (n < 4)%nat -> no_goals (indices n) = true.

(** Wins of Black have scores above 100, those of Red below. *)
Lemma value_of_score style banned p v : let r := Rules goals style banned in
  dropping p -> (dropped p < 8)%nat -> good squares r p v ->
  ((exists n, wins_within r Black n p) <-> (100 < to_Z v)%Z) /\
  ((exists n, wins_within r Red n p) <-> (to_Z v < 100)%Z) /\
  (holds r Black p /\ holds r Red p <-> to_Z v = 100%Z).
Proof.
  intros r Hp H8 Hgood. destruct (good_within r p v Hgood) as (Ht & _).
  destruct (drop_phase r plies result solved p Hp) as (_ & Hh).
  pose proof (Hh Black) as HhB. pose proof (Hh Red) as HhR. cbn [opponent] in HhB, HhR.
  pose proof (Ht (8 - dropped p + plies)%nat ltac:(lia)) as (Hb & Hr).
  pose proof (Ht (99 - dropped p)%nat ltac:(lia)) as (Hb' & Hr').
  assert (HB : (exists n, wins_within r Black n p) <-> (100 < to_Z v)%Z).
  { split.
    - intros (n & Hn). destruct (Z.lt_ge_cases 100 (to_Z v)) as [H | H]; [exact H | exfalso].
      apply (not_both r Black n p Hn), HhB. rewrite Hb. lia.
    - intros H. exists (99 - dropped p)%nat. apply Hb'. lia. }
  assert (HR : (exists n, wins_within r Red n p) <-> (to_Z v < 100)%Z).
  { split.
    - intros (n & Hn). destruct (Z.lt_ge_cases (to_Z v) 100) as [H | H]; [exact H | exfalso].
      apply (not_both r Red n p Hn), HhR. rewrite Hr. lia.
    - intros H. exists (99 - dropped p)%nat. apply Hr'. lia. }
  split; [exact HB |]. split; [exact HR |]. split.
  - intros (H1 & H2).
    assert (~ (100 < to_Z v)%Z) by (rewrite <- HB; intros (n & Hn); exact (not_both r Black n p Hn H2)).
    assert (~ (to_Z v < 100)%Z) by (rewrite <- HR; intros (n & Hn); exact (not_both r Red n p Hn H1)).
    lia.
  - intros E. split; [apply HhR; rewrite Hr; lia | apply HhB; rewrite Hb; lia].
Qed.

Lemma section_spec d after t (blacks := indices (Nat.div2 (S d))) (reds := indices (Nat.div2 d)) :
  (d < 8)%nat ->
  (forall style banned, (d = 0%nat -> banned = []) -> skipn (Nat.div2 d) style = after ->
    good_table squares (Rules goals style banned) d blacks reds t) ->
  section_true goals (section_of d after blacks reds t).
Proof.
  intros H8 Hgood style banned Hstyle Hban r here. cbn [drops letters section_of] in Hstyle, Hban.
  specialize (Hgood style banned Hban Hstyle). fold r in Hgood.
  assert (Ha : (Nat.div2 (S d) <= 4)%nat /\ (Nat.div2 d < 4)%nat /\
    (Nat.even d = true -> Nat.div2 (S d) = Nat.div2 d))
    by (clear -H8; do 8 (destruct d as [| d]; [cbn; lia || (repeat split; lia || discriminate) |]); lia).
  destruct Ha as (Ha & Hb & Heven).
  pose proof (Hindices _ Ha) as Hblacks. pose proof (Hindices (Nat.div2 d) ltac:(lia)) as Hreds.
  assert (Hall : forall (Q : position -> Prop) f,
    (forall p v, dropping p -> dropped p = d -> good squares r p v -> Q p <-> f v = true) ->
    number_of (fun p => here p /\ Q p) (tally blacks reds t f)).
  { intros Q f HQ.
    apply (tally_spec squares goals blacks reds _ _ t f Hblacks Hreds d (if Nat.even d then Black else Red)).
    - intros p ((Hp & Ed) & _). cbn [drops section_of] in Ed. destruct Hp as (_ & H1 & H2 & H3 & H4).
      rewrite Ed in *. auto 6.
    - intros p Ed Et H1 H2 H3.
      assert (Hp : dropping p)
        by (unfold dropping; rewrite Ed; repeat split; auto; apply H1 || apply H2 || lia).
      assert (Hin : in_section squares r d p).
      { split; [exact Hp |]. split; [exact Ed |]. rewrite <- is_goal_pieces. rewrite Et.
        destruct (Nat.even d); apply (not_a_goal squares goals indices Hindices Hgoals (Nat.div2 d));
          try exact Hb; [| exact H2].
        rewrite <- Heven by reflexivity. exact H1. }
      rewrite <- (HQ p _ Hp Ed (Hgood p Hin ltac:(lia))). unfold here. cbn [drops section_of]. tauto. }
  assert (Hv : forall p v, dropping p -> dropped p = d -> good squares r p v -> _)
    by (intros p v Hp Ed Hv; exact (value_of_score style banned p v Hp ltac:(lia) Hv)).
  cbn [black_wins red_wins no_wins section_of]. split; [| split]; apply Hall; intros p v Hp Ed Hg;
    destruct (Hv p v Hp Ed Hg) as (H1 & H2 & H3).
  - now rewrite ltb_spec.
  - now rewrite ltb_spec.
  - rewrite eqb_spec. fold r in H3. rewrite H3. split; [apply (to_Z_inj v 100) | now intros ->].
Qed.

End Figures.

Opaque sections.

Section Result.
Variables (board : list square) (goals : list set) (plies : nat) (result : result) (Y X : Type).
Variable top : index -> table -> Y.
Variable visit : nat -> list letter -> index -> index -> table -> X.
Variables (top_right : Y -> Prop) (right : X -> Prop).
Hypothesis distinct_board : NoDup board.
Hypothesis board_squares : incl board squares.
Hypothesis Hplies : (plies <= 90)%nat.

(** What [top] and [visit] compute is right if it is right for good tables. *)
Definition rights : Prop := forall indices t,
  (forall n, (n <= 4)%nat -> indices n = index_on board goals n /\ index_spec board goals (indices n) n) ->
  (forall n, (n < 4)%nat -> no_goals (indices n) = true) ->
  make_tables board adjacent goals 4 = Some t -> solve t plies = Some result ->
  top_right (top (indices 4%nat) (placed_scores t plies)) /\
  forall d after t (blacks := indices (Nat.div2 (S d))) (reds := indices (Nat.div2 d)), (d < 8)%nat ->
    (forall style banned, (d = 0%nat -> banned = []) -> skipn (Nat.div2 d) style = after ->
      good_table board (Rules goals style banned) d blacks reds t) ->
    right (visit d after blacks reds t).
Hypothesis Hrights : rights.

Lemma sections_with_spec t out i0 i1 i2 i3 i4 :
  make_tables board adjacent goals 4 = Some t -> solve t plies = Some result ->
  i0 = index_on board goals 0 -> i1 = index_on board goals 1 -> i2 = index_on board goals 2 ->
  i3 = index_on board goals 3 -> i4 = index_on board goals 4 -> size i0 = 1%nat ->
  sections_with board Y X top visit goals plies t i0 i1 i2 i3 i4 = Some out ->
  top_right (fst out) /\ Forall right (fst (snd out)) /\ Forall (start_right board goals) (snd (snd out)).
Proof.
  intros made solved E0 E1 E2 E3 E4 Hone. unfold sections_with.
  set (indices := fun n : nat => match n with 0 => i0 | 1 => i1 | 2 => i2 | 3 => i3 | _ => i4 end%nat).
  destruct (_ && _) eqn:E; [| discriminate]. intros Hout. injection Hout as <-.
  apply andb_prop in E as [Hok Hno]. rewrite forallb_forall in Hok, Hno.
  assert (Hx : forall n, (n <= 4)%nat -> indices n = index_on board goals n /\
    index_spec board goals (indices n) n).
  { intros n Hn. assert (Ei : indices n = index_on board goals n)
      by (destruct n as [| [| [| [| [|]]]]]; [exact E0 | exact E1 | exact E2 | exact E3 | exact E4 | lia]).
    split; [exact Ei |]. rewrite Ei. apply index_ok_spec; [exact distinct_board |].
    rewrite <- Ei. apply Hok, in_seq. lia. }
  assert (Hg : forall n, (n < 4)%nat -> no_goals (indices n) = true) by (intros n Hn; apply Hno, in_seq; lia).
  destruct (Hrights indices t Hx Hg made solved) as (Htop & Hvisit).
  split; [exact Htop |].
  apply (sections_spec board goals distinct_board board_squares indices (fun n Hn => proj2 (Hx n Hn)) Hg Hone X
    visit right Hvisit); [lia |].
  intros style banned _ _. rewrite (proj1 (Hx 4%nat (le_n _))).
  apply (placed_good board (Rules goals style banned) plies result t distinct_board made solved Hplies).
  cbn [Rules.goals]. rewrite <- (proj1 (Hx 4%nat (le_n _))). apply (Hx 4%nat (le_n _)).
Qed.

(** If the solver has a result for the goals, the computed figures are right, and so is the value
    of the empty board in every style. *)
Theorem all_drops_spec out : solution board goals plies = Some result ->
  all_drops board Y X top visit goals plies = Some out ->
  top_right (fst out) /\ Forall right (fst (snd out)) /\ Forall (start_right board goals) (snd (snd out)).
Proof.
  unfold solution, all_drops. destruct (make_tables board adjacent goals 4) as [t |] eqn:made;
    [| discriminate].
  intros solved Hout. eapply sections_with_spec; [exact made | exact solved | ..].
  7: exact Hout.
  6: apply one_empty_set.
  all: reflexivity.
Qed.
End Result.

(** ** The empty board *)

Theorem start_drawn goals plies result style : solution squares goals plies = Some result ->
  (plies <= 90)%nat -> start_true goals (style, 100) -> draw (Rules goals style []).
Proof.
  intros solved Hplies Ht. unfold start_true, has_score in Ht. cbn [fst snd] in Ht.
  change (dropped Rules.start) with 0%nat in Ht. change (to_Z 100) with 100%Z in Ht.
  destruct (Ht (8 + plies)%nat ltac:(lia)) as (Hb & Hr). clear Ht.
  assert (Hp : dropping Rules.start).
  { repeat split; cbn; try apply placed_none; lia. }
  destruct (drop_phase (Rules goals style []) plies result solved Rules.start Hp) as (_ & Hh).
  change (8 - dropped Rules.start + plies)%nat with (8 + plies)%nat in Hh.
  split; [apply (Hh Red); rewrite Hr | apply (Hh Black); rewrite Hb]; lia.
Qed.

Theorem start_won goals style n score : start_true goals (style, score) ->
  to_Z score = (200 - Z.of_nat n)%Z -> (0 < n < 100)%nat -> Rules.wins_in (Rules goals style []) Black n.
Proof.
  intros Ht E Hn. unfold start_true, has_score in Ht. cbn [fst snd] in Ht.
  change (dropped Rules.start) with 0%nat in Ht.
  pose proof (Ht n ltac:(lia)) as (Hw & _). pose proof (Ht (n - 1)%nat ltac:(lia)) as (Hs & _).
  rewrite E in Hw, Hs. split; [apply Hw; lia | rewrite Hs; lia].
Qed.
