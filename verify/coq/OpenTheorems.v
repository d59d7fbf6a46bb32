(** The infinite board, and every other board that is large enough. *)

From Coq Require Import ZArith List Lia.
From Teeko Require Import Plane PlaneRules.
From Certificates Require open_advanced open_standard.
Import ListNotations.

(** Where Advanced Teeko can be played as on 5x5, Black wins it within 13 plies. *)
Theorem open_advanced b : contains_translate b 5 5 -> wins_within_on b Advanced SSSS Black 13 start.
Proof. exact (open_advanced.true b). Qed.

(** Standard Teeko he wins within 15 plies on every board that has 6x6 squares. *)
Theorem open_standard b : contains_translate b 6 6 -> wins_within_on b Standard SSSS Black 15 start.
Proof. exact (open_standard.true b). Qed.

(** The whole plane has them. *)
Theorem plane : wins_within_on (fun _ => True) Advanced SSSS Black 13 start /\
  wins_within_on (fun _ => True) Standard SSSS Black 15 start.
Proof. split; [apply open_advanced | apply open_standard]; exists (0, 0)%Z; intros s _; exact I. Qed.

(** A board that is too narrow has not: of it nothing is said. *)
Theorem too_narrow columns : ~ contains_translate (rectangle 4 columns) 5 5.
Proof.
  intros ((r & c) & H). pose proof (H (0, 0)%Z) as H0. pose proof (H (4, 0)%Z) as H4.
  unfold rectangle, shift in *. cbn [fst snd] in *. lia.
Qed.

(** On 5x5 this is the game of Rules.v, for which it follows as well. *)
Theorem on_five_by_five : wins_within (Rules Rules.Advanced SSSS []) Black 13 Rules.start.
Proof.
  apply (on_five_squares Advanced Rules.Advanced); [apply advanced_goals |].
  apply open_advanced. exists (0, 0)%Z. intros [r c] H. exact H.
Qed.

Print Assumptions open_advanced.
Print Assumptions open_standard.
Print Assumptions plane.
Print Assumptions too_narrow.
Print Assumptions on_five_by_five.
