(** Small facts about the definitions of Rules.v that a reader can check by eye. *)

From Coq Require Import NArith Bool List Lia Ascii String.
From Teeko Require Import Rules Geometry Placements Numbering Counts Solution Payload.
Import ListNotations.
Open Scope N_scope.

(** * The goals are those of docs/rules.md *)

(** The drawings of the page, side by side as there. *)
Definition standard_drawings : list (list string) := [
  [ "XXXX.   .XXXX   .....   .....   .....   .....   .....   .....   .....   .....";
    ".....   .....   XXXX.   .XXXX   .....   .....   .....   .....   .....   .....";
    ".....   .....   .....   .....   XXXX.   .XXXX   .....   .....   .....   .....";
    ".....   .....   .....   .....   .....   .....   XXXX.   .XXXX   .....   .....";
    ".....   .....   .....   .....   .....   .....   .....   .....   XXXX.   .XXXX" ];
  [ "X....   .X...   ..X..   ...X.   ....X   .....   .....   .....   .....   .....";
    "X....   .X...   ..X..   ...X.   ....X   X....   .X...   ..X..   ...X.   ....X";
    "X....   .X...   ..X..   ...X.   ....X   X....   .X...   ..X..   ...X.   ....X";
    "X....   .X...   ..X..   ...X.   ....X   X....   .X...   ..X..   ...X.   ....X";
    ".....   .....   .....   .....   .....   X....   .X...   ..X..   ...X.   ....X" ];
  [ "X....   .X...   .....   .....   ...X.   ....X   .....   .....";
    ".X...   ..X..   X....   .X...   ..X..   ...X.   ...X.   ....X";
    "..X..   ...X.   .X...   ..X..   .X...   ..X..   ..X..   ...X.";
    "...X.   ....X   ..X..   ...X.   X....   .X...   .X...   ..X..";
    ".....   .....   ...X.   ....X   .....   .....   X....   .X..." ];
  [ "XX...   .XX..   ..XX.   ...XX   .....   .....   .....   .....";
    "XX...   .XX..   ..XX.   ...XX   XX...   .XX..   ..XX.   ...XX";
    ".....   .....   .....   .....   XX...   .XX..   ..XX.   ...XX";
    ".....   .....   .....   .....   .....   .....   .....   .....";
    ".....   .....   .....   .....   .....   .....   .....   ....." ];
  [ ".....   .....   .....   .....   .....   .....   .....   .....";
    ".....   .....   .....   .....   .....   .....   .....   .....";
    "XX...   .XX..   ..XX.   ...XX   .....   .....   .....   .....";
    "XX...   .XX..   ..XX.   ...XX   XX...   .XX..   ..XX.   ...XX";
    ".....   .....   .....   .....   XX...   .XX..   ..XX.   ...XX" ] ]%string.
Definition more_advanced_drawings : list (list string) := [
  [ "X.X..   .X.X.   ..X.X   .....   .....   .....   .....   .....   .....";
    ".....   .....   .....   X.X..   .X.X.   ..X.X   .....   .....   .....";
    "X.X..   .X.X.   ..X.X   .....   .....   .....   X.X..   .X.X.   ..X.X";
    ".....   .....   .....   X.X..   .X.X.   ..X.X   .....   .....   .....";
    ".....   .....   .....   .....   .....   .....   X.X..   .X.X.   ..X.X" ];
  [ "X..X.   .X..X   .....   .....   X...X";
    ".....   .....   X..X.   .X..X   .....";
    ".....   .....   .....   .....   .....";
    "X..X.   .X..X   .....   .....   .....";
    ".....   .....   X..X.   .X..X   X...X" ] ]%string.

(** The squares with an X in drawing number [n] of five lines of text. *)
Definition drawn (text : list string) (n : nat) : set := set_of (filter (fun s =>
  match String.get (8 * n + N.to_nat (column s)) (nth (N.to_nat (row s)) text ""%string) with
  | Some c => Ascii.eqb c "X"%char
  | None => false
  end) squares).
Definition goals_in (drawings : list (list string)) : list set :=
  flat_map (fun text => map (drawn text)
    (seq 0 (Nat.div (String.length (hd ""%string text) + 3) 8))) drawings.

(** The list has [n] different sets, which are those of the drawings. *)
Definition are_drawn (goals : list set) (n : nat) (drawings : list (list string)) : Prop :=
  List.length goals = n /\ NoDup goals /\ forall s, In s goals <-> In s (goals_in drawings).

Definition same_sets (l m : list set) : bool :=
  forallb (fun s => existsb (N.eqb s) m) l && forallb (fun s => existsb (N.eqb s) l) m.

Lemma are_drawn_spec goals drawings : nodup N.eq_dec goals = goals ->
  same_sets goals (goals_in drawings) = true -> are_drawn goals (List.length goals) drawings.
Proof.
  assert (H : forall l m s, forallb (fun s => existsb (N.eqb s) m) l = true -> In s l -> In s m).
  { intros l m s H Hs. rewrite forallb_forall in H. apply H in Hs.
    apply existsb_exists in Hs as (x & Hx & ->%N.eqb_eq). exact Hx. }
  intros Hd [H1 H2]%andb_prop. split; [reflexivity | split].
  - rewrite <- Hd. apply NoDup_nodup.
  - intros s. split; apply H; assumption.
Qed.

Theorem standard_goals : are_drawn Standard 44 standard_drawings.
Proof. now apply are_drawn_spec; vm_compute. Qed.

Theorem advanced_goals : are_drawn Advanced 58 (standard_drawings ++ more_advanced_drawings).
Proof. now apply are_drawn_spec; vm_compute. Qed.

(** * Plies *)

(** Black has 25 first drops, and 24 with the centre ban. *)
Theorem first_drops goals style : List.length (successors (Rules goals style []) start) = 25%nat /\
  List.length (successors (Rules goals style [13]) start) = 24%nat.
Proof. split; vm_compute; reflexivity. Qed.

(** * Winning and holding *)

(** Black moves 9-4 and has the line 1-2-3-4. *)
Definition one_ply_before : position := Position Black 8 (set_of [1; 2; 3; 9]) (set_of [16; 21; 22; 23]).
Definition one_ply_later : position := Position Red 8 (set_of [1; 2; 3; 4]) (set_of [16; 21; 22; 23]).

Lemma no_goal s : existsb (N.eqb s) Standard = false -> ~ In s Standard.
Proof.
  intros H Hs. apply not_true_iff_false in H. apply H, existsb_exists. exists s.
  split; [exact Hs | apply N.eqb_refl].
Qed.

Theorem a_win_in_one style banned : let game := Rules Standard style banned in
  wins_within game Black 1 one_ply_before /\ ~ wins_within game Black 0 one_ply_before.
Proof.
  intros game.
  assert (Hred : ~ has_goal game Red one_ply_before) by (apply no_goal; now vm_compute).
  assert (Hblack : ~ has_goal game Black one_ply_before) by (apply no_goal; now vm_compute).
  assert (Hply : In one_ply_later (successors game one_ply_before))
    by (vm_compute; repeat (first [left; reflexivity | right])).
  assert (Hwon : has_goal game Black one_ply_later)
    by (vm_compute; repeat (first [left; reflexivity | right])).
  split.
  - exact (wins_by game Black 0 _ _ Hred eq_refl Hply (won game Black 0 _ Hwon)).
  - intros H. apply Hblack. inversion H. assumption.
Qed.

Theorem the_beaten_side_does_not_hold r c p : has_goal r (opponent c) p -> ~ holds r c p.
Proof. intros H. inversion 1; contradiction. Qed.

(** If both sides could win, both would have a goal.  No play leads to such a position. *)
Theorem only_one_side_wins r c m n p : ~ (has_goal r c p /\ has_goal r (opponent c) p) ->
  wins_within r c m p -> ~ wins_within r (opponent c) n p.
Proof. intros H Hm Hn. exact (H (both_win r c m n p Hm Hn)). Qed.

(** * There are C(25,4) · C(21,4) placements for each side to move *)

Fixpoint binomial (n k : nat) : nat := match n, k with
  | _, O => 1
  | O, _ => 0
  | Datatypes.S n, Datatypes.S k' => binomial n k' + binomial n k
  end.

Lemma choose_length l : forall n, List.length (choose l n) = binomial (List.length l) n.
Proof.
  induction l as [| x l IH]; intros [| n]; try reflexivity.
  cbn [choose List.length binomial]. rewrite app_length, map_length, !IH. lia.
Qed.

(** A set of the list [choose l n] has [n] squares, which are in [l]. *)
Lemma choose_sound l : NoDup l -> forall n s, In s (choose l n) ->
  (forall q, has s q = true -> In q l) /\ List.length (filter (has s) l) = n.
Proof.
  induction 1 as [| x l Hx Hl IH]; intros n s Hs.
  - destruct n; [| destruct Hs]. destruct Hs as [<- | []]. split; [| reflexivity].
    intros q Hq. unfold has in Hq. now rewrite N.bits_0 in Hq.
  - destruct n as [| n].
    { destruct Hs as [<- | []]. split; [intros q Hq; unfold has in Hq; now rewrite N.bits_0 in Hq |].
      assert (H : filter (has 0) (x :: l) = []); [| now rewrite H].
      induction (x :: l) as [| y m IHm]; [reflexivity |]. cbn [filter]. unfold has at 1.
      now rewrite N.bits_0. }
    cbn [choose] in Hs. apply in_app_iff in Hs.
    assert (Hwithout : In s (choose l (Datatypes.S n)) -> has s x = false).
    { intros H. apply IH in H as [H _]. destruct (has s x) eqn:E; [destruct (Hx (H x E)) | reflexivity]. }
    assert (Hcases : In s (choose l (Datatypes.S n)) \/ exists t, s = add t x /\ In t (choose l n)).
    { destruct Hs as [H | H]; [left; exact H | right]. apply in_map_iff in H as (t & <- & H). eauto. }
    destruct Hcases as [H | (t & -> & H)].
    + specialize (Hwithout H). apply IH in H as [H E]. split; [intros q Hq; right; auto |].
      cbn [filter]. now rewrite Hwithout.
    + apply IH in H as [H E]. split.
      * intros q Hq. rewrite has_add in Hq. destruct (N.eqb_spec x q) as [E' | _]; [left; exact E' | right; auto].
      * cbn [filter]. rewrite has_add, N.eqb_refl. cbn [orb List.length]. f_equal. rewrite <- E.
        f_equal. apply filter_ext_in. intros q Hq. rewrite has_add.
        destruct (N.eqb_spec x q) as [-> | _]; [contradiction | reflexivity].
Qed.

Lemma add_injective x s t : has s x = false -> has t x = false -> add s x = add t x -> s = t.
Proof.
  intros Hs Ht E. apply N.bits_inj. intros q. apply (f_equal (fun u => has u q)) in E.
  rewrite !has_add in E. destruct (N.eqb_spec x q) as [Eq | _]; [| exact E].
  subst q. unfold has in *. congruence.
Qed.

Lemma NoDup_join {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) ->
  NoDup (l ++ m).
Proof.
  induction 1 as [| x l Hx _ IH]; intros Hm H; [exact Hm |]. cbn [app]. constructor.
  - rewrite in_app_iff. intros [Hin | Hin]; [exact (Hx Hin) | exact (H x (or_introl eq_refl) Hin)].
  - apply IH; [exact Hm |]. intros y Hy. apply H. now right.
Qed.

Lemma NoDup_image {A B} (f : A -> B) l : NoDup l ->
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [| x l Hx _ IH]; intros H; cbn [map]; constructor.
  - intros Hin. apply in_map_iff in Hin as (y & E & Hy). apply H in E; [| now right | now left].
    congruence.
  - apply IH. intros y z Hy Hz. apply H; now right.
Qed.

Lemma choose_distinct l : NoDup l -> forall n, NoDup (choose l n).
Proof.
  induction 1 as [| x l Hx Hl IH]; intros [| n]; try (repeat constructor; intros []; fail).
  assert (Hno : forall m s, In s (choose l m) -> has s x = false).
  { intros m s H. apply (choose_sound l Hl) in H as [H _].
    destruct (has s x) eqn:E; [destruct (Hx (H x E)) | reflexivity]. }
  assert (H1 : NoDup (map (fun s => add s x) (choose l n))).
  { apply NoDup_image; [apply IH |]. intros s t Hs Ht. apply add_injective; eauto. }
  assert (H2 : forall s, In s (map (fun s => add s x) (choose l n)) -> ~ In s (choose l (Datatypes.S n))).
  { intros s Hs H. apply in_map_iff in Hs as (t & <- & _). apply Hno in H.
    rewrite has_add, N.eqb_refl in H. discriminate. }
  cbn [choose]. apply NoDup_join; auto. intros s H H'. exact (H2 s H' H).
Qed.

Definition all_placements (c : colour) : list position :=
  flat_map (fun black => map (Position c 8 black)
    (choose (filter (fun q => negb (has black q)) squares) 4)) (choose squares 4).

Lemma flat_map_distinct {A B} (f : A -> list B) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x y z, In z (f x) -> In z (f y) -> x = y) -> NoDup (flat_map f l).
Proof.
  intros Hl Hf Hd. induction Hl as [| x l Hx _ IH]; [constructor |]. cbn [flat_map].
  apply NoDup_join; [apply Hf; now left | apply IH; intros y Hy; apply Hf; now right |].
  intros z Hz Hin. apply in_flat_map in Hin as (y & Hy & Hzy). now rewrite (Hd x y z Hz Hzy) in Hx.
Qed.

Lemma flat_map_length {A B} (f : A -> list B) n l : (forall x, In x l -> List.length (f x) = n) ->
  List.length (flat_map f l) = (List.length l * n)%nat.
Proof.
  induction l as [| x l IH]; intros H; [reflexivity |]. cbn [flat_map List.length Nat.mul].
  rewrite app_length, (H x (or_introl eq_refl)), IH; [reflexivity |]. intros y Hy. apply H. now right.
Qed.

Lemma filter_two {A} (f : A -> bool) l :
  (List.length (filter f l) + List.length (filter (fun x => negb (f x)) l) = List.length l)%nat.
Proof. induction l as [| x l IH]; [reflexivity |]. cbn [filter]. destruct (f x); cbn [negb List.length]; lia. Qed.

Lemma filter_free b s l : disjoint b s ->
  filter (has s) (filter (fun q => negb (has b q)) l) = filter (has s) l.
Proof.
  intros Hd. induction l as [| x l IH]; [reflexivity |]. cbn [filter].
  destruct (has b x) eqn:E; cbn [negb filter]; rewrite IH; [now rewrite (Hd x E) | reflexivity].
Qed.

Theorem placements_for_each_side c :
  number_of (fun p => placement p /\ turn p = c) 75710250.
Proof.
  assert (Hb : forall b, In b (choose squares 4) <-> placed squares 4 b).
  { intros b. split.
    - intros H. apply (choose_sound _ distinct_squares) in H as [H1 H2]. now split.
    - intros [H1 H2]. now apply (choose_spec _ distinct_squares). }
  set (free b := filter (fun q => negb (has b q)) squares).
  assert (Hfree : forall b, NoDup (free b)) by (intros b; apply NoDup_filter, distinct_squares).
  exists (all_placements c). split; [| split].
  - apply flat_map_distinct.
    + apply choose_distinct, distinct_squares.
    + intros b _. apply NoDup_image; [apply choose_distinct, Hfree |]. intros x y _ _ E. congruence.
    + intros x y z Hx Hy. apply in_map_iff in Hx as (s & <- & _), Hy as (t & E & _). congruence.
  - intros p. unfold all_placements. rewrite in_flat_map. split.
    + intros (b & H & Hin). apply in_map_iff in Hin as (s & <- & Hs). apply Hb in H.
      apply (choose_sound _ (Hfree b)) in Hs as [Hin Hs].
      assert (Hd : disjoint b s).
      { intros q Hq. destruct (has s q) eqn:E; [| reflexivity].
        apply Hin, filter_In in E as [_ E]. rewrite Hq in E. discriminate. }
      split; [| reflexivity]. split; [reflexivity |]. split; [exact H |]. split; [| exact Hd].
      split; [| intros q Hq; apply Hin, filter_In in Hq; apply Hq].
      rewrite <- Hs. f_equal. symmetry. apply filter_free, Hd.
    + destruct p as [turn dropped b s]. intros ((E & H & Hs & Hd) & E').
      cbn [Rules.turn Rules.dropped black red] in *. subst. exists b. split; [now apply Hb |].
      apply in_map. destruct Hs as [Hn Hs]. apply choose_spec; [apply Hfree | |].
      * intros q Hq. apply filter_In. split; [now apply Hs |].
        destruct (has b q) eqn:E; [| reflexivity]. apply Hd in E. congruence.
      * rewrite <- Hn. f_equal. apply filter_free, Hd.
  - unfold all_placements. rewrite (flat_map_length _ (binomial 21 4)).
    + rewrite choose_length, Nnat.Nat2N.inj_mul. now vm_compute.
    + intros b H. apply Hb in H as [H _]. rewrite map_length, choose_length. f_equal.
      pose proof (filter_two (has b) squares) as E. rewrite H in E.
      change (List.length squares) with 25%nat in E. lia.
Qed.
