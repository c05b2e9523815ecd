import { Bits, bitsOf } from "./bits.ts";
import { codeLengths, codesOf } from "./huffman.ts";
import { longestRun, rowStart, type Tokens, tokensOf, up } from "./png-tokens.ts";
import type { Raster } from "./raster.ts";

const endOfBlock = 256;
/** Bytes, the end of the block, and lengths of matches. */
const symbols = 286;
/** The longest code, in bits: two of them, and what is held of the last byte, fit into 32. */
const mostBits = 11;
/** Bytes that the frame and the lengths of the codes take at most. */
const mostFrame = 256;

/** The filtered rows of a picture in zlib's frame (RFC 1950): one block of deflate with codes of its own (RFC 1951, 3.2.7). */
export function deflate(raster: Raster): Uint8Array {
  const tokens = tokensOf(raster);
  const counts = countsOf(tokens);
  const lengths = codeLengths(counts, mostBits);
  const bits = new Bits(mostFrame + bytesFor(counts, lengths));
  bits.put(bitsOf(0x0178, 16));
  for (const told of headOf(lengths)) bits.put(told);
  const table = tableOf(lengths);
  bits.putTokens(tokens, table);
  bits.put(table[endOfBlock] ?? 0);
  return bits.finish(tokens.checksum);
}

function countsOf({ list }: Tokens): Uint32Array {
  // Reds, greens and blues apart, because a count that was just changed is not at hand yet.
  const reds = new Uint32Array(256);
  const greens = new Uint32Array(256);
  const blues = new Uint32Array(256);
  const lengths = new Uint32Array(longestRun + 1);
  let rows = 0;
  for (let at = 0; at < list.length; at += 1) {
    const token = list[at] ?? 0;
    if (token < 0) lengths[-token] = (lengths[-token] ?? 0) + 1;
    else if (token === rowStart) rows += 1;
    else {
      reds[token & 255] = (reds[token & 255] ?? 0) + 1;
      greens[(token >>> 8) & 255] = (greens[(token >>> 8) & 255] ?? 0) + 1;
      blues[token >>> 16] = (blues[token >>> 16] ?? 0) + 1;
    }
  }
  const counts = new Uint32Array(symbols);
  const add = (symbol: number, count: number) => {
    counts[symbol] = (counts[symbol] ?? 0) + count;
  };
  for (let byte = 0; byte < 256; byte += 1)
    add(byte, (reds[byte] ?? 0) + (greens[byte] ?? 0) + (blues[byte] ?? 0));
  for (const [at, { symbol }] of runs.entries()) add(symbol, lengths[at + 1] ?? 0);
  add(up, rows);
  add(endOfBlock, 1);
  return counts;
}

/** What follows the symbol of a match is at most five bits, and one for its distance. */
function bytesFor(counts: Uint32Array, lengths: Uint8Array): number {
  const bits = counts.reduce(
    (sum, count, symbol) => sum + count * ((lengths[symbol] ?? 0) + (symbol > endOfBlock ? 6 : 0)),
    0,
  );
  return Math.ceil(bits / 8);
}

/** The matches of runs, from one pixel on (RFC 1951, 3.2.5): four symbols for each number of further bits. */
const runs = Array.from({ length: longestRun }, (_, at) => {
  const bytes = 3 * (at + 1);
  if (bytes === 258) return { symbol: 285, further: 0, bits: 0 };
  const bits = bytes < 11 ? 0 : Math.floor(Math.log2(bytes - 3)) - 2;
  return { symbol: 257 + bits * 4 + ((bytes - 3) >>> bits), further: (bytes - 3) & (2 ** bits - 1), bits };
});

/** The bits of each byte, of the end of the block, and from there on of runs by their pixels. */
function tableOf(lengths: Uint8Array): Uint32Array {
  const codes = codesOf(lengths);
  const plain = (symbol: number) => bitsOf(codes[symbol] ?? 0, lengths[symbol] ?? 0);
  const matches = runs.map(({ symbol, further, bits }) => {
    const [code = 0, length = 0] = [codes[symbol], lengths[symbol]];
    // The distance, the only one there is, is told by one bit, 0.
    return bitsOf(code | (further << length), length + bits + 1);
  });
  const bytes = Array.from({ length: 256 }, (_, byte) => plain(byte));
  return Uint32Array.from([...bytes, plain(endOfBlock), ...matches]);
}

/** The lengths of the codes: of bytes and matches, and of three distances, of which only that of one pixel is used. */
function headOf(lengths: Uint8Array): number[] {
  const sizes = [bitsOf(0b101, 3), bitsOf(symbols - 257, 5), bitsOf(3 - 1, 5), bitsOf(19 - 4, 4)];
  // The lengths have codes of four bits each themselves; the first three of those, for repetitions, are not used.
  const ownLengths = Array.from({ length: 19 }, (_, at) => bitsOf(at < 3 ? 0 : 4, 3));
  const told = [...lengths, 0, 0, 1].map((length) => bitsOf(turnedFour[length] ?? 0, 4));
  return [...sizes, ...ownLengths, ...told];
}

/** Numbers below 16 with their bits turned round. */
const turnedFour = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
