(** Checking a certificate: a table of positions with lower bounds of the moves that remain. *)
From Coq Require Import List Arith Bool Permutation Lia.
Import ListNotations.
Require Import Rules Moves Table.

(** A lower bound; [None] is infinite: the position is lost. *)
Definition bound := option nat.
Definition below (b : bound) (n : nat) : Prop := match b with None => False | Some m => m <= n end.

Section Check.
Variable g : game.
Variable key : Type.
Variable key_of : state -> key.
Variable compare : key -> key -> comparison.
Notation tree := (tree key state bound).
Notation find := (find compare eqb_state).

(** A property of all positions of a game, and a test whether positions that are not listed are [k] moves from won. It
    has a memory. Formula.v makes them. *)
Variable legal : state -> Prop.
Hypothesis legal_step : forall s s', step g s s' -> legal s -> legal s'.
Hypothesis legal_same : forall s t, same s t -> legal s -> legal t.
Variable memory : Type.
Variable good : memory -> Prop.
Variable far : memory -> nat -> state -> bool * memory.
Hypothesis far_good : forall m k s, good m -> good (snd (far m k s)).
Hypothesis far_sound : forall m k s, good m -> fst (far m k s) = true -> legal s -> needs g k s.

(** Is [b] at most one more than [b']? *)
Definition one_more_at_most (b b' : bound) : bool :=
  match b', b with None, _ => true | Some _, None => false | Some n', Some n => n <=? S n' end.

Definition successor_ok (all : tree) (b : bound) (m : memory) (s : state) : bool * memory :=
  let c := canonical s in
  match find (key_of c) c all, b with
  | Some b', _ => (one_more_at_most b b', m)
  | None, None => (false, m)
  | None, Some 0 => (true, m)
  | None, Some (S k) => far m k c
  end.
Fixpoint each (ok : memory -> state -> bool * memory) (m : memory) (l : list state) : bool * memory :=
  match l with
  | [] => (true, m)
  | x :: r => let (yes, m') := ok m x in if yes then each ok m' r else (false, m')
  end.
Definition entry_ok (all : tree) (m : memory) (s : state) (b : bound) : bool * memory :=
  if is_won s && negb (match b with Some 0 => true | _ => false end) then (false, m)
  else each (successor_ok all b) m (moves g s).
Fixpoint all_ok (all : tree) (m : memory) (t : tree) : bool * memory :=
  match t with
  | Leaf => (true, m)
  | Node l _ s b r =>
    let (yes, m') := entry_ok all m s b in
    if yes then let (yes, m'') := all_ok all m' l in if yes then all_ok all m'' r else (false, m'') else (false, m')
  end.

(** The memory stays good. *)
Lemma successor_good all b m s : good m -> good (snd (successor_ok all b m s)).
Proof. intros G. unfold successor_ok; cbv zeta. destruct (find _ _ all), b as [[|k] |]; simpl; auto. Qed.
Lemma each_good all b l : forall m, good m -> good (snd (each (successor_ok all b) m l)).
Proof.
  induction l as [| x r IH]; simpl; intros m G; [auto |].
  pose proof (successor_good all b m x G). destruct (successor_ok all b m x) as [[] m']; simpl in *; auto.
Qed.
Lemma entry_good all m s b : good m -> good (snd (entry_ok all m s b)).
Proof. intros G. unfold entry_ok. destruct (_ && _); simpl; auto using each_good. Qed.
Lemma all_good all t : forall m, good m -> good (snd (all_ok all m t)).
Proof.
  induction t as [| l IHl k s b r IHr]; simpl; intros m G; [auto |].
  pose proof (entry_good all m s b G). destruct (entry_ok all m s b) as [[] m']; simpl in *; auto.
  specialize (IHl m' H). destruct (all_ok all m' l) as [[] m'']; simpl in *; auto.
Qed.

(** What holds of all holds of each, with some memory. *)
Lemma each_in all b l : forall m, good m -> fst (each (successor_ok all b) m l) = true ->
  forall x, In x l -> exists m', good m' /\ fst (successor_ok all b m' x) = true.
Proof.
  induction l as [| y r IH]; simpl; intros m G E x I; [destruct I |].
  pose proof (successor_good all b m y G).
  destruct (successor_ok all b m y) as [[] m'] eqn:F; simpl in *; [| discriminate].
  destruct I as [-> | I]; [exists m; rewrite F; auto | eauto].
Qed.
Lemma all_listed all t : forall m, good m -> fst (all_ok all m t) = true ->
  forall s b, listed s b t -> exists m', good m' /\ fst (entry_ok all m' s b) = true.
Proof.
  induction t as [| l IHl k y c r IHr]; simpl; intros m G E s b L; [inversion L |].
  pose proof (entry_good all m y c G). destruct (entry_ok all m y c) as [[] m'] eqn:F; simpl in *; [| discriminate].
  pose proof (all_good all l m' H). destruct (all_ok all m' l) as [[] m''] eqn:F'; simpl in *; [| discriminate].
  inversion L; subst; eauto.
  - exists m; rewrite F; auto.
  - apply (IHl m'); auto. now rewrite F'.
Qed.

(** The proof of docs/certificates.md, by induction on the line that wins. *)
Lemma bounds_hold t m : good m -> fst (all_ok t m t) = true ->
  forall n s, wins_in g n s -> legal s -> forall p b, listed p b t -> same s p -> below b n.
Proof.
  intros GM A n s W. induction W as [s W | n s s' S W IH]; intros G p b L E;
    destruct (all_listed _ _ _ GM A _ _ L) as (m1 & GM1 & O); unfold entry_ok in O.
  - rewrite (proj2 (is_won_iff p)) in O by (eapply won_same; eauto).
    destruct b as [[|] |]; simpl in *; try discriminate; auto.
  - destruct (step_same _ _ _ _ S E) as (p' & S' & E'). destruct (moves_complete _ _ _ S') as (q & I & E'').
    destruct (is_won p && _); [discriminate |].
    destruct (each_in _ _ _ _ GM1 O q I) as (m2 & GM2 & O2). unfold successor_ok in O2; cbv zeta in O2.
    assert (EC : same s' (canonical q)) by (eauto using same_trans, canonical_same).
    destruct (find (key_of (canonical q)) (canonical q) t) as [b' |] eqn:F.
    + apply find_listed in F; [| exact eqb_state_sound].
      specialize (IH (legal_step _ _ S G) _ _ F EC). simpl in O2.
      destruct b' as [n' |], b as [k |]; simpl in *; try discriminate; try contradiction.
      apply Nat.leb_le in O2. lia.
    + destruct b as [[|k] |]; simpl in *; try discriminate; [lia |].
      pose proof (far_sound _ _ _ GM2 O2 (legal_same _ _ EC (legal_step _ _ S G)) _ (wins_same _ _ _ W _ EC)). lia.
Qed.

Definition check (m : memory) (t : tree) (start : state) (claim : bound) : bool :=
  let c := canonical start in
  match find (key_of c) c t, claim with
  | Some None, _ => fst (all_ok t m t)
  | Some (Some n), Some k => (k <=? n) && fst (all_ok t m t)
  | _, _ => false
  end.
Theorem check_sound m t start claim : good m -> legal start -> check m t start claim = true ->
  forall n, wins_in g n start -> below claim n.
Proof.
  intros GM G C n W. unfold check in C; cbv zeta in C.
  destruct (find _ _ t) as [b |] eqn:F; [| destruct claim; discriminate].
  apply find_listed in F; [| exact eqb_state_sound].
  assert (A : fst (all_ok t m t) = true).
  { destruct b, claim; try discriminate; auto. apply andb_true_iff in C. tauto. }
  pose proof (bounds_hold _ _ GM A _ _ W G _ _ F (canonical_same _)) as R.
  destruct b as [i |], claim as [k |]; simpl in *; try discriminate; try contradiction.
  apply andb_true_iff in C as [C _]. apply Nat.leb_le in C. lia.
Qed.
End Check.
