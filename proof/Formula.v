(** The formula of docs/certificates.md: a lower bound of the moves that remain in a position. *)
From Coq Require Import List Arith Bool Permutation Lia.
Import ListNotations.
Require Import Rules Moves Table.

(** The cards that are not home. *)
Definition held (ce : list (option card)) : list card :=
  flat_map (fun o => match o with Some c => [c] | None => [] end) ce.
Definition table (s : state) : list card := concat (columns s) ++ held (cells s).

Lemma eqb_card_refl c : eqb_card c c = true. Proof. now apply eqb_card_iff. Qed.
Lemma eqb_card_neq c d : c <> d -> eqb_card c d = false.
Proof. intros N. destruct (eqb_card c d) eqn:E; [| reflexivity]. apply eqb_card_iff in E. contradiction. Qed.
Lemma eqb_suit_refl s : eqb_suit s s = true. Proof. now destruct s. Qed.
Lemma card_dec (c d : card) : {c = d} + {c <> d}.
Proof. repeat decide equality. Qed.
Lemma pile_home h s : pile (one_more h s) s = S (pile h s).
Proof. now rewrite pile_one_more, eqb_suit_refl. Qed.
Lemma pile_grows h s t : pile h t <= pile (one_more h s) t.
Proof. rewrite pile_one_more. lia. Qed.

Lemma concat_perm {A} (l m : list (list A)) : Permutation l m -> Permutation (concat l) (concat m).
Proof.
  induction 1; simpl; auto using Permutation_app_head.
  - rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
  - eapply Permutation_trans; eauto.
Qed.
Lemma middle {A} (x : A) a b : Permutation (a ++ x :: b) (x :: a ++ b).
Proof. symmetry. apply Permutation_middle. Qed.

Section Game.
Variable g : game.
Notation turn := (turn g).

(** * Legal positions: no card is on the table twice, or on the table and home *)
Definition slot (c : card) : nat * suit := (turn c, suit_of c).
Definition legal_cards (h : piles) (l : list card) : Prop :=
  NoDup (map slot l) /\ Forall (fun c => pile h (suit_of c) <= turn c) l.
Definition legal (s : state) : Prop := legal_cards (home s) (table s).

Lemma legal_perm h l m : Permutation l m -> legal_cards h l -> legal_cards h m.
Proof.
  intros P [N F]. split; [| eapply Permutation_Forall; eauto].
  eapply Permutation_NoDup; [apply Permutation_map, P | exact N].
Qed.
Lemma legal_same s t : same s t -> legal s -> legal t.
Proof.
  intros (P & Q & H) L. unfold legal in *. rewrite <- H. revert L. apply legal_perm.
  apply Permutation_app; [now apply concat_perm | now apply Permutation_flat_map].
Qed.

(** A card is lifted from the table, or comes back from home. *)
Lemma lift_table s c m : lift g s c m ->
  (home m = home s /\ Permutation (table s) (c :: table m)) \/
  (turn c = pile (home m) (suit_of c) /\ home s = one_more (home m) (suit_of c) /\ columns m = columns s
   /\ table m = table s).
Proof.
  destruct 1 as [c col cs cs' ce h (a & b & -> & ->) | c cs ce ce' h (a & b & -> & ->) | c cs ce h B I J T];
    [left | left | right; auto]; (split; [reflexivity |]); unfold table, held; simpl.
  - rewrite !concat_app; simpl. rewrite <- !app_assoc. simpl. rewrite <- ?app_assoc. apply middle.
  - rewrite !flat_map_app; simpl. rewrite !app_assoc. apply middle.
Qed.
(** It is laid onto the table, or goes home. *)
Lemma lay_table s c t : lay g s c t ->
  (home t = home s /\ Permutation (c :: table s) (table t)) \/
  (turn c = pile (home s) (suit_of c) /\ home t = one_more (home s) (suit_of c) /\ columns t = columns s
   /\ table t = table s).
Proof.
  destruct 1 as [c d col cs cs' ce h F (a & b & -> & ->) | c cs cs' ce h F (a & b & -> & ->)
                | c cs ce ce' h (a & b & -> & ->) | c cs ce h T]; [left | left | left | right; auto];
    (split; [reflexivity |]); unfold table, held; simpl.
  - rewrite !concat_app; simpl. rewrite <- !app_assoc. simpl. rewrite <- ?app_assoc. apply Permutation_middle.
  - rewrite !concat_app; simpl. rewrite <- !app_assoc. simpl. rewrite <- ?app_assoc. apply Permutation_middle.
  - rewrite !flat_map_app; simpl. rewrite !app_assoc. apply Permutation_middle.
Qed.

Lemma legal_return h c l : turn c = pile h (suit_of c) -> legal_cards (one_more h (suit_of c)) l ->
  legal_cards h (c :: l).
Proof.
  intros T [N F]. rewrite Forall_forall in F. split.
  - simpl. constructor; [| exact N]. intros I. apply in_map_iff in I as (d & [= E E'] & I).
    specialize (F d I). rewrite E', pile_home in F. lia.
  - constructor; [lia |]. apply Forall_forall. intros d I.
    specialize (F d I). pose proof (pile_grows h (suit_of c) (suit_of d)). lia.
Qed.
Lemma legal_go_home h c l : turn c = pile h (suit_of c) -> legal_cards h (c :: l) ->
  legal_cards (one_more h (suit_of c)) l.
Proof.
  intros T [N F]. simpl in N. inversion N as [| ? ? X N']; subst. inversion F as [| ? ? _ F']; subst.
  split; [exact N' |]. rewrite Forall_forall in *. intros d I. specialize (F' d I). rewrite pile_one_more.
  destruct (eqb_suit (suit_of c) (suit_of d)) eqn:E; [| exact F']. apply eqb_suit_iff in E.
  assert (turn d <> turn c); [| rewrite <- E in *; simpl; lia].
  intros E'. apply X, in_map_iff. exists d. split; [unfold slot; congruence | exact I].
Qed.
Lemma legal_lift s c m : lift g s c m -> legal s -> legal_cards (home m) (c :: table m).
Proof.
  intros L G. unfold legal in G. destruct (lift_table _ _ _ L) as [[-> P] | (T & H & _ & E)].
  - eapply legal_perm; eauto.
  - rewrite E. apply legal_return; [exact T | now rewrite <- H].
Qed.
Lemma legal_step s t : step g s t -> legal s -> legal t.
Proof.
  intros (c & m & L & Y) G. apply (legal_lift _ _ _ L) in G. unfold legal.
  destruct (lay_table _ _ _ Y) as [[-> P] | (T & -> & _ & ->)].
  - eapply legal_perm; eauto.
  - now apply legal_go_home.
Qed.

(** * Orders in which the cards go home *)

(** Does [y] come before [x]? *)
Fixpoint sooner (p : list card) (y x : card) : bool :=
  match p with
  | [] => false
  | z :: r => if eqb_card z x then false else if eqb_card z y then true else sooner r y x
  end.
(** How many cards of the columns come after one beneath them? *)
Fixpoint aside1 (p : list card) (col : column) : nat :=
  match col with
  | [] => 0
  | x :: below => (if existsb (fun y => sooner p y x) below then 1 else 0) + aside1 p below
  end.
Fixpoint aside (p : list card) (cs : list column) : nat :=
  match cs with [] => 0 | col :: r => aside1 p col + aside p r end.
Lemma aside_app p a b : aside p (a ++ b) = aside p a + aside p b.
Proof. induction a; simpl; lia. Qed.
Lemma aside_perm p a b : Permutation a b -> aside p a = aside p b.
Proof. induction 1; simpl; lia. Qed.

(** The cards [p] can go home in this order, onto [h]. *)
Inductive goes : list card -> piles -> Prop :=
| no_more h : goes [] h
| next_one c p h : turn c = pile h (suit_of c) -> goes p (one_more h (suit_of c)) -> goes (c :: p) h.
Lemma goes_low p h : goes p h -> forall y, In y p -> pile h (suit_of y) <= turn y.
Proof.
  induction 1 as [| c p h T G IH]; intros y I; [destruct I |]. destruct I as [-> | I]; [lia |].
  specialize (IH y I). pose proof (pile_grows h (suit_of c) (suit_of y)). lia.
Qed.
(** If the first card of a suit is home already, the others still go home. *)
Lemma goes_without c : forall p h, goes p h -> In c p -> turn c = pile h (suit_of c) ->
  exists a b, p = a ++ c :: b /\ goes (a ++ b) (one_more h (suit_of c)).
Proof.
  induction 1 as [| z p h T G IH]; intros I E; [destruct I |].
  destruct (card_dec z c) as [-> | N]; [exists [], p; auto |]. destruct I as [-> | I]; [contradiction |].
  destruct (eqb_suit (suit_of z) (suit_of c)) eqn:S.
  - apply eqb_suit_iff in S. pose proof (goes_low _ _ G _ I) as LE. rewrite S, pile_home in LE. lia.
  - destruct IH as (a & b & -> & G'); [exact I | now rewrite pile_one_more, S |].
    exists (z :: a), b; split; [reflexivity |]. simpl. constructor.
    + rewrite pile_one_more. destruct (eqb_suit (suit_of c) (suit_of z)) eqn:S'; [| exact T].
      apply eqb_suit_iff in S'. rewrite S', eqb_suit_refl in S. discriminate.
    + replace (one_more _ (suit_of z)) with (one_more (one_more h (suit_of z)) (suit_of c)); [exact G' |].
      destruct h, (suit_of z), (suit_of c); reflexivity.
Qed.

Lemma existsb_ext {A} (f f' : A -> bool) l : (forall x, In x l -> f x = f' x) -> existsb f l = existsb f' l.
Proof. induction l; simpl; intros H; [reflexivity |]. rewrite H, IHl; auto. Qed.
(** Cards that are in no column set nothing aside. *)
Lemma aside1_without c a b col : ~ In c col -> aside1 (a ++ c :: b) col = aside1 (a ++ b) col.
Proof.
  induction col as [| x col IH]; intros N; [reflexivity |]. cbn [aside1].
  rewrite IH by (intro; apply N; now right). f_equal.
  rewrite (existsb_ext _ (fun y => sooner (a ++ b) y x) col); [reflexivity |]. intros y I.
  assert (c <> x) by (intros ->; apply N; now left). assert (c <> y) by (intros ->; apply N; now right).
  clear - H H0. induction a as [| z a IH]; cbn [app sooner]; [now rewrite !eqb_card_neq by auto | now rewrite IH].
Qed.
Lemma aside_without c a b cs : ~ In c (concat cs) -> aside (a ++ c :: b) cs = aside (a ++ b) cs.
Proof.
  induction cs as [| col cs IH]; intros N; [reflexivity |]. cbn [aside]. cbn [concat] in N.
  rewrite aside1_without, IH; auto; intro; apply N; apply in_or_app; auto.
Qed.

Lemma lift_aside p s c m : lift g s c m -> aside p (columns s) <= S (aside p (columns m)).
Proof.
  destruct 1 as [c col cs cs' ce h (a & b & -> & ->) | |]; simpl; [| lia | lia].
  rewrite !aside_app; simpl. destruct (existsb _ col); lia.
Qed.
Lemma lay_aside p s c m : lay g s c m -> aside p (columns s) <= aside p (columns m).
Proof.
  destruct 1 as [c d col cs cs' ce h F (a & b & -> & ->) | c cs cs' ce h F (a & b & -> & ->) | |]; simpl; auto;
    rewrite !aside_app; simpl; lia.
Qed.
Lemma lift_aside_first p s c m : lift g s c m -> ~ In c (concat (columns m)) ->
  aside (c :: p) (columns s) <= aside p (columns m).
Proof.
  intros L N. pose proof (aside_without c [] p _ N) as M. simpl in M. rewrite <- M.
  destruct L as [c col cs cs' ce h (a & b & -> & ->) | c cs ce ce' h R | c cs ce h B I J T]; simpl; auto.
  rewrite !aside_app. cbn [aside aside1].
  replace (existsb (fun y => sooner (c :: p) y c) col) with false; [lia |].
  clear. induction col; [reflexivity |]. cbn [sooner] in *. rewrite eqb_card_refl in *. exact IHcol.
Qed.

Lemma columns_won s : won s -> table s = [] /\ forall p, aside p (columns s) = 0.
Proof.
  destruct s as [cs ce h]; intros [W V]; unfold table; simpl in *. split.
  - replace (concat cs) with (@nil card); [simpl |].
    + induction V as [| x l <- V IH]; [reflexivity | exact IH].
    + induction W as [| x l <- W IH]; [reflexivity | exact IH].
  - intros p. induction W as [| x l <- W IH]; simpl; auto.
Qed.

(** A line that wins brings the cards home in some order, and makes a move besides for each card that is set aside. *)
Lemma line_order n s : wins_in g n s -> legal s ->
  exists p, Permutation p (table s) /\ goes p (home s) /\ length p + aside p (columns s) <= n.
Proof.
  induction 1 as [s W | n s s' M _ IH]; intros G.
  - destruct (columns_won _ W) as [-> A]. exists []. repeat split; [constructor | constructor | rewrite A; simpl; lia].
  - destruct (IH (legal_step _ _ M G)) as (p & P & O & LE). destruct M as (c & m & L & Y).
    pose proof (legal_lift _ _ _ L G) as [N _]. simpl in N. apply NoDup_cons_iff in N as [N _].
    assert (C : ~ In c (table m)) by (intros I; apply N, in_map_iff; eauto).
    assert (C' : ~ In c (concat (columns m))) by (intros I; apply C, in_or_app; auto).
    destruct (lift_table _ _ _ L) as [[H T] | (F & H & D & T)];
      destruct (lay_table _ _ _ Y) as [[H' T'] | (F' & H' & D' & T')].
    + exists p. repeat split.
      * now rewrite P, <- T', T.
      * congruence.
      * pose proof (lift_aside p _ _ _ L). pose proof (lay_aside p _ _ _ Y). lia.
    + exists (c :: p). repeat split.
      * now rewrite P, T', T.
      * constructor; congruence.
      * pose proof (lift_aside_first p _ _ _ L C'). rewrite D' in LE. simpl. lia.
    + destruct (goes_without c p (home s') O) as (a & b & -> & O').
      * eapply Permutation_in; [symmetry; exact P |]. eapply Permutation_in; [exact T' | now left].
      * congruence.
      * exists (a ++ b). repeat split.
        -- rewrite <- T' in P. rewrite <- T. apply Permutation_cons_inv with c. now rewrite <- P, middle.
        -- rewrite H, <- H'. exact O'.
        -- pose proof (lay_aside (a ++ c :: b) _ _ _ Y) as A. rewrite (aside_without _ _ _ _ C'), D in A.
           rewrite app_length in *. simpl in LE. lia.
    + exists p. rewrite <- T, <- T', H, <- D, <- D', <- H'. repeat split; [exact P | exact O | lia].
Qed.

(** * Working it out *)

(** Cards above a lower one of their suit are set aside in every order. *)
Definition same_suit_lower (x d : card) : bool := eqb_suit (suit_of d) (suit_of x) && (turn d <? turn x).
Fixpoint strip (col : column) : nat * column :=
  match col with
  | [] => (0, [])
  | x :: below =>
    let (n, w) := strip below in if existsb (same_suit_lower x) below then (S n, w) else (n, x :: w)
  end.

Lemma lower_sooner p h : goes p h -> forall d x, In d p -> In x p -> same_suit_lower x d = true -> sooner p d x = true.
Proof.
  induction 1 as [| z p h T G IH]; intros d x D X L; [destruct D |].
  pose proof L as L'. apply andb_true_iff in L' as [E LT]. apply eqb_suit_iff in E. apply Nat.ltb_lt in LT.
  cbn [sooner]. destruct (eqb_card z x) eqn:ZX.
  - apply eqb_card_iff in ZX; subst z.
    assert (pile h (suit_of d) <= turn d); [| rewrite E in *; lia].
    apply (goes_low (x :: p)); [now constructor | exact D].
  - destruct (eqb_card z d) eqn:ZD; [reflexivity |]. apply IH; auto.
    + destruct D as [-> |]; auto. rewrite eqb_card_refl in ZD; discriminate.
    + destruct X as [-> |]; auto. rewrite eqb_card_refl in ZX; discriminate.
Qed.
Lemma strip_incl col : incl (snd (strip col)) col.
Proof.
  induction col as [| x below IH]; simpl; [apply incl_refl |]. destruct (strip below) as [n w]; simpl in *.
  destruct (existsb _ below); simpl; [now apply incl_tl |]. intros y [-> | I]; [now left | right; auto].
Qed.
Lemma strip_aside p h col : goes p h -> incl col p -> fst (strip col) + aside1 p (snd (strip col)) <= aside1 p col.
Proof.
  intros G. induction col as [| x below IH]; intros I; [simpl; lia |].
  specialize (IH (fun y H => I y (or_intror H))). pose proof (strip_incl below) as SI. cbn [strip aside1].
  destruct (strip below) as [n w]; cbn [fst snd] in *.
  destruct (existsb (same_suit_lower x) below) eqn:E; cbn [fst snd].
  - apply existsb_exists in E as (d & D & L).
    assert (X : existsb (fun y => sooner p y x) below = true); [| rewrite X; lia].
    apply existsb_exists. exists d; split; [exact D |]. eapply lower_sooner; eauto; apply I; [now right | now left].
  - cbn [aside1]. destruct (existsb (fun y => sooner p y x) w) eqn:F; [| lia].
    assert (X : existsb (fun y => sooner p y x) below = true); [| rewrite X; lia].
    apply existsb_exists in F as (y & Y & L). apply existsb_exists. exists y; auto.
Qed.

(** The lowest turn of each suit, plus one; 0 if there is none. *)
Definition lower (m t : nat) : nat := match m with 0 => S t | S u => if t <? u then S t else m end.
Definition with_lower (p : piles) (s : suit) (t : nat) : piles :=
  match p with Piles c d h s' =>
    match s with
    | Clubs => Piles (lower c t) d h s' | Diamonds => Piles c (lower d t) h s'
    | Hearts => Piles c d (lower h t) s' | Spades => Piles c d h (lower s' t)
    end
  end.
Definition lows (l : list card) : piles :=
  fold_right (fun c p => with_lower p (suit_of c) (turn c)) (Piles 0 0 0 0) l.
Definition lowest (p : piles) (c : card) : bool := turn c <=? pred (pile p (suit_of c)).

Lemma pile_with_lower p s t u : pile (with_lower p s t) u = if eqb_suit s u then lower (pile p u) t else pile p u.
Proof. destruct p, s, u; reflexivity. Qed.
Lemma lows_in s l : pile (lows l) s = 0 \/ exists d, In d l /\ suit_of d = s /\ pile (lows l) s = S (turn d).
Proof.
  induction l as [| x l IH]; simpl; [left; now destruct s |]. rewrite pile_with_lower.
  destruct (eqb_suit (suit_of x) s) eqn:E.
  - apply eqb_suit_iff in E. right. unfold lower. destruct (pile (lows l) s) as [| u] eqn:F; [exists x; auto |].
    destruct (turn x <? u); [exists x; auto |].
    destruct IH as [IH | (d & D & ? & ?)]; [discriminate | exists d; auto].
  - destruct IH as [IH | (d & D & ? & ?)]; [auto | right; exists d; auto].
Qed.
Lemma lows_some c l : In c l -> pile (lows l) (suit_of c) <> 0.
Proof.
  induction l as [| x l IH]; simpl; [tauto |]. rewrite pile_with_lower. intros I.
  destruct (eqb_suit (suit_of x) (suit_of c)) eqn:E.
  - unfold lower. destruct (pile (lows l) (suit_of c)); [lia |]. destruct (turn x <? n); lia.
  - destruct I as [-> | I]; auto. rewrite eqb_suit_refl in E; discriminate.
Qed.
Lemma lowest_complete c l : In c l -> (forall d, In d l -> suit_of d = suit_of c -> turn c <= turn d) ->
  lowest (lows l) c = true.
Proof.
  intros C L. apply Nat.leb_le. destruct (lows_in (suit_of c) l) as [Z | (d & D & E & ->)].
  - now apply lows_some in Z.
  - simpl; auto.
Qed.

(** Each element together with the others. *)
Fixpoint others {A} (l : list A) : list (A * list A) :=
  match l with [] => [] | x :: r => (x, r) :: map (fun p => (fst p, x :: snd p)) (others r) end.
Lemma others_split {A} a (x : A) b : exists r, In (x, r) (others (a ++ x :: b)) /\ Permutation r (a ++ b).
Proof.
  induction a as [| z a (r & I & P)]; simpl; [exists b; auto |].
  exists (z :: r); split; [right | now constructor]. apply in_map_iff. now exists (x, r).
Qed.
Lemma others_sound {A} (l : list A) : forall x r, In (x, r) (others l) -> Permutation l (x :: r).
Proof.
  induction l as [| z l IH]; simpl; intros x r; [tauto |]. intros [[= -> ->] | I]; [reflexivity |].
  apply in_map_iff in I as ([y q] & [= -> <-] & I). rewrite (IH _ _ I). apply perm_swap.
Qed.

(** A step: a card goes home that is the lowest of its suit of those in place; those above it are set aside. *)
Fixpoint cut (low : piles) (above : nat) (col : column) : list (nat * column) :=
  match col with
  | [] => []
  | c :: w => if lowest low c then (above, w) :: cut low (S above) w else cut low (S above) w
  end.
Definition put_back (col : column) (cs : list column) : list column :=
  match col with [] => cs | _ => insert column_before col cs end.
Definition cuts (cs : list column) : list (nat * list column) :=
  let low := lows (concat cs) in
  flat_map (fun q => map (fun a => (fst a, put_back (snd a) (snd q))) (cut low 0 (fst q))) (others cs).

(** The fewest set aside, with a memory of what has been found. *)
Variable key : Type.
Variable columns_key : list column -> key.
Variable compare : key -> key -> comparison.
Definition memory := tree key (list column) nat.
Notation recall := (find compare (eqb_list eqb_column)).

Fixpoint least (d : memory -> list column -> nat * memory) (m : memory) (best : nat)
  (steps : list (nat * list column)) : nat * memory :=
  match steps with
  | [] => (best, m)
  | q :: r => let (v, m') := d m (snd q) in least d m' (Nat.min best (fst q + v)) r
  end.
Fixpoint fewest (fuel : nat) (m : memory) (cs : list column) : nat * memory :=
  match fuel, cs with
  | S fuel, _ :: _ =>
    let k := columns_key cs in
    match recall k cs m with
    | Some v => (v, m)
    | None =>
      let steps := cuts cs in
      let (v, m') := match List.find (fun q => fst q =? 0) steps with
                     | Some q => fewest fuel m (snd q)
                     | None => match steps with [] => (0, m) | _ => least (fewest fuel) m (length (concat cs)) steps end
                     end in
      (v, add compare k cs v m')
    end
  | _, _ => (0, m)
  end.

Definition far (m : memory) (k : nat) (s : state) : bool * memory :=
  let stripped := map strip (columns s) in
  let sure := length (table s) + list_sum (map fst stripped) in
  if k <=? sure then (true, m) else
  let cs := fold_right put_back [] (map snd stripped) in
  let (v, m') := fewest (S sure) m cs in
  (k <=? sure + v, m').

Lemma put_back_sound p col cs : aside p (put_back col cs) = aside1 p col + aside p cs
  /\ Permutation (concat (put_back col cs)) (col ++ concat cs).
Proof.
  destruct col as [| c col]; [auto |]. unfold put_back.
  pose proof (insert_perm column_before (c :: col) cs) as P.
  split; [now rewrite <- (aside_perm _ _ _ P) | symmetry; exact (concat_perm _ _ P)].
Qed.
Lemma cut_sound p low col : forall above q, In q (cut low above col) ->
  aside1 p (snd q) <= aside1 p col /\ incl (snd q) col.
Proof.
  induction col as [| c w IH]; simpl; intros above q I; [destruct I |].
  assert (D : q = (above, w) \/ In q (cut low (S above) w)).
  { destruct (lowest low c); [destruct I; auto | auto]. }
  destruct D as [-> | D]; simpl; [split; [lia | now apply incl_tl, incl_refl] |].
  destruct (IH _ _ D); split; [lia | now apply incl_tl].
Qed.
Lemma cuts_sound p cs q : In q (cuts cs) -> aside p (snd q) <= aside p cs /\ incl (concat (snd q)) (concat cs).
Proof.
  intros I. apply in_flat_map in I as ([col r] & O & I). apply others_sound in O.
  apply in_map_iff in I as ([a w] & <- & I). apply (cut_sound p) in I as [LE IN]. cbn [fst snd] in *.
  destruct (put_back_sound p w r) as [-> P].
  split; [rewrite (aside_perm _ _ _ O); simpl; lia |].
  intros x X. apply (Permutation_in x P) in X. apply (Permutation_in x (Permutation_sym (concat_perm _ _ O))). simpl.
  apply in_app_or in X as [X | X]; apply in_or_app; auto.
Qed.
Lemma cut_complete low c w : lowest low c = true ->
  forall u above, In (above + length u, w) (cut low above (u ++ c :: w)).
Proof.
  intros L u; induction u as [| x u IH]; intros above; simpl.
  - rewrite L. left. f_equal. lia.
  - specialize (IH (S above)). replace (above + S (length u)) with (S above + length u) by lia.
    destruct (lowest low x); [right |]; exact IH.
Qed.
Lemma first_occurrence (c : card) l : In c l -> exists u w, l = u ++ c :: w /\ ~ In c u.
Proof.
  induction l as [| x l IH]; [intros [] |]. destruct (card_dec x c) as [-> | N].
  - intros _. exists [], l; auto.
  - intros [|I]; [contradiction |]. destruct (IH I) as (u & w & -> & M).
    exists (x :: u), w; split; [reflexivity |]. intros [|]; auto.
Qed.

(** One of the cards comes first, and it is the lowest of its suit. *)
Lemma first_of p h l : goes p h -> incl l p -> l <> [] ->
  exists c, In c l /\ lowest (lows l) c = true /\ forall x, In x l -> x <> c -> sooner p c x = true.
Proof.
  intros G; induction G as [h | z p h T G IH]; intros I N.
  - destruct l as [| x l]; [contradiction | destruct (I x (or_introl eq_refl))].
  - destruct (in_dec card_dec z l) as [Z | Z].
    + exists z; repeat split; auto.
      * apply lowest_complete; [exact Z |]. intros d D E. rewrite T, <- E.
        apply (goes_low (z :: p)); [now constructor | auto].
      * intros x X NE. cbn [sooner]. rewrite eqb_card_neq, eqb_card_refl by congruence. reflexivity.
    + assert (I' : incl l p) by (intros x X; destruct (I x X) as [-> |]; [contradiction | auto]).
      destruct (IH I' N) as (c & C & L & S). exists c; repeat split; auto.
      intros x X NE. cbn [sooner]. rewrite !eqb_card_neq; auto; intros ->; contradiction.
Qed.
Lemma above_aside p c w u : (forall x, In x u -> sooner p c x = true) ->
  length u + aside1 p w <= aside1 p (u ++ c :: w).
Proof.
  induction u as [| x u IH]; intros S; simpl; [lia |].
  assert (E : existsb (fun y => sooner p y x) (u ++ c :: w) = true).
  { apply existsb_exists. exists c; split; [apply in_elt | apply S; now left]. }
  rewrite E. specialize (IH (fun y Y => S y (or_intror Y))). lia.
Qed.


(** No order sets aside fewer than [v]. *)
Definition valid (cs : list column) (v : nat) : Prop :=
  forall p h, goes p h -> incl (concat cs) p -> v <= aside p cs.
Definition good (m : memory) : Prop := forall cs v, listed cs v m -> valid cs v.

Lemma valid_0 cs : valid cs 0. Proof. intros p h _ _. lia. Qed.
Lemma valid_step cs q v : In q (cuts cs) -> valid (snd q) v -> valid cs v.
Proof.
  intros Q V p h G I. destruct (cuts_sound p _ _ Q) as [LE IN].
  specialize (V p h G (fun x X => I x (IN x X))). lia.
Qed.
Lemma valid_steps cs v : concat cs <> [] ->
  (forall q, In q (cuts cs) -> exists u, valid (snd q) u /\ v <= fst q + u) -> valid cs v.
Proof.
  intros N H p h G I. destruct (first_of _ _ _ G I N) as (c & C & L & S).
  apply in_concat in C as (col & COL & C). destruct (first_occurrence _ _ C) as (u & w & -> & U).
  destruct (in_split _ _ COL) as (a & b & ->). destruct (others_split a (u ++ c :: w) b) as (r & O & P).
  assert (Q : In (length u, put_back w r) (cuts (a ++ (u ++ c :: w) :: b))).
  { apply in_flat_map. exists (u ++ c :: w, r); split; [exact O |]. cbn [fst snd].
    apply in_map_iff. exists (length u, w); split; [reflexivity |]. apply (cut_complete _ _ _ L u 0). }
  destruct (H _ Q) as (v' & V & LE). cbn [fst snd] in *.
  apply (cuts_sound p) in Q as [_ IN]. cbn [snd] in IN.
  specialize (V p h G (fun x X => I x (IN x X))). rewrite (proj1 (put_back_sound p w r)) in V.
  assert (AB : length u + aside1 p w <= aside1 p (u ++ c :: w)).
  { apply above_aside. intros x X. apply S; [| intros ->; contradiction].
    apply in_concat. exists (u ++ c :: w); split; [apply in_elt | apply in_or_app; auto]. }
  rewrite aside_app. cbn [aside]. rewrite (aside_perm _ _ _ P), aside_app in V. lia.
Qed.

Lemma least_sound d : (forall m cs, good m -> valid cs (fst (d m cs)) /\ good (snd (d m cs))) ->
  forall steps m best, good m -> let r := least d m best steps in
  good (snd r) /\ fst r <= best /\ forall q, In q steps -> exists u, valid (snd q) u /\ fst r <= fst q + u.
Proof.
  intros D steps; induction steps as [| q steps IH]; intros m best G; cbn [least].
  - cbn [fst snd]. repeat split; auto. intros q [].
  - destruct (D m (snd q) G) as [V G']. destruct (d m (snd q)) as [v m']; cbn [fst snd] in *.
    destruct (IH m' (Nat.min best (fst q + v)) G') as (G'' & B & A). cbv zeta in *. repeat split; auto; [lia |].
    intros q' [<- | I]; [exists v; split; [exact V | lia] | auto].
Qed.
Lemma fewest_sound fuel : forall m cs, good m -> valid cs (fst (fewest fuel m cs)) /\ good (snd (fewest fuel m cs)).
Proof.
  induction fuel as [| fuel IH]; intros m [| col cs] G; try (split; [apply valid_0 | exact G]).
  cbn [fewest]. set (all := col :: cs). cbv zeta. destruct (recall (columns_key all) all m) as [v |] eqn:F.
  - split; [| exact G]. apply find_listed in F; [apply G, F |].
    apply eqb_list_sound, eqb_column_sound.
  - assert (X : let r := match List.find (fun q => fst q =? 0) (cuts all) with
        | Some q => fewest fuel m (snd q)
        | None => match cuts all with [] => (0, m) | _ => least (fewest fuel) m (length (concat all)) (cuts all) end
        end in valid all (fst r) /\ good (snd r)).
    { cbv zeta. destruct (List.find _ (cuts all)) as [q |] eqn:F'.
      - apply find_some in F' as [F' _]. destruct (IH m (snd q) G) as [V G']. eauto using valid_step.
      - destruct (cuts all) as [| q steps] eqn:C; [split; [apply valid_0 | exact G] |]. rewrite <- C.
        destruct (least_sound _ IH (cuts all) m (length (concat all)) G) as (G' & _ & A). cbv zeta in *.
        split; [| exact G']. apply valid_steps; [| exact A].
        intros N. assert (I : In q (cuts all)) by (rewrite C; now left). unfold cuts in I. rewrite N in I.
        apply in_flat_map in I as ([col' r] & O & I). apply others_sound in O. apply in_map_iff in I as (x & _ & I).
        assert (E : col' = []).
        { destruct col' as [| y col']; [reflexivity |]. exfalso. apply (in_nil (a := y)). rewrite <- N.
          apply in_concat. exists (y :: col'); split; [| now left].
          eapply Permutation_in; [symmetry; exact O | now left]. }
        rewrite E in I. destruct I. }
    cbv zeta in X. destruct (match List.find _ (cuts all) with Some q => _ | None => _ end) as [v m'].
    cbn [fst snd] in *. destruct X as [V G']. split; [exact V |].
    intros cs' v' L. apply listed_add in L as [[-> ->] | L]; auto.
Qed.

Lemma strip_all p h cs : goes p h -> incl (concat cs) p ->
  list_sum (map fst (map strip cs)) + aside p (map snd (map strip cs)) <= aside p cs
  /\ incl (concat (map snd (map strip cs))) (concat cs).
Proof.
  intros G. induction cs as [| col cs IH]; intros I; simpl; [split; [lia | apply incl_refl] |].
  destruct IH as [LE IN]; [intros x X; apply I; apply in_or_app; auto |].
  pose proof (strip_aside p h col G (fun x X => I x (in_or_app _ _ _ (or_introl X)))).
  split; [lia |]. apply incl_app; [apply incl_appl, strip_incl | now apply incl_appr].
Qed.

Lemma put_back_all p l : aside p (fold_right put_back [] l) = aside p l
  /\ Permutation (concat (fold_right put_back [] l)) (concat l).
Proof.
  induction l as [| col l [IH IP]]; simpl; [auto |].
  destruct (put_back_sound p col (fold_right put_back [] l)) as [E P]. split; [lia |].
  rewrite P. now apply Permutation_app_head.
Qed.

Theorem far_good m k s : good m -> good (snd (far m k s)).
Proof.
  intros G. unfold far; cbv zeta. destruct (k <=? _); [exact G |].
  pose proof (proj2 (fewest_sound (S (length (table s) + list_sum (map fst (map strip (columns s))))) m
    (fold_right put_back [] (map snd (map strip (columns s)))) G)).
  destruct (fewest _ _ _) as [v m']. exact H.
Qed.
Theorem far_sound m k s : good m -> fst (far m k s) = true -> legal s -> needs g k s.
Proof.
  intros GM F L n W. destruct (line_order _ _ W L) as (p & P & G & LE).
  assert (I : incl (concat (columns s)) p).
  { intros x X. apply (Permutation_in x (Permutation_sym P)), in_or_app; auto. }
  destruct (strip_all _ _ _ G I) as [ST IN]. apply Permutation_length in P.
  unfold far in F; cbv zeta in F. destruct (k <=? _) eqn:K; [apply Nat.leb_le in K; lia |].
  match type of F with context [fewest ?f m ?cs] =>
    pose proof (proj1 (fewest_sound f m cs GM)) as V; set (c := cs) in * end.
  destruct (put_back_all p (map snd (map strip (columns s)))) as [E PB]. fold c in E, PB.
  destruct (fewest _ m c) as [v m']. cbn [fst] in *. apply Nat.leb_le in F.
  specialize (V p _ G (fun x X => I x (IN x (Permutation_in x PB X)))). lia.
Qed.
End Game.
