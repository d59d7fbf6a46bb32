(** Reads a certificate (../../docs/formats.md specifies the text) and checks it. *)

From Coq Require Import NArith ZArith Bool List Lia Uint63 PArray Ascii String.
From Teeko Require Import Rules Formations Geometry Rounds Drops Search.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** * The statement of a certificate *)

(** A claim: the Prover reaches the aim in a style, without the banned first drops. *)
Record claim := Claim {
  line : N;  (* its line in the file *)
  drops : list letter;
  without : list square;
  who : colour
}.
Record statement := Statement { of_goals : list set; the_aim : aim; claims : list claim }.

Definition true_claim (goals : list set) (a : aim) (c : claim) : Prop :=
  let r := Rules goals (drops c) (without c) in
  match a with
  | Win n => wins_within r (who c) n start
  | Hold => holds r (who c) start
  | HoldFor n => ~ wins_within r (opponent (who c)) n start
  end.
Definition true_statement (s : statement) : Prop :=
  forall c, In c (claims s) -> true_claim (of_goals s) (the_aim s) c.

(** * Reading *)

Inductive result (A : Type) := Good (a : A) | Bad (line : N) (why : string).
Arguments Good {A}. Arguments Bad {A}.
Definition bind {A B} (x : result A) (f : A -> result B) : result B :=
  match x with Good a => f a | Bad l w => Bad l w end.
Notation "'let*' x := a 'in' b" := (bind a (fun x => b))
  (at level 200, x pattern, right associativity).

(** The text before the first character [c], and the text after it. *)
Fixpoint cut (c : ascii) (s : string) : option (string * string) :=
  match s with
  | EmptyString => None
  | String a s => if Ascii.eqb a c then Some (EmptyString, s) else
    match cut c s with Some (x, y) => Some (String a x, y) | None => None end
  end.
Definition newline : ascii := "010".
Definition next_line (n : N) (s : string) : result (string * string) :=
  match cut newline s with Some x => Good x | None => Bad n "the file is truncated" end.

Definition expect (n : N) (wanted s : string) : result string :=
  let* (l, s) := next_line n s in
  if String.eqb l wanted then Good s else Bad n ("expected " ++ wanted).

Fixpoint after_prefix (p s : string) : option string :=
  match p, s with
  | EmptyString, _ => Some s
  | String a p, String b s => if Ascii.eqb a b then after_prefix p s else None
  | _, EmptyString => None
  end.

(** A decimal number without leading zeros. *)
Fixpoint digits (s : string) (n : N) : option N :=
  match s with
  | EmptyString => Some n
  | String a s =>
    let d := N_of_ascii a in
    if ((48 <=? d) && (d <=? 57))%N%bool then digits s (10 * n + (d - 48))%N else None
  end.
Definition number (s : string) : option N :=
  match s with
  | EmptyString => None
  | String "0" (String _ _) => None
  | _ => if Nat.leb (String.length s) 6 then digits s 0%N else None
  end.

Fixpoint split (fuel : nat) (s : string) : list string :=
  match fuel, cut " " s with
  | Datatypes.S fuel, Some (w, s) => w :: split fuel s
  | _, _ => [s]
  end.
Definition words_of (s : string) : list string := split (String.length s) s.

Fixpoint numbers_of (l : list string) : option (list N) :=
  match l with
  | [] => Some []
  | w :: l => match number w, numbers_of l with Some n, Some l => Some (n :: l) | _, _ => None end
  end.

Definition read_goals (n : N) (l : string) : result (list set) :=
  if String.eqb l "goals: line 4 and square 1" then Good Standard else
  if String.eqb l "goals: line 4 and square 1 and square 2 and square 3 and square 4"
  then Good Advanced else Bad n "these are neither Standard's goals nor Advanced's".

Definition read_aim (n : N) (l : string) : result aim :=
  match words_of l with
  | ["aim:"; "hold"]%string => Good Hold
  | ["aim:"; how; which; plies; "plies"]%string =>
    match number plies with
    | Some p =>
      if ((p <? 10) || (9999 <? p))%N%bool then Bad n "the number of plies is out of range" else
      if String.eqb (how ++ which) "winwithin" then Good (Win (N.to_nat p)) else
      if String.eqb (how ++ which) "holdfor" then Good (HoldFor (N.to_nat p)) else
      Bad n "expected an aim"
    | None => Bad n "expected an aim"
    end
  | _ => Bad n "expected an aim"
  end.

Fixpoint read_style (s : string) : option (list letter) :=
  match s with
  | EmptyString => Some []
  | String "S" s => option_map (cons Own) (read_style s)
  | String "A" s => option_map (cons Other) (read_style s)
  | _ => None
  end.

Fixpoint read_bans (l : list string) : option (list square * colour) :=
  match l with
  | ["black"]%string => Some ([], Black)
  | ["red"]%string => Some ([], Red)
  | ("without" :: w :: l)%string =>
    match number w, read_bans l with
    | Some n, Some (b, c) => if existsb (N.eqb n) squares then Some (n :: b, c) else None
    | _, _ => None
    end
  | _ => None
  end.

Definition read_claim (n : N) (l : string) : result claim :=
  match words_of l with
  | ("claim:" :: style :: bans)%string =>
    match read_style style, read_bans bans with
    | Some ([_; _; _; _] as style), Some (without, who) => Good (Claim n style without who)
    | _, _ => Bad n "expected a claim"
    end
  | _ => Bad n "expected a claim"
  end.

(** Reads all claims, which are lines that begin with "c".  Returns the number of the next
    line, too. *)
Fixpoint read_claims (fuel : nat) (n : N) (s : string) : result (list claim * N * string) :=
  match fuel, s with
  | Datatypes.S fuel, String "c" _ =>
    let* (l, s) := next_line n s in
    let* c := read_claim n l in
    let* (cs, n, s) := read_claims fuel (n + 1) s in
    Good (c :: cs, n, s)
  | _, _ => Good ([], n, s)
  end.

Definition read_count (n : N) (l : string) : result nat :=
  match words_of l with
  | ["formations:"; w]%string =>
    match number w with Some c => Good (N.to_nat c) | None => Bad n "expected the number of formations" end
  | _ => Bad n "expected the number of formations"
  end.

Definition ascending (l : list N) : bool :=
  match l with
  | [a; b; c; d] => ((1 <=? a) && (a <? b) && (b <? c) && (c <? d) && (d <=? 25))%N%bool
  | _ => false
  end.

(** Reads formations, one on each line, as sets.  [seen] has the earlier formations and their
    images. *)
Fixpoint read_formations (count : nat) (goals : list int) (n : N) (s : string)
    (seen : list int) : result (list int * N * string) :=
  match count with
  | O => Good (seen, n, s)
  | Datatypes.S count =>
    let* (l, s) := next_line n s in
    let* (f, s) :=
      match numbers_of (words_of l) with
      | Some f => Good (f, s)
      | None => Bad n "expected squares in ascending order"
      end in
    if negb (ascending f) then Bad n "expected squares in ascending order" else
    let x := int_of_set (set_of f) in
    if existsb (Uint63.eqb x) goals then Bad n "a formation must not be a goal" else
    if existsb (Uint63.eqb x) seen then Bad n "the formation, or an image of it, is listed twice" else
    read_formations count goals (n + 1)%N s (images x ++ seen)%list
  end.

(** The statement of a certificate, and its formations with all images. *)
Definition parse (s : string) : result (statement * list int) :=
  let* s := expect 1 "teeko certificate 1 text" s in
  let* s := expect 2 "rows: 5" s in
  let* s := expect 3 "columns: 5" s in
  let* s := expect 4 "edges: bounded" s in
  let* s := expect 5 "pieces: 4" s in
  let* (l, s) := next_line 6 s in
  let* goals := read_goals 6 l in
  let* (l, s) := next_line 7 s in
  let* a := read_aim 7 l in
  let* (cs, n, s) := read_claims (String.length s) 8 s in
  let* (l, s) := next_line n s in
  let* (_, _) := match cs with [] => Bad n "expected a claim" | _ => Good (l, s) end in
  let* count := read_count n l in
  let* (fs, n, s) := read_formations count (map int_of_set goals) (n + 1)%N s [] in
  let* s := expect n "end" s in
  match s with
  | EmptyString => Good (Statement goals a cs, fs)
  | _ => Bad (n + 1) "nothing may follow"
  end.

(** * Checking *)

Definition letter_dec (a b : letter) : {a = b} + {a <> b}.
Proof. decide equality. Defined.
Definition colour_dec (a b : colour) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition letters_dec := list_eq_dec letter_dec.

Section Check.
Variable t : tables.
Variable goals : list set.
Variable formations : list int.  (* sets *)

Let goal := goal_row t goals.
Let goal_sets := map int_of_set goals.
Let goal_numbers := map (rank t) goal_sets.
Let formation_numbers := map (rank t) formations.

Fixpoint rounds (n : nat) (p : placements) : option placements :=
  match n with
  | O => Some p
  | Datatypes.S n =>
    let p' := next t goal formation_numbers goal_numbers p in
    if closed t goal p' p then rounds n p' else None
  end.

(** The number of plies before the first round: eight drops, and one or two moves. *)
Definition lead (c : colour) : nat := match c with Black => 9 | Red => 10 end.

Definition only_goals (p : placements) : bool := forallb (fun k => in_row goal k ||
  forallb (fun w => p.[k].[w] =? 0) word_numbers) numbers.
(** The placements from which the Prover reaches [final_aim]: the aim of the certificate, without
    the plies before the first round. *)
Definition final_placements (a : aim) (c : colour) : option placements :=
  match a with
  | Hold => let p := safe t goal formation_numbers goal_numbers in
    if closed t goal p p then Some p else None
  | Win n => let p := full t goal_numbers nothing in
    if apart t p && only_goals p then rounds (Nat.div2 (n - lead c)) p else None
  | HoldFor n => let p := full t goal_numbers (full t formation_numbers nothing) in
    if apart t p then rounds (Nat.div2 (n - lead c + 1)) p else None
  end.
Definition final_aim (a : aim) (c : colour) : aim :=
  match a with
  | Hold => Hold
  | Win n => before (2 * Nat.div2 (n - lead c)) (Win 0)
  | HoldFor n => before (2 * Nat.div2 (n - lead c + 1)) (HoldFor 0)
  end.
(** Whether the aim that the Prover reaches implies the aim of the certificate. *)
Definition in_time (a : aim) (c : colour) : bool :=
  match before (lead c) (final_aim a c), a with
  | Win m, Win n => Nat.leb m n
  | HoldFor m, HoldFor n => Nat.leb n m
  | Hold, Hold => true
  | _, _ => false
  end.

Definition ban_set (l : list square) : int :=
  fold_left (fun x '(s, m) => if existsb (N.eqb s) l then x lor m else x) single 0.
Definition ban_ok (l : list square) : bool :=
  forallb (fun '(s, m) => Bool.eqb (ban_set l land m =? 0) (negb (existsb (N.eqb s) l))) single.

(** The line of a claim that is not proved; [None] if all claims are proved. *)
Definition unproved := option N.

(** Checks the claims of one style and colour. *)
Fixpoint check_alike (p : placements) (worth_trying : int -> bool) (style : list letter)
    (prover : colour) (l : list claim) (c : cache) : unproved :=
  match l with
  | [] => None
  | cl :: l =>
    if negb (ban_ok (without cl)) then Some (line cl) else
    let '(b, c) := search_start t goal style prover p worth_trying (ban_set (without cl)) c in
    if b then check_alike p worth_trying style prover l c else Some (line cl)
  end.

Definition alike (a b : claim) : bool :=
  if letters_dec (drops a) (drops b) then if colour_dec (who a) (who b) then true else false
  else false.

Fixpoint check_claims (fuel : nat) (a : aim) (p : option placements) (worth_trying : int -> bool)
    (l : list claim) : unproved :=
  match l, fuel with
  | [], _ => None
  | cl :: _, O => Some (line cl)
  | cl :: _, Datatypes.S fuel =>
    let these := filter (alike cl) l in
    let others := filter (fun x => negb (alike cl x)) l in
    match (if in_time a (who cl) then
             match a with Hold => p | _ => final_placements a (who cl) end
           else None) with
    | None => Some (line cl)
    | Some final =>
      match check_alike final worth_trying (drops cl) (who cl) these empty_cache with
      | None => check_claims fuel a p worth_trying others
      | Some n => Some n
      end
    end
  end.

Definition check_statement (a : aim) (l : list claim) : unproved :=
  let p := match a with Hold => final_placements Hold Black | _ => None end in
  let bits := parts (formations ++ goal_sets)%list in
  check_claims (List.length l) a p (is_part bits) l.

End Check.

Inductive verdict := Accepted | Refused (line : N) (why : string).

Definition check_with (t : tables) (text : string) : verdict :=
  match parse text with
  | Bad n why => Refused n why
  | Good (s, formations) =>
    if goal_row_ok t (of_goals s) (goal_row t (of_goals s)) &&
       negb (is_goal t (goal_row t (of_goals s)) 0)
    then match check_statement t (of_goals s) formations (the_aim s) (claims s) with
      | None => Accepted
      | Some n => Refused n "the formations do not suffice"
      end
    else Refused 6 "these goals are not understood"
  end.

Definition check (text : string) : verdict := check_with make_tables text.
