(** The program's verdict, and the theorem that a "yes" is true. *)
From Coq Require Import List Arith NArith Bool Lia.
Import ListNotations.
Require Import Rules Deal Moves Table Check Formula Header.

(** The start has so many columns and cells as the game, and its cards are legal. *)
Definition eqb_slot (p q : nat * suit) : bool := (fst p =? fst q) && eqb_suit (snd p) (snd q).
Definition start_ok (g : game) (s : state) : bool :=
  (length (columns s) =? column_count g) && (length (cells s) =? cell_count g) &&
  no_twice eqb_slot (map (slot g) (table s)) && forallb (fun c => pile (home s) (suit_of c) <=? turn g c) (table s).

Lemma no_twice_sound l : no_twice eqb_slot l = true -> NoDup l.
Proof.
  induction l as [| [i s] l IH]; intros H; constructor; simpl in H; apply andb_true_iff in H as [N H]; auto.
  intros I. apply negb_true_iff in N. rewrite (proj2 (existsb_exists _ _)) in N; [discriminate |].
  exists (i, s); split; [exact I |]. apply andb_true_iff. simpl. now rewrite Nat.eqb_refl, eqb_suit_iff.
Qed.
Lemma start_ok_legal g s : start_ok g s = true -> legal g s.
Proof.
  unfold start_ok. rewrite !andb_true_iff. intros [[_ N] F]. split; [now apply no_twice_sound |].
  apply Forall_forall. intros c I. rewrite forallb_forall in F. now apply Nat.leb_le, F.
Qed.

Section Keys.
(** Any functions and any order will do: they only make it fast. *)
Variable key : Type.
Variable key_of : state -> key.
Variable columns_key : list column -> key.
Variable compare : key -> key -> comparison.

Definition proves (g : game) (s : state) (t : tree key state bound) (c : claim) : bool :=
  start_ok g s &&
  check g key key_of compare _ (far g key columns_key compare) Leaf t s
    (match c with Impossible => None | NotBelow n => Some n end).

Theorem proves_sound g s t c : proves g s t c = true -> holds g s c.
Proof.
  unfold proves. rewrite andb_true_iff. intros [L H]. apply start_ok_legal in L.
  assert (S : forall n, wins_in g n s -> below (match c with Impossible => None | NotBelow n => Some n end) n).
  { revert L H. apply check_sound with (good := good g key).
    - apply legal_step.
    - apply legal_same.
    - intros; now apply far_good.
    - intros m k u. apply far_sound.
    - intros cs v I; inversion I. }
  destruct c; simpl in *; [| exact S]. intros [n W]. exact (S n W).
Qed.

(** The verdict on a file: whatever the positions of which the table was made, a "yes" makes the claim of the header
    true. *)
Definition verdict (h : header) (t : tree key state bound) : bool := proves (rules h) (start_of h) t (claims h).
Theorem yes_is_true h t : verdict h t = true -> holds (rules h) (start_of h) (claims h).
Proof. apply proves_sound. Qed.
End Keys.
