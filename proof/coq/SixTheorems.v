(** Six by six squares. *)

From Coq Require Import ZArith Lia.
From Teeko Require Import Plane OpenCertificate.
From Certificates Require standard_6x6_SSSS open_advanced.

(** Black wins both games within 13 plies in Standard style. *)
Theorem standard_6x6_SSSS : wins_within_on (rectangle 6 6) Standard SSSS Black 13 start.
Proof. apply standard_6x6_SSSS.true. intros s. reflexivity. Qed.

Theorem advanced_6x6_SSSS : wins_within_on (rectangle 6 6) Advanced SSSS Black 13 start.
Proof.
  apply open_advanced.true. exists (0, 0)%Z. intros s H. change (rectangle 5 5 s) in H.
  unfold rectangle, shift in *. cbn [fst snd]. lia.
Qed.

Print Assumptions standard_6x6_SSSS.
Print Assumptions advanced_6x6_SSSS.
