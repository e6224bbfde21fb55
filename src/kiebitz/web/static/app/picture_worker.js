// The worker that reads a board off a picture's file, with the kernel's reader of pictures. It begins with the message.

import { Kernel, loadModule } from "./kernel.js";

const MOST_PIXELS = 20_000_000;
/** The part of a card's height that a cut-out shows above and below it. */
const MARGIN = 0.35;

self.addEventListener("message", async ({ data: { file, dealt } }) => {
  try {
    const [picture, module, weights] = await Promise.all([decoded(file), loadModule("picture.wasm"), glyphs()]);
    if (!module) throw fault("no_reader");
    const pixels = pixelsOf(picture);
    const board = new Kernel(module).call("read_picture", picture.width, picture.height, pixels, weights, dealt);
    const doubts = await Promise.all(doubtful(board).map(({ place, card }) => doubtOf(picture, place, card)));
    postMessage({ board, doubts }, { transfer: doubts.map(({ cutout }) => cutout) });
  } catch (error) {
    const { code = error.kind === "out_of_memory" || error instanceof RangeError ? "memory" : "fault", message } = error;
    postMessage({ code, message });
  }
});

/** @param {string} code */
const fault = (code) => Object.assign(new Error(code), { code });

async function glyphs() {
  const answer = await fetch(new URL("../card_glyphs.bin", import.meta.url));
  if (!answer.ok) throw new Error(`card_glyphs.bin: status ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** @param {Blob} file */
async function decoded(file) {
  // As they are in the file, so that the page and Python read the same pixels.
  const picture = await createImageBitmap(file, { colorSpaceConversion: "none" }).catch(() => {
    throw fault("no_picture");
  });
  if (picture.width * picture.height > MOST_PIXELS) throw fault("picture_size");
  return picture;
}

/** @param {ImageBitmap} picture */
function pixelsOf(picture) {
  const { width, height } = picture;
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!pen) throw fault("no_reader");
  pen.drawImage(picture, 0, 0);
  return pen.getImageData(0, 0, width, height).data;
}

/**
 * Return the cards with other guesses, each with its place among all cards.
 * @param {any[]} board
 */
const doubtful = ([, columns, cells, foundations]) =>
  [...columns.flat(), ...cells, ...foundations].flatMap((card, place) => (card.at(-1).length ? [{ place, card }] : []));

/**
 * Return the place of a card, its guesses, and the part of the picture that shows it.
 * @param {ImageBitmap} picture @param {number} place @param {any[]} card
 */
async function doubtOf(picture, place, [, , left, top, width, height, guesses]) {
  const more = Math.round(height * MARGIN);
  const [x, y] = [Math.max(0, left - more), Math.max(0, top - more)];
  const cutout = await createImageBitmap(
    picture,
    x,
    y,
    Math.min(picture.width, left + width + more) - x,
    Math.min(picture.height, top + height + more) - y,
  );
  return { place, guesses, cutout };
}
