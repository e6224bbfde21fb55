(** Tables of positions: equality, an order of columns and cells, and search trees. *)
From Coq Require Import List Arith Bool Permutation.
Import ListNotations.
Require Import Rules Moves.

(** * Equality *)
Fixpoint eqb_list {A} (eqb : A -> A -> bool) (l m : list A) : bool :=
  match l, m with [], [] => true | x :: l, y :: m => eqb x y && eqb_list eqb l m | _, _ => false end.
Lemma eqb_list_sound {A} (eqb : A -> A -> bool) : (forall x y, eqb x y = true -> x = y) ->
  forall l m, eqb_list eqb l m = true -> l = m.
Proof.
  intros H l; induction l as [| x l IH]; intros [| y m]; simpl; try discriminate; [reflexivity |].
  rewrite andb_true_iff. intros [E F]. f_equal; auto.
Qed.

Definition eqb_card (c d : card) : bool := (rank c =? rank d) && eqb_suit (suit_of c) (suit_of d).
Fixpoint eqb_column (l m : column) : bool :=
  match l, m with [], [] => true | c :: l, d :: m => eqb_card c d && eqb_column l m | _, _ => false end.
Definition eqb_cell (c d : option card) : bool :=
  match c, d with Some c, Some d => eqb_card c d | None, None => true | _, _ => false end.
Definition eqb_piles (p q : piles) : bool :=
  (clubs p =? clubs q) && (diamonds p =? diamonds q) && (hearts p =? hearts q) && (spades p =? spades q).
Definition eqb_state (s t : state) : bool :=
  eqb_list eqb_column (columns s) (columns t) && eqb_list eqb_cell (cells s) (cells t) && eqb_piles (home s) (home t).

Lemma eqb_card_iff c d : eqb_card c d = true <-> c = d.
Proof.
  destruct c, d. unfold eqb_card; simpl. rewrite andb_true_iff, Nat.eqb_eq, eqb_suit_iff.
  split; [intros [-> ->] | intros [= -> ->]]; auto.
Qed.
Lemma eqb_column_sound l m : eqb_column l m = true -> l = m.
Proof.
  revert m; induction l as [| c l IH]; intros [| d m]; simpl; try discriminate; [reflexivity |].
  rewrite andb_true_iff, eqb_card_iff. intros [-> E]. f_equal; auto.
Qed.
Lemma eqb_state_sound s t : eqb_state s t = true -> s = t.
Proof.
  destruct s, t. unfold eqb_state, eqb_piles; simpl. rewrite !andb_true_iff, !Nat.eqb_eq.
  intros ((C & D) & ((E & F) & G) & H). f_equal.
  - exact (eqb_list_sound _ eqb_column_sound _ _ C).
  - refine (eqb_list_sound _ _ _ _ D). intros [c |] [d |]; simpl; try discriminate; auto.
    rewrite eqb_card_iff. now intros ->.
  - destruct home, home0; simpl in *; congruence.
Qed.

(** * A form of each position that does not depend on the order of columns and cells *)
Section Sort.
Context {A : Type} (before : A -> A -> bool).
Fixpoint insert (x : A) (l : list A) : list A :=
  match l with [] => [x] | y :: r => if before y x then y :: insert x r else x :: l end.
Fixpoint sort (l : list A) : list A := match l with [] => [] | x :: r => insert x (sort r) end.
Lemma insert_perm x l : Permutation (x :: l) (insert x l).
Proof. induction l as [| y r IH]; simpl; [auto |]. destruct (before y x); [rewrite perm_swap; auto | auto]. Qed.
Lemma sort_perm l : Permutation l (sort l).
Proof. induction l; simpl; [constructor |]. rewrite <- insert_perm. auto. Qed.
End Sort.

(** The order needs no proof. *)
Definition number_of (s : suit) : nat := match s with Clubs => 0 | Diamonds => 1 | Hearts => 2 | Spades => 3 end.
Definition card_before (c d : card) : bool :=
  if rank c <? rank d then true else (rank c =? rank d) && (number_of (suit_of c) <? number_of (suit_of d)).
Definition column_before (c d : column) : bool :=
  match c, d with [], _ => true | _ :: _, [] => false | x :: _, y :: _ => card_before x y end.
Definition cell_before (c d : option card) : bool :=
  match c, d with None, _ => true | Some _, None => false | Some x, Some y => card_before x y end.
Definition canonical (s : state) : state :=
  State (sort column_before (columns s)) (sort cell_before (cells s)) (home s).
Lemma canonical_same s : same s (canonical s).
Proof. repeat split; apply sort_perm. Qed.

(** * Search trees

    An entry is found by its key. Any function makes keys and any order sorts them: nothing has to be known of either,
    because what is found is compared with what was sought. *)
Section Tree.
Variables key A B : Type.
Variable compare : key -> key -> comparison.
Variable eqb : A -> A -> bool.
Hypothesis eqb_sound : forall x y, eqb x y = true -> x = y.

Inductive tree := Leaf | Node (l : tree) (k : key) (x : A) (b : B) (r : tree).
Inductive listed (x : A) (b : B) : tree -> Prop :=
| at_node l k r : listed x b (Node l k x b r)
| at_left l k y c r : listed x b l -> listed x b (Node l k y c r)
| at_right l k y c r : listed x b r -> listed x b (Node l k y c r).

Fixpoint find (k : key) (x : A) (t : tree) : option B :=
  match t with
  | Leaf => None
  | Node l k' y b r =>
    match compare k k' with Eq => if eqb x y then Some b else None | Lt => find k x l | Gt => find k x r end
  end.
Lemma find_listed k x t b : find k x t = Some b -> listed x b t.
Proof.
  induction t as [| l IHl k' y c r IHr]; simpl; [discriminate |].
  destruct (compare k k'); intros F; auto using at_left, at_right.
  destruct (eqb x y) eqn:E; [| discriminate]. apply eqb_sound in E as <-. injection F as ->. constructor.
Qed.

(** Add an entry, unless its key is taken. *)
Fixpoint add (k : key) (x : A) (b : B) (t : tree) : tree :=
  match t with
  | Leaf => Node Leaf k x b Leaf
  | Node l k' y c r =>
    match compare k k' with
    | Eq => t
    | Lt => Node (add k x b l) k' y c r
    | Gt => Node l k' y c (add k x b r)
    end
  end.
Lemma listed_add k x b y c t : listed y c (add k x b t) -> (y = x /\ c = b) \/ listed y c t.
Proof.
  induction t as [| l IHl k' z d r IHr]; simpl.
  - intros L; inversion L; subst; auto.
  - destruct (compare k k'); intros L; auto; inversion L; subst; auto using at_node, at_left, at_right.
    + destruct IHl; auto using at_left.
    + destruct IHr; auto using at_right.
Qed.
End Tree.
Arguments Leaf {key A B}.
Arguments Node {key A B}.
Arguments listed {key A B}.
Arguments find {key A B}.
Arguments add {key A B}.
