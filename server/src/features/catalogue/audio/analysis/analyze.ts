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
  /** Bits per second, the mean where it varies. */
  bitRate: number;
  variable: boolean;
  sampleRate: number;
  channels: number;
  /** LUFS, integrated (EBU R 128); null where there is nothing to hear. */
  loudness: number | null;
  /** The loudest sample of each of `peakCount` equal stretches, 0 to 255, scaled so that the loudest of all is 255. */
  peaks: Uint8Array;
  /** Chromaprint's of the first two minutes, compressed; null where it was not asked for or there is too little music. */
  fingerprint: string | null;
};

/**
 * Decodes an mp3, piece by piece, and measures it. It is read twice: how long it is has to be known beforehand.
 *
 * @throws UnusableAudio when it is no mp3, or nothing in it can be played
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

/** What the frames of an mp3 tell before it is decoded. */
export function formatOf({ length, sampleRate, channels, bitRate, variable }: Mp3Scan) {
  return { duration: length / sampleRate, bitRate, variable, sampleRate, channels };
}

/**
 * Measures an mp3 that is in memory, but for its fingerprint.
 *
 * @throws UnusableAudio when it is no mp3, or nothing in it can be played
 */
export function analyzeMp3(mp3: Uint8Array): Promise<AudioAnalysis> {
  return analyze(toByteSource(mp3), { fingerprint: false });
}
