/** Bits of a compressed code that stand for the distance to its next bit; the largest value is continued elsewhere. */
const normalBits = 3;
const mostNormal = 7;
const exceptionBits = 5;
const headSize = 4;

/**
 * The codes of a fingerprint that Chromaprint compressed: 32 bits for each eighth of a second, about. Empty for what is
 * no fingerprint.
 */
export function codesOf(fingerprint: string): Int32Array {
  const bytes = Buffer.from(fingerprint, "base64url");
  if (bytes.length < headSize) return new Int32Array(0);
  const size = bytes.readUIntBE(1, 3);
  const { values, end } = readValues(bytes, size);
  const codes = new Int32Array(Math.min(size, bytes.length * 3));
  let exception = 0;
  let count = 0;
  let code = 0;
  let bit = 0;
  for (const value of values) {
    if (value === 0) {
      // Each is told by what it differs in from the one before.
      codes[count] = code ^ (codes[count - 1] ?? 0);
      count += 1;
      code = 0;
      bit = 0;
      continue;
    }
    bit +=
      value === mostNormal ? value + bitsAt(bytes, end + exception++ * exceptionBits, exceptionBits) : value;
    code |= 1 << (bit - 1);
  }
  return codes.subarray(0, count);
}

/** The distances, and the bit behind them, which is the first of a byte. */
function readValues(bytes: Uint8Array, size: number): { values: number[]; end: number } {
  const values: number[] = [];
  let at = headSize * 8;
  for (let codes = 0; codes < size && at + normalBits <= bytes.length * 8; at += normalBits) {
    const value = bitsAt(bytes, at, normalBits);
    if (value === 0) codes += 1;
    values.push(value);
  }
  return { values, end: Math.ceil(at / 8) * 8 };
}

/** `count` bits from the bit `at` on, the lowest bit of each byte first; what is missing is 0. */
function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  const byte = at >> 3;
  const two = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8);
  return (two >> (at & 7)) & ((1 << count) - 1);
}
