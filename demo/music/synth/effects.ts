import { Biquad, Sweep } from "./filters.ts";
import type { Stereo } from "./stereo.ts";
import { sampleRate } from "./tone.ts";

/**
 * Works on a whole track in place; the song's beat in seconds keeps echoes and sweeps in time. `findWritten` returns the written beat that is
 * played at a beat, if passages are repeated.
 */
export type Effect = (tape: Stereo, beat: number, findWritten?: (beat: number) => number) => void;

/** An amplifier's tremolo: hertz, and 0 to 1 for how deep. */
export function tremolo(rate: number, depth: number): Effect {
  return ({ left, right }) => {
    const step = (2 * Math.PI * rate) / sampleRate;
    for (let i = 0; i < left.length; i++) {
      const gain = 1 - depth * (0.5 + 0.5 * Math.sin(step * i));
      left[i] = (left[i] ?? 0) * gain;
      right[i] = (right[i] ?? 0) * gain;
    }
  };
}

/** Soft saturation, driven by `amount`; its output is tamed by a loudspeaker that stops at `top` hertz. */
export function drive(amount: number, top = 5200): Effect {
  return ({ left, right }) => {
    for (const side of [left, right]) {
      const low = Biquad.highpass(60);
      const speaker = Biquad.lowpass(top);
      for (let i = 0; i < side.length; i++) {
        side[i] = speaker.step(Math.tanh(low.step(side[i] ?? 0) * amount)) / Math.sqrt(amount);
      }
    }
  };
}

/** Slow comb on each side, in opposite phase: one player becomes a section. */
export function chorus(rate = 0.6, depth = 0.0035, mix = 0.45): Effect {
  return ({ left, right }) => {
    for (const [n, side] of [left, right].entries()) {
      const dry = side.slice();
      const step = (2 * Math.PI * rate) / sampleRate;
      for (let i = 0; i < side.length; i++) {
        const away = sampleRate * (0.009 + depth * (1 + Math.sin(step * i + n * Math.PI)));
        const at = i - away;
        const whole = Math.floor(at);
        const a = dry[whole] ?? 0;
        const wet = a + ((dry[whole + 1] ?? 0) - a) * (at - whole);
        side[i] = (dry[i] ?? 0) * (1 - mix * 0.4) + wet * mix;
      }
    }
  };
}

/** Repeats that go from side to side, each duller than the last. */
export function echo(beats: number, feedback: number, level: number): Effect {
  return ({ left, right }, beat) => {
    const length = Math.round(beats * beat * sampleRate);
    const lines = [new Float32Array(length), new Float32Array(length)] as const;
    const dull = [Biquad.lowpass(3200), Biquad.lowpass(3200)] as const;
    for (let i = 0; i < left.length; i++) {
      const at = i % length;
      const l = dull[0].step(lines[0][at] ?? 0);
      const r = dull[1].step(lines[1][at] ?? 0);
      lines[0][at] = ((left[i] ?? 0) + (right[i] ?? 0)) * 0.5 + r * feedback;
      lines[1][at] = l * feedback;
      left[i] = (left[i] ?? 0) + l * level;
      right[i] = (right[i] ?? 0) + r * (level / Math.max(0.2, feedback));
    }
  };
}

/** A value drawn as straight lines between points of beats; held before the first and after the last. */
export type Curve = readonly (readonly [beat: number, value: number])[];

function readCurve(curve: Curve, at: number): number {
  const next = curve.findIndex(([beat]) => beat > at);
  const [toBeat, to] = curve[next] ?? curve.at(-1) ?? [0, 0];
  const [fromBeat, from] = next > 0 ? (curve[next - 1] ?? [0, to]) : [toBeat, to];
  return toBeat === fromBeat ? to : from + ((to - from) * (at - fromBeat)) / (toBeat - fromBeat);
}

const stride = 64;

/** Part of the way to a new value that a hand moves in one stride: a passage that begins elsewhere must not click. */
const MOVE = 0.02;

/** Reads a curve at each stride of a track. */
function followCurve(curve: Curve, beat: number, findWritten?: (beat: number) => number) {
  let value = readCurve(curve, findWritten?.(0) ?? 0);
  return (sample: number): number => {
    const at = sample / sampleRate / beat;
    if (findWritten === undefined) return readCurve(curve, at);
    value += (readCurve(curve, findWritten(at)) - value) * MOVE;
    return value;
  };
}

/** Fader moves, in dB. */
export function ride(curve: Curve): Effect {
  return ({ left, right }, beat, findWritten) => {
    const read = followCurve(curve, beat, findWritten);
    let gain = 10 ** (read(0) / 20);
    for (let i = 0; i < left.length; i++) {
      if (i % stride === 0) gain = 10 ** (read(i) / 20);
      left[i] = (left[i] ?? 0) * gain;
      right[i] = (right[i] ?? 0) * gain;
    }
  };
}

/** A lowpass opened and closed by hand, in hertz. */
export function sweep(curve: Curve, q = 0.9): Effect {
  return ({ left, right }, beat, findWritten) => {
    for (const side of [left, right]) {
      const read = followCurve(curve, beat, findWritten);
      const filter = new Sweep(q);
      let cutoff = read(0);
      for (let i = 0; i < side.length; i++) {
        if (i % stride === 0) cutoff = read(i);
        side[i] = filter.step(side[i] ?? 0, cutoff);
      }
    }
  };
}

/** The kick pushes everything else down and lets it come back within the beat. */
export function pump(depth: number): Effect {
  return ({ left, right }, beat) => {
    const length = beat * sampleRate;
    for (let i = 0; i < left.length; i++) {
      const part = (i % length) / length;
      const gain = 1 - depth * Math.exp(-part * 4.5) * Math.min(1, part * 40);
      left[i] = (left[i] ?? 0) * gain;
      right[i] = (right[i] ?? 0) * gain;
    }
  };
}

export function thin(frequency: number): Effect {
  return ({ left, right }) => {
    for (const side of [left, right]) Biquad.highpass(frequency).run(side);
  };
}

export function dull(frequency: number): Effect {
  return ({ left, right }) => {
    for (const side of [left, right]) Biquad.lowpass(frequency).run(side);
  };
}
