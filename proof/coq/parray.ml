(* Coq's persistent arrays for the extracted checker.  The newest version is an array.  An
   older version is a difference to a newer version. *)

type 'a t = 'a version ref
and 'a version =
  | Newest of 'a array * 'a  (* and the result of a read outside the array *)
  | Older of int * 'a * 'a t

let max_length = 4194303  (* the same as in Coq *)

let make length default =
  let length = if 0 <= length && length <= max_length then length else max_length in
  ref (Newest (Array.make length default, default))

(* Makes [a] the newest version.  Uses no recursion, because there may be millions of
   versions. *)
let newest a =
  let rec path a older =
    match !a with
    | Newest _ -> older
    | Older (_, _, newer) -> path newer (a :: older) in
  let turn a =
    match !a with
    | Newest _ -> ()
    | Older (i, x, newer) ->
      match !newer with
      | Older _ -> assert false
      | Newest (values, _) as now ->
        newer := Older (i, values.(i), a);
        values.(i) <- x;
        a := now in
  List.iter turn (path a []);
  match !a with Newest (values, default) -> (values, default) | Older _ -> assert false

let length a =
  match !a with Newest (values, _) -> Array.length values | Older _ -> Array.length (fst (newest a))

let get a i =
  let values, default =
    match !a with Newest (values, default) -> (values, default) | Older _ -> newest a in
  if 0 <= i && i < Array.length values then values.(i) else default

let set a i x =
  let values, _ = newest a in
  if 0 <= i && i < Array.length values then begin
    let b = ref !a in
    a := Older (i, values.(i), b);
    values.(i) <- x;
    b
  end else a
