(** Reading the header of a certificate: docs/certificates.md specifies it. *)
From Coq Require Import List Arith NArith Bool Ascii String.
Import ListNotations.
Require Import Rules Deal Moves Table.
Open Scope string_scope.

Inductive start := Numbered (number : N) | Board (rows : list (list card)) (free : list card).
Record header := Header { rules : game; begins : start; claims : claim; positions : N }.
Definition start_of (h : header) : state :=
  match begins h with Numbered n => deal (rules h) n | Board rows free => board (rules h) rows free end.

Notation "'let*' x ':=' e 'in' f" := (match e with Some x => f | None => None end)
  (at level 200, x pattern, e at level 100, f at level 200).
Notation "'ensure' e 'in' f" := (if e then f else None) (at level 200, e at level 100, f at level 200).

(** * Words, numbers, letters *)
Fixpoint split (mark : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [""]
  | String a s => match split mark s with
                  | word :: rest => if Ascii.eqb a mark then "" :: word :: rest else String a word :: rest
                  | [] => []
                  end
  end.
Definition words (s : string) : list string := filter (fun w => negb (w =? "")) (split " " s).
Fixpoint after (prefix s : string) : option string :=
  match prefix, s with
  | EmptyString, _ => Some s
  | String a prefix, String b s => ensure Ascii.eqb a b in after prefix s
  | _, _ => None
  end.
Fixpoint printable (s : string) : bool :=
  match s with
  | EmptyString => true
  | String a s => let n := N_of_ascii a in (32 <=? n)%N && (n <=? 126)%N && printable s
  end.

Fixpoint digits (value : N) (s : string) : option N :=
  match s with
  | EmptyString => Some value
  | String a s => let n := N_of_ascii a in
                  ensure (48 <=? n)%N && (n <=? 57)%N in digits (value * 10 + (n - 48)) s
  end.
Definition number (least most : N) (s : string) : option N :=
  ensure negb (s =? "") && (String.length s <=? 10)%nat in
  let* n := digits 0 s in
  ensure (least <=? n)%N && (n <=? most)%N in Some n.
Definition small (least most : N) (s : string) : option nat :=
  let* n := number least most s in Some (N.to_nat n).

Fixpoint index (a : ascii) (s : string) : option nat :=
  match s with
  | EmptyString => None
  | String b s => if Ascii.eqb a b then Some 0 else let* i := index a s in Some (S i)
  end.
Definition rank_named (a : ascii) : option nat := let* i := index a "A23456789TJQK" in Some (S i).
Definition suit_named (a : ascii) : option suit :=
  let* i := index a "CDHS" in nth_error [Clubs; Diamonds; Hearts; Spades] i.
Fixpoint letters {A} (named : ascii -> option A) (s : string) : option (list A) :=
  match s with
  | EmptyString => Some []
  | String a s => let* x := named a in let* l := letters named s in Some (x :: l)
  end.
Fixpoint all {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with [] => Some [] | x :: l => let* y := f x in let* m := all f l in Some (y :: m) end.
Fixpoint no_twice {A} (eqb : A -> A -> bool) (l : list A) : bool :=
  match l with [] => true | x :: l => negb (existsb (eqb x) l) && no_twice eqb l end.
Fixpoint ascending (l : list nat) : bool :=
  match l with x :: (y :: _) as r => (x <? y)%nat && ascending r | _ => true end.
Definition one_of {A} (table : list (string * A)) (s : string) : option A :=
  let* p := List.find (fun p => fst p =? s) table in Some (snd p).

(** * The start *)
Definition card_named (g : game) (word : string) : option card :=
  match word with
  | String a (String b EmptyString) =>
    let* r := rank_named a in
    let* s := suit_named b in
    ensure existsb (Nat.eqb r) (ranks g) && existsb (eqb_suit s) (suits g) in Some (Card r s)
  | _ => None
  end.
Definition cards_named (g : game) (s : string) : option (list card) := all (card_named g) (words s).
Definition board_named (g : game) (s : string) : option start :=
  let* (columns, cells) := match split ";" s with
                           | [columns] => Some (columns, "") | [columns; cells] => Some (columns, cells)
                           | _ => None end in
  let* rows := all (cards_named g) (split "/" columns) in
  let* free := cards_named g cells in
  ensure no_twice eqb_card (List.concat rows ++ free) && (List.length rows <=? column_count g)%nat in
  Some (Board rows free).
Definition start_named (g : game) (s : string) : option start :=
  match after "microsoft " s, after "board " s with
  | Some n, _ => let* n := number 0 (2 ^ 33 - 1) n in Some (Numbered n)
  | _, Some b => board_named g b
  | _, _ => ensure s =? "board" in board_named g ""
  end.

(** * The lines *)
Definition claim_named (s : string) : option claim :=
  if s =? "impossible" then Some Impossible
  else let* n := after "moves " s in let* n := small 1 254 n in Some (NotBelow n).
Fixpoint values (keys lines : list string) : option (list string) :=
  match keys, lines with
  | [], [] => Some []
  | key :: keys, line :: lines =>
    let* value := after (key ++ " ") line in let* rest := values keys lines in Some (value :: rest)
  | _, _ => None
  end.
Definition most_positions : N := 5000000.

(** Read the text before the empty line. *)
Definition read (text : string) : option header :=
  let lines := split "010" text in
  ensure forallb printable lines in
  let title := hd "" lines in
  let returns := title =? "kiebitz certificate 3" in
  ensure returns || (title =? "kiebitz certificate 2") in
  let* found := values (["suits"; "ranks"; "home"; "columns"; "cells"; "dealt_to_cells"; "build"; "empty_column"] ++
                        (if returns then ["home_moves"] else []) ++ ["start"; "claim"; "positions"])%list (tl lines) in
  match (if returns then found else firstn 8 found ++ "free" :: skipn 8 found)%list with
  | [suits; ranks; home; columns; cells; dealt; build; empty; back; start; claim; positions] =>
    let* suits := letters suit_named suits in
    let* ranks := letters rank_named ranks in
    let* home := letters rank_named home in
    ensure negb (is_nil suits) && ascending (map number_of suits) in
    ensure negb (is_nil ranks) && no_twice Nat.eqb ranks && no_twice Nat.eqb home in
    ensure eqb_list Nat.eqb (sort Nat.ltb ranks) (sort Nat.ltb home) in
    let* columns := small 1 52 columns in
    let* cells := small 0 52 cells in
    let* dealt := small 0 (N.of_nat cells) dealt in
    let* one_suit := one_of [("same_suit", true); ("alternate_colour", false)] build in
    let* empty := one_of [("any", AnyCard); ("kings", LastRank); ("none", NoCard)] empty in
    let* back := one_of [("free", false); ("both_ways", true)] back in
    let* positions := number 1 most_positions positions in
    let* claim := claim_named claim in
    let g := Game suits ranks home columns cells dealt one_suit empty back in
    let* begins := start_named g start in
    Some (Header g begins claim positions)
  | _ => None
  end.
