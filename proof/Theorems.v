(** The theorems, and the axioms that each rests on: none. `make` compares the output with theorems.txt. *)
From Coq Require Import List Arith NArith.
Import ListNotations.
Require Import Rules Deal Header Verdict Line Explore.

Theorem deal_1_can_be_won : winnable freecell (deal freecell 1).
Proof.
  eexists. apply (play_sound freecell
    [5;5;8;5;5;7;7;1;4;2;8;4;16;11;6;4;4;7;6;6;4;6;5;15;6;10;0;11;2;0;0;0;4;5;18;3;2;3;2;1;1;6;6;11;3;1;6;3;1;1;4;1;1;2;
     1;3;4;4;3;8;14;6;13;12;11;11;11;10;10;6;9;3;3;0;0;3;0;8;0;14;6;15;4;6;4;9;0;0;0;0]).
  vm_compute. reflexivity.
Qed.

(** Thirteen cards of one suit, five columns, one cell: a board that cannot be won, and one whose shortest line has 23
    moves. *)
Definition one_suit : game := Game [Spades] (seq 1 13) (seq 1 13) 5 1 0 true AnyCard false.
Definition spades_in (rows : list (list nat)) : state := board one_suit (map (map (fun r => Card r Spades)) rows) [].
Theorem a_board_cannot_be_won : ~ winnable one_suit (spades_in [[1; 6; 7]; [3; 12; 13]; [8; 11; 9]; [10; 2]; [5; 4]]).
Proof. apply decide_sound. vm_compute. reflexivity. Qed.
Theorem a_board_takes_23_moves :
  shortest one_suit 23 (spades_in [[1; 6; 11]; [2; 7; 12]; [3; 8; 13]; [4; 9]; [5; 10]]).
Proof.
  apply (shortest_by_line one_suit _ [1; 0; 0; 0; 4; 2; 3; 4; 2; 1; 1; 1; 2; 4; 4; 4; 0; 0; 0; 0; 0; 0; 0]);
    vm_compute; reflexivity.
Qed.

Check yes_is_true. Print Assumptions yes_is_true.
Check play_sound. Print Assumptions play_sound.
Check decide_sound. Print Assumptions decide_sound.
Check shortest_by_line. Print Assumptions shortest_by_line.
Print Assumptions deal_1_can_be_won.
Print Assumptions a_board_cannot_be_won.
Print Assumptions a_board_takes_23_moves.
