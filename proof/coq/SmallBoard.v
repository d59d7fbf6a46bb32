(** Solves the 4×4 board with the solver for 5×5: all placements, and all positions with pieces still
    to be dropped.  This tests the solver within seconds. *)

From Coq Require Import NArith Arith String List Bool Lia.
From Teeko Require Import Rules Placements Numbering Levels Counts Solution Payload Digests.
Import ListNotations.
Open Scope N_scope.

(** The upper left 16 squares of the board of Rules.v, and the goals on them. *)
Definition squares4 : list square :=
  filter (fun s => (Rules.row s <? 4) && (Rules.column s <? 4)) squares.
Definition goals4 : list set := filter (fun g => N.ldiff g (set_of squares4) =? 0) Standard.

Definition result4 : result := Result
  [(0, 9267); (80924, 0); (0, 18504); (89960, 0); (0, 6700); (17532, 0); (0, 1360);
   (4644, 0); (0, 536); (1752, 0); (0, 88); (176, 0); (0, 24); (8, 0); (0, 0)]
  660020.

Lemma solved4 : solution squares4 goals4 13 = Some result4.
Proof. vm_cast_no_check (eq_refl (Some result4)). Qed.

Lemma distinct4 : NoDup squares4.
Proof. apply NoDup_filter, distinct_squares. Qed.

(** The numbers of placements of 4×4 that the side to move wins in n plies, that it loses in
    n plies, and that are draws.  [own] is the winner's set or, for a draw, the set of the
    side to move. *)
Theorem board4 :
  (forall n, number_of (fun '(own, other) => won_in squares4 adjacent goals4 4 n own other)
    (fst (nth n (lengths result4) (0, 0)))) /\
  (forall n, number_of (fun '(own, other) => lost_in squares4 adjacent goals4 4 n own other)
    (snd (nth n (lengths result4) (0, 0)))) /\
  number_of (fun '(own, other) => drawn squares4 adjacent goals4 4 own other) (draws result4).
Proof. exact (solution_spec squares4 goals4 13 result4 distinct4 solved4). Qed.

(** For each section of the sixteen styles: the number of pieces on the board, the letters of the drops
    to come, and the SHA-256 of the section's bytes. *)
Definition digests4 : list (nat * string * string) :=
  [(8, "", "ee025e8d5df2868d006ea837e75c0b601b01d32b967abf9e39f895bb3cb52e5b");
   (7, "S", "8a4698e5e83750e50a46a141ba4ad0bd9da14ef1d4bb7a3d5f038a78e7de72e8");
   (6, "S", "dac3d0e2081032642811ef4be0304c473a22931e84c7d0c2344cfb0b265032a2");
   (5, "SS", "703e3f17f183e0cd71cb814ddba9a1eea66db2ba4ec3b64f0eb8f58db2d0d93a");
   (4, "SS", "a14033385061123ecfa678eef7ebdc5814dd61e5afc0e303f8d4b1408cba2ea5");
   (3, "SSS", "d3e38a067c59faf3640d093284a76d14a3fbe599f089430c07a75a52446cc275");
   (2, "SSS", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SSSS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SSSS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASSS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "ASSS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "ASS", "597da0d897d504d6dd48ce311e6b0a74650f957242b04c3df4ab2e5d19d0f264");
   (2, "ASS", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SASS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SASS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AASS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "AASS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (5, "AS", "62675fc5b435e935c45af91a4b4c9eacc2f5f99a20720d7b2a3bc2a3b1a4ba95");
   (4, "AS", "2a93108d3d1ab8b28decc03888f8ee40ceb79a7bf2ee8dbc2ce80428de383118");
   (3, "SAS", "065cc6b2b996ca729f6aa0208e13ac4b494dd0d74a4c4df6053d08b0c11da865");
   (2, "SAS", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SSAS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SSAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASAS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "ASAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "AAS", "e9cd1b9b65fb7c6f02a9f458cf8ea805a838a69c0b0b8ab04a82ded33195941a");
   (2, "AAS", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SAAS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SAAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AAAS", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "AAAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (7, "A", "f58f41ee0f30dd49f3207f5dd294d662c997d1be9e79c5f3b3325619896c42a5");
   (6, "A", "28ac93f53682be1a3a556d8f81d051babd661ca558237fb95159783ae250cdea");
   (5, "SA", "f95ebc9c7ccd93e9e02005c7289a3b4256915479d818394a7ee9480c9cb5b15c");
   (4, "SA", "3587a263ee60b3c157c68af407ba7701418da028fa8a93b8ad95b9c0f3ff8949");
   (3, "SSA", "065cc6b2b996ca729f6aa0208e13ac4b494dd0d74a4c4df6053d08b0c11da865");
   (2, "SSA", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SSSA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SSSA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASSA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "ASSA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "ASA", "2f14561b6fda117b7c414162b14895d8ce9b8ad7280d180607dc9c10d7bb2cc7");
   (2, "ASA", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SASA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SASA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AASA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "AASA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (5, "AA", "97d301ab0986ad0519891d9ee5f89d29a51a436f365d821ef2bc281aab19fc16");
   (4, "AA", "9e6e81f7a509b340a85e7ce0935c57137552c084ad75ecdaf84832c2740ec37f");
   (3, "SAA", "065cc6b2b996ca729f6aa0208e13ac4b494dd0d74a4c4df6053d08b0c11da865");
   (2, "SAA", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SSAA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SSAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASAA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "ASAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "AAA", "f5be33669d47403716c311cc6c549e92ba35add6ff0ca60bdd68d7a210e986b8");
   (2, "AAA", "2dfba633817046c7f559ed4b93076048435f7e1a90f14eb8035c04b9ebae2537");
   (1, "SAAA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "SAAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AAAA", "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb");
   (0, "AAAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")]%nat%string.

Lemma hashed4 : board_digests squares4 goals4 13 = Some digests4.
Proof. vm_cast_no_check (eq_refl (Some digests4)). Qed.

(** The digests of the table of 4×4 are right. *)
Theorem table4 : Forall (section_digest_on squares4 goals4) digests4.
Proof.
  apply (board_digests_spec squares4 goals4 13 result4);
    [exact distinct4 | apply incl_filter | | exact solved4 | lia | reflexivity | exact hashed4].
  apply Nat.ltb_lt. vm_compute. reflexivity.
Qed.

Print Assumptions board4.
Print Assumptions table4.
