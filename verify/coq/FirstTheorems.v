(** The values of Teeko in Standard style, in which everybody drops his own pieces. *)

From Coq Require Import NArith List.
From Teeko Require Import Rules Soundness.
From Certificates Require standard_SSSS advanced_SSSS advanced_SSSS_not_sooner.
Import ListNotations.

(** So that Coq does not compute lists of goals to see that they are the same. *)
Opaque Standard Advanced.

Definition SSSS : list letter := [Own; Own; Own; Own].

(** Standard Teeko is a draw. *)
Theorem standard_SSSS : draw (Rules Standard SSSS []).
Proof. split; claimed standard_SSSS.true. Qed.

(** Black wins Advanced Teeko within 13 plies, and not within 12. *)
Theorem advanced_SSSS : wins_in (Rules Advanced SSSS []) Black 13.
Proof. split; [claimed advanced_SSSS.true | claimed advanced_SSSS_not_sooner.true]. Qed.

Print Assumptions standard_SSSS.
Print Assumptions advanced_SSSS.
