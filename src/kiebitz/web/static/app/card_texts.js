// How single cards are spelt: English, Unicode, German and Russian, each under its own name and none ever guessed.
// The counterpart of `kiebitz.cards.spelling`.

const SYMBOLS = { C: "♣♧", D: "♦♢", H: "♥♡", S: "♠♤" };
// Pasted suit symbols often bring an invisible sign that asks for text or emoji style.
const STYLES = ["", "\ufe0e", "\ufe0f"];
const NUMBERS = Object.fromEntries([..."23456789"].map((digit) => [digit, digit]));
const ENGLISH = [
  { ...NUMBERS, A: "A", T: "10 T 0", J: "J", Q: "Q", K: "K" },
  { C: "C", D: "D", H: "H", S: "S" },
];
const ALPHABETS = {
  english: ENGLISH,
  unicode: ENGLISH,
  german: [
    { ...NUMBERS, A: "A", T: "10", J: "B", Q: "D", K: "K" },
    { C: "Kr", D: "Ka", H: "H He", S: "P Pi" },
  ],
  russian: [
    { ...NUMBERS, A: "Т", T: "10", J: "В", Q: "Д", K: "К" },
    { C: "Т", D: "Б", H: "Ч", S: "П" },
  ],
};
const tables = new Map();

/** The card that a text is in one of these spellings, the first that knows it; undefined for none. */
export function readCard(text, spellings = ["english"]) {
  for (const spelling of spellings) {
    const card = tableOf(spelling).get(text.trim());
    if (card) return card;
  }
  return undefined;
}

function tableOf(spelling) {
  if (!tables.has(spelling)) {
    const table = new Map();
    const [ranks, suits] = ALPHABETS[spelling];
    for (const [rank, rankNames] of Object.entries(ranks)) {
      for (const [suit, suitNames] of Object.entries(suits)) {
        const symbols = [...SYMBOLS[suit]].flatMap((symbol) => STYLES.map((style) => symbol + style));
        for (const suitWord of [...forms(suitNames), ...symbols]) {
          for (const rankWord of forms(rankNames)) {
            table.set(rankWord + suitWord, rank + suit);
            table.set(suitWord + rankWord, rank + suit);
          }
        }
      }
    }
    tables.set(spelling, table);
  }
  return tables.get(spelling);
}

const forms = (names) => names.split(" ").flatMap((name) => [...new Set([name, name.toUpperCase(), name.toLowerCase()])]);
