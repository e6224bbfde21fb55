(* The checker for the page: `provenChecker(bytes, limit)` returns a word and a text, of at most [limit] positions. *)
open Checker
open Certificate
open Js_of_ocaml

(* Integers have 32 bits in JavaScript, and two of them make an exact number of 53 bits. *)
let key fold = (float (fold 0x4F6CDD1D lsr 5) *. 67108864.) +. float (fold 0x2545F493 lsr 6)
let order (a : float) b = if a < b then Lt else if a > b then Gt else Eq
let word = function Yes -> "yes" | No -> "no" | Unread -> "unreadable" | Too_large -> "large"

let check bytes limit =
  let answer, text = answer key order limit (Typed_array.String.of_uint8Array bytes) in
  Js.array [| Js.string (word answer); Js.string text |]

let () = Js.Unsafe.set Js.Unsafe.global "provenChecker" (Js.wrap_callback check)
