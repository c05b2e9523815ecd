import { Biquad } from "./filters.ts";
import { type Contour, sampleRate, shape, silence, type Voice } from "./tone.ts";

type Pipes = {
  /** Partial numbers and levels. */
  readonly partials: readonly (readonly [ratio: number, level: number])[];
  /** Ranks of pipes or reeds, each tuned this many cents away. */
  readonly ranks: readonly number[];
  readonly contour: Contour;
  /** Bellows or breath: hertz and depth of the tremulant. */
  readonly tremulant: readonly [rate: number, depth: number];
  readonly breath?: number;
};

const builds = {
  organ: {
    partials: [
      [0.5, 0.5],
      [1, 1],
      [1.5, 0.35],
      [2, 0.7],
      [3, 0.3],
      [4, 0.35],
      [6, 0.12],
      [8, 0.12],
    ],
    ranks: [0, 2],
    contour: { attack: 0.012, decay: 0.2, sustain: 0.95, release: 0.08 },
    tremulant: [6.1, 0.07],
  },
  churchOrgan: {
    partials: [
      [1, 1],
      [2, 0.6],
      [3, 0.18],
      [4, 0.3],
      [6, 0.08],
      [8, 0.1],
    ],
    ranks: [-3, 3],
    contour: { attack: 0.06, decay: 0.5, sustain: 0.95, release: 0.3 },
    tremulant: [4.6, 0.04],
    breath: 0.02,
  },
  harmonium: {
    partials: [
      [1, 1],
      [2, 0.55],
      [3, 0.5],
      [4, 0.3],
      [5, 0.28],
      [6, 0.16],
      [7, 0.14],
      [9, 0.07],
    ],
    ranks: [-2, 3],
    contour: { attack: 0.12, decay: 0.6, sustain: 0.9, release: 0.22 },
    tremulant: [3.1, 0.06],
    breath: 0.015,
  },
  accordion: {
    partials: [
      [1, 1],
      [2, 0.7],
      [3, 0.62],
      [4, 0.45],
      [5, 0.4],
      [6, 0.28],
      [7, 0.22],
      [8, 0.15],
      [10, 0.08],
    ],
    ranks: [-9, 0, 9],
    contour: { attack: 0.025, decay: 0.3, sustain: 0.9, release: 0.06 },
    tremulant: [2.4, 0.04],
  },
  concertina: {
    partials: [
      [1, 1],
      [2, 0.5],
      [3, 0.68],
      [4, 0.3],
      [5, 0.36],
      [6, 0.16],
      [7, 0.16],
      [9, 0.08],
    ],
    ranks: [0],
    contour: { attack: 0.035, decay: 0.4, sustain: 0.88, release: 0.09 },
    tremulant: [4.2, 0.09],
    breath: 0.012,
  },
  clarinet: {
    partials: [
      [1, 1],
      [2, 0.05],
      [3, 0.55],
      [4, 0.06],
      [5, 0.3],
      [7, 0.14],
      [9, 0.06],
    ],
    ranks: [0],
    contour: { attack: 0.05, decay: 0.4, sustain: 0.85, release: 0.12 },
    tremulant: [4.8, 0.06],
    breath: 0.02,
  },
  mutedBrass: {
    partials: [
      [1, 0.7],
      [2, 0.8],
      [3, 0.9],
      [4, 0.7],
      [5, 0.5],
      [6, 0.42],
      [7, 0.25],
      [8, 0.18],
    ],
    ranks: [0, 4],
    contour: { attack: 0.045, decay: 0.25, sustain: 0.7, release: 0.1 },
    tremulant: [5.1, 0.05],
  },
  flute: {
    partials: [
      [1, 1],
      [2, 0.25],
      [3, 0.1],
      [4, 0.04],
    ],
    ranks: [0],
    contour: { attack: 0.07, decay: 0.4, sustain: 0.9, release: 0.15 },
    tremulant: [5, 0.12],
    breath: 0.06,
  },
  choir: {
    partials: [
      [1, 1],
      [2, 0.62],
      [3, 0.34],
      [4, 0.14],
      [5, 0.1],
      [6, 0.04],
    ],
    ranks: [-11, -4, 4, 12],
    contour: { attack: 0.22, decay: 1, sustain: 0.9, release: 0.4 },
    tremulant: [5.3, 0.06],
    breath: 0.03,
  },
} as const satisfies Record<string, Pipes>;

/** A rank is one period added up from its partials and read round and round: cheap, and free of aliasing. */
export function pipes(name: keyof typeof builds): Voice {
  const build: Pipes = builds[name];
  return (tone, random) => {
    const sound = silence(tone.seconds + build.contour.release);
    const level = (0.3 * tone.velocity) / Math.sqrt(build.ranks.length);
    const wave = period(build.partials, tone.frequency, 0.55 + 0.45 * tone.velocity);
    for (const cents of build.ranks) {
      const drift = cents + random.wobble() * 1.5;
      readRound(sound, wave, tone.frequency * 2 ** (drift / 1200), level, random.next());
    }
    if (build.breath) blow(sound, tone.frequency, build.breath * tone.velocity, random.noise.bind(random));
    tremble(sound, build.tremulant, random.next());
    return shape(sound, tone.seconds, build.contour);
  };
}

const tableSize = 2048;

/** Twice the period, because half partials (a 16-foot rank) need two turns to come back. */
function period(partials: Pipes["partials"], frequency: number, brightness: number): Float32Array {
  const table = new Float32Array(tableSize + 1);
  let power = 0;
  for (const [ratio, amplitude] of partials) {
    if (ratio * frequency > 15_000) continue;
    const level = amplitude * brightness ** (Math.max(0, ratio - 1) ** 0.5);
    power += level * level;
    const step = (2 * Math.PI * ratio * 2) / tableSize;
    for (let i = 0; i <= tableSize; i++)
      table[i] = (table[i] ?? 0) + level * Math.sin(step * i + ratio * 1.7);
  }
  const scale = 1 / Math.sqrt(power || 1);
  return table.map((x) => x * scale);
}

function readRound(sound: Float32Array, wave: Float32Array, frequency: number, level: number, phase: number) {
  const step = (frequency * tableSize) / 2 / sampleRate;
  let at = phase * tableSize;
  for (let i = 0; i < sound.length; i++) {
    if (at >= tableSize) at -= tableSize;
    const whole = Math.floor(at);
    const a = wave[whole] ?? 0;
    sound[i] = (sound[i] ?? 0) + level * (a + ((wave[whole + 1] ?? 0) - a) * (at - whole));
    at += step;
  }
}

function blow(sound: Float32Array, frequency: number, level: number, noise: () => number): void {
  const tube = Biquad.bandpass(Math.min(frequency * 2, 6000), 1.4);
  for (let i = 0; i < sound.length; i++) sound[i] = (sound[i] ?? 0) + tube.step(noise()) * level;
}

function tremble(sound: Float32Array, [rate, depth]: readonly [number, number], phase: number): void {
  const step = (2 * Math.PI * rate) / sampleRate;
  for (let i = 0; i < sound.length; i++) {
    sound[i] = (sound[i] ?? 0) * (1 + depth * Math.sin(step * i + phase * 6));
  }
}

/** Lips: nearly a sine, a slow vibrato that grows, a scoop up into the note, and air. */
export function whistle(): Voice {
  return (tone, random) => {
    const sound = silence(tone.seconds + 0.14);
    const air = Biquad.bandpass(tone.frequency, 9);
    let phase = 0;
    for (let i = 0; i < sound.length; i++) {
      const t = i / sampleRate;
      const scoop = 2 ** (-0.09 * Math.exp(-t / 0.035));
      const vibrato = 1 + 0.0075 * Math.min(1, t / 0.5) * Math.sin(2 * Math.PI * 5.4 * t);
      phase += (2 * Math.PI * tone.frequency * scoop * vibrato) / sampleRate;
      const voiced = Math.sin(phase) + 0.05 * Math.sin(2 * phase);
      sound[i] = tone.velocity * (0.36 * voiced + 0.3 * air.step(random.noise()));
    }
    return shape(sound, tone.seconds, { attack: 0.05, decay: 0.6, sustain: 0.85, release: 0.12 });
  };
}

/** A round low sine with a little of its octave, for what is felt more than heard. */
export function subBass(attack = 0.02, release = 0.12): Voice {
  return (tone) => {
    const sound = silence(tone.seconds + release);
    const step = (2 * Math.PI * tone.frequency) / sampleRate;
    for (let i = 0; i < sound.length; i++) {
      const s = Math.sin(step * i);
      sound[i] = 0.5 * tone.velocity * Math.tanh(1.5 * s + 0.22 * Math.sin(2 * step * i + 0.4));
    }
    return shape(sound, tone.seconds, { attack, decay: 2, sustain: 0.75, release });
  };
}
