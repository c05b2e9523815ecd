import { Biquad, Sweep } from "./filters.ts";
import { sampleRate, shape, silence, type Voice } from "./tone.ts";

const comesAndGoes = { attack: 2.5, decay: 1, sustain: 1, release: 2.5 };

/** Noise under a lowpass that wanders from `low` to `high` hertz, with a new aim every `gust` seconds. */
function wandering(low: number, high: number, gust: number, floor: number): Voice {
  return (tone, random) => {
    const sound = silence(tone.seconds + comesAndGoes.release);
    const filter = new Sweep(0.9);
    const rumble = Biquad.highpass(floor);
    let aim = random.next();
    let now = aim;
    for (let i = 0; i < sound.length; i++) {
      if (i % Math.round(gust * sampleRate) === 0) aim = random.next();
      now += (aim - now) / (gust * 0.5 * sampleRate);
      const air = filter.step(random.noise(), low * (high / low) ** now);
      sound[i] = tone.velocity * (0.2 + 0.8 * now) * 0.5 * rumble.step(air);
    }
    return shape(sound, tone.seconds, comesAndGoes);
  };
}

/** Separate drops, `density` a second, over a hiss. */
function drops(density: number, low: number, high: number, hiss: number): Voice {
  return (tone, random) => {
    const sound = silence(tone.seconds + comesAndGoes.release);
    const air = Biquad.highpass(3500);
    let ring = 0;
    let step = 0;
    let phase = 0;
    for (let i = 0; i < sound.length; i++) {
      if (random.next() < density / sampleRate) {
        ring = random.between(0.1, 0.6) ** 2;
        step = (2 * Math.PI * random.between(low, high)) / sampleRate;
        phase = 0;
      }
      phase += step;
      ring *= 0.9965;
      sound[i] = tone.velocity * (ring * Math.sin(phase) + hiss * air.step(random.noise()));
    }
    return shape(sound, tone.seconds, comesAndGoes);
  };
}

/** What the field recorder heard; played for as long as the note is held, whatever its pitch. */
export const weather = {
  wind: wandering(250, 1500, 2.6, 90),
  sea: wandering(300, 4200, 3.7, 60),
  dust: wandering(1800, 7000, 1.4, 900),
  room: wandering(120, 400, 5, 40),
  rain: drops(130, 1800, 6500, 0.07),
  moths: drops(9, 500, 1400, 0.012),
  crackle: drops(14, 2500, 7000, 0.01),
} as const satisfies Record<string, Voice>;
