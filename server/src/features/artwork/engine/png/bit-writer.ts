import { ROW_START, type Tokens, UP_FILTER } from "./png-tokens.ts";

const END_OF_BLOCK = 256;

/** Up to 17 bits in one number: their value, the first of them lowest, and from bit 24 on how many they are. */
export const packBits = (value: number, length: number): number => value | (length << 24);

/** Bits that are written one after the other, the first of them lowest in its byte. */
export class BitWriter {
  readonly #out: DataView;
  #at = 0;
  #held = 0;
  #count = 0;

  /** With room for so many bytes. */
  constructor(bytes: number) {
    this.#out = new DataView(new ArrayBuffer(bytes + 8));
  }

  write(bits: number): void {
    this.#held |= (bits & 0xffffff) << this.#count;
    this.#count += bits >>> 24;
    this.#out.setUint32(this.#at, this.#held, true);
    this.#at += this.#count >>> 3;
    this.#held >>>= this.#count & 24;
    this.#count &= 7;
  }

  /**
   * The same for each token by a table: of bytes, from `endOfBlock` on of runs. Here is where the time of a PNG goes: four
   * bytes are written whether they are full or not, because whether they are cannot be foreseen.
   */
  writeTokens({ list }: Tokens, table: Uint32Array): void {
    const out = this.#out;
    let [at, held, count] = [this.#at, this.#held, this.#count];
    for (let index = 0; index < list.length; index += 1) {
      const token = list[index] ?? 0;
      const isPixel = token >= 0 && token < ROW_START;
      const first = isPixel ? token & 255 : token < 0 ? END_OF_BLOCK - token : UP_FILTER;
      let bits = table[first] ?? 0;
      held |= (bits & 0xffffff) << count;
      count += bits >>> 24;
      if (isPixel) {
        bits = table[(token >>> 8) & 255] ?? 0;
        held |= (bits & 0xffffff) << count;
        count += bits >>> 24;
        out.setUint32(at, held, true);
        at += count >>> 3;
        held >>>= count & 24;
        count &= 7;
        bits = table[token >>> 16] ?? 0;
        held |= (bits & 0xffffff) << count;
        count += bits >>> 24;
      }
      out.setUint32(at, held, true);
      at += count >>> 3;
      held >>>= count & 24;
      count &= 7;
    }
    [this.#at, this.#held, this.#count] = [at, held, count];
  }

  /** The bytes so far, the last one filled up, and a number of 32 bits behind them, its highest byte first. */
  finish(number: number): Uint8Array {
    this.#out.setUint8(this.#at, this.#held);
    const end = this.#at + (this.#count > 0 ? 1 : 0);
    this.#out.setUint32(end, number);
    return new Uint8Array(this.#out.buffer, 0, end + 4);
  }
}
