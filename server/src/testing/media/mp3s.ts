import { readFileSync } from "node:fs";
import type { FileSent } from "../http/multipart.ts";

/** Reads a sample of `mp3s/`, whose README says how it was made. */
export function sample(name: string): Buffer {
  return readFileSync(new URL(`mp3s/${name}`, import.meta.url));
}

/** A track of the demo, of about a minute: LAME, variable bit rate, with its header and no tags. */
export function demoTrack(slug: string): Buffer {
  return readFileSync(new URL(`../../../../demo/music/audio/${slug}.mp3`, import.meta.url));
}

/** Wraps content as a browser sends it. */
export function audioFile(content: Buffer): FileSent {
  return { content, fileName: "song.mp3", contentType: "audio/mpeg" };
}

/** Removes the encoder's header frame of a demo track. */
export function withoutInfo(track: Buffer): Buffer {
  return track.subarray(infoLength(track));
}

/** Returns the encoder's header frame of a demo track. */
export function infoOf(track: Buffer): Buffer {
  return track.subarray(0, infoLength(track));
}

function infoLength(track: Buffer): number {
  const next = track.indexOf(Buffer.from([0xff, 0xfb]), 4);
  if (!["Xing", "Info"].includes(track.toString("latin1", 36, 40)) || next < 0) {
    throw new Error("this track begins otherwise");
  }
  return next;
}

export type FrameOptions = {
  version?: 1 | 2 | 2.5;
  /** Kilobits per second; 0 for free format, whose frames have `bytes`. */
  kilobits?: number;
  sampleRate?: number;
  channels?: 1 | 2;
  padding?: 0 | 1;
  checked?: boolean;
  bytes?: number;
};

const versionBits = { 1: 3, 2: 2, 2.5: 0 } as const;
const sampleRates = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
};
const kilobitsOf = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** Builds a layer III frame of silence: only a header. */
export function silentFrame(options: FrameOptions = {}): Buffer {
  const { version = 1, kilobits = 64, channels = 2, padding = 0, checked = false } = options;
  const { sampleRate = sampleRates[version][0] ?? 0 } = options;
  const rate = sampleRates[version].indexOf(sampleRate);
  const bits = kilobitsOf[version === 1 ? 1 : 2].indexOf(kilobits);
  if (rate < 0 || bits < 0) throw new Error("there are no such frames");
  const { bytes = Math.floor(((version === 1 ? 144 : 72) * kilobits * 1000) / sampleRate) } = options;
  const frame = Buffer.alloc(bytes + padding);
  frame[0] = 0xff;
  frame[1] = 0xe0 | (versionBits[version] << 3) | (1 << 1) | (checked ? 0 : 1);
  frame[2] = (bits << 4) | (rate << 2) | (padding << 1);
  frame[3] = channels === 1 ? 0xc0 : 0x40;
  return frame;
}

export function silence(frames: number, options: FrameOptions = {}): Buffer {
  return Buffer.concat(Array.from({ length: frames }, () => silentFrame(options)));
}

/** Builds LAME's header frame with the number of frames and its padding. */
export function lameFrame(
  info: { word?: "Xing" | "Info"; frames: number; delay?: number; padding?: number },
  options: FrameOptions = {},
): Buffer {
  const { word = "Info", frames, delay, padding = 0 } = info;
  const frame = silentFrame({ kilobits: 128, ...options });
  const side = options.channels === 1 ? 17 : 32;
  const at = 4 + side + (options.checked === true ? 2 : 0);
  frame.write(word, at);
  frame.writeUInt32BE(1, at + 4);
  frame.writeUInt32BE(frames, at + 8);
  if (delay === undefined) return frame;
  frame.write("LAME3.100", at + 12);
  frame.writeUIntBE((delay << 12) | padding, at + 12 + 21, 3);
  return frame;
}

/** Builds Fraunhofer's header frame. */
export function vbriFrame(frames: number, options: FrameOptions = {}): Buffer {
  const frame = silentFrame({ kilobits: 128, ...options });
  frame.write("VBRI", 36);
  frame.writeUInt32BE(frames, 36 + 14);
  return frame;
}

/** Wraps content in an ID3v2 tag. `claims`: the stated length, if wrong. */
export function id3v2(
  content: Buffer,
  { claims = content.length, footer = false, synchsafe = true } = {},
): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(synchsafe ? spread(claims) : claims);
  const rest = Buffer.concat([Buffer.from([4, 0, footer ? 0x10 : 0]), size]);
  const end = footer ? [Buffer.from("3DI"), rest] : [];
  return Buffer.concat([Buffer.from("ID3"), rest, content, ...end]);
}

/** Spreads a number over 7-bit bytes. */
function spread(value: number): number {
  return [0, 7, 14, 21].reduce((sum, shift, index) => sum + ((value >> shift) & 0x7f) * 256 ** index, 0);
}

/** Builds an ID3v2.4 text frame. */
export function textFrame(name: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from([3]), Buffer.from(text)]);
  const head = Buffer.alloc(10);
  head.write(name);
  head.writeUInt32BE(spread(content.length), 4);
  return Buffer.concat([head, content]);
}

export function id3v1(): Buffer {
  const tag = Buffer.alloc(128);
  tag.write("TAGSalt Meridian");
  return tag;
}

/** Builds an APEv2 tag with a header. `claims`: the stated length, if wrong. */
export function ape(content: Buffer, claims = content.length + 32): Buffer {
  const frame = (flags: number) => {
    const head = Buffer.alloc(32);
    head.write("APETAGEX");
    head.writeUInt32LE(2000, 8);
    head.writeUInt32LE(claims, 12);
    head.writeUInt32LE(1, 16);
    head.writeUInt32LE(flags, 20);
    return head;
  };
  return Buffer.concat([frame(0xa0000000), content, frame(0x80000000)]);
}

export function lyrics3(words: string): Buffer {
  const content = `LYRICSBEGININD0000200LYR${String(words.length).padStart(5, "0")}${words}`;
  return Buffer.from(`${content}${String(content.length).padStart(6, "0")}LYRICS200`);
}

/** Returns pseudorandom bytes, deterministic by seed. */
export function junk(length: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(length);
  let state = seed;
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}
