import { masterTexts } from "@wrapsody/shared/studio/masters.ts";
import { describe, expect, it } from "vitest";
import { toByteSource } from "../audio/mp3/byte-source.ts";
import { recognizeMaster } from "./master-formats.ts";

const recognize = (content: Buffer) => recognizeMaster(toByteSource(content));

/** A chunk of an IFF file. `stated` is its length in the file, by default the true one. */
type Chunk = { name: string; content: Buffer; stated?: number; pad?: boolean };

function joinChunks(chunks: readonly Chunk[], isLittleEndian: boolean): Buffer {
  return Buffer.concat(
    chunks.flatMap(({ name, content, stated = content.length, pad = content.length % 2 === 1 }) => {
      const header = Buffer.from(`${name}....`, "latin1");
      if (isLittleEndian) header.writeUInt32LE(stated, 4);
      else header.writeUInt32BE(stated, 4);
      return [header, content, Buffer.alloc(pad ? 1 : 0)];
    }),
  );
}

function waveOf(chunks: readonly Chunk[], { kind = "RIFF", stated = 0 } = {}): Buffer {
  const content = Buffer.concat([Buffer.from("WAVE"), joinChunks(chunks, true)]);
  return joinChunks([{ name: kind, content, stated: stated || content.length, pad: false }], true);
}

function aiffOf(chunks: readonly Chunk[], { kind = "AIFF", stated = 0 } = {}): Buffer {
  const content = Buffer.concat([Buffer.from(kind), joinChunks(chunks, false)]);
  return joinChunks([{ name: "FORM", content, stated: stated || content.length, pad: false }], false);
}

const fmt: Chunk = { name: "fmt ", content: Buffer.alloc(16, 1) };
const comm: Chunk = { name: "COMM", content: Buffer.alloc(18, 1) };
/** An odd number of bytes, as 24-bit mono often has. */
const sound = Buffer.alloc(1_001, 0xf3);
const data: Chunk = { name: "data", content: sound };
const ssnd: Chunk = { name: "SSND", content: sound };
const list: Chunk = { name: "LIST", content: Buffer.from("INFOISFT\x05\0\0\0Lavf") };
const cover: Chunk = { name: "id3 ", content: Buffer.alloc(40_001, 0x41) };
const ds64 = (bytes: bigint): Chunk => {
  const content = Buffer.alloc(28);
  content.writeBigUInt64LE(bytes, 8);
  return { name: "ds64", content };
};
const unknown = 0xffff_ffff;

describe("a master that states its length is whole", () => {
  it.each<[string, Buffer, string]>([
    ["WAV", waveOf([fmt, data]), "WAV"],
    ["WAV without the last pad byte", waveOf([fmt, { ...data, pad: false }], { stated: 1_042 }), "WAV"],
    ["WAV with a LIST before the data", waveOf([fmt, list, data]), "WAV"],
    ["WAV with a LIST without pad byte", waveOf([fmt, { ...list, pad: false }, data]), "WAV"],
    ["WAV with a cover before the data", waveOf([cover, fmt, data]), "WAV"],
    ["WAV with bytes after its end", Buffer.concat([waveOf([fmt, data]), Buffer.alloc(77)]), "WAV"],
    ["WAV that states a wrong length of the file", waveOf([fmt, data], { stated: unknown }), "WAV"],
    ["RF64", waveOf([ds64(1_001n), fmt, { ...data, stated: unknown }], { kind: "RF64" }), "WAV"],
    ["BW64", waveOf([ds64(1_001n), fmt, { ...data, stated: unknown }], { kind: "BW64" }), "WAV"],
    ["AIFF", aiffOf([comm, ssnd]), "AIFF"],
    ["AIFF without the last pad byte", aiffOf([comm, { ...ssnd, pad: false }], { stated: 1_048 }), "AIFF"],
    ["AIFF with the audio first", aiffOf([ssnd, comm]), "AIFF"],
    ["AIFF without pad byte in the middle", aiffOf([{ ...ssnd, pad: false }, comm]), "AIFF"],
    ["AIFC with a chunk before", aiffOf([{ ...cover, name: "ID3 " }, comm, ssnd], { kind: "AIFC" }), "AIFF"],
    ["AIFF that states a longer file", aiffOf([comm, ssnd], { stated: 5_000 }), "AIFF"],
  ])("%s", async (_, content, format) => {
    expect(await recognize(content)).toEqual({ format, statesLength: true });
  });
});

describe("a master that was written to a pipe states no length", () => {
  it.each<[string, Buffer, string]>([
    ["zero", waveOf([fmt, list, { ...data, stated: 0 }], { stated: unknown }), "WAV"],
    ["the largest number", waveOf([fmt, { ...data, stated: unknown }]), "WAV"],
    ["the largest number with a sign", waveOf([fmt, { ...data, stated: 0x7fff_ffff }]), "WAV"],
    ["less than that, for the header", waveOf([fmt, { ...data, stated: 0x7fff_f000 }]), "WAV"],
    ["in RF64", waveOf([ds64(0n), fmt, { ...data, stated: unknown }], { kind: "RF64" }), "WAV"],
    ["in AIFF", aiffOf([comm, { ...ssnd, stated: unknown }], { stated: unknown }), "AIFF"],
    ["in ADTS, which never does", Buffer.from([0xff, 0xf1, 0x50, 0x80]), "AAC"],
  ])("%s", async (_, content, format) => {
    expect(await recognize(content)).toEqual({ format, statesLength: false });
  });
});

describe("a master whose end is missing is incomplete", () => {
  it.each<[string, Buffer]>([
    ["WAV", waveOf([fmt, data]).subarray(0, -3)],
    ["WAV with a LIST before the data", waveOf([fmt, list, data]).subarray(0, -500)],
    ["WAV that ends before the data", waveOf([fmt, cover, data]).subarray(0, 20_000)],
    ["WAV that ends after the format", waveOf([fmt])],
    ["WAV of hours", waveOf([fmt, { ...data, stated: 0xf000_0000 }])],
    ["RF64", waveOf([ds64(5_000n), fmt, { ...data, stated: unknown }], { kind: "RF64" })],
    ["AIFF", aiffOf([comm, ssnd]).subarray(0, -3)],
    ["AIFF that ends before the audio", aiffOf([comm, cover, ssnd]).subarray(0, 20_000)],
  ])("%s", async (_, content) => {
    await expect(recognize(content)).rejects.toThrow(masterTexts.truncated);
  });
});

describe("bytes behind the end", () => {
  const box = (name: string, content: Buffer) => {
    const header = Buffer.from(`....${name}`, "latin1");
    header.writeUInt32BE(content.length + 8);
    return Buffer.concat([header, content]);
  };
  const boxes = [box("ftyp", Buffer.from("M4A ")), box("moov", Buffer.alloc(9)), box("mdat", sound)];
  const page = (flags: number) =>
    Buffer.concat([
      Buffer.from(`OggS\0${String.fromCharCode(flags)}`),
      Buffer.alloc(20),
      Buffer.from([1, 9]),
      Buffer.alloc(9),
    ]);
  const tag = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125)]);

  it.each<[string, Buffer, boolean]>([
    ["a tag behind M4A", Buffer.concat([...boxes, tag]), true],
    ["zeros behind M4A", Buffer.concat([...boxes, Buffer.alloc(3)]), true],
    ["a tag behind Ogg", Buffer.concat([page(2), page(4), tag]), true],
    ["M4A without its end", Buffer.concat(boxes).subarray(0, -20), false],
    ["M4A without its header", Buffer.concat(boxes.toSpliced(1, 1)), false],
    ["Ogg without its last page", Buffer.concat([page(2), page(0)]), false],
    ["Ogg without the end of its last page", Buffer.concat([page(2), page(4)]).subarray(0, -2), false],
  ])("do not make a file incomplete, missing ones do: %s", async (_, content, isWhole) => {
    const recognized = recognize(content).then(
      () => true,
      (error: Error) => error.message,
    );
    expect(await recognized).toBe(isWhole ? true : masterTexts.truncated);
  });
});
