(* Coq's primitive integers for the extracted checker.  They are OCaml's integers, but
   unsigned. *)

type t = int

let of_int (x : int) : t = x
let equal (x : t) (y : t) = x = y
let lt (x : t) (y : t) = x lxor min_int < y lxor min_int
let add (x : t) (y : t) : t = x + y
let sub (x : t) (y : t) : t = x - y
let mul (x : t) (y : t) : t = x * y
let l_and (x : t) (y : t) : t = x land y
let l_or (x : t) (y : t) : t = x lor y
let l_xor (x : t) (y : t) : t = x lxor y
let l_sl (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsl y else 0
let l_sr (x : t) (y : t) : t = if 0 <= y && y < 63 then x lsr y else 0

(* OCaml treats half of the integers as negative numbers. *)
let unsigned x = Int64.logand (Int64.of_int x) Int64.max_int
let div (x : t) (y : t) : t =
  if x >= 0 && y > 0 then x / y
  else if y = 0 then 0
  else Int64.to_int (Int64.div (unsigned x) (unsigned y))
let rem (x : t) (y : t) : t =
  if x >= 0 && y > 0 then x mod y
  else if y = 0 then x
  else Int64.to_int (Int64.rem (unsigned x) (unsigned y))

(* Returns the number of zero bits below the lowest bit that is one. *)
let tail0 (x : t) : t =
  let rec count x n = if x land 1 = 1 then n else count (x lsr 1) (n + 1) in
  if x = 0 then 63 else count x 0
