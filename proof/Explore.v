(** Certificates made and checked by Coq itself, in its virtual machine: no file, no OCaml.

    The search needs no proof. It makes a table, and the theorems follow from checking it. *)
From Coq Require Import List Arith NArith.
Import ListNotations.
Require Import Rules Deal Moves Table Formula Verdict Line.

(** * Keys: the cards as bits, and an order that looks at the last bits first *)
Definition push_suit (s : suit) (p : positive) : positive :=
  (match s with Clubs => p~0~0 | Diamonds => p~0~1 | Hearts => p~1~0 | Spades => p~1~1 end)%positive.
Definition push_rank (r : nat) (p : positive) : positive :=
  (match r with
   | 0%nat => p~0~0~0~0 | 1%nat => p~1~0~0~0 | 2%nat => p~0~1~0~0 | 3%nat => p~1~1~0~0 | 4%nat => p~0~0~1~0
   | 5%nat => p~1~0~1~0 | 6%nat => p~0~1~1~0 | 7%nat => p~1~1~1~0 | 8%nat => p~0~0~0~1 | 9%nat => p~1~0~0~1
   | 10%nat => p~0~1~0~1 | 11%nat => p~1~1~0~1 | 12%nat => p~0~0~1~1 | _ => p~1~0~1~1
   end)%positive.
Definition push_card (p : positive) (c : card) : positive := push_suit (suit_of c) (push_rank (rank c) p).
Definition push_column (p : positive) (col : column) : positive := push_rank 0 (fold_left push_card (rev col) p).
Definition columns_key (cs : list column) : positive := fold_left push_column cs 1%positive.
Definition key_of (s : state) : positive :=
  fold_left (fun p c => match c with None => p~0 | Some c => push_card p~1 c end)%positive (cells s)
    (columns_key (columns s)).
Fixpoint compare (p q : positive) : comparison :=
  match p, q with
  | xH, xH => Eq | xH, _ => Lt | _, xH => Gt
  | xO p, xO q => compare p q | xI p, xI q => compare p q
  | xO _, xI _ => Lt | xI _, xO _ => Gt
  end.
Definition positions := tree positive state (option nat).
Definition seen (s : state) (t : positions) : bool :=
  match find compare eqb_state (key_of s) s t with Some _ => true | None => false end.
Definition note (s : state) (b : option nat) (t : positions) : positions := add compare (key_of s) s b t.

(** * Impossible: all positions that can be reached *)
Fixpoint reach (g : game) (fuel : nat) (todo : list state) (t : positions) : positions :=
  match fuel, todo with
  | S fuel, s :: rest =>
    let (todo, t) := fold_left (fun p s' => let c := canonical s' in
                                            if seen c (snd p) then p else (c :: fst p, note c None (snd p)))
                               (moves g s) (rest, t) in
    reach g fuel todo t
  | _, _ => t
  end.
Definition decide (g : game) (s : state) : bool :=
  let c := canonical s in
  proves positive key_of columns_key compare g s (reach g (N.to_nat 1000000) [c] (note c None Leaf)) Impossible.
Theorem decide_sound g s : decide g s = true -> ~ winnable g s.
Proof. apply (proves_sound _ _ _ _ _ _ _ Impossible). Qed.

(** * Not below [n]: the positions reached in [d] moves, layer by layer, unless [n - d] more are known to be needed *)
Definition visit (g : game) (more : nat) (p : list state * (positions * memory positive)) (s : state) :=
  let '(layer, (t, m)) := p in
  let c := canonical s in
  if seen c t then p
  else let (yes, m) := far g positive columns_key compare m more c in
       if yes then (layer, (t, m)) else (c :: layer, (note c (Some more) t, m)).
Fixpoint layers (g : game) (more : nat) (layer : list state) (t : positions) (m : memory positive) : positions :=
  match more with
  | 0 => t
  | S more => let '(layer, (t, m)) := fold_left (visit g more) (flat_map (moves g) layer) ([], (t, m)) in
              layers g more layer t m
  end.
Definition decide_below (g : game) (s : state) (n : nat) : bool :=
  let c := canonical s in
  proves positive key_of columns_key compare g s (layers g n [c] (note c (Some n) Leaf) Leaf) (NotBelow n).
Theorem shortest_by_line g s line :
  play g line s = true -> decide_below g s (length line) = true -> shortest g (length line) s.
Proof. intros P D. split; [now apply play_sound | exact (proves_sound _ _ _ _ _ _ _ (NotBelow _) D)]. Qed.
