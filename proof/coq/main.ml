(* Checks certificates with the checker that Coq has proved sound and extracted:

     checker CERTIFICATE...

   For each file, prints "FILE: accepted", or the line of the first error and the reason. *)

let number (n : Checker.n) =
  let rec positive = function
    | Checker.XH -> 1
    | Checker.XO p -> 2 * positive p
    | Checker.XI p -> 2 * positive p + 1 in
  match n with Checker.N0 -> 0 | Checker.Npos p -> positive p

(* Returns the contents of a file or pipe; the name - means standard input. *)
let read name =
  let channel = if name = "-" then stdin else open_in_bin name in
  let text = Buffer.create 65536 in
  (try while true do Buffer.add_channel text channel 1 done with End_of_file -> ());
  close_in channel;
  Buffer.contents text

(* Returns the text without a byte order mark.  All line ends become LF. *)
let plain text =
  let without prefix text =
    let n = String.length prefix in
    if String.length text >= n && String.sub text 0 n = prefix
    then String.sub text n (String.length text - n) else text in
  match String.split_on_char '\r' (without "\xEF\xBB\xBF" text) with
  | [] -> ""
  | first :: rest -> String.concat "\n" (first :: List.map (without "\n") rest)

let () =
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then (prerr_endline "usage: checker CERTIFICATE..."; exit 2);
  let accepted name =
    match Checker.check (plain (read name)) with
    | Checker.Accepted -> Printf.printf "%s: accepted\n%!" name; true
    | Checker.Refused (line, why) ->
      Printf.printf "%s: line %d: %s\n%!" name (number line) why; false
    | exception Sys_error why -> Printf.printf "%s\n%!" why; false in
  exit (if List.for_all Fun.id (List.map accepted files) then 0 else 1)
