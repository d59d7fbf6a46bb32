(** The payload of a section of a table, as docs/formats.md specifies it, and its SHA-256.  The
    values are those of Rules.v.  The proofs at the end show that a section has only one digest. *)

From Coq Require Import NArith ZArith Arith String Ascii List Sorted Lia.
From Teeko Require Import Rules Placements Solution Boards DropPhase Sha256.
Import ListNotations.

(** * The order of the positions *)

(** The sets of the mover, which is the side to move, and of its opponent.  (A set is a number with bit
    [s] for square [s].  docs/formats.md uses bit [s - 1].  The order of the sets is the same.) *)
Definition mine (p : position) : set := pieces p (turn p).
Definition theirs (p : position) : set := pieces p (opponent (turn p)).

Definition before (p q : position) : Prop :=
  (mine p < mine q)%N \/ mine p = mine q /\ (theirs p < theirs q)%N.

(** * The byte of a position *)

(** The byte of a position that is [over] because the mover has a goal, or [drawn], or decided in
    [n] plies. *)
Inductive byte (over drawn : Prop) (decided : nat -> Prop) : Z -> Prop :=
| impossible : over -> byte over drawn decided 255
| drawn_byte : ~ over -> drawn -> byte over drawn decided 0
| decided_byte n : ~ over -> decided n -> byte over drawn decided (Z.of_nat n + 1).

(** The side that wins in [n] plies: the mover if [n] is odd. *)
Definition winner (p : position) (n : nat) : colour :=
  if Nat.odd n then turn p else opponent (turn p).

Definition byte_of (r : rules) (p : position) : Z -> Prop :=
  byte (has_goal r (turn p) p) (holds r Black p /\ holds r Red p)
    (fun n => wins_after r (winner p n) n p).

(** * The digest of a section *)

(** [digest] is the hash of the bytes of all positions with the property [P], in order. *)
Definition digest_of (P : position -> Prop) (byte_of : position -> Z -> Prop) (digest : string) : Prop :=
  exists positions bytes, StronglySorted before positions /\ (forall p, In p positions <-> P p) /\
    Forall2 byte_of positions bytes /\ sha256 bytes = digest.

(** The letters of the drops to come: "S" if the owner of the piece picks the square. *)
Definition letters (s : string) : list letter :=
  map (fun c => if Ascii.eqb c "S" then Own else Other) (list_ascii_of_string s).

(** The digest of a section, in every style that ends in these letters, with [mover] to move.  Black
    and Red drop in turn.  Before the first drop no square may be banned. *)
Definition section_digest (goals : list set) : nat * string * string -> Prop :=
  fun '(placed, drops, digest) => forall style banned mover,
  skipn (Nat.div2 placed) style = letters drops -> (placed = 0%nat -> banned = []) ->
  ((placed < 8)%nat -> mover = if Nat.even placed then Black else Red) ->
  digest_of (fun p => dropping p /\ dropped p = placed /\ turn p = mover)
    (byte_of (Rules goals style banned)) digest.

(** * The same for other boards *)

(** [c] wins within [n] plies and no sooner. *)
Definition wins_on_in (board : list square) (r : rules) (c : colour) (n : nat) (p : position) : Prop :=
  wins_on board r c n p /\ forall m, (m < n)%nat -> ~ wins_on board r c m p.
Definition byte_on (board : list square) (r : rules) (p : position) : Z -> Prop :=
  byte (has_goal r (turn p) p) (forall c n, ~ wins_on board r c n p)
    (fun n => wins_on_in board r (winner p n) n p).
Definition section_digest_on (board : list square) (goals : list set) : nat * string * string -> Prop :=
  fun '(placed, drops, digest) => forall style banned mover,
  skipn (Nat.div2 placed) style = letters drops -> (placed = 0%nat -> banned = []) ->
  ((placed < 8)%nat -> mover = if Nat.even placed then Black else Red) ->
  digest_of (fun p => dropping_on board p /\ dropped p = placed /\ turn p = mover)
    (byte_on board (Rules goals style banned)) digest.

(** * Proofs: a section has only one digest *)

(** If both sides have won, both have a goal. *)
Lemma both_win r c n : forall m p, wins_within r c n p -> wins_within r (opponent c) m p ->
  has_goal r c p /\ has_goal r (opponent c) p.
Proof.
  induction n as [|n IH]; intros m p Hn Hm.
  - inversion Hn; subst. split; [assumption |]. inversion Hm; subst; [assumption | |];
      rewrite opponent_opponent in *; contradiction.
  - assert (Hsame : forall q, In q (successors r p) -> pieces q (opponent (turn p)) = pieces p (opponent (turn p))).
    { intros q Hq. unfold successors in Hq. destruct (Nat.ltb (dropped p) 8).
      - apply in_map_iff in Hq as (s & <- & _). unfold after. now destruct (turn p).
      - apply in_flat_map in Hq as (s & _ & Hq). apply in_map_iff in Hq as (s' & <- & _).
        unfold after. now destruct (turn p). }
    assert (Hnext : forall q m', In q (successors r p) -> wins_within r c n q ->
      wins_within r (opponent c) m' q -> ~ has_goal r c p -> ~ has_goal r (opponent c) p -> False).
    { intros q m' Hq Hqn Hqm H1 H2. destruct (IH m' q Hqn Hqm) as [H3 H4]. specialize (Hsame q Hq).
      unfold has_goal in *. destruct (turn p), c; cbn [opponent] in *; rewrite Hsame in *; contradiction. }
    inversion Hn; subst; inversion Hm; subst; rewrite ?opponent_opponent in *;
      try contradiction; try (now split); exfalso;
      solve [destruct (chooser r p); discriminate | destruct c; simpl in *; congruence | eapply Hnext; eauto].
Qed.

Lemma byte_unique r p a b : byte_of r p a -> byte_of r p b -> a = b.
Proof.
  assert (Hone : forall n m, ~ has_goal r (turn p) p -> wins_after r (winner p n) n p ->
    wins_after r (winner p m) m p -> n = m).
  { intros n m Hg (Hn & Hn') (Hm & Hm').
    assert (H : winner p n = winner p m \/ winner p n = opponent (winner p m))
      by (unfold winner; destruct (Nat.odd n), (Nat.odd m), (turn p); auto).
    destruct H as [H | H].
    - destruct (Nat.lt_trichotomy n m) as [Hlt | [-> | Hlt]]; [| reflexivity |].
      + destruct (Hm' n Hlt). congruence.
      + destruct (Hn' m Hlt). congruence.
    - exfalso. rewrite H in Hn. destruct (both_win _ _ _ _ _ Hm Hn) as [H1 H2].
      apply Hg. unfold winner in *. destruct (Nat.odd m), (turn p); assumption. }
  assert (Hnot : forall n, holds r Black p /\ holds r Red p -> wins_within r (winner p n) n p -> False).
  { intros n (Hb & Hr) Hw. apply (not_both _ _ _ _ Hw). now destruct (winner p n). }
  intros [H | H Hd | n H Hn] [H' | H' Hd' | m H' Hm]; try contradiction; try reflexivity.
  - destruct (Hnot m Hd). apply Hm.
  - destruct (Hnot n Hd'). apply Hn.
  - now rewrite (Hone n m).
Qed.

Lemma sorted_unique {A} (R : A -> A -> Prop) l : (forall x y, R x y -> R y x -> False) ->
  forall l', StronglySorted R l -> StronglySorted R l' -> (forall x, In x l <-> In x l') -> l = l'.
Proof.
  intros HR. induction l as [| x l IH]; intros [| y l'] Hl Hl' H; [reflexivity | | |].
  - destruct (proj2 (H y)). now left.
  - destruct (proj1 (H x)). now left.
  - apply StronglySorted_inv in Hl as [Hl Hx], Hl' as [Hl' Hy]. rewrite Forall_forall in Hx, Hy.
    assert (x = y) as <-.
    { destruct (proj1 (H x) (or_introl eq_refl)) as [E | Hin]; [now symmetry |].
      destruct (proj2 (H y) (or_introl eq_refl)) as [E | Hin']; [exact E |].
      destruct (HR x y); [apply Hx, Hin' | apply Hy, Hin]. }
    f_equal. apply IH; [exact Hl | exact Hl' |]. intros z. split; intros Hz.
    + destruct (proj1 (H z) (or_intror Hz)) as [<- | Hin]; [destruct (HR x x); now apply Hx | exact Hin].
    + destruct (proj2 (H z) (or_intror Hz)) as [<- | Hin]; [destruct (HR x x); now apply Hy | exact Hin].
Qed.

Theorem digest_unique P (byte_of : position -> Z -> Prop) d d' :
  (forall p a b, byte_of p a -> byte_of p b -> a = b) ->
  digest_of P byte_of d -> digest_of P byte_of d' -> d = d'.
Proof.
  intros Hone (ps & bytes & Hs & HP & Hb & <-) (ps' & bytes' & Hs' & HP' & Hb' & <-). f_equal.
  assert (ps = ps') as <-.
  { apply (sorted_unique before); [| exact Hs | exact Hs' | intros p; now rewrite HP, HP'].
    unfold before. intros p q. lia. }
  clear - Hone Hb Hb'. revert bytes' Hb'. induction Hb as [| p b ps bytes Hp _ IH]; intros bytes' Hb'.
  - now inversion Hb'.
  - inversion Hb' as [| ? b' ? bytes'' Hp']; subst. f_equal; [exact (Hone p b b' Hp Hp') | now apply IH].
Qed.

Theorem section_digest_unique goals placed drops d d' :
  section_digest goals (placed, drops, d) -> section_digest goals (placed, drops, d') -> d = d'.
Proof.
  intros H H'. set (style := repeat Own (Nat.div2 placed) ++ letters drops).
  assert (Hs : skipn (Nat.div2 placed) style = letters drops).
  { unfold style. rewrite skipn_app, repeat_length, Nat.sub_diag, skipn_all2; [reflexivity |].
    now rewrite repeat_length. }
  set (mover := if Nat.even placed then Black else Red).
  eapply digest_unique; [| exact (H style [] mover Hs (fun _ => eq_refl) (fun _ => eq_refl)) |
    exact (H' style [] mover Hs (fun _ => eq_refl) (fun _ => eq_refl))].
  apply byte_unique.
Qed.
