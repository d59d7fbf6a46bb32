(** The values of Teeko in Standard style, in which each side picks the squares of its own
    drops. *)

From Coq Require Import NArith List.
From Teeko Require Import Rules Soundness.
From Certificates Require standard_SSSS advanced_SSSS advanced_SSSS_not_sooner.
Import ListNotations.

(** Without this, Coq computes the lists of goals to compare them. *)
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
