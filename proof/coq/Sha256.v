(** The hash function SHA-256 of the standard FIPS 180-4, for a list of bytes.  The names are those
    of the standard.  FastSha256.v has a version that is fast enough for tables. *)

From Coq Require Import ZArith String Ascii List.
Import ListNotations.
Open Scope Z_scope.

(** * Operations on words of 32 bits (sections 3.2 and 4.1.2) *)

Definition word := Z.
Definition plus (x y : word) : word := (x + y) mod 2 ^ 32.
Infix "⊞" := plus (at level 50, left associativity).
Definition SHR (n : Z) (x : word) : word := Z.shiftr x n.
Definition ROTR (n : Z) (x : word) : word :=
  Z.lor (Z.shiftr x n) (Z.shiftl x (32 - n) mod 2 ^ 32).
Definition xor3 (x y z : word) : word := Z.lxor (Z.lxor x y) z.

Definition Ch (x y z : word) : word := Z.lxor (Z.land x y) (Z.land (Z.lnot x) z).
Definition Maj (x y z : word) : word := xor3 (Z.land x y) (Z.land x z) (Z.land y z).
Definition Sum0 (x : word) : word := xor3 (ROTR 2 x) (ROTR 13 x) (ROTR 22 x).
Definition Sum1 (x : word) : word := xor3 (ROTR 6 x) (ROTR 11 x) (ROTR 25 x).
Definition sigma0 (x : word) : word := xor3 (ROTR 7 x) (ROTR 18 x) (SHR 3 x).
Definition sigma1 (x : word) : word := xor3 (ROTR 17 x) (ROTR 19 x) (SHR 10 x).

(** * Constants (sections 4.2.2 and 5.3.3) *)

Definition K : list word := [
  0x428a2f98; 0x71374491; 0xb5c0fbcf; 0xe9b5dba5; 0x3956c25b; 0x59f111f1; 0x923f82a4; 0xab1c5ed5;
  0xd807aa98; 0x12835b01; 0x243185be; 0x550c7dc3; 0x72be5d74; 0x80deb1fe; 0x9bdc06a7; 0xc19bf174;
  0xe49b69c1; 0xefbe4786; 0x0fc19dc6; 0x240ca1cc; 0x2de92c6f; 0x4a7484aa; 0x5cb0a9dc; 0x76f988da;
  0x983e5152; 0xa831c66d; 0xb00327c8; 0xbf597fc7; 0xc6e00bf3; 0xd5a79147; 0x06ca6351; 0x14292967;
  0x27b70a85; 0x2e1b2138; 0x4d2c6dfc; 0x53380d13; 0x650a7354; 0x766a0abb; 0x81c2c92e; 0x92722c85;
  0xa2bfe8a1; 0xa81a664b; 0xc24b8b70; 0xc76c51a3; 0xd192e819; 0xd6990624; 0xf40e3585; 0x106aa070;
  0x19a4c116; 0x1e376c08; 0x2748774c; 0x34b0bcb5; 0x391c0cb3; 0x4ed8aa4a; 0x5b9cca4f; 0x682e6ff3;
  0x748f82ee; 0x78a5636f; 0x84c87814; 0x8cc70208; 0x90befffa; 0xa4506ceb; 0xbef9a3f7; 0xc67178f2].

Definition state : Type := word * word * word * word * word * word * word * word.
Definition H0 : state := (0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19).

(** * Padding (section 5.1.1) and words, big-endian *)

Definition big_endian (x : Z) : list Z :=
  map (fun i => Z.shiftr x i mod 256) [56; 48; 40; 32; 24; 16; 8; 0].
Definition pad (message : list Z) : list Z :=
  let size := Z.of_nat (length message) in
  message ++ [0x80] ++ repeat 0 (Z.to_nat ((55 - size) mod 64)) ++ big_endian (8 * size).

Fixpoint words (bytes : list Z) : list word :=
  match bytes with
  | a :: b :: c :: d :: rest => ((a * 256 + b) * 256 + c) * 256 + d :: words rest
  | _ => []
  end.

(** * The hash of the blocks of 64 bytes (section 6.2) *)

(** Computes [n] more words of the message schedule.  The list has the latest word first. *)
Definition next_word (w : list word) : word :=
  let before i := nth (i - 1) w 0 in
  sigma1 (before 2%nat) ⊞ before 7%nat ⊞ sigma0 (before 15%nat) ⊞ before 16%nat.
Fixpoint extend (n : nat) (w : list word) : list word :=
  match n with O => w | S n => extend n (next_word w :: w) end.
Definition schedule (block : list word) : list word := rev (extend 48 (rev block)).

Definition round (s : state) (kw : word * word) : state :=
  let '(a, b, c, d, e, f, g, h) := s in
  let '(k, w) := kw in
  let t1 := h ⊞ Sum1 e ⊞ Ch e f g ⊞ k ⊞ w in
  let t2 := Sum0 a ⊞ Maj a b c in
  (t1 ⊞ t2, a, b, c, d ⊞ t1, e, f, g).

Definition compress (s : state) (block : list word) : state :=
  let '(a, b, c, d, e, f, g, h) := s in
  let '(a', b', c', d', e', f', g', h') := fold_left round (combine K (schedule block)) s in
  (a ⊞ a', b ⊞ b', c ⊞ c', d ⊞ d', e ⊞ e', f ⊞ f', g ⊞ g', h ⊞ h').

Fixpoint hash (blocks : nat) (s : state) (bytes : list Z) : state :=
  match blocks with
  | O => s
  | S blocks => hash blocks (compress s (words (firstn 64 bytes))) (skipn 64 bytes)
  end.

(** * The digest, as hexadecimal digits *)

Definition digit (x : Z) : ascii :=
  nth (Z.to_nat x) (list_ascii_of_string "0123456789abcdef") "?"%char.
Definition hex (x : word) : string := string_of_list_ascii
  (map (fun i => digit (Z.shiftr x i mod 16)) [28; 24; 20; 16; 12; 8; 4; 0]).
Definition print (s : state) : string :=
  let '(a, b, c, d, e, f, g, h) := s in
  (hex a ++ hex b ++ hex c ++ hex d ++ hex e ++ hex f ++ hex g ++ hex h)%string.

Definition sha256 (message : list Z) : string :=
  let bytes := pad message in print (hash (Nat.div (length bytes) 64) H0 bytes).

(** * Test vectors of NIST *)

Definition bytes_of (s : string) : list Z :=
  map (fun c => Z.of_nat (nat_of_ascii c)) (list_ascii_of_string s).

Lemma one_block : sha256 (bytes_of "abc") =
  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"%string.
Proof. vm_compute. reflexivity. Qed.
Lemma two_blocks : sha256 (bytes_of "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") =
  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"%string.
Proof. vm_compute. reflexivity. Qed.
Lemma long_message : sha256 (bytes_of ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn" ++
    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")) =
  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"%string.
Proof. vm_compute. reflexivity. Qed.
Lemma no_block : sha256 [] =
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"%string.
Proof. vm_compute. reflexivity. Qed.
