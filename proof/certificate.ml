(* Checks the bytes of a certificate; docs/certificates.md specifies them.

   Checker is extracted from Coq. What has to be right here is what a yes prints: `statement`. The positions need not be
   read rightly: a table of wrong ones proves nothing or something true. *)
open Checker

exception Unreadable of string
exception No_position of int
exception Too_many of int

let unreadable form = Printf.ksprintf (fun text -> raise (Unreadable text)) form
let longest_header = 4096

(* --- the header --- *)

let characters text = List.init (String.length text) (String.get text)

let rec integer = function XH -> 1 | XO p -> 2 * integer p | XI p -> (2 * integer p) + 1
let integer = function N0 -> 0 | Npos p -> integer p
let rec decimal = function XH -> 1L | XO p -> Int64.mul 2L (decimal p) | XI p -> Int64.succ (Int64.mul 2L (decimal p))
let decimal = function N0 -> 0L | Npos p -> decimal p (* JavaScript's integers have 32 bits *)

let read_header file =
  let limit = min longest_header (String.length file) in
  let rec empty_line at =
    if at + 1 >= limit then unreadable "there is no empty line in the first %d bytes" longest_header
    else if file.[at] = '\n' && file.[at + 1] = '\n' then at
    else empty_line (at + 1) in
  let stop = empty_line 0 in
  match read (characters (String.sub file 0 stop)) with
  | Some header -> (header, stop + 2)
  | None -> unreadable "the header is not as docs/certificates.md specifies it"

(* --- what a yes states --- *)

let rank_letter r = "A23456789TJQK".[r - 1]
let suit_letter s = "CDHS".[number_of s]
let text_of letter list = String.of_seq (Seq.map letter (List.to_seq list))
let card_text c = text_of Fun.id [ rank_letter c.rank; suit_letter c.suit_of ]
let row_text row = String.concat " " (List.map card_text row)

let start_text = function
  | Numbered n -> Printf.sprintf "Microsoft deal %Ld" (decimal n)
  | Board (rows, free) -> Printf.sprintf "board %s ; %s" (String.concat " / " (List.map row_text rows)) (row_text free)

let claim_text = function
  | Impossible -> "cannot be won"
  | NotBelow n -> Printf.sprintf "is won by no line with fewer moves than %d" n

let statement h =
  let g = h.rules in
  Printf.sprintf
    "%s (cards %d, columns %d, cells %d, build %s, empty_column %s, suits %s, ranks %s, home %s, dealt_to_cells %d, \
     home_moves %s, single-card moves) %s; positions checked: %d"
    (start_text h.begins)
    (List.length g.suits * List.length g.ranks)
    g.column_count g.cell_count
    (if g.same_suit then "same_suit" else "alternate_colour")
    (match g.empty_column with AnyCard -> "any" | LastRank -> "kings" | NoCard -> "none")
    (text_of suit_letter g.suits) (text_of rank_letter g.ranks) (text_of rank_letter g.home_order) g.dealt_to_cells
    (if g.returning then "both_ways" else "free")
    (claim_text h.claims) (integer h.positions)

(* --- the positions --- *)

(* Call [visit] with the number and the bound of each position. The bytes of the number are changed afterwards. *)
let scan file first count cards visit =
  let width = ((3 * cards) + 7) / 8 in
  let number = Bytes.make width '\000' and before = Bytes.make width '\255' in
  let at = ref first in
  for place = 1 to count do
    let shared = if !at < String.length file then Char.code file.[!at] else width in
    let stop = !at + 1 + width - shared in
    if shared >= width || stop >= String.length file then unreadable "position %d of %d is cut short" place count;
    Bytes.blit_string file (!at + 1) number shared (width - shared);
    let too_large = Char.code (Bytes.get number 0) lsr (8 - ((8 * width) - (3 * cards))) > 0 in
    if too_large || (place > 1 && Bytes.compare number before <= 0) then
      unreadable "position %d of %d is not above the one before, or too large" place count;
    visit place number (Char.code file.[stop]);
    Bytes.blit number 0 before 0 width;
    at := stop + 1
  done;
  if !at < String.length file then unreadable "bytes are left over after position %d" count

(* Return a function from the number of a position to the position. *)
let decoder g start =
  let of_rank rank = List.map (fun suit_of -> { rank; suit_of }) g.suits in
  let cards = Array.of_list (List.concat_map of_rank g.home_order) in
  let suits = List.length g.suits and count = Array.length cards in
  let index c = Option.get (List.find_opt (fun i -> cards.(i) = c) (List.init count Fun.id)) in
  let beneath = Array.make_matrix count 8 (-1) in
  let lay i c j d = if fits g c d then beneath.(i).(3 + number_of d.suit_of) <- j in
  Array.iteri (fun i c -> Array.iteri (lay i c) cards) cards;
  let rec as_dealt = function
    | c :: (d :: _ as rest) -> if not (fits g c d) then beneath.(index c).(7) <- index d; as_dealt rest
    | _ -> () in
  List.iter as_dealt start.columns;
  let spare = (8 - (3 * count mod 8)) mod 8 in
  let bit number at = (Char.code (Bytes.get number (at lsr 3)) lsr (7 - (at land 7))) land 1 in
  let digit number i =
    let at = spare + (3 * i) in
    (4 * bit number at) + (2 * bit number (at + 1)) + bit number (at + 2) in
  let in_cell = Array.map Option.some cards in
  let known = Hashtbl.create 4096 in (* columns share their memory *)
  let onto (below, column) i =
    let name = (64 * below) + i in
    match Hashtbl.find_opt known name with
    | Some column -> column
    | None ->
      let column = (1 + Hashtbl.length known, cards.(i) :: column) in
      Hashtbl.add known name column;
      column in
  let filled size x list =
    if List.length list > size then raise Exit;
    List.init (size - List.length list) (fun _ -> x) @ list in
  fun number ->
    let above = Array.make count (-1) and home = Array.make 4 0 and laid = ref 0 in
    let bottoms = ref [] and free = ref [] in
    for i = 0 to count - 1 do
      match digit number i with
      | 0 ->
        let s = number_of cards.(i).suit_of in
        if home.(s) <> i / suits then raise Exit;
        home.(s) <- home.(s) + 1; incr laid
      | 1 -> free := in_cell.(i) :: !free; incr laid
      | 2 -> bottoms := i :: !bottoms
      | d ->
        let b = beneath.(i).(d) in
        if b < 0 || above.(b) >= 0 then raise Exit;
        above.(b) <- i
    done;
    let rec column below i =
      incr laid;
      let whole = onto below i in
      if above.(i) < 0 then snd whole else column whole above.(i) in
    let columns = List.map (column (0, [])) !bottoms in
    if !laid < count then raise Exit;
    canonical
      { columns = filled g.column_count [] columns; cells = filled g.cell_count None !free;
        home = { clubs = home.(0); diamonds = home.(1); hearts = home.(2); spades = home.(3) } }

(* --- the table --- *)

(* Positions get keys. Any function will do; one that seldom gives two positions the same key misses none. These
   functions fold cards into one integer, beginning with [seed] and multiplying by [factor]. *)
let mix factor h x = (h + x) * factor
let rec over_column factor h = function
  | [] -> mix factor h 99
  | c :: column -> over_column factor (mix factor h ((4 * c.rank) + number_of c.suit_of)) column
let rec over_columns factor h = function
  | [] -> h
  | column :: columns -> over_columns factor (over_column factor h column) columns
let rec over_cells factor h = function
  | [] -> h
  | None :: cells -> over_cells factor h cells
  | Some c :: cells -> over_cells factor (over_column factor h [ c ]) cells
let columns_fold columns factor = over_columns factor 1 columns
let state_fold s factor = over_cells factor (mix factor (columns_fold s.columns factor) 98) s.cells

let rec tree entries low high =
  if low >= high then Leaf
  else
    let middle = (low + high) / 2 in
    let key, position, bound = entries.(middle) in
    Node (tree entries low middle, key, position, bound, tree entries (middle + 1) high)

(* [key fold] makes a key of the integer that [fold factor] returns, or of several; [order] compares keys. *)
let proven key order limit file =
  let header, first = read_header file in
  let g = header.rules and start = start_of header in
  if not (start_ok g start) then raise (No_position 0);
  let count = integer header.positions and cards = List.length g.suits * List.length g.ranks in
  if count > limit then raise (Too_many count);
  scan file first count cards (fun _ _ _ -> ());
  let position = decoder g start in
  let key_of s = key (state_fold s) and columns_key columns = key (columns_fold columns) in
  let entries = Array.make count (key_of start, start, None) in
  scan file first count cards (fun place number bound ->
      match position number with
      | s -> entries.(place - 1) <- (key_of s, s, if bound = 255 then None else Some bound)
      | exception Exit -> raise (No_position place));
  let sign = function Lt -> -1 | Eq -> 0 | Gt -> 1 in
  Array.stable_sort (fun (a, _, _) (b, _, _) -> sign (order a b)) entries;
  let yes = verdict key_of columns_key order header (tree entries 0 count) in
  (yes, if yes then statement header else "the positions listed do not prove the claim")

type answer = Yes | No | Unread | Too_large

(* Answer whether the file proves its claim: with the statement, the reason, or for more than [limit] positions their
   number. *)
let answer key order limit file =
  match proven key order limit file with
  | true, text -> (Yes, text)
  | false, text -> (No, text)
  | exception No_position 0 -> (No, "the start is no position of this game")
  | exception No_position place -> (No, Printf.sprintf "position %d is none of this game" place)
  | exception Unreadable text -> (Unread, text)
  | exception Too_many count -> (Too_large, string_of_int count)
  | exception (Out_of_memory | Stack_overflow) -> (Unread, "there is too little memory for so many positions")
