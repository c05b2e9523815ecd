import type { Raster } from "../raster.ts";
import { BitWriter, packBits } from "./bit-writer.ts";
import { canonicalCodes, codeLengths } from "./huffman.ts";
import { MAX_RUN_PIXELS, ROW_START, type Tokens, tokenize, UP_FILTER } from "./png-tokens.ts";

const END_OF_BLOCK = 256;
/** Bytes, end of block, and match lengths. */
const SYMBOLS = 286;
/** Longest code in bits: two codes and a partial byte fit into 32. */
const MAX_CODE_BITS = 11;
/** Upper limit of the zlib frame and the code lengths. */
const MAX_FRAME_BYTES = 256;

/**
 * Compresses the filtered rows of a raster in a zlib stream (RFC 1950): one deflate block with dynamic codes
 * (RFC 1951, 3.2.7).
 */
export function deflate(raster: Raster): Uint8Array {
  const tokens = tokenize(raster);
  const counts = countSymbols(tokens);
  const lengths = codeLengths(counts, MAX_CODE_BITS);
  const bits = new BitWriter(MAX_FRAME_BYTES + compressedSize(counts, lengths));
  bits.write(packBits(0x0178, 16));
  for (const headerBits of blockHeader(lengths)) bits.write(headerBits);
  const table = buildTable(lengths);
  bits.writeTokens(tokens, table);
  bits.write(table[END_OF_BLOCK] ?? 0);
  return bits.finish(tokens.checksum);
}

function countSymbols({ list }: Tokens): Uint32Array {
  // Separate counters per channel avoid store-to-load stalls on the same counter.
  const reds = new Uint32Array(256);
  const greens = new Uint32Array(256);
  const blues = new Uint32Array(256);
  const lengths = new Uint32Array(MAX_RUN_PIXELS + 1);
  let rows = 0;
  for (let at = 0; at < list.length; at += 1) {
    const token = list[at] ?? 0;
    if (token < 0) lengths[-token] = (lengths[-token] ?? 0) + 1;
    else if (token === ROW_START) rows += 1;
    else {
      reds[token & 255] = (reds[token & 255] ?? 0) + 1;
      greens[(token >>> 8) & 255] = (greens[(token >>> 8) & 255] ?? 0) + 1;
      blues[token >>> 16] = (blues[token >>> 16] ?? 0) + 1;
    }
  }
  const counts = new Uint32Array(SYMBOLS);
  const add = (symbol: number, count: number) => {
    counts[symbol] = (counts[symbol] ?? 0) + count;
  };
  for (let byte = 0; byte < 256; byte += 1)
    add(byte, (reds[byte] ?? 0) + (greens[byte] ?? 0) + (blues[byte] ?? 0));
  for (const [at, { symbol }] of runMatches.entries()) add(symbol, lengths[at + 1] ?? 0);
  add(UP_FILTER, rows);
  add(END_OF_BLOCK, 1);
  return counts;
}

/** A match symbol is followed by at most five extra bits and one for the distance. */
function compressedSize(counts: Uint32Array, lengths: Uint8Array): number {
  const bits = counts.reduce(
    (sum, count, symbol) => sum + count * ((lengths[symbol] ?? 0) + (symbol > END_OF_BLOCK ? 6 : 0)),
    0,
  );
  return Math.ceil(bits / 8);
}

/** Match symbols of runs by pixels (RFC 1951, 3.2.5): four symbols for each number of extra bits. */
const runMatches = Array.from({ length: MAX_RUN_PIXELS }, (_, at) => {
  const bytes = 3 * (at + 1);
  if (bytes === 258) return { symbol: 285, further: 0, bits: 0 };
  const bits = bytes < 11 ? 0 : Math.floor(Math.log2(bytes - 3)) - 2;
  return { symbol: 257 + bits * 4 + ((bytes - 3) >>> bits), further: (bytes - 3) & (2 ** bits - 1), bits };
});

/** Builds the table of bytes, end of block, and runs by pixels. */
function buildTable(lengths: Uint8Array): Uint32Array {
  const codes = canonicalCodes(lengths);
  const plain = (symbol: number) => packBits(codes[symbol] ?? 0, lengths[symbol] ?? 0);
  const matches = runMatches.map(({ symbol, further, bits }) => {
    const [code = 0, length = 0] = [codes[symbol], lengths[symbol]];
    // The only distance has a one-bit code, 0.
    return packBits(code | (further << length), length + bits + 1);
  });
  const bytes = Array.from({ length: 256 }, (_, byte) => plain(byte));
  return Uint32Array.from([...bytes, plain(END_OF_BLOCK), ...matches]);
}

/**
 * Returns the code lengths: bytes and matches, and three distances of which only that of one pixel is used.
 */
function blockHeader(lengths: Uint8Array): number[] {
  const sizes = [packBits(0b101, 3), packBits(SYMBOLS - 257, 5), packBits(3 - 1, 5), packBits(19 - 4, 4)];
  // Code lengths are themselves coded with four bits; the first three symbols, for repeats, are unused.
  const ownLengths = Array.from({ length: 19 }, (_, at) => packBits(at < 3 ? 0 : 4, 3));
  const codeLengthBits = [...lengths, 0, 0, 1].map((length) => packBits(REVERSED_4_BITS[length] ?? 0, 4));
  return [...sizes, ...ownLengths, ...codeLengthBits];
}

/** Numbers below 16 with reversed bits. */
const REVERSED_4_BITS = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
