(** Replaying lines. Theorems that no line wins would be cheap if none could: here is one that does. *)
From Coq Require Import List Arith NArith.
Import ListNotations.
Require Import Rules Deal Moves.

(** A line names each move by its number among [moves]. *)
Fixpoint play (g : game) (line : list nat) (s : state) : bool :=
  match line with
  | [] => is_won s
  | i :: line => match nth_error (moves g s) i with Some t => play g line t | None => false end
  end.
Theorem play_sound g line : forall s, play g line s = true -> wins_in g (length line) s.
Proof.
  induction line as [| i line IH]; simpl; intros s P.
  - constructor. now apply is_won_iff.
  - destruct (nth_error (moves g s) i) as [t |] eqn:N; [| discriminate].
    apply nth_error_In, moves_sound in N. econstructor; eauto.
Qed.
