/** Points of a waveform. */
export const PEAK_COUNT = 400;

/** The loudest sample of each of `PEAK_COUNT` equal stretches of a recording of `length` samples. */
export class Waveform {
  private readonly length: number;
  private readonly loudest = new Float32Array(PEAK_COUNT);
  private at = 0;

  constructor(length: number) {
    this.length = length;
  }

  add(channels: readonly Float32Array[], from: number, to: number): void {
    for (let at = from; at < to; ) {
      const stretch = Math.min(PEAK_COUNT - 1, Math.floor((this.at * PEAK_COUNT) / this.length));
      // The first sample of the next stretch.
      const end =
        stretch === PEAK_COUNT - 1 ? Infinity : Math.ceil(((stretch + 1) * this.length) / PEAK_COUNT);
      const until = Math.min(to, at + Math.max(1, end - this.at));
      for (const channel of channels) this.raise(stretch, channel, at, until);
      this.at += until - at;
      at = until;
    }
  }

  private raise(stretch: number, channel: Float32Array, from: number, to: number): void {
    let peak = this.loudest[stretch] ?? 0;
    for (let at = from; at < to; at++) {
      const level = Math.abs(channel[at] ?? 0);
      if (level > peak) peak = level;
    }
    this.loudest[stretch] = peak;
  }

  /** Returns the peaks, 0 to 255, normalised to 255. */
  peaks(): Uint8Array {
    const maxLevel = Math.max(...this.loudest, Number.EPSILON);
    return Uint8Array.from(this.loudest, (level) => Math.round((level / maxLevel) * 255));
  }
}
