import { Biquad } from "./filters.ts";
import { addPartial, damp, sampleRate, shape, silence, type Voice } from "./tone.ts";

type PianoBuild = {
  /** 1 is a concert grand; below it a cloth lies between hammer and string. */
  readonly hardness: number;
  /** Cents between the strings of a choir. */
  readonly detune: number;
  readonly thump: number;
};

const pianos = {
  felt: { hardness: 0.34, detune: 1.1, thump: 0.14 },
  upright: { hardness: 0.72, detune: 2.2, thump: 0.05 },
} as const satisfies Record<string, PianoBuild>;

/** Struck strings as stiff partials, two strings each, the high ones dying first; a dull knock from the hammer. */
export function piano(name: keyof typeof pianos): Voice {
  const build = pianos[name];
  return (tone, random) => {
    const f = tone.frequency;
    const ringing = 9 * (110 / f) ** 0.55;
    const sound = silence(Math.min(tone.seconds + 0.5, ringing));
    const stiffness = 0.00025 * (f / 262) ** 1.2;
    const tilt = build.hardness * (0.45 + 0.75 * tone.velocity);
    for (let n = 1; n <= 18 && n * f < 9_000; n++) {
      const stretched = n * f * Math.sqrt(1 + stiffness * n * n);
      const hammer = Math.abs(Math.sin((Math.PI * n) / 7.6)) + 0.12;
      const level = 0.3 * tone.velocity * hammer * Math.exp(-(n - 1) * (0.52 / tilt) * (0.35 + f / 900));
      if (level < 0.0002) continue;
      const decay = ringing / (1 + 0.28 * (n - 1));
      const apart = 2 ** (random.between(0.5, 1) * (build.detune / 1200));
      const phase = random.between(0, 0.6);
      addPartial(sound, stretched * apart, level * 0.55, decay, phase);
      addPartial(sound, stretched / apart, level * 0.45, decay * 0.7, phase);
    }
    knock(sound, build.thump * tone.velocity, random.noise.bind(random));
    softenStart(sound, 0.002 + 0.006 * (1 - build.hardness));
    return damp(sound, tone.seconds, 0.35);
  };
}

function knock(sound: Float32Array, level: number, noise: () => number): void {
  const wood = Biquad.lowpass(260, 1.2);
  const length = Math.min(sound.length, 0.09 * sampleRate);
  for (let i = 0; i < length; i++) {
    sound[i] = (sound[i] ?? 0) + wood.step(noise()) * level * 4 * Math.exp(-i / (0.018 * sampleRate));
  }
}

function softenStart(sound: Float32Array, seconds: number): void {
  const length = Math.min(sound.length, Math.round(seconds * sampleRate));
  for (let i = 0; i < length; i++) sound[i] = (sound[i] ?? 0) * (i / length);
}

/** Two-operator FM with a tine: the bell fades in a moment, the bark comes with the velocity. */
export function electricPiano(bark = 1): Voice {
  return (tone) => {
    const sound = silence(tone.seconds + 0.4);
    const step = (2 * Math.PI * tone.frequency) / sampleRate;
    const index = bark * (0.25 + 1.5 * tone.velocity ** 2) * Math.min(1.2, 330 / tone.frequency + 0.25);
    const tine = tone.frequency * 14 < 15_000 ? 0.12 * tone.velocity : 0;
    let growl = index;
    let ping = tine;
    for (let i = 0; i < sound.length; i++) {
      const a = i * step;
      growl = 0.18 * index + (growl - 0.18 * index) * 0.99992;
      ping *= 0.9996;
      sound[i] = 0.4 * tone.velocity * (Math.sin(a + growl * Math.sin(a)) + ping * Math.sin(a * 14));
    }
    return shape(sound, tone.seconds, { attack: 0.003, decay: 3.2, sustain: 0.05, release: 0.25 });
  };
}
