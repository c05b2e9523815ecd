import { silence } from "./tone.ts";

export type Stereo = { readonly left: Float32Array; readonly right: Float32Array };

export function stereoSilence(seconds: number): Stereo {
  return { left: silence(seconds), right: silence(seconds) };
}

/** Constant-power pan, -1 left to 1 right. What does not fit at the end of the tape is lost. */
export function place(tape: Stereo, sound: Float32Array, start: number, pan: number, gain: number): void {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  const l = Math.cos(angle) * gain;
  const r = Math.sin(angle) * gain;
  const end = Math.min(sound.length, tape.left.length - start);
  for (let i = 0; i < end; i++) {
    const x = sound[i] ?? 0;
    tape.left[start + i] = (tape.left[start + i] ?? 0) + x * l;
    tape.right[start + i] = (tape.right[start + i] ?? 0) + x * r;
  }
}

export function mixInto(target: Stereo, source: Stereo, gain: number): void {
  for (let i = 0; i < target.left.length; i++) {
    target.left[i] = (target.left[i] ?? 0) + (source.left[i] ?? 0) * gain;
    target.right[i] = (target.right[i] ?? 0) + (source.right[i] ?? 0) * gain;
  }
}

export function amplify(tape: Stereo, gain: number): void {
  for (const side of [tape.left, tape.right]) {
    for (let i = 0; i < side.length; i++) side[i] = (side[i] ?? 0) * gain;
  }
}

export function decibels(db: number): number {
  return 10 ** (db / 20);
}
