(** Advanced Teeko in the drop phase, strongly solved in every style. *)

From Coq Require Import NArith String List Lia.
From Teeko Require Import Counts Solution DropPhase DropTables Rules Rows Payload Digests.
Require Import AdvancedPositions.
Import ListNotations.
Open Scope N_scope.

Opaque squares Advanced.

(** The sections: the number of drops so far, the letters of the drops to come, and the numbers
    of positions that Black wins, that Red wins, and that are draws.  A letter counts for one
    drop of each side, so after an odd number of drops the first letter is for Red's drop. *)
Definition advanced_sections : list section :=
  [DropSection 7 [Own] 1862078 9214000 5748422;
   DropSection 6 [Own] 1679556 435852 1426592;
   DropSection 5 [Own; Own] 39904 267056 224340;
   DropSection 4 [Own; Own] 33132 6478 36290;
   DropSection 3 [Own; Own; Own] 648 2902 3350;
   DropSection 2 [Own; Own; Own] 340 0 260;
   DropSection 1 [Own; Own; Own; Own] 1 0 24;
   DropSection 0 [Own; Own; Own; Own] 1 0 0;
   DropSection 1 [Other; Own; Own; Own] 21 0 4;
   DropSection 0 [Other; Own; Own; Own] 0 0 1;
   DropSection 3 [Other; Own; Own] 5664 0 1236;
   DropSection 2 [Other; Own; Own] 148 0 452;
   DropSection 1 [Own; Other; Own; Own] 0 0 25;
   DropSection 0 [Own; Other; Own; Own] 0 0 1;
   DropSection 1 [Other; Other; Own; Own] 17 0 8;
   DropSection 0 [Other; Other; Own; Own] 0 0 1;
   DropSection 5 [Other; Own] 441352 1720 88228;
   DropSection 4 [Other; Own] 28636 2690 44574;
   DropSection 3 [Own; Other; Own] 204 1250 5446;
   DropSection 2 [Own; Other; Own] 140 0 460;
   DropSection 1 [Own; Own; Other; Own] 0 0 25;
   DropSection 0 [Own; Own; Other; Own] 0 0 1;
   DropSection 1 [Other; Own; Other; Own] 21 0 4;
   DropSection 0 [Other; Own; Other; Own] 0 0 1;
   DropSection 3 [Other; Other; Own] 5472 0 1428;
   DropSection 2 [Other; Other; Own] 184 0 416;
   DropSection 1 [Own; Other; Other; Own] 0 0 25;
   DropSection 0 [Own; Other; Other; Own] 0 0 1;
   DropSection 1 [Other; Other; Other; Own] 21 0 4;
   DropSection 0 [Other; Other; Other; Own] 0 0 1;
   DropSection 7 [Other] 13707410 220260 2896830;
   DropSection 6 [Other] 1487448 305724 1748828;
   DropSection 5 [Own; Other] 49346 155006 326948;
   DropSection 4 [Own; Other] 27530 2086 46284;
   DropSection 3 [Own; Own; Other] 248 1050 5602;
   DropSection 2 [Own; Own; Other] 156 0 444;
   DropSection 1 [Own; Own; Own; Other] 0 0 25;
   DropSection 0 [Own; Own; Own; Other] 0 0 1;
   DropSection 1 [Other; Own; Own; Other] 21 0 4;
   DropSection 0 [Other; Own; Own; Other] 0 0 1;
   DropSection 3 [Other; Own; Other] 5406 0 1494;
   DropSection 2 [Other; Own; Other] 188 0 412;
   DropSection 1 [Own; Other; Own; Other] 0 0 25;
   DropSection 0 [Own; Other; Own; Other] 0 0 1;
   DropSection 1 [Other; Other; Own; Other] 25 0 0;
   DropSection 0 [Other; Other; Own; Other] 1 0 0;
   DropSection 5 [Other; Other] 399696 2992 128612;
   DropSection 4 [Other; Other] 30284 3048 42568;
   DropSection 3 [Own; Other; Other] 456 1516 4928;
   DropSection 2 [Own; Other; Other] 224 4 372;
   DropSection 1 [Own; Own; Other; Other] 0 4 21;
   DropSection 0 [Own; Own; Other; Other] 0 0 1;
   DropSection 1 [Other; Own; Other; Other] 25 0 0;
   DropSection 0 [Other; Own; Other; Other] 1 0 0;
   DropSection 3 [Other; Other; Other] 5324 2 1574;
   DropSection 2 [Other; Other; Other] 232 4 364;
   DropSection 1 [Own; Other; Other; Other] 1 4 20;
   DropSection 0 [Own; Other; Other; Other] 1 0 0;
   DropSection 1 [Other; Other; Other; Other] 21 0 4;
   DropSection 0 [Other; Other; Other; Other] 0 0 1].

(** The score of the empty board in each style: 100 for a draw, 200 - n for a win of Black in n plies. *)
Definition advanced_scores : list (list letter * PrimInt63.int) := map (fun '(style, n) => (style, of_nat n))
  [([Own; Own; Own; Own], 187%nat);
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
   ([Other; Other; Own; Other], 159%nat);
   ([Own; Own; Other; Other], 100%nat);
   ([Other; Own; Other; Other], 171%nat);
   ([Own; Other; Other; Other], 175%nat);
   ([Other; Other; Other; Other], 100%nat)].

(** For each section of the sixteen styles: the number of pieces on the board, the letters of the drops
    to come, and the SHA-256 of the section's bytes. *)
Definition advanced_digests : list (nat * string * string) :=
  [(8, "", "1e7fde1c9f80d017635d1752720ff485005702bc70f1186d41e07df5b626b44a");
   (7, "S", "78ea46e166729518b36123f6fb215119d30cb7f0c0b76a989c72f5a5b12a1e2d");
   (6, "S", "9fb1cb606c21296d12c2303a8d31fd543c2f54af5c20612fdfa98055d2d76fda");
   (5, "SS", "7e2d581c8eb98d141a0ac0fa13f8a4c81b2d3eeccea4d420a7f80c9f5b562f23");
   (4, "SS", "2d94c061d2d209c141985cd94f312ef94c2baf876e390b9b461c36495c51a9a4");
   (3, "SSS", "89ad27e5c63374eb64fa7eeeda531341603d6da2edd83154b250f97611422a67");
   (2, "SSS", "44faeceb05038da14901d0929355d3b6109fc842cfb650dcb57594742f18fcfe");
   (1, "SSSS", "da33eada42a809f61722dfc696be2dd5b75c204a4f0637576dd050a33c149c5f");
   (0, "SSSS", "4d7b3ef7300acf70c892d8327db8272f54434adbc61a4e130a563cb59a0d0f47");
   (1, "ASSS", "925ca51dc239d8b1cad672d2d0eb1f9b78bc00fbdf43682fc8e494b277902842");
   (0, "ASSS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "ASS", "d18717ee2254087203907b96a959f52beef47b5b7c42b84d93453c083b40e677");
   (2, "ASS", "c7fcbac1ecd866c0c2d8ecd8424f2e603022a4fd6640630e047dcaa539d643af");
   (1, "SASS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SASS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AASS", "a845f5de9eac3f5997070720e8661cbe97b32b3da9e246930026e5b5662c749d");
   (0, "AASS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (5, "AS", "753e104bad6549a9a7b6f40ad284906c62b73a5999f099049afa52a368b16a34");
   (4, "AS", "a5763c7ca98e72688a0075e2dc3914d90de32b985656765f9696f0318572b7fa");
   (3, "SAS", "ba12956e3ead5df382c06beacc10704400f07f17ed17f1faf547e244a4db6a77");
   (2, "SAS", "c488314f4359c3ee05d0776ec29224bec6ef08125ee362e65a164c07654107db");
   (1, "SSAS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SSAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASAS", "5202165aec3a3122def9523b5f3a2bce0ea6cc8dcf81d2210b2cf1b9ca11436a");
   (0, "ASAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "AAS", "a2b36cdf4de6fb1f6fb35ed6a7e050e91605b85f6ea340e560497ccf5b12afa3");
   (2, "AAS", "82198d28a310397d5b492637ecac5719b6cf675285e56149166ed94eb1053f2b");
   (1, "SAAS", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SAAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AAAS", "ea09f2b989210769fc16fd83cde6bb48b3b1c9c84d3ba36c01e4e599f4729e16");
   (0, "AAAS", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (7, "A", "657c75713835f253ad4d3bb664415ce7a248d43159974ac13102e91b81269330");
   (6, "A", "599cddf72ecda65475904b95aa0b0b782559f3179faaa2217242d891e2e4b7cd");
   (5, "SA", "b579bd84491e6568f548ae0a82a0fbd26fa03695244de9b27f1711798c049931");
   (4, "SA", "a94c37f3b4dc3f2e8085d3bf4e66f2f817d8c3315c314a7bbdd437f5dec431a0");
   (3, "SSA", "2287cd7abd7f9b7e91bc8b58d7b619d2f5c56ee3ba558f7ce493a58ee5e9ede2");
   (2, "SSA", "2eade0b6bcdafbe903f5ed99e4ee6d9b3eea93c354629634351327aeba2337ac");
   (1, "SSSA", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SSSA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASSA", "26f274f3e38f2e64f936b1803455173cde70c5406516cd70fd6c450a37350f0a");
   (0, "ASSA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (3, "ASA", "574f0143bfe74b0317a98c33e0363fc4ef91461ab4f6c8cd557ce6bc5e724180");
   (2, "ASA", "130e1aa3409acdb8e13e1ad2c6f15d2c58a3ad780b5e79da6f12ed2bafcc7843");
   (1, "SASA", "61126de1b795b976f3ac878f48e88fa77a87d7308ba57c7642b9e1068403a496");
   (0, "SASA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "AASA", "db14177dc1dce0396b95a1d662b8ce3766d59e43e23a7b9b46ec40d2f9338ac1");
   (0, "AASA", "684888c0ebb17f374298b65ee2807526c066094c701bcc7ebbe1c1095f494fc1");
   (5, "AA", "ca270646f8050e832cd1eff900a4ec44b9030e98552ca245ae1fd0d2be48604f");
   (4, "AA", "11e5fa717c502637f772cb07f3d9028d71609486de1f8f345918277796922bbe");
   (3, "SAA", "6026f4e52bfc6d3dda61e291156362247853f87c2807f408001bf8545b481e02");
   (2, "SAA", "c152bc53aa00ade66456010ac696260dcd5a21c0df7750c56701c329d5842b81");
   (1, "SSAA", "26e6850183daddd41a1543bee48fee24ac1704d0e4acb71cfe65fe88cf3d8434");
   (0, "SSAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
   (1, "ASAA", "9f91e62f9f3fddc358b5f9ac7bed03ff5773a4e0b75c7bdd3a3491d3b903b745");
   (0, "ASAA", "9652595f37edd08c51dfa26567e6cd76e6fa2709c3e578478ca398d316837a7a");
   (3, "AAA", "73d58d73a7b1255d1feef2f7ef61da36c3275a1d51bdaefaee0b41fb65743a19");
   (2, "AAA", "e699c9b7e3fa8704f456761a8da42d56270659a0a9a94450d38259032f606bb2");
   (1, "SAAA", "905061193de39b169689e50964c47ae359779c604b31549a77732065e10182fe");
   (0, "SAAA", "58f7b0780592032e4d8602a3e8690fb2c701b2e1dd546e703445aabd6469734d");
   (1, "AAAA", "6c5f315ac3cd5c9baeac1b045a8f8e3c70e878e3ca454a90316a3e4f9efb08c6");
   (0, "AAAA", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d")]%nat%string.

Lemma advanced_dropped : all_tables Advanced 59 = Some (advanced_sections, advanced_digests, advanced_scores).
Proof. vm_cast_no_check (eq_refl (Some (advanced_sections, advanced_digests, advanced_scores))). Qed.

Lemma advanced_right : Forall (section_true Advanced) advanced_sections /\
  Forall (section_digest Advanced) advanced_digests /\ Forall (start_true Advanced) advanced_scores.
Proof.
  apply (all_tables_spec Advanced 59 advanced_result);
    [exact advanced_solved | lia | reflexivity | exact advanced_dropped].
Qed.

(** The figures of every section are right. *)
Theorem advanced_drop_figures : Forall (section_true Advanced) advanced_sections.
Proof. exact (proj1 advanced_right). Qed.

(** The digests of every section are right, and no section is missing. *)
Theorem advanced_table : Forall (section_digest Advanced) advanced_digests.
Proof. exact (proj1 (proj2 advanced_right)). Qed.
Theorem advanced_table_complete style d : List.length style = 4%nat -> (d <= 8)%nat ->
  exists digest, In (d, text (skipn (Nat.div2 d) style), digest) advanced_digests.
Proof. apply complete_spec. vm_compute. reflexivity. Qed.

(** A side always has a ply, so no side loses because it has none. *)
Theorem advanced_has_ply style banned p : let game := Rules Advanced style banned in
  dropping p -> (dropped p = 0%nat -> banned = []) -> ~ has_goal game Black p -> ~ has_goal game Red p ->
  exists q, In q (successors game p).
Proof. exact (has_ply Advanced 59 advanced_result advanced_solved ltac:(lia) eq_refl style banned p). Qed.

(** The scores of the empty board are right. *)
Theorem advanced_values_at_start : Forall (start_true Advanced) advanced_scores.
Proof. exact (proj2 (proj2 advanced_right)). Qed.

(** Black wins in four of the sixteen styles; two of them have a name.  The others are draws. *)
Definition advanced_start (style : list letter) : option nat :=
  match style with
  | [Own; Own; Own; Own] => Some 13%nat
  | [Own; Other; Other; Other] => Some 25%nat
  | [Other; Own; Other; Other] => Some 29%nat
  | [Other; Other; Own; Other] => Some 41%nat
  | _ => None
  end.

Theorem advanced_starts style : List.length style = 4%nat -> let game := Rules Advanced style [] in
  match advanced_start style with Some n => wins_in game Black n | None => draw game end.
Proof.
  pose proof advanced_values_at_start as H. rewrite Forall_forall in H.
  intros E. destruct style as [| a [| b [| c [| d [|]]]]]; try discriminate E.
  destruct a, b, c, d; cbn [advanced_start]; cbv zeta;
    (eapply start_won; [apply H; repeat (first [left; reflexivity | right]) | reflexivity | lia]) ||
    (apply (start_drawn Advanced 59 advanced_result); [exact advanced_solved | lia |];
     apply H; repeat (first [left; reflexivity | right])).
Qed.

Print Assumptions advanced_drop_figures.
Print Assumptions advanced_table.
Print Assumptions advanced_table_complete.
Print Assumptions advanced_has_ply.
Print Assumptions advanced_values_at_start.
Print Assumptions advanced_starts.
