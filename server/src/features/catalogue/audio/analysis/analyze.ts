import { UnusableAudio } from "../audio-problems.ts";
import { type ByteSource, toByteSource } from "../mp3/byte-source.ts";
import { type Mp3Scan, scanFrames } from "../mp3/mp3-frames.ts";
import { openFingerprinter } from "./chromaprint.ts";
import { decodeMusic } from "./decode.ts";
import { Loudness } from "./loudness.ts";
import { Waveform } from "./waveform.ts";

export type AudioAnalysis = {
  /** Seconds, exact to a sample. */
  duration: number;
  /** Bits per second; the mean for variable rates. */
  bitRate: number;
  variable: boolean;
  sampleRate: number;
  channels: number;
  /** LUFS, integrated (EBU R 128); null for silence. */
  loudness: number | null;
  /** The loudest sample of each of `PEAK_COUNT` equal stretches, 0 to 255, normalised to 255. */
  peaks: Uint8Array;
  /** Chromaprint fingerprint of the first two minutes, compressed; null if not requested or too short. */
  fingerprint: string | null;
};

/**
 * Decodes and analyses an mp3 in chunks. Reads it twice, because the waveform needs the length beforehand.
 *
 * @throws UnusableAudio if it is no mp3, or nothing in it can be played
 */
export async function analyze(
  source: ByteSource,
  { fingerprint }: { fingerprint: boolean },
): Promise<AudioAnalysis> {
  const walk = await scanFrames(source);
  const { sampleRate, channels, bitRate, variable } = walk;
  const waveform = new Waveform(walk.length);
  const loudness = new Loudness(sampleRate, channels);
  const fingerprinter = fingerprint ? await openFingerprinter(sampleRate, channels) : undefined;
  const samples = await decodeMusic(source, walk, (decoded, from, to) => {
    waveform.add(decoded, from, to);
    loudness.add(decoded, from, to);
    fingerprinter?.add(decoded, from, to);
  });
  if (samples === 0) throw new UnusableAudio("undecodable");
  return {
    duration: samples / sampleRate,
    bitRate,
    variable,
    sampleRate,
    channels,
    loudness: loudness.integrated() ?? null,
    peaks: waveform.peaks(),
    fingerprint: fingerprinter?.finish() ?? null,
  };
}

/** Returns the format, which the frames reveal without decoding. */
export function formatOf({ length, sampleRate, channels, bitRate, variable }: Mp3Scan) {
  return { duration: length / sampleRate, bitRate, variable, sampleRate, channels };
}

/**
 * Analyses an mp3 in memory, without a fingerprint.
 *
 * @throws UnusableAudio if it is no mp3, or nothing in it can be played
 */
export function analyzeMp3(mp3: Uint8Array): Promise<AudioAnalysis> {
  return analyze(toByteSource(mp3), { fingerprint: false });
}
