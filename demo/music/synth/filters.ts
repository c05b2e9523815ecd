import { sampleRate } from "./tone.ts";

type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number];

/** Second-order section with the usual bilinear designs; frequencies in hertz. */
export class Biquad {
  readonly #c: Coefficients;
  #s1 = 0;
  #s2 = 0;

  constructor(coefficients: Coefficients) {
    this.#c = coefficients;
  }

  static lowpass(frequency: number, q = Math.SQRT1_2): Biquad {
    const { cos, alpha, a0 } = design(frequency, q);
    const b = (1 - cos) / 2 / a0;
    return new Biquad([b, b * 2, b, (-2 * cos) / a0, (1 - alpha) / a0]);
  }

  static highpass(frequency: number, q = Math.SQRT1_2): Biquad {
    const { cos, alpha, a0 } = design(frequency, q);
    const b = (1 + cos) / 2 / a0;
    return new Biquad([b, b * -2, b, (-2 * cos) / a0, (1 - alpha) / a0]);
  }

  static bandpass(frequency: number, q: number): Biquad {
    const { cos, alpha, a0 } = design(frequency, q);
    return new Biquad([alpha / a0, 0, -alpha / a0, (-2 * cos) / a0, (1 - alpha) / a0]);
  }

  /** Lifts or cuts by `gain` dB around the frequency. */
  static bell(frequency: number, q: number, gain: number): Biquad {
    const { cos, alpha } = design(frequency, q);
    const a = 10 ** (gain / 40);
    const a0 = 1 + alpha / a;
    return new Biquad([
      (1 + alpha * a) / a0,
      (-2 * cos) / a0,
      (1 - alpha * a) / a0,
      (-2 * cos) / a0,
      (1 - alpha / a) / a0,
    ]);
  }

  step(x: number): number {
    const c = this.#c;
    const y = c[0] * x + this.#s1;
    this.#s1 = c[1] * x - c[3] * y + this.#s2;
    this.#s2 = c[2] * x - c[4] * y;
    return y;
  }

  run(sound: Float32Array): Float32Array {
    for (let i = 0; i < sound.length; i++) sound[i] = this.step(sound[i] ?? 0);
    return sound;
  }
}

function design(frequency: number, q: number) {
  const w = (2 * Math.PI * Math.min(frequency, sampleRate * 0.45)) / sampleRate;
  const alpha = Math.sin(w) / (2 * q);
  return { cos: Math.cos(w), alpha, a0: 1 + alpha };
}

/** Resonant lowpass whose cutoff may move at every sample without clicking (trapezoidal state variable). */
export class Sweep {
  #s1 = 0;
  #s2 = 0;
  readonly #k: number;

  constructor(q = Math.SQRT1_2) {
    this.#k = 1 / q;
  }

  step(x: number, cutoff: number): number {
    // tan() by its first terms: exact enough below a quarter of the rate, and much cheaper than Math.tan.
    const w = (Math.PI * Math.min(cutoff, 11_000)) / sampleRate;
    const g = w * (1 + (w * w) / 3 + (2 * w * w * w * w) / 15);
    const v1 = (this.#s1 + g * (x - this.#s2)) / (1 + g * (g + this.#k));
    const v2 = this.#s2 + g * v1;
    this.#s1 = 2 * v1 - this.#s1;
    this.#s2 = 2 * v2 - this.#s2;
    return v2;
  }
}
