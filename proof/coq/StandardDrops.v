(** Standard Teeko in the drop phase, strongly solved in every style. *)

From Coq Require Import NArith String List Lia.
From Teeko Require Import Counts Solution DropPhase DropTables Rules Rows Payload Digests.
Require Import StandardPositions.
Import ListNotations.
Open Scope N_scope.

Opaque squares Standard.

(** The sections: the number of drops so far, the letters of the drops to come, and the numbers
    of positions that Black wins, that Red wins, and that are draws.  A letter counts for one
    drop of each side, so after an odd number of drops the first letter is for Red's drop. *)
Definition standard_sections : list section :=
  [DropSection 7 [Own] 927304 6399076 9498120;
   DropSection 6 [Own] 1025052 225328 2291620;
   DropSection 5 [Own; Own] 15578 189292 326430;
   DropSection 4 [Own; Own] 19822 2820 53258;
   DropSection 3 [Own; Own; Own] 180 1970 4750;
   DropSection 2 [Own; Own; Own] 152 0 448;
   DropSection 1 [Own; Own; Own; Own] 0 0 25;
   DropSection 0 [Own; Own; Own; Own] 0 0 1;
   DropSection 1 [Other; Own; Own; Own] 9 0 16;
   DropSection 0 [Other; Own; Own; Own] 0 0 1;
   DropSection 3 [Other; Own; Own] 3540 0 3360;
   DropSection 2 [Other; Own; Own] 16 0 584;
   DropSection 1 [Own; Other; Own; Own] 0 0 25;
   DropSection 0 [Own; Other; Own; Own] 0 0 1;
   DropSection 1 [Other; Other; Own; Own] 1 0 24;
   DropSection 0 [Other; Other; Own; Own] 0 0 1;
   DropSection 5 [Other; Own] 297268 140 233892;
   DropSection 4 [Other; Own] 7804 328 67768;
   DropSection 3 [Own; Other; Own] 16 242 6642;
   DropSection 2 [Own; Other; Own] 20 0 580;
   DropSection 1 [Own; Own; Other; Own] 0 0 25;
   DropSection 0 [Own; Own; Other; Own] 0 0 1;
   DropSection 1 [Other; Own; Other; Own] 5 0 20;
   DropSection 0 [Other; Own; Other; Own] 0 0 1;
   DropSection 3 [Other; Other; Own] 2636 0 4264;
   DropSection 2 [Other; Other; Own] 12 0 588;
   DropSection 1 [Own; Other; Other; Own] 0 0 25;
   DropSection 0 [Own; Other; Other; Own] 0 0 1;
   DropSection 1 [Other; Other; Other; Own] 5 0 20;
   DropSection 0 [Other; Other; Other; Own] 0 0 1;
   DropSection 7 [Other] 10053932 62946 6707622;
   DropSection 6 [Other] 674160 99860 2767980;
   DropSection 5 [Own; Other] 8162 70500 452638;
   DropSection 4 [Own; Other] 7566 276 68058;
   DropSection 3 [Own; Own; Other] 16 242 6642;
   DropSection 2 [Own; Own; Other] 20 0 580;
   DropSection 1 [Own; Own; Own; Other] 0 0 25;
   DropSection 0 [Own; Own; Own; Other] 0 0 1;
   DropSection 1 [Other; Own; Own; Other] 9 0 16;
   DropSection 0 [Other; Own; Own; Other] 0 0 1;
   DropSection 3 [Other; Own; Other] 2780 0 4120;
   DropSection 2 [Other; Own; Other] 20 0 580;
   DropSection 1 [Own; Other; Own; Other] 0 0 25;
   DropSection 0 [Own; Other; Own; Other] 0 0 1;
   DropSection 1 [Other; Other; Own; Other] 9 0 16;
   DropSection 0 [Other; Other; Own; Other] 0 0 1;
   DropSection 5 [Other; Other] 258260 340 272700;
   DropSection 4 [Other; Other] 9860 592 65448;
   DropSection 3 [Own; Other; Other] 12 426 6462;
   DropSection 2 [Own; Other; Other] 16 0 584;
   DropSection 1 [Own; Own; Other; Other] 0 0 25;
   DropSection 0 [Own; Own; Other; Other] 0 0 1;
   DropSection 1 [Other; Own; Other; Other] 9 0 16;
   DropSection 0 [Other; Own; Other; Other] 0 0 1;
   DropSection 3 [Other; Other; Other] 3026 0 3874;
   DropSection 2 [Other; Other; Other] 40 0 560;
   DropSection 1 [Own; Other; Other; Other] 0 0 25;
   DropSection 0 [Own; Other; Other; Other] 0 0 1;
   DropSection 1 [Other; Other; Other; Other] 9 0 16;
   DropSection 0 [Other; Other; Other; Other] 0 0 1].

(** The score of the empty board in each style: 100 for a draw, 200 - n for a win of Black in n plies. *)
Definition standard_scores : list (list letter * PrimInt63.int) := map (fun '(style, n) => (style, of_nat n))
  [([Own; Own; Own; Own], 100%nat);
   ([Other; Own; Own; Own], 100%nat);
   ([Own; Other; Own; Own], 100%nat);
   ([Other; Other; Own; Own], 100%nat);
   ([Own; Own; Other; Own], 100%nat);
   ([Other; Own; Other; Own], 100%nat);
   ([Own; Other; Other; Own], 100%nat);
   ([Other; Other; Other; Own], 100%nat);
   ([Own; Own; Own; Other], 100%nat);
   ([Other; Own; Own; Other], 100%nat);
   ([Own; Other; Own; Other], 100%nat);
   ([Other; Other; Own; Other], 100%nat);
   ([Own; Own; Other; Other], 100%nat);
   ([Other; Own; Other; Other], 100%nat);
   ([Own; Other; Other; Other], 100%nat);
   ([Other; Other; Other; Other], 100%nat)].

(** For each section of the sixteen styles: the number of pieces on the board, the letters of the drops
    to come, and the SHA-256 of the section's bytes. *)
Definition standard_digests : list (nat * string * string) :=
  [(8, "", "bcb7a331a8a135a918284b7d328497010067f04f0a3702bbb961b240c012ca86");
   (7, "S", "bdd788e791e3f54000acf16e5831a333a57c59916ed0d0ab1492a68ffa7ffa88");
   (6, "S", "767da85b14557cd0652418a6c653e0cc6f9a99ab71b6438170e0b7152516d63d");
   (5, "SS", "6793b430e390ad04a80eb97056faf34ba113721fc804402d8d7c70ace0f3a915");
   (4, "SS", "6685fa38a0140aa8b667a5b4f169c73decbe4404cc3bea98e149ed61284cfff4");
   (3, "SSS", "0df57772603be61144850e4b4eaf43cbcb7c1ad35e21aa9bd57560544afb7394");
   (2, "SSS", "d28310c18972ad4ec83afcb12a20c9d0b4af3f23c0f20500108523ecc4638510");
   (1, "SSSS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SSSS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASSS", "af959f4661a5ae8cb83144fc15f7701059197c66243ded0eac126fda3ce15829");
   (0, "ASSS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "ASS", "56b7d17e4dddc20c350838492a5e7ca630e36558bf859cba455096dff8794f57");
   (2, "ASS", "3dab212a580daa84d023ba18926a5bce6d54216dc852994ddd0ecbc5b2045808");
   (1, "SASS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SASS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AASS", "da33eada42a809f61722dfc696be2dd5b75c204a4f0637576dd050a33c149c5f");
   (0, "AASS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (5, "AS", "f3d4603cb217f648f8eb73e9733783774c69231b80b6c46426559f21b782ebfe");
   (4, "AS", "fc16296a50c24b4e3b369910a0932abddd81068cd11b18e23ea6cbc24e92b711");
   (3, "SAS", "cd0af276dfb96296e159ba8a4af80bba776b62e28143b437dcea9b4db9244837");
   (2, "SAS", "c16ec4b60e9ccae197d668edc71487fda948f54bafb428c1e37f9eccc9b49227");
   (1, "SSAS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SSAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASAS", "2ce4a6d81d4b6cd4d22f0186eba66f46f5c84850375c4c6176caa4aa5730536b");
   (0, "ASAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "AAS", "5e9e55faf9a8704634695f803d23a093c99c076b9f4b351d3b02aae049d78ad3");
   (2, "AAS", "069b950a05deaffa188e610c357646f83e9128a090b7f5cf50e5bad7019e7c30");
   (1, "SAAS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SAAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AAAS", "995a55fb2a8672befea0d3a452c973710adb70b6e1cd4843ae1f4e819c5cb493");
   (0, "AAAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (7, "A", "ef09337c0916d1ec030bb7595b53640347ead50d81976f51645dd86ea22d5e9a");
   (6, "A", "46a4059b31b077ece230141c57b6e9cbb43f1eabec3f2786f92786c096499137");
   (5, "SA", "6948496b1e33fea5995eff3834387e19bfd06d798e253c4972a3b3da9822e08b");
   (4, "SA", "3744c1c99d705a1155849228e4b74945046bb2d41facf85233b28681a59dcb67");
   (3, "SSA", "4fe57927df9ccc1b095f381b8bfa66cf0aab64d6222393d9e8e76073f3094e10");
   (2, "SSA", "6a23d4184a6d83c7a631d00b54c57eb59779f894340e5412b0eca4a43300ddec");
   (1, "SSSA", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SSSA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASSA", "4ea5cf737bb82894f3f642735baa16a446944bee6b62d309d6869c5cf02efc3f");
   (0, "ASSA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "ASA", "4508a3340fdae45e413d4b60088b78b97fed72926a81f18c6dcdf0bcd59b1d7a");
   (2, "ASA", "c790b09dbbe0560c64c3332f9281786abe7070f75f842152cfa6ac8d72349b38");
   (1, "SASA", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SASA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AASA", "d5c0f4ccd6bb9728298408a59fba74592f8ab819a88ac3f5effaa67e81f71f6d");
   (0, "AASA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (5, "AA", "3332eb1b9807d657dc824be6e5b260e0e02f544ead6f65f6b7596f5e19f4eddc");
   (4, "AA", "75963bfb027495543772086099670f964f09c4afa1f545cea68b5b1889e61349");
   (3, "SAA", "7c0bf9eb3445991ae01e01bbe668f8d8f3874a13a5b5b57698de155b2b157a26");
   (2, "SAA", "4142822d152e43dbec95a5881f084bdeab761c20f258d54874fc092ffbcdbfba");
   (1, "SSAA", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SSAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASAA", "03fc929174e4d88fab2ff506009529589721c6818afc7dc8dbd5fc8e70642cd0");
   (0, "ASAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "AAA", "22394b669d7bb802293411b8e25b18d60c568af8d4e594d591bfd8d5696d33e2");
   (2, "AAA", "d843ce150e753bf8ce0c607b2951c43a45b8a508b91d97ac452b0e1e51015fc8");
   (1, "SAAA", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SAAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AAAA", "2c6fa770b53515d52250dcae924490ad521f01c9335154654a8c9b0c643590e1");
   (0, "AAAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")]%nat%string.

Lemma standard_dropped : all_tables Standard 39 = Some (standard_sections, standard_digests, standard_scores).
Proof. vm_cast_no_check (eq_refl (Some (standard_sections, standard_digests, standard_scores))). Qed.

Lemma standard_right : Forall (section_true Standard) standard_sections /\
  Forall (section_digest Standard) standard_digests /\ Forall (start_true Standard) standard_scores.
Proof.
  apply (all_tables_spec Standard 39 standard_result);
    [exact standard_solved | lia | reflexivity | exact standard_dropped].
Qed.

(** The figures of every section are right. *)
Theorem standard_drop_figures : Forall (section_true Standard) standard_sections.
Proof. exact (proj1 standard_right). Qed.

(** The digests of every section are right, and no section is missing. *)
Theorem standard_table : Forall (section_digest Standard) standard_digests.
Proof. exact (proj1 (proj2 standard_right)). Qed.
Theorem standard_table_complete style d : List.length style = 4%nat -> (d <= 8)%nat ->
  exists digest, In (d, text (skipn (Nat.div2 d) style), digest) standard_digests.
Proof. apply complete_spec. vm_compute. reflexivity. Qed.

(** A side always has a ply, so no side loses because it has none. *)
Theorem standard_has_ply style banned p : let game := Rules Standard style banned in
  dropping p -> (dropped p = 0%nat -> banned = []) -> ~ has_goal game Black p -> ~ has_goal game Red p ->
  exists q, In q (successors game p).
Proof. exact (has_ply Standard 39 standard_result standard_solved ltac:(lia) eq_refl style banned p). Qed.

(** The scores of the empty board are right. *)
Theorem standard_values_at_start : Forall (start_true Standard) standard_scores.
Proof. exact (proj2 (proj2 standard_right)). Qed.

(** The game is a draw in all sixteen styles.  (Eight of them have names.) *)
Theorem standard_starts style : List.length style = 4%nat -> draw (Rules Standard style []).
Proof.
  pose proof standard_values_at_start as H.
  intros E. destruct style as [| a [| b [| c [| d [|]]]]]; try discriminate E.
  apply (start_drawn Standard 39 standard_result); [exact standard_solved | lia |].
  rewrite Forall_forall in H. apply H. destruct a, b, c, d; repeat (first [left; reflexivity | right]).
Qed.

Print Assumptions standard_drop_figures.
Print Assumptions standard_table.
Print Assumptions standard_table_complete.
Print Assumptions standard_has_ply.
Print Assumptions standard_values_at_start.
Print Assumptions standard_starts.
