import { Biquad } from "./filters.ts";
import type { Stereo } from "./stereo.ts";
import { sampleRate } from "./tone.ts";

/** The head's shelf and the ear's low cut of ITU-R BS.1770, designed for this sample rate. */
function earFilters(): readonly [Biquad, Biquad] {
  const k = Math.tan((Math.PI * 1681.97445) / sampleRate);
  const high = 10 ** (3.99984385 / 20);
  const band = high ** 0.49966677;
  const [q, a0] = [0.70717524, 1 + k / 0.70717524 + k * k];
  const shelf = new Biquad([
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ]);
  return [shelf, Biquad.highpass(38.1354709, 0.50032704)];
}

/** Integrated loudness in LUFS, gated: pauses do not count. -Infinity for silence. */
export function loudness(tape: Stereo): number {
  const tenth = Math.round(sampleRate / 10);
  const energy = new Float64Array(Math.ceil(tape.left.length / tenth));
  for (const side of [tape.left, tape.right]) {
    const [shelf, cut] = earFilters();
    for (let i = 0; i < side.length; i++) {
      const y = cut.step(shelf.step(side[i] ?? 0));
      const block = Math.floor(i / tenth);
      energy[block] = (energy[block] ?? 0) + (y * y) / tenth;
    }
  }
  const blocks = Array.from({ length: Math.max(1, energy.length - 3) }, (_, i) =>
    energy.subarray(i, i + 4).reduce((sum, x) => sum + x / 4, 0),
  );
  const heard = blocks.filter((power) => toLufs(power) > -70);
  const gate = toLufs(mean(heard)) - 10;
  return toLufs(mean(heard.filter((power) => toLufs(power) > gate)));
}

function toLufs(power: number): number {
  return -0.691 + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, x) => sum + x, 0) / values.length;
}
