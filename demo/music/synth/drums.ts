import { Biquad } from "./filters.ts";
import type { Random } from "./random.ts";
import { addPartial, sampleRate, silence, type Voice } from "./tone.ts";

/** A drum ignores the requested pitch and length: each is struck and rings out. */
type Strike = (velocity: number, random: Random) => Float32Array;

function drum(strike: Strike): Voice {
  return (tone, random) => strike(tone.velocity, random);
}

/** A skin: a sine that falls from `from` to `to` hertz, with a click. */
function skin(from: number, to: number, falls: number, decay: number, snap: number): Strike {
  return (velocity, random) => {
    const sound = silence(decay * 2.2);
    let phase = 0;
    for (let i = 0; i < sound.length; i++) {
      const t = i / sampleRate;
      phase += (2 * Math.PI * (to + (from - to) * Math.exp(-t / falls))) / sampleRate;
      const tap = snap * random.noise() * Math.exp(-t / 0.003);
      const end = i > sound.length - 400 ? (sound.length - i) / 400 : 1;
      sound[i] = velocity * end * (0.7 * Math.sin(phase) * Math.exp(-t / (decay * 0.38)) + tap);
    }
    return sound;
  };
}

/** Noise through a band, falling away: wires, hats, shakers. `rise` keeps a shaker from being a hat. */
function wires(low: number, high: number, decay: number, level: number, rise = 0.0005): Strike {
  return (velocity, random) => {
    const sound = silence(decay * 1.6 + rise);
    const below = Biquad.highpass(low);
    const above = Biquad.lowpass(high);
    for (let i = 0; i < sound.length; i++) {
      const t = i / sampleRate;
      const up = t < rise ? t / rise : Math.exp(-(t - rise) / (decay * 0.3));
      sound[i] = velocity * level * up * above.step(below.step(random.noise()));
    }
    return sound;
  };
}

/** Six square waves that share no common pitch: what is left above the filter is metal. */
function metal(decay: number, low: number, level: number): Strike {
  const ratios = [1, 1.342, 1.2312, 1.6532, 1.9523, 2.1523];
  return (velocity, random) => {
    const sound = silence(decay * 1.7);
    const bright = Biquad.highpass(low, 0.9);
    const base = 410 * random.between(0.985, 1.015);
    for (let i = 0; i < sound.length; i++) {
      let clang = 0;
      for (const ratio of ratios) clang += (i * base * ratio) % sampleRate < sampleRate / 2 ? 1 : -1;
      const air = 0.5 * clang + 1.6 * random.noise();
      sound[i] = velocity * level * 0.3 * bright.step(air) * Math.exp(-i / sampleRate / (decay * 0.3));
    }
    return sound;
  };
}

function mixStrikes(...strikes: readonly Strike[]): Strike {
  return (velocity, random) => {
    const layers = strikes.map((strike) => strike(velocity, random));
    const sound = new Float32Array(Math.max(...layers.map((layer) => layer.length)));
    for (const layer of layers) {
      for (let i = 0; i < layer.length; i++) sound[i] = (sound[i] ?? 0) + (layer[i] ?? 0);
    }
    return sound;
  };
}

/** Several hands, never quite together. */
function hands(count: number, spread: number): Strike {
  return (velocity, random) => {
    const sound = silence(0.34);
    for (let n = 0; n < count; n++) {
      const start = Math.round(random.between(0, spread) * sampleRate);
      const palm = Biquad.bandpass(random.between(900, 1700), 1.6);
      for (let i = start; i < sound.length; i++) {
        const t = (i - start) / sampleRate;
        const body = Math.exp(-t / 0.008) + 0.16 * Math.exp(-t / 0.06);
        sound[i] = (sound[i] ?? 0) + (velocity * 1.5 * palm.step(random.noise()) * body) / Math.sqrt(count);
      }
    }
    return sound;
  };
}

/** Wood or tin: a few inharmonic partials. */
function block(frequency: number, decay: number, partials: readonly number[]): Strike {
  return (velocity, random) => {
    const sound = silence(decay * 1.2);
    for (const [n, ratio] of partials.entries()) {
      const struck = frequency * ratio * random.between(0.995, 1.005);
      addPartial(sound, struck, (0.4 * velocity) / (n + 1), decay / (1 + n * 0.5), 0.5);
    }
    return sound;
  };
}

export const drums = {
  kick: drum(skin(150, 52, 0.03, 0.34, 0.16)),
  deepKick: drum(skin(130, 44, 0.045, 0.6, 0.1)),
  dryKick: drum(skin(190, 68, 0.018, 0.17, 0.34)),
  machineKick: drum(skin(230, 49, 0.022, 0.4, 0.08)),
  snare: drum(mixStrikes(skin(260, 185, 0.02, 0.16, 0.2), wires(1400, 9000, 0.24, 0.5))),
  drySnare: drum(mixStrikes(skin(330, 230, 0.012, 0.09, 0.25), wires(1900, 9500, 0.13, 0.55))),
  machineSnare: drum(mixStrikes(skin(240, 190, 0.01, 0.1, 0), wires(900, 8000, 0.2, 0.55))),
  brush: drum(wires(700, 5500, 0.3, 0.28, 0.035)),
  rim: drum(block(1680, 0.06, [1, 1.48, 2.6])),
  hat: drum(metal(0.075, 7000, 0.5)),
  openHat: drum(metal(0.42, 6500, 0.42)),
  ride: drum(metal(0.9, 5200, 0.24)),
  crash: drum(mixStrikes(metal(2.2, 3600, 0.34), wires(3000, 12_000, 1.8, 0.16))),
  clap: drum(hands(5, 0.026)),
  crowdClap: drum(hands(9, 0.05)),
  shaker: drum(wires(4200, 11_000, 0.085, 0.4, 0.018)),
  tambourine: drum(mixStrikes(metal(0.16, 7800, 0.3), wires(6000, 12_000, 0.12, 0.3, 0.006))),
  tom: drum(skin(170, 92, 0.05, 0.4, 0.1)),
  floorTom: drum(skin(118, 64, 0.06, 0.6, 0.1)),
  frameDrum: drum(mixStrikes(skin(104, 58, 0.07, 0.9, 0.05), wires(150, 900, 0.4, 0.12))),
  conga: drum(skin(310, 215, 0.016, 0.2, 0.12)),
  lowConga: drum(skin(225, 158, 0.02, 0.26, 0.1)),
  woodblock: drum(block(930, 0.09, [1, 1.57, 2.76])),
  lowBlock: drum(block(540, 0.12, [1, 1.61, 2.8])),
  bell: drum(block(640, 0.3, [1, 1.51, 2.05, 3.1])),
  shuttle: drum(mixStrikes(block(260, 0.07, [1, 2.3, 4.1, 6.7]), wires(500, 4200, 0.06, 0.3))),
  door: drum(
    mixStrikes(skin(78, 41, 0.1, 1.6, 0.03), block(121, 1.4, [1, 2.2, 3.7]), wires(60, 420, 0.9, 0.35)),
  ),
} as const satisfies Record<string, Voice>;

export type DrumName = keyof typeof drums;
