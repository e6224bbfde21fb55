// Read a file of `kiebitz seeds`: numbers of deals that can be won, with their levels.
//
//     node read_seeds.js FILE
//
// prints a line for each deal, as read_seeds.py does; a page imports `read`. docs/seeds.md specifies the file.

const TITLE = "kiebitz seeds 1\n";
/** The levels by their codes; the first is that of games without levels. */
const LEVELS = ["-", "easy", "medium", "hard", "expert"];
const CHECKSUM_SIZE = 4;

/** Return the CRC-32 of bytes, as in zip files. */
function crc32(bytes) {
  let remainder = -1;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  }
  return ~remainder >>> 0;
}

/**
 * Return the header's values by key, and the `seeds` in ascending order: `{number, level, moves, bound}`. A number is a
 * BigInt if it is above 2^53. Throw an Error for other bytes.
 */
export function read(bytes) {
  const content = bytes.subarray(0, Math.max(0, bytes.length - CHECKSUM_SIZE));
  const text = new TextDecoder("latin1").decode(content);
  if (!text.startsWith(TITLE)) throw new Error("no file of kiebitz seeds, version 1");
  const checksum = new DataView(bytes.buffer, bytes.byteOffset + content.length).getUint32(0, true);
  if (crc32(content) !== checksum) throw new Error("damaged or cut off: the checksum differs");
  const end = text.indexOf("\n\n");
  const lines = text.slice(TITLE.length, end).split("\n");
  const header = Object.fromEntries(lines.map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)]));
  if (end < 0 || !["first", "next", "count"].every((key) => /^\d+$/.test(header[key])))
    throw new Error("no header with the numbers of first, next and count");
  const seeds = seedsOf(content.subarray(end + 2), BigInt(header.first));
  if (seeds.length !== Number(header.count)) throw new Error(`${seeds.length} deals; the header announces ${header.count}`);
  return { header, seeds };
}

function seedsOf(records, first) {
  const seeds = [];
  let number = first; // the first that the next record can name
  for (let place = 0; place < records.length; place += 2) {
    let value = 0n;
    let shift = 0n;
    for (let byte = 128; byte >= 128; shift += 7n) {
      if (place + 2 >= records.length || shift > 70n) throw new Error("a record that does not end");
      byte = records[place++];
      value |= BigInt(byte & 127) << shift;
    }
    const level = LEVELS[Number(value % 8n)];
    if (level === undefined) throw new Error(`a level with the code ${value % 8n}`);
    number += value / 8n;
    const plain = number > BigInt(Number.MAX_SAFE_INTEGER) ? number : Number(number);
    seeds.push({ number: plain, level, moves: records[place], bound: records[place + 1] });
    number += 1n;
  }
  return seeds;
}

async function main([program, file]) {
  const { existsSync, readFileSync, realpathSync } = await import("node:fs");
  const { pathToFileURL } = await import("node:url");
  if (!existsSync(program) || import.meta.url !== pathToFileURL(realpathSync(program)).href) return; // imported
  try {
    if (file === undefined) throw new Error("usage: node read_seeds.js FILE");
    const { seeds } = read(new Uint8Array(readFileSync(file)));
    for (const seed of seeds) console.log(Object.values(seed).join(" "));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}

if (globalThis.process?.argv[1]) await main(process.argv.slice(1));
