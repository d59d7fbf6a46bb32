(** The values of Standard and Advanced Teeko in the eight named styles, without and with the
    centre ban. *)

From Coq Require Import NArith List.
From Teeko Require Import Rules Soundness.
From Certificates Require
  standard_SSSS standard_SSSA standard_SSAA standard_SAAA
  standard_AAAA standard_AAAS standard_AASS standard_ASSS
  advanced_SSSS advanced_SSSS_not_sooner advanced_SSSS_ban
  advanced_SAAA advanced_SAAA_not_sooner advanced_SAAA_ban
  advanced_SSSA advanced_SSAA advanced_AAAA advanced_AAAS advanced_AASS advanced_ASSS.
Import ListNotations.

(** Without this, Coq computes the lists of goals to compare them. *)
Opaque Standard Advanced.

Definition SSSS : list letter := [Own; Own; Own; Own].
Definition SSSA : list letter := [Own; Own; Own; Other].
Definition SSAA : list letter := [Own; Own; Other; Other].
Definition SAAA : list letter := [Own; Other; Other; Other].
Definition AAAA : list letter := [Other; Other; Other; Other].
Definition AAAS : list letter := [Other; Other; Other; Own].
Definition AASS : list letter := [Other; Other; Own; Own].
Definition ASSS : list letter := [Other; Own; Own; Own].
Definition styles : list (list letter) := [SSSS; SSSA; SSAA; SAAA; AAAA; AAAS; AASS; ASSS].

Definition centre : list square := [13%N].

(** Standard Teeko is a draw, in all eight styles, with the centre ban and without. *)
Theorem standard style : In style styles ->
  draw (Rules Standard style []) /\ draw (Rules Standard style centre).
Proof.
  intros [<- | [<- | [<- | [<- | [<- | [<- | [<- | [<- | []]]]]]]]]; repeat split;
    [ claimed standard_SSSS.true | claimed standard_SSSS.true
    | claimed standard_SSSS.true | claimed standard_SSSS.true
    | claimed standard_SSSA.true | claimed standard_SSSA.true
    | claimed standard_SSSA.true | claimed standard_SSSA.true
    | claimed standard_SSAA.true | claimed standard_SSAA.true
    | claimed standard_SSAA.true | claimed standard_SSAA.true
    | claimed standard_SAAA.true | claimed standard_SAAA.true
    | claimed standard_SAAA.true | claimed standard_SAAA.true
    | claimed standard_AAAA.true | claimed standard_AAAA.true
    | claimed standard_AAAA.true | claimed standard_AAAA.true
    | claimed standard_AAAS.true | claimed standard_AAAS.true
    | claimed standard_AAAS.true | claimed standard_AAAS.true
    | claimed standard_AASS.true | claimed standard_AASS.true
    | claimed standard_AASS.true | claimed standard_AASS.true
    | claimed standard_ASSS.true | claimed standard_ASSS.true
    | claimed standard_ASSS.true | claimed standard_ASSS.true ].
Qed.

(** Advanced Teeko is a win for Black in two styles. *)
Theorem advanced_SSSS : wins_in (Rules Advanced SSSS []) Black 13.
Proof. split; [claimed advanced_SSSS.true | claimed advanced_SSSS_not_sooner.true]. Qed.

Theorem advanced_SAAA : wins_in (Rules Advanced SAAA []) Black 25.
Proof. split; [claimed advanced_SAAA.true | claimed advanced_SAAA_not_sooner.true]. Qed.

(** In the other six styles Advanced Teeko is a draw, with and without the centre ban. *)
Theorem advanced style : In style [SSSA; SSAA; AAAA; AAAS; AASS; ASSS] ->
  draw (Rules Advanced style []) /\ draw (Rules Advanced style centre).
Proof.
  intros [<- | [<- | [<- | [<- | [<- | [<- | []]]]]]]; repeat split;
    [ claimed advanced_SSSA.true | claimed advanced_SSSA.true
    | claimed advanced_SSSA.true | claimed advanced_SSSA.true
    | claimed advanced_SSAA.true | claimed advanced_SSAA.true
    | claimed advanced_SSAA.true | claimed advanced_SSAA.true
    | claimed advanced_AAAA.true | claimed advanced_AAAA.true
    | claimed advanced_AAAA.true | claimed advanced_AAAA.true
    | claimed advanced_AAAS.true | claimed advanced_AAAS.true
    | claimed advanced_AAAS.true | claimed advanced_AAAS.true
    | claimed advanced_AASS.true | claimed advanced_AASS.true
    | claimed advanced_AASS.true | claimed advanced_AASS.true
    | claimed advanced_ASSS.true | claimed advanced_ASSS.true
    | claimed advanced_ASSS.true | claimed advanced_ASSS.true ].
Qed.

(** With the centre ban, Advanced Teeko is a draw in the two won styles, too. *)
Theorem advanced_SSSS_ban : draw (Rules Advanced SSSS centre).
Proof. split; claimed advanced_SSSS_ban.true. Qed.

Theorem advanced_SAAA_ban : draw (Rules Advanced SAAA centre).
Proof. split; claimed advanced_SAAA_ban.true. Qed.

Print Assumptions standard.
Print Assumptions advanced_SSSS.
Print Assumptions advanced_SAAA.
Print Assumptions advanced.
Print Assumptions advanced_SSSS_ban.
Print Assumptions advanced_SAAA_ban.
