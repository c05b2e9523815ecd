import { type Stereo, stereoSilence } from "./stereo.ts";
import { sampleRate } from "./tone.ts";

export type Room = {
  /** Seconds to -60 dB. */
  readonly seconds: number;
  /** 0 tiles to 1 curtains. */
  readonly damping: number;
  /** Metres, more or less: scales the delays. */
  readonly size: number;
};

export const rooms = {
  closet: { seconds: 0.45, damping: 0.6, size: 0.5 },
  studio: { seconds: 0.9, damping: 0.5, size: 0.7 },
  parlour: { seconds: 1.5, damping: 0.5, size: 0.9 },
  hall: { seconds: 2.4, damping: 0.4, size: 1.2 },
  church: { seconds: 3.6, damping: 0.35, size: 1.6 },
  kiln: { seconds: 6, damping: 0.55, size: 2 },
} as const satisfies Record<string, Room>;

/** Primes, so that no two lines ring on the same pitch. */
const lengths = [1031, 1187, 1327, 1523, 1709, 1867, 2089, 2311];
const predelay = Math.round(0.014 * sampleRate);

/** Eight delay lines that feed each other through a Householder matrix; only the wet sound comes back. */
export function reverberate(dry: Stereo, room: Room): Stereo {
  const wet = stereoSilence(dry.left.length / sampleRate);
  const lines = lengths.map((length) => new Float32Array(Math.round(length * room.size)));
  const keep = lines.map((line) => 10 ** ((-3 * line.length) / (room.seconds * sampleRate)));
  const out = new Float64Array(8);
  const dulled = new Float64Array(8);
  const damping = room.damping * 0.75;
  for (let i = 0; i < wet.left.length; i++) {
    let sum = 0;
    for (let n = 0; n < 8; n++) {
      const line = lines[n] ?? wet.left;
      const x = line[i % line.length] ?? 0;
      const y = x + ((dulled[n] ?? 0) - x) * damping;
      dulled[n] = y;
      out[n] = y * (keep[n] ?? 0);
      sum += out[n] ?? 0;
    }
    const l = dry.left[i - predelay] ?? 0;
    const r = dry.right[i - predelay] ?? 0;
    for (let n = 0; n < 8; n++) {
      const line = lines[n] ?? wet.left;
      line[i % line.length] = (n % 2 === 0 ? l : r) * 0.5 + (out[n] ?? 0) - sum * 0.25;
    }
    wet.left[i] = (out[0] ?? 0) + (out[2] ?? 0) - (out[4] ?? 0) + (out[6] ?? 0);
    wet.right[i] = (out[1] ?? 0) - (out[3] ?? 0) + (out[5] ?? 0) + (out[7] ?? 0);
  }
  return wet;
}
