import { Biquad } from "./filters.ts";
import type { Random } from "./random.ts";
import { damp, fallIn, sampleRate, silence, type Tone, type Voice } from "./tone.ts";

export type StringBuild = {
  /** 0 dull thumb to 1 bright plectrum. */
  readonly brightness: number;
  /** Seconds to -60 dB of the A below middle C; higher strings are shorter. */
  readonly sustain: number;
  /** Where it is plucked, as a part of the string: 0.1 by the bridge, 0.5 in the middle. */
  readonly pick: number;
  /** Seconds of ringing after the finger leaves. */
  readonly release: number;
  /** Resonances of the box, in hertz; an electric guitar has none. */
  readonly body?: readonly number[];
};

const builds = {
  nylonGuitar: { brightness: 0.42, sustain: 3.4, pick: 0.28, release: 0.25, body: [105, 205, 430] },
  steelGuitar: { brightness: 0.72, sustain: 4.5, pick: 0.2, release: 0.3, body: [110, 220, 390] },
  electricGuitar: { brightness: 0.78, sustain: 5.5, pick: 0.16, release: 0.18 },
  mutedGuitar: { brightness: 0.6, sustain: 0.55, pick: 0.14, release: 0.06 },
  baritoneGuitar: { brightness: 0.66, sustain: 6, pick: 0.13, release: 0.4 },
  fadoGuitar: { brightness: 0.9, sustain: 2.6, pick: 0.12, release: 0.3, body: [160, 340, 620] },
  harp: { brightness: 0.5, sustain: 4.2, pick: 0.42, release: 0.9, body: [150, 280] },
  clavinet: { brightness: 0.95, sustain: 1.4, pick: 0.08, release: 0.04 },
  pizzicato: { brightness: 0.36, sustain: 0.7, pick: 0.25, release: 0.15, body: [280, 460, 700] },
  uprightBass: { brightness: 0.22, sustain: 2.2, pick: 0.3, release: 0.12, body: [70, 118, 200] },
  electricBass: { brightness: 0.4, sustain: 4, pick: 0.22, release: 0.08 },
  pickedBass: { brightness: 0.74, sustain: 3, pick: 0.12, release: 0.07 },
} as const satisfies Record<string, StringBuild>;

/** A plucked string: noise going round a delay line as long as one period, losing its treble on every turn. */
export function plucked(name: keyof typeof builds): Voice {
  const build: StringBuild = builds[name];
  return (tone, random) => {
    const sustain = build.sustain * Math.min(2, (220 / tone.frequency) ** 0.4);
    const sound = silence(Math.min(tone.seconds + build.release, sustain));
    ring(sound, tone, build, sustain, random);
    if (build.body) resonate(sound, build.body);
    return damp(sound, tone.seconds, build.release);
  };
}

function ring(sound: Float32Array, tone: Tone, build: StringBuild, sustain: number, random: Random): void {
  const period = sampleRate / tone.frequency;
  const loss = 0.06 + 0.38 * (1 - build.brightness) * Math.min(1, tone.frequency / 500 + 0.3);
  const whole = Math.floor(period - loss - 0.2);
  const fraction = period - loss - whole;
  const tuning = (1 - fraction) / (1 + fraction);
  const line = excite(whole, tone, build, random);
  const keep = fallIn(sustain) ** period;
  let at = 0;
  let last = 0;
  let passIn = 0;
  let passOut = 0;
  for (let i = 0; i < sound.length; i++) {
    const out = line[at] ?? 0;
    const dull = (out * (1 - loss) + last * loss) * keep;
    last = out;
    // An allpass holds the part of a sample that keeps the string in tune.
    passOut = tuning * (dull - passOut) + passIn;
    passIn = dull;
    line[at] = passOut;
    at = at + 1 === whole ? 0 : at + 1;
    sound[i] = out;
  }
}

function excite(length: number, tone: Tone, build: StringBuild, random: Random): Float32Array {
  const raw = new Float32Array(length);
  const soften = Math.min(0.97, 1 - (0.12 + 0.88 * build.brightness) * (0.35 + 0.65 * tone.velocity));
  let y = 0;
  // Filtered twice round the loop so that the seam between end and start is smooth.
  for (let i = -length; i < length; i++) {
    y = y * soften + random.noise() * (1 - soften);
    if (i >= 0) raw[i] = y;
  }
  const combDelay = Math.max(1, Math.round(length * build.pick));
  const combed = raw.map((x, i) => x - (raw[(i + combDelay) % length] ?? 0));
  return centred(combed, 0.45 * tone.velocity);
}

/** Without its mean, which would circulate as DC, and at the same strength whatever the noise was. */
function centred(line: Float32Array, level: number): Float32Array {
  const mean = line.reduce((sum, x) => sum + x, 0) / line.length;
  const power = Math.sqrt(line.reduce((sum, x) => sum + (x - mean) ** 2, 0) / line.length) || 1;
  return line.map((x) => ((x - mean) / power) * level * 0.6);
}

function resonate(sound: Float32Array, body: readonly number[]): void {
  for (const frequency of body) Biquad.bell(frequency, 2.2, 4).run(sound);
}
