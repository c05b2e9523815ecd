import { Biquad } from "./filters.ts";
import { loudness } from "./loudness.ts";
import { amplify, decibels, type Stereo } from "./stereo.ts";
import { sampleRate } from "./tone.ts";

const targetLufs = -16;
/** Below full scale by more than an mp3 of this size overshoots. */
const ceiling = decibels(-2);

/** Cuts what is inaudible, glues, brings to the target loudness, limits, ends and fades. Works in place. */
export function master(tape: Stereo, fadeSeconds: number): Stereo {
  for (const side of [tape.left, tape.right]) Biquad.highpass(28).run(side);
  level(tape);
  compress(tape);
  for (let pass = 0; pass < 2; pass++) {
    level(tape);
    limit(tape);
  }
  const heard = untilSilence(tape);
  fade(heard, fadeSeconds);
  return heard;
}

/** The same tape without its inaudible end, but for half a second of it. */
function untilSilence({ left, right }: Stereo): Stereo {
  const faint = decibels(-56);
  let end = left.length;
  while (end > 0 && Math.abs(left[end - 1] ?? 0) < faint && Math.abs(right[end - 1] ?? 0) < faint) end--;
  const length = Math.min(left.length, end + Math.round(sampleRate / 2));
  return { left: left.subarray(0, length), right: right.subarray(0, length) };
}

function level(tape: Stereo): void {
  amplify(tape, decibels(targetLufs - loudness(tape)));
}

/** Two to one above -15 dB, slow enough to be felt as weight rather than heard as movement. */
function compress({ left, right }: Stereo): void {
  const threshold = decibels(-15);
  const [rise, fall] = [1 - Math.exp(-1 / (0.02 * sampleRate)), 1 - Math.exp(-1 / (0.25 * sampleRate))];
  let power = 0;
  for (let i = 0; i < left.length; i++) {
    const now = ((left[i] ?? 0) ** 2 + (right[i] ?? 0) ** 2) / 2;
    power += (now - power) * (now > power ? rise : fall);
    const over = Math.sqrt(power) / threshold;
    const gain = over > 1 ? 1 / Math.sqrt(over) : 1;
    left[i] = (left[i] ?? 0) * gain;
    right[i] = (right[i] ?? 0) * gain;
  }
}

/** Looks 3 ms ahead, so that the gain is down before the peak arrives. */
function limit({ left, right }: Stereo): void {
  const ahead = Math.round(0.003 * sampleRate);
  const recover = 1 - Math.exp(-1 / (0.09 * sampleRate));
  const gains = new Float32Array(left.length);
  for (let i = 0; i < gains.length; i++) {
    gains[i] = Math.min(1, ceiling / Math.max(Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0), 1e-9));
  }
  // Backwards: the gain comes down in a straight line to every peak.
  for (let i = gains.length - 2; i >= 0; i--) {
    gains[i] = Math.min(gains[i] ?? 1, (gains[i + 1] ?? 1) + 1 / ahead);
  }
  let gain = 1;
  for (let i = 0; i < gains.length; i++) {
    gain = Math.min(gains[i] ?? 1, gain + (1 - gain) * recover);
    left[i] = (left[i] ?? 0) * gain;
    right[i] = (right[i] ?? 0) * gain;
  }
}

function fade({ left, right }: Stereo, seconds: number): void {
  const length = Math.round(seconds * sampleRate);
  for (let i = 0; i < length; i++) {
    const gain = Math.sin(((i / length) * Math.PI) / 2) ** 2;
    const at = left.length - 1 - i;
    left[at] = (left[at] ?? 0) * gain;
    right[at] = (right[at] ?? 0) * gain;
  }
}
