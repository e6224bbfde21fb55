(** The rules of FreeCell and its relatives, as moves of single cards.

    To believe a theorem of this folder, read this file and Deal.v. Coq checks everything else. *)
From Coq Require Import List Arith Bool.
Import ListNotations.

Inductive suit := Clubs | Diamonds | Hearts | Spades.
Definition red (s : suit) : bool := match s with Diamonds | Hearts => true | _ => false end.
Definition eqb_suit (s t : suit) : bool :=
  match s, t with Clubs, Clubs | Diamonds, Diamonds | Hearts, Hearts | Spades, Spades => true | _, _ => false end.

(** Rank 1 is the ace, 11 the jack, 12 the queen, 13 the king. *)
Record card := Card { rank : nat; suit_of : suit }.

(** Which cards an empty column takes; [LastRank] means those of the last rank of [ranks]. *)
Inductive openers := AnyCard | LastRank | NoCard.

Record game := Game {
  suits : list suit;         (* the suits of the pack *)
  ranks : list nat;          (* its ranks, from low to high as columns are built *)
  home_order : list nat;     (* the same ranks, in the order in which a foundation is built *)
  column_count : nat;
  cell_count : nat;
  dealt_to_cells : nat;      (* so many cards of a numbered deal, the last ones, are dealt to cells *)
  same_suit : bool;          (* columns are built in one suit; if not, in alternate colours *)
  empty_column : openers;
  returning : bool }.        (* the last card of a foundation may come back *)

Fixpoint follows (l : list nat) (x y : nat) : bool :=
  match l with a :: (b :: _) as r => if x =? a then y =? b else follows r x y | _ => false end.
(** How many elements come before [x]. *)
Fixpoint place (l : list nat) (x : nat) : nat :=
  match l with [] => 0 | y :: r => if x =? y then 0 else S (place r x) end.

(** May [c] be put onto [d]? May it open an empty column? How many cards of its suit go home before it? *)
Definition fits (g : game) (c d : card) : bool :=
  (if same_suit g then eqb_suit (suit_of c) (suit_of d) else xorb (red (suit_of c)) (red (suit_of d)))
  && follows (ranks g) (rank c) (rank d).
Definition opens (g : game) (c : card) : bool :=
  match empty_column g with AnyCard => true | LastRank => rank c =? last (ranks g) 0 | NoCard => false end.
Definition turn (g : game) (c : card) : nat := place (home_order g) (rank c).

(** How many cards of each suit are home. *)
Record piles := Piles { clubs : nat; diamonds : nat; hearts : nat; spades : nat }.
Definition pile (p : piles) (s : suit) : nat :=
  match s with Clubs => clubs p | Diamonds => diamonds p | Hearts => hearts p | Spades => spades p end.
Definition one_more (p : piles) (s : suit) : piles :=
  let '(Piles c d h s') := p in
  match s with
  | Clubs => Piles (S c) d h s' | Diamonds => Piles c (S d) h s'
  | Hearts => Piles c d (S h) s' | Spades => Piles c d h (S s')
  end.

(** The first card of the list is the column's uppermost, the only one that may be moved. *)
Definition column := list card.
(** A free cell is [None]. *)
Record state := State { columns : list column; cells : list (option card); home : piles }.

(** [l'] is [l] with [y] in one place where [l] has [x]. *)
Definition replace {A} (x y : A) (l l' : list A) : Prop :=
  exists before after, l = before ++ x :: after /\ l' = before ++ y :: after.

(** A move lifts a card from a column, a cell or, in some games, a foundation … *)
Inductive lift (g : game) : state -> card -> state -> Prop :=
| from_column c col cs cs' ce h : replace (c :: col) col cs cs' -> lift g (State cs ce h) c (State cs' ce h)
| from_cell c cs ce ce' h : replace (Some c) None ce ce' -> lift g (State cs ce h) c (State cs ce' h)
| from_home c cs ce h : returning g = true -> In (suit_of c) (suits g) -> In (rank c) (home_order g) ->
    turn g c = pile h (suit_of c) -> lift g (State cs ce (one_more h (suit_of c))) c (State cs ce h).

(** … and lays it onto a card, into an empty column, into a free cell, or home. *)
Inductive lay (g : game) : state -> card -> state -> Prop :=
| on_card c d col cs cs' ce h : fits g c d = true -> replace (d :: col) (c :: d :: col) cs cs' ->
    lay g (State cs ce h) c (State cs' ce h)
| on_empty c cs cs' ce h : opens g c = true -> replace [] [c] cs cs' -> lay g (State cs ce h) c (State cs' ce h)
| in_cell c cs ce ce' h : replace None (Some c) ce ce' -> lay g (State cs ce h) c (State cs ce' h)
| go_home c cs ce h : turn g c = pile h (suit_of c) ->
    lay g (State cs ce h) c (State cs ce (one_more h (suit_of c))).

(** The card may return to its place: that is a move, too, and changes nothing. *)
Definition step (g : game) (s t : state) : Prop := exists c m, lift g s c m /\ lay g m c t.

(** The columns and the cells are empty. *)
Definition won (s : state) : Prop := Forall (eq []) (columns s) /\ Forall (eq None) (cells s).

Inductive wins_in (g : game) : nat -> state -> Prop :=
| here s : won s -> wins_in g 0 s
| there n s t : step g s t -> wins_in g n t -> wins_in g (S n) s.

Definition winnable (g : game) (s : state) : Prop := exists n, wins_in g n s.
Definition needs (g : game) (n : nat) (s : state) : Prop := forall m, wins_in g m s -> n <= m.
Definition shortest (g : game) (n : nat) (s : state) : Prop := wins_in g n s /\ needs g n s.

(** What a certificate claims. *)
Inductive claim := Impossible | NotBelow (n : nat).
Definition holds (g : game) (s : state) (c : claim) : Prop :=
  match c with Impossible => ~ winnable g s | NotBelow n => needs g n s end.
