import type { Random } from "./random.ts";

export const sampleRate = 44_100;

/** The parameters of a note: hertz, how long the key is held in seconds, and 0 to 1 for how hard. */
export type Tone = { readonly frequency: number; readonly seconds: number; readonly velocity: number };

/** Renders one note in mono, release included; about half of full scale at velocity 1. */
export type Voice = (tone: Tone, random: Random) => Float32Array;

/** Seconds; `sustain` is the level after the decay, 0 to 1. */
export type Contour = {
  readonly attack: number;
  readonly decay: number;
  readonly sustain: number;
  readonly release: number;
};

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.max(1, Math.round(seconds * sampleRate)));
}

/** Per-sample factor that falls by 60 dB in the given seconds. */
export function fallIn(seconds: number): number {
  return 10 ** (-3 / (seconds * sampleRate));
}

/** Shapes a sound in place: linear attack, exponential decay to the sustain, exponential release after `keySeconds`. */
export function shape(sound: Float32Array, keySeconds: number, contour: Contour): Float32Array {
  const attack = Math.max(1, contour.attack * sampleRate);
  const release = Math.max(keySeconds, contour.attack) * sampleRate;
  const decaying = fallIn(Math.max(0.001, contour.decay * 2));
  const releasing = fallIn(Math.max(0.001, contour.release));
  let body = 1;
  let tail = 1;
  for (let i = 0; i < sound.length; i++) {
    const rise = i < attack ? i / attack : 1;
    if (i >= attack) body = contour.sustain + (body - contour.sustain) * decaying;
    if (i >= release) tail *= releasing;
    sound[i] = (sound[i] ?? 0) * rise * body * tail;
  }
  return sound;
}

/** A struck or plucked note rings on after its key is let go, shorter and shorter. */
export function damp(sound: Float32Array, keySeconds: number, release: number): Float32Array {
  const releasing = fallIn(release);
  let tail = 1;
  for (let i = Math.round(keySeconds * sampleRate); i < sound.length; i++) {
    tail *= releasing;
    sound[i] = (sound[i] ?? 0) * tail;
  }
  return sound;
}

/** Adds a decaying sine, made by a two-pole recurrence rather than by Math.sin. `decay` is its time to -60 dB. */
export function addPartial(
  sound: Float32Array,
  frequency: number,
  level: number,
  decay: number,
  phase = 0,
): void {
  if (frequency > sampleRate * 0.45 || level === 0) return;
  const radius = fallIn(decay);
  const step = (2 * Math.PI * frequency) / sampleRate;
  const turn = 2 * radius * Math.cos(step);
  const shrink = radius * radius;
  let last = (level * Math.sin(phase - step)) / radius;
  let before = (level * Math.sin(phase - 2 * step)) / shrink;
  const end = Math.min(sound.length, Math.ceil(decay * 1.3 * sampleRate));
  for (let i = 0; i < end; i++) {
    const now = turn * last - shrink * before;
    before = last;
    last = now;
    sound[i] = (sound[i] ?? 0) + now;
  }
}
