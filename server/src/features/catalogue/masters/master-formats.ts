import { type MasterFormat, masterTexts } from "@wrapsody/shared/studio/masters.ts";
import type { ByteSource } from "../audio/mp3/byte-source.ts";
import { id3Length } from "../audio/mp3/mp3-tags.ts";
import { examineLength, readBytes } from "./master-length.ts";

/** A file that is not accepted as a master; an expected failure. The message is for its publisher. */
export class UnusableMaster extends Error {
  override name = "UnusableMaster";
  readonly problem: keyof typeof masterTexts;

  constructor(problem: keyof typeof masterTexts) {
    super(masterTexts[problem]);
    this.problem = problem;
  }
}

type FormatDescription = {
  /** As stored. */
  extension: string;
  contentType: string;
  /** FFmpeg's name of the only demuxer that may read the file. */
  demuxer: string;
  codecs: readonly string[];
};

const LITTLE_ENDIAN_PCM = ["pcm_u8", "pcm_s16le", "pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le"];
const BIG_ENDIAN_PCM = ["pcm_s8", "pcm_s16be", "pcm_s24be", "pcm_s32be", "pcm_f32be", "pcm_f64be"];

export const formatDescriptions: Readonly<Record<MasterFormat, FormatDescription>> = {
  WAV: { extension: "wav", contentType: "audio/wav", demuxer: "wav", codecs: LITTLE_ENDIAN_PCM },
  AIFF: {
    extension: "aiff",
    contentType: "audio/aiff",
    demuxer: "aiff",
    codecs: [...BIG_ENDIAN_PCM, ...LITTLE_ENDIAN_PCM],
  },
  FLAC: { extension: "flac", contentType: "audio/flac", demuxer: "flac", codecs: ["flac"] },
  M4A: { extension: "m4a", contentType: "audio/mp4", demuxer: "mov", codecs: ["aac", "alac"] },
  AAC: { extension: "aac", contentType: "audio/aac", demuxer: "aac", codecs: ["aac"] },
  OGG: { extension: "ogg", contentType: "audio/ogg", demuxer: "ogg", codecs: ["vorbis", "opus", "flac"] },
};

const SIGNATURE_BYTES = 32;

/** Signatures of the formats. `?` matches any byte. */
const signatures: readonly [MasterFormat, RegExp][] = [
  ["WAV", /^(RIFF|RF64|BW64)....WAVE/s],
  ["AIFF", /^FORM....AIF[FC]/s],
  ["FLAC", /^fLaC/],
  ["OGG", /^OggS\0/],
  ["M4A", /^....ftyp/s],
  // ADTS without layer, with or without checksum.
  ["AAC", /^\xff[\xf0\xf1\xf8\xf9]/],
];

/** `statesLength`: whether the file states how long its audio is; a file that was written to a pipe does not. */
export type RecognizedMaster = { format: MasterFormat; statesLength: boolean };

/**
 * Recognises a master by its content and checks that it is complete, as far as its container states its length. Whatever else is unusual
 * about the container is left to the decoder.
 *
 * @throws UnusableMaster
 */
export async function recognizeMaster(source: ByteSource): Promise<RecognizedMaster> {
  const beginning = await readText(source, 0, SIGNATURE_BYTES);
  const tag = id3Length(Buffer.from(beginning, "latin1"));
  const text = tag === undefined ? beginning : await readText(source, tag, SIGNATURE_BYTES);
  const format = signatures.find(([, signature]) => signature.test(text))?.[0];
  // Only these two are found behind a tag.
  if (format === undefined || (tag !== undefined && format !== "AAC" && format !== "FLAC"))
    throw new UnusableMaster("wrongFormat");
  const length = await examineLength(source, format);
  if (length === "truncated") throw new UnusableMaster("truncated");
  return { format, statesLength: length === "whole" };
}

async function readText(source: ByteSource, start: number, length: number): Promise<string> {
  return (await readBytes(source, start, length)).toString("latin1");
}
