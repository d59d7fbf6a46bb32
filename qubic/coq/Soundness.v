(** Proves that X wins Qubic if [check] accepts a certificate. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray.
From Qubic Require Import Qubic Checker.
Import ListNotations.
Open Scope N_scope.
Open Scope array_scope.

Lemma all {A} (f : A -> bool) l : forallb f l = true -> forall x, In x l -> f x = true.
Proof. apply forallb_forall. Qed.
Lemma bothP (a b : bool) : a &&& b = true <-> a = true /\ b = true.
Proof. apply andb_true_iff. Qed.

(** * Cells and lines *)

Lemma in_cells s : In s cells <-> 0 < s /\ s < 65.
Proof.
  unfold cells. rewrite in_map_iff. split.
  - intros (n & <- & Hn%in_seq). lia.
  - intros Hs. exists (N.to_nat s). split; [lia |]. apply in_seq. lia.
Qed.
Opaque cells lines.  (* for [simpl]; [vm_compute] still computes them *)

Lemma to_Z_index s : In s cells -> to_Z (index s) = Z.of_N s.
Proof.
  intros Hs%in_cells. assert (65 < wB)%Z by reflexivity.
  unfold index. rewrite of_Z_spec. apply Z.mod_small. lia.
Qed.
Lemma line_cells line s : In line lines -> In s line -> In s cells.
Proof.
  assert (H : forallb (forallb (fun s => (0 <? s) && (s <? 65))) lines = true)
    by (vm_compute; reflexivity).
  intros Hl Hs. apply in_cells. rewrite <- !N.ltb_lt. apply andb_prop, (all _ _ (all _ _ H _ Hl) _ Hs).
Qed.

(** A line is four different cells. *)
Lemma line_four line : In line lines -> exists s t u v, line = [s; t; u; v] /\
  In (Four (index s) (index t) (index u) (index v)) fours /\
  s <> t /\ s <> u /\ s <> v /\ t <> u /\ t <> v /\ u <> v.
Proof.
  assert (H : forallb (fun l => match l with
    | [s; t; u; v] => negb ((s =? t) || (s =? u) || (s =? v) || (t =? u) || (t =? v) || (u =? v))
    | _ => false end) lines = true) by (vm_compute; reflexivity).
  intros Hl. pose proof (all _ _ H _ Hl) as Hd.
  destruct line as [| s [| t [| u [| v [|]]]]]; try discriminate Hd.
  rewrite negb_true_iff, !orb_false_iff, !N.eqb_neq in Hd. exists s, t, u, v.
  split; [reflexivity |]. split; [| tauto]. exact (in_map four_of lines _ Hl).
Qed.

(** * Symmetric positions *)

(** If [h] is the inverse of [g] and both take each line to a line, both are symmetries. *)
Record symmetry (g h : cell -> cell) : Prop := {
  on_board s : In s cells -> In (g s) cells;
  inverse s : In s cells -> h (g s) = s;
  keeps_lines line : In line lines -> exists image, In image lines /\ incl image (map g line)
}.
Definition alike (g : cell -> cell) (p q : position) : Prop :=
  turn q = turn p /\ forall s, In s cells -> stone q (g s) = stone p s.

Lemma alike_back g h p q : symmetry g h -> symmetry h g -> alike g p q -> alike h q p.
Proof.
  intros Hg Hh [Ht Hs]. split; [auto |]. intros s Hc.
  rewrite <- Hs by now apply Hh. now rewrite (inverse _ _ Hh).
Qed.

Lemma alike_won g h p q c : symmetry g h -> alike g p q -> has_won c p -> has_won c q.
Proof.
  intros Hg [_ Hs] (line & Hl & Hi). destruct (keeps_lines _ _ Hg line Hl) as (image & Hl' & Hi').
  exists image. split; [exact Hl' |]. intros t (s & <- & Hin)%Hi'%in_map_iff.
  rewrite Hs; eauto using line_cells.
Qed.
Lemma alike_play g h p q s : symmetry g h -> alike g p q -> In s cells ->
  alike g (play p s) (play q (g s)).
Proof.
  intros Hg [Ht Hs] Hc. split; simpl; [congruence |]. intros t Hin. rewrite Hs, Ht by assumption.
  destruct (N.eqb_spec t s) as [-> | Hn]; [now rewrite N.eqb_refl |].
  destruct (N.eqb_spec (g t) (g s)) as [E%(f_equal h) |]; [| reflexivity].
  rewrite !(inverse _ _ Hg) in E by assumption. contradiction.
Qed.

Theorem alike_wins g h c p q : symmetry g h -> symmetry h g -> alike g p q ->
  wins c p -> wins c q.
Proof.
  intros Hg Hh Ha Hw. revert q Ha.
  induction Hw as [p Hwon | p s Hno Hturn [Hc He] _ IH | p Hno Hturn [s [Hc He]] _ IH];
    intros q Ha; pose proof (alike_back g h p q Hg Hh Ha) as Hb; pose proof Ha as [Ht Hs].
  - apply won. eauto using alike_won.
  - apply (wins_by _ _ (g s)); [eauto using alike_won | congruence | |].
    + split; [now apply Hg | now rewrite Hs].
    + apply IH. eapply alike_play; eauto.
  - apply wins_against; [eauto using alike_won | congruence | |].
    + exists (g s). split; [now apply Hg | now rewrite Hs].
    + intros t [Hct Het]. rewrite <- (inverse _ _ Hh t) by exact Hct. apply (IH (h t)).
      * split; [now apply Hh | now rewrite (proj2 Hb t Hct)].
      * eapply alike_play; eauto. now apply Hh.
Qed.
Lemma same : symmetry (fun s => s) (fun s => s).
Proof. split; auto. intros line. exists line. rewrite map_id. auto using incl_refl. Qed.

(** * Boards *)

(** The position on a board, with player [t] to move. *)
Definition shown (t : player) (b : board) : position := Position t (stone_on b).
Definition sized (b : board) : Prop := length b = 65%uint63.
Lemma sized_put p b s : sized b -> sized (put p b s).
Proof. unfold sized. intros <-. apply length_set. Qed.

Lemma on_put p b s t : sized b -> In s cells -> In t cells ->
  stone_on (put p b s) t = if t =? s then Some p else stone_on b t.
Proof.
  intros Hb Hs Ht. pose proof (to_Z_index s Hs) as Es. pose proof (to_Z_index t Ht) as Et.
  unfold stone_on, put. destruct (N.eqb_spec t s) as [-> | E].
  - apply get_set_same. rewrite Hb. apply ltb_spec. rewrite Es. apply in_cells in Hs.
    change (to_Z 65) with 65%Z. lia.
  - apply get_set_other. intros E'. rewrite E' in Es. lia.
Qed.
Lemma freeP t b s : free b s = true <-> empty (shown t b) s.
Proof.
  unfold free, empty. rewrite !bothP, !N.ltb_lt, in_cells. simpl.
  destruct (stone_on b s); intuition discriminate.
Qed.
Lemma wins_put b t s : sized b -> In s cells ->
  wins X (shown (opponent t) (put t b s)) -> wins X (play (shown t b) s).
Proof.
  intros Hb Hs. apply (alike_wins _ _ _ _ _ same same). split; [reflexivity |].
  intros u Hu. simpl. now rewrite on_put.
Qed.

Lemma x_line_won t b s : In s cells -> x_line b s = true -> has_won X (shown t b).
Proof.
  assert (H : map (fun s => through.[index s]) cells =
    map (fun s => map four_of (filter (existsb (N.eqb s)) lines)) cells) by (vm_compute; reflexivity).
  intros Hs. unfold x_line. rewrite (ext_in_map H s Hs). clear H.
  intros (f & (line & <- & [Hl _]%filter_In)%in_map_iff & Hx)%existsb_exists.
  destruct (line_four line Hl) as (q & r & u & v & -> & _).
  exists [q; r; u; v]. split; [exact Hl |]. cbn [four_of map] in Hx. simpl.
  fold (stone_on b q) (stone_on b r) (stone_on b u) (stone_on b v) in Hx.
  destruct (stone_on b q) as [[] |] eqn:?, (stone_on b r) as [[] |] eqn:?,
    (stone_on b u) as [[] |] eqn:?, (stone_on b v) as [[] |] eqn:?; try discriminate.
  intros w [<- | [<- | [<- | [<- | []]]]]; assumption.
Qed.

(** On a quiet board O has no line, even with one more stone. *)
Lemma quiet_line b s line : quiet b = true -> stone_on b s <> Some X -> In line lines ->
  ~ forall t, In t line -> t = s \/ stone_on b t = Some O.
Proof.
  intros Hq Hx Hl Ht. destruct (line_four line Hl) as (t & u & v & w & -> & Hf & Hd).
  apply (all _ _ Hq) in Hf.
  fold (stone_on b t) (stone_on b u) (stone_on b v) (stone_on b w) in Hf. revert Hf.
  assert (H : forall r, In r [t; u; v; w] -> {r = s} + {stone_on b r = Some O}).
  { intros r Hr. destruct (N.eq_dec r s); [now left | right]. now destruct (Ht r Hr). }
  destruct (H t) as [-> | ->]; [now left | |]; (destruct (H u) as [-> | ->]; [simpl; tauto | |]);
    (destruct (H v) as [-> | ->]; [simpl; tauto | |]);
    (destruct (H w) as [-> | ->]; [simpl; tauto | |]);
    try tauto; destruct (stone_on b s) as [[] |]; congruence.
Qed.
Lemma not_lost t b b' s : quiet b = true -> empty (shown X b) s ->
  (forall u, In u cells -> stone_on b' u = Some O -> u = s \/ stone_on b u = Some O) ->
  ~ has_won O (shown t b').
Proof.
  intros Hq [_ He] Hb (line & Hl & Hi). simpl in He, Hi. apply (quiet_line b s line); auto.
  - congruence.
  - eauto using line_cells.
Qed.
Lemma not_lost_after t b s : sized b -> quiet b = true -> empty (shown X b) s ->
  ~ has_won O (shown t (put O b s)).
Proof.
  intros Hb Hq Hs. apply (not_lost t b _ s); auto. intros u Hu.
  rewrite on_put by (assumption || apply Hs). destruct (N.eqb_spec u s); auto.
Qed.

(** * What the checker proves *)

(** X completes a line if O does not put its stone on cell [d]. *)
Lemma threat_wins b d s : sized b -> x_line (put X b d) d = true -> quiet b = true ->
  empty (shown O b) d -> empty (shown O b) s -> s <> d -> wins X (shown X (put O b s)).
Proof.
  intros Hb Hx Hq Hd Hs Hn. destruct Hd as [Hd Ed], (Hs) as [Hs' Es]. simpl in Ed, Es.
  apply (wins_by _ _ d); [now apply not_lost_after | reflexivity | |].
  - split; [exact Hd |]. simpl. rewrite on_put by assumption. destruct (N.eqb_spec d s); congruence.
  - apply wins_put; [now apply sized_put | exact Hd |]. apply won.
    destruct (x_line_won O _ d Hd Hx) as (line & Hl & Hi). exists line. split; [exact Hl |].
    intros t Ht. specialize (Hi t Ht). assert (In t cells) by eauto using line_cells. simpl in *.
    rewrite on_put in * by auto using sized_put. rewrite on_put by assumption.
    destruct (N.eqb_spec t d), (N.eqb_spec t s); congruence.
Qed.

Lemma forced_wins : forall line b, sized b -> ~ has_won O (shown X b) ->
  forced b line = true -> wins X (shown X b).
Proof.
  fix IH 1. intros [| a [| d line]] b Hb Hno Hf; [discriminate Hf | |];
    cbn [forced] in Hf; rewrite !bothP in Hf.
  - destruct Hf as [Hw%(freeP X) Hx]. apply (wins_by _ _ a); auto.
    apply wins_put; [exact Hb | apply Hw |].
    apply won, (x_line_won _ _ a); [apply Hw | exact Hx].
  - destruct Hf as (Ha%(freeP X) & ((Hd%(freeP O) & Hx) & Hq) & Hf). apply (wins_by _ _ a); auto.
    apply wins_put; [exact Hb | apply Ha |]. apply (sized_put X b a) in Hb.
    apply wins_against; [apply (not_lost O _ _ d Hq Hd); auto | reflexivity | exists d; exact Hd |].
    intros s Hs. apply wins_put; [exact Hb | apply Hs |].
    destruct (N.eq_dec s d) as [-> | Hn]; [| now apply (threat_wins _ d)].
    apply (IH line); [now apply sized_put | now apply not_lost_after | exact Hf].
Qed.

(** ** References *)

Definition inverse_of (m : array cell) : array cell :=
  fold_left (fun n s => n.[index (image m s) <- s]) cells m.

Definition one_way (g h : cell -> cell) : bool :=
  forallb (fun s => (0 <? g s) && (g s <? 65) && (h (g s) =? s)) cells &&
  forallb (fun line => let l := map g line in
    existsb (fun image => existsb (N.eqb (nth 0 image 0)) l &&&
      forallb (fun s => existsb (N.eqb s) l) image) lines) lines.
Definition two_way (m : array cell) : bool :=
  let g := image m in let h := image (inverse_of m) in one_way g h && one_way h g.
Lemma one_way_symmetry g h : one_way g h = true -> symmetry g h.
Proof.
  intros [Hc Hl]%andb_prop. split.
  - intros s Hs. apply (all _ _ Hc) in Hs. rewrite !andb_true_iff, !N.ltb_lt in Hs.
    now apply in_cells.
  - intros s Hs. apply (all _ _ Hc) in Hs. rewrite !andb_true_iff, N.eqb_eq in Hs. apply Hs.
  - intros line (image & Hi & (_ & H)%bothP)%(all _ _ Hl)%existsb_exists.
    exists image. split; [exact Hi |].
    intros s (t & Ht & ->%N.eqb_eq)%(all _ _ H)%existsb_exists. exact Ht.
Qed.
Lemma maps_two_way g : two_way maps.[g] = true.
Proof.
  assert (H : forallb two_way
    (default maps :: map (fun n => maps.[index (N.of_nat n)]) (seq 0 192)) = true)
    by (vm_compute; reflexivity).
  apply (all _ _ H). destruct (g <? 192)%uint63 eqn:E; [right | left].
  - apply ltb_spec in E. change (to_Z 192) with 192%Z in E. destruct (to_Z_bounded g).
    apply in_map_iff. exists (Z.to_nat (to_Z g)). split; [| apply in_seq; lia].
    unfold index. now rewrite nat_N_Z, Z2Nat.id, of_to_Z by lia.
  - symmetry. apply get_out_of_bounds. exact E.
Qed.
Definition all_won (proved : array board) : Prop := forall i, wins X (shown X proved.[i]).

Lemma reference_wins proved b e g : all_won proved -> sends maps.[g] b proved.[e] = true ->
  wins X (shown X b).
Proof.
  intros Hp Hs.
  destruct (andb_prop _ _ (maps_two_way g)) as [H1%one_way_symmetry H2%one_way_symmetry].
  apply (alike_wins _ _ _ (shown X proved.[e]) _ H2 H1); [| apply Hp].
  apply (alike_back (image maps.[g])); auto. split; [reflexivity |]. intros s Hc.
  apply (all _ _ Hs) in Hc. simpl in *.
  destruct (stone_on b s) as [[] |], (stone_on proved.[e] (image maps.[g] s)) as [[] |]; easy.
Qed.
(** ** Entries *)

Lemma covers_wins proved b items : all_won proved -> sized b -> quiet b = true ->
  forall replies, covers proved b items replies = true ->
  forall d, empty (shown X b) d -> In d replies -> wins X (shown X (put O b d)).
Proof.
  intros Hp Hb Hq. induction items as [| item items IH]; intros [| o replies] Hc d Hd Hin;
    try contradiction; try discriminate Hc.
  destruct item as [line | e g]; cbn [covers] in Hc; rewrite bothP in Hc; destruct Hc as [Hi Hc].
  - destruct (forced (put O b d) (unpack line)) eqn:E.
    { apply (forced_wins (unpack line)); auto using sized_put, not_lost_after. }
    destruct Hin as [-> | Hin]; [congruence |]. apply (IH _ Hc); auto. apply filter_In. now rewrite E.
  - destruct Hin as [-> | Hin]; [now apply reference_wins in Hi | now apply (IH _ Hc)].
Qed.
Lemma sized_board e : sized (board_of e).
Proof.
  assert (H : forall p l b, sized b -> sized (fold_left (put p) l b))
    by (intros p; induction l; simpl; auto using sized_put).
  apply H, H. now vm_compute.
Qed.
Lemma entry_wins proved e : all_won proved -> check_entry proved e = true ->
  wins X (shown X (board_of e)).
Proof.
  unfold check_entry. generalize (board_of e) (sized_board e) (move e). intros b0 Hb0 m Hp Hc.
  rewrite !bothP in Hc. destruct Hc as (Hm%(freeP X) & ((Hq & He) & Hc)).
  pose proof (sized_put X b0 m Hb0) as Hb.
  apply existsb_exists in He as (s & _ & Hs%(freeP X)).
  apply (wins_by _ _ m); [| reflexivity | exact Hm |].
  - apply (not_lost X _ _ s Hq Hs). intros u Hu E. right. destruct Hm as [Hm Em]. simpl in Em.
    rewrite on_put by assumption. destruct (N.eqb_spec u m); congruence.
  - apply wins_put; [exact Hb0 | apply Hm |].
    apply wins_against; [apply (not_lost O _ _ s Hq Hs); auto | reflexivity | exists s; exact Hs |].
    intros d Hd. apply wins_put; [exact Hb | apply Hd |].
    apply (covers_wins proved _ (items e)) with (4 := Hc); auto. apply filter_In.
    split; [apply Hd | now apply (freeP O)].
Qed.
Lemma entries_win entries : forall proved number, all_won proved ->
  check_entries proved number entries = Accepted -> wins X start.
Proof.
  induction entries as [| e entries IH]; intros proved number Hp Hc; [discriminate Hc |].
  cbn [check_entries] in Hc. destruct (check_entry proved e) eqn:E; [| discriminate Hc].
  apply entry_wins in E; [| exact Hp].
  assert (Hnext : all_won proved.[number <- board_of e]).
  { intros i. destruct (eqb_spec number i) as [Hi _], (number =? i)%uint63 eqn:Ei.
    - rewrite <- Hi by reflexivity. destruct (number <? length proved)%uint63 eqn:El.
      + now rewrite get_set_same.
      + rewrite get_out_of_bounds, default_set by now rewrite length_set.
        rewrite <- (get_out_of_bounds _ _ number) by exact El. apply Hp.
    - rewrite get_set_other; [apply Hp |]. intros ->. now rewrite eqb_refl in Ei. }
  destruct entries, (x_cells e) eqn:Ex, (o_cells e) eqn:Eo; try (now apply (IH _ _ Hnext Hc)).
  replace (board_of e) with no_stones in E by (unfold board_of; now rewrite Ex, Eo).
  apply (alike_wins _ _ _ _ _ same same) with (2 := E). split; [reflexivity |].
  intros s _. symmetry. apply get_make.
Qed.

Theorem check_sound entries : check entries = Accepted -> wins X start.
Proof.
  apply entries_win. intros i. rewrite get_make.
  assert (Hl : existsb (fun _ => true) lines = true) by (vm_compute; reflexivity).
  apply existsb_exists in Hl as (line & Hl & _). apply won. exists line. split; [exact Hl |].
  intros s _. apply get_make.
Qed.
