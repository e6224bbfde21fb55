(** The checker as an OCaml program: natural numbers as machine integers, text as OCaml's characters. *)
From Coq Require Import Arith Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlString.
Require Import Rules Deal Moves Table Header Verdict.
Extract Inlined Constant Nat.eqb => "(fun (a : int) b -> a = b)".
Extract Inlined Constant Nat.leb => "(fun (a : int) b -> a <= b)".
Extract Inlined Constant Nat.ltb => "(fun (a : int) b -> a < b)".
Extraction "checker.ml" read start_of start_ok verdict canonical fits number_of.
