(** All moves of a position, by computation, up to the order of columns and of cells. *)
From Coq Require Import List Arith Bool Permutation.
Import ListNotations.
Require Import Rules.

(** * Replacing one element of a list *)
Lemma replace_cons {A} (x y z : A) l m :
  replace x y (z :: l) m <-> (z = x /\ m = y :: l) \/ exists k, m = z :: k /\ replace x y l k.
Proof.
  split.
  - intros ([| a before] & after & E & ->); injection E as -> ->; [now left | right].
    exists (before ++ y :: after); split; [reflexivity | now exists before, after].
  - intros [[-> ->] | (k & -> & before & after & -> & ->)]; [now exists [], l | now exists (z :: before), after].
Qed.
Lemma replace_perm {A} (x y : A) l l' m :
  replace x y l l' -> Permutation l m -> exists m', replace x y m m' /\ Permutation l' m'.
Proof.
  intros (a & b & -> & ->) P. destruct (in_split x m) as (c & d & ->).
  { eapply Permutation_in; [exact P | apply in_elt]. }
  exists (c ++ y :: d); split; [now exists c, d |].
  apply Permutation_app_inv in P. rewrite <- !Permutation_middle. now constructor.
Qed.
Lemma replace_twice {A} (x y : A) l k m : replace x y l k -> replace x y l m -> Permutation k m.
Proof.
  intros (a & b & -> & ->) (c & d & E & ->). rewrite <- !Permutation_middle. constructor.
  apply (Permutation_app_inv _ _ _ _ x). now rewrite E.
Qed.

(** Every list with one element changed by [f], and what else [f] returns for it. *)
Fixpoint picks {A B} (f : A -> option (B * A)) (l : list A) : list (B * list A) :=
  match l with
  | [] => []
  | x :: r => let later := map (fun p => (fst p, x :: snd p)) (picks f r) in
              match f x with Some (b, y) => (b, y :: r) :: later | None => later end
  end.
Lemma picks_iff {A B} (f : A -> option (B * A)) l : forall b m,
  In (b, m) (picks f l) <-> exists x y, f x = Some (b, y) /\ replace x y l m.
Proof.
  induction l as [| z l IH]; intros b m; simpl.
  - split; [tauto |]. intros (x & y & _ & before & after & E & _). now destruct before.
  - assert (L : In (b, m) (map (fun p => (fst p, z :: snd p)) (picks f l)) <->
                exists k x y, f x = Some (b, y) /\ m = z :: k /\ replace x y l k).
    { rewrite in_map_iff. split.
      - intros ([b' k] & [= -> <-] & I). apply IH in I as (x & y & F & R). now exists k, x, y.
      - intros (k & x & y & F & -> & R). exists (b, k); split; [reflexivity | apply IH; eauto]. }
    transitivity ((exists y, f z = Some (b, y) /\ m = y :: l) \/
                  exists k x y, f x = Some (b, y) /\ m = z :: k /\ replace x y l k).
    + rewrite <- L. destruct (f z) as [[b' y] |]; simpl; [| firstorder discriminate].
      split; (intros [H | H]; [left | now right]).
      * injection H as -> <-. eauto.
      * destruct H as (y' & [= -> ->] & ->). reflexivity.
    + setoid_rewrite replace_cons. split.
      * intros [(y & F & ->) | (k & x & y & F & -> & R)]; [exists z, y | exists x, y]; eauto 6.
      * intros (x & y & F & [[-> ->] | (k & -> & R)]); [left | right]; eauto 8.
Qed.
(** Where all changes lead to the same list but for its order, one of them is enough. *)
Lemma first_pick {A} (x y : A) (f : A -> option (unit * A)) l m :
  (forall z q, f z = Some q <-> z = x /\ q = (tt, y)) -> replace x y l m ->
  exists k, In (tt, k) (firstn 1 (picks f l)) /\ Permutation m k.
Proof.
  intros F R. assert (I : In (tt, m) (picks f l)). { apply picks_iff. exists x, y. now rewrite F. }
  pose proof (picks_iff f l) as P. destruct (picks f l) as [| [[] k] r]; [destruct I |].
  exists k; split; [now left |].
  destruct (proj1 (P tt k) (or_introl eq_refl)) as (x' & y' & E & R'). apply F in E as [-> [= ->]].
  eauto using replace_twice.
Qed.
Lemma in_first {A} (x : A) l : In x (firstn 1 l) -> In x l.
Proof. destruct l; simpl; tauto. Qed.

(** * The same position, but for the order of columns and of cells *)
Definition same (s t : state) : Prop :=
  Permutation (columns s) (columns t) /\ Permutation (cells s) (cells t) /\ home s = home t.
Lemma same_refl s : same s s. Proof. split; auto. Qed.
Lemma same_sym s t : same s t -> same t s. Proof. intros (?&?&?); repeat split; auto using Permutation_sym. Qed.
Lemma same_trans s t u : same s t -> same t u -> same s u.
Proof. intros (?&?&?) (?&?&?); repeat split; try congruence; eapply Permutation_trans; eauto. Qed.
Lemma won_same s t : same s t -> won s -> won t.
Proof. intros (P & Q & _) [W V]; split; eapply Permutation_Forall; eauto. Qed.

Lemma lift_same g s t c m : lift g s c m -> same s t -> exists n, lift g t c n /\ same m n.
Proof.
  intros L (P & Q & H). destruct t as [cs2 ce2 h2].
  destruct L as [c col cs cs' ce h R | c cs ce ce' h R |]; simpl in *; subst h2.
  - destruct (replace_perm _ _ _ _ _ R P) as (m' & R' & P').
    eexists; split; [eapply from_column; exact R' | repeat split; auto].
  - destruct (replace_perm _ _ _ _ _ R Q) as (m' & R' & P').
    eexists; split; [eapply from_cell; exact R' | repeat split; auto].
  - eexists; split; [now apply from_home | repeat split; auto].
Qed.
Lemma lay_same g s t c m : lay g s c m -> same s t -> exists n, lay g t c n /\ same m n.
Proof.
  intros L (P & Q & H). destruct t as [cs2 ce2 h2].
  destruct L as [c d col cs cs' ce h F R | c cs cs' ce h F R | c cs ce ce' h R | c cs ce h T]; simpl in *; subst h2.
  - destruct (replace_perm _ _ _ _ _ R P) as (m' & R' & P').
    eexists; split; [eapply on_card; eauto | repeat split; auto].
  - destruct (replace_perm _ _ _ _ _ R P) as (m' & R' & P').
    eexists; split; [eapply on_empty; eauto | repeat split; auto].
  - destruct (replace_perm _ _ _ _ _ R Q) as (m' & R' & P').
    eexists; split; [eapply in_cell; eauto | repeat split; auto].
  - eexists; split; [eapply go_home; eauto | repeat split; auto].
Qed.
Lemma step_same g s t s' : step g s s' -> same s t -> exists t', step g t t' /\ same s' t'.
Proof.
  intros (c & m & L & Y) E. destruct (lift_same _ _ _ _ _ L E) as (n & L' & E').
  destruct (lay_same _ _ _ _ _ Y E') as (t' & Y' & E''). exists t'; split; [now exists c, n | exact E''].
Qed.
Lemma wins_same g n s : wins_in g n s -> forall t, same s t -> wins_in g n t.
Proof.
  induction 1 as [s W | n s s' S _ IH]; intros t E.
  - constructor. eapply won_same; eauto.
  - destruct (step_same _ _ _ _ S E) as (t' & S' & E'). econstructor; eauto.
Qed.

(** * The moves *)
Definition one_less (p : piles) (s : suit) : piles :=
  let '(Piles c d h s') := p in
  match s with
  | Clubs => Piles (pred c) d h s' | Diamonds => Piles c (pred d) h s'
  | Hearts => Piles c d (pred h) s' | Spades => Piles c d h (pred s')
  end.
Lemma one_less_more p s : one_less (one_more p s) s = p. Proof. now destruct p, s. Qed.
Lemma one_more_less p s n : pile p s = S n -> one_more (one_less p s) s = p /\ pile (one_less p s) s = n.
Proof. destruct p, s; simpl; intros ->; auto. Qed.
Lemma pile_one_more h s t : pile (one_more h s) t = (if eqb_suit s t then 1 else 0) + pile h t.
Proof. destruct h, s, t; reflexivity. Qed.
Lemma eqb_suit_iff s t : eqb_suit s t = true <-> s = t.
Proof. destruct s, t; simpl; split; congruence. Qed.
Lemma nth_place l x : In x l -> nth_error l (place l x) = Some x.
Proof.
  induction l as [| y l IH]; simpl; [tauto |]. destruct (x =? y) eqn:E; [apply Nat.eqb_eq in E; now subst |].
  intros [-> |]; [now rewrite Nat.eqb_refl in E | auto].
Qed.
Lemma in_if {A} (b : bool) (l : list A) x : In x (if b then l else []) <-> b = true /\ In x l.
Proof. destruct b; simpl; firstorder discriminate. Qed.

Definition top (col : column) : option (card * column) := match col with [] => None | c :: r => Some (c, r) end.
Definition freed (ce : option card) : option (card * option card) :=
  match ce with Some c => Some (c, None) | None => None end.
Definition last_home (g : game) (h : piles) (s : suit) : list card :=
  match pile h s with
  | S n => match nth_error (home_order g) n with
           | Some r => if turn g (Card r s) =? n then [Card r s] else []
           | None => [] end
  | 0 => []
  end.
Definition lifts (g : game) (s : state) : list (card * state) :=
  map (fun p => (fst p, State (snd p) (cells s) (home s))) (picks top (columns s)) ++
  map (fun p => (fst p, State (columns s) (snd p) (home s))) (picks freed (cells s)) ++
  (if returning g
   then map (fun c => (c, State (columns s) (cells s) (one_less (home s) (suit_of c))))
            (flat_map (last_home g (home s)) (suits g)) else []).

Definition onto (g : game) (c : card) (col : column) : option (unit * column) :=
  match col with d :: _ => if fits g c d then Some (tt, c :: col) else None | [] => None end.
Definition opened (c : card) (col : column) : option (unit * column) :=
  match col with [] => Some (tt, [c]) | _ => None end.
Definition taken (c : card) (ce : option card) : option (unit * option card) :=
  match ce with None => Some (tt, Some c) | _ => None end.
Definition lays (g : game) (c : card) (s : state) : list state :=
  (if turn g c =? pile (home s) (suit_of c)
   then [State (columns s) (cells s) (one_more (home s) (suit_of c))] else []) ++
  map (fun p => State (columns s) (snd p) (home s)) (firstn 1 (picks (taken c) (cells s))) ++
  (if opens g c
   then map (fun p => State (snd p) (cells s) (home s)) (firstn 1 (picks (opened c) (columns s))) else []) ++
  map (fun p => State (snd p) (cells s) (home s)) (picks (onto g c) (columns s)).

Definition moves (g : game) (s : state) : list state := flat_map (fun p => lays g (fst p) (snd p)) (lifts g s).

Lemma last_home_iff g h s c : In c (last_home g h s) <->
  suit_of c = s /\ In (rank c) (home_order g) /\ pile h s = S (turn g c).
Proof.
  unfold last_home. split.
  - destruct (pile h s) as [| n]; [intros [] |]. destruct (nth_error _ n) as [r |] eqn:E; [| intros []].
    rewrite in_if, Nat.eqb_eq. intros [<- [<- | []]]. apply nth_error_In in E. auto.
  - intros (<- & I & ->). unfold turn at 1. rewrite (nth_place _ _ I), in_if, Nat.eqb_eq.
    destruct c as [r s]. simpl. auto.
Qed.
Lemma lifts_iff g s c m : In (c, m) (lifts g s) <-> lift g s c m.
Proof.
  destruct s as [cs ce h]; unfold lifts; cbn [columns cells home]. rewrite !in_app_iff, in_if, !in_map_iff. split.
  - intros [([c' l] & [= -> <-] & I) | [([c' l] & [= -> <-] & I) | [B (c' & [= -> <-] & I)]]].
    + apply picks_iff in I as ([| d col] & y & [= -> ->] & R). now apply from_column with y.
    + apply picks_iff in I as ([d |] & y & [= -> <-] & R). now apply from_cell.
    + apply in_flat_map in I as (t & J & I). apply last_home_iff in I as (<- & I & E).
      destruct (one_more_less _ _ _ E) as [E' P]. rewrite <- E' at 1. now apply from_home.
  - intros L; inversion L as [? col ? ? ? ? R | ? ? ? ? ? R | ? ? ? h' B J I T]; subst.
    + left. exists (c, cs'); split; [reflexivity |]. apply picks_iff. now exists (c :: col), col.
    + right; left. exists (c, ce'); split; [reflexivity |]. apply picks_iff. now exists (Some c), None.
    + right; right. split; [exact B |]. exists c. rewrite one_less_more. split; [reflexivity |].
      apply in_flat_map. exists (suit_of c); split; [exact J |]. apply last_home_iff. repeat split; auto.
      now rewrite pile_one_more, (proj2 (eqb_suit_iff _ _) eq_refl), T.
Qed.
Lemma lays_sound g s c t : In t (lays g c s) -> lay g s c t.
Proof.
  destruct s as [cs ce h]; unfold lays; cbn [columns cells home]. rewrite !in_app_iff, !in_if, !in_map_iff.
  intros [[T [<- | []]] | [([u l] & <- & I) | [[O ([u l] & <- & I)] | ([u l] & <- & I)]]];
    try apply in_first in I.
  - apply Nat.eqb_eq in T. now apply go_home.
  - apply picks_iff in I as ([d |] & y & [= <- <-] & R). now apply in_cell.
  - apply picks_iff in I as ([| d col] & y & [= <- <-] & R). now apply on_empty.
  - apply picks_iff in I as ([| d col] & y & F & R); [discriminate |]. simpl in F.
    destruct (fits g c d) eqn:E; [| discriminate]. injection F as <- <-. now apply on_card with d col.
Qed.
Lemma lays_complete g s c t : lay g s c t -> exists t', In t' (lays g c s) /\ same t t'.
Proof.
  destruct 1 as [c d col cs cs' ce h F R | c cs cs' ce h O R | c cs ce ce' h R | c cs ce h T];
    unfold lays; cbn [columns cells home]; setoid_rewrite in_app_iff; setoid_rewrite in_app_iff;
    setoid_rewrite in_app_iff; setoid_rewrite in_if; setoid_rewrite in_map_iff.
  - exists (State cs' ce h); split; [| apply same_refl]. do 3 right. exists (tt, cs'); split; [reflexivity |].
    apply picks_iff. exists (d :: col), (c :: d :: col). split; [| exact R]. simpl. now rewrite F.
  - destruct (first_pick [] [c] (opened c) cs cs') as (k & I & P); auto.
    { intros [| z r] q; simpl; split; try discriminate; intros H; [injection H as <- | destruct H as [_ ->] |
      destruct H]; auto; discriminate. }
    exists (State k ce h); split; [| repeat split; auto]. do 2 right. left. split; [exact O |]. now exists (tt, k).
  - destruct (first_pick None (Some c) (taken c) ce ce') as (k & I & P); auto.
    { intros [z |] q; simpl; split; try discriminate; intros H; [destruct H | injection H as <- | destruct H as [_ ->]];
      auto; discriminate. }
    exists (State cs k h); split; [| repeat split; auto]. right. left. now exists (tt, k).
  - eexists; split; [left; split; [now apply Nat.eqb_eq | now left] | apply same_refl].
Qed.
Lemma moves_sound g s t : In t (moves g s) -> step g s t.
Proof.
  intros I. apply in_flat_map in I as ([c m] & L & I). exists c, m. split; [now apply lifts_iff | now apply lays_sound].
Qed.
Lemma moves_complete g s t : step g s t -> exists t', In t' (moves g s) /\ same t t'.
Proof.
  intros (c & m & L & Y). destruct (lays_complete _ _ _ _ Y) as (t' & I & E). exists t'; split; [| exact E].
  apply in_flat_map. exists (c, m); split; [now apply lifts_iff | exact I].
Qed.

(** * The end of a game, by computation *)
Definition is_nil {A} (l : list A) : bool := match l with [] => true | _ => false end.
Definition is_none {A} (o : option A) : bool := match o with None => true | _ => false end.
Definition is_won (s : state) : bool := forallb is_nil (columns s) && forallb is_none (cells s).
Lemma is_won_iff s : is_won s = true <-> won s.
Proof.
  unfold is_won, won. rewrite andb_true_iff, !forallb_forall, !Forall_forall.
  split; intros [W V]; split; intros x I.
  - specialize (W x I). now destruct x.
  - specialize (V x I). now destruct x.
  - now rewrite <- (W x I).
  - now rewrite <- (V x I).
Qed.
