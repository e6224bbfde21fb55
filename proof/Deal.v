(** The positions at the start: numbered deals, and boards. To be believed, like Rules.v. *)
From Coq Require Import List Arith NArith Bool.
Import ListNotations.
Require Import Rules.

(** The generator of random numbers in Microsoft's programs, and how FreeCell Pro goes on beyond 2^31. *)
Definition next_random (x : N) : N := ((x * 214013 + 2531011) mod 2 ^ 32)%N.
Definition drawn (number x : N) : N :=
  let high := N.shiftr x 16 in
  if (2 ^ 32 <=? number)%N then high + 1
  else if (2 ^ 31 <=? number)%N then N.land high 0x7FFF + 0x8000
  else N.land high 0x7FFF.

(** Draw the card at [i] of the pack; the last one takes its place. *)
Definition draw (i : nat) (pack : list card) : option (card * list card) :=
  match nth_error pack i with
  | Some c => let rest := removelast pack in
              Some (c, if i <? length rest then firstn i rest ++ last pack c :: skipn (S i) rest else rest)
  | None => None
  end.
Fixpoint dealt (number x : N) (pack : list card) (count : nat) : list card :=
  match count with
  | 0 => []
  | S count => let x := next_random x in
               match draw (N.to_nat (drawn number x mod N.of_nat (length pack))) pack with
               | Some (c, rest) => c :: dealt number x rest count
               | None => []
               end
  end.

(** The pack is sorted by ranks from the ace to the king, and within a rank by suits. *)
Definition pack (g : game) : list card :=
  flat_map (fun r => map (Card r) (suits g)) (filter (fun r => existsb (Nat.eqb r) (ranks g)) (seq 1 13)).
(** Cards are dealt in rows: to the column [j] of [n] those at [j], [j + n], [j + 2n], … *)
Definition dealt_column (n : nat) (l : list card) (j : nat) : column :=
  rev (map snd (filter (fun p => fst p mod n =? j) (combine (seq 0 (length l)) l))).
Definition cells_with (g : game) (l : list card) : list (option card) :=
  map Some l ++ repeat None (cell_count g - length l).
Definition deal (g : game) (number : N) : state :=
  let l := dealt number (number mod 2 ^ 32) (pack g) (length (pack g)) in
  let in_columns := length l - dealt_to_cells g in
  State (map (dealt_column (column_count g) (firstn in_columns l)) (seq 0 (column_count g)))
        (cells_with g (skipn in_columns l)) (Piles 0 0 0 0).

(** A board gives the columns, each from its first card up, and the cards in cells; all others are home. *)
Definition board (g : game) (rows : list (list card)) (free : list card) : state :=
  let missing s := if existsb (eqb_suit s) (suits g)
                   then length (ranks g) - length (filter (fun c => eqb_suit s (suit_of c)) (concat rows ++ free))
                   else 0 in
  State (map (@rev card) rows ++ repeat [] (column_count g - length rows)) (cells_with g free)
        (Piles (missing Clubs) (missing Diamonds) (missing Hearts) (missing Spades)).

Definition freecell : game :=
  Game [Clubs; Diamonds; Hearts; Spades] (seq 1 13) (seq 1 13) 8 4 0 false AnyCard false.
