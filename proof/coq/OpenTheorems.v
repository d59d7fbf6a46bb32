(** Wins on the infinite board, and on every other board that contains 5x5 or 6x6 squares. *)

From Coq Require Import ZArith List Lia.
From Teeko Require Import Plane PlaneRules.
From Certificates Require open_advanced open_standard.
Import ListNotations.

(** Black wins Advanced Teeko within 13 plies on every board that contains 5x5 squares. *)
Theorem open_advanced b : contains_translate b 5 5 -> wins_within_on b Advanced SSSS Black 13 start.
Proof. exact (open_advanced.true b). Qed.

(** Black wins Standard Teeko within 15 plies on every board that contains 6x6 squares. *)
Theorem open_standard b : contains_translate b 6 6 -> wins_within_on b Standard SSSS Black 15 start.
Proof. exact (open_standard.true b). Qed.

(** The whole plane contains these squares. *)
Theorem plane : wins_within_on (fun _ => True) Advanced SSSS Black 13 start /\
  wins_within_on (fun _ => True) Standard SSSS Black 15 start.
Proof. split; [apply open_advanced | apply open_standard]; exists (0, 0)%Z; intros s _; exact I. Qed.

(** A board with four rows does not contain 5x5 squares.  The theorems do not apply to it. *)
Theorem too_narrow columns : ~ contains_translate (rectangle 4 columns) 5 5.
Proof.
  intros ((r & c) & H). pose proof (H (0, 0)%Z) as H0. pose proof (H (4, 0)%Z) as H4.
  unfold rectangle, shift in *. cbn [fst snd] in *. lia.
Qed.

(** On 5x5 the game is the game of Rules.v, so Black wins this game, too. *)
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
