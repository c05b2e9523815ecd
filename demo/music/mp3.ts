import { createMp3Encoder } from "wasm-media-encoders";
import type { Stereo } from "./synth/stereo.ts";
import { sampleRate } from "./synth/tone.ts";

const samplesPerFrame = 1152;
/** What LAME puts before the first sample. */
const encoderDelay = 576;
const bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/** MPEG-1 layer III of variable bitrate; `quality` is LAME's, 0 best to 9 smallest. */
export async function encodeMp3(tape: Stereo, quality: number): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 2, vbrQuality: quality, outputSampleRate: sampleRate });
  const chunks: Uint8Array[] = [];
  for (let i = 0; i < tape.left.length; i += sampleRate) {
    const second = [tape.left.subarray(i, i + sampleRate), tape.right.subarray(i, i + sampleRate)];
    chunks.push(encoder.encode(second).slice());
  }
  chunks.push(encoder.finalize().slice());
  const frames = Buffer.concat(chunks);
  return Buffer.concat([xingFrame(frames, tape.left.length), frames]);
}

/** Offsets of every frame, which are of different lengths. */
function frameOffsets(frames: Uint8Array): readonly number[] {
  const offsets: number[] = [];
  for (let at = 0; at + 4 <= frames.length; ) {
    if (frames[at] !== 0xff) throw new Error(`Lost the frames at byte ${at}`);
    offsets.push(at);
    const bitrate = bitrates[(frames[at + 2] ?? 0) >> 4] ?? 0;
    const padding = ((frames[at + 2] ?? 0) >> 1) & 1;
    at += Math.floor((144_000 * bitrate) / sampleRate) + padding;
  }
  return offsets;
}

/**
 * The encoder streams and so never writes its own header; without one a player guesses the duration from the first
 * bitrate and seeks by guesswork. A silent frame says how many frames and bytes follow, where each hundredth of
 * the song lies, and how many samples at both ends are not music.
 */
function xingFrame(frames: Uint8Array, samples: number): Uint8Array {
  const offsets = frameOffsets(frames);
  const header = Buffer.alloc(417);
  header.set([0xff, 0xfb, 0x90, 0x64]);
  header.write("Xing", 36, "latin1");
  header.writeUInt32BE(0x0f, 40);
  header.writeUInt32BE(offsets.length, 44);
  const total = frames.length + header.length;
  header.writeUInt32BE(total, 48);
  for (let percent = 0; percent < 100; percent++) {
    const offset = offsets[Math.floor((percent * offsets.length) / 100)] ?? 0;
    header[52 + percent] = Math.floor(((offset + header.length) * 256) / total);
  }
  header.writeUInt32BE(50, 152);
  header.write("LAME3.100", 156, "latin1");
  header[165] = 0x04;
  const padding = Math.max(0, Math.min(4095, offsets.length * samplesPerFrame - encoderDelay - samples));
  header.writeUIntBE((encoderDelay << 12) | padding, 177, 3);
  return header;
}
