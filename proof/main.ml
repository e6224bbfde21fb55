(* check FILE...: exits with 0 and `yes` if the claim is proven, with 1 and `no` if it is not, with 2 if a file
   cannot be read. *)
open Checker
open Certificate

let key fold = fold 0x2545F4914F6CDD1D
let order (a : int) b = if a < b then Lt else if a > b then Gt else Eq

let report path =
  let print code channel text = Printf.fprintf channel "%s\n%!" text; code in
  let unreadable text = print 2 stderr (path ^ ": " ^ text) in
  match
    let channel = open_in_bin path in
    Fun.protect
      ~finally:(fun () -> close_in channel)
      (fun () -> answer key order max_int (really_input_string channel (in_channel_length channel)))
  with
  | Yes, text -> print 0 stdout ("yes: " ^ text)
  | No, text -> print 1 stdout ("no: " ^ text)
  | (Unread | Too_large), text | exception Sys_error text -> unreadable text
  | exception End_of_file -> unreadable "cut short while it was read"

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 150 };
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: check FILE..."; exit 2
  | paths -> exit (List.fold_left (fun code path -> max code (report path)) 0 paths)
