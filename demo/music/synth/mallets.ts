import { addPartial, damp, sampleRate, silence, type Voice } from "./tone.ts";

type Mode = readonly [ratio: number, level: number, decay: number];
type Bar = {
  readonly modes: readonly Mode[];
  /** The stick's own noise. */
  readonly strike: number;
  /** Seconds left to ring when the note is over. */
  readonly release: number;
};

/** Modes as measured on real bars: a marimba's is tuned to two octaves, a tongue's lie far apart and out of tune. */
const bars = {
  marimba: {
    modes: [
      [1, 1, 1.5],
      [3.93, 0.28, 0.5],
      [9.6, 0.09, 0.18],
    ],
    strike: 0.16,
    release: 0.9,
  },
  bassMarimba: {
    modes: [
      [1, 1, 2.2],
      [3.98, 0.3, 0.6],
      [10.2, 0.06, 0.2],
    ],
    strike: 0.14,
    release: 1,
  },
  vibraphone: {
    modes: [
      [1, 1, 5],
      [4, 0.2, 2],
      [10.4, 0.05, 0.6],
    ],
    strike: 0.05,
    release: 1.6,
  },
  musicBox: {
    modes: [
      [1, 1, 3.2],
      [2.01, 0.16, 1.6],
      [6.27, 0.34, 0.9],
      [11.1, 0.07, 0.3],
    ],
    strike: 0.06,
    release: 3,
  },
  thumbPiano: {
    modes: [
      [1, 1, 1.7],
      [2.02, 0.12, 0.5],
      [5.42, 0.3, 0.28],
      [8.3, 0.1, 0.12],
    ],
    strike: 0.2,
    release: 1.2,
  },
  glass: {
    modes: [
      [1, 1, 2.8],
      [2.32, 0.32, 1.3],
      [4.25, 0.22, 0.8],
      [6.63, 0.12, 0.4],
    ],
    strike: 0.03,
    release: 2,
  },
  glockenspiel: {
    modes: [
      [1, 1, 2.6],
      [2.76, 0.36, 1.2],
      [5.4, 0.2, 0.5],
    ],
    strike: 0.08,
    release: 2,
  },
} as const satisfies Record<string, Bar>;

export function mallet(name: keyof typeof bars): Voice {
  const bar: Bar = bars[name];
  return (tone, random) => {
    const shorter = Math.min(2.2, (330 / tone.frequency) ** 0.5);
    const longest = (bar.modes[0]?.[2] ?? 1) * shorter;
    const sound = silence(Math.min(tone.seconds + bar.release, longest));
    for (const [ratio, level, decay] of bar.modes) {
      const hard = ratio === 1 ? 1 : 0.35 + 0.9 * tone.velocity;
      addPartial(sound, tone.frequency * ratio, 0.42 * tone.velocity * level * hard, decay * shorter);
    }
    click(sound, bar.strike * tone.velocity, random.noise.bind(random));
    return damp(sound, tone.seconds, bar.release);
  };
}

function click(sound: Float32Array, level: number, noise: () => number): void {
  const length = Math.min(sound.length, 0.02 * sampleRate);
  let smooth = 0;
  for (let i = 0; i < length; i++) {
    smooth += 0.3 * (noise() - smooth);
    sound[i] = (sound[i] ?? 0) + smooth * level * Math.exp(-i / (0.003 * sampleRate));
  }
}
