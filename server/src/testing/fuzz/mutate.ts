import type { Random } from "./random.ts";

/** Longer inputs make a run slow without reaching other code. */
export const MAX_BYTES = 100_000;
const MAX_MUTATIONS = 6;

const edgeBytes = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff, 0x22, 0x09, 0x0a, 0x0d] as const;
const edgeNumbers = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff] as const;

export type Corpus = readonly [Buffer, ...Buffer[]];

/** Changes an input at a few places. `tokens` are byte sequences that the format knows. */
export function mutate(
  random: Random,
  input: Buffer,
  { corpus, tokens }: { corpus: Corpus; tokens: Corpus },
): Buffer {
  let bytes: Buffer = Buffer.from(input);
  const rounds = 1 + random.integer(MAX_MUTATIONS);
  for (let round = 0; round < rounds; round += 1)
    bytes = random.pick(mutations)(random, bytes, { corpus, tokens });
  return bytes.subarray(0, MAX_BYTES);
}

type Mutation = (random: Random, bytes: Buffer, known: { corpus: Corpus; tokens: Corpus }) => Buffer;

const mutations: readonly [Mutation, ...Mutation[]] = [
  function flipBit(random, bytes) {
    const at = random.integer(bytes.length);
    if (bytes.length > 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8));
    return bytes;
  },
  function setByte(random, bytes) {
    if (bytes.length > 0) bytes[random.integer(bytes.length)] = random.pick(edgeBytes);
    return bytes;
  },
  function setNumber(random, bytes) {
    if (bytes.length < 4) return bytes;
    const at = random.integer(bytes.length - 3);
    const value = random.chance(0.5) ? random.pick(edgeNumbers) : random.integer(bytes.length + 2);
    if (random.chance(0.5)) bytes.writeUInt32BE(value, at);
    else bytes.writeUInt32LE(value, at);
    return bytes;
  },
  function insertToken(random, bytes, { tokens }) {
    return insertAt(bytes, random.integer(bytes.length + 1), random.pick(tokens));
  },
  function overwriteWithToken(random, bytes, { tokens }) {
    random.pick(tokens).copy(bytes, random.integer(bytes.length + 1));
    return bytes;
  },
  function removeBlock(random, bytes) {
    const [start, end] = block(random, bytes);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  function truncate(random, bytes) {
    return bytes.subarray(0, random.integer(bytes.length + 1));
  },
  function repeatBlock(random, bytes) {
    const [start, end] = block(random, bytes);
    const times = Math.min(2 ** random.integer(12), Math.floor(MAX_BYTES / Math.max(1, end - start)));
    const repeated = Buffer.concat(Array.from({ length: times }, () => bytes.subarray(start, end)));
    return insertAt(bytes, end, repeated).subarray(0, MAX_BYTES);
  },
  function splice(random, bytes, { corpus }) {
    const other = random.pick(corpus);
    return Buffer.concat([
      bytes.subarray(0, random.integer(bytes.length + 1)),
      other.subarray(random.integer(other.length + 1)),
    ]);
  },
];

function block(random: Random, bytes: Buffer): [start: number, end: number] {
  const start = random.integer(bytes.length + 1);
  return [start, start + random.integer(Math.min(bytes.length - start, 2_000) + 1)];
}

function insertAt(bytes: Buffer, at: number, inserted: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);
}
