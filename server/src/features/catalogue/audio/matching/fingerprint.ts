/**
 * Bits of a compressed code: the distance to its next set bit. The largest value continues in the exceptions.
 */
const NORMAL_BITS = 3;
const MAX_NORMAL_VALUE = 7;
const EXCEPTION_BITS = 5;
const HEADER_BYTES = 4;

/**
 * Decompresses a Chromaprint fingerprint into its codes: 32 bits for about an eighth of a second. Returns an
 * empty array for an invalid one.
 */
export function decodeFingerprint(fingerprint: string): Int32Array {
  const bytes = Buffer.from(fingerprint, "base64url");
  if (bytes.length < HEADER_BYTES) return new Int32Array(0);
  const size = bytes.readUIntBE(1, 3);
  const { values, end } = readValues(bytes, size);
  const codes = new Int32Array(Math.min(size, bytes.length * 3));
  let exception = 0;
  let count = 0;
  let code = 0;
  let bit = 0;
  for (const value of values) {
    if (value === 0) {
      // Each code is stored as the XOR with the one before.
      codes[count] = code ^ (codes[count - 1] ?? 0);
      count += 1;
      code = 0;
      bit = 0;
      continue;
    }
    bit +=
      value === MAX_NORMAL_VALUE
        ? value + readBits(bytes, end + exception++ * EXCEPTION_BITS, EXCEPTION_BITS)
        : value;
    code |= 1 << (bit - 1);
  }
  return codes.subarray(0, count);
}

/** Returns the distances and the byte-aligned bit offset behind them. */
function readValues(bytes: Uint8Array, size: number): { values: number[]; end: number } {
  const values: number[] = [];
  let at = HEADER_BYTES * 8;
  for (let codes = 0; codes < size && at + NORMAL_BITS <= bytes.length * 8; at += NORMAL_BITS) {
    const value = readBits(bytes, at, NORMAL_BITS);
    if (value === 0) codes += 1;
    values.push(value);
  }
  return { values, end: Math.ceil(at / 8) * 8 };
}

/** Reads `count` bits at bit offset `at`, lowest bit first; missing bits are 0. */
function readBits(bytes: Uint8Array, at: number, count: number): number {
  const byte = at >> 3;
  const two = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8);
  return (two >> (at & 7)) & ((1 << count) - 1);
}
