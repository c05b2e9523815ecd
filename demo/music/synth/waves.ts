import { Sweep } from "./filters.ts";
import { type Contour, sampleRate, shape, silence, type Voice } from "./tone.ts";

/** Removes the step of a saw around its jump, so that it does not alias; `t` and `dt` are parts of a period. */
export function smoothJump(t: number, dt: number): number {
  if (t < dt) {
    const x = t / dt;
    return x + x - x * x - 1;
  }
  if (t > 1 - dt) {
    const x = (t - 1) / dt;
    return x * x + x + x + 1;
  }
  return 0;
}

export type SynthBuild = {
  /** 0 is a saw; otherwise the width of a pulse. */
  readonly pulse?: number;
  /** How many oscillators, spread over `detune` cents. */
  readonly unison: number;
  readonly detune: number;
  /** Hertz at rest, and how many octaves the filter opens on the attack. */
  readonly cutoff: number;
  readonly opens: number;
  /** Seconds in which the filter closes again. */
  readonly closing: number;
  readonly resonance?: number;
  readonly contour: Contour;
  /** Cents and hertz. */
  readonly vibrato?: readonly [depth: number, rate: number];
};

const builds = {
  warmPad: {
    unison: 4,
    detune: 16,
    cutoff: 620,
    opens: 0.8,
    closing: 3,
    contour: { attack: 0.7, decay: 2, sustain: 0.8, release: 1.8 },
  },
  widePad: {
    unison: 5,
    detune: 24,
    cutoff: 950,
    opens: 1,
    closing: 4,
    contour: { attack: 1.1, decay: 3, sustain: 0.8, release: 2.6 },
  },
  hollowPad: {
    pulse: 0.5,
    unison: 3,
    detune: 12,
    cutoff: 700,
    opens: 0.6,
    closing: 2.5,
    contour: { attack: 0.5, decay: 2, sustain: 0.7, release: 1.4 },
  },
  houseChord: {
    unison: 4,
    detune: 14,
    cutoff: 480,
    opens: 2.2,
    closing: 0.35,
    resonance: 1.1,
    contour: { attack: 0.006, decay: 0.5, sustain: 0.25, release: 0.3 },
  },
  arpeggio: {
    pulse: 0.32,
    unison: 2,
    detune: 9,
    cutoff: 700,
    opens: 2.6,
    closing: 0.18,
    resonance: 1.8,
    contour: { attack: 0.003, decay: 0.25, sustain: 0.15, release: 0.18 },
  },
  lead: {
    pulse: 0.42,
    unison: 2,
    detune: 7,
    cutoff: 1500,
    opens: 1.1,
    closing: 0.6,
    contour: { attack: 0.015, decay: 0.8, sustain: 0.65, release: 0.2 },
    vibrato: [9, 5.2],
  },
  dryLead: {
    pulse: 0.5,
    unison: 1,
    detune: 0,
    cutoff: 1900,
    opens: 0.8,
    closing: 0.2,
    contour: { attack: 0.004, decay: 0.4, sustain: 0.5, release: 0.07 },
  },
  synthBass: {
    unison: 2,
    detune: 5,
    cutoff: 230,
    opens: 2.3,
    closing: 0.22,
    resonance: 1.4,
    contour: { attack: 0.004, decay: 0.6, sustain: 0.6, release: 0.06 },
  },
  squareBass: {
    pulse: 0.5,
    unison: 1,
    detune: 0,
    cutoff: 420,
    opens: 1.2,
    closing: 0.15,
    contour: { attack: 0.003, decay: 0.4, sustain: 0.55, release: 0.05 },
  },
  brass: {
    unison: 3,
    detune: 9,
    cutoff: 900,
    opens: 1.9,
    closing: 0.3,
    contour: { attack: 0.028, decay: 0.5, sustain: 0.7, release: 0.09 },
    vibrato: [7, 5.6],
  },
  bowed: {
    unison: 4,
    detune: 13,
    cutoff: 1500,
    opens: 0.3,
    closing: 1,
    contour: { attack: 0.22, decay: 1, sustain: 0.85, release: 0.5 },
    vibrato: [11, 5.4],
  },
  drone: {
    unison: 3,
    detune: 8,
    cutoff: 260,
    opens: 0.9,
    closing: 6,
    resonance: 1.1,
    contour: { attack: 2.2, decay: 4, sustain: 0.85, release: 3 },
  },
} as const satisfies Record<string, SynthBuild>;

/** Subtractive voice: saws or pulses through a lowpass that opens with the velocity and closes again. */
export function synth(name: keyof typeof builds): Voice {
  const build: SynthBuild = builds[name];
  return (tone, random) => {
    const sound = silence(tone.seconds + build.contour.release);
    for (let n = 0; n < build.unison; n++) {
      const place = build.unison === 1 ? 0 : n / (build.unison - 1) - 0.5;
      const cents = place * build.detune + random.wobble() * 1.2;
      oscillate(sound, tone.frequency * 2 ** (cents / 1200), build, random.next());
    }
    const level = (0.34 * tone.velocity) / Math.sqrt(build.unison);
    const filter = new Sweep(build.resonance ?? Math.SQRT1_2);
    const keyed = build.cutoff * (tone.frequency / 220) ** 0.35;
    const opens = build.opens * (0.4 + 0.75 * tone.velocity);
    const closing = Math.exp(-1 / (build.closing * sampleRate));
    let open = 1;
    for (let i = 0; i < sound.length; i++) {
      open *= closing;
      sound[i] = filter.step((sound[i] ?? 0) * level, keyed * (1 + (2 ** opens - 1) * open));
    }
    return shape(sound, tone.seconds, build.contour);
  };
}

function oscillate(sound: Float32Array, frequency: number, build: SynthBuild, phase: number): void {
  const dt = frequency / sampleRate;
  const width = build.pulse ?? 0;
  const [depth, rate] = build.vibrato ?? [0, 0];
  const swing = depth * 0.000578 * dt;
  let t = phase;
  for (let i = 0; i < sound.length; i++) {
    // Vibrato arrives a little after the note, as a player's does.
    const late = i < 15_000 ? i / 15_000 : 1;
    t += swing === 0 ? dt : dt + swing * late * Math.sin((2 * Math.PI * rate * i) / sampleRate + phase * 6);
    if (t >= 1) t -= 1;
    let y = 2 * t - 1 - smoothJump(t, dt);
    if (width > 0) {
      const u = t + width >= 1 ? t + width - 1 : t + width;
      y -= 2 * u - 1 - smoothJump(u, dt);
    }
    sound[i] = (sound[i] ?? 0) + y;
  }
}
