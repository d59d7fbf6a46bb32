(** SHA-256 with primitive integers, for a stream of bytes, and the proof that it computes the
    function of Sha256.v. *)

From Coq Require Import ZArith Znumtheory Bool String List Lia Uint63.
From Teeko Require Import Sha256.
Import ListNotations.
Open Scope uint63_scope.

(** * Definitions *)

Inductive eight := Eight (a b c d e f g h : int).

Definition mask : int := 0xffffffff.
Definition K48 : list int := Eval vm_compute in map of_Z (firstn 48 K).
Definition K16 : list int := Eval vm_compute in map of_Z (skipn 48 K).

(** Two copies of a word; a shift of them rotates the word. *)
Definition twice (x : int) : int := x lor (x << 32).
Definition first (e f g h k w : int) : int := let x := twice e in
  h + ((x >> 6) lxor (x >> 11) lxor (x >> 25)) + (g lxor (e land (f lxor g))) + k + w.
Definition second (a b c : int) : int := let x := twice a in
  ((x >> 2) lxor (x >> 13) lxor (x >> 22)) + ((a land b) lor (c land (a lor b))).
Definition new_word (w0 w1 w9 w14 : int) : int := let x := twice w14 in let y := twice w1 in
  (((x >> 17) lxor (x >> 19) lxor (w14 >> 10)) + w9 +
   ((y >> 7) lxor (y >> 18) lxor (w1 >> 3)) + w0) land mask.

(** The last rounds use words that are computed already. *)
Fixpoint last_rounds (ks ws : list int) (a b c d e f g h : int) : eight :=
  match ks, ws with
  | k :: ks, w :: ws => let t1 := first e f g h k w in
    last_rounds ks ws ((t1 + second a b c) land mask) a b c ((d + t1) land mask) e f g
  | _, _ => Eight a b c d e f g h
  end.

(** The other rounds compute a word each; [w0] to [w15] are the next words. *)
Fixpoint rounds (ks : list int) (a b c d e f g h
    w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 : int) : eight :=
  match ks with
  | [] => last_rounds K16 [w0; w1; w2; w3; w4; w5; w6; w7; w8; w9; w10; w11; w12; w13; w14; w15]
      a b c d e f g h
  | k :: ks => let t1 := first e f g h k w0 in
    rounds ks ((t1 + second a b c) land mask) a b c ((d + t1) land mask) e f g
      w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 (new_word w0 w1 w9 w14)
  end.

Definition compress (s : eight) (block : list int) : eight :=
  match s, block with
  | Eight a b c d e f g h, [w0; w1; w2; w3; w4; w5; w6; w7; w8; w9; w10; w11; w12; w13; w14; w15] =>
    match rounds K48 a b c d e f g h w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 with
    | Eight a' b' c' d' e' f' g' h' =>
      Eight ((a + a') land mask) ((b + b') land mask) ((c + c') land mask) ((d + d') land mask)
        ((e + e') land mask) ((f + f') land mask) ((g + g') land mask) ((h + h') land mask)
    end
  | _, _ => s
  end.

Fixpoint words (bytes : list int) : list int :=
  match bytes with
  | a :: b :: c :: d :: rest => ((a * 256 + b) * 256 + c) * 256 + d :: words rest
  | _ => []
  end.

(** The hash of the whole blocks so far, the number of bytes so far, and the bytes of the block
    that has begun, the latest byte first. *)
Record stream := Stream { blocks : eight; count : int; pending : list int }.

Definition no_bytes : stream := Stream (Eight 0x6a09e667 0xbb67ae85 0x3c6ef372 0xa54ff53a
  0x510e527f 0x9b05688c 0x1f83d9ab 0x5be0cd19) 0 [].
Definition push (s : stream) (byte : int) : stream :=
  match s with Stream h n l =>
    if n land 63 =? 63 then Stream (compress h (words (rev (byte :: l)))) (n + 1) []
    else Stream h (n + 1) (byte :: l)
  end.

Definition value (s : eight) : state := match s with Eight a b c d e f g h =>
  (to_Z a, to_Z b, to_Z c, to_Z d, to_Z e, to_Z f, to_Z g, to_Z h) end.
Definition finish (s : stream) : string :=
  let size := to_Z (count s) in
  let padding := [0x80%Z] ++ repeat 0%Z (Z.to_nat ((55 - size) mod 64)) ++ big_endian (8 * size) in
  print (value (blocks (fold_left push (map of_Z padding) s))).

(** * Proofs *)

(** ** Words *)

(** The last 32 bits.  Words have no other bits. *)
Definition low (x : int) : Z := (to_Z x mod 2 ^ 32)%Z.
Definition ok (x : int) : Prop := (to_Z x < 2 ^ 32)%Z.

Lemma low_land x : low x = Z.land (to_Z x) (Z.ones 32).
Proof. unfold low. now rewrite Z.land_ones. Qed.

Lemma low_ok x : ok x -> low x = to_Z x.
Proof. intros H. apply Z.mod_small. destruct (to_Z_bounded x). now split. Qed.

Lemma masked x : to_Z (x land mask) = low x.
Proof. rewrite land_spec', low_land. reflexivity. Qed.

Lemma ok_masked x : ok (x land mask).
Proof. unfold ok. rewrite masked. now apply Z.mod_pos_bound. Qed.

Lemma low_add x y : low (x + y) = low x ⊞ low y.
Proof.
  unfold low, plus. rewrite add_spec, <- Zplus_mod, <- Zmod_div_mod; try easy.
  now exists (2 ^ 31)%Z.
Qed.

Lemma sum x y : ok x -> ok y -> to_Z ((x + y) land mask) = to_Z x ⊞ to_Z y.
Proof. intros. now rewrite masked, low_add, !low_ok. Qed.

Lemma low_lxor x y : low (x lxor y) = Z.lxor (low x) (low y).
Proof.
  rewrite !low_land, lxor_spec'. apply Z.bits_inj'. intros i _.
  rewrite Z.lxor_spec, !Z.land_spec, Z.lxor_spec.
  now destruct (Z.testbit (Z.ones 32) i), (Z.testbit (to_Z x) i), (Z.testbit (to_Z y) i).
Qed.
Lemma low_and x y : low (x land y) = Z.land (low x) (low y).
Proof.
  rewrite !low_land, land_spec'. apply Z.bits_inj'. intros i _. rewrite !Z.land_spec.
  now destruct (Z.testbit (Z.ones 32) i), (Z.testbit (to_Z x) i), (Z.testbit (to_Z y) i).
Qed.
Lemma low_or x y : low (x lor y) = Z.lor (low x) (low y).
Proof.
  rewrite !low_land, lor_spec'. apply Z.bits_inj'. intros i _. rewrite Z.lor_spec, !Z.land_spec, Z.lor_spec.
  now destruct (Z.testbit (Z.ones 32) i), (Z.testbit (to_Z x) i), (Z.testbit (to_Z y) i).
Qed.

Lemma low_shift n x : ok x -> (to_Z n < 32)%Z -> low (x >> n) = SHR (to_Z n) (to_Z x).
Proof.
  intros Hx Hn. destruct (to_Z_bounded n) as [H0 _], (to_Z_bounded x) as [Hx0 _].
  unfold low, SHR. rewrite lsr_spec, Z.shiftr_div_pow2 by exact H0. apply Z.mod_small.
  split; [apply Z.div_pos; lia |]. apply Z.div_lt_upper_bound; [lia |]. unfold ok in Hx. nia.
Qed.

Lemma low_twice n x : ok x -> (0 < to_Z n < 32)%Z -> low (twice x >> n) = ROTR (to_Z n) (to_Z x).
Proof.
  intros Hx Hn. destruct (to_Z_bounded x) as [H0 _]. unfold ok in Hx.
  assert (Hbit : forall i, (32 <= i)%Z -> Z.testbit (to_Z x) i = false).
  { intros i Hi. rewrite <- (Z.mod_small (to_Z x) (2 ^ 32)) by lia. now apply Z.mod_pow2_bits_high. }
  rewrite low_land, lsr_spec, <- Z.shiftr_div_pow2 by lia. unfold twice, ROTR.
  rewrite lor_spec', lsl_spec. change (to_Z 32) with 32%Z. change wB with (2 ^ 63)%Z.
  rewrite <- Z.shiftl_mul_pow2 by lia. apply Z.bits_inj'. intros i Hi.
  rewrite Z.land_spec, Z.lor_spec, !Z.shiftr_spec, Z.lor_spec by exact Hi.
  destruct (Z.lt_ge_cases i 32) as [H32 | H32].
  - rewrite Z.ones_spec_low, andb_true_r by lia. f_equal.
    rewrite !Z.mod_pow2_bits_low, !Z.shiftl_spec by lia. f_equal. lia.
  - rewrite Z.ones_spec_high, andb_false_r by lia. symmetry. apply orb_false_iff.
    split; [apply Hbit; lia | apply Z.mod_pow2_bits_high; lia].
Qed.

Lemma choice x y z : Z.lxor z (Z.land x (Z.lxor y z)) = Ch x y z.
Proof.
  unfold Ch. apply Z.bits_inj'. intros i Hi.
  rewrite !Z.lxor_spec, !Z.land_spec, Z.lxor_spec, Z.lnot_spec by exact Hi.
  now destruct (Z.testbit x i), (Z.testbit y i), (Z.testbit z i).
Qed.

Lemma majority x y z : Z.lor (Z.land x y) (Z.land z (Z.lor x y)) = Maj x y z.
Proof.
  unfold Maj, xor3. apply Z.bits_inj'. intros i _.
  rewrite Z.lor_spec, !Z.lxor_spec, !Z.land_spec, Z.lor_spec.
  now destruct (Z.testbit x i), (Z.testbit y i), (Z.testbit z i).
Qed.

Lemma first_spec e f g h k w : ok e -> ok f -> ok g -> ok h -> ok k -> ok w ->
  low (first e f g h k w) = to_Z h ⊞ Sum1 (to_Z e) ⊞ Ch (to_Z e) (to_Z f) (to_Z g) ⊞ to_Z k ⊞ to_Z w.
Proof.
  intros He Hf Hg Hh Hk Hw. unfold first. cbv zeta.
  now rewrite !low_add, !low_lxor, !low_and, !low_lxor, !low_twice, choice, !low_ok.
Qed.

Lemma second_spec a b c : ok a -> ok b -> ok c ->
  low (second a b c) = Sum0 (to_Z a) ⊞ Maj (to_Z a) (to_Z b) (to_Z c).
Proof.
  intros Ha Hb Hc. unfold second. cbv zeta.
  now rewrite !low_add, !low_lxor, !low_or, !low_and, !low_or, !low_twice, majority, !low_ok.
Qed.

Lemma new_word_spec w0 w1 w9 w14 : ok w0 -> ok w1 -> ok w9 -> ok w14 ->
  to_Z (new_word w0 w1 w9 w14) = sigma1 (to_Z w14) ⊞ to_Z w9 ⊞ sigma0 (to_Z w1) ⊞ to_Z w0.
Proof.
  intros H1 H2 H3 H4. unfold new_word. cbv zeta.
  now rewrite masked, !low_add, !low_lxor, !low_twice, !low_shift, !low_ok.
Qed.

Lemma ok_new_word w0 w1 w9 w14 : ok (new_word w0 w1 w9 w14).
Proof. apply ok_masked. Qed.

(** ** Blocks *)

Definition all_ok (s : eight) : Prop := match s with Eight a b c d e f g h =>
  Forall ok [a; b; c; d; e; f; g; h] end.

Lemma oks_spec x l : Forall ok (x :: l) <-> ok x /\ Forall ok l.
Proof. apply Forall_cons_iff. Qed.
Ltac oks := rewrite ?oks_spec in *; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  repeat split; auto using ok_masked, ok_new_word.

(** One round, with the first word of the list. *)
Lemma round_spec a b c d e f g h k w : Forall ok [a; b; c; d; e; f; g; h] -> ok k -> ok w ->
  let t1 := first e f g h k w in
  round (value (Eight a b c d e f g h)) (to_Z k, to_Z w) =
    value (Eight ((t1 + second a b c) land mask) a b c ((d + t1) land mask) e f g) /\
  Forall ok [(t1 + second a b c) land mask; a; b; c; (d + t1) land mask; e; f; g].
Proof.
  intros H Hk Hw. cbv zeta. split; [| oks]. cbn [value round].
  rewrite !masked, !low_add, first_spec, second_spec, (low_ok d) by oks. reflexivity.
Qed.

Lemma last_rounds_spec ks : forall ws a b c d e f g h, Forall ok ks -> Forall ok ws ->
  Forall ok [a; b; c; d; e; f; g; h] ->
  value (last_rounds ks ws a b c d e f g h) =
    fold_left round (combine (map to_Z ks) (map to_Z ws)) (value (Eight a b c d e f g h)) /\
  all_ok (last_rounds ks ws a b c d e f g h).
Proof.
  induction ks as [| k ks IH]; intros [| w ws] a b c d e f g h Hks Hws H; try (now split).
  apply Forall_cons_iff in Hks as [Hk Hks], Hws as [Hw Hws].
  destruct (round_spec a b c d e f g h k w H Hk Hw) as [E Hok].
  cbn [last_rounds map combine fold_left]. rewrite E. now apply IH.
Qed.

(** The words of the message schedule after [w]; [w] has the latest word first. *)
Fixpoint later (n : nat) (w : list word) : list word :=
  match n with O => [] | S n => next_word w :: later n (next_word w :: w) end.
Lemma extend_later n : forall w, rev (extend n w) = rev w ++ later n w.
Proof.
  induction n as [|n IH]; intros w; [now rewrite app_nil_r |].
  cbn [extend later]. rewrite IH. simpl. now rewrite <- app_assoc.
Qed.

Lemma rounds_spec ks : forall a b c d e f g h w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 old,
  Forall ok ks -> Forall ok [a; b; c; d; e; f; g; h] ->
  let ws := [w0; w1; w2; w3; w4; w5; w6; w7; w8; w9; w10; w11; w12; w13; w14; w15] in Forall ok ws ->
  let s := rounds ks a b c d e f g h w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 in
  value s = fold_left round (combine (map to_Z (ks ++ K16))
    (map to_Z ws ++ later (length ks) (map to_Z (rev ws) ++ old))) (value (Eight a b c d e f g h)) /\
  all_ok s.
Proof.
  induction ks as [| k ks IH]; intros a b c d e f g h w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15
    old Hks H ws Hws s.
  - cbn [length later app]. rewrite app_nil_r. apply last_rounds_spec; [| exact Hws | exact H].
    repeat constructor.
  - apply Forall_cons_iff in Hks as [Hk Hks].
    assert (Hw : ok w0) by (now apply Forall_inv in Hws).
    destruct (round_spec a b c d e f g h k w0 H Hk Hw) as [E Hok]. subst ws s.
    cbn [length app map combine fold_left rounds]. rewrite E. cbv zeta.
    assert (En : next_word (map to_Z (rev [w0; w1; w2; w3; w4; w5; w6; w7; w8; w9; w10; w11; w12; w13; w14;
        w15]) ++ old) = to_Z (new_word w0 w1 w9 w14)) by (symmetry; apply new_word_spec; oks).
    cbn [later]. rewrite En.
    apply (IH _ _ _ _ _ _ _ _ w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15
      (new_word w0 w1 w9 w14) (to_Z w0 :: old)); [exact Hks | exact Hok |].
    clear - Hws. oks.
Qed.

Lemma compress_spec s block : all_ok s -> Forall ok block -> length block = 16%nat ->
  value (compress s block) = Sha256.compress (value s) (map to_Z block) /\ all_ok (compress s block).
Proof.
  intros Hs Hb Hl. destruct s as [a b c d e f g h].
  destruct block as [| w0 [| w1 [| w2 [| w3 [| w4 [| w5 [| w6 [| w7 [| w8 [| w9 [| w10 [| w11 [| w12
    [| w13 [| w14 [| w15 [|]]]]]]]]]]]]]]]]]; try discriminate Hl.
  assert (HK : Forall ok K48) by repeat constructor.
  destruct (rounds_spec K48 a b c d e f g h w0 w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 []
    HK Hs Hb) as [E Hok].
  unfold Sha256.compress, schedule. rewrite extend_later, rev_involutive, <- map_rev.
  rewrite app_nil_r in E. change (map to_Z (K48 ++ K16)) with K in E. change (length K48) with 48%nat in E.
  cbn [value] in *. match type of E with _ = ?x => match goal with
    |- context [fold_left round ?l ?s] => change (fold_left round l s) with x end end.
  rewrite <- E. cbn [compress].
  destruct (rounds _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [a' b' c' d' e' f' g' h'].
  cbn [value all_ok] in *. oks. now rewrite !sum by assumption.
Qed.

(** ** Bytes *)

Definition is_byte (b : int) : Prop := (to_Z b < 256)%Z.

Lemma shift_in x b : (to_Z x < 2 ^ 32)%Z -> is_byte b -> to_Z (x * 256 + b) = (to_Z x * 256 + to_Z b)%Z.
Proof.
  unfold is_byte. intros Hx Hb. destruct (to_Z_bounded x), (to_Z_bounded b).
  rewrite add_spec, mul_spec. change (to_Z 256) with 256%Z. change wB with (2 ^ 63)%Z.
  now rewrite (Z.mod_small (_ * _)), Z.mod_small by lia.
Qed.

Lemma words_spec : forall l, Forall is_byte l ->
  Forall ok (words l) /\ map to_Z (words l) = Sha256.words (map to_Z l).
Proof.
  fix IH 1. intros [| a [| b [| c [| d l]]]] H; try (split; [constructor | reflexivity]).
  rewrite !Forall_cons_iff in H. destruct H as (Ha & Hb & Hc & Hd & Hl).
  destruct (IH l Hl) as [Hok E]. cbn [words map Sha256.words]. rewrite E.
  destruct (to_Z_bounded a), (to_Z_bounded b), (to_Z_bounded c), (to_Z_bounded d).
  assert (Ew : to_Z (((a * 256 + b) * 256 + c) * 256 + d) =
    (((to_Z a * 256 + to_Z b) * 256 + to_Z c) * 256 + to_Z d)%Z).
  { pose proof (shift_in a b) as E1. pose proof (shift_in (a * 256 + b) c) as E2.
    unfold is_byte in *. now rewrite shift_in, E2, E1 by (unfold is_byte; rewrite ?E2, ?E1; lia). }
  rewrite Ew. split; [| reflexivity]. constructor; [| exact Hok]. unfold ok, is_byte in *. lia.
Qed.

Lemma length_words : forall n l, length l = (4 * n)%nat -> length (words l) = n.
Proof.
  induction n as [|n IH]; intros l H; [now destruct l |].
  destruct l as [| a [| b [| c [| d l]]]]; simpl in H; try lia. cbn [words length]. f_equal. apply IH. lia.
Qed.

Lemma hash_app n : forall s l more, (64 * n <= length l)%nat -> hash n s (l ++ more) = hash n s l.
Proof.
  induction n as [|n IH]; intros s l more H; [reflexivity |]. cbn [hash].
  rewrite firstn_app, skipn_app. replace (64 - length l)%nat with 0%nat by lia.
  rewrite firstn_O, skipn_O, app_nil_r. apply IH. rewrite skipn_length. lia.
Qed.

Lemma hash_last n : forall s l block, length l = (64 * n)%nat -> length block = 64%nat ->
  hash (S n) s (l ++ block) = Sha256.compress (hash n s l) (Sha256.words block).
Proof.
  induction n as [|n IH]; intros s l block Hl Hb.
  - destruct l; [| discriminate]. cbn [hash app]. now rewrite firstn_all2 by lia.
  - change (hash (S (S n)) s (l ++ block)) with
      (hash (S n) (Sha256.compress s (Sha256.words (firstn 64 (l ++ block)))) (skipn 64 (l ++ block))).
    rewrite firstn_app, skipn_app. replace (64 - length l)%nat with 0%nat by lia.
    rewrite firstn_O, skipn_O, app_nil_r, IH; [reflexivity | rewrite skipn_length; lia | exact Hb].
Qed.

(** The stream has received these bytes. *)
Definition received (s : stream) (l : list Z) : Prop := exists n whole,
  l = whole ++ map to_Z (rev (pending s)) /\ length whole = (64 * n)%nat /\
  (length (pending s) < 64)%nat /\ Forall is_byte (pending s) /\
  value (blocks s) = hash n H0 whole /\ all_ok (blocks s) /\ to_Z (count s) = Z.of_nat (length l).

Lemma received_none : received no_bytes [].
Proof. exists 0%nat, []. repeat split; repeat constructor. Qed.

Lemma received_push s l b : received s l -> is_byte b -> (Z.of_nat (length l) < 2 ^ 60)%Z ->
  received (push s b) (l ++ [to_Z b]).
Proof.
  intros (n & whole & -> & Hw & Hp & Hbytes & Hv & Hok & Hc) Hb Hsmall.
  destruct s as [h c p]. cbn [blocks count pending] in *.
  rewrite app_length, map_length, rev_length in *.
  assert (Ec : to_Z (c + 1) = (to_Z c + 1)%Z)
    by (rewrite add_spec; apply Z.mod_small; change wB with (2 ^ 63)%Z; lia).
  assert (Em : to_Z (c land 63) = Z.of_nat (length p)).
  { rewrite land_spec'. change (to_Z 63) with (Z.ones 6). rewrite Z.land_ones, Hc, Hw by lia.
    replace (Z.of_nat (64 * n + length p)) with (Z.of_nat (length p) + Z.of_nat n * 2 ^ 6)%Z by lia.
    rewrite Z.mod_add by lia. apply Z.mod_small. lia. }
  assert (Hl : map to_Z (rev p) ++ [to_Z b] = map to_Z (rev (b :: p))) by (cbn [rev]; now rewrite map_app).
  assert (Hlen : length (map to_Z (rev (b :: p))) = S (length p)) by now rewrite map_length, rev_length.
  cbn [push]. destruct (c land 63 =? 63) eqn:E.
  - apply eqb_correct in E. rewrite E in Em. change (to_Z 63) with 63%Z in Em.
    assert (H64 : length (rev (b :: p)) = 64%nat) by (rewrite rev_length; cbn [length]; lia).
    destruct (words_spec (rev (b :: p))) as [Hwords Ew]; [apply Forall_rev; now constructor |].
    destruct (compress_spec h (words (rev (b :: p))) Hok Hwords (length_words 16 _ H64)) as [Eh Hh].
    exists (S n), (whole ++ map to_Z (rev (b :: p))). cbn [blocks count pending].
    change (map to_Z (rev [])) with (@nil Z). rewrite <- app_assoc, app_nil_r, Hl.
    repeat split; [rewrite app_length; lia | simpl; lia | constructor | | exact Hh |].
    + rewrite hash_last, <- Hv, <- Ew by (exact Hw || now rewrite map_length). exact Eh.
    + rewrite Ec, app_length. lia.
  - exists n, whole. cbn [blocks count pending length].
    rewrite <- app_assoc, Hl. repeat split; [exact Hw | | now constructor | exact Hv | exact Hok |].
    + assert (length p <> 63%nat); [| lia]. intros E63. rewrite E63 in Em.
      rewrite <- not_true_iff_false, eqb_spec in E. apply E, to_Z_inj. exact Em.
    + rewrite Ec, app_length. lia.
Qed.

Lemma received_all l : forall s before, received s before -> Forall is_byte l ->
  (Z.of_nat (length before + length l) < 2 ^ 60)%Z ->
  received (fold_left push l s) (before ++ map to_Z l).
Proof.
  induction l as [| b l IH]; intros s before Hs Hl Hsmall; [now rewrite app_nil_r |].
  apply Forall_cons_iff in Hl as [Hb Hl]. cbn [fold_left map length] in *.
  change (to_Z b :: map to_Z l) with ([to_Z b] ++ map to_Z l). rewrite app_assoc.
  apply IH; [apply received_push; [exact Hs | exact Hb | lia] | exact Hl |].
  rewrite app_length. cbn [length]. lia.
Qed.

(** The digest of a stream is the hash of its bytes. *)
Theorem finish_spec s l : received s l -> (Z.of_nat (length l) < 2 ^ 59)%Z -> finish s = sha256 l.
Proof.
  intros Hs Hsmall. pose proof Hs as (_ & _ & _ & _ & _ & _ & _ & _ & Hc).
  unfold finish, sha256. cbv zeta. rewrite Hc. set (size := Z.of_nat (length l)).
  set (zeros := Z.to_nat ((55 - size) mod 64)).
  set (padding := [0x80%Z] ++ repeat 0%Z zeros ++ big_endian (8 * size)).
  assert (Hz : (Z.of_nat zeros = (55 - size) mod 64)%Z) by (apply Z2Nat.id; now apply Z.mod_pos_bound).
  assert (Hlen : (Z.of_nat (length padding) = (55 - size) mod 64 + 9)%Z)
    by (unfold padding; rewrite !app_length, repeat_length;
      change (length (big_endian (8 * size))) with 8%nat; simpl (length [_]); lia).
  assert (Hbytes : Forall (fun x => (0 <= x < 256)%Z) padding).
  { unfold padding. rewrite !Forall_app. split; [now repeat constructor |]. split.
    - apply Forall_forall. intros x Hx%repeat_spec. now subst.
    - repeat constructor; now apply Z.mod_pos_bound. }
  destruct (received_all (map of_Z padding) s l Hs) as (n & whole & E & Hw & Hp & _ & Hv & _ & _).
  - apply Forall_map. eapply Forall_impl; [| exact Hbytes]. intros x Hx. unfold is_byte. cbv beta in *.
    rewrite of_Z_spec, Z.mod_small; [lia |]. change wB with (2 ^ 63)%Z. lia.
  - rewrite map_length. pose proof (Z.mod_pos_bound (55 - size) 64). fold size in Hsmall. lia.
  - assert (Eb : map to_Z (map of_Z padding) = padding).
    { rewrite map_map. rewrite <- (map_id padding) at 2. apply map_ext_in. intros x Hx.
      rewrite Forall_forall in Hbytes. specialize (Hbytes x Hx).
      rewrite of_Z_spec, Z.mod_small; [reflexivity |]. change wB with (2 ^ 63)%Z. lia. }
    rewrite Eb in E. unfold pad. fold size. cbv zeta. fold zeros padding. rewrite E.
    apply (f_equal (@length Z)) in E as El. rewrite !app_length in El.
    set (rest := map to_Z _) in *.
    assert (Er : length rest = 0%nat).
    { unfold rest in *. rewrite map_length, rev_length in *.
      pose proof (Z.div_mod (55 - size) 64). lia. }
    destruct rest; [| discriminate]. rewrite app_nil_r in *. subst whole.
    rewrite Hw, Nat.mul_comm, Nat.div_mul by lia. now rewrite Hv.
Qed.
