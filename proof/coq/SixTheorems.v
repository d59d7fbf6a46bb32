(** Six by six squares. *)

From Coq Require Import ZArith.
From Teeko Require Import Plane OpenCertificate.
From Certificates Require standard_6x6_SSSS advanced_6x6_SSSS.

(** Black wins both games within 13 plies in Standard style. *)
Theorem standard_6x6_SSSS : wins_within_on (rectangle 6 6) Standard SSSS Black 13 start.
Proof. apply standard_6x6_SSSS.true. intros s. reflexivity. Qed.

Theorem advanced_6x6_SSSS : wins_within_on (rectangle 6 6) Advanced SSSS Black 13 start.
Proof. apply advanced_6x6_SSSS.true. intros s. reflexivity. Qed.

Print Assumptions standard_6x6_SSSS.
Print Assumptions advanced_6x6_SSSS.
