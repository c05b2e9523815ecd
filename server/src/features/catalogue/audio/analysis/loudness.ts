/**
 * Integrated loudness by ITU-R BS.1770-5 and EBU R 128: the weighted energy of 400 ms blocks that overlap by
 * 75 %, without silence and blocks 10 LU below the mean.
 */
export class Loudness {
  private readonly sampleRate: number;
  private readonly filters: Filter[];
  /** Weighted energy of each complete tenth of a second. */
  private readonly tenths: number[] = [];
  private energy = 0;
  private samples = 0;
  private nextEnd: number;

  constructor(sampleRate: number, channels: number) {
    this.sampleRate = sampleRate;
    this.filters = Array.from({ length: channels }, () => filterFor(sampleRate));
    this.nextEnd = Math.round(sampleRate / 10);
  }

  /** Samples -1 to 1 of each channel in `[from, to)`. */
  add(channels: readonly Float32Array[], from: number, to: number): void {
    for (let at = from; at < to; ) {
      const until = Math.min(to, at + this.nextEnd - this.samples);
      for (const [index, filter] of this.filters.entries()) {
        const channel = channels[index];
        if (channel !== undefined) this.energy += filteredEnergy(filter, channel, at, until);
      }
      this.samples += until - at;
      at = until;
      if (this.samples === this.nextEnd) this.closeTenth();
    }
  }

  private closeTenth(): void {
    const before = Math.round((this.tenths.length * this.sampleRate) / 10);
    this.tenths.push(this.energy / (this.nextEnd - before));
    this.energy = 0;
    this.nextEnd = Math.round(((this.tenths.length + 1) * this.sampleRate) / 10);
  }

  /** Returns LUFS; undefined for silence. */
  integrated(): number | undefined {
    const blocks: number[] = [];
    for (let end = 4; end <= this.tenths.length; end++) {
      blocks.push(mean(this.tenths.slice(end - 4, end)));
    }
    const audible = blocks.filter((block) => toLufs(block) > -70);
    if (audible.length === 0) return undefined;
    const gate = mean(audible) / 10;
    return toLufs(mean(audible.filter((block) => block > gate)));
  }
}

function toLufs(energy: number): number {
  return energy <= 0 ? -Infinity : -0.691 + 10 * Math.log10(energy);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The K-weighting: a shelf and a high-pass biquad. `z` is their state. */
type Filter = { shelf: Biquad; pass: Biquad; z: Float64Array };
type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** The standard tabulates 48 kHz only; these are the analogue prototypes for any rate. */
function filterFor(sampleRate: number): Filter {
  const shelf = shelfAt(Math.tan((Math.PI * 1681.974450955533) / sampleRate), 0.7071752369554196);
  const pass = highPassAt(Math.tan((Math.PI * 38.13547087602444) / sampleRate), 0.5003270373238773);
  return { shelf, pass, z: new Float64Array(4) };
}

function shelfAt(k: number, q: number): Biquad {
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function highPassAt(k: number, q: number): Biquad {
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Returns the sum of squares of the filtered samples. */
function filteredEnergy({ shelf, pass, z }: Filter, channel: Float32Array, from: number, to: number): number {
  let [z0 = 0, z1 = 0, z2 = 0, z3 = 0] = z;
  let sum = 0;
  for (let at = from; at < to; at++) {
    const x = channel[at] ?? 0;
    const y = shelf.b0 * x + z0;
    z0 = shelf.b1 * x - shelf.a1 * y + z1;
    z1 = shelf.b2 * x - shelf.a2 * y;
    const heard = y + z2;
    z2 = -2 * y - pass.a1 * heard + z3;
    z3 = y - pass.a2 * heard;
    sum += heard * heard;
  }
  // Flush denormals, which are slow.
  z.set([z0, z1, z2, z3].map((value) => (Math.abs(value) < 1e-20 ? 0 : value)));
  return sum;
}
