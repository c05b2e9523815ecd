import { ROW_START, type Tokens, UP_FILTER } from "./png-tokens.ts";

const END_OF_BLOCK = 256;

/** Packs up to 17 bits: the value, first bit lowest, and from bit 24 on their number. */
export const packBits = (value: number, length: number): number => value | (length << 24);

/** Writes bits, first bit lowest in its byte. */
export class BitWriter {
  readonly #out: DataView;
  #at = 0;
  #pending = 0;
  #count = 0;

  /** `bytes`: the capacity. */
  constructor(bytes: number) {
    this.#out = new DataView(new ArrayBuffer(bytes + 8));
  }

  write(bits: number): void {
    this.#pending |= (bits & 0xffffff) << this.#count;
    this.#count += bits >>> 24;
    this.#out.setUint32(this.#at, this.#pending, true);
    this.#at += this.#count >>> 3;
    this.#pending >>>= this.#count & 24;
    this.#count &= 7;
  }

  /**
   * Writes each token by a table of bytes and, from `END_OF_BLOCK` on, of runs. This is the hot loop of PNG
   * encoding: it writes four bytes each time, full or not, because a branch on that is unpredictable.
   */
  writeTokens({ list }: Tokens, table: Uint32Array): void {
    const out = this.#out;
    let [at, pending, count] = [this.#at, this.#pending, this.#count];
    for (let index = 0; index < list.length; index += 1) {
      const token = list[index] ?? 0;
      const isPixel = token >= 0 && token < ROW_START;
      const first = isPixel ? token & 255 : token < 0 ? END_OF_BLOCK - token : UP_FILTER;
      let bits = table[first] ?? 0;
      pending |= (bits & 0xffffff) << count;
      count += bits >>> 24;
      if (isPixel) {
        bits = table[(token >>> 8) & 255] ?? 0;
        pending |= (bits & 0xffffff) << count;
        count += bits >>> 24;
        out.setUint32(at, pending, true);
        at += count >>> 3;
        pending >>>= count & 24;
        count &= 7;
        bits = table[token >>> 16] ?? 0;
        pending |= (bits & 0xffffff) << count;
        count += bits >>> 24;
      }
      out.setUint32(at, pending, true);
      at += count >>> 3;
      pending >>>= count & 24;
      count &= 7;
    }
    [this.#at, this.#pending, this.#count] = [at, pending, count];
  }

  /** Returns the bytes so far, padded, followed by a big-endian 32-bit number. */
  finish(number: number): Uint8Array {
    this.#out.setUint8(this.#at, this.#pending);
    const end = this.#at + (this.#count > 0 ? 1 : 0);
    this.#out.setUint32(end, number);
    return new Uint8Array(this.#out.buffer, 0, end + 4);
  }
}
