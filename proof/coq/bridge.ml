(* Reads the positions that bridge.cc printed.  Prints the results of the extracted Coq rules
   for the same positions. *)

open Rules

let rec int_of_positive = function
  | XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> 2 * int_of_positive p + 1
let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p
let rec positive_of_int i =
  if i = 1 then XH
  else if i land 1 = 0 then XO (positive_of_int (i / 2)) else XI (positive_of_int (i / 2))
let n_of_int i = if i = 0 then N0 else Npos (positive_of_int i)
let rec nat_of_int i = if i = 0 then O else S (nat_of_int (i - 1))

(* In C++ bit i stands for square i + 1, in Coq for square i. *)
let of_set s = int_of_n s / 2
let to_set s = n_of_int (int_of_string s * 2)

let goals_of = function
  | "Standard" -> standard | "Advanced" -> advanced | name -> failwith name
let letters drops = List.map (function 'S' -> Own | 'A' -> Other | _ -> failwith drops)
  (List.of_seq (String.to_seq drops))

let position name drops placed mine theirs =
  (* The letters of earlier drops have no effect. *)
  let drops' = if drops = "-" then "" else drops in
  let style = letters (String.make (4 - String.length drops') 'S' ^ drops') in
  let rules = { goals = goals_of name; style; banned = [] } in
  let mover = to_set mine and other = to_set theirs in
  let count = int_of_string placed in
  let p = if count mod 2 = 0
    then { turn = Black; dropped = nat_of_int count; black = mover; red = other }
    else { turn = Red; dropped = nat_of_int count; black = other; red = mover } in
  let won c = if List.mem (pieces p c) rules.goals then 1 else 0 in
  let next q = (of_set (pieces q q.turn), of_set (pieces q (opponent q.turn))) in
  Printf.printf "%s %s %s %s %s %c %d %d" name drops placed mine theirs
    (if chooser rules p = p.turn then 'S' else 'A') (won p.turn) (won (opponent p.turn));
  List.iter (fun (m, o) -> Printf.printf " %d/%d" m o)
    (List.sort compare (List.map next (successors rules p)));
  print_newline ()

let () =
  try
    while true do
      match String.split_on_char ' ' (input_line stdin) with
      | "neighbours" :: s :: _ ->
        let near = List.filter (adjacent (n_of_int (int_of_string s))) squares in
        let set = List.fold_left (fun set t -> set lor (1 lsl (int_of_n t - 1))) 0 near in
        Printf.printf "neighbours %s %d\n" s set
      | "ban" :: s :: _ ->
        let rules = { goals = standard; style = []; banned = [n_of_int (int_of_string s)] } in
        Printf.printf "ban %s" s;
        List.iter (fun q -> Printf.printf " %d" (of_set q.black)) (successors rules start);
        print_newline ()
      | "goals" :: name :: _ ->
        Printf.printf "goals %s" name;
        List.iter (Printf.printf " %d") (List.sort_uniq compare (List.map of_set (goals_of name)));
        print_newline ()
      | name :: drops :: placed :: mine :: theirs :: _ ->
        position name drops placed mine theirs
      | _ -> failwith "not a line of bridge.cc"
    done
  with End_of_file -> ()
