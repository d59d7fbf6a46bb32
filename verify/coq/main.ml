(* Checks certificates with the checker that Coq proved sound and extracted.

     checker CERTIFICATE...

   prints "FILE: accepted", or the line of the first thing found wrong and why. *)

let number (n : Checker.n) =
  let rec positive = function
    | Checker.XH -> 1
    | Checker.XO p -> 2 * positive p
    | Checker.XI p -> 2 * positive p + 1 in
  match n with Checker.N0 -> 0 | Checker.Npos p -> positive p

let read name =
  let channel = open_in_bin name in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  text

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline "usage: checker CERTIFICATE..."; exit 2);
  let accepted name =
    match Checker.check (read name) with
    | Checker.Accepted -> Printf.printf "%s: accepted\n%!" name; true
    | Checker.Refused (line, why) ->
      Printf.printf "%s: line %d: %s\n%!" name (number line) why; false
    | exception Sys_error why -> Printf.printf "%s\n%!" why; false in
  exit (if List.for_all Fun.id (List.map accepted files) then 0 else 1)
